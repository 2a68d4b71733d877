"""What the pages of lorebooks and of memory share: their table at the left, the desk at the right, and columns that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop_app.domain.settings import Settings, TableColumns
from desktop_app.ui.editors.page import EditorPage
from desktop_app.ui.theme import SPACE_12

SHELF_WIDTH, DESK_WIDTH, LEAST_DESK = 520, 500, 330


def put_beside(page: EditorPage, shelf: QWidget) -> None:
    """Fills the page: ``shelf`` with the table, and its desk."""
    split = QSplitter(Qt.Orientation.Horizontal)
    split.setChildrenCollapsible(False)
    split.setHandleWidth(1)
    right = QWidget()
    column = QVBoxLayout(right)
    column.setContentsMargins(SPACE_12, 0, 0, 0)
    column.addWidget(page.desk)
    right.setMinimumWidth(LEAST_DESK)
    for place, side in enumerate((shelf, right)):
        split.addWidget(side)
        split.setStretchFactor(place, 1)
    split.setSizes([SHELF_WIDTH, DESK_WIDTH])
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(split)


def columns_of(settings: Settings, table: str) -> tuple[str, ...]:
    """What the person chose to see in a table; empty: the usual columns."""
    return next((known.columns for known in settings.window.table_columns if known.table == table), ())


def with_columns(settings: Settings, table: str, names: Sequence[str]) -> Settings:
    """The settings with another choice."""
    others = (known for known in settings.window.table_columns if known.table != table)
    columns = (*others, TableColumns(table, tuple(names)))
    return replace(settings, window=replace(settings.window, table_columns=columns))
