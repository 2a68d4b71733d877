"""A made-up version 2 of the data, to upgrade to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from desktop_app.storage.migrations import SCRIPTS
from desktop_app.storage.paths import Paths
from tests.contract.worlds import paths_below

# Long enough to be killed in the middle: rewrites every text four times.
_SECOND = '''
"""A second version that does not exist."""
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade():
    op.add_column("messages", sa.Column("added", sa.Integer()))
    op.create_table("tags", sa.Column("id", sa.Integer(), primary_key=True))
    for remainder in range(4):
        op.execute(f"UPDATE messages SET added = length WHERE seq % 4 = {remainder}")
        op.execute(f"UPDATE message_revisions SET text = text || '.' WHERE rowid % 4 = {remainder}")
    with op.batch_alter_table("drafts") as batch:
        batch.add_column(sa.Column("added", sa.Integer()))
    op.create_index("ix_messages_added", "messages", ["added"])
'''


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders of one test's own, made."""
    return paths_below(tmp_path / "home")


@pytest.fixture
def second_version(tmp_path: Path) -> Path:
    """Migrations up to version 2."""
    scripts = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "v0002_second.py").write_text(_SECOND)
    return scripts
