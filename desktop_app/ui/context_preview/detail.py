"""What the dock says about one row: what became of it, why, what would have to change, where to go, and its whole text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QTextCharFormat
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.context.plan import ContextPlan
from desktop_app.ui.context_preview.changes import asked_for, change_sentence, needed_sentence
from desktop_app.ui.context_preview.lanes import lane_sentences, lanes_of
from desktop_app.ui.context_preview.nodes import Node, fate_name
from desktop_app.ui.context_preview.why import Line, change_of, lines_of
from desktop_app.ui.counts import tokens_phrase
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.text_difference import show_difference
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

TEXT_LIMIT = 200_000
"""Characters of a block's text that are laid out."""


class BlockDetail(QWidget):
    """About a block, a run of messages or an entry; nothing hides it.

    Signals:
        line_pressed: (Line) to the place that a line leads to.
        message_pressed: (message id) to the message that the row is, or came from.
        entry_pressed: (kind, book id, entry id) to the entry that the row is.
        room_asked: (id) how much room does it lack? ``show_needed`` tells it.
    """

    line_pressed = Signal(object)
    message_pressed = Signal(str)
    entry_pressed = Signal(str, str, str)
    room_asked = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        self._node: Node | None = None
        self._plan: ContextPlan | None = None
        self._asked = ""
        super().__init__(parent)
        self._title = plain_label(wrap=True, look="heading")
        self._reason = plain_label(wrap=True)
        self._change = plain_label(look="secondary", wrap=True)
        self._needed = plain_label(look="secondary", wrap=True)
        self._lanes = plain_label(look="secondary", wrap=True)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(0)
        self._to_message = self._button(icons, "message-square", self.tr("Show in the chat"))
        self._to_entry = self._button(icons, "square-arrow-out-up-right", self.tr("Open"))
        self._to_change = self._button(icons, "arrow-left-right", self.tr("Show the change"))
        self._to_change.setCheckable(True)
        self._change_shown: tuple[str, str] | None = None
        self._text = reader(self.tr("Text of the block"))
        self._to_message.clicked.connect(self._on_message)
        self._to_entry.clicked.connect(self._on_entry)
        self._to_change.toggled.connect(self._on_change)
        self._lay_out()
        self.hide()

    def show_node(self, node: Node | None, plan: ContextPlan | None) -> None:
        """Shows a row of ``plan``."""
        self._node, self._plan = node, plan
        self.setVisible(node is not None)
        if node is None or plan is None:
            self._ask_for_room("")
            return
        self._title.setText(self._headline(node))
        _show(self._reason, node.sentence)
        _show(self._change, change_sentence(node))
        self._ask_for_room(asked_for(node))
        _show(self._lanes, "" if node.is_in else lane_sentences(lanes_of(plan, node.kind)))
        self._show_lines(lines_of(node, plan))
        self._to_message.setVisible(bool(node.message_id))
        self._to_entry.setVisible(node.entry is not None)
        change = change_of(node, plan)
        self._to_change.setVisible(change is not None)
        text = node.text[:TEXT_LIMIT]
        self._text.setVisible(bool(text) or change is not None)
        self._show_text(text, None if change is None else change.before[:TEXT_LIMIT])

    def _show_text(self, text: str, before: str | None) -> None:
        """The text as it is sent, or what scripts made of it where that is asked for."""
        differs = before is not None and self._to_change.isChecked()
        wanted = (before if differs and before is not None else text, text)
        if self._change_shown == wanted:
            return
        self._change_shown = wanted
        if differs:
            show_difference(self._text, *wanted)
        else:
            self._text.setCurrentCharFormat(QTextCharFormat())
            self._text.setPlainText(text)
        QTimer.singleShot(0, self._text, self._show_beginning)  # it scrolls away while it has no height yet

    def _on_change(self) -> None:
        shown = self._to_change.isChecked()
        self._to_change.setText(self.tr("Show as it is sent") if shown else self.tr("Show the change"))
        if self._node is not None:
            self.show_node(self._node, self._plan)

    def _show_beginning(self) -> None:
        self._text.verticalScrollBar().setValue(0)

    def show_needed(self, asked: str, tokens: int | None) -> None:
        """How many tokens more context would let in what was asked for."""
        if asked == self._asked and self._node is not None:
            _show(self._needed, needed_sentence(self._node, tokens))

    def _ask_for_room(self, asked: str) -> None:
        """Asks anew with every plan: what was found for the one before may no longer be true."""
        if asked != self._asked:
            _show(self._needed, "")
        self._asked = asked
        self.room_asked.emit(asked)

    @staticmethod
    def _headline(node: Node) -> str:
        what = fate_name(node)
        return f"{what} · {tokens_phrase(node.tokens, exact=node.exact)}" if node.tokens else what

    def _button(self, icons: Icons, icon: str, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("look", "link")
        icons.bind(button, icon, "accent")
        return button

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_4)
        buttons.addWidget(self._to_message)
        buttons.addWidget(self._to_entry)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_12)
        layout.setSpacing(SPACE_4)
        for label in (self._title, self._reason):
            layout.addWidget(label)
        layout.addLayout(self._lines)
        for label in (self._needed, self._change, self._lanes):
            layout.addWidget(label)
        layout.addLayout(buttons)
        layout.addWidget(self._to_change, 0, Qt.AlignmentFlag.AlignLeading)
        layout.addWidget(self._text, 1)

    def _show_lines(self, lines: Sequence[Line]) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for line in lines:
            self._lines.addWidget(self._line_button(line) if line.leads else plain_label(line.text, wrap=True))

    def _line_button(self, line: Line) -> QWidget:
        button = _LineButton(line.text, self)
        button.clicked.connect(lambda: self.line_pressed.emit(line))
        return button

    def _on_message(self) -> None:
        if self._node is not None:
            self.message_pressed.emit(self._node.message_id)

    def _on_entry(self) -> None:
        if self._node is not None and self._node.entry is not None:
            self.entry_pressed.emit(*self._node.entry)


class _LineButton(QPushButton):
    """A line that leads somewhere: as narrow as it must be, its whole text in the tooltip."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._whole = text
        self.setProperty("look", "line")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        set_plain_tooltip(self, text)

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """As much of the text as there is room for."""
        super().resizeEvent(event)
        room = self.width() - 2 * SPACE_4
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room).replace("&", "&&"))


def reader(name: str) -> QPlainTextEdit:
    """A text to read and copy from."""
    text = QPlainTextEdit()
    text.setReadOnly(True)
    text.setAccessibleName(name)
    text.setTabChangesFocus(True)
    return text


def _show(label: QLabel, text: str) -> None:
    """A label without a text takes no room."""
    label.setText(text)
    label.setVisible(bool(text))
