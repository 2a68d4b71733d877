"""What every form of the library is: fields over the parts of a value, and only what the person touched is changed.

A field that nobody touched gives back what it was shown, letter for letter: saving without a change changes nothing (case
H-08), and what somebody else changes meanwhile is not taken back. Every edit can be undone (Ctrl+Z) and done again, also over
a save. Asks no service.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.history import History, Values
from desktop_app.ui.editors.inputs import Choice, LineInput, Number, OptionalNumber, PartInput, TextInput, Tick, Ticks
from desktop_app.ui.editors.scope_inputs import ScopesInput
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import SPACE_8, SPACE_12

T = TypeVar("T")

Control: TypeAlias = LineInput | TextInput | Tick | Choice | Number | OptionalNumber | Ticks | ScopesInput | PartInput
"""Whatever a form may hold."""

_KEYS = frozenset({QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride})


class Section(QWidget):
    """Fields below each other under a line that folds them away."""

    def __init__(self, title: str, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._head = QToolButton()
        self._head.setText(title)
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.clicked.connect(lambda: self.show_content(shown=self._content.isHidden()))
        self._content = QWidget()
        self.body = QVBoxLayout(self._content)
        self.body.setContentsMargins(SPACE_8, 0, 0, SPACE_8)
        self.body.setSpacing(SPACE_12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._head, 0, Qt.AlignmentFlag.AlignLeading)
        layout.addWidget(self._content)
        self.show_content(shown=False)

    def show_content(self, *, shown: bool) -> None:
        """Opens it, or folds it away."""
        self._icons.bind(self._head, "chevron-down" if shown else "chevron-right")
        self._content.setVisible(shown)
        unfolded = QCoreApplication.translate("Section", "unfolded") if shown else ""
        self._head.setAccessibleDescription(unfolded or QCoreApplication.translate("Section", "folded away"))


class FormArea(QScrollArea):
    """Scrolls a form, with what is left of the height below it.

    Put it where it stays before it gets the form: with every new parent all widgets below are styled anew.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.setWidget(inner)

    def take(self, form: QWidget) -> None:
        """The form to scroll; once."""
        self._column.addWidget(form)
        self._column.addStretch(1)


