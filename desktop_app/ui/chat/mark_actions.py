"""What the person can decide about messages: exclude, restore, never send, always in context; and where one is in the plan.

One set of actions for the row under the mouse or the keyboard, and for several chosen rows. Made by ``row_actions``, whose
bar and menu show them; ``marks_presenter`` hears the signals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.message import MessageState
from desktop_app.services.marks_service import MessageMark
from desktop_app.ui.counts import messages_phrase
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import set_plain_tooltip


class MarkActions(QObject):
    """The actions, each possible or not with the rows they are aimed at.

    Signals:
        mark_requested: (ids, MessageMark)
        from_here_up_requested: (message id) exclude it and all before it.
        place_requested: (message id) show where it is in the plan.
    """

    mark_requested = Signal(list, object)
    from_here_up_requested = Signal(str)
    place_requested = Signal(str)

    def __init__(self, owner: QWidget, icons: Icons, *, keys: bool = True) -> None:
        """``owner`` has the keyboard; without ``keys`` there are no shortcuts (others have them)."""
        self._with_keys = keys
        self._rows: Sequence[BranchRow] = ()
        super().__init__(owner)
        self._owner = owner
        self._icons = icons
        self.exclude = self._make("eye-off", "Ctrl+E", self._marking(MessageMark.EXCLUDE))
        self.put_back = self._make("eye", "Ctrl+Shift+E", self._marking(MessageMark.RESTORE))
        self.never_send = self._make("ban", "", self._marking(MessageMark.NEVER_SEND))
        self.always = self._make("pin", "Ctrl+Shift+A", self._marking(MessageMark.ALWAYS_IN_CONTEXT))
        self.not_always = self._make("pin", "", self._marking(MessageMark.NOT_ALWAYS))
        self.from_here_up = self._make("arrow-up-to-line", "", self._one(self.from_here_up_requested.emit))
        self.place = self._make("list-tree", "Ctrl+I", self._one(self.place_requested.emit))
        self.aim(())

    @property
    def all(self) -> tuple[QAction, ...]:
        """In the order of the menu."""
        marks = (self.exclude, self.put_back, self.from_here_up, self.never_send, self.always, self.not_always)
        return (self.place, *marks)

    def aim(self, rows: Sequence[BranchRow]) -> None:
        """Makes the actions be for these rows: with several of them the texts say how many."""
        self._rows = rows
        flags = [row.flags for row in rows if not row.flags.deleted and row.state is not MessageState.STREAMING]
        out = [flag for flag in flags if flag.excluded or flag.never_send or flag.hidden]
        single = len(rows) == 1 and bool(flags)
        self._name(len(rows))
        self.exclude.setEnabled(len(out) < len(flags))
        self.put_back.setEnabled(bool(out))
        self.never_send.setEnabled(any(not flag.never_send for flag in flags))
        self.always.setEnabled(any(not flag.always_in_context for flag in flags))
        self.not_always.setEnabled(any(flag.always_in_context for flag in flags))
        self.from_here_up.setEnabled(single)
        self.place.setEnabled(single)

    def _name(self, count: int) -> None:
        """The actions' texts; for several rows each says how many."""
        names = {
            self.exclude: self.tr("Exclude from context"),
            self.put_back: self.tr("Restore to context"),
            self.never_send: self.tr("Never send"),
            self.always: self.tr("Always in context"),
            self.not_always: self.tr("Not always in context"),
            self.from_here_up: self.tr("Exclude from here up"),
            self.place: self.tr("Show in the context preview"),
        }
        for action, name in names.items():
            text = self.tr("{action}: {messages}").format(action=name, messages=messages_phrase(count))
            action.setText(text if count > 1 else name)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            set_plain_tooltip(action, f"{action.text()} ({keys})" if keys else action.text())

    def _make(self, icon: str, keys: str, slot: Callable[[], None]) -> QAction:
        action = QAction(self)
        self._icons.bind(action, icon)
        if keys and self._with_keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self._owner.addAction(action)
        return action

    def _marking(self, mark: MessageMark) -> Callable[[], None]:
        def emit() -> None:
            if self._rows:
                self.mark_requested.emit([row.id for row in self._rows], mark)

        return emit

    def _one(self, emit: Callable[[str], None]) -> Callable[[], None]:
        def act() -> None:
            if self._rows:
                emit(self._rows[0].id)

        return act
