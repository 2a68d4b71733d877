"""Lorebooks, memory entries, folders and calibrations; what chats, drafts and turns decide about their context.

Adds only: no row of version 1 is touched.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Referred-to tables come first."""
    _lorebooks()
    _memory()
    _folders_and_calibrations()
    _columns()


def _lorebooks() -> None:
    op.create_table(
        "lorebooks",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("book", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lorebooks"),
    )
    op.create_table(
        "lorebook_entries",
        sa.Column("book_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["book_id"], ["lorebooks.id"], name="fk_lorebook_entries_book_id"),
        sa.PrimaryKeyConstraint("book_id", "id", name="pk_lorebook_entries"),
    )
    op.create_table(
        "lorebook_links",
        sa.Column("book_id", sa.String(), nullable=False),
        sa.Column("scope_kind", sa.String(), nullable=False),
        sa.Column("scope_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["book_id"], ["lorebooks.id"], name="fk_lorebook_links_book_id"),
        sa.PrimaryKeyConstraint("book_id", "scope_kind", "scope_id", name="pk_lorebook_links"),
    )
    op.create_index("ix_lorebook_links_scope_kind_scope_id", "lorebook_links", ["scope_kind", "scope_id"], unique=False)


def _memory() -> None:
    op.create_table(
        "memory_entries",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("scope_kind", sa.String(), nullable=False),
        sa.Column("scope_id", sa.String(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_memory_entries"),
    )
    op.create_index("ix_memory_entries_scope_kind_scope_id", "memory_entries", ["scope_kind", "scope_id"], unique=False)


def _folders_and_calibrations() -> None:
    op.create_table(
        "folders",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("strategy", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_folders"),
    )
    op.create_table(
        "calibrations",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_calibrations"),
    )


def _columns() -> None:
    op.add_column("chats", sa.Column("context", sa.Text(), nullable=True))
    op.add_column("drafts", sa.Column("strategy_once", sa.String(), nullable=True))
    op.add_column("drafts", sa.Column("reroll", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("turns", sa.Column("reroll", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.create_index(
        "ix_turns_activated", "turns", ["chat_id"], unique=False, sqlite_where=sa.text("activated IS NOT NULL")
    )
