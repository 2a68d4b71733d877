"""The list itself and the panel around it: search, new chat, undo. Driven by ``ChatListPresenter`` through signals."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.chat import Chat
from desktop_app.ui.chat_list.delegate import ChatListDelegate
from desktop_app.ui.chat_list.model import CHAT_ROLE, SECTION_ROLE, ChatListModel, Index
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12, AppTheme
from desktop_app.ui.undo_bar import UndoBar


class ChatListView(QListView):
    """The rows.

    Signals:
        chat_chosen: (chat id) by mouse or keyboard.
        section_pressed: (index) a heading was clicked.
        menu_requested: (chat id, global position) by the right button or the menu key.
    """

    chat_chosen = Signal(str)
    section_pressed = Signal(QModelIndex)
    menu_requested = Signal(str, QPoint)

    def __init__(self, model: ChatListModel, delegate: ChatListDelegate, parent: QWidget | None = None) -> None:
        self._by_hand = False
        super().__init__(parent)
        self.setObjectName("chatList")
        self.setAccessibleName(self.tr("Chats"))
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def choose(self, index: QModelIndex) -> None:
        """Marks a row without telling anybody (the window's state changed, not the person's mind)."""
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if index.isValid():
            self.scrollTo(index)

    def current_chat_id(self) -> str | None:
        """The chat the keyboard is on."""
        chat = self.currentIndex().data(CHAT_ROLE)
        return chat.id if isinstance(chat, Chat) else None

    def currentChanged(self, current: Index, previous: Index) -> None:
        """A chat that a hand moved to is opened; one that Qt moved to, because rows went away, is not."""
        super().currentChanged(current, previous)
        chat_id = self.current_chat_id()
        if self._by_hand and chat_id is not None:
            self.chat_chosen.emit(chat_id)

    def mousePressEvent(self, event: QMouseEvent, /) -> None:
        """A heading folds; a chat is chosen."""
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.data(SECTION_ROLE) is not None:
            self.section_pressed.emit(index)
            event.accept()
            return
        if event.button() == Qt.MouseButton.RightButton:
            event.accept()  # the menu is about the row under the mouse and leaves the open chat alone
            return
        self._by_hand = True
        super().mousePressEvent(event)
        self._by_hand = False

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter on a chat chooses it again (the focus goes to the composer)."""
        chat_id = self.current_chat_id()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and chat_id is not None:
            self.chat_chosen.emit(chat_id)
            return
        self._by_hand = True
        super().keyPressEvent(event)
        self._by_hand = False

    def contextMenuEvent(self, event: QContextMenuEvent, /) -> None:
        """The menu of the row under the mouse, or of the current one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        chat = index.data(CHAT_ROLE)
        if isinstance(chat, Chat):
            place = event.globalPos() if by_mouse else self.viewport().mapToGlobal(self.visualRect(index).center())
            self.menu_requested.emit(chat.id, place)


class ChatListPanel(QWidget):
    """Search, new chat, the list, and the undo bar below it.

    Attributes:
        menu_button: the window puts its main menu there.

    Signals:
        new_chat_pressed: the button was pressed.
        characters_pressed: somebody to talk to is to be chosen.
        query_changed: (text) of the search box.
        messages_wanted: (text) it is to be looked for in all messages.
    """

    new_chat_pressed = Signal()
    characters_pressed = Signal()
    query_changed = Signal(str)
    messages_wanted = Signal(str)

    def __init__(self, model: ChatListModel, theme: AppTheme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chatListPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._delegate = ChatListDelegate(theme, icons, self)
        self.view = ChatListView(model, self._delegate)
        self.undo_bar = UndoBar()
        self.search = LineEdit()
        self.in_messages = QPushButton(self.tr("Search in all messages"))
        self.menu_button = MenuButton()
        self._nothing = self._make_nothing()
        self._make_search(icons)
        self._lay_out(icons)

    def show_portraits(self, portraits: Portraits) -> None:
        """The pictures that stand beside the chats."""
        self._delegate.portraits = portraits
        portraits.circle_arrived.connect(self._on_circle)

    def _on_circle(self, _owner_id: str) -> None:
        self.view.viewport().update()

    def show_nothing_found(self, nothing: bool) -> None:
        """Says that no chat has the searched words, in place of an empty list."""
        self._nothing.setVisible(nothing)
        self.view.setVisible(not nothing)

    def _make_nothing(self) -> QLabel:
        label = plain_label(self.tr("No chat has this in its name."), self, look="muted", wrap=True)
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        label.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_8)
        label.hide()
        return label

    def _make_search(self, icons: Icons) -> None:
        self.search.setPlaceholderText(self.tr("Search chats"))
        self.search.setAccessibleName(self.tr("Search chats"))
        self.search.setClearButtonEnabled(True)
        glass = self.search.addAction(icons.icon("search"), LineEdit.ActionPosition.LeadingPosition)
        glass.setText(self.tr("Search chats"))
        icons.bind(glass, "search")
        self.search.textChanged.connect(self.query_changed)
        self.search.textChanged.connect(self._on_query_changed)
        self.search.returnPressed.connect(self._search_messages)
        icons.bind(self.in_messages, "text-search")
        set_plain_tooltip(self.in_messages, self.tr("Looks for it in what was said, in every chat (Enter)"))
        self.in_messages.clicked.connect(self._search_messages)
        self.in_messages.hide()

    def _on_query_changed(self, text: str) -> None:
        self.in_messages.setVisible(bool(text.strip()))

    def _search_messages(self) -> None:
        if self.search.text().strip():
            self.messages_wanted.emit(self.search.text())

    def _lay_out(self, icons: Icons) -> None:
        icons.bind(self.menu_button, "menu")
        self.menu_button.setObjectName("mainMenuButton")
        self.menu_button.setAccessibleName(self.tr("Main menu"))
        self.menu_button.setToolTip(self.tr("Main menu (F10)"))
        new_chat = QPushButton(self.tr("New chat"))
        new_chat.setObjectName("newChatButton")
        icons.bind(new_chat, "plus")
        new_chat.clicked.connect(self.new_chat_pressed)
        characters = QToolButton()
        characters.setObjectName("charactersButton")
        icons.bind(characters, "users")
        characters.setAccessibleName(self.tr("New chat with a character"))
        set_plain_tooltip(characters, self.tr("New chat with a character (Ctrl+G)"))
        characters.clicked.connect(self.characters_pressed)
        begin = QHBoxLayout()
        begin.setSpacing(SPACE_4)
        begin.addWidget(new_chat, 1)
        begin.addWidget(characters)
        top = QHBoxLayout()
        top.setSpacing(SPACE_4)
        top.addWidget(self.menu_button)
        top.addWidget(self.search, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_8, SPACE_8, SPACE_8, SPACE_8)
        layout.setSpacing(SPACE_8)
        layout.addLayout(top)
        layout.addWidget(self.in_messages)
        layout.addLayout(begin)
        layout.addWidget(self.view, 1)
        layout.addWidget(self._nothing, 1)
        layout.addWidget(self.undo_bar)
