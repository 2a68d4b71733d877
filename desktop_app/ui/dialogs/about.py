"""What this program is, in which version, and under which licences its parts come."""

from __future__ import annotations

import platform

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app import __version__
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_12, SPACE_16, SPACE_24


class AboutDialog(QDialog):
    """Name, version, licences. ``licences`` are texts by the name of the part."""

    def __init__(self, licences: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Talespan"))
        self.setModal(True)
        self.resize(560, 480)
        text = QPlainTextEdit("\n\n\n".join(f"{name}\n\n{licence.strip()}" for name, licence in licences.items()))
        text.setReadOnly(True)
        text.setAccessibleName(self.tr("Licences"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(plain_label("Talespan", look="title"))  # the name is the same in every language
        layout.addWidget(plain_label(self.tr("You see exactly what the model will see, and why."), wrap=True))
        versions = self.tr("Version {version} · Python {python} · Qt {qt}").format(
            version=__version__, python=platform.python_version(), qt=qVersion()
        )
        layout.addWidget(plain_label(versions, look="secondary"))
        layout.addWidget(text, 1)
        layout.addWidget(buttons)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()
