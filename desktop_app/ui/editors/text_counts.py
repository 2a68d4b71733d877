"""How many tokens texts have for whoever answers in the open chat, counted in the background: for tables and forms."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTimer, Signal
from PySide6.QtWidgets import QLabel

from desktop_app.domain.errors import AppError
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import plain_label

AT_ONCE = 100

DELAY_MS = 300


class TextCounts(QObject):
    """Counts many texts, some at a time.

    Attributes:
        known: tokens by text.

    Signals:
        counted: some more are known.
    """

    counted = Signal()

    def __init__(self, services: UiServices, launch: Launcher, task: str) -> None:
        super().__init__()
        self._services = services
        self._launch = launch
        self._task = task
        self._chat_id = ""
        self._wanted: list[str] = []
        self._working = False
        self.known: dict[str, int] = {}

    def open_chat(self, chat_id: str) -> None:
        """Whose model counts."""
        if chat_id != self._chat_id:
            self._chat_id = chat_id
            self.known.clear()
            self.counted.emit()

    def want(self, texts: Iterable[str]) -> None:
        """These are to be counted; those that were wanted before and are not among them are left."""
        self._wanted = [text for text in dict.fromkeys(texts) if text not in self.known]
        if self._wanted and not self._working:
            self._working = True
            self._launch(self._task, self._count())

    def end(self) -> None:
        """Nothing is counted any more."""
        self._wanted = []

    async def _count(self) -> None:
        try:
            while self._wanted:
                some, self._wanted = self._wanted[:AT_ONCE], self._wanted[AT_ONCE:]
                chat_id = self._chat_id
                counts = await self._services.context.count_texts(chat_id, some)
                if chat_id == self._chat_id:
                    self.known.update((text, count.tokens) for text, count in zip(some, counts, strict=True))
                    self.counted.emit()
        except AppError:
            self._wanted = []  # the chat is gone, or the model cannot be asked: the column stays empty
        finally:
            self._working = False


class TokenNote(QObject):
    """A label with the tokens of one text, which is being typed.

    Attributes:
        label: shows the figure.
    """

    def __init__(self, services: UiServices, launch: Launcher, task: str) -> None:
        super().__init__()
        self._services = services
        self._launch = launch
        self._task = task
        self._chat_id = ""
        self._text = ""
        self.label: QLabel = plain_label(look="secondary")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._ask)

    def open_chat(self, chat_id: str) -> None:
        """Whose model counts."""
        if chat_id != self._chat_id:
            self._chat_id = chat_id
            self._timer.start()

    def show_text(self, text: str) -> None:
        """What is to be counted."""
        if text != self._text:
            self._text = text if text.strip() else ""
            self._timer.start()
        if not self._text:
            self.label.clear()

    def end(self) -> None:
        """The label goes."""
        self._timer.stop()
        self._text = ""

    def _ask(self) -> None:
        if self._text:
            self._launch(self._task, self._count(self._text))

    async def _count(self, text: str) -> None:
        try:
            count = await self._services.context.count_text(self._chat_id, text)
        except AppError:
            self.label.clear()
            return
        if text == self._text:
            figure = ("" if count.exact else "≈ ") + QLocale().toString(count.tokens)
            self.label.setText(QCoreApplication.translate("TokenNote", "{figure} tokens").format(figure=figure))
