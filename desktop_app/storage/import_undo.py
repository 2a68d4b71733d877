"""Takes an import back inside one transaction: what it added goes, what it replaced is as it was. For the import repository.

Whatever was changed since, or is used by something that the import did not bring, stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, Table, delete, select, update

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Lorebook, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.transfer import Added, LibraryObject, ObjectKind
from desktop_app.storage.batches import in_batches
from desktop_app.storage.chat_rows import get_chat
from desktop_app.storage.codec import readable_json
from desktop_app.storage.file_rows import remove_files
from desktop_app.storage.held_books import HeldBooks
from desktop_app.storage.library_repository import find_persona, store_character, store_persona
from desktop_app.storage.lore_rows import delete_book, find_book, remove_links
from desktop_app.storage.lore_saving import save_book
from desktop_app.storage.memory_repository import store_entry
from desktop_app.storage.picture_rows import set_pictures
from desktop_app.storage.sqlite_derived import message_removed
from desktop_app.storage.sqlite_search import reindexing
from desktop_app.storage.sqlite_tree import children, choose_path, set_chosen, set_tip
from desktop_app.storage.tables import (
    characters,
    chat_characters,
    chats,
    imports,
    memory_entries,
    message_revisions,
    messages,
    personas,
    turns,
)

# What may hang on something else goes first.
_ORDER = (ObjectKind.CHAT, ObjectKind.MEMORY, ObjectKind.LOREBOOK, ObjectKind.CHARACTER, ObjectKind.PERSONA)


def take_out(connection: Connection, added: Sequence[Added], now: int) -> tuple[Added, ...]:
    """Returns what stays because it is not as it was stored, or is in use."""
    gone: set[str] = set()
    kept: list[Added] = []
    for item in sorted(added, key=lambda item: _ORDER.index(item.kind)):
        if _is_as_stored(connection, item) and not _is_used(connection, item, gone):
            _take_back(connection, item, now)
            gone.add(item.id)
        else:
            kept.append(item)
    return tuple(item for item in added if item in kept)


def _is_as_stored(connection: Connection, item: Added) -> bool:
    there = _find(connection, item)
    if isinstance(there, Lorebook) and isinstance(item.after, Lorebook):
        return there.revision == item.after.revision
    return there == item.after


def _find(connection: Connection, item: Added) -> LibraryObject | Chat | None:
    match item.kind:
        case ObjectKind.CHARACTER:
            card = _column(connection, characters, "card", item.id)
            return readable_json(card, Character, f"character {item.id}")
        case ObjectKind.PERSONA:
            return find_persona(connection, item.id)
        case ObjectKind.LOREBOOK:
            return find_book(connection, item.id, HeldBooks(limit=0))
        case ObjectKind.MEMORY:
            return readable_json(_column(connection, memory_entries, "entry", item.id), MemoryEntry, item.id)
        case ObjectKind.CHAT:
            try:
                return get_chat(connection, item.id)
            except NotFoundError:
                return None
        case ObjectKind.SCRIPTS | ObjectKind.PRESET:
            return None  # they are in the settings


def _is_used(connection: Connection, item: Added, gone: Collection[str]) -> bool:
    """Whether a chat that stays speaks of it."""
    if item.before is not None:
        return False
    match item.kind:
        case ObjectKind.CHARACTER:
            query = select(chat_characters.c.chat_id).where(chat_characters.c.character_id == item.id)
        case ObjectKind.PERSONA:
            query = select(chats.c.id).where(chats.c.persona_id == item.id)
        case _:
            return False
    return any(chat_id not in gone for chat_id in connection.execute(query).scalars())


def _take_back(connection: Connection, item: Added, now: int) -> None:
    same = (imports.c.kind == item.kind.value, imports.c.object_id == item.id)
    connection.execute(delete(imports).where(*same))
    match item.before:
        case Character():
            store_character(connection, item.before)
        case Persona():
            store_persona(connection, item.before)
        case Lorebook():
            save_book(connection, item.before, find_book(connection, item.id, HeldBooks(limit=0)))
        case MemoryEntry():
            store_entry(connection, item.before)
        case Chat():
            _remove_messages(connection, item.before, item.message_ids)
        case None:
            _remove(connection, item, now)


def _remove(connection: Connection, item: Added, now: int) -> None:
    match item.kind:
        case ObjectKind.CHARACTER:
            connection.execute(delete(chat_characters).where(chat_characters.c.character_id == item.id))
            _remove_owner(connection, Scope(ScopeKind.CHARACTER, item.id), characters)
        case ObjectKind.PERSONA:
            connection.execute(update(chats).where(chats.c.persona_id == item.id).values(persona_id=None))
            _remove_owner(connection, Scope(ScopeKind.PERSONA, item.id), personas)
        case ObjectKind.LOREBOOK:
            delete_book(connection, item.id)
        case ObjectKind.MEMORY:
            connection.execute(delete(memory_entries).where(memory_entries.c.id == item.id))
        case ObjectKind.CHAT:
            connection.execute(update(chats).where(chats.c.id == item.id).values(deleted_at=now))
        case ObjectKind.SCRIPTS | ObjectKind.PRESET:
            pass  # they are in the settings


def _remove_owner(connection: Connection, scope: Scope, table: Table) -> None:
    remove_links(connection, scope)
    remove_files(connection, scope.id)
    connection.execute(delete(table).where(table.c.id == scope.id))


def _remove_messages(connection: Connection, before: Chat, message_ids: Sequence[str]) -> None:
    """The messages that were added to a chat that was there; its branch ends where it did."""
    for some in in_batches(message_ids):
        connection.execute(update(messages).where(messages.c.chosen_child_id.in_(some)).values(chosen_child_id=None))
        connection.execute(delete(turns).where(turns.c.message_id.in_(some)))
    for message_id in reversed(message_ids):
        parent_id = connection.execute(select(messages.c.parent_id).where(messages.c.id == message_id)).scalar()
        with reindexing(connection, message_id):
            connection.execute(delete(message_revisions).where(message_revisions.c.message_id == message_id))
            connection.execute(delete(messages).where(messages.c.id == message_id))
        message_removed(connection, before.id, message_id)
        set_pictures(connection, message_id, (), ())
        if parent_id is not None and (rest := children(connection, parent_id)):
            set_chosen(connection, parent_id, rest[-1])
    if before.tip_id is not None:
        choose_path(connection, before.tip_id, None)
    set_tip(connection, before.id, before.tip_id)
    connection.execute(update(chats).where(chats.c.id == before.id).values(updated_at=before.updated_at))


def _column(connection: Connection, table: Table, name: str, object_id: str) -> str | None:
    return connection.execute(select(table.c[name]).where(table.c.id == object_id)).scalar_one_or_none()
