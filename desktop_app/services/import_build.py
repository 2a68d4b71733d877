"""Makes what an import stores of one object: ids, links, files and the record of where it came from. For the import service.

Pure: it is told what the library has (``Shelf``) and tells what is to be stored (``Built``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.importing import Archived, ImportedCard, ImportedPersona
from desktop_app.domain.lore import Lorebook, LorebookEntry, LorebookLink, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.transfer import (
    PORTRAIT,
    ImportBatch,
    ImportRecord,
    LibraryObject,
    ObjectKind,
)
from desktop_app.services.import_identity import book_identity, digest_of, head_of, kind_of
from desktop_app.services.import_plan import Choice, PreviewItem

# What is kept of the files of one character, in bytes.
MAX_FILES_OF_ONE = 100 << 20
_WORLD = "world"


@dataclass(slots=True)
class Shelf:
    """What the library has, by id, and what was imported into it; kept true while an import goes on.

    ``owners``: characters by the name of the file that they came in, as SillyTavern calls the folders of their chats.
    """

    objects: dict[str, LibraryObject | Chat] = field(default_factory=dict[str, "LibraryObject | Chat"])
    records: dict[tuple[ObjectKind, str], ImportRecord] = field(
        default_factory=dict[tuple[ObjectKind, str], ImportRecord]
    )
    owners: dict[str, str] = field(default_factory=dict[str, str])

    def of_kind(self, kind: ObjectKind) -> list[LibraryObject]:
        """The library's objects of one kind."""
        return [one for one in self.objects.values() if not isinstance(one, Chat) and kind_of(one) is kind]

    def named(self, kind: ObjectKind, name: str) -> str | None:
        """The id of the only object with this name."""
        wanted = name.strip().casefold()
        found = [one.id for one in self.of_kind(kind) if head_of(one).strip().casefold() == wanted]
        return found[0] if wanted and len(found) == 1 else None

    def record_of(self, kind: ObjectKind, identity: str) -> ImportRecord | None:
        """The newest record of what is there."""
        found = [one for one in self.records.values() if one.kind is kind and one.identity == identity]
        return found[-1] if found else None

    def learn(self, batch: ImportBatch) -> None:
        """It was stored."""
        for one in (*batch.characters, *batch.personas, *batch.books, *batch.memories):
            self.objects[one.id] = one
        for tree in batch.chats:
            self.objects[tree.chat.id] = tree.chat
        self.records |= {(record.kind, record.object_id): record for record in batch.records}


@dataclass(frozen=True, slots=True)
class Maker:
    """Gives ids and times."""

    new_id: Callable[[], str]
    now: int
    file_name: str

    def record(self, kind: ObjectKind, object_id: str, identity: str, digest: str) -> ImportRecord:
        """Where an object came from."""
        return ImportRecord(kind, object_id, identity, digest, self.file_name, self.now)


def card_batch(card: ImportedCard, item: PreviewItem, choice: Choice, shelf: Shelf, make: Maker) -> ImportBatch:
    """A character with its lorebook, its portrait and its files."""
    replaced = _replaced(item, choice, shelf)
    old = replaced if isinstance(replaced, Character) else None
    character = _timed(replace(card.character, id=old.id if old else make.new_id()), old, make.now)
    books, links, versions = list[Lorebook](), list[LorebookLink](), list[LibraryObject]()
    records = [make.record(ObjectKind.CHARACTER, character.id, item.identity, item.digest)]
    scope = Scope(ScopeKind.CHARACTER, character.id)
    if old is not None:
        versions.append(old)
    if card.book is not None:
        identity = book_identity(character.id)
        known = shelf.record_of(ObjectKind.LOREBOOK, identity) if old is not None else None
        there = shelf.objects.get(known.object_id) if known is not None else None
        old_book = there if isinstance(there, Lorebook) else None
        book = book_of(card.book, old_book, make)
        books.append(book)
        links.append(LorebookLink(book.id, scope))
        versions += [old_book] if old_book is not None else []
        records.append(make.record(ObjectKind.LOREBOOK, book.id, identity, digest_of(card.book)))
    elif (world := _world(character, shelf)) is not None:
        links.append(LorebookLink(world, scope))
    return ImportBatch(
        characters=(character,),
        books=tuple(books),
        links=tuple(links),
        files={character.id: _bounded(card)},
        records=tuple(records),
        versions=tuple(versions),
    )


