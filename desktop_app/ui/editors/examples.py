"""How an example dialogue is read: its examples, and what each of them says. Shown small below its field.

The prompt has them example by example, the last leave first; the mark between them is the one of the prompt (``context.parts``).
"""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4

EXAMPLES_SHOWN = 6
LINES_SHOWN = 2
LINE_LENGTH = 90
LONGEST_READ = 50_000

_START = re.compile(r"<START>", re.IGNORECASE)


def split_examples(text: str) -> list[list[str]]:
    """The lines of each example, without empty ones."""
    blocks = ([line.strip() for line in block.splitlines() if line.strip()] for block in _START.split(text))
    return [lines for lines in blocks if lines]


class ExamplePreview(QWidget):
    """What an example dialogue is made of, in a few lines; nothing for an empty one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._text = ""
        super().__init__(parent)
        self.label = plain_label(look="secondary", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self.label)
        self.hide()

    def show_text(self, text: str) -> None:
        """The dialogue as it stands in the form."""
        if text == self._text:
            return
        self._text = text
        examples = split_examples(text[:LONGEST_READ])
        self.setVisible(bool(examples))
        self.label.setText("\n".join(_line(number, lines) for number, lines in enumerate(examples[:EXAMPLES_SHOWN])))
        if len(examples) > EXAMPLES_SHOWN:
            more = QCoreApplication.translate("ExamplePreview", "… and {count} more examples")
            rest = QLocale().toString(len(examples) - EXAMPLES_SHOWN)
            self.label.setText(f"{self.label.text()}\n{more.format(count=rest)}")


def _line(number: int, lines: list[str]) -> str:
    head = QCoreApplication.translate("ExamplePreview", "Example {number}: {lines}")
    said = " / ".join(
        line if len(line) <= LINE_LENGTH else line[: LINE_LENGTH - 1] + "…" for line in lines[:LINES_SHOWN]
    )
    more = " / …" if len(lines) > LINES_SHOWN else ""
    return head.format(number=QLocale().toString(number + 1), lines=said + more)
