"""What a text costs in every prompt, counted live while it is typed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTimer
from PySide6.QtWidgets import QLabel

from desktop_app.domain.ports import TokenCount
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import plain_label, set_plain_tooltip

DELAY_MS = 300
LEAST_WIDTH = 80

TASK = "count text"


class Cost(QObject):
    """Counts for whoever answers in the open chat.

    Attributes:
        label: shows the figures.
    """

    def __init__(self, services: UiServices, launch: Launcher) -> None:
        super().__init__()
        self._services = services
        self._launch = launch
        self._chat_id = ""
        self._texts = ("", "")
        self.label: QLabel = plain_label(look="secondary", wrap=True)
        self.label.setMinimumWidth(LEAST_WIDTH)
        told = QCoreApplication.translate(
            "Cost",
            "Permanent: in every prompt. Temporary: the first message and the examples, which leave when room gets short.",
        )
        set_plain_tooltip(self.label, told)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(lambda: self._launch(TASK, self._count(self._texts)))

    def open_chat(self, chat_id: str) -> None:
        """Whose model counts."""
        if chat_id != self._chat_id:
            self._chat_id = chat_id
            self._timer.start()

    def show_text(self, permanent: str, temporary: str = "") -> None:
        """What is to be counted: what is in every prompt, and what leaves it as room gets short."""
        texts = (permanent if permanent.strip() else "", temporary if temporary.strip() else "")
        if texts != self._texts:
            self._texts = texts
            self._timer.start()
            if not any(texts):
                self.label.clear()

    def end(self) -> None:
        """The label goes: what is being counted is shown nowhere."""
        self._timer.stop()
        self._texts = ("", "")

    async def _count(self, texts: tuple[str, str]) -> None:
        count = self._services.context.count_text
        permanent, temporary = [
            await count(self._chat_id, text) if text else TokenCount(0, exact=True) for text in texts
        ]
        if not any(texts) or texts != self._texts:
            return
        translate = QCoreApplication.translate
        if texts[1]:
            template = translate("Cost", "{permanent} tokens permanent, {temporary} temporary")
        else:
            template = translate("Cost", "{permanent} tokens in every prompt")
        self.label.setText(template.format(permanent=_figure(permanent), temporary=_figure(temporary)))


def _figure(count: TokenCount) -> str:
    return ("" if count.exact else "≈ ") + QLocale().toString(count.tokens)
