"""Asks before a link of a message is opened in the browser, with the whole address in plain text (reliability page, H7)."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QMessageBox, QWidget

LONGEST = 500
"""Characters of an address that are shown."""


class LinkDialog(QMessageBox):
    """*Open* accepts. The host is shown as the network knows it, so that a look-alike name gives itself away."""

    def __init__(self, address: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWindowTitle("Talespan")
        url = QUrl(address)
        host = bytes(QUrl.toAce(url.host()).data()).decode("ascii", "replace") or url.scheme()
        self.setText(self.tr("Open this address in your browser?"))
        self.setInformativeText(f"{host}\n\n{address[:LONGEST]}")
        self.setStandardButtons(QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(QMessageBox.StandardButton.Cancel)

    def agreed(self) -> bool:
        """Whether the person pressed *Open*."""
        return self.standardButton(self.clickedButton()) is QMessageBox.StandardButton.Open
