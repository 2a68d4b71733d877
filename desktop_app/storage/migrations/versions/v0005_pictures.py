"""Pictures in messages and in drafts: which message speaks of which file. The bytes are in ``blobs``, where they were before.

Adds only: no row of earlier versions is touched.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """A draft's pictures have a column of their own, since it is no message yet."""
    op.create_table(
        "message_files",
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["blobs.digest"], name="fk_message_files_digest"),
        sa.PrimaryKeyConstraint("message_id", "digest", name="pk_message_files"),
    )
    op.create_index("ix_message_files_digest", "message_files", ["digest"])
    op.add_column("drafts", sa.Column("pictures", sa.Text()))
