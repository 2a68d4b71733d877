"""The found messages in two groups, by words and by meaning, each a list of its own; or a sentence where there are none."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QLocale, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QPushButton, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from desktop_app.domain.searching import SearchHit
from desktop_app.ui.search.delegate import HitDelegate
from desktop_app.ui.search.model import SearchModel
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_16, SPACE_32, AppTheme

WORDS, MEANING = 0, 1


class ResultList(QListView):
    """One group.

    Signals:
        chosen: (SearchHit) by Enter or a click: open it.
    """

    chosen = Signal(object)

    def __init__(self, model: SearchModel, theme: AppTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hits = model
        self.setModel(model)
        self.setItemDelegate(HitDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self._choose)
        theme.changed.connect(self.viewport().update)

    def choose_current(self) -> None:
        """Opens the row that is marked, the first where none is."""
        index = self.currentIndex()
        self._choose(index if index.isValid() else self._hits.index(0))

    def step(self, rows: int) -> None:
        """Marks a row further down, or up; the end of what is loaded asks for more."""
        at = self.currentIndex().row()
        wanted = max(0, at + rows) if at >= 0 else 0
        if wanted >= self._hits.rowCount():
            self._hits.fetchMore(QModelIndex())
        self.mark(min(wanted, self._hits.rowCount() - 1))

    def mark(self, row: int) -> None:
        """Marks a row, and shows it."""
        index = self._hits.index(row)
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose_current()
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        hit = self._hits.hit(index.row())
        if hit is not None:
            self.chosen.emit(hit)


class Results(QWidget):
    """Both groups.

    Attributes:
        words, meaning: the rows of each.

    Signals:
        chosen: (SearchHit) open it.
        widen_pressed: everything is to be searched.
    """

    chosen = Signal(object)
    widen_pressed = Signal()

    def __init__(self, theme: AppTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.meaning = SearchModel(self), SearchModel(self)
        self.lists = tuple(ResultList(model, theme) for model in (self.words, self.meaning))
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("Groups of results"))
        self._sentence = plain_label(look="muted", wrap=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._widen = QPushButton(self.tr("Search everywhere"))
        self._widen.setAutoDefault(False)
        self._widen.clicked.connect(self.widen_pressed)
        self._empty = self._make_empty()
        self._pages = QStackedWidget()
        for view, name in zip(self.lists, self._names(), strict=True):
            view.setAccessibleName(name)
            view.chosen.connect(self.chosen)
            self.tabs.addTab(name)
            self._pages.addWidget(view)
        self._pages.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self.tabs)
        layout.addWidget(self._pages, 1)
        self.tabs.currentChanged.connect(self._show_group)
        self.words.rowsInserted.connect(self.name_groups)
        self.show_sentence("")

    @property
    def current(self) -> ResultList:
        """The group that is shown."""
        return self.lists[max(0, self.tabs.currentIndex())]

    def show_sentence(self, sentence: str, *, widen: bool = False) -> None:
        """In the place of rows; an empty one leaves the place empty. ``widen``: with a button that searches everywhere."""
        self.tabs.hide()
        self._show_empty(sentence, widen=widen)

    def show_group(self, group: int) -> None:
        """Shows the rows of a group, its first one marked."""
        self.tabs.show()
        self.name_groups()
        self.tabs.setCurrentIndex(group)
        self._show_group(group)

    def sentence(self) -> str:
        """What stands in the place of rows; empty while there are rows."""
        return self._sentence.text() if self._pages.currentWidget() is self._empty else ""

    def step(self, rows: int) -> None:
        """Marks a row further down in the group that is shown, or up."""
        self.current.step(rows)

    def choose_current(self) -> None:
        """Opens the marked row of the group that is shown."""
        self.current.choose_current()

    def hit(self) -> SearchHit | None:
        """The marked hit of the group that is shown."""
        view = self.current
        model = self.words if view is self.lists[WORDS] else self.meaning
        return model.hit(view.currentIndex().row())

    def name_groups(self) -> None:
        """How many each has; a ``+`` says that there are more."""
        locale = QLocale()
        for at, (name, model) in enumerate(zip(self._names(), (self.words, self.meaning), strict=True)):
            count = locale.toString(model.rowCount()) + ("+" if model.has_more else "")
            self.tabs.setTabText(at, self.tr("{group} ({count})").format(group=name, count=count))
        self.tabs.setTabVisible(MEANING, self.meaning.rowCount() > 0)

    def _make_empty(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(SPACE_16, SPACE_32, SPACE_16, SPACE_16)
        layout.setSpacing(SPACE_16)
        layout.addWidget(self._sentence)
        layout.addWidget(self._widen, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        return page

    def _show_empty(self, sentence: str, *, widen: bool = False) -> None:
        self._sentence.setText(sentence)
        self._widen.setVisible(widen)
        self._pages.setCurrentWidget(self._empty)

    def _names(self) -> tuple[str, str]:
        return self.tr("By words"), self.tr("By meaning")

    def _show_group(self, group: int) -> None:
        if self.tabs.isHidden():
            return
        view = self.lists[max(0, group)]
        if view is self.lists[WORDS] and not self.words.rowCount():
            self._show_empty(self.tr("No message has these words."))
            return
        self._pages.setCurrentWidget(view)
        if not view.currentIndex().isValid():
            view.mark(0)
