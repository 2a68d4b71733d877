"""The model servers found on this machine, one row each: what it is, which of its models, and one click. For the page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.models import FoundServer
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

MODEL_LETTERS = 18
"""The width that a list of models has at least, in letters; long names are shortened when the list is closed."""


class ServerList(QWidget):
    """Looking, nothing found, or the servers.

    Signals:
        look_pressed: look again.
        chosen: (FoundServer, model id)
    """

    look_pressed = Signal()
    chosen = Signal(object, str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[QPushButton] = []
        self._lines: list[QHBoxLayout] = []
        self._direction = QBoxLayout.Direction.LeftToRight
        self._rows = QVBoxLayout()
        self._rows.setSpacing(SPACE_12)
        self._sentence = plain_label(look="muted", wrap=True)
        self._progress = QProgressBar()
        self._progress.setRange(0, 0)
        self._progress.setAccessibleName(self.tr("Looking for model servers"))
        self._look = QPushButton(self.tr("Look again"))
        icons.bind(self._look, "refresh-cw")
        self._look.clicked.connect(self.look_pressed)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_12)
        foot.addWidget(self._sentence, 1)
        foot.addWidget(self._look)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addLayout(self._rows)
        layout.addLayout(foot)
        layout.addWidget(self._progress)

    def show_looking(self) -> None:
        """A search is under way."""
        self._clear()
        self._sentence.setText(self.tr("Looking for Ollama, LM Studio, llama.cpp, KoboldCpp and vLLM …"))
        self._look.setEnabled(False)
        self._progress.show()

    def show_servers(self, servers: Sequence[FoundServer]) -> None:
        """What the search found."""
        self._clear()
        self._progress.hide()
        self._look.setEnabled(True)
        self._sentence.setText(
            "" if servers else self.tr("No model server is running. Start Ollama or LM Studio, then look again.")
        )
        for server in servers:
            row = self._row(server)
            self._rows.addWidget(row)
            row.show()  # now, so that it can be given the keyboard

    def set_narrow(self, *, narrow: bool) -> None:
        """Models and buttons stand under the names where there is no room beside them."""
        self._direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        for line in self._lines:
            line.setDirection(self._direction)

    def first_button(self) -> QPushButton | None:
        """What uses the first server that has something to offer."""
        return self._buttons[0] if self._buttons else None

    def _clear(self) -> None:
        self._buttons, self._lines = [], []
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def _row(self, server: FoundServer) -> QWidget:
        row = QWidget()
        words = QVBoxLayout()
        words.setSpacing(SPACE_4)
        words.addWidget(plain_label(server.name, look="heading"))
        words.addWidget(plain_label(server.base_url, look="secondary"))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addLayout(words, 1)
        layout.addLayout(self._offer(server), 2)
        layout.setDirection(self._direction)
        self._lines.append(layout)
        return row

    def _offer(self, server: FoundServer) -> QHBoxLayout:
        offer = QHBoxLayout()
        offer.setSpacing(SPACE_8)
        if not server.models:
            offer.addWidget(plain_label(self.tr("It has no model yet."), look="muted", wrap=True), 1)
            return offer
        models = _model_box(server)
        models.setAccessibleName(self.tr("Model of {server}").format(server=server.name))
        use = QPushButton(self.tr("Use this"))
        use.setProperty("look", "primary")
        use.setAutoDefault(True)  # Enter presses it
        use.setAccessibleDescription(server.name)
        use.clicked.connect(lambda: self.chosen.emit(server, models.currentText()))
        offer.addWidget(models, 1)
        offer.addWidget(use)
        self._buttons.append(use)
        return offer


def _model_box(server: FoundServer) -> QComboBox:
    models = QComboBox()
    models.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    models.setMinimumContentsLength(MODEL_LETTERS)
    models.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    models.addItems([model.id for model in server.models])
    return models
