"""What the rows of each table look like, so that a page whose tree is lost is known by what is on it. Used by ``copying``.

Migrations only ever add columns at the end of a table: rows of every version are beginnings of those of today, and what is
missing at their end is what the columns have by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

import msgspec
from sqlalchemy import Boolean, Column, Integer, LargeBinary, Table

from desktop_app.domain.lore import ScopeKind
from desktop_app.domain.message import MessageState, Role
from desktop_app.domain.transfer import ObjectKind
from desktop_app.storage import tables
from desktop_app.storage.rescue.pages import Record, Value

# In the order in which they are saved. What is missing here is made anew by itself: vectors, the index of words, caches.
RESCUED: Final = (
    tables.chats,
    tables.messages,
    tables.message_revisions,
    tables.drafts,
    tables.characters,
    tables.personas,
    tables.chat_characters,
    tables.folders,
    tables.lorebooks,
    tables.lorebook_entries,
    tables.lorebook_links,
    tables.memory_entries,
    tables.blobs,
    tables.character_files,
    tables.message_files,
    tables.summary_segments,
    tables.summary_sentences,
    tables.summary_sources,
    tables.memory_proposals,
    tables.proposal_readings,
    tables.library_versions,
    tables.imports,
    tables.calibrations,
    tables.turns,
    tables.plan_texts,
)

_ROLES = frozenset(role.value for role in Role)
_STATES = frozenset(state.value for state in MessageState)
_SCOPES = frozenset(kind.value for kind in ScopeKind)
_KINDS = frozenset(kind.value for kind in ObjectKind)
_DIGEST_LENGTH = 64
_ID_LENGTH = 26
# So many columns these had in the first version: too few to tell them by.
_FIRST_FOLDER, _FIRST_DRAFT = 2, 3
_HEXADECIMAL = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Shape:
    """The rows of a table. ``kinds``: what each column may hold; ``least``: the columns of the first version that had it.

    ``rowid``: the place of the column that is SQLite's own number of the row, -1 where there is none. ``telling``: what only
    rows of this table have, beside their kinds; None where nothing does.
    """

    table: Table
    kinds: tuple[tuple[type, ...], ...]
    least: int
    rowid: int
    rest: tuple[Value, ...]
    telling: Callable[[Record], bool] | None

    def fits(self, record: Record) -> bool:
        """Whether it may be a row of this table."""
        return self.least <= len(record) <= len(self.kinds) and all(
            isinstance(value, kinds) for value, kinds in zip(record, self.kinds, strict=False)
        )

    def whole(self, rowid: int, record: Record) -> Record:
        """The row with all columns of today."""
        row = (*record, *self.rest[len(record) :])
        return row if self.rowid < 0 else (*row[: self.rowid], rowid, *row[self.rowid + 1 :])


@cache
def shapes() -> Mapping[str, Shape]:
    """By the names of the tables."""
    return MappingProxyType({table.name: _shape(table) for table in RESCUED})


def recognised(records: Sequence[Record]) -> Shape | None:
    """Of which table a page with these rows is; None where it is of none, or may be of several."""
    fitting = [
        shape
        for shape in shapes().values()
        if (telling := shape.telling) is not None
        and records
        and all(shape.fits(record) and telling(record) for record in records)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _shape(table: Table) -> Shape:
    columns = list(table.columns)
    free = [column.nullable or column.server_default is not None for column in columns]
    least = len(columns)
    while free[least - 1]:
        least -= 1
    keys = list(table.primary_key.columns)
    rowid = columns.index(keys[0]) if len(keys) == 1 and _is_rowid(keys[0]) else -1
    kinds = tuple(_kinds(column, is_rowid=place == rowid) for place, column in enumerate(columns))
    rest = tuple(None if column.server_default is None else 0 for column in columns)
    return Shape(table, kinds, least, rowid, rest, _TELLING.get(table.name))


def _is_rowid(column: Column[object]) -> bool:
    return type(column.type) is Integer


def _kinds(column: Column[object], *, is_rowid: bool) -> tuple[type, ...]:
    """The number of a row is not among its columns."""
    if is_rowid:
        return (type(None),)
    kind = int if isinstance(column.type, Integer | Boolean) else bytes if isinstance(column.type, LargeBinary) else str
    return (kind, type(None)) if column.nullable else (kind,)


def _is_any(_record: Record) -> bool:
    return True


def _is_digest(value: Value) -> bool:
    return isinstance(value, str) and len(value) == _DIGEST_LENGTH and _HEXADECIMAL.issuperset(value)


def _is_id(value: Value) -> bool:
    return isinstance(value, str) and len(value) == _ID_LENGTH and value.isalnum()


def _object(value: Value) -> dict[str, object]:
    """The JSON object that a text is; an empty one where it is none."""
    if not isinstance(value, str) or not value.startswith("{"):
        return {}
    try:
        return msgspec.json.decode(value, type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeError):
        return {}


def _is_of(value: Value, id_: Value) -> bool:
    """Whether a text is the JSON of the object with this id."""
    return _object(value).get("id") == id_


def _is_character_file(record: Record) -> bool:
    return _is_digest(record[2])


def _is_link(record: Record) -> bool:
    return record[1] in _SCOPES and not _is_digest(record[2])


def _is_character(record: Record) -> bool:
    return _is_of(record[2], record[0])


def _is_persona(record: Record) -> bool:
    """Early rows are three texts, as those of several tables are; an early draft has the id of its message second."""
    others = _is_character_file(record) or _is_link(record) or _is_character(record)
    return not others and (len(record) > _FIRST_DRAFT or not _is_id(record[1]))


def _is_folder(record: Record) -> bool:
    """Which messages were read for proposals is two ids and a number, too."""
    return len(record) > _FIRST_FOLDER and not _is_id(record[1])


_TELLING: Final[Mapping[str, Callable[[Record], bool]]] = {
    "chats": _is_any,
    "messages": lambda record: record[9] in _ROLES and record[7] in _STATES,
    "message_revisions": lambda record: record[2] in _STATES,
    "drafts": lambda record: len(record) > _FIRST_DRAFT + 1,  # the second version added two
    "characters": _is_character,
    "personas": _is_persona,
    "chat_characters": _is_any,
    "folders": _is_folder,
    "lorebooks": lambda record: record[0] not in _KINDS and _is_of(record[4], record[0]),
    "lorebook_entries": lambda record: record[0] not in _KINDS and _is_of(record[4], record[1]),
    "lorebook_links": _is_link,
    "memory_entries": lambda record: record[1] in _SCOPES,
    "blobs": lambda record: _is_digest(record[0]),
    "character_files": _is_character_file,
    "message_files": lambda record: _is_digest(record[1]),
    "summary_segments": _is_any,
    "summary_sentences": _is_any,
    "summary_sources": _is_any,
    "memory_proposals": lambda record: bool(_object(record[4])),
    "library_versions": lambda record: record[0] in _KINDS and bool(_object(record[4])),
    "imports": lambda record: record[0] in _KINDS,
    "turns": _is_any,
    "plan_texts": _is_any,
}
