"""Whether what stands in a form would fire in the open chat, and where its keys are found: shown live below the keys.

``KeyTester`` asks the context service, which judges by the engine itself, first the thing alone and then in the whole prompt as
it would be sent now, where room, groups and timers have their say; ``KeyTest`` shows what it said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_app.context.plan import EntryTrace
from desktop_app.domain.errors import AppError
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.memory import KeywordMatch, MemoryEntry
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.found import Found, found_in
from desktop_app.ui.icons import Icons
from desktop_app.ui.messages import error_sentence, reason_sentence
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import plain_label, quoted, sentences
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

DELAY_MS = 200
"""From the last key until it is tried."""

TASK = "key test"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is shown: whether it fires, why or why not, what keeps it out besides, and where its keys are."""

    fires: bool
    sentence: str
    places: tuple[Found, ...] = ()
    remarks: tuple[str, ...] = ()


class KeyTest(QFrame):
    """A small card: the verdict, and the places."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "bar")
        self._head = plain_label(look="secondary", wrap=True)
        self._lines = plain_label(look="secondary", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_8)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self._head)
        layout.addWidget(self._lines)
        self.hide()

    def show_verdict(self, verdict: Verdict | None) -> None:
        """Says it; None: there is nothing to say."""
        self.setVisible(verdict is not None)
        if verdict is None:
            return
        fires, silent = self.tr("Fires in this chat now."), self.tr("Does not fire in this chat now.")
        said = sentences(fires if verdict.fires else silent, verdict.sentence)
        self._say(said, "ok" if verdict.fires else "secondary")
        lines = [*(_line(place) for place in verdict.places), *verdict.remarks]
        self._lines.setText("\n".join(lines))
        self._lines.setVisible(bool(lines))

    def show_problem(self, sentence: str) -> None:
        """It could not be tried."""
        self._say(sentence, "secondary")
        self._lines.hide()
        self.show()

    def text(self) -> str:
        """All that it says; empty while it is hidden."""
        return "" if self.isHidden() else f"{self._head.text()}\n{self._lines.text()}".strip()

    def _say(self, sentence: str, look: str) -> None:
        self._head.setText(sentence)
        self._head.setProperty("look", look)
        self._head.style().unpolish(self._head)
        self._head.style().polish(self._head)


class KeyTester(QObject):
    """Tries what stands in a form, a moment after the last key; an answer that comes too late is dropped."""

    def __init__(self, services: UiServices, launch: Launcher, view: KeyTest) -> None:
        super().__init__(view)
        self._services = services
        self._launch = launch
        self._view = view
        self._chat_id = ""
        self._tried: Lorebook | MemoryEntry | None = None
        self._id = ""
        self._remarks: tuple[str, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._ask)

    def try_entry(self, chat_id: str, book: Lorebook, entry: LorebookEntry, *, counts: bool) -> None:
        """An entry of a book; ``counts``: whether the book does in the chat. What has no text yet is not tried."""
        if not (entry.keys or entry.content.strip()):
            self.clear()
            return
        remarks = _remarks(counts=counts, book_on=book.enabled, entry_on=entry.enabled)
        alone = replace(book, enabled=True, entries=(replace(entry, enabled=True),))
        self._try(chat_id, alone, remarks)

    def try_memory(self, chat_id: str, entry: MemoryEntry, *, counts: bool) -> None:
        """A memory entry; with the other way of comparing too. What has no text yet is not tried."""
        if not (entry.keywords or entry.content.strip()):
            self.clear()
            return
        remarks = _remarks(counts=counts, book_on=True, entry_on=entry.enabled)
        self._try(chat_id, replace(entry, enabled=True), remarks)

    def again(self) -> None:
        """The chat has changed."""
        if self._tried is not None:
            self._timer.start()

    def clear(self) -> None:
        """Nothing is tried."""
        self._tried = None
        self._id = ""
        self._timer.stop()
        self._view.show_verdict(None)

    def _try(self, chat_id: str, tried: Lorebook | MemoryEntry, remarks: tuple[str, ...]) -> None:
        if not chat_id:
            self.clear()
            return
        if _id_of(tried) != self._id:
            self._id = _id_of(tried)
            self._view.show_verdict(None)
        if (chat_id, tried, remarks) != (self._chat_id, self._tried, self._remarks):
            self._chat_id, self._tried, self._remarks = chat_id, tried, remarks
            self._timer.start()

    def _ask(self) -> None:
        if self._tried is not None:
            self._launch(TASK, self._show(self._chat_id, self._tried))

    async def _show(self, chat_id: str, tried: Lorebook | MemoryEntry) -> None:
        """First what is known sooner: the thing alone; then the whole prompt."""
        try:
            if _needs_no_key(tried):
                await self._show_live(chat_id, tried)
                return
            trace = await self._services.context.try_alone(chat_id, tried)
            places = await found_in(self._services, chat_id, trace)
            other = await self._other_way(chat_id, tried, trace) if isinstance(tried, MemoryEntry) else ()
            self._say(tried, trace, places, other)
            whole = _whole(trace, await self._live(chat_id, tried))
            if whole and not self._remarks:
                self._say(tried, trace, places, (*whole, *other))
        except AppError as error:
            if tried is self._tried:
                self._view.show_problem(error_sentence(error))

    async def _show_live(self, chat_id: str, tried: Lorebook | MemoryEntry) -> None:
        trace = await self._live(chat_id, tried)
        if trace is not None:
            self._say(tried, trace, await found_in(self._services, chat_id, trace), ())
        elif tried is self._tried:
            self._view.show_verdict(None)

    def _say(
        self, tried: Lorebook | MemoryEntry, trace: EntryTrace, places: tuple[Found, ...], more: tuple[str, ...]
    ) -> None:
        """Unless something else is tried by now."""
        if tried is self._tried:
            fires = trace.included and not self._remarks
            remarks = (*self._remarks, *more)
            self._view.show_verdict(Verdict(fires, reason_sentence(trace.reason), places, remarks))

    async def _live(self, chat_id: str, tried: Lorebook | MemoryEntry) -> EntryTrace | None:
        """What became of it in the prompt as it would be sent now; None where it is not stored yet or counts elsewhere."""
        entry_id = _id_of(tried)
        traces = await self._services.context.trace(chat_id, "")
        return next((trace for trace in traces if trace.entry_id == entry_id), None)

    async def _other_way(self, chat_id: str, tried: MemoryEntry, trace: EntryTrace) -> tuple[str, ...]:
        """Where the other way of comparing keywords would find them, or would not."""
        translate = QCoreApplication.translate
        whole = tried.match is KeywordMatch.WHOLE_WORDS
        other = replace(tried, match=KeywordMatch.SUBSTRING if whole else KeywordMatch.WHOLE_WORDS)
        found = await self._services.context.try_alone(chat_id, other)
        here = {(hit.where, hit.start) for hit in trace.hits}
        there = {(hit.where, hit.start) for hit in found.hits}
        if whole and there - here:
            more = replace(found, hits=tuple(hit for hit in found.hits if (hit.where, hit.start) not in here))
            places = await found_in(self._services, chat_id, more)
            template = translate("KeyTest", "Also inside of longer words it would be found: {place}")
            return tuple(template.format(place=_line(place)) for place in places[:1])
        if not whole and here - there:
            if there:
                return (
                    translate("KeyTest", "Some of these are inside of longer words; whole words would leave them out."),
                )
            return (
                translate("KeyTest", "All of these are inside of longer words; with whole words it would not fire."),
            )
        return ()


def _id_of(tried: Lorebook | MemoryEntry) -> str:
    return tried.entries[0].id if isinstance(tried, Lorebook) else tried.id


def _needs_no_key(tried: Lorebook | MemoryEntry) -> bool:
    """Whether it is in by itself or by its meaning: only the whole prompt can tell."""
    if isinstance(tried, Lorebook):
        return tried.entries[0].constant or not tried.entries[0].keys
    return tried.always_in_context or not tried.keywords


def _whole(alone: EntryTrace, live: EntryTrace | None) -> tuple[str, ...]:
    """What the rest of the prompt makes of it, where that is another thing than it would be alone."""
    if live is None or (live.included, live.reason.code) == (alone.included, alone.reason.code):
        return ()
    template = QCoreApplication.translate("KeyTest", "In the whole prompt: {reason}")
    if not live.included and alone.included:
        template = QCoreApplication.translate("KeyTest", "Yet it is not in the prompt: {reason}")
    return (template.format(reason=reason_sentence(live.reason)),)


def _remarks(*, counts: bool, book_on: bool, entry_on: bool) -> tuple[str, ...]:
    translate = QCoreApplication.translate
    remarks: list[str] = []
    if not entry_on:
        remarks.append(translate("KeyTest", "It is switched off."))
    if not book_on:
        remarks.append(translate("KeyTest", "Its lorebook is switched off."))
    if not counts:
        remarks.append(translate("KeyTest", "It does not count in this chat: see where it counts."))
    return tuple(remarks)


def _line(place: Found) -> str:
    return f"{quoted(place.key)} · {place.where}: {place.around}"
