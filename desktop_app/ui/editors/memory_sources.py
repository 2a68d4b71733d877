"""Where a memory entry comes from: the places of its messages, each a way to the message. Shown below its form."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.memory import MemoryEntry, SourceSpan
from desktop_app.domain.message import Message
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.found import around
from desktop_app.ui.services import UiServices
from desktop_app.ui.speakers import speaker
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8

TASK = "sources of a memory entry"

MOST_SHOWN = 8

SHOWN_LENGTH = 80


class MemorySources(QWidget):
    """A row for each place.

    Signals:
        place_wanted: (chat id, message id, start, end) go to it.
    """

    place_wanted = Signal(str, str, int, int)

    def __init__(self, services: UiServices, launch: Launcher, parent: QWidget | None = None) -> None:
        self._entry_id = ""
        self._sources: tuple[SourceSpan, ...] = ()
        self._rows: list[QWidget] = []
        super().__init__(parent)
        self._services = services
        self._launch = launch
        self._title = plain_label(self.tr("Comes from"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, SPACE_8, 0, 0)
        self._column.setSpacing(SPACE_4)
        self._column.addWidget(self._title)
        self.hide()

    def show_entry(self, entry: MemoryEntry) -> None:
        """Another entry, or another version of it."""
        if (entry.id, entry.sources) == (self._entry_id, self._sources):
            return
        self._entry_id, self._sources = entry.id, entry.sources
        self._clear()
        self.setVisible(bool(entry.sources))
        if entry.sources:
            self._launch.cancel(TASK)
            self._launch(TASK, self._read(entry.sources))

    def end(self) -> None:
        """Nothing is shown any more."""
        self._launch.cancel(TASK)

    async def _read(self, sources: tuple[SourceSpan, ...]) -> None:
        messages = await self._services.chat.messages([source.message_id for source in sources])
        if sources != self._sources:
            return
        self._clear()
        for source in sources[:MOST_SHOWN]:
            self._add(source, messages.get(source.message_id))

    def _add(self, source: SourceSpan, message: Message | None) -> None:
        if message is None:
            row: QWidget = plain_label(self.tr("A message that is deleted."), look="secondary", wrap=True)
        else:
            button = QPushButton()
            button.setProperty("look", "link")
            button.setAutoDefault(False)
            said = around(message.text, source.start, source.end)
            shown = said if len(said) <= SHOWN_LENGTH else f"{said[:SHOWN_LENGTH]}…"
            button.setText(f"{speaker(message.speaker.name)}: {shown}".replace("&", "&&"))
            set_plain_tooltip(button, self.tr("Show the message in its chat"))
            button.clicked.connect(
                lambda: self.place_wanted.emit(message.chat_id, message.id, source.start, source.end)
            )
            row = button
        self._rows.append(row)
        self._column.addWidget(row, 0, Qt.AlignmentFlag.AlignLeading)

    def _clear(self) -> None:
        for row in self._rows:
            row.hide()
            row.deleteLater()
        self._rows = []
