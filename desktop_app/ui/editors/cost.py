"""What a text costs in every prompt, counted live while it is typed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTimer
from PySide6.QtWidgets import QLabel

from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import plain_label, set_plain_tooltip

DELAY_MS = 300

TASK = "count text"


class Cost(QObject):
    """Counts for whoever answers in the open chat.

    Attributes:
        label: shows the figure.
    """

    def __init__(self, services: UiServices, launch: Launcher) -> None:
        super().__init__()
        self._services = services
        self._launch = launch
        self._chat_id = ""
        self._text = ""
        self.label: QLabel = plain_label(look="secondary")
        told = QCoreApplication.translate(
            "Cost", "What of it is in every prompt; greetings and examples are not counted."
        )
        set_plain_tooltip(self.label, told)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(lambda: self._launch(TASK, self._count(self._text)))

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
        """The label goes: what is being counted is shown nowhere."""
        self._timer.stop()
        self._text = ""

    async def _count(self, text: str) -> None:
        count = await self._services.context.count_text(self._chat_id, text)
        if text and text == self._text:
            figure = ("" if count.exact else "≈ ") + QLocale().toString(count.tokens)
            template = QCoreApplication.translate("Cost", "{figure} tokens in every prompt")
            self.label.setText(template.format(figure=figure))
