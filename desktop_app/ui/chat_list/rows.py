"""Which rows the chat list has, as a pure function of the chats. Used by ``ChatListModel`` only; knows no Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum, auto

from desktop_app.domain.chat import Chat


class SectionKind(Enum):
    """What gathers the chats of a section."""

    PINNED = auto()
    FOLDER = auto()
    REST = auto()


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A heading. ``name`` is the folder's; ``closed``: its chats are folded away."""

    kind: SectionKind
    name: str
    closed: bool

    @property
    def key(self) -> str:
        """What tells this row from all others, whatever its content."""
        return f"section:{self.kind.name}:{self.name}"


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A chat."""

    chat: Chat

    @property
    def key(self) -> str:
        """What tells this row from all others, whatever its content."""
        return f"chat:{self.chat.id}"


Row = SectionRow | ChatRow


def rows_of(chats: Iterable[Chat], query: str, closed: Collection[str]) -> list[Row]:
    """The rows from top to bottom: pinned, folders by name, the rest; the last changed first within each.

    ``query`` filters by title (any part, whatever the case); a search opens what is folded away. ``closed`` holds keys of
    sections. A single section needs no heading.
    """
    wanted = query.strip().casefold()
    sections: dict[tuple[int, str], list[Chat]] = {}
    for chat in sorted(chats, key=lambda chat: (-chat.updated_at, chat.id)):
        if wanted in chat.title.casefold():
            sections.setdefault(_section_of(chat), []).append(chat)
    if len(sections) == 1 and (SectionKind.REST.value, "") in sections:
        return [ChatRow(chat) for chat in sections[(SectionKind.REST.value, "")]]
    rows: list[Row] = []
    for (kind, name), members in sorted(sections.items(), key=lambda item: (item[0][0], item[0][1].casefold())):
        heading = SectionRow(SectionKind(kind), name, closed=False)
        folded = not wanted and heading.key in closed
        rows.append(SectionRow(SectionKind(kind), name, closed=folded))
        if not folded:
            rows.extend(ChatRow(chat) for chat in members)
    return rows


def _section_of(chat: Chat) -> tuple[int, str]:
    if chat.pinned:
        return SectionKind.PINNED.value, ""
    if chat.folder:
        return SectionKind.FOLDER.value, chat.folder
    return SectionKind.REST.value, ""
