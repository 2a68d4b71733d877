"""The line above the conversation: the chat's title, who answers, and what can be done with the chat."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFont, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from desktop_app.ui.actions import Actions
from desktop_app.ui.connection_button import ConnectionButton
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12, SPACE_16, AppTheme

HEIGHT = 48
TITLE_SIZE = 15

ROOM_FOR_THE_REST = 300
"""Pixels for the title's beginning and the buttons, which the connection leaves free."""


NARROW = 620
"""Below it the chip of the persona has its icon only."""


class ChatHeader(QFrame):
    """Title, connection, menu, and the switches of both docks.

    Attributes:
        connection_button: the chip that says and chooses who answers.
        persona: the chip that says who the person is, and why.
        proposals: the quiet chip that counts proposed memory entries.
        members: the chip that counts the characters, where several speak.
    """

    def __init__(self, theme: AppTheme, icons: Icons, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self._title = ElidedLabel(theme, self)
        self.connection_button = ConnectionButton(icons, self)
        self._more = self._make_more(icons, actions)
        self.proposals = QToolButton(self)
        self.proposals.setProperty("look", "chip")
        self.proposals.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        icons.bind(self.proposals, "brain")
        self.proposals.hide()
        self.members = QToolButton(self)
        self.members.setProperty("look", "chip")
        self.members.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        icons.bind(self.members, "users")
        self.members.hide()
        self.persona = MenuButton(self)
        self.persona.setProperty("look", "chip")
        self.persona.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        icons.bind(self.persona, "user")
        self.persona.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_4, SPACE_12, SPACE_4)
        layout.setSpacing(SPACE_8)
        layout.addWidget(_switch(icons, "panel-left", actions["toggle-chats"], self.tr("Show or hide the chat list")))
        layout.addSpacing(SPACE_4)
        layout.addWidget(self._title, 1)
        layout.addWidget(self.members)
        layout.addWidget(self.proposals)
        layout.addWidget(self.persona)
        layout.addWidget(self.connection_button)
        layout.addWidget(self._more)
        layout.addWidget(
            _switch(icons, "panel-right", actions["toggle-preview"], self.tr("Show or hide the context preview"))
        )

    def show_title(self, title: str) -> None:
        """The open chat's title; empty where none is open."""
        self._title.show_text(title)
        self.connection_button.setVisible(bool(title))
        self._more.setVisible(bool(title))

    def show_proposals(self, count: int) -> None:
        """So many memory entries wait for the person's word; nothing is shown where none does."""
        self.proposals.setText(QLocale().toString(count))
        said = self.tr("Proposed memory entries: {count}").format(count=QLocale().toString(count))
        self.proposals.setAccessibleName(said)
        set_plain_tooltip(self.proposals, said)
        self.proposals.setVisible(count > 0)

    def show_members(self, names: Sequence[str]) -> None:
        """These characters speak in the open chat; nothing is shown where there is nobody to be told."""
        self.members.setText(f" {QLocale().toString(len(names))}")
        said = self.tr("Characters of this chat: {names}").format(names=", ".join(names))
        self.members.setAccessibleName(said)
        set_plain_tooltip(self.members, said)
        self.members.setVisible(bool(names))

    def _make_more(self, icons: Icons, actions: Actions) -> MenuButton:
        button = MenuButton(self)
        icons.bind(button, "more-horizontal")
        button.setAccessibleName(self.tr("More about this chat"))
        set_plain_tooltip(button, self.tr("More about this chat"))
        menu = QMenu(button)
        for name in ("rename-chat", "pin-chat", "members", "remembered", "chat-memory", "copy-prompt"):
            menu.addAction(actions[name])
        menu.addSeparator()
        menu.addAction(actions["delete-chat"])
        button.set_popup_menu(menu)
        return button

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """The connection gives way before the title does."""
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle
        narrow = self.width() < NARROW
        self.persona.setToolButtonStyle(style.ToolButtonIconOnly if narrow else style.ToolButtonTextBesideIcon)
        self.connection_button.fit(self.width() - ROOM_FOR_THE_REST)


class ElidedLabel(QWidget):
    """One line of text that gives way instead of pushing its neighbours out."""

    def __init__(self, theme: AppTheme, parent: QWidget | None = None) -> None:
        self._text = ""
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        font = QFont(self.font())
        font.setPixelSize(TITLE_SIZE)
        font.setWeight(QFont.Weight.DemiBold)
        self.setFont(font)
        theme.changed.connect(self.update)

    def show_text(self, text: str) -> None:
        """Shows another text; the whole of it is in the tooltip."""
        self._text = " ".join(text.split())
        self.setAccessibleName(self._text)
        set_plain_tooltip(self, self._text)
        self.update()

    def minimumSizeHint(self) -> QSize:
        """A few letters at least."""
        return QSize(4 * SPACE_16, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """As much of the text as there is room for."""
        painter = QPainter(self)
        painter.setPen(QColor(self._theme.tokens.text))
        elided = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, elided)


def _switch(icons: Icons, icon: str, action: QAction, label: str) -> QToolButton:
    """A quiet button for an action; that the dock is there needs no mark."""
    button = QToolButton()
    icons.bind(button, icon)
    button.setAccessibleName(label)
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    set_plain_tooltip(button, f"{label} ({keys})")
    button.clicked.connect(action.trigger)
    return button
