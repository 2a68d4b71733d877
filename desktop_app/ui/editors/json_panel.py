"""The card that is open as the JSON of the specification: shown, and taken back while it is written. Asks no service.

A text that cannot be read stays as it is, with the reason below, and the form stays as it was.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.domain.message import clean_text
from desktop_app.services.card_text import FORMS, NEWEST
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.text import plain_label, sentences
from desktop_app.ui.theme import SPACE_8, SPACE_12

READ_AFTER_MS = 400
"""From the last key until what was written is read."""

MOST_LETTERS = 300_000
"""More are not shown: Qt lays out a text at once, and one of megabytes holds the window up for seconds."""


class _Text(QPlainTextEdit):
    """Takes no text that would hold the window up.

    Signals:
        refused: what was pasted is too long.
    """

    refused = Signal()

    def insertFromMimeData(self, source: QMimeData, /) -> None:
        """Pastes or drops what there is room for."""
        if self.document().characterCount() + len(source.text()) > MOST_LETTERS:
            self.refused.emit()
        else:
            super().insertFromMimeData(source)


class JsonPanel(QWidget):
    """One text.

    Attributes:
        version: of the specification, as which the text stands there.

    Signals:
        written: (text) the person changed it; to be read.
        version_wanted: it is to be shown as the one that ``choice`` has.
    """

    written = Signal(str)
    version_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._showing = False
        self._shown = ""
        super().__init__(parent)
        self.text = _Text()
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(self.tr("The card as JSON"))
        self.text.setTabChangesFocus(True)
        self.version = NEWEST
        self.choice = Choice([(number, self.tr("Version {number}").format(number=number)) for number in sorted(FORMS)])
        self.choice.setAccessibleName(self.tr("Version of the specification"))
        self.choice.show_value(NEWEST)
        self.choice.edited.connect(self._on_choice)
        self._help = plain_label(look="secondary", wrap=True)
        self._error = plain_label(look="error", wrap=True)
        self._error.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_8, SPACE_12, SPACE_8)
        layout.setSpacing(SPACE_8)
        head = QHBoxLayout()
        head.setSpacing(SPACE_12)
        head.addWidget(self._help, 1)
        head.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(head)
        layout.addWidget(self.text, 1)
        layout.addWidget(self._error)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(READ_AFTER_MS)
        self._timer.timeout.connect(self.tell)
        self.text.refused.connect(self._on_refused)
        self.text.textChanged.connect(self._on_changed)
        self._show_help()

    @property
    def is_wrong(self) -> bool:
        """Whether it was written so that it cannot be read."""
        return bool(self._error.text())

    @property
    def is_written(self) -> bool:
        """Whether it was changed since it was shown."""
        return self.value() != self._shown

    def value(self) -> str:
        """As it stands there."""
        return clean_text(self.text.toPlainText())

    def show_text(self, text: str) -> None:
        """The card as it is now; the caret stays about where it was. One that is too long is told of and not shown."""
        fits = len(text) <= MOST_LETTERS
        self._shown = clean_text(text) if fits else ""
        self.show_error("")
        self.text.setEnabled(fits)
        self.text.setPlaceholderText("" if fits else self._too_long())
        if self.value() == self._shown:
            return
        self._showing = True
        place = self.text.textCursor().position()
        self.text.setPlainText(self._shown)
        caret = self.text.textCursor()
        caret.setPosition(min(place, self.text.document().characterCount() - 1))
        self.text.setTextCursor(caret)
        self._showing = False

    def show_version(self, version: int) -> None:
        """The text that is shown is of this one."""
        self.version = version
        self.choice.show_value(version)
        self._show_help()

    def show_read(self) -> None:
        """What stands there was read, and is the card now."""
        self._shown = self.value()
        self.show_error("")

    def show_error(self, sentence: str) -> None:
        """Why it cannot be read; an empty sentence takes it back."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        self.text.setAccessibleDescription(sentence)

    def tell(self) -> None:
        """What was written is to be read now."""
        self._timer.stop()
        if self.is_written:
            self.written.emit(self.value())

    def end(self) -> None:
        """Nothing is read any more."""
        self._timer.stop()

    def _too_long(self) -> str:
        told = self.tr(
            "A card of more than {count} characters cannot be shown as text here. Export it, change the file, and import it."
        )
        return told.format(count=QLocale().toString(MOST_LETTERS))

    def _show_help(self) -> None:
        told = self.tr("The card as other programs read it. What you change here is changed in the form.")
        stays = self.tr("What version 2 has no room for stays in the form.") if self.version != NEWEST else ""
        self._help.setText(sentences(told, stays))

    def _on_choice(self) -> None:
        self._timer.stop()
        self.version_wanted.emit()

    def _on_refused(self) -> None:
        self.show_error(self._too_long())

    def _on_changed(self) -> None:
        if not self._showing:
            self._timer.start()
