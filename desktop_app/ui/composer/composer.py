"""The composer as a widget: the card, and the line below it. Driven by ``ComposerPresenter`` and ``StrategyPresenter``; knows no service."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from desktop_app.domain.message import ImagePart
from desktop_app.ui.composer.editor import LARGE_TEXT, ComposerEditor
from desktop_app.ui.composer.picture_strip import PictureStrip
from desktop_app.ui.composer.strategy_line import StrategyLine
from desktop_app.ui.composer.strategy_switch import StrategySwitch
from desktop_app.ui.counts import characters_phrase
from desktop_app.ui.icons import Icons
from desktop_app.ui.strategies import StrategyOption
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import RADIUS_CARD, SPACE_4, SPACE_8, SPACE_12, AppTheme


class Composer(QWidget):
    """A card with the text box, the strategy selector, and Send or Stop.

    Attributes:
        strategy: the selector.
        strip: the pictures of the draft, above the text.
        line: what a choice in it would change, below the card.

    Signals:
        submitted: (text) Enter or Send, with something to send.
        stop_pressed: Stop was pressed.
        attach_pressed: pictures are to be picked.
        text_changed: (text) the whole text as it would be sent now.
    """

    submitted = Signal(str)
    stop_pressed = Signal()
    attach_pressed = Signal()
    text_changed = Signal(str)

    def __init__(
        self, theme: AppTheme, icons: Icons, parent: QWidget | None = None, *, strategies: Sequence[StrategyOption] = ()
    ) -> None:
        """``strategies``: those of plugins."""
        self._large_text = ""
        self._streaming = self._attaching = False
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self.editor = ComposerEditor(self)
        self.strategy = StrategySwitch(theme, icons, strategies, self)
        self.line = StrategyLine(theme, self)
        self.strip = PictureStrip(icons, self)
        self._attach = QToolButton(self)
        self._large_chip = _LargeTextChip(icons, self)
        self._send = QToolButton(self)
        self._lay_out()
        self._connect_signals()
        self._show_look()
        self.set_name("")
        self.set_streaming(streaming=False)

    @property
    def streaming(self) -> bool:
        """Whether the open chat is being answered."""
        return self._streaming

    def text(self) -> str:
        """All that would be sent: what stands in the box, then the large text kept beside it."""
        typed = self.editor.toPlainText()
        if not self._large_text:
            return typed
        return f"{typed}\n\n{self._large_text}" if typed.strip() else self._large_text

    def set_text(self, text: str) -> None:
        """Replaces everything, with the cursor at the end; tells nobody."""
        large = len(text) > LARGE_TEXT
        with QSignalBlocker(self.editor):
            self.editor.setPlainText("" if large else text)
            self.editor.moveCursor(self.editor.textCursor().MoveOperation.End)
        self._keep_large_text(text if large else "")
        self._show_sendable()

    def show_pictures(self, pictures: Sequence[ImagePart]) -> None:
        """The pictures that go along."""
        self.strip.show_pictures(pictures)
        self._show_sendable()

    def set_attaching(self, *, attaching: bool) -> None:
        """While a picture is being made ready nothing is sent: it belongs to this message."""
        self._attaching = attaching
        self._show_sendable()

    def set_name(self, name: str) -> None:
        """Who is written to; empty: nobody in particular."""
        prompt = self.tr("Write to {name} …").format(name=name) if name else self.tr("Write a message …")
        self.editor.setPlaceholderText(prompt)
        # Qt paints anew only where these words come or go, not where they become others: the last chat's name would stay.
        self.editor.viewport().update()
        self.editor.setAccessibleName(self.tr("Message"))

    def set_streaming(self, streaming: bool) -> None:
        """Send becomes Stop, or Send again."""
        self._streaming = streaming
        self.strategy.set_streaming(streaming)
        if streaming:
            self._icons.bind(self._send, "square", "on_accent")
            self._send.setAccessibleName(self.tr("Stop"))
            set_plain_tooltip(self._send, self.tr("Stop (Esc)"))
        else:
            self._icons.bind(self._send, "send", "on_accent")
            self._send.setAccessibleName(self.tr("Send"))
            set_plain_tooltip(self._send, self.tr("Send ({key})").format(key=_native("Return")))
        self._show_sendable()

    def _connect_signals(self) -> None:
        self.editor.submitted.connect(self._on_submit)
        self.editor.large_text_pasted.connect(self._on_large_text)
        self.editor.textChanged.connect(self._on_text)
        self.editor.focus_changed.connect(self.update)
        self._large_chip.remove_pressed.connect(lambda: self._on_large_text(""))
        self._send.clicked.connect(self._on_button)
        self._attach.clicked.connect(self.attach_pressed)
        self.strip.emptied.connect(self.editor.setFocus)
        self._theme.changed.connect(self._show_look)

    def _show_look(self) -> None:
        """One writes in the size one reads."""
        font = QFont(self.font())
        font.setPixelSize(self._theme.appearance.message_font_size)
        self.editor.setFont(font)
        self.update()

    def _lay_out(self) -> None:
        self.setObjectName("composer")
        self._send.setProperty("look", "primary")
        self._send.setIconSize(QSize(20, 20))
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        self._icons.bind(self._attach, "image", "muted")
        self._attach.setAccessibleName(self.tr("Attach pictures"))
        set_plain_tooltip(self._attach, self.tr("Attach pictures (or paste or drop them here)"))
        row.addWidget(self._attach)
        row.addWidget(self.strategy, 1)
        row.addWidget(self._large_chip)
        row.addWidget(self._send)
        self._card = QWidget(self)
        layout = QVBoxLayout(self._card)
        layout.setContentsMargins(SPACE_12, SPACE_12, SPACE_8, SPACE_8)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self.strip)
        layout.addWidget(self.editor)
        layout.addLayout(row)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._card)
        whole.addWidget(self.line)
        self.setFocusProxy(self.editor)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        for button in self.findChildren(QToolButton):
            button.setCursor(Qt.CursorShape.ArrowCursor)

    def _on_submit(self) -> None:
        if not self._streaming and not self._attaching and (self.text().strip() or self.strip.pictures):
            self.submitted.emit(self.text())

    def _on_button(self) -> None:
        if self._streaming:
            self.stop_pressed.emit()
        else:
            self._on_submit()
        self.editor.setFocus()

    def _on_text(self) -> None:
        self._show_sendable()
        self.text_changed.emit(self.text())

    def _on_large_text(self, text: str) -> None:
        joined = f"{self._large_text}\n\n{text}" if self._large_text and text else text
        self._keep_large_text(joined)
        self._on_text()

    def _keep_large_text(self, text: str) -> None:
        self._large_text = text
        self._large_chip.show_size(len(text))

    def _show_sendable(self) -> None:
        has_content = bool(self._large_text or self.strip.pictures) or not self.editor.document().isEmpty()
        self._send.setEnabled(self._streaming or (has_content and not self._attaching))

    def mousePressEvent(self, event: QMouseEvent, /) -> None:
        """The whole card is the text box for whoever points at it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.editor.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """The card: its ground and its border, which tells where the keyboard is."""
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tokens.accent if self.editor.hasFocus() else tokens.border), 1))
        painter.setBrush(QColor(tokens.card))
        painter.drawRoundedRect(QRectF(self._card.geometry()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CARD, RADIUS_CARD)


class _LargeTextChip(QWidget):
    """Says that a large text goes along, and takes it out.

    Signals:
        remove_pressed: the person does not want it.
    """

    remove_pressed = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._label = plain_label(parent=self, look="secondary")
        remove = QToolButton(self)
        icons.bind(remove, "x")
        remove.setAccessibleName(self.tr("Remove the pasted text"))
        set_plain_tooltip(remove, self.tr("Remove the pasted text"))
        remove.clicked.connect(self.remove_pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self._label)
        layout.addWidget(remove)
        self.hide()

    def show_size(self, characters: int) -> None:
        """Shows the chip for a text of so many characters; none hides it."""
        self._label.setText(self.tr("Pasted text, {count}").format(count=characters_phrase(characters)))
        self.setVisible(characters > 0)


def _native(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
