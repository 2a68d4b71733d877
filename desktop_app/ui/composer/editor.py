"""The text box of the composer: grows with its text, sends on Enter, and never while an input method composes (case H-38).

Used by ``Composer`` only. A paste that a text box cannot lay out without freezing is offered to the owner instead.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from desktop_app.ui.text_input import is_composing_key

MAXIMUM_LINES = 8

LARGE_TEXT = 50_000
"""Characters from which a text is kept beside the box, not in it. Measured: Qt needs 0.5 s a key for 500,000 characters of
one line, 0.02 s for 50,000."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ComposerEditor(QPlainTextEdit):
    """A plain text edit of one to eight lines.

    Signals:
        submitted: Enter was pressed, and it meant *send*.
        large_text_pasted: (text) too much for the box.
        pictures_pasted: (QMimeData) a picture, or files.
        focus_changed: the keyboard came or went.
    """

    submitted = Signal()
    large_text_pasted = Signal(str)
    pictures_pasted = Signal(object)
    focus_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self.composing = False
        super().__init__(parent)
        self.setObjectName("composerEditor")
        self.setProperty("look", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def changeEvent(self, event: QEvent, /) -> None:
        """Another font means another height."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def canInsertFromMimeData(self, source: QMimeData, /) -> bool:
        """Pictures and files too: others take them."""
        return _is_picture(source) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData, /) -> None:
        """Plain text only, and not more than the box can bear. Where there is a text beside a picture, the text is meant."""
        if _is_picture(source):
            self.pictures_pasted.emit(source)
            return
        text = source.text()
        if len(text) + self.document().characterCount() > LARGE_TEXT:
            self.large_text_pasted.emit(text)
        elif text:
            self.textCursor().insertText(text)
            self.ensureCursorVisible()

    def inputMethodEvent(self, event: QInputMethodEvent, /) -> None:
        """Notes whether a composition is under way."""
        self.composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent, /) -> bool:
        """Keeps the keys of a composition from shortcuts and from sending."""
        if self.composing and is_composing_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter sends, Shift+Enter breaks the line."""
        if event.key() in _ENTER and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            if not event.isAutoRepeat():
                self.submitted.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent, /) -> None:
        """The card shows where the keyboard is."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent, /) -> None:
        """The card shows where the keyboard is."""
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Another width may mean more lines."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """As tall as the text, within limits."""
        return QSize(super().sizeHint().width(), self._wanted_height())

    def minimumSizeHint(self) -> QSize:
        """Never squeezed below its text's height."""
        return QSize(0, self._wanted_height())

    def _fit(self) -> None:
        height = self._wanted_height()
        if self.height() != height:
            self.setFixedHeight(height)
        many = self._lines() > MAXIMUM_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if many else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)

    def _lines(self) -> int:
        """The visual lines; the layout of a plain text edit counts its height in them."""
        return max(1, round(self.document().size().height()))

    def _wanted_height(self) -> int:
        margins = self.contentsMargins()
        lines = min(self._lines(), MAXIMUM_LINES)
        return lines * self.fontMetrics().lineSpacing() + margins.top() + margins.bottom() + 2


def _is_picture(source: QMimeData) -> bool:
    """Whether it holds a picture without words, as programs that show pictures give it, or files of this machine."""
    if source.hasUrls():
        return any(url.isLocalFile() for url in source.urls())
    return source.hasImage() and not source.text().strip()
