"""Databases of version 1, and a made-up next version to upgrade to."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.storage.migrations import SCRIPTS
from desktop_app.storage.paths import Paths
from desktop_app.storage.tables import DATA_VERSION
from tests.contract.worlds import paths_below

NEXT_VERSION = DATA_VERSION + 1

# What version 1 left on the disk, as SQL. Never changed: each released version has a file of its own.
_FIRST = Path(__file__).parent / "data" / "version-1.sql"

# Messages of version 1 beside those in the file, for upgrades that last long enough to be killed.
MANY = 3000

# Long enough to be killed in the middle: rewrites every text four times.
_NEXT = f'''
"""A next version that does not exist."""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT_VERSION:04}"
down_revision = "{DATA_VERSION:04}"


def upgrade():
    op.add_column("messages", sa.Column("added", sa.Integer()))
    op.create_table("tags", sa.Column("id", sa.Integer(), primary_key=True))
    for remainder in range(4):
        op.execute(f"UPDATE messages SET added = length WHERE seq % 4 = {{remainder}}")
        op.execute(f"UPDATE message_revisions SET text = text || '.' WHERE rowid % 4 = {{remainder}}")
    with op.batch_alter_table("drafts") as batch:
        batch.add_column(sa.Column("added", sa.Integer()))
    op.create_index("ix_messages_added", "messages", ["added"])
'''

_MANY_MESSAGES = """
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
INSERT INTO messages (id, chat_id, parent_id, depth, revision, state, length, role, kind, flags, speaker_name, created_at)
SELECT 'many' || n, 'gone', 'g1', 1, 1, 'complete', 5, 'user', 'normal', 0, '', n FROM numbers
"""
_MANY_REVISIONS = """
INSERT INTO message_revisions (message_id, revision, state, text, crc32, created_at)
SELECT id, 1, 'complete', 'Hello', 4157704578, 0 FROM messages WHERE id LIKE 'many%'
"""


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders of one test's own, made."""
    return paths_below(tmp_path / "home")


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """Migrations up to the made-up version."""
    scripts = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / f"v{NEXT_VERSION:04}_next.py").write_text(_NEXT)
    return scripts


@pytest.fixture
def first(paths: Paths) -> Paths:
    """Folders with a database of version 1."""
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.executescript(_FIRST.read_text("utf-8"))
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(_MANY_MESSAGES, (MANY,))
        connection.execute(_MANY_REVISIONS)
        connection.commit()
    return paths
