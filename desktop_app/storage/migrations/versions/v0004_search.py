"""The index of words for search over all messages: SQLite's FTS5, and the messages that are not in it yet.

Adds only. What was there before waits to be indexed; the index itself is described in ``storage/sqlite_search.py``.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Where there are messages already, all of them wait."""
    op.create_table(
        "search_waiting",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_search_waiting"),
    )
    op.execute(
        "CREATE VIRTUAL TABLE message_words USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii')"
    )
    # Fewer and larger merges than usual: a message is stored sooner.
    op.execute("INSERT INTO message_words (message_words, rank) VALUES ('automerge', 16)")
    op.execute("INSERT INTO message_words (message_words, rank) VALUES ('crisismerge', 32)")
    op.execute("INSERT INTO message_words (message_words, rank) VALUES ('usermerge', 2)")
    op.execute("INSERT INTO search_waiting (seq) SELECT seq FROM messages")
