"""The inputs of forms: each shows a value, gives it back as it stands there, and tells of what the person changes.

Used by ``form.Form``. Showing a value tells nobody, and the mouse wheel, which is for scrolling the form, changes none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QPlainTextEdit, QSpinBox, QWidget

from desktop_app.domain.message import clean_text
from desktop_app.ui.long_check_box import LongCheckBox
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_16

FRAME = 12
"""What the style sheet puts above and below the text of an input, in pixels."""

SURELY_MANY = 20_000
"""Characters that are more lines than any input shows."""

TICKS_IN_ROW = 2

PARTING = "---"
"""The line between two texts of a list of texts."""


class PartInput(QWidget):
    """What every input does that is made of several: it shows a value, gives it back, and tells of the person's changes."""

    edited = Signal()

    def value(self) -> Any:
        """As it stands there."""
        raise NotImplementedError

    def show_value(self, value: Any) -> None:
        """Shows it, and tells nobody."""
        raise NotImplementedError

    def name_parts(self, label: str) -> None:
        """What a screen reader calls its parts, in the field ``label``."""


class LineInput(LineEdit):
    """One line."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.textEdited.connect(self.edited)

    def value(self) -> str:
        """Without white space at its ends."""
        return clean_text(self.text().strip())

    def show_value(self, value: str) -> None:
        """From its beginning."""
        self.setText(value)
        self.setCursorPosition(0)

    def place_caret(self, before: Any) -> None:
        """Where what is shown parts from what was shown ``before``."""
        if isinstance(before, str):
            self.setCursorPosition(_end_of_change(before, self.text()))


class CommaInput(LineInput):
    """Short words parted by commas, where no word can have one: tags, groups."""

    def value(self) -> tuple[str, ...]:  # pyright: ignore[reportIncompatibleMethodOverride] - inputs differ in their values
        """Each once."""
        words = (word.strip() for word in clean_text(self.text()).replace("，", ",").replace("、", ",").split(","))
        return tuple(dict.fromkeys(word for word in words if word))

    def show_value(self, value: Sequence[str]) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as above
        """Parted by a comma."""
        super().show_value(", ".join(value))


class TextInput(QPlainTextEdit):
    """A text as high as its lines, between ``least`` and ``most`` of them. Tab leaves it."""

    edited = Signal()

    def __init__(self, least: int = 3, most: int = 12, parent: QWidget | None = None) -> None:
        self._showing = False
        self._least, self._most = least, most
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)  # the form does it, for all its fields
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # long words are parted
        self.textChanged.connect(self._on_changed)
        self._fit()

    def value(self) -> Any:
        """As it was typed."""
        return clean_text(self.toPlainText())

    def show_value(self, value: Any) -> None:
        """From its beginning, with nothing to undo."""
        self._showing = True
        self.setPlainText(value)
        self._showing = False
        self._fit()

    def place_caret(self, before: Any) -> None:
        """Where what is shown parts from what was shown ``before``."""
        if isinstance(before, str):
            caret = self.textCursor()
            text = self.toPlainText()
            caret.setPosition(utf16_length(text[: _end_of_change(before, text)]))
            self.setTextCursor(caret)

    def _on_changed(self) -> None:
        self._fit()
        if not self._showing:
            self.edited.emit()

    def _fit(self) -> None:
        # To lay a long text out for its height alone would cost at each key.
        many = self.document().characterCount() > SURELY_MANY
        lines = self._most + 1 if many else self._lines()
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if lines > self._most else policy.ScrollBarAlwaysOff)
        spacing = self.fontMetrics().lineSpacing()
        height = (
            spacing * min(max(lines, self._least), self._most) + 2 * round(self.document().documentMargin()) + FRAME
        )
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def _lines(self) -> int:
        """How many there are, or one too many. Qt counts one for each paragraph that it has not laid out for the eye."""
        layout = self.document().documentLayout()
        block, lines = self.document().begin(), 0
        while block.isValid() and lines <= self._most:
            layout.blockBoundingRect(block)  # lays it out
            lines += block.lineCount()
            block = block.next()
        return lines

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Another width has other lines."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def showEvent(self, event: QShowEvent, /) -> None:
        """Qt loses the width that a scroll bar takes while a widget is being shown."""
        super().showEvent(event)
        self.resizeEvent(QResizeEvent(self.viewport().size(), QSize()))

    def wheelEvent(self, event: QWheelEvent, /) -> None:
        """Scrolls the text only where there is more of it, and the form otherwise."""
        if self.verticalScrollBar().maximum() > 0 and self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def sizeHint(self) -> QSize:
        """Narrow: the form gives the width."""
        return QSize(120, self.minimumHeight())


class LinesInput(TextInput):
    """A list, one piece a line. Nothing else parts pieces: a key may have commas. Empty lines are none."""

    def __init__(self, least: int = 2, most: int = 10, parent: QWidget | None = None) -> None:
        super().__init__(least, most, parent)

    def value(self) -> tuple[str, ...]:
        """Without white space at the ends of lines, each once."""
        lines = (line.strip() for line in clean_text(self.toPlainText()).split("\n"))
        return tuple(dict.fromkeys(line for line in lines if line))

    def show_value(self, value: Iterable[str]) -> None:
        """One a line."""
        super().show_value("\n".join(value))


class TextsInput(TextInput):
    """A list of longer texts, parted by a line of three dashes or more."""

    def value(self) -> tuple[str, ...]:
        """Without empty texts."""
        texts: list[list[str]] = [[]]
        for line in clean_text(self.toPlainText()).split("\n"):
            if len(line.strip()) >= len(PARTING) and not line.strip().strip("-"):
                texts.append([])
            else:
                texts[-1].append(line)
        return tuple(text for lines in texts if (text := "\n".join(lines).strip("\n")).strip())

    def show_value(self, value: Iterable[str]) -> None:
        """With the parting line between them."""
        super().show_value(f"\n{PARTING}\n".join(value))


class Tick(LongCheckBox):
    """Yes or no."""

    edited = Signal()

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.clicked.connect(self.edited)

    def value(self) -> bool:
        """Whether it is ticked."""
        return self.isChecked()

    def show_value(self, value: bool) -> None:
        """Ticks it, or not."""
        self.setChecked(value)


class Choice(QComboBox):
    """One of several values; of any kind, each with its name."""

    edited = Signal()

    def __init__(self, options: Iterable[tuple[Any, str]] = (), parent: QWidget | None = None) -> None:
        self._values: list[Any] = []
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.show_options(options)
        self.activated.connect(self.edited)

    def show_options(self, options: Iterable[tuple[Any, str]]) -> None:
        """Replaces what can be chosen; the choice stays where it still is among them."""
        chosen = self.value()
        self.clear()
        self._values = []
        for value, name in options:
            self._values.append(value)
            self.addItem(name)
        self._choose(chosen)

    def value(self) -> Any:
        """The value that is chosen; None while there is none."""
        row = self.currentIndex()
        return self._values[row] if 0 <= row < len(self._values) else None

    def show_value(self, value: Any) -> None:
        """Chooses it; a value without a name is left as it is by whoever does not touch this."""
        self._choose(value)

    def _choose(self, value: Any) -> None:
        self.setCurrentIndex(self._values.index(value) if value in self._values else -1)

    def wheelEvent(self, event: QWheelEvent, /) -> None:
        """Scrolls the form."""
        event.ignore()


class Number(QSpinBox):
    """A whole number from ``least`` to ``most``."""

    edited = Signal()

    def __init__(self, least: int, most: int, suffix: str = "", parent: QWidget | None = None) -> None:
        self._showing = False
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setRange(least, most)
        self.setSuffix(suffix)
        self.setMaximumWidth(160)
        self.lineEdit().setTextMargins(SPACE_8, 0, 0, 0)  # the style sheet cannot say it
        self.valueChanged.connect(self._on_changed)

    def show_value(self, value: int) -> None:
        """Shows it; one out of range is kept by whoever does not touch this."""
        self._showing = True
        self.setValue(value)
        self._showing = False

    def _on_changed(self) -> None:
        if not self._showing:
            self.edited.emit()

    def wheelEvent(self, event: QWheelEvent, /) -> None:
        """Scrolls the form."""
        event.ignore()


class OptionalNumber(QWidget):
    """A number of its own, or None: then ``usual`` stands ready beside the unticked box."""

    edited = Signal()

    def __init__(self, text: str, number: Number, usual: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._usual = usual
        self._own = Tick(text)
        self._number = number
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._own)
        layout.addWidget(number)
        layout.addStretch(1)
        self.setFocusProxy(self._own)
        self._own.toggled.connect(number.setEnabled)
        self._own.edited.connect(self.edited)
        number.edited.connect(self.edited)
        number.setEnabled(False)

    def value(self) -> int | None:
        """The number, or None."""
        return self._number.value() if self._own.isChecked() else None

    def show_value(self, value: int | None) -> None:
        """The number, or the box unticked."""
        self._own.show_value(value is not None)
        self._number.show_value(self._usual if value is None else value)

    def name_parts(self, label: str) -> None:
        """What a screen reader calls both parts."""
        self._own.setAccessibleName(f"{label}: {self._own.text()}")
        self._number.setAccessibleName(label)


class Ticks(QWidget):
    """Any of several values, as a tuple in the order of the options."""

    edited = Signal()

    def __init__(self, options: Iterable[tuple[Any, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ticks = [(value, Tick(name)) for value, name in options]
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(SPACE_16)
        layout.setVerticalSpacing(SPACE_4)
        for number, (_, tick) in enumerate(self._ticks):
            layout.addWidget(tick, number // TICKS_IN_ROW, number % TICKS_IN_ROW)
            tick.edited.connect(self.edited)
        self.setFocusProxy(self._ticks[0][1])

    def value(self) -> tuple[Any, ...]:
        """What is ticked."""
        return tuple(value for value, tick in self._ticks if tick.isChecked())

    def show_value(self, value: Iterable[Any]) -> None:
        """Ticks these and no others."""
        ticked = set(value)
        for known, tick in self._ticks:
            tick.show_value(known in ticked)


def utf16_length(text: str) -> int:
    """How Qt counts the characters of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _end_of_change(before: str, now: str) -> int:
    """The place in ``now`` behind the last character that is not as it was."""
    same = 0
    shorter = min(len(before), len(now))
    while same < shorter and before[len(before) - 1 - same] == now[len(now) - 1 - same]:
        same += 1
    return len(now) - same
