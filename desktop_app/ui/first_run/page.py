"""The first-run page: four ways to get an answer, a sample, and a way past it all. Driven by ``FirstRunPresenter``."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.services.connection_presets import HOSTED
from desktop_app.ui.first_run.server_list import ServerList
from desktop_app.ui.icons import Icons
from desktop_app.ui.notice_bar import NoticeBar
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import READING_WIDTH, SPACE_8, SPACE_12, SPACE_16, SPACE_24, SPACE_32

WORDS_WIDTH = 200
"""The least that the words of a card have beside its buttons."""

NARROW = 620
"""Below this width, in device-independent pixels, buttons stand under the words: Russian needs 600 for both."""


class FirstRunPage(QScrollArea):
    """Everything can be reached by Tab; nothing here waits for anything else.

    Attributes:
        servers: the found servers.

    Signals:
        key_pressed: (HostedProvider, or None for another one) the person has a key.
        file_pressed, download_pressed, demo_pressed, skip_pressed: the other ways.
    """

    key_pressed = Signal(object)
    file_pressed = Signal()
    download_pressed = Signal()
    demo_pressed = Signal()
    skip_pressed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.servers = ServerList(icons, self)
        self._provider = QComboBox()
        self._file = QPushButton(self.tr("Choose file …"))
        self._demo = QPushButton(self.tr("Use the demo model"))
        self._file_error = plain_label(look="error", wrap=True)
        self._file_error.hide()
        self._sample = QCheckBox(self.tr("Start with a sample chat: the lighthouse keeper Mira"))
        self._sample.setChecked(True)
        self._problem = NoticeBar(icons)
        self._body = QWidget()
        self._rows: list[QHBoxLayout] = []
        self._lay_out()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(True)  # Enter presses what has the keyboard

    def wants_sample(self) -> bool:
        """Whether the first chat is to be the sample."""
        return self._sample.isChecked()

    def show_problem(self, sentence: str) -> None:
        """Something did not work; the page is as it was. An empty sentence takes it back."""
        if sentence:
            self._problem.show_notice(sentence)
            self.ensureWidgetVisible(self._problem)
        else:
            self._problem.hide()

    def show_file_error(self, sentence: str) -> None:
        """Why the chosen file is no model; empty: nothing is wrong."""
        self._file_error.setText(sentence)
        self._file_error.setVisible(bool(sentence))
        self._file.setAccessibleDescription(sentence)

    def untouched(self) -> bool:
        """Whether the keyboard is still where ``take_focus`` put it before there were servers."""
        return self._body.focusWidget() in (None, self._demo)

    def take_focus(self) -> None:
        """The keyboard goes to the best choice there is now."""
        (self.servers.first_button() or self._demo).setFocus()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(SPACE_12)
        column.addWidget(plain_label(self.tr("Who shall answer you?"), look="empty", wrap=True))
        promise = self.tr("Choose what you have. Everything stays on this computer but what you send to a server.")
        column.addWidget(plain_label(promise, look="muted", wrap=True))
        column.addSpacing(SPACE_8)
        column.addWidget(self._problem)
        column.addWidget(self._servers_card())
        column.addWidget(self._key_card())
        column.addWidget(self._file_card())
        column.addWidget(self._demo_card())
        column.addSpacing(SPACE_8)
        column.addLayout(self._foot())
        inner = QWidget()
        inner.setLayout(column)
        inner.setMaximumWidth(READING_WIDTH - 2 * SPACE_32)
        centred = QHBoxLayout(self._body)
        centred.setContentsMargins(SPACE_16, SPACE_32, SPACE_16, SPACE_24)
        centred.addStretch(1)
        centred.addWidget(inner, 1000, Qt.AlignmentFlag.AlignTop)
        centred.addStretch(1)
        self.setWidget(self._body)

    def _servers_card(self) -> QFrame:
        card, layout = _card()
        layout.addWidget(plain_label(self.tr("A model server on this computer"), look="heading"))
        layout.addWidget(self.servers)
        return card

    def _key_card(self) -> QFrame:
        for provider in HOSTED:
            self._provider.addItem(provider.name, provider)
        self._provider.addItem(self.tr("Another provider"), None)
        self._provider.setAccessibleName(self.tr("Provider"))
        enter = QPushButton(self.tr("Enter the key …"))
        enter.clicked.connect(lambda: self.key_pressed.emit(self._provider.currentData()))
        return self._choice(
            self.tr("I have a key"),
            self.tr("Your messages go to the provider, who may charge for them."),
            [self._provider, enter],
        )

    def _file_card(self) -> QFrame:
        self._file.clicked.connect(self.file_pressed)
        download = QPushButton(self.tr("Download one …"))
        download.clicked.connect(self.download_pressed)
        return self._choice(
            self.tr("A model file on this computer (GGUF)"),
            self.tr("Answers without internet. It must be a chat model and fit into memory."),
            [download, self._file],
            self._file_error,
        )

    def _demo_card(self) -> QFrame:
        self._demo.clicked.connect(self.demo_pressed)
        return self._choice(
            self.tr("Nothing yet: the built-in demo model"),
            self.tr("Answers at once, without internet and without a key. It is tiny and knows only English."),
            [self._demo],
        )

    def _choice(self, title: str, help_text: str, controls: list[QWidget], below: QWidget | None = None) -> QFrame:
        """A card: words at the left, what is to be pressed at the right, what is wrong below."""
        card, layout = _card()
        words = QVBoxLayout()
        words.setSpacing(SPACE_8)
        for label in (plain_label(title, look="heading", wrap=True), plain_label(help_text, look="muted", wrap=True)):
            label.setMinimumWidth(WORDS_WIDTH)
            words.addWidget(label)
        pressed = QHBoxLayout()
        pressed.setSpacing(SPACE_8)
        for control in controls:
            pressed.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        pressed.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addLayout(words, 1)
        row.addLayout(pressed)
        self._rows.append(row)
        layout.addLayout(row)
        if below is not None:
            layout.addWidget(below)
        return card

    def _foot(self) -> QHBoxLayout:
        skip = QPushButton(self.tr("Skip"))
        skip.setProperty("look", "quiet")
        skip.clicked.connect(self.skip_pressed)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_16)
        foot.addWidget(self._sample, 1)
        foot.addWidget(skip, 0, Qt.AlignmentFlag.AlignLeading)
        self._rows.append(foot)
        return foot

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Side by side, or one below the other."""
        super().resizeEvent(event)
        narrow = self.viewport().width() < NARROW
        for row in self._rows:
            row.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self.servers.set_narrow(narrow=narrow)


def _card() -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setProperty("look", "card")
    layout = QVBoxLayout(card)
    layout.setContentsMargins(SPACE_16, SPACE_12, SPACE_16, SPACE_12)
    layout.setSpacing(SPACE_8)
    return card, layout
