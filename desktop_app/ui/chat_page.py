"""The middle of the window: header, conversation, notices, composer; or an invitation where no chat is open."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.ui.actions import Actions
from desktop_app.ui.chat.find_bar import FindBar
from desktop_app.ui.chat_header import ChatHeader
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.first_run.page import FirstRunPage
from desktop_app.ui.group.speaker_bar import SpeakerBar
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.map_strip import MapStrip
from desktop_app.ui.notice_bar import NoticeBar
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import READING_WIDTH, SPACE_4, SPACE_8, SPACE_16, SPACE_24, AppTheme
from desktop_app.ui.undo_bar import UndoBar

MINIMUM_WIDTH = 420
COMPOSER_WIDTH = READING_WIDTH + 2 * SPACE_24


class ChatPage(QWidget):
    """Lays the parts out; ``MainWindow`` connects them.

    Attributes:
        first_run: what a new person sees here.
        map_strip: where each message is, beside the conversation.
        speaker_bar: who speaks next, in a chat of several characters.
        find_bar, undo_bar: what is looked for in the conversation, and what was just done in it.

    Signals:
        new_chat_pressed: the invitation was taken.
    """

    new_chat_pressed = Signal()

    def __init__(
        self, conversation: QWidget, theme: AppTheme, icons: Icons, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setMinimumWidth(MINIMUM_WIDTH)
        self.header = ChatHeader(theme, icons, actions, self)
        self.notice_bar = NoticeBar(icons, parent=self)
        self.undo_bar = UndoBar(self)
        self.find_bar = FindBar(icons, self)
        self.speaker_bar = SpeakerBar(icons, self)
        self.composer = Composer(theme, icons, self)
        self.first_run = FirstRunPage(icons)
        self.map_strip = MapStrip(theme, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._chat(conversation))
        self._stack.addWidget(self._invitation())
        self._stack.addWidget(self.first_run)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(_hairline())
        layout.addWidget(self._stack, 1)

    def show_chat(self, title: str) -> None:
        """A chat is open, or none (an empty title)."""
        self.header.show_title(title)
        self._stack.setCurrentIndex(0 if title else 1)

    def show_first_run(self) -> None:
        """No chat is open, and none was ever."""
        self.show_chat("")
        self._stack.setCurrentWidget(self.first_run)

    def _chat(self, conversation: QWidget) -> QWidget:
        foot = QVBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(SPACE_8)
        foot.addWidget(self.undo_bar)
        foot.addWidget(self.notice_bar)
        foot.addWidget(self.speaker_bar)
        foot.addWidget(self.composer)
        column = QWidget()
        column.setLayout(foot)
        column.setMaximumWidth(COMPOSER_WIDTH)
        centred = QHBoxLayout()
        centred.setContentsMargins(SPACE_16, SPACE_8, SPACE_16, SPACE_4)
        centred.addStretch(1)
        centred.addWidget(column, 1000)
        centred.addStretch(1)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.find_bar)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(conversation, 1)
        middle.addWidget(self.map_strip)
        layout.addLayout(middle, 1)
        layout.addLayout(centred)
        return page

    def _invitation(self) -> QWidget:
        page = QWidget()
        sentence = plain_label(self.tr("No chat is open."), look="empty", wrap=True)
        sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        button = QPushButton(self.tr("New chat"))
        button.setProperty("look", "primary")
        button.clicked.connect(self.new_chat_pressed)
        layout = QVBoxLayout(page)
        layout.setSpacing(SPACE_24)
        layout.addStretch(1)
        layout.addWidget(sentence)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        return page


def _hairline() -> QFrame:
    line = QFrame()
    line.setProperty("look", "hairline")
    return line
