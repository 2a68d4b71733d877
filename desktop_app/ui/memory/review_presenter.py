"""Fills the page that reviews memory and does what the person decides there; every decision can be undone for a while."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.domain.errors import AppError
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.events import BranchChanged, LibraryChanged, LibraryKind, MessageChanged
from desktop_app.services.memory_decisions import ReviewDecision
from desktop_app.services.memory_review import DAYS, EntryFigures
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.editors.places import Places, places_of
from desktop_app.ui.memory.first_words import FirstWords
from desktop_app.ui.memory.review_page import ReviewPage
from desktop_app.ui.memory.review_words import (
    EntryCard,
    Finding,
    Shown,
    card_of,
    empty_words,
    findings_of,
    is_listed,
    line_of,
)
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices

READ_TASK, WORK_TASK = "review memory", "decide about a memory entry"

# After a change, so that a change of many entries is looked through once.
_AGAIN_MS = 300

Decided = Coroutine[Any, Any, ReviewDecision]


class ReviewPresenter(QObject):
    """All memory entries; their sources are shown where they are in the open chat.

    Signals:
        place_wanted: (message id, start, end) the source is to be seen in the chat.
        form_wanted: (entry, store) the form with this entry; ``store`` takes the place of storing it.
        counted: (number) so many things are to be looked at.
    """

    place_wanted = Signal(str, int, int)
    form_wanted = Signal(object, object)
    counted = Signal(int)

    def __init__(
        self, services: UiServices, launch: Launcher, model: ChatModel, words: FirstWords, page: ReviewPage
    ) -> None:
        self._chat_id = ""
        self._findings: dict[str, Finding] = {}
        self._figures: dict[str, EntryFigures] = {}
        self._places = Places()
        self._stale = True
        self._last: ReviewDecision | None = None
        super().__init__(page)
        self._services = services
        self._review = services.memory_review
        self._launch = launch
        self._model = model
        self._words = words
        self._page = page
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask)
        page.came_up.connect(self._look)
        page.shown_changed.connect(self._show)
        page.chosen_changed.connect(self._show_cards)
        page.kept.connect(self._on_kept)
        page.edit_pressed.connect(self._on_edit)
        page.off_pressed.connect(lambda: self._with_chosen(self._switch_off))
        page.delete_pressed.connect(lambda: self._with_chosen(self._delete))
        page.preferred.connect(self._on_preferred)
        page.switched_off.connect(self._switch_off)
        page.source_pressed.connect(self._on_source)
        page.undo_bar.undo_pressed.connect(self._on_undo)
        words.found.connect(self._show_cards)
        bus = services.bus
        self._unsubscribe = [
            bus.subscribe(LibraryChanged, self._on_library),
            bus.subscribe(MessageChanged, lambda _event: self._forget()),
            bus.subscribe(BranchChanged, lambda _event: self._forget()),
        ]

    def open(self, chat_id: str) -> None:
        """Another chat is shown; an empty id: none."""
        if chat_id != self._chat_id:
            self._chat_id = chat_id
            self._forget()

    def close(self) -> None:
        """Stops listening and reading."""
        self._timer.stop()
        self._launch.cancel(READ_TASK)
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def _on_library(self, event: LibraryChanged) -> None:
        if event.kind is LibraryKind.MEMORY:
            self._forget()

    def _forget(self) -> None:
        """What was found may be out of date: looked at anew now, or when the page is."""
        self._stale = True
        self._look()

    def _look(self) -> None:
        if self._stale and self._page.isVisible():
            self._timer.start(_AGAIN_MS if self._findings else 0)

    def _ask(self) -> None:
        self._launch.cancel(READ_TASK)
        self._stale = False
        self._launch(READ_TASK, self._read(), on_error=self._on_error)

    async def _read(self) -> None:
        try:
            review = await self._review.review(progress=self._page.show_progress)
            to_review = await self._review.to_review()
            self._places = await places_of(self._services, self._chat_id)
        finally:
            self._page.show_progress(None)
        self._figures = {each.entry.id: each for each in review.figures}
        self._findings = {finding.id: finding for finding in findings_of(review, to_review)}
        self._show()

    def _show(self) -> None:
        shown, findings = self._page.shown, self._findings.values()
        counts = Counter(finding.kind for finding in findings)
        counts[Shown.OPEN] = len(findings) - counts[Shown.COST]
        self._page.set_counts(counts)
        lines = [line_of(each, self._figures, DAYS) for each in findings if is_listed(each, shown)]
        self._page.set_lines(lines, empty_words(shown))
        self.counted.emit(counts[Shown.OPEN])

    def _show_cards(self) -> None:
        finding = self._chosen()
        if finding is None:
            self._page.show_cards((), "", keep=False)
            return
        joins = finding.kind is Shown.DUPLICATE
        prefer = self.tr("Join into this") if joins else self.tr("Only this is true now")
        cards = [self._card(entry) for entry in finding.entries]
        self._page.show_cards(cards, prefer, keep=finding.kind is not Shown.COST)

    def _card(self, entry: MemoryEntry) -> EntryCard:
        link = ""
        for source in entry.sources[:1]:
            row = self._model.row_of(source.message_id)
            if row >= 0:
                link = f"{row + 1} · {self._model.speaker(row)}: {self._words.of(source.message_id)}"
        return card_of(entry, self._figures.get(entry.id), self._places.label, DAYS, link)

    def _chosen(self) -> Finding | None:
        return self._findings.get(self._page.chosen_id())

    def _on_kept(self) -> None:
        finding = self._chosen()
        if finding is None or finding.kind is Shown.COST:
            return
        first, *others = finding.entries
        if others:
            kept = self._review.decisions.keep_both(first.id, others[0].id)
            self._decide(kept, self.tr("Both stay."), [finding])
        elif finding.kind is Shown.SOURCE:
            self._decide(self._right_as_it_is(first), self.tr("It stays as it is."), [finding])
        else:
            self._decide(self._review.decisions.keep(first.id), self.tr("It stays as it is."), [finding])

    async def _right_as_it_is(self, entry: MemoryEntry) -> ReviewDecision:
        await self._review.reviewed(entry.id)
        return ReviewDecision((entry,))

    def _on_preferred(self, entry_id: str) -> None:
        finding = self._chosen()
        other = next((each.id for each in finding.entries if each.id != entry_id), "") if finding else ""
        if finding is None or not other:
            return
        decisions = self._review.decisions
        if finding.kind is Shown.DUPLICATE:
            self._decide(decisions.join(entry_id, other), self.tr("Two entries became one."), self._about(other))
        else:
            said = self.tr("The other one was true until now.")
            self._decide(decisions.true_until_now(other, entry_id), said, self._about(other))

    def _switch_off(self, entry_id: str) -> None:
        self._decide(self._review.decisions.switch_off(entry_id), self.tr("Switched off."), self._about(entry_id))

    def _delete(self, entry_id: str) -> None:
        self._decide(self._review.decisions.delete(entry_id), self.tr("Deleted."), self._about(entry_id))

    def _with_chosen(self, decide: Callable[[str], None]) -> None:
        finding = self._chosen()
        if finding is not None:
            decide(finding.entries[0].id)

    def _about(self, entry_id: str) -> list[Finding]:
        return [each for each in self._findings.values() if any(entry.id == entry_id for entry in each.entries)]

    def _on_edit(self) -> None:
        finding = self._chosen()
        if finding is not None:
            entry = finding.entries[0]
            self.form_wanted.emit(entry, partial(self._store, entry))

    async def _store(self, before: MemoryEntry, entry: MemoryEntry) -> None:
        await self._services.memory.save(entry)
        self._last = ReviewDecision((before,))
        self._page.undo_bar.offer(self.tr("The entry is changed."))

    def _on_source(self, entry_id: str) -> None:
        sources = next((entry.sources for entry in self._entries() if entry.id == entry_id), ())
        if sources:
            self.place_wanted.emit(sources[0].message_id, sources[0].start, sources[0].end)

    def _entries(self) -> tuple[MemoryEntry, ...]:
        finding = self._chosen()
        return finding.entries if finding is not None else ()

    def _on_undo(self) -> None:
        last, self._last = self._last, None
        self._page.undo_bar.hide()
        if last is not None:
            self._launch(WORK_TASK, self._review.decisions.undo(last), on_error=self._on_error)

    def _decide(self, decision: Decided, said: str, done: list[Finding]) -> None:
        self._launch(WORK_TASK, self._decided(decision, said, done), on_error=self._on_error)

    async def _decided(self, decision: Decided, said: str, done: list[Finding]) -> None:
        self._last = await decision
        # What is decided goes at once; what that changes for the others is looked through after it.
        for finding in done:
            self._findings.pop(finding.id, None)
        self._show()
        self._page.undo_bar.offer(said)

    def _on_error(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self._page.say(error_sentence(error))
