"""A field of a form as the design page wants it: label above, help and error below. Used by every form."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4

_INPUTS = (QAbstractSpinBox, QComboBox, QLineEdit)


class Field(QWidget):
    """One input with its words. A screen reader hears the label with the input, and the error when it appears."""

    def __init__(self, label: str, control: QWidget, *, help_text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.control = control
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        title = plain_label(label)
        title.setBuddy(control)
        self._inputs = [control, *(part for part in control.findChildren(QWidget) if isinstance(part, _INPUTS))]
        for part in self._inputs:  # the control may be a row of several, and an input may have another inside
            part.setAccessibleName(label)
        self._help = plain_label(help_text, look="secondary", wrap=True)
        self._help.setVisible(bool(help_text))
        self._error = plain_label(look="error", wrap=True)
        self._error.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        for widget in (title, control, self._help, self._error):
            layout.addWidget(widget)

    def show_help(self, text: str) -> None:
        """Replaces the help."""
        self._help.setText(text)
        self._help.setVisible(bool(text))

    def show_error(self, sentence: str) -> None:
        """Says what is wrong; an empty sentence takes it back."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        for part in self._inputs:
            part.setAccessibleDescription(sentence)

    def error(self) -> str:
        """The sentence shown now, empty where nothing is wrong."""
        return self._error.text()
