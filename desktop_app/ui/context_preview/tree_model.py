"""The rows of a plan as Qt's item model. Used by the dock; ``tree_delegate`` paints them.

Only the rows of open folders are ever made: Qt asks for no others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.counts import tokens_phrase
from desktop_app.ui.text import plain_tooltip

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()

NODE_ROLE = Qt.ItemDataRole.UserRole + 1
"""The ``Node`` of a row."""


class PlanTreeModel(QAbstractItemModel):
    """Kinds, their blocks, and what is out. Replaced as a whole with each plan."""

    def __init__(self, parent: QObject | None = None) -> None:
        self._top: list[Node] = []
        super().__init__(parent)

    @property
    def top(self) -> list[Node]:
        """The top rows."""
        return self._top

    def show_nodes(self, top: list[Node]) -> None:
        """Shows these rows instead."""
        self.beginResetModel()
        self._top = top
        self.endResetModel()

    def index_of(self, node: Node) -> QModelIndex:
        """Where a row is that this model shows."""
        return self.createIndex(node.row, 0, node)

    def made(self) -> Iterator[Node]:
        """All rows that somebody has looked at, each before what is in it."""
        waiting = list(reversed(self._top))
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.made))

    def index(self, row: int, column: int, parent: Index = _NO_PARENT) -> QModelIndex:
        """A row of the top, or of a folder."""
        siblings = node_of(parent).children if parent.isValid() else self._top
        return self.createIndex(row, column, siblings[row]) if 0 <= row < len(siblings) else QModelIndex()

    def parent(self, child: Index | None = None) -> QModelIndex:  # pyright: ignore[reportIncompatibleMethodOverride] - Qt overloads the name
        """The folder of a row."""
        owner = node_of(child).parent if child is not None and child.isValid() else None
        return QModelIndex() if owner is None else self.createIndex(owner.row, 0, owner)

    def hasChildren(self, parent: Index = _NO_PARENT) -> bool:
        """Whether it is a folder; looking into it would make its rows."""
        return node_of(parent).is_folder if parent.isValid() else bool(self._top)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """The number of kinds, or of rows of a folder."""
        return len(node_of(parent).children) if parent.isValid() else len(self._top)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """One: the delegate puts the tokens at the end."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Title, tooltip, and a whole sentence for screen readers."""
        if not index.isValid():
            return None
        node = node_of(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return node.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip("\n".join(part for part in (node.title, node.sentence, node.hint) if part))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            what = [node.title, tokens_phrase(node.tokens, exact=node.exact), node.sentence]
            return ", ".join(part for part in what if part)
        return node if role == NODE_ROLE else None


def node_of(index: Index) -> Node:
    """The node behind a row."""
    node = index.internalPointer()
    assert isinstance(node, Node)  # noqa: S101 - the model makes no other index
    return node


def level_of(node: Node) -> int:
    """How deep a row lies: 0 at the top."""
    level = 0
    while node.parent is not None:
        node, level = node.parent, level + 1
    return level