class Form(QWidget, Generic[T]):
    """Fields one below the other. Each is called as the part of the value that it shows.

    Signals:
        edited: the person changed something.
        moved: (widget) undo or redo changed something here: bring it into view.
    """

    edited = Signal()
    moved = Signal(object)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        self._item: T | None = None
        self._history = History()
        self._shown: dict[str, Any] = {}
        self._exact: dict[str, Any] = {}
        self._controls: dict[str, Control] = {}
        self._fields: dict[str, Field] = {}
        self._sections: dict[str, Section] = {}
        self._touched: set[str] = set()
        super().__init__(parent)
        self.icons = icons
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, SPACE_12, SPACE_12)
        self.body.setSpacing(SPACE_12)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_item(self, item: T) -> None:
        """Shows another value, with nothing touched and nothing wrong."""
        self._item = item
        self._touched.clear()
        self._exact.clear()
        self._history.clear()
        self._show_all(self._controls)
        self.show_problems({})
        self.refresh()

    def rebase(self, item: T) -> None:
        """The value was changed elsewhere: what is touched here stays, and so do caret and undo where it is the same."""
        self._item = item
        untouched = (name for name in self._controls if name not in self._touched)
        self._show_all([name for name in untouched if self._value(name) != self.read(item, name)])
        self.refresh()

    def settle(self, stored: T) -> None:
        """What is shown was stored: nothing is touched any more, and the person goes on writing where the caret is."""
        self._touched.clear()
        self._exact.clear()
        self.show_problems({})
        self.rebase(stored)

    def item(self) -> T:
        """The value with what the person touched."""
        assert self._item is not None  # noqa: S101 - a form is only asked for what it was shown
        return self.onto(self._item)

    def onto(self, item: T) -> T:
        """Another version of the same value, with what the person touched here."""
        return self.changed(item, {name: self._value(name) for name in sorted(self._touched)})

    def is_changed(self) -> bool:
        """Whether the value is otherwise than it was shown."""
        return self._item is not None and self.item() != self._item

    @property
    def can_undo(self) -> bool:
        """Whether something was edited that can be taken back."""
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back that can be done again."""
        return self._history.can_redo

    def undo(self) -> None:
        """Takes the last edit back."""
        self._move(self._history.undo())

    def redo(self) -> None:
        """Does again what was taken back last."""
        self._move(self._history.redo())

    def take_over(self, item: T) -> None:
        """Shows another version of the value as if the person had typed it: one step that can be undone."""
        after = {name: self.read(item, name) for name in self._controls if self._current(name) != self.read(item, name)}
        if after:
            self._history.note({name: self._current(name) for name in after}, after)
            self._put_values(after)

    def check(self) -> bool:
        """Shows what is wrong at its field; True where nothing is."""
        problems = self.problems(self.item())
        self.show_problems(problems)
        for name in problems:
            if name in self._sections:
                self._sections[name].show_content(shown=True)
        return not problems

    def show_problems(self, problems: dict[str, str]) -> None:
        """Sentences by field; fields without one are fine."""
        for name, field in self._fields.items():
            field.show_error(problems.get(name, ""))

    def focus_first(self) -> None:
        """The keyboard goes to the first field."""
        next(iter(self._controls.values())).setFocus()

    def add(
        self, name: str, label: str, control: Control, help_text: str = "", *, section: Section | None = None
    ) -> Field:
        """A field below the others, or in a section."""
        field = Field(label, control, help_text=help_text)
        if isinstance(control, OptionalNumber | PartInput):
            control.name_parts(label)
        self._fields[name] = field
        self._put(name, control, field, section)
        return field

    def add_tick(self, name: str, control: Control, *, section: Section | None = None) -> None:
        """A box that says itself what it means."""
        self._put(name, control, control, section)

    def add_section(self, title: str) -> Section:
        """A section below all that is there."""
        section = Section(title, self.icons)
        self.body.addWidget(section)
        return section

    def control(self, name: str) -> Any:
        """The input of a part of the value. Raises ``KeyError``."""
        return self._controls[name]

    def changed(self, item: T, changes: dict[str, Any]) -> T:
        """``item`` with these parts instead."""
        return replace(item, **changes)  # pyright: ignore[reportType, reportArgumentType, reportCallIssue, reportUnknownVariableType] - any value is a dataclass

    def read(self, item: T, name: str) -> Any:
        """A part of a value."""
        return getattr(item, name)

    def problems(self, item: T) -> dict[str, str]:
        """What is wrong with a value, by field."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Shows what depends on several fields; called after every change."""

    def _put(self, name: str, control: Control, widget: QWidget, section: Section | None) -> None:
        self._controls[name] = control
        control.edited.connect(lambda: self._on_edited(name))
        for part in (control, *control.findChildren(QWidget)):
            part.installEventFilter(self)
        (section.body if section is not None else self.body).addWidget(widget)
        if section is not None:
            self._sections[name] = section

    def _show_all(self, names: Iterable[str]) -> None:
        for name in names:
            value = self.read(self._item, name)  # pyright: ignore[reportArgumentType] - set by now
            self._controls[name].show_value(value)
            self._shown[name] = value

    def _value(self, name: str) -> Any:
        """What is in a field: letter for letter where undo put it there, else as the input understands it."""
        return self._exact[name] if name in self._exact else self._controls[name].value()

    def _current(self, name: str) -> Any:
        return self._value(name) if name in self._touched else self.read(self._item, name)  # pyright: ignore[reportArgumentType] - set by now

    def _move(self, values: Values | None) -> None:
        """Fields are as they were before a step, or after it."""
        if not values:
            return
        self._put_values(values)
        first = self._controls[next(iter(values))]
        first.setFocus()
        self.moved.emit(first)

    def _put_values(self, values: Values) -> None:
        for name, value in values.items():
            control = self._controls[name]
            before = control.value()
            control.show_value(value)
            if isinstance(control, LineInput | TextInput):
                control.place_caret(before)
            self._shown[name] = self._exact[name] = value
            self._touched.add(name)
            if name in self._sections:
                self._sections[name].show_content(shown=True)
        self.refresh()
        self.edited.emit()

    def _on_edited(self, name: str) -> None:
        before, after = self._shown.get(name), self._controls[name].value()
        self._exact.pop(name, None)
        self._touched.add(name)
        self._shown[name] = after
        if before != after:
            self._history.note({name: before}, {name: after})
        if name in self._fields and self._fields[name].error():
            self._fields[name].show_error("")
        self.refresh()
        self.edited.emit()

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """Undo and redo are the page's where it has keys for them, else the form's; never those of one input alone."""
        if event.type() in _KEYS and isinstance(event, QKeyEvent):
            redo = event.matches(QKeySequence.StandardKey.Redo) or _is_other_redo(event)
            if redo or event.matches(QKeySequence.StandardKey.Undo):
                if event.type() is QEvent.Type.ShortcutOverride:
                    event.ignore()
                elif redo:
                    self.redo()
                else:
                    self.undo()
                return True
        return super().eventFilter(watched, event)


def _is_other_redo(event: QKeyEvent) -> bool:
    """Ctrl+Y and Ctrl+Shift+Z on every system."""
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    pressed = (Qt.Key(event.key()), event.modifiers())
    return pressed in {(Qt.Key.Key_Y, control), (Qt.Key.Key_Z, control | shift)}
