"""The picture of who is open in the library: chosen from a file, dropped, pasted, or taken away. Asks no service.

What is given is told by ``given``; the page makes a portrait of it and stores it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage, QKeySequence, QPixmap, QShortcut
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_8, SPACE_12

PICTURE = QSize(84, 112)
NOBODY = 32


class PortraitBox(QFrame):
    """A picture beside its buttons.

    Signals:
        given: (path, or picture) this is to be the portrait.
        remove_pressed: there is to be none.
    """

    given = Signal(object)
    remove_pressed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self._icons = icons
        self._picture: QLabel = plain_label(look="bar")
        self._picture.setFixedSize(PICTURE)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._help = plain_label(look="secondary", wrap=True)
        self._error = plain_label(look="error", wrap=True)
        self._error.hide()
        self.choose_button = QPushButton(self.tr("Choose …"))
        set_plain_tooltip(self.choose_button, self.tr("Choose a picture"))
        self.paste_button = QPushButton(self.tr("Paste"))
        self.remove_button = QToolButton()
        self.remove_button.setAccessibleName(self.tr("Remove"))
        set_plain_tooltip(self.remove_button, self.tr("Remove"))
        icons.bind(self.remove_button, "trash-2")
        self.choose_button.clicked.connect(self.choose)
        self.paste_button.clicked.connect(self.paste)
        self.remove_button.clicked.connect(self.remove_pressed)
        paste = QShortcut(QKeySequence(QKeySequence.StandardKey.Paste), self)
        paste.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        paste.activated.connect(self.paste)
        self._lay_out()
        self.show_picture(None)

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, in this order."""
        return self.choose_button, self.paste_button, self.remove_button

    def show_picture(self, picture: QImage | None) -> None:
        """As it is stored, made small; None: there is none."""
        ratio = self.devicePixelRatioF()
        if picture is not None:
            shown = QPixmap.fromImage(picture)
            shown.setDevicePixelRatio(ratio)
        else:
            shown = self._icons.pixmap("user", "muted", NOBODY, ratio)
        self._picture.setPixmap(shown)
        self._picture.setAccessibleName(self.tr("Portrait") if picture is not None else self.tr("No portrait"))
        self.remove_button.setVisible(picture is not None)
        self._error.hide()

    def show_new(self, *, new: bool) -> None:
        """Who is stored nowhere yet has no portrait yet."""
        for button in (self.choose_button, self.paste_button):
            button.setEnabled(not new)
        self.setAcceptDrops(not new)
        drop = self.tr("A picture can be dropped here too. It is kept small, without what it tells of its making.")
        self._help.setText(self.tr("Give a name first.") if new else drop)

    def show_error(self, sentence: str) -> None:
        """What was given is none."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))

    def choose(self) -> None:
        """Asks for a file, without a nested event loop."""
        dialog = QFileDialog(self.window(), self.tr("Choose a picture"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Pictures") + " (*.png *.jpg *.jpeg *.webp *.gif)")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_file)
        dialog.open()

    def paste(self) -> None:
        """What the clipboard has: a picture, or a file of one."""
        self._take(QGuiApplication.clipboard().mimeData())

    def _on_file(self, file: str) -> None:
        self.given.emit(Path(file))

    def _take(self, given: QMimeData) -> None:
        found = _picture_in(given)
        if found is None:
            self.show_error(self.tr("There is no picture to paste."))
        elif self.acceptDrops():
            self.show_error("")
            self.given.emit(found)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        for button in (self.choose_button, self.paste_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addWidget(self.remove_button)
        buttons.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(SPACE_8)
        column.addStretch(1)
        column.addLayout(buttons)
        column.addWidget(self._help)
        column.addWidget(self._error)
        column.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, SPACE_12, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self._picture)
        layout.addLayout(column, 1)

    def dragEnterEvent(self, event: QDragEnterEvent, /) -> None:
        """Pictures, and files that may be some."""
        if _picture_in(event.mimeData()) is not None:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent, /) -> None:
        """Takes it."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self._take(event.mimeData())


def _picture_in(given: QMimeData) -> Any:
    """A path of this machine, or a picture; None for anything else, addresses on the internet among it."""
    files = [Path(url.toLocalFile()) for url in given.urls() if url.isLocalFile()] if given.hasUrls() else []
    if files:
        return files[0]
    if given.hasImage():
        image = given.imageData()
        return image if isinstance(image, QImage) and not image.isNull() else None
    return None
