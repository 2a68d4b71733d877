"""Which of its greetings a character begins a chat with. Opened by ``starting.ChatStarter`` where a card has several."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from desktop_app.services.greeting import Opening
from desktop_app.ui.markdown import MessageDocument
from desktop_app.ui.markdown_source import plain_text
from desktop_app.ui.markdown_writer import TextLook
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, SPACE_24, AppTheme

FIRST_SIZE = (820, 520)
LEAST_SIZE = (480, 340)
LIST_WIDTH = 260
BEGINNING = 160
"""Characters that the row of a greeting in the list has."""

ROWS_AT_ONCE, ROWS_IN_A_PAUSE = 20, 2
"""Rows whose beginnings are read before the dialog is there, and between two events afterwards (some milliseconds each)."""

PARAGRAPH = 1_000
"""Characters that are read for them: cut within a paragraph, the sign that opens an emphasis would stand there as it is."""


class GreetingDialog(QDialog):
    """The beginnings in a list, the marked one whole beside it.

    Attributes:
        rows: the list; arrows choose in it, Enter starts.
        preview: the whole greeting.

    Accepted: ``chosen`` of the opening's messages is to begin the chat.
    """

    def __init__(self, name: str, opening: Opening, theme: AppTheme, parent: QWidget | None = None) -> None:
        """``name`` of the character."""
        super().__init__(parent)
        self._theme = theme
        self._texts = [message.text for message in opening.messages]
        self._read = 0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(0)
        self._rest.timeout.connect(lambda: self._read_beginnings(ROWS_IN_A_PAUSE))
        self.setWindowTitle(self.tr("Choose a greeting"))
        self.setMinimumSize(*LEAST_SIZE)
        self.resize(*FIRST_SIZE)
        self.rows = QListWidget()
        self.rows.setAccessibleName(self.tr("Greetings"))
        self.rows.setUniformItemSizes(True)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.preview = QTextBrowser()
        self.preview.setOpenLinks(False)
        self.preview.setAccessibleName(self.tr("The whole greeting"))
        self._start = QPushButton(self.tr("Start the chat"))
        self._start.setProperty("look", "primary")
        self._start.setDefault(True)
        self._title = self.tr("How does {name} begin?").format(name=" ".join(name.split()))
        self._lay_out()
        self.rows.currentRowChanged.connect(self._show)
        self.rows.itemDoubleClicked.connect(self._on_double_click)
        self._start.clicked.connect(self.accept)
        theme.changed.connect(self._on_theme)
        self._fill()

    @property
    def chosen(self) -> int:
        """The number of the marked greeting, from 0."""
        return max(0, self.rows.currentRow())

    def _lay_out(self) -> None:
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(1)
        left, right = QWidget(), QWidget()
        for place, widget, margins in (
            (left, self.rows, (0, 0, SPACE_12, 0)),
            (right, self.preview, (SPACE_12, 0, 0, 0)),
        ):
            column = QVBoxLayout(place)
            column.setContentsMargins(*margins)
            column.addWidget(widget)
            parts.addWidget(place)
        parts.setStretchFactor(1, 1)
        parts.setSizes([LIST_WIDTH, FIRST_SIZE[0] - LIST_WIDTH])
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        remark = plain_label(
            self.tr("The others stay beside it: ‹ › over the message shows them."), look="secondary", wrap=True
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        buttons.addWidget(remark, 1)
        buttons.addWidget(cancel)
        buttons.addWidget(self._start)
        title = plain_label(self._title, look="title", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(title)
        layout.addWidget(parts, 1)
        layout.addLayout(buttons)

    def _fill(self) -> None:
        height = QSize(0, max(32, self.fontMetrics().height() + 2 * SPACE_8))
        for number in range(len(self._texts)):
            row = QListWidgetItem(f"{QLocale().toString(number + 1)}.")
            row.setSizeHint(height)
            self.rows.addItem(row)
        self._read_beginnings(ROWS_AT_ONCE)
        self.rows.setCurrentRow(0)
        self.rows.setFocus()

    def _read_beginnings(self, count: int) -> None:
        """Of the next rows; the rest in the pauses of the window, which one with hundreds of greetings would not get."""
        end = min(self._read + count, len(self._texts))
        for number in range(self._read, end):
            words = " ".join(plain_text(self._texts[number], limit=PARAGRAPH).split())[:BEGINNING]
            row = self.rows.item(number)
            row.setText(f"{row.text()}  {words}")
        self._read = end
        if end < len(self._texts):
            self._rest.start()

    def _show(self, number: int) -> None:
        tokens = self._theme.tokens
        document = MessageDocument(TextLook(tokens, tokens.panel, self._theme.appearance.message_font_size))
        document.write(self._texts[number])
        document.setParent(self.preview)
        document.setDocumentMargin(SPACE_8)
        self.preview.setDocument(document)  # which ends the one before
        palette = self.preview.palette()
        palette.setColor(QPalette.ColorRole.Text, tokens.color("text"))
        self.preview.setPalette(palette)

    def _on_double_click(self, _row: QListWidgetItem) -> None:
        self.accept()

    def _on_theme(self) -> None:
        self._show(self.chosen)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter starts, wherever the keyboard is but on *Cancel*."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.focusWidget() in (self.rows, self.preview):
            self.accept()
        else:
            super().keyPressEvent(event)
