"""What a screen reader finds: walks the accessible tree of a window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

ROWS = 3
"""So many rows of a list are looked at; the others are like them."""

_CONTROLS = frozenset(
    {
        QAccessible.Role.Button,
        QAccessible.Role.ButtonMenu,
        QAccessible.Role.CheckBox,
        QAccessible.Role.ComboBox,
        QAccessible.Role.EditableText,
        QAccessible.Role.ListItem,
        QAccessible.Role.PageTab,
        QAccessible.Role.RadioButton,
        QAccessible.Role.SpinBox,
    }
)


def nameless(window: QWidget) -> list[str]:
    """The controls of a window, visible or not, that have no name, each by the classes it lies in.

    Buttons whose text comes with what they will be shown for are not among them while they are hidden.
    """
    root = QAccessible.queryAccessibleInterface(window)
    return [path for item, path in _walk(root, "") if item.role() in _CONTROLS and not _has_name(item)]


def _has_name(item: QAccessibleInterface) -> bool:
    if item.text(QAccessible.Text.Name):
        return True
    thing = item.object()
    return isinstance(thing, QWidget) and not thing.isVisible() and item.role() is QAccessible.Role.Button


def _walk(item: QAccessibleInterface, path: str) -> Iterator[tuple[QAccessibleInterface, str]]:
    thing = cast("QObject | None", item.object())  # a row of a list is no object
    here = f"{path}/{thing.metaObject().className() if thing is not None else item.role().name}"
    yield item, here
    for number in range(min(item.childCount(), ROWS if item.role() is QAccessible.Role.List else 1000)):
        child = cast("QAccessibleInterface | None", item.child(number))  # hidden ones may have none
        if child is not None:
            yield from _walk(child, here)
