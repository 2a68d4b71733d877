"""Where a key was found, in words: whose message, and the text around it. For the key test and the lore trace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from desktop_app.context.plan import EntryTrace, Hit
from desktop_app.domain.lore import ScanSource
from desktop_app.domain.message import Message
from desktop_app.ui.editors.lore_words import source_names
from desktop_app.ui.services import UiServices
from desktop_app.ui.speakers import speaker

PLACES_SHOWN = 4

AROUND = 24
"""Characters shown on each side of what was found."""


@dataclass(frozen=True, slots=True)
class Found:
    """One place: the key, whose text it is, and what stands around it."""

    key: str
    where: str
    around: str = ""


async def found_in(services: UiServices, chat_id: str, trace: EntryTrace) -> tuple[Found, ...]:
    """The first places of a trace's hits, newest messages as the engine orders them; one for a key and a text."""
    hits = list({(hit.key, hit.where): hit for hit in reversed(trace.hits)}.values())[::-1][:PLACES_SHOWN]
    messages = await services.chat.messages([hit.where for hit in hits])
    draft = await services.chat.get_draft(chat_id)
    typed = {draft.message_id: draft.text} if draft is not None else {}
    return tuple(_found(hit, messages.get(hit.where), typed.get(hit.where, "")) for hit in hits)


def around(text: str, start: int, end: int) -> str:
    """What stands at a place of a text with its neighbours, on one line."""
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    left, right = "…" if start > AROUND else "", "…" if end + AROUND < len(text) else ""
    return " ".join(f"{left}{before}{text[start:end]}{after}{right}".split())


def where_name(hit: Hit, entries: Iterable[EntryTrace] = ()) -> str:
    """What a text is called that is no message: a part of the card, or another entry."""
    if hit.where in set(ScanSource):
        return dict(source_names())[ScanSource(hit.where)]
    title = next((trace.title for trace in entries if trace.entry_id == hit.where), "")
    return QCoreApplication.translate("Found", "Entry “{title}”").format(title=title) if title else ""


def _found(hit: Hit, message: Message | None, typed: str) -> Found:
    translate = QCoreApplication.translate
    if message is not None:
        whose = speaker(message.speaker.name) or translate("Found", "a message")
        return Found(hit.key, whose, around(message.text, hit.start, hit.end))
    if typed:
        return Found(hit.key, translate("Found", "your message"), around(typed, hit.start, hit.end))
    return Found(hit.key, where_name(hit) or translate("Found", "your message"))
