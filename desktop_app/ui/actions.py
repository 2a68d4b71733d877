"""All that can be done from menus and keys, in one table. ``MainWindow`` connects each name to what it does.

An action has one text, one shortcut and one icon, wherever it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
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


def action_rows() -> tuple[ActionRow, ...]:
    """The table, in the language of now."""
    translate = QCoreApplication.translate
    return (
        ActionRow("new-chat", translate("Actions", "New chat"), ("Ctrl+N",), "plus"),
        ActionRow("rename-chat", translate("Actions", "Rename"), ("F2",), "pencil", local=True),
        ActionRow("pin-chat", translate("Actions", "Pin"), (), "pin"),
        ActionRow("chat-memory", translate("Actions", "Memory settings of this chat …"), (), "brain"),
        ActionRow("remembered", translate("Actions", "What this chat remembers …"), ("Ctrl+Shift+R",), "list-collapse"),
        ActionRow("review-memory", translate("Actions", "Review memory …"), ("Ctrl+Alt+R",), "list-checks"),
        ActionRow("delete-chat", translate("Actions", "Delete chat"), ("Delete",), "trash-2", local=True),
        ActionRow("undo-delete", translate("Actions", "Undo delete"), ("Ctrl+Z",), "undo-2", local=True),
        ActionRow("next-chat", translate("Actions", "Next chat"), ("Ctrl+Tab", "Ctrl+PgDown")),
        ActionRow("previous-chat", translate("Actions", "Previous chat"), ("Ctrl+Shift+Tab", "Ctrl+PgUp")),
        ActionRow("search", translate("Actions", "Search chats"), ("Ctrl+K",), "search"),
        ActionRow(
            "search-messages", translate("Actions", "Search in all messages …"), ("Ctrl+Shift+F",), "text-search"
        ),
        ActionRow("focus-composer", translate("Actions", "Write a message"), ("Ctrl+L",)),
        ActionRow("focus-strategy", translate("Actions", "Context strategy"), ("Alt+S",)),
        ActionRow("strategy-truncate", translate("Actions", "Context strategy: Trim"), (), "scissors"),
        ActionRow("strategy-summarize", translate("Actions", "Context strategy: Summarize"), (), "list-collapse"),
        ActionRow("strategy-vector-recall", translate("Actions", "Context strategy: Recall"), (), "text-search"),
        ActionRow("strategy-manual", translate("Actions", "Context strategy: Manual"), (), "hand"),
        ActionRow("reset-strategy", translate("Actions", "Context strategy: what is inherited"), (), "undo-2"),
        ActionRow("members", translate("Actions", "Characters of this chat …"), (), "users"),
        ActionRow("go-on", translate("Actions", "Go on without a message"), ("Ctrl+Shift+Return",), "play"),
        ActionRow("stop", translate("Actions", "Stop the answer"), ("Esc",), "square"),
        ActionRow("toggle-chats", translate("Actions", "Chat list"), ("Ctrl+Shift+L",), "panel-left"),
        ActionRow("toggle-preview", translate("Actions", "Context preview"), ("Ctrl+Shift+P",), "panel-right"),
        ActionRow("toggle-map", translate("Actions", "Map of the chat"), ("Ctrl+Shift+K",), "list-tree"),
        ActionRow("find-in-chat", translate("Actions", "Find in this chat"), ("Ctrl+F",), "search"),
        ActionRow("replace-in-chat", translate("Actions", "Find and replace …"), ("Ctrl+H",), "arrow-left-right"),
        ActionRow("find-in-context", translate("Actions", "Find in the context"), ("Ctrl+Alt+F",), "search"),
        ActionRow("compare-contexts", translate("Actions", "Compare strategies …"), (), "arrow-left-right"),
        ActionRow("what-if", translate("Actions", "What if …"), (), "flask-conical"),
        ActionRow("prompt-order", translate("Actions", "Order of the prompt …"), (), "list-ordered"),
        ActionRow("copy-prompt", translate("Actions", "Copy prompt"), ("Ctrl+Shift+Y",), "copy"),
        ActionRow("characters", translate("Actions", "Characters …"), ("Ctrl+G",), "users"),
        ActionRow("library", translate("Actions", "Library …"), ("Ctrl+B",), "book-open"),
        ActionRow("new-memory", translate("Actions", "New memory entry …"), ("Ctrl+M",), "brain"),
        ActionRow("lore-trace", translate("Actions", "Lore trace …"), ("Ctrl+T",), "scan-text"),
        ActionRow("larger-text", translate("Actions", "Larger text"), ("Ctrl++", "Ctrl+=")),
        ActionRow("smaller-text", translate("Actions", "Smaller text"), ("Ctrl+-",)),
        ActionRow("normal-text", translate("Actions", "Normal text size"), ("Ctrl+0",)),
        ActionRow("import", translate("Actions", "Import …"), ("Ctrl+I",), "download"),
        ActionRow("import-folder", translate("Actions", "Import a folder …"), (), "folder"),
        ActionRow("import-clipboard", translate("Actions", "Import from clipboard"), ("Ctrl+V",), "clipboard"),
        ActionRow("export", translate("Actions", "Export …"), ("Ctrl+Shift+E",), "upload"),
        ActionRow("settings", translate("Actions", "Settings …"), ("Ctrl+,",), "settings"),
        ActionRow("connections", translate("Actions", "Connections …"), ("Ctrl+Shift+M",), "plug"),
        ActionRow("main-menu", translate("Actions", "Main menu"), ("F10",)),
        ActionRow("help", translate("Actions", "Help"), ("F1",), "circle-help"),
        ActionRow("about", translate("Actions", "About Talespan"), (), "info"),
        ActionRow("quit", translate("Actions", "Quit"), ("Ctrl+Q",)),
    )


class Actions:
    """The actions of one window, by name."""

    def __init__(self, window: QWidget, icons: Icons) -> None:
        self._actions = {row.name: _made(row, window, icons) for row in action_rows()}

    def __getitem__(self, name: str) -> QAction:
        """An action of the table. Raises ``KeyError`` for any other name."""
        return self._actions[name]


def _made(row: ActionRow, window: QWidget, icons: Icons) -> QAction:
    action = QAction(row.text, window)
    action.setShortcuts([QKeySequence(keys) for keys in row.keys])
    if row.icon:
        icons.bind(action, row.icon)
    if row.local:
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    else:
        window.addAction(action)
    return action
