"""The tree of the dock as a list to walk through: whole rows are targets, what is open stays open from plan to plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QTreeView, QWidget

from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.tree_delegate import PlanTreeDelegate
from desktop_app.ui.context_preview.tree_model import Index, PlanTreeModel, node_of


class PlanTree(QTreeView):
    """The rows of a plan.

    Signals:
        chosen: (node or None) the row that the detail is about; None for a folder.
        pressed_on: (node) a row was clicked.
        opened: (node) a row was double-clicked, or Enter pressed on it.
        menu_requested: (node, global position)
        typed: (text) somebody types to find.
    """

    chosen = Signal(object)
    pressed_on = Signal(object)
    opened = Signal(object)
    menu_requested = Signal(object, QPoint)
    typed = Signal(str)

    def __init__(self, model: PlanTreeModel, delegate: PlanTreeDelegate, parent: QWidget) -> None:
        self._opened: set[str] = set()
        self._current = ""
        self._replacing = False
        super().__init__(parent)
        self._nodes = model
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setHeaderHidden(True)
        self.setIndentation(0)  # the delegate draws levels and arrows: the whole row is the target
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Blocks of the context"))
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(self._on_opened)
        self.expanded.connect(partial(self._note_open, opened=True))
        self.collapsed.connect(partial(self._note_open, opened=False))

    def show_nodes(self, top: list[Node], *, all_open: bool = False) -> None:
        """Replaces the rows and puts open rows, choice and scroll position back.

        ``all_open``: what was looked for is seen at once; what the person has open otherwise is remembered for later.
        """
        place = self.verticalScrollBar().value()
        self._replacing = True
        self._nodes.show_nodes(top)
        for node in self._nodes.made():
            if node.is_folder and (node.key in self._opened or (all_open and node.parent is None)):
                node.look_inside()  # Qt does so only when it lays out, but the choice may lie there
                self.expand(self._nodes.index_of(node))
        current = next((node for node in self._nodes.made() if node.key == self._current), None)
        if current is not None:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self._nodes.index_of(current), flags)
        self._replacing = False
        self.verticalScrollBar().setValue(place)
        self._tell()

    def reveal(self, wanted: Callable[[Node], bool]) -> bool:
        """Opens, shows and chooses the first row that is ``wanted``; looks into every folder. False where there is none."""
        node = _first(self._nodes.top, wanted)
        if node is None:
            return False
        owner = node.parent
        while owner is not None:
            self.expand(self._nodes.index_of(owner))
            owner = owner.parent
        index = self._nodes.index_of(node)
        self.setCurrentIndex(index)
        self.scrollTo(index, QTreeView.ScrollHint.PositionAtCenter)
        return True

    def copy_row(self) -> None:
        """Puts the current row on the clipboard: title, tokens, reason, parted by tabs, and the text below."""
        index = self.currentIndex()
        if index.isValid():
            QGuiApplication.clipboard().setText(row_text(node_of(index)))

    def _on_clicked(self, index: QModelIndex) -> None:
        node = node_of(index)
        if node.is_folder:
            self.setExpanded(index, not self.isExpanded(index))
        self.pressed_on.emit(node)

    def _on_opened(self, index: QModelIndex) -> None:
        self.opened.emit(node_of(index))

    def _note_open(self, index: QModelIndex, *, opened: bool) -> None:
        if not self._replacing:
            (self._opened.add if opened else self._opened.discard)(node_of(index).key)

    def _tell(self) -> None:
        index = self.currentIndex()
        node = node_of(index) if index.isValid() else None
        self.chosen.emit(node if node is not None and not node.is_folder else None)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Another row is asked about."""
        super().currentChanged(current, previous)
        if not self._replacing:
            self._current = node_of(current).key if current.isValid() else ""
            self._tell()

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter opens, Ctrl+C copies; letters are for the search."""
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_row()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            node = node_of(index)
            if node.is_folder:
                self.setExpanded(index, not self.isExpanded(index))
            else:
                self.opened.emit(node)
        elif event.text().strip() and event.text().isprintable() and not _is_command(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent, /) -> None:
        """What can be done with the row under the mouse, or with the current one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        if index.isValid():
            self.setCurrentIndex(index)
            place = event.globalPos() if by_mouse else self.viewport().mapToGlobal(self.visualRect(index).center())
            self.menu_requested.emit(node_of(index), place)


def row_text(node: Node) -> str:
    """A row as text to paste: title, tokens and reason parted by tabs; what is sent of it below."""
    line = "\t".join(part for part in (node.title, str(node.tokens), node.sentence) if part)
    return f"{line}\n{node.text}" if node.text else line


def _first(nodes: list[Node], wanted: Callable[[Node], bool]) -> Node | None:
    for node in nodes:
        found = node if wanted(node) else _first(node.children, wanted)
        if found is not None:
            return found
    return None


def _is_command(event: QKeyEvent) -> bool:
    modifiers = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return bool(modifiers)
