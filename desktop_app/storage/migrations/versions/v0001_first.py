"""The first tables: library, chats, message trees with revisions, turns with their plans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes everything. Referred-to tables come first."""
    _meta()
    _library()
    _chats()
    _messages()
    _revisions()
    _turns()
    _plans()


def _meta() -> None:
    meta = op.create_table(
        "meta",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.bulk_insert(meta, [{"key": "min_reader", "value": "1"}])


def _library() -> None:
    op.create_table(
        "characters",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_characters"),
    )
    op.create_table(
        "personas",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_personas"),
    )


def _chats() -> None:
    op.create_table(
        "chats",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("folder", sa.Text(), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.Column("tip_id", sa.String(), nullable=True),
        sa.Column("persona_id", sa.String(), nullable=True),
        sa.Column("connection_id", sa.String(), nullable=True),
        sa.Column("strategy", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_chats_persona_id"),
        sa.PrimaryKeyConstraint("id", name="pk_chats"),
    )
    op.create_index("ix_chats_persona_id", "chats", ["persona_id"], unique=False)
    op.create_table(
        "chat_characters",
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("character_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["character_id"], ["characters.id"], name="fk_chat_characters_character_id"),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_chat_characters_chat_id"),
        sa.PrimaryKeyConstraint("chat_id", "position", name="pk_chat_characters"),
    )
    op.create_index("ix_chat_characters_character_id", "chat_characters", ["character_id"], unique=False)
    op.create_table(
        "drafts",
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_drafts_chat_id"),
        sa.PrimaryKeyConstraint("chat_id", name="pk_drafts"),
    )


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("parent_id", sa.String(), nullable=True),
        sa.Column("chosen_child_id", sa.String(), nullable=True),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("flags", sa.Integer(), nullable=False),
        sa.Column("speaker_id", sa.String(), nullable=True),
        sa.Column("speaker_name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_messages_chat_id"),
        sa.ForeignKeyConstraint(["parent_id"], ["messages.id"], name="fk_messages_parent_id"),
        sa.PrimaryKeyConstraint("seq", name="pk_messages"),
        sa.UniqueConstraint("id", name="uq_messages_id"),
    )
    op.create_index("ix_messages_chat_id", "messages", ["chat_id"], unique=False)
    op.create_index("ix_messages_parent_id", "messages", ["parent_id"], unique=False)


def _revisions() -> None:
    op.create_table(
        "message_revisions",
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("parts", sa.Text(), nullable=True),
        sa.Column("crc32", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["message_id"], ["messages.id"], name="fk_message_revisions_message_id"),
        sa.PrimaryKeyConstraint("message_id", "revision", name="pk_message_revisions"),
    )
    op.create_index(
        "ix_message_revisions_streaming",
        "message_revisions",
        ["message_id"],
        unique=False,
        sqlite_where=sa.text("state = 'streaming'"),
        postgresql_where=sa.text("state = 'streaming'"),
    )


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("connection_id", sa.String(), nullable=False),
        sa.Column("connection_name", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("activated", sa.Text(), nullable=True),
        sa.Column("prompt_tokens", sa.Integer(), nullable=True),
        sa.Column("completion_tokens", sa.Integer(), nullable=True),
        sa.Column("total_tokens", sa.Integer(), nullable=True),
        sa.Column("response_id", sa.Text(), nullable=False),
        sa.Column("system_fingerprint", sa.Text(), nullable=False),
        sa.Column("finish_reason", sa.String(), nullable=True),
        sa.Column("error_code", sa.String(), nullable=False),
        sa.Column("error_text", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("first_token_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("plan_skeleton", sa.LargeBinary(), nullable=True),
        sa.Column("plan_text_ids", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_turns_chat_id"),
        sa.ForeignKeyConstraint(["message_id"], ["messages.id"], name="fk_turns_message_id"),
        sa.PrimaryKeyConstraint("seq", name="pk_turns"),
        sa.UniqueConstraint("id", name="uq_turns_id"),
    )
    op.create_index("ix_turns_chat_id", "turns", ["chat_id"], unique=False)
    op.create_index("ix_turns_message_id", "turns", ["message_id"], unique=False)
    op.create_index(
        "ix_turns_unfinished",
        "turns",
        ["message_id"],
        unique=False,
        sqlite_where=sa.text("finish_reason IS NULL"),
        postgresql_where=sa.text("finish_reason IS NULL"),
    )


def _plans() -> None:
    op.create_table(
        "plan_texts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_plan_texts"),
        sa.UniqueConstraint("hash", name="uq_plan_texts_hash"),
    )
