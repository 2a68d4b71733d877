"""One model file that can be downloaded: what it is, how far it has come, and its use. Part of the page of model files."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.models import CatalogEntry, DownloadProgress
from desktop_app.ui.counts import size_phrase
from desktop_app.ui.main_menu import LANGUAGES
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8

_LANGUAGE_NAMES = dict(LANGUAGES)


class ModelRow(QWidget):
    """A row of the list.

    Signals:
        download_pressed, cancel_pressed: get the file, or stop that for now.
        use_pressed: the file is here; it shall answer new chats.
    """

    download_pressed = Signal()
    cancel_pressed = Signal()
    use_pressed = Signal()

    def __init__(self, entry: CatalogEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._download = QPushButton(self.tr("Download"))
        self._use = QPushButton(self.tr("Use for new chats"))
        self._progress = ProgressRow()
        self._error = plain_label(look="error", wrap=True)
        for button, pressed in ((self._download, self.download_pressed), (self._use, self.use_pressed)):
            button.setAutoDefault(False)
            button.setAccessibleDescription(entry.title)
            button.clicked.connect(pressed)
        self._progress.cancel_pressed.connect(self.cancel_pressed)
        words = QVBoxLayout()
        words.setSpacing(SPACE_4)
        words.addWidget(plain_label(entry.title, look="heading", wrap=True))
        words.addWidget(plain_label(self._details(entry), look="secondary", wrap=True))
        line = QHBoxLayout()
        line.setSpacing(SPACE_8)
        line.addLayout(words, 1)
        line.addWidget(self._download)
        line.addWidget(self._use)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addLayout(line)
        layout.addWidget(self._progress)
        layout.addWidget(self._error)
        self.show_error("")

    def show_state(self, *, installed: bool, running: bool) -> None:
        """Whether the file is here, and whether it is just coming."""
        self._use.setVisible(installed)
        self._download.setVisible(not installed and not running)
        if running:
            self._progress.begin(self.tr("Asking the server …"))
        else:
            self._progress.end()

    def show_progress(self, progress: DownloadProgress) -> None:
        """How far it has come."""
        if progress.checking:
            self._progress.begin(self.tr("Checking the file …"))
            return
        self._progress.begin(self._so_far(progress))
        if progress.total:
            self._progress.show_share(progress.done / progress.total)

    def show_error(self, sentence: str) -> None:
        """Why it did not come, or cannot be used; empty: nothing is wrong."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))

    def _so_far(self, progress: DownloadProgress) -> str:
        done, speed = size_phrase(progress.done), size_phrase(int(progress.speed))
        if not progress.total:
            return self.tr("{done}, {speed} a second").format(done=done, speed=speed)
        sentence = self.tr("{done} of {total}, {speed} a second")
        return sentence.format(done=done, total=size_phrase(progress.total), speed=speed)

    def _details(self, entry: CatalogEntry) -> str:
        languages = ", ".join(_LANGUAGE_NAMES.get(code, code) for code in entry.languages)
        details = [languages, self.tr("about {size}").format(size=size_phrase(entry.size)), entry.licence]
        if not entry.checked:
            details.append(self.tr("not tried by us yet"))
        return " · ".join(details)
