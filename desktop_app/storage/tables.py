"""The tables, in one place. The repositories query by them; a test holds that the migrations make exactly these.

A change here needs a new file in ``migrations/versions`` and a higher ``DATA_VERSION``. Times are Unix milliseconds, UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

# The version of the data that this program writes: SQLite's ``user_version``, and the number of the newest migration.
DATA_VERSION = 5

# "TLSP": SQLite's ``application_id``, so that another program's database is never taken for ours.
APPLICATION_ID = 0x544C5350

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Facts about the database itself. ``min_reader``: the lowest DATA_VERSION a program must know to open it.
meta = Table(
    "meta",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),
)

characters = Table(
    "characters",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", Text, nullable=False),
    Column("card", Text, nullable=False),  # the whole Character as JSON
)

personas = Table(
    "personas",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", Text, nullable=False),
    Column("description", Text, nullable=False),
    Column("extensions", Text),  # JSON texts by name, NULL where there are none
)

chats = Table(
    "chats",
    metadata,
    Column("id", String, primary_key=True),
    Column("title", Text, nullable=False),
    Column("folder", Text, nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("deleted_at", BigInteger),
    Column("tip_id", String),  # no foreign key: chats and messages would need each other
    Column("persona_id", String, ForeignKey("personas.id"), index=True),
    Column("connection_id", String),
    Column("strategy", String),
    Column("context", Text),  # ChatContext as JSON, NULL where the chat decides nothing
)

# What folders decide; a folder is what chats name it, and need not be here.
folders = Table(
    "folders",
    metadata,
    Column("name", Text, primary_key=True),
    Column("strategy", String),
    Column("compress_every_n", Integer),
)

chat_characters = Table(
    "chat_characters",
    metadata,
    Column("chat_id", String, ForeignKey("chats.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("character_id", String, ForeignKey("characters.id"), nullable=False, index=True),
)

drafts = Table(
    "drafts",
    metadata,
    Column("chat_id", String, ForeignKey("chats.id"), primary_key=True),
    Column("message_id", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("strategy_once", String),
    Column("reroll", Integer, nullable=False, server_default=text("0")),
    Column("pictures", Text),  # its ImageParts as JSON, NULL where there are none
)

# ``state`` and ``length`` repeat what the current revision says, so that a branch of 100,000 needs no join.
# ``depth`` (0: a root) makes finding where two branches part cost their distance, not their length.
messages = Table(
    "messages",
    metadata,
    Column("seq", Integer, primary_key=True),  # order of creation
    Column("id", String, nullable=False, unique=True),
    Column("chat_id", String, ForeignKey("chats.id"), nullable=False, index=True),
    Column("parent_id", String, ForeignKey("messages.id"), index=True),
    Column("chosen_child_id", String),
    Column("depth", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("state", String, nullable=False),
    Column("length", Integer, nullable=False),
    Column("role", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("flags", Integer, nullable=False),  # bits: see codec
    Column("speaker_id", String),
    Column("speaker_name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("origin", Text),  # JSON
)

# ``parts`` is NULL where the message is one plain text, which ``text`` holds already (nearly always).
message_revisions = Table(
    "message_revisions",
    metadata,
    Column("message_id", String, ForeignKey("messages.id"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("state", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("parts", Text),  # JSON
    Column("crc32", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# What ``recover`` looks for at every start: nearly always empty.
# No ``postgresql_where``: to check it, SQLAlchemy would load the whole of that dialect at every start.
streaming_index = Index(
    "ix_message_revisions_streaming",
    message_revisions.c.message_id,
    sqlite_where=text("state = 'streaming'"),
)

turns = Table(
    "turns",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    Column("chat_id", String, ForeignKey("chats.id"), nullable=False, index=True),
    Column("message_id", String, ForeignKey("messages.id"), nullable=False, index=True),
    Column("connection_id", String, nullable=False),
    Column("connection_name", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("settings", Text, nullable=False),  # JSON
    Column("activated", Text),  # JSON
    Column("prompt_tokens", Integer),
    Column("completion_tokens", Integer),
    Column("total_tokens", Integer),
    Column("response_id", Text, nullable=False),
    Column("system_fingerprint", Text, nullable=False),
    Column("finish_reason", String),
    Column("error_code", String, nullable=False),
    Column("error_text", Text, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("first_token_at", BigInteger, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("plan_skeleton", LargeBinary),  # see plan_texts.py
    Column("plan_text_ids", LargeBinary),
    Column("reroll", Integer, nullable=False, server_default=text("0")),
)

unfinished_index = Index(
    "ix_turns_unfinished",
    turns.c.message_id,
    sqlite_where=text("finish_reason IS NULL"),
)

activated_index = Index(
    "ix_turns_activated",
    turns.c.chat_id,
    sqlite_where=text("activated IS NOT NULL"),
)

# Each text that any plan holds, once. ``data`` is compressed.
plan_texts = Table(
    "plan_texts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", String, nullable=False, unique=True),
    Column("data", LargeBinary, nullable=False),
)

# ``book``: the whole Lorebook as JSON, without its entries.
lorebooks = Table(
    "lorebooks",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", Text, nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("book", Text, nullable=False),
)

# ``position``: the entry's place in its book, from 0.
lorebook_entries = Table(
    "lorebook_entries",
    metadata,
    Column("book_id", String, ForeignKey("lorebooks.id"), primary_key=True),
    Column("id", String, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("entry", Text, nullable=False),  # the whole LorebookEntry as JSON
)

lorebook_links = Table(
    "lorebook_links",
    metadata,
    Column("book_id", String, ForeignKey("lorebooks.id"), primary_key=True),
    Column("scope_kind", String, primary_key=True),
    Column("scope_id", String, primary_key=True),
    Index("ix_lorebook_links_scope_kind_scope_id", "scope_kind", "scope_id"),
)

# Entries outlive the character or chat of their scope: no foreign keys.
memory_entries = Table(
    "memory_entries",
    metadata,
    Column("id", String, primary_key=True),
    Column("scope_kind", String, nullable=False),
    Column("scope_id", String, nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),  # the whole MemoryEntry as JSON
    Index("ix_memory_entries_scope_kind_scope_id", "scope_kind", "scope_id"),
)

# What providers reported about their counts, by model: a JSON text of the calibration's own.
calibrations = Table(
    "calibrations",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# The embedders that made vectors, by their identity.
embedders = Table(
    "embedders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("identity", Text, nullable=False, unique=True),
)

# The vectors of passages of messages and summary segments (``source_id``). ``data``: a row of float16, little-endian.
passage_vectors = Table(
    "passage_vectors",
    metadata,
    Column("source_id", String, primary_key=True),
    Column("embedder_id", Integer, ForeignKey("embedders.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("chat_id", String, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("ix_passage_vectors_chat_id_embedder_id", "chat_id", "embedder_id"),
)

# Nothing is embedded twice: the last used vectors by embedder and text. ``used`` grows with every use.
embedding_cache = Table(
    "embedding_cache",
    metadata,
    Column("key", String, primary_key=True),
    Column("used", Integer, nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),
)

# Segments of rolling summaries. ``covers``: the messages and revisions, as JSON.
summary_segments = Table(
    "summary_segments",
    metadata,
    Column("seq", Integer, primary_key=True),  # order of creation
    Column("id", String, nullable=False, unique=True),
    Column("chat_id", String, ForeignKey("chats.id"), nullable=False, index=True),
    Column("maker", String, nullable=False),
    Column("level", Integer, nullable=False),
    Column("model", Text, nullable=False),
    Column("covers", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# ``sentence``: the whole SummarySentence as JSON. ``replaced_at`` set means: history, and its segment may be gone.
summary_sentences = Table(
    "summary_sentences",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", String, nullable=False, index=True),
    Column("segment_id", String, nullable=False, index=True),
    Column("chat_id", String, ForeignKey("chats.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("stale", Boolean, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("replaced_at", BigInteger),
)

history_index = Index(
    "ix_summary_sentences_history",
    summary_sentences.c.chat_id,
    summary_sentences.c.replaced_at,
    sqlite_where=text("replaced_at IS NOT NULL"),
)

# The messages that sentences in use come from: what a change of a message makes stale.
summary_sources = Table(
    "summary_sources",
    metadata,
    Column("message_id", String, primary_key=True),
    Column("sentence_seq", Integer, ForeignKey("summary_sentences.seq"), primary_key=True),
)

# Proposals for memory entries. ``proposal``: the whole Proposal as JSON.
memory_proposals = Table(
    "memory_proposals",
    metadata,
    Column("id", String, primary_key=True),
    Column("chat_id", String, nullable=False, index=True),
    Column("state", String, nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("proposal", Text, nullable=False),
)

# The messages that were looked through for proposals.
proposal_readings = Table(
    "proposal_readings",
    metadata,
    Column("chat_id", String, primary_key=True),
    Column("message_id", String, primary_key=True),
    Column("revision", Integer, nullable=False),
)

# Earlier states of characters, personas, lorebooks and memory entries. ``body``: the whole object as JSON.
library_versions = Table(
    "library_versions",
    metadata,
    Column("kind", String, primary_key=True),
    Column("object_id", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

# What was imported, so that the same again is recognised. ``identity``: what makes it the same object; ``digest``: of its content.
imports = Table(
    "imports",
    metadata,
    Column("kind", String, primary_key=True),
    Column("object_id", String, primary_key=True),
    Column("identity", Text, nullable=False, index=True),
    Column("digest", String, nullable=False, index=True),
    Column("file_name", Text, nullable=False),
    Column("imported_at", BigInteger, nullable=False),
)

# Pictures and other files, known by the SHA-256 (hex) of their bytes.
blobs = Table(
    "blobs",
    metadata,
    Column("digest", String, primary_key=True),
    Column("media_type", String, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# The files that a character's assets speak of, by their address in the card.
character_files = Table(
    "character_files",
    metadata,
    Column("character_id", String, primary_key=True),
    Column("uri", Text, primary_key=True),
    Column("digest", String, ForeignKey("blobs.digest"), nullable=False),
)

# The pictures that any revision of a message speaks of, or that a draft will have in it: no foreign key for these.
message_files = Table(
    "message_files",
    metadata,
    Column("message_id", String, primary_key=True),
    Column("digest", String, ForeignKey("blobs.digest"), primary_key=True, index=True),
)

# The messages that are not in the index of words yet (``sqlite_search``), by their ``seq``.
search_waiting = Table("search_waiting", metadata, Column("seq", Integer, primary_key=True))
