"""What can be done with one message: one set of actions, shown in a small bar over the row, in its menu and by keys.

``chat_view`` says which row they are for (the hovered or the focused one); the presenter hears the signals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.message import MessageState, Role
from desktop_app.ui.chat.mark_actions import MarkActions
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip

ICON_SIZE = QSize(16, 16)


@dataclass(frozen=True, slots=True)
class RowTarget:
    """The message that the actions are for. ``is_tip``: it is the newest of the branch."""

    row: BranchRow
    is_tip: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether it is there and no longer growing."""
        return not self.row.flags.deleted and self.row.state is not MessageState.STREAMING


class RowActions(QObject):
    """The actions. Each signal carries the id of the message.

    ``variant_requested`` carries a step too: -1 for the one before, +1 for the next. ``menu_closed``: what was chosen in
    the menu has happened.
    """

    copy_requested = Signal(str)
    edit_requested = Signal(str)
    regenerate_requested = Signal(str)
    delete_requested = Signal(str)
    restore_requested = Signal(str)
    variant_requested = Signal(str, int)
    context_requested = Signal(str)
    remember_requested = Signal(str)
    menu_closed = Signal()

    def __init__(self, owner: QWidget, icons: Icons) -> None:
        """``owner`` is the view; its keys trigger the actions while it has the focus."""
        super().__init__(owner)
        self._owner = owner
        self._icons = icons
        self.target: RowTarget | None = None
        self._menus_open = 0
        self.copy = self._make("copy", self.tr("Copy message"), "Ctrl+Shift+C", self._with_id(self.copy_requested))
        self.edit = self._make("pencil", self.tr("Edit"), "F2", self._with_id(self.edit_requested))
        self.regenerate = self._make(
            "refresh-cw", self.tr("Write again"), "Ctrl+R", self._with_id(self.regenerate_requested)
        )
        self.delete = self._make("trash-2", self.tr("Delete message"), "Del", self._with_id(self.delete_requested))
        self.restore = self._make("undo-2", self.tr("Restore message"), "", self._with_id(self.restore_requested))
        self.previous = self._make("chevron-left", self.tr("Previous variant"), "Alt+Left", lambda: self._step(-1))
        self.next = self._make("chevron-right", self.tr("Next variant"), "Alt+Right", lambda: self._step(1))
        self.context = self._make("info", self.tr("Show what it saw"), "", self._with_id(self.context_requested))
        self.remember = self._make(
            "brain", self.tr("Remember this …"), "Ctrl+Shift+B", self._with_id(self.remember_requested)
        )
        self.marks = MarkActions(owner, icons)
        self.aim(None)

    def aim(self, target: RowTarget | None, meant: Sequence[BranchRow] = ()) -> None:
        """Makes the actions be for ``target``, each possible or not; those of ``marks`` for all that is ``meant`` with it."""
        self.target = target
        self.marks.aim(meant)
        settled = target is not None and target.is_settled
        self.copy.setEnabled(target is not None and not target.row.flags.deleted)
        self.edit.setEnabled(settled)
        self.delete.setEnabled(settled)
        self.regenerate.setEnabled(
            target is not None and settled and (target.row.role is Role.ASSISTANT or target.is_tip)
        )
        self.remember.setEnabled(settled)
        self.restore.setEnabled(target is not None and target.row.flags.deleted)
        self.context.setEnabled(target is not None and settled and target.row.role is Role.ASSISTANT)
        self.previous.setEnabled(settled and target is not None and target.row.variant > 1)
        self.next.setEnabled(settled and target is not None and target.row.variant < target.row.variants)

    @property
    def menu_is_open(self) -> bool:
        """Whether a menu waits for a choice; the target must stay until then."""
        return self._menus_open > 0

    def menu(self) -> QMenu:
        """A new menu of what is possible with the target; it deletes itself when closed."""
        menu = QMenu(self._owner)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups = (
            (self.copy, self.remember, self.context),
            self.marks.all,
            (self.edit, self.regenerate),
            (self.previous, self.next),
            (self.delete, self.restore),
        )
        for group in groups:
            possible = [action for action in group if action.isEnabled()]
            menu.addActions(possible)
            if possible and group is not groups[-1]:
                menu.addSeparator()
        return menu

    def open_menu(self, at: QPoint) -> None:
        """Opens ``menu`` at a point of the screen."""
        menu = self.menu()
        self._menus_open += 1
        menu.destroyed.connect(self._on_menu_gone)  # only then: a menu hides before it triggers
        menu.popup(at)

    def _make(self, icon: str, text: str, keys: str, slot: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        self._icons.bind(action, icon)
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            set_plain_tooltip(action, f"{text} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})")
        action.triggered.connect(slot)
        self._owner.addAction(action)
        return action

    def _with_id(self, signal: SignalInstance) -> Callable[[], None]:
        def emit() -> None:
            if self.target is not None:
                signal.emit(self.target.row.id)

        return emit

    def _on_menu_gone(self) -> None:
        self._menus_open -= 1
        self.menu_closed.emit()

    def _step(self, step: int) -> None:
        if self.target is not None:
            self.variant_requested.emit(self.target.row.id, step)


class RowToolbar(QFrame):
    """The bar over the hovered or focused row; there is one for all rows."""

    def __init__(self, actions: RowActions, icons: Icons, parent: QWidget) -> None:
        self._actions = actions
        self._icons = icons
        super().__init__(parent)
        self.setProperty("look", "bar")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.tr("Message actions"))
        self._variant = plain_label(look="secondary")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        self._previous = self._button(actions.previous)
        self._next = self._button(actions.next)
        for widget in (self._previous, self._variant, self._next):
            layout.addWidget(widget)
        marks = (actions.marks.exclude, actions.marks.put_back)
        settled = (actions.edit, actions.regenerate, *marks, actions.delete)
        self._settled_buttons = [self._button(action) for action in settled]
        for button in (self._button(actions.copy), *self._settled_buttons, self._more_button()):
            layout.addWidget(button)
        self.hide()

    def fit(self) -> None:
        """Shows what is possible with the actions' target, in the size it needs."""
        target = self._actions.target
        has_variants = target is not None and target.row.variants > 1
        for widget in (self._previous, self._variant, self._next):
            widget.setVisible(has_variants)
        if target is not None:
            self._variant.setText(f"{target.row.variant}/{target.row.variants}")
        for button in self._settled_buttons:
            button.setVisible(button.defaultAction().isEnabled())
            button.setAccessibleName(button.defaultAction().text())
        self.adjustSize()

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setIconSize(ICON_SIZE)
        button.setAccessibleName(action.text())
        return button

    def _more_button(self) -> QToolButton:
        button = QToolButton(self)
        self._icons.bind(button, "more-horizontal")
        button.setIconSize(ICON_SIZE)
        button.setAccessibleName(self.tr("More actions"))
        set_plain_tooltip(button, self.tr("More actions"))
        button.clicked.connect(lambda: self._actions.open_menu(button.mapToGlobal(button.rect().bottomLeft())))
        return button
