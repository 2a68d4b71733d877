"""Asks the search while somebody types, and shows what comes of it: words at once, meaning behind them, page after page.

What was asked before the last key is dropped, however late it comes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QLocale, QObject, QTimer

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError
from desktop_app.domain.searching import SearchQuestion
from desktop_app.services.events import ChatAdded, ChatChanged, ChatRemoved, EventBus, LibraryChanged, OlderIndexed
from desktop_app.services.search_service import PAGE, SearchPage, SearchService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.search.dialog import SearchDialog
from desktop_app.ui.search.results import MEANING, WORDS
from desktop_app.ui.text import quoted

DELAY_MS = 150
"""From the last key until it is searched."""

MEANING_DELAY_SECONDS = 0.25
"""From the words' results until vectors are made of the question: who types on pays nothing."""

TASK, PAGE_TASK, NAMES_TASK = "search messages", "more found messages", "names for the search"


class Names(Protocol):
    """What the presenter needs to know what chats and characters are called."""

    async def chats(self) -> list[Chat]:
        """Those outside the trash."""
        ...

    async def characters(self) -> list[tuple[str, str]]:
        """Ids and names, by name."""
        ...


class SearchPresenter(QObject):
    """Between the service and the dialog, as long as this is there."""

    def __init__(
        self, search: SearchService, names: Names, bus: EventBus, launch: Launcher, dialog: SearchDialog
    ) -> None:
        self._number = 0
        self._question = SearchQuestion("")
        self._cursor: int | None = None
        self._waiting = 0
        self._passed_over: tuple[str, ...] = ()
        super().__init__(dialog)
        self._search = search
        self._names = names
        self._launch = launch
        self._dialog = dialog
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._ask)
        dialog.field.textChanged.connect(self._on_typed)
        dialog.filters.changed.connect(self._ask)
        dialog.results.widen_pressed.connect(dialog.filters.clear)
        dialog.results.words.more_wanted.connect(self._on_more_wanted)
        dialog.finished.connect(self.end)
        self._unsubscribe = self._subscribe(bus)

    def begin(self) -> None:
        """Reads the names, and says what there is to say before anything is asked."""
        self._read_names()
        if self._dialog.field.text().strip():
            self._ask()
        else:
            self._dialog.results.show_sentence(self._nothing())

    def end(self) -> None:
        """Hears nothing any more."""
        self._number += 1
        self._timer.stop()
        for task in (TASK, PAGE_TASK, NAMES_TASK):
            self._launch.cancel(task)
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe = []

    def _ask(self) -> None:
        self._timer.stop()
        self._number += 1
        for task in (TASK, PAGE_TASK):
            self._launch.cancel(task)
        self._question = self._dialog.filters.question(self._dialog.field.text())
        self._launch(TASK, self._answer(self._number, self._question), on_error=partial(self._on_error, self._number))

    def _on_typed(self, _text: str) -> None:
        self._timer.start()

    async def _answer(self, number: int, question: SearchQuestion) -> None:
        page = await self._search.search(question)
        if number != self._number:
            return
        self._show(page)
        if not question.text.strip():
            return
        if not page.hits:
            self._dialog.results.show_sentence(self.tr("No message has these words. Looking for what means the same …"))
        await asyncio.sleep(MEANING_DELAY_SECONDS)
        near = await self._search.by_meaning(question, {hit.message_id for hit in page.hits})
        if number != self._number:
            return
        if near:
            self._dialog.results.meaning.set_hits(near)
            self._dialog.results.name_groups()
        if not page.hits:
            if near:
                self._dialog.results.show_group(MEANING)
            else:
                self._show_nothing()

    def _show(self, page: SearchPage) -> None:
        results = self._dialog.results
        results.meaning.set_hits(())
        results.words.set_hits(page.hits, more=page.more is not None)
        self._cursor, self._passed_over = page.more, page.passed_over
        self._show_waiting(page.waiting)
        if page.hits:
            results.show_group(WORDS)
        else:
            self._show_nothing()

    def _show_nothing(self) -> None:
        widen = bool(self._question.text.strip()) and self._dialog.filters.any_set
        self._dialog.results.show_sentence(self._nothing(), widen=widen)

    def _nothing(self) -> str:
        if not self._question.text.strip():
            return self.tr(
                "Every message of every chat can be found here: by its words, in any spelling, and by what it means."
            )
        if self._passed_over and not self._question.text.strip().split()[len(self._passed_over) :]:
            return self.tr("Signs alone cannot be searched for. Add a word or a letter.")
        if self._dialog.filters.any_set:
            return self.tr("Nothing found here.")
        return self.tr("Nothing found.")

    def _show_waiting(self, left: int) -> None:
        """What is not searched, and what of the question was not looked up."""
        self._waiting = left
        remarks: list[str] = []
        if left:
            count = QLocale().toString(left)
            remarks.append(self.tr("Still reading older messages: {count} left.").format(count=count))
        if self._passed_over and self._dialog.results.words.rowCount():
            signs = ", ".join(map(quoted, self._passed_over))
            remarks.append(self.tr("Not searched for: {signs}.").format(signs=signs))
        self._dialog.show_remark(" ".join(remarks))

    def _on_more_wanted(self) -> None:
        number, question, cursor = self._number, self._question, self._cursor
        work = self._add_page(number, question, cursor)
        self._launch(PAGE_TASK, work, on_error=partial(self._on_page_error, number))

    async def _add_page(self, number: int, question: SearchQuestion, cursor: int | None) -> None:
        page = await self._search.search(question, PAGE, cursor)
        if number == self._number:
            self._cursor = page.more
            self._dialog.results.words.add(page.hits, more=page.more is not None)
            self._dialog.results.name_groups()

    def _on_error(self, number: int, error: BaseException) -> None:
        if not isinstance(error, AppError):
            self._raise(error)
        elif number == self._number:
            if self._dialog.results.words.rowCount() and self._dialog.results.sentence() == "":
                self._dialog.show_remark(error_sentence(error))  # the words are there, the meaning failed
            else:
                self._dialog.results.show_sentence(error_sentence(error))

    def _on_page_error(self, number: int, error: BaseException) -> None:
        if not isinstance(error, AppError):
            self._raise(error)
        elif number == self._number:
            self._dialog.results.words.stop_loading()
            self._dialog.show_remark(error_sentence(error))

    def _raise(self, error: BaseException) -> None:
        """A bug is the window's to report."""
        raise error

    def _read_names(self) -> None:
        self._launch.cancel(NAMES_TASK)
        self._launch(NAMES_TASK, self._show_names())

    async def _show_names(self) -> None:
        chats, characters = await self._names.chats(), await self._names.characters()
        titles = {chat.id: chat.title or self.tr("New chat") for chat in chats}
        for model in (self._dialog.results.words, self._dialog.results.meaning):
            model.set_titles(titles)
        self._dialog.filters.show_chats(titles.items())
        self._dialog.filters.show_characters(characters)

    def _subscribe(self, bus: EventBus) -> list[Callable[[], None]]:
        return [
            bus.subscribe(OlderIndexed, self._on_older_indexed),
            bus.subscribe(ChatAdded, lambda _event: self._read_names()),
            bus.subscribe(ChatChanged, lambda _event: self._read_names()),
            bus.subscribe(LibraryChanged, lambda _event: self._read_names()),
            bus.subscribe(ChatRemoved, self._on_chat_removed),
        ]

    def _on_older_indexed(self, event: OlderIndexed) -> None:
        if self._waiting and not event.left and self._question.text.strip():
            self._ask()  # what is new may be among what is looked for
        else:
            self._show_waiting(event.left)

    def _on_chat_removed(self, _event: ChatRemoved) -> None:
        self._read_names()
        self._ask()
