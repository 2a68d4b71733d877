"""The prompt to the letter, and up to where a prompt cache can keep it. Laid out only where somebody looks at it."""

from __future__ import annotations

import re

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.context.plan import ContextPlan
from desktop_app.ui.context_preview.prompt import prompt_text, stable_end
from desktop_app.ui.fonts import fixed_font
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import SIZE_INTERFACE, SIZE_SECONDARY, SPACE_4, SPACE_8, SPACE_12, AppTheme

# Where Qt begins another line of a text (QTextCursor.insertText).
_NEW_LINE = re.compile("\r\n?|[\n\u2029\ufdd0\ufdd1]")

PROMPT_LIMIT = 200_000
"""Characters of the prompt that are laid out on screen; *Copy prompt* always copies all of it."""


class PromptPage(QWidget):
    """The prompt, with a hairline where the part ends that a cache can keep.

    Signals:
        copy_pressed: the whole prompt is wanted on the clipboard.
    """

    copy_pressed = Signal()

    def __init__(self, theme: AppTheme, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._fixed = QCheckBox(self.tr("Fixed width"), self)
        self._copy = QPushButton(self.tr("Copy prompt"), self)
        icons.bind(self._copy, "copy")
        self._copy.clicked.connect(self.copy_pressed)
        self._text = PromptText(theme, self)
        self._fixed.toggled.connect(self._show_font)
        self._fixed.setChecked(True)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(SPACE_8)
        self._row.addWidget(self._fixed, 1)
        self._row.addWidget(self._copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_12)
        layout.setSpacing(SPACE_8)
        layout.addLayout(self._row)
        layout.addWidget(self._text, 1)

    def show_plan(self, plan: ContextPlan | None) -> None:
        """Shows the prompt of a plan; a very long one is shown by its beginning."""
        text = prompt_text(plan) if plan is not None else ""
        shown = text[:PROMPT_LIMIT]
        if len(text) > PROMPT_LIMIT:
            shown += "\n\n" + self.tr("The rest is not shown here; Copy prompt copies all of it.")
        self._text.show_text(shown, stable_end(plan) if plan is not None else 0)

    def _show_font(self) -> None:
        font = fixed_font() if self._fixed.isChecked() else QFont(self.font())
        font.setPixelSize(SIZE_SECONDARY if self._fixed.isChecked() else SIZE_INTERFACE)
        self._text.setFont(font)

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Both controls in one line, or one below the other where their words are too long for the dock."""
        super().resizeEvent(event)
        needed = self._fixed.sizeHint().width() + self._copy.sizeHint().width() + self._row.spacing()
        fits = needed <= event.size().width() - 2 * SPACE_12
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom)


class PromptText(QPlainTextEdit):
    """A text to read and copy from, that is changed only where another one differs: place and selection stay.

    Attributes:
        mark_line: the number of the line that the hairline lies above, from 0; -1 without one.
    """

    def __init__(self, theme: AppTheme, parent: QWidget) -> None:
        self.mark_line = -1
        super().__init__(parent)
        self._theme = theme
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("Prompt as it will be sent"))

    def show_text(self, text: str, mark: int) -> None:
        """Shows ``text``, with the hairline above the character ``mark`` (0: without it)."""
        before = self.toPlainText()
        if text != before:
            start = common_length(before, text)
            end = common_length(before[start:][::-1], text[start:][::-1])
            place = self.verticalScrollBar().value()
            cursor = QTextCursor(self.document())
            cursor.setPosition(utf16_length(before[:start]))
            cursor.setPosition(utf16_length(before[: len(before) - end]), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(text[start : len(text) - end])
            self.verticalScrollBar().setValue(place)
        self.mark_line = len(_NEW_LINE.findall(text[:mark])) if mark else -1
        self.setAccessibleDescription(self._label() if mark else "")
        self.viewport().update()

    def _label(self) -> str:
        return self.tr("the cache keeps up to here")

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """The text, then the hairline in the empty line between two messages."""
        super().paintEvent(event)
        if self.mark_line < 0:
            return
        block = self.document().findBlockByNumber(self.mark_line)
        place = self.blockBoundingGeometry(block).translated(self.contentOffset())
        line = QRectF(place.left(), place.top() - self.fontMetrics().lineSpacing(), self.viewport().width(), 0)
        line.setBottom(place.top())
        if line.bottom() < 0 or line.top() > self.viewport().height():
            return
        painter = QPainter(self.viewport())
        label, metrics = self._label(), self.fontMetrics()
        width = metrics.horizontalAdvance(label) + 2 * SPACE_8
        middle = line.center().y()
        painter.setPen(QPen(QColor(self._theme.tokens.ok), 1))
        painter.drawLine(QRectF(SPACE_4, middle, 0, 0).topLeft(), QRectF(line.right() - width, middle, 0, 0).topLeft())
        painter.drawText(
            line.adjusted(0, 0, -SPACE_8, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, label
        )


def common_length(first: str, second: str) -> int:
    """How many characters two texts have in common from the start. Compares halves, not characters."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def utf16_length(text: str) -> int:
    """How many places a text takes in Qt, which counts in UTF-16."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
