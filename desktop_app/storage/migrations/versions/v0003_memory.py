"""Vectors and their cache, summaries, proposals; versions, imports and files of the library.

Adds only: no row of earlier versions is touched. The index of words for search is in ``v0004_search``.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Referred-to tables come first."""
    _vectors()
    _summaries()
    _proposals()
    _library()
    op.add_column("folders", sa.Column("compress_every_n", sa.Integer(), nullable=True))
    op.add_column("personas", sa.Column("extensions", sa.Text(), nullable=True))


def _vectors() -> None:
    op.create_table(
        "embedders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_embedders"),
        sa.UniqueConstraint("identity", name="uq_embedders_identity"),
    )
    op.create_table(
        "passage_vectors",
        sa.Column("source_id", sa.String(), nullable=False),
        sa.Column("embedder_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["embedder_id"], ["embedders.id"], name="fk_passage_vectors_embedder_id"),
        sa.PrimaryKeyConstraint("source_id", "embedder_id", "place", name="pk_passage_vectors"),
    )
    op.create_index("ix_passage_vectors_chat_id_embedder_id", "passage_vectors", ["chat_id", "embedder_id"])
    op.create_table(
        "embedding_cache",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_embedding_cache"),
    )
    op.create_index("ix_embedding_cache_used", "embedding_cache", ["used"])


def _summaries() -> None:
    op.create_table(
        "summary_segments",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("maker", sa.String(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("covers", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_summary_segments_chat_id"),
        sa.PrimaryKeyConstraint("seq", name="pk_summary_segments"),
        sa.UniqueConstraint("id", name="uq_summary_segments_id"),
    )
    op.create_index("ix_summary_segments_chat_id", "summary_segments", ["chat_id"])
    op.create_table(
        "summary_sentences",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("segment_id", sa.String(), nullable=False),
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("stale", sa.Boolean(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("replaced_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_summary_sentences_chat_id"),
        sa.PrimaryKeyConstraint("seq", name="pk_summary_sentences"),
    )
    op.create_index("ix_summary_sentences_id", "summary_sentences", ["id"])
    op.create_index("ix_summary_sentences_segment_id", "summary_sentences", ["segment_id"])
    op.create_index(
        "ix_summary_sentences_history",
        "summary_sentences",
        ["chat_id", "replaced_at"],
        sqlite_where=sa.text("replaced_at IS NOT NULL"),
    )
    op.create_table(
        "summary_sources",
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("sentence_seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["sentence_seq"], ["summary_sentences.seq"], name="fk_summary_sources_sentence_seq"),
        sa.PrimaryKeyConstraint("message_id", "sentence_seq", name="pk_summary_sources"),
    )


def _proposals() -> None:
    op.create_table(
        "memory_proposals",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("proposal", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_memory_proposals"),
    )
    op.create_index("ix_memory_proposals_chat_id", "memory_proposals", ["chat_id"])
    op.create_index("ix_memory_proposals_state", "memory_proposals", ["state"])
    op.create_table(
        "proposal_readings",
        sa.Column("chat_id", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("chat_id", "message_id", name="pk_proposal_readings"),
    )


def _library() -> None:
    op.create_table(
        "library_versions",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("object_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "object_id", "version", name="pk_library_versions"),
    )
    op.create_table(
        "imports",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("object_id", sa.String(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("imported_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "object_id", name="pk_imports"),
    )
    op.create_index("ix_imports_identity", "imports", ["identity"])
    op.create_index("ix_imports_digest", "imports", ["digest"])
    op.create_table(
        "blobs",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_blobs"),
    )
    op.create_table(
        "character_files",
        sa.Column("character_id", sa.String(), nullable=False),
        sa.Column("uri", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["blobs.digest"], name="fk_character_files_digest"),
        sa.PrimaryKeyConstraint("character_id", "uri", name="pk_character_files"),
    )
