"""The window of the gallery: search, order, the cards, and what can be done with the marked one. ``GalleryPresenter`` fills it.

Opened beside the main window, so that a chat can go on.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from desktop_app.services.gallery_service import GalleryOrder
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.gallery.delegate import CardDelegate
from desktop_app.ui.gallery.model import GalleryModel
from desktop_app.ui.gallery.view import GalleryView
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.notice_bar import NoticeBar
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.search.field import SearchField
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, SPACE_24, AppTheme
from desktop_app.ui.undo_bar import UndoBar

FIRST_SIZE = (1000, 720)
LEAST_SIZE = (640, 480)


class GalleryDialog(QDialog):
    """The parts below each other.

    Attributes:
        field, order, favourites, view, undo_bar, notice, more: the parts; ``more`` opens the marked card's menu.
        start, edit: buttons for the marked card.

    Signals:
        asked: the search, the order or *favourites* is another.
        import_pressed, new_pressed: another character is wanted.
    """

    asked = Signal()
    import_pressed = Signal()
    new_pressed = Signal()

    def __init__(self, look: tuple[AppTheme, Icons], portraits: Portraits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, icons = look
        self.setWindowTitle(self.tr("Characters"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setMinimumSize(*LEAST_SIZE)
        self.resize(*FIRST_SIZE)
        self.model = GalleryModel(self)
        self.view = GalleryView(self.model, CardDelegate(theme, icons, portraits, self), theme)
        self.field = self._made_field(icons)
        self.order = Choice(self._orders())
        self.order.setAccessibleName(self.tr("Order"))
        self.order.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToContents)
        self.order.show_value(GalleryOrder.RECENT)
        self.favourites = self._made_button(icons, "star", self.tr("Favourites only"))
        self.favourites.setCheckable(True)
        self._new = self._made_button(icons, "plus", self.tr("New character"))
        self._import = self._made_button(icons, "download", self.tr("Import characters"))
        self.more = MenuButton()
        icons.bind(self.more, "more-horizontal")
        self.more.setAccessibleName(self.tr("More about this character"))
        set_plain_tooltip(self.more, self.tr("More about this character"))
        self.edit = QPushButton(self.tr("Edit"))
        self.start = QPushButton(self.tr("Start a chat"))
        self.start.setProperty("look", "primary")
        self.undo_bar = UndoBar()
        self.notice = NoticeBar(icons, parent=self)
        self._count = plain_label(look="secondary")
        self._empty = plain_label(look="muted", wrap=True)
        self._first_import = QPushButton(self.tr("Import …"))
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect_parts()
        portraits.arrived.connect(self._on_portrait)

    def begin(self) -> None:
        """The keyboard is in the search field."""
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_counts(self, shown: int, total: int) -> None:
        """How many of all characters are shown, or a sentence where there is nothing to show."""
        locale = QLocale()
        all_of_them = self.tr("%Ln character(s)", "cards", total)
        some = self.tr("{shown} of {all}").format(shown=locale.toString(shown), all=all_of_them)
        self._count.setText(all_of_them if shown == total else some)
        self._count.setVisible(total > 0)
        self._empty.setText(
            self.tr("Nobody is found by that.")
            if total
            else self.tr("No characters yet. Drop a card on this window, or import one.")
        )
        self._first_import.setVisible(total == 0)
        self._pages.setCurrentIndex(0 if shown else 1)

    def show_reading(self) -> None:
        """The characters are still being read."""
        self._empty.setText(self.tr("Reading the characters …"))
        self._first_import.hide()
        self._pages.setCurrentIndex(1)

    def sentence(self) -> str:
        """What stands in the place of cards; empty while there are cards."""
        return self._empty.text() if self._pages.currentIndex() else ""

    def count(self) -> str:
        """What is said of how many there are."""
        return self._count.text()

    def show_current(self) -> None:
        """Offers what can be done with the marked card."""
        there = self.view.current_card() is not None
        for button in (self.start, self.edit, self.more):
            button.setEnabled(there)

    def _made_field(self, icons: Icons) -> SearchField:
        field = SearchField()
        field.setPlaceholderText(self.tr("Name, tag:…, author:…, “a phrase”, -without"))
        field.setAccessibleName(self.tr("Find a character"))
        field.setClearButtonEnabled(True)
        glass = field.addAction(icons.icon("search"), SearchField.ActionPosition.LeadingPosition)
        glass.setText(self.tr("Find a character"))
        icons.bind(glass, "search")
        return field

    @staticmethod
    def _made_button(icons: Icons, icon: str, name: str) -> QToolButton:
        button = QToolButton()
        icons.bind(button, icon)
        button.setAccessibleName(name)
        set_plain_tooltip(button, name)
        return button

    def _orders(self) -> list[tuple[GalleryOrder, str]]:
        return [
            (GalleryOrder.RECENT, self.tr("Recent first")),
            (GalleryOrder.NAME, self.tr("By name")),
            (GalleryOrder.MOST_USED, self.tr("Most used first")),
        ]

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(SPACE_8)
        top.addWidget(self.field, 1)
        for part in (self.order, self.favourites, self._new, self._import):
            top.addWidget(part)
        bottom = QHBoxLayout()
        bottom.setSpacing(SPACE_8)
        bottom.addWidget(self._count)
        bottom.addStretch(1)
        for part in (self.more, self.edit, self.start):
            bottom.addWidget(part)
        self._pages.addWidget(self.view)
        self._pages.addWidget(self._made_empty())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addLayout(top)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.undo_bar)
        layout.addWidget(self.notice)
        layout.addLayout(bottom)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter in the field starts a chat

    def _made_empty(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setSpacing(SPACE_16)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addStretch(1)
        layout.addWidget(self._empty)
        layout.addWidget(self._first_import, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)
        return page

    def _connect_parts(self) -> None:
        self.field.textChanged.connect(self._on_asked)
        self.field.stepped.connect(self._on_stepped)
        self.field.entered.connect(self.start.click)
        self.order.edited.connect(self.asked)
        self.favourites.toggled.connect(self._on_asked)
        self.view.typed.connect(self._on_typed)
        self.view.current_changed.connect(self.show_current)
        self._new.clicked.connect(self.new_pressed)
        for button in (self._import, self._first_import):
            button.clicked.connect(self.import_pressed)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.begin)

    def _on_asked(self) -> None:
        self.asked.emit()

    def _on_portrait(self, _owner_id: str) -> None:
        self.view.viewport().update()

    def _on_stepped(self, rows: int) -> None:
        """From the field down into the cards."""
        if rows > 0:
            self.view.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_typed(self, text: str) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.setText(text)
