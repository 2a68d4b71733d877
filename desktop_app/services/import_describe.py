"""Says of the contents of a file what they are and whether the library has them already. Used by the import service."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.domain.character import Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.importing import (
    Archived,
    Imported,
    ImportedCard,
    ImportedChat,
    ImportedPersona,
    ImportedPreset,
    ImportedScripts,
)
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.transfer import ChatTree, ImportRecord, LibraryObject, ObjectKind
from desktop_app.services.import_build import Shelf
from desktop_app.services.import_identity import digest_of, head_of, identity_of, kind_of
from desktop_app.services.import_plan import Choice, Known, PreviewItem
from desktop_app.services.import_trees import title_of

_PROPOSED = {
    Known.NEW: Choice.ADD,
    Known.SAME: Choice.SKIP,
    Known.NEWER: Choice.UPDATE,
    Known.EDITED: Choice.COPY,
}


def describe(contents: Sequence[Imported], file: int, shelf: Shelf) -> tuple[PreviewItem, ...]:
    """One item for each content, in their order."""
    return tuple(_item(content, file, place, shelf) for place, content in enumerate(contents))


def _item(content: Imported, file: int, place: int, shelf: Shelf) -> PreviewItem:
    kind, identity, digest = kind_of(content), identity_of(content), digest_of(content)
    known, existing_id, existing_name = _known(content, kind, identity, digest, shelf)
    choice = _PROPOSED[known]
    if known is Known.EDITED and kind is ObjectKind.CHAT:
        choice = Choice.UPDATE  # a chat only ever grows
    if isinstance(content, Archived) and known is not Known.NEW and known is not Known.SAME:
        choice = Choice.UPDATE
    messages, variants = _size(content)
    return PreviewItem(
        key=f"{file}.{place}",
        kind=kind,
        name=_name(content),
        file=file,
        place=place,
        known=known,
        choice=choice,
        existing_id=existing_id,
        existing_name=existing_name,
        entries=_entries(content),
        messages=messages,
        variants=variants,
        identity=identity,
        digest=digest,
    )


def _known(content: Imported, kind: ObjectKind, identity: str, digest: str, shelf: Shelf) -> tuple[Known, str, str]:
    if isinstance(content, Archived):
        there = shelf.objects.get(identity)
        if there is None:
            return Known.NEW, "", ""
        same = not isinstance(there, Chat) and digest_of(there) == digest
        return (Known.SAME if same else Known.NEWER), identity, head_of(there)
    record = shelf.record_of(kind, identity)
    if record is not None:
        there = shelf.objects[record.object_id]
        edited = _was_edited(there, record)
        known = Known.SAME if record.digest == digest else Known.EDITED if edited else Known.NEWER
        return known, record.object_id, head_of(there)
    return _by_name(content, kind, identity, shelf)


def _by_name(content: Imported, kind: ObjectKind, identity: str, shelf: Shelf) -> tuple[Known, str, str]:
    """What was never imported and is called the same."""
    if kind in {ObjectKind.CHAT, ObjectKind.SCRIPTS, ObjectKind.PRESET}:
        return Known.NEW, "", ""
    imported = {object_id for found, object_id in shelf.records if found is kind}
    for there in shelf.of_kind(kind):
        if there.id not in imported and identity_of(there) == identity:
            same = _core(content) is not None and digest_of(_core(content) or there) == digest_of(there)
            return (Known.SAME if same else Known.EDITED), there.id, head_of(there)
    return Known.NEW, "", ""


def _was_edited(there: LibraryObject | Chat, record: ImportRecord) -> bool:
    """Whether the person changed it since it came."""
    if isinstance(there, Chat):
        return False  # it only ever grows
    if isinstance(there, Persona):
        return digest_of(there) != record.digest
    return there.updated_at > record.imported_at


def _core(content: Imported) -> LibraryObject | None:
    match content:
        case ImportedCard(character=character):
            return character
        case ImportedPersona(persona=persona):
            return persona
        case Lorebook():
            return content
        case _:
            return None


def _name(content: Imported) -> str:
    match content:
        case ImportedChat():
            return title_of(content)
        case ImportedScripts():
            return content.name
        case ImportedPreset(preset=preset):
            return preset.name
        case Archived(value=ChatTree(chat=chat)):
            return chat.title
        case Archived(value=value) if not isinstance(value, ChatTree):
            return head_of(value)
        case _:
            core = _core(content)
            return head_of(core) if core is not None else ""


def _entries(content: Imported) -> int:
    match content:
        case ImportedCard(book=Lorebook(entries=entries)) | Lorebook(entries=entries):
            return len(entries)
        case Archived(value=Lorebook(entries=entries)):
            return len(entries)
        case _:
            return 0


def _size(content: Imported) -> tuple[int, int]:
    """The messages of the open branch, and how many stand beside it."""
    match content:
        case ImportedChat():
            branch = len(content.branch())
            return branch, len(content.nodes) - branch
        case Archived(value=ChatTree() as tree):
            branch = len(tree.branch())
            return branch, len(tree.current()) - branch
        case _:
            return 0, 0
