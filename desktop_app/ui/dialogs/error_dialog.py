"""The dialog for what an inline bar is too small for: bugs, and known errors that leave nothing to go on with."""

from __future__ import annotations

import platform

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from desktop_app import __version__
from desktop_app.domain.errors import AppError
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_12, SPACE_16, SPACE_24


class ErrorDialog(QDialog):
    """One sentence, what it means for the person, and a button that copies the details. No traceback is shown."""

    def __init__(self, error: BaseException, details: str, parent: QWidget | None = None) -> None:
        """``details`` is the traceback, already without secrets."""
        super().__init__(parent)
        self.setWindowTitle("Talespan")
        self.setModal(True)
        self.setMinimumWidth(440)
        self._details = f"{versions()}\n\n{details}"
        title = plain_label(error_sentence(error), look="title", wrap=True)
        known = isinstance(error, AppError)
        help_text = plain_label("" if known else self._bug_help(), look="muted", wrap=True)
        help_text.setVisible(not known)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton(self.tr("Copy details"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(title)
        layout.addWidget(help_text)
        layout.addStretch(1)
        layout.addWidget(buttons)

    def _bug_help(self) -> str:
        return self.tr(
            "What you wrote is stored. You can go on; if something looks wrong, start the program again. "
            "The details help to mend it: they hold no texts and no keys, and nothing is sent by itself."
        )

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
        self.copy_button.setText(self.tr("Copied"))


def versions() -> str:
    """What a person who reads a report asks first."""
    return f"Talespan {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"
