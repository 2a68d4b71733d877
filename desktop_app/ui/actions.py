"""All that can be done from menus and keys, in one table. ``MainWindow`` connects each name to what it does.

An action has one text, one shortcut and one icon, wherever it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_app.ui.icons import Icons


@dataclass(frozen=True, slots=True)
class ActionRow:
    """A row of the table. ``keys`` in portable text; ``local``: the shortcut works only where the action was added."""

    name: str
    text: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    local: bool = False


ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("new-chat", QT_TRANSLATE_NOOP("Actions", "New chat"), ("Ctrl+N",), "plus"),
    ActionRow("rename-chat", QT_TRANSLATE_NOOP("Actions", "Rename"), ("F2",), "pencil", local=True),
    ActionRow("pin-chat", QT_TRANSLATE_NOOP("Actions", "Pin"), (), "pin"),
    ActionRow("delete-chat", QT_TRANSLATE_NOOP("Actions", "Delete chat"), ("Delete",), "trash-2", local=True),
    ActionRow("undo-delete", QT_TRANSLATE_NOOP("Actions", "Undo delete"), ("Ctrl+Z",), "undo-2", local=True),
    ActionRow("next-chat", QT_TRANSLATE_NOOP("Actions", "Next chat"), ("Ctrl+Tab", "Ctrl+PgDown")),
    ActionRow("previous-chat", QT_TRANSLATE_NOOP("Actions", "Previous chat"), ("Ctrl+Shift+Tab", "Ctrl+PgUp")),
    ActionRow("search", QT_TRANSLATE_NOOP("Actions", "Search chats"), ("Ctrl+K",), "search"),
    ActionRow("focus-composer", QT_TRANSLATE_NOOP("Actions", "Write a message"), ("Ctrl+L",)),
    ActionRow("stop", QT_TRANSLATE_NOOP("Actions", "Stop the answer"), ("Esc",), "square"),
    ActionRow("toggle-chats", QT_TRANSLATE_NOOP("Actions", "Chat list"), ("Ctrl+Shift+L",), "panel-left"),
    ActionRow("toggle-preview", QT_TRANSLATE_NOOP("Actions", "Context preview"), ("Ctrl+Shift+P",), "panel-right"),
    ActionRow("copy-prompt", QT_TRANSLATE_NOOP("Actions", "Copy prompt"), ("Ctrl+Shift+Y",), "copy"),
    ActionRow("larger-text", QT_TRANSLATE_NOOP("Actions", "Larger text"), ("Ctrl++", "Ctrl+=")),
    ActionRow("smaller-text", QT_TRANSLATE_NOOP("Actions", "Smaller text"), ("Ctrl+-",)),
    ActionRow("normal-text", QT_TRANSLATE_NOOP("Actions", "Normal text size"), ("Ctrl+0",)),
    ActionRow("connections", QT_TRANSLATE_NOOP("Actions", "Connections …"), ("Ctrl+Shift+M",), "plug"),
    ActionRow("main-menu", QT_TRANSLATE_NOOP("Actions", "Main menu"), ("F10",)),
    ActionRow("about", QT_TRANSLATE_NOOP("Actions", "About Talespan"), (), "info"),
    ActionRow("quit", QT_TRANSLATE_NOOP("Actions", "Quit"), ("Ctrl+Q",)),
)


class Actions:
    """The actions of one window, by name."""

    def __init__(self, window: QWidget, icons: Icons) -> None:
        self._actions = {row.name: _made(row, window, icons) for row in ACTIONS}

    def __getitem__(self, name: str) -> QAction:
        """An action of the table. Raises ``KeyError`` for any other name."""
        return self._actions[name]


def _made(row: ActionRow, window: QWidget, icons: Icons) -> QAction:
    action = QAction(QCoreApplication.translate("Actions", row.text), window)
    action.setShortcuts([QKeySequence(keys) for keys in row.keys])
    if row.icon:
        icons.bind(action, row.icon)
    if row.local:
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    else:
        window.addAction(action)
    return action
