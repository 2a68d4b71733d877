"""What becomes of the memory entries of a chat or a character that is deleted: asked only where it has any.

They are kept unless one says else.
"""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.counts import memory_entries_phrase
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_16, SPACE_24

WIDTH = 420


class KeepQuestion(QDialog):
    """Accepted: it is to be deleted; ``with_memory`` says whether its entries go too. Esc: nothing is deleted."""

    def __init__(self, entries: int, parent: QWidget | None = None, *, character: str = "") -> None:
        """``entries``: how many there are. ``character``: the name of the one who goes; empty: it is a chat."""
        self.with_memory = False
        super().__init__(parent)
        self.setWindowTitle(self.tr("Delete character") if character else self.tr("Delete chat"))
        said = (
            self.tr("Kept for {name}: {entries}. They can stay in the library.")
            if character
            else self.tr("Kept for this chat: {entries}. They can stay in the library.")
        )
        self.keep = QPushButton(self.tr("Keep them"))
        self.keep.setDefault(True)
        self.keep.setProperty("look", "primary")
        self.drop = QPushButton(self.tr("Delete them too"))
        self.drop.setProperty("look", "danger")
        cancel = QPushButton(self.tr("Cancel"))
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addWidget(cancel)
        row.addStretch(1)
        row.addWidget(self.drop)
        row.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_16)
        layout.addWidget(plain_label(said.format(entries=memory_entries_phrase(entries), name=character), wrap=True))
        layout.addLayout(row)
        self.setMinimumWidth(WIDTH)
        self.keep.clicked.connect(self.accept)
        self.drop.clicked.connect(self._on_drop)
        cancel.clicked.connect(self.reject)
        self.keep.setFocus()

    def _on_drop(self) -> None:
        self.with_memory = True
        self.accept()
