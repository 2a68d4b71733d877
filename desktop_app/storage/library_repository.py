"""Characters and personas in the database: ``LibraryRepository`` for the services."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Table, delete, insert, select, update

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.ports import Clock
from desktop_app.storage.clean import cleaned
from desktop_app.storage.codec import from_json, readable_json, to_json
from desktop_app.storage.database import Database
from desktop_app.storage.lore_rows import remove_links
from desktop_app.storage.proposal_repository import forget_waiting
from desktop_app.storage.tables import characters, chat_characters, chats, personas
from desktop_app.storage.version_rows import keep_version

T = TypeVar("T", Character, Persona)


class SqlLibraryRepository:
    """Fulfils ``LibraryRepository``."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def characters(self) -> list[Character]:
        """All of them by name."""
        return await self._database.read(_characters)

    async def get_character(self, character_id: str) -> Character:
        """One of them."""
        return await self._database.read(lambda connection: _get_character(connection, character_id))

    async def save_character(self, character: Character, *, typed: bool = False) -> None:
        """Adds or replaces, and keeps what was there before."""
        made, now = cleaned(character), self._clock.now()
        await self._database.write(lambda connection: _replace_character(connection, made, now, typed=typed))

    async def personas(self) -> list[Persona]:
        """All of them by name."""
        return await self._database.read(_personas)

    async def get_persona(self, persona_id: str) -> Persona:
        """One of them."""
        return await self._database.read(lambda connection: _get_persona(connection, persona_id))

    async def save_persona(self, persona: Persona, *, typed: bool = False) -> None:
        """Adds or replaces, and keeps what was there before."""
        made, now = cleaned(persona), self._clock.now()
        await self._database.write(lambda connection: _replace_persona(connection, made, now, typed=typed))

    async def delete_character(self, character_id: str) -> None:
        """With its places in chats and its links to lorebooks. Memory entries of it stay."""
        await self._database.write(lambda connection: _delete_character(connection, character_id))

    async def delete_persona(self, persona_id: str) -> None:
        """With its links to lorebooks. Memory entries of it stay."""
        await self._database.write(lambda connection: _delete_persona(connection, persona_id))


def store_character(connection: Connection, character: Character) -> None:
    """Adds or replaces."""
    _save(connection, characters, {"id": character.id, "name": character.name, "card": to_json(character)})


def find_character(connection: Connection, character_id: str) -> Character | None:
    """One of them, if it is there and not damaged."""
    card = connection.execute(select(characters.c.card).where(characters.c.id == character_id)).scalar_one_or_none()
    return readable_json(card, Character, f"character {character_id}")


def store_persona(connection: Connection, persona: Persona) -> None:
    """Adds or replaces."""
    extensions = to_json(persona.extensions) if persona.extensions else None
    values = {"id": persona.id, "name": persona.name, "description": persona.description, "extensions": extensions}
    _save(connection, personas, values)


def find_persona(connection: Connection, persona_id: str) -> Persona | None:
    """One of them, if it is there."""
    row = connection.execute(select(personas).where(personas.c.id == persona_id)).first()
    return None if row is None else _persona_of(row)


def _replace_character(connection: Connection, made: Character, now: int, *, typed: bool) -> None:
    before = find_character(connection, made.id)
    if before is not None and replace(before, updated_at=made.updated_at) != made:
        keep_version(connection, before, now, typed=typed)
    store_character(connection, made)


def _replace_persona(connection: Connection, made: Persona, now: int, *, typed: bool) -> None:
    before = find_persona(connection, made.id)
    if before is not None and before != made:
        keep_version(connection, before, now, typed=typed)
    store_persona(connection, made)


def _save(connection: Connection, table: Table, values: Mapping[str, str | None]) -> None:
    if not connection.execute(update(table).where(table.c.id == values["id"]).values(values)).rowcount:
        connection.execute(insert(table).values(values))


def _characters(connection: Connection) -> list[Character]:
    cards = connection.execute(select(characters.c.card)).scalars()
    return _by_name([from_json(card, Character) for card in cards])


def _get_character(connection: Connection, character_id: str) -> Character:
    card = connection.execute(select(characters.c.card).where(characters.c.id == character_id)).scalar_one_or_none()
    if card is None:
        raise NotFoundError(kind="character", id=character_id)
    return from_json(card, Character)


def _personas(connection: Connection) -> list[Persona]:
    rows = connection.execute(select(personas))
    return _by_name([_persona_of(row) for row in rows])


def _persona_of(row: Row[*tuple[Any, ...]]) -> Persona:
    extensions = readable_json(row.extensions, dict[str, str], f"extensions of persona {row.id}")
    return Persona(row.id, row.name, row.description, extensions or {})


def _get_persona(connection: Connection, persona_id: str) -> Persona:
    persona = find_persona(connection, persona_id)
    if persona is None:
        raise NotFoundError(kind="persona", id=persona_id)
    return persona


def _delete_character(connection: Connection, character_id: str) -> None:
    connection.execute(delete(chat_characters).where(chat_characters.c.character_id == character_id))
    remove_links(connection, Scope(ScopeKind.CHARACTER, character_id))
    forget_waiting(connection, Scope(ScopeKind.CHARACTER, character_id))
    if not connection.execute(delete(characters).where(characters.c.id == character_id)).rowcount:
        raise NotFoundError(kind="character", id=character_id)


def _delete_persona(connection: Connection, persona_id: str) -> None:
    connection.execute(update(chats).where(chats.c.persona_id == persona_id).values(persona_id=None))
    remove_links(connection, Scope(ScopeKind.PERSONA, persona_id))
    forget_waiting(connection, Scope(ScopeKind.PERSONA, persona_id))
    if not connection.execute(delete(personas).where(personas.c.id == persona_id)).rowcount:
        raise NotFoundError(kind="persona", id=persona_id)


def _by_name(items: list[T]) -> list[T]:
    """In Python, since SQLite folds the case of ASCII only."""
    return sorted(items, key=lambda item: (item.name.casefold(), item.id))