def persona_batch(
    given: ImportedPersona, picture: bytes, item: PreviewItem, choice: Choice, shelf: Shelf, make: Maker
) -> ImportBatch:
    """A persona with its picture and the lorebook that it was linked to."""
    replaced = _replaced(item, choice, shelf)
    persona = replace(given.persona, id=replaced.id if replaced is not None else make.new_id())
    book_id = shelf.named(ObjectKind.LOREBOOK, given.book_name)
    links = () if book_id is None else (LorebookLink(book_id, Scope(ScopeKind.PERSONA, persona.id)),)
    return ImportBatch(
        personas=(persona,),
        links=links,
        files={persona.id: {PORTRAIT: picture}} if picture else {},
        records=(make.record(ObjectKind.PERSONA, persona.id, item.identity, item.digest),),
        versions=() if replaced is None else (replaced,),
    )


def book_batch(book: Lorebook, item: PreviewItem, choice: Choice, shelf: Shelf, make: Maker) -> ImportBatch:
    """A lorebook, which counts nowhere yet."""
    replaced = _replaced(item, choice, shelf)
    old = replaced if isinstance(replaced, Lorebook) else None
    made = book_of(book, old, make)
    record = make.record(ObjectKind.LOREBOOK, made.id, item.identity, item.digest)
    return ImportBatch(books=(made,), records=(record,), versions=() if old is None else (old,))


def archived_batch(given: Archived, choice: Choice, shelf: Shelf, make: Maker) -> ImportBatch:
    """An object of our own archive. The newer state counts, the other one is kept as a version."""
    value = given.value
    if not isinstance(value, Character | Persona | Lorebook | MemoryEntry):
        raise TypeError(value)
    if choice is Choice.COPY:
        value = _with_id(value, make.new_id())
    there = shelf.objects.get(value.id)
    old = there if isinstance(there, Character | Persona | Lorebook | MemoryEntry) else None
    if old is not None and getattr(old, "updated_at", 0) > getattr(value, "updated_at", 0):
        return ImportBatch(versions=(value,))
    scopes = tuple(scope for scope in given.scopes if scope.kind is not ScopeKind.CHAT or scope.id in shelf.objects)
    links = tuple(LorebookLink(value.id, scope) for scope in scopes) if isinstance(value, Lorebook) else ()
    return ImportBatch(
        characters=(value,) if isinstance(value, Character) else (),
        personas=(value,) if isinstance(value, Persona) else (),
        books=(value,) if isinstance(value, Lorebook) else (),
        memories=(value,) if isinstance(value, MemoryEntry) else (),
        links=links,
        files={value.id: given.files} if given.files else {},
        versions=() if old is None else (old,),
    )


def book_of(book: Lorebook, old: Lorebook | None, make: Maker) -> Lorebook:
    """A lorebook with ids. Entries that are as they were keep theirs, so that what they activated stays true."""
    taken: dict[object, list[str]] = {}
    for entry in old.entries if old is not None else ():
        taken.setdefault(_nameless(entry), []).append(entry.id)
    labels: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for entry in old.entries if old is not None else ():
        labels.setdefault((entry.name, entry.keys), []).append(entry.id)
    entries: list[LorebookEntry] = []
    used: set[str] = set()
    for entry in book.entries:
        alike = [*taken.get(_nameless(entry), ()), *labels.get((entry.name, entry.keys), ())]
        entry_id = next((one for one in alike if one not in used), None) or make.new_id()
        used.add(entry_id)
        entries.append(replace(entry, id=entry_id))
    made_at = old.created_at if old is not None else make.now
    book_id = old.id if old is not None else make.new_id()
    return replace(book, id=book_id, entries=tuple(entries), created_at=made_at, updated_at=make.now)


def _nameless(entry: LorebookEntry) -> str:
    return repr(replace(entry, id="", revision=1))


def _replaced(item: PreviewItem, choice: Choice, shelf: Shelf) -> LibraryObject | None:
    there = shelf.objects.get(item.existing_id) if choice is Choice.UPDATE else None
    return None if isinstance(there, Chat) else there


def _timed(character: Character, old: Character | None, now: int) -> Character:
    return replace(character, created_at=old.created_at if old is not None else now, updated_at=now)


def _world(character: Character, shelf: Shelf) -> str | None:
    """The lorebook that a card of SillyTavern's is linked to by its name."""
    name = character.extensions.get(_WORLD, "").strip('"')
    return shelf.named(ObjectKind.LOREBOOK, name)


def _bounded(card: ImportedCard) -> Mapping[str, bytes]:
    room, kept = MAX_FILES_OF_ONE, dict[str, bytes]()
    portrait = {PORTRAIT: card.portrait} if card.portrait else {}
    for uri, data in {**portrait, **card.files}.items():
        if len(data) <= room:
            kept[uri] = data
            room -= len(data)
    return kept


def _with_id(value: LibraryObject, new_id: str) -> LibraryObject:
    match value:
        case Character():
            return replace(value, id=new_id)
        case Persona():
            return replace(value, id=new_id)
        case Lorebook():
            return replace(value, id=new_id)
        case MemoryEntry():
            return replace(value, id=new_id)
