"""Fills the page of proposals and does what the person decides there; every decision can be undone for a while."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.context.plan import BlockKind
from desktop_app.domain.errors import AppError, NotFoundError
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.summary import Proposal
from desktop_app.services.events import BranchChanged, LibraryChanged, MessageChanged, ProposalsChanged
from desktop_app.services.proposal_service import Decision
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.memory.first_words import FirstWords
from desktop_app.ui.memory.inbox_page import Card, InboxPage
from desktop_app.ui.memory.lines import Line
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import quoted

READ_TASK, WORK_TASK = "read proposals", "decide about a proposal"


class InboxPresenter(QObject):
    """What is proposed in one chat.

    Signals:
        place_wanted: (message id, start, end) the source is to be seen in the chat.
        form_wanted: (entry, store) the form with this entry; ``store`` takes the place of storing it.
        counted: (number) so many wait.
    """

    place_wanted = Signal(str, int, int)
    form_wanted = Signal(object, object)
    counted = Signal(int)

    def __init__(
        self, services: UiServices, launch: Launcher, model: ChatModel, words: FirstWords, page: InboxPage
    ) -> None:
        self._chat_id = ""
        self._waiting: dict[str, Proposal] = {}
        self._similar: dict[str, tuple[MemoryEntry, ...]] = {}
        self._older: dict[str, str] = {}
        self._last: Decision | None = None
        super().__init__(page)
        self._proposals = services.proposals
        self._memory = services.memory
        self._bus = services.bus
        self._launch = launch
        self._model = model
        self._words = words
        self._page = page
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask)
        page.chosen_changed.connect(self._show_card)
        page.accepted.connect(self._on_accepted)
        page.edit_pressed.connect(self._on_edit)
        page.refused.connect(self._on_refused)
        page.never_again.connect(self._on_never_again)
        page.source_pressed.connect(self._on_source)
        page.undo_bar.undo_pressed.connect(self._on_undo)
        words.found.connect(self._show_card)
        bus = services.bus
        self._unsubscribe = [
            bus.subscribe(kind, lambda _event: self._timer.start(0))
            for kind in (ProposalsChanged, LibraryChanged, MessageChanged, BranchChanged)
        ]

    def open(self, chat_id: str) -> None:
        """Another chat is shown; an empty id: none."""
        if chat_id != self._chat_id:
            self._chat_id, self._waiting, self._last = chat_id, {}, None
            self._page.undo_bar.hide()
            self._show()
            self._timer.start(0)

    def close(self) -> None:
        """Stops listening and asking."""
        self._timer.stop()
        self._launch.cancel(READ_TASK)
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def _ask(self) -> None:
        self._launch.cancel(READ_TASK)
        if self._chat_id:
            self._launch(READ_TASK, self._read(self._chat_id), on_error=self._on_error)

    async def _read(self, chat_id: str) -> None:
        waiting = {proposal.id: proposal for proposal in await self._proposals.waiting(chat_id)}
        similar: dict[str, tuple[MemoryEntry, ...]] = {}
        older: dict[str, str] = {}
        for proposal in waiting.values():
            similar[proposal.id] = tuple(await self._proposals.similar(proposal.entry))
            if proposal.replaces:
                older[proposal.id] = await self._content(proposal.replaces)
        if chat_id == self._chat_id:
            self._waiting, self._similar, self._older = waiting, similar, older
            self._show()

    async def _content(self, entry_id: str) -> str:
        try:
            return (await self._memory.get_entry(entry_id)).content
        except NotFoundError:
            return ""

    def _show(self) -> None:
        lines = [self._line(proposal) for proposal in self._waiting.values()]
        self._page.set_lines(lines, self.tr("Nothing is proposed. Facts and decisions from the chat appear here."))
        self.counted.emit(len(lines))

    def _line(self, proposal: Proposal) -> Line:
        keywords = ", ".join(proposal.entry.keywords)
        parts = (self._kind(proposal), keywords, self.tr("replaces an entry") if self._older.get(proposal.id) else "")
        return Line(proposal.id, proposal.entry.content, " · ".join(part for part in parts if part), BlockKind.MEMORY)

    def _kind(self, proposal: Proposal) -> str:
        kinds = {"fact": self.tr("fact"), "name": self.tr("name"), "decision": self.tr("decision")}
        return kinds.get(proposal.kind, proposal.kind)

    def _show_card(self) -> None:
        proposal = self._waiting.get(self._page.chosen_id())
        self._page.show_card(Card() if proposal is None else self._card(proposal))

    def _card(self, proposal: Proposal) -> Card:
        remarks: list[str] = []
        if proposal.entry.keywords:
            remarks.append(self.tr("Keywords: {keywords}").format(keywords=", ".join(proposal.entry.keywords)))
        remarks.append(self.tr("Counts in this chat."))
        if older := self._older.get(proposal.id):
            remarks.append(self.tr("Replaces, what was true until now: {entry}").format(entry=quoted(older)))
        remarks.extend(
            self.tr("Nearly the same is remembered: {entry}").format(entry=quoted(entry.content))
            for entry in self._similar.get(proposal.id, ())
        )
        row = self._model.row_of(proposal.message_id)
        link = ""
        if row >= 0:
            link = f"{row + 1} · {self._model.speaker(row)}: {self._words.of(proposal.message_id)}"
        return Card(proposal.id, proposal.entry.content, tuple(remarks), link)

    def _on_accepted(self, proposal_id: str) -> None:
        self._decide(self._proposals.accept(proposal_id), self.tr("It is remembered."))

    def _on_refused(self, proposal_id: str) -> None:
        self._decide(self._proposals.refuse(proposal_id), self.tr("Refused."))

    def _on_never_again(self, proposal_id: str) -> None:
        said = self.tr("Nothing like it is proposed again.")
        self._decide(self._proposals.never_again(proposal_id), said)

    def _on_edit(self, proposal_id: str) -> None:
        proposal = self._waiting.get(proposal_id)
        if proposal is not None:
            self.form_wanted.emit(proposal.entry, partial(self._accept_edited, proposal_id))

    async def _accept_edited(self, proposal_id: str, entry: MemoryEntry) -> None:
        self._last = await self._proposals.accept(proposal_id, entry)
        self._page.undo_bar.offer(self.tr("It is remembered."))

    def _on_source(self, proposal_id: str) -> None:
        proposal = self._waiting.get(proposal_id)
        if proposal is not None:
            source = proposal.entry.sources[0] if proposal.entry.sources else None
            start, end = (source.start, source.end) if source else (-1, -1)
            self.place_wanted.emit(proposal.message_id, start, end)

    def _on_undo(self) -> None:
        last, self._last = self._last, None
        self._page.undo_bar.hide()
        if last is not None:
            self._start(self._proposals.undo(last))

    def _decide(self, decision: Coroutine[Any, Any, Decision], said: str) -> None:
        self._start(self._decided(decision, said))

    async def _decided(self, decision: Awaitable[Decision], said: str) -> None:
        self._last = await decision
        self._page.undo_bar.offer(said)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._launch(WORK_TASK, work, on_error=self._on_error)

    def _on_error(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self._page.say(error_sentence(error))
