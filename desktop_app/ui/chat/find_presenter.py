"""Looks for words in the open chat, goes from one found message to the next, and lets all of them be excluded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject

from desktop_app.services.marks_service import MessageMark
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.find_bar import FindBar

TASK = "find in chat"

Mark = Callable[[Sequence[str], MessageMark], None]


class Search(Protocol):
    """What the presenter needs of ``MarksService``."""

    async def search(self, chat_id: str, text: str) -> list[str]:
        """The ids of the messages that hold a text, oldest first."""
        ...


class FindPresenter(QObject):
    """Between the search and the bar. ``mark`` is the marks presenter's."""

    def __init__(self, search: Search, launch: Launcher, view: ChatView, bar: FindBar, mark: Mark) -> None:
        super().__init__(bar)
        self._search = search
        self._launch = launch
        self._view = view
        self._bar = bar
        self._mark = mark
        self._chat_id = ""
        self._found: list[str] = []
        self._number = 0
        bar.words_changed.connect(self._on_words)
        bar.step_pressed.connect(self._step)
        bar.exclude_pressed.connect(self._on_exclude)
        bar.closed.connect(self._on_closed)

    def open(self, chat_id: str) -> None:
        """Another chat is shown: the search is over."""
        self._chat_id = chat_id
        if not self._bar.isHidden():
            self._bar.close_bar()

    def start(self) -> None:
        """Opens the bar; what is selected in one line is looked for."""
        if self._chat_id:
            selected = self._view.copying.selected_text({})
            self._bar.open(selected if "\n" not in selected else "")

    def _on_words(self, words: str) -> None:
        self._launch.cancel(TASK)
        self._launch(TASK, self._look(self._chat_id, words))

    async def _look(self, chat_id: str, words: str) -> None:
        found = await self._search.search(chat_id, words) if words.strip() else []
        if chat_id != self._chat_id:
            return
        shown = self._found[self._number - 1] if self._number else ""
        self._found = found
        if found:  # the newest is the nearest, unless the one that is shown has the new words too
            self._go(found.index(shown) + 1 if shown in found else len(found))
        else:
            self._number = 0
            self._bar.show_place(0, 0)

    def _step(self, step: int) -> None:
        if self._found:
            self._go((self._number - 1 + step) % len(self._found) + 1)

    def _go(self, number: int) -> None:
        self._number = number
        self._bar.show_place(number, len(self._found))
        self._view.reveal_words(self._found[number - 1], self._bar.field.text().strip())

    def _on_exclude(self) -> None:
        self._mark(self._found, MessageMark.EXCLUDE)

    def _on_closed(self) -> None:
        self._launch.cancel(TASK)
        self._found, self._number = [], 0
        self._view.setFocus()
