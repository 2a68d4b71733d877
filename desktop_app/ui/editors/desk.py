"""Where a page shows the form of what was chosen, with *Save*, *Delete* and the question before changes would be lost.

Nothing is stored by itself: *Save* stores, and whoever leaves a changed form is asked in the page, not by a dialog. The page
(``page.EditorPage``) says what is stored and how.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.editors.form import Form, FormArea
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12


class LeaveBar(QFrame):
    """The question what shall become of changes.

    Signals:
        save_pressed, discard_pressed, stay_pressed: the answer.
    """

    save_pressed = Signal()
    discard_pressed = Signal()
    stay_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "notice")
        self._label = plain_label(wrap=True)
        self._save = QPushButton(self.tr("Save"))
        self._save.setProperty("look", "primary")
        discard = QPushButton(self.tr("Discard"))
        discard.setProperty("look", "danger")
        stay = QPushButton(self.tr("Keep editing"))
        self._save.clicked.connect(self.save_pressed)
        discard.clicked.connect(self.discard_pressed)
        stay.clicked.connect(self.stay_pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_8)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._label, 1)
        for button in (stay, discard, self._save):
            button.setAutoDefault(False)
            layout.addWidget(button)
        self.hide()

    def ask(self, name: str) -> None:
        """Asks about the thing that is called so."""
        sentence = self.tr("“{name}” has changes that are not saved.") if name else self.tr("Changes are not saved.")
        self._label.setText(sentence.format(name=name))
        self.setAccessibleName(self._label.text())
        self.show()
        self._save.setFocus()


class Desk(QWidget):
    """Forms, of which one is shown, over the row of buttons.

    Attributes:
        ask: the question; the page answers its signals.

    Signals:
        save_pressed: store what the form has.
        discard_pressed: show what is stored again.
        delete_pressed: take the thing out.
        edited: the person changed something.
    """

    save_pressed = Signal()
    discard_pressed = Signal()
    delete_pressed = Signal()
    edited = Signal()

    def __init__(self, empty: str, parent: QWidget | None = None) -> None:
        """``empty``: what is said while nothing is open."""
        self._form: Form[Any] | None = None
        self._is_new = False
        self._busy = False
        self._others: list[QPushButton] = []
        super().__init__(parent)
        self._stack = QStackedWidget()
        self._empty = plain_label(empty, look="muted", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self._empty)
        self._areas: dict[Form[Any], QScrollArea] = {}
        self._status = plain_label(look="secondary", wrap=True)
        self._save = QPushButton(self.tr("Save"))
        self._discard = QPushButton(self.tr("Discard changes"))
        self._delete = QPushButton(self.tr("Delete"))
        self._foot = QWidget()
        self._extra, self._notes = QHBoxLayout(), QHBoxLayout()
        self.ask = LeaveBar(self)
        self._lay_out()
        self.show_form(None)

    @property
    def form(self) -> Form[Any] | None:
        """The form that is shown."""
        return self._form

    def add_form(self, form: Form[Any]) -> None:
        """A form that may be shown."""
        area = FormArea()
        self._areas[form] = area
        self._stack.addWidget(area)
        area.take(form)
        form.edited.connect(self._on_edited)
        self._order_buttons(form)

    def add_button(self, button: QPushButton) -> None:
        """Something else that can be done with the thing; the page shows it where it can."""
        button.setAutoDefault(False)
        self._extra.addWidget(button)
        QWidget.setTabOrder(self._others[-1] if self._others else self._delete, button)
        self._others.append(button)

    def add_note(self, label: QLabel) -> None:
        """A figure beside the buttons."""
        label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignTrailing)
        self._notes.addWidget(label)

    def show_form(self, form: Form[Any] | None, *, new: bool = False) -> None:
        """Shows a form from its top, or that nothing is open. ``new``: the thing is stored nowhere yet."""
        self._turn_to(self._empty if form is None else self._areas[form], form, new=new)
        if form is not None:
            self._areas[form].verticalScrollBar().setValue(0)
            self.show_buttons()

    def add_panel(self, panel: QWidget) -> None:
        """Something else than a form. While the page is made: the style sheet takes two frames for one that comes later."""
        self._stack.addWidget(panel)

    def show_panel(self, panel: QWidget) -> None:
        """Something that was added, instead of a form."""
        self._turn_to(panel, None)

    def show_buttons(self, *, new: bool | None = None) -> None:
        """Offers what can be done now. ``new``: whether the thing is stored nowhere yet, where that is another now."""
        self._is_new = self._is_new if new is None else new
        changed = self._form is not None and self._form.is_changed()
        self._save.setEnabled((changed or self._is_new) and not self._busy)
        self._discard.setVisible(changed)
        self._delete.setVisible(not self._is_new)
        self._delete.setEnabled(not self._busy)

    def set_busy(self, busy: bool) -> None:
        """Something is being stored: the buttons wait."""
        self._busy = busy
        self.show_buttons()

    def say(self, sentence: str, *, look: str = "secondary") -> None:
        """What became of it; ``look`` of the style sheet."""
        self._status.setText(sentence)
        self._status.setVisible(bool(sentence))
        if self._status.property("look") != look:
            self._status.setProperty("look", look)
            self._status.style().unpolish(self._status)
            self._status.style().polish(self._status)

    def show_empty(self, sentence: str) -> None:
        """What is said while nothing is open."""
        self._empty.setText(sentence)

    def reveal(self, widget: QWidget) -> None:
        """Scrolls a part of the form into view."""
        if self._form is not None:
            self._areas[self._form].ensureWidgetVisible(widget)

    def _turn_to(self, widget: QWidget, form: Form[Any] | None, *, new: bool = False) -> None:
        self._form = form
        self._is_new = new
        self.ask.hide()
        self.say("")
        self._foot.setVisible(form is not None)
        self._stack.setCurrentWidget(widget)

    def _lay_out(self) -> None:
        self._save.setProperty("look", "primary")
        self._delete.setProperty("look", "danger")
        self._extra.setSpacing(SPACE_8)
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_8)
        row.addWidget(self._delete)
        row.addLayout(self._extra)
        row.addStretch(0)  # where there is no figure
        row.addLayout(self._notes, 1)
        row.addWidget(self._discard)
        row.addWidget(self._save)
        for button, signal in (
            (self._save, self.save_pressed),
            (self._discard, self.discard_pressed),
            (self._delete, self.delete_pressed),
        ):
            button.setAutoDefault(False)
            button.clicked.connect(signal)
        self._status.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self._status)
        layout.addWidget(self.ask)
        layout.addWidget(self._foot)

    def _order_buttons(self, form: QWidget) -> None:
        """Tab comes to the buttons behind the form: forms are made later than they."""
        parts = [part for part in form.findChildren(QWidget) if part.window() is form.window()]  # and no menus
        stops = [part for part in parts if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
        way = [*stops[-1:], self._delete, *self._others, self._discard, self._save]
        for before, after in pairwise(way):
            QWidget.setTabOrder(before, after)

    def _on_edited(self) -> None:
        self.say("")
        self.show_buttons()
        self.edited.emit()
