"""The field of an API key: hidden letters, a way to look at what one typed, and where the key will be kept.

A stored key is never read back into the field: all that is known is that there is one.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QToolButton, QVBoxLayout, QWidget

from desktop_app.domain.settings import SecretPlace
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_4, SPACE_8


class KeyField(QWidget):
    """Key, reveal, remove, and the choice of its place where the system has no key ring.

    Signals:
        edited: another key, or none, is wanted; or another place for it.
    """

    edited = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        self._stored = False
        self._removed = False
        super().__init__(parent)
        self._icons = icons
        self._input = LineEdit()
        self._input.setEchoMode(LineEdit.EchoMode.Password)
        self._reveal = QToolButton()
        self._remove = QToolButton()
        self._places = _SecretPlaces()
        self._field = Field(self.tr("API key"), self._row())
        self.setFocusProxy(self._input)
        self._input.setAccessibleName(self.tr("API key"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._field)
        layout.addWidget(self._places)
        self._input.textEdited.connect(self._on_edited)
        self._places.edited.connect(self.edited)

    def show_state(self, *, stored: bool, keyring: bool, place: SecretPlace) -> None:
        """Whether there is a key already, whether the system has a key ring, and where keys go. Empties the field."""
        self._stored, self._removed = stored, False
        self._input.clear()
        self._set_revealed(revealed=False)
        self._places.show_place(place, keyring=keyring)
        self._field.show_help(self.tr("Kept in the system's key ring.") if keyring else "")
        self._show_hints()

    def key(self) -> str | None:
        """The typed key; empty: remove the stored one; None: leave it as it is."""
        return self._input.text().strip() or ("" if self._removed else None)

    def place(self) -> SecretPlace:
        """Where a new key is to be kept."""
        return self._places.place()

    def show_error(self, sentence: str) -> None:
        """What is wrong with the key; empty: nothing."""
        self._field.show_error(sentence)

    def _row(self) -> QWidget:
        row = QWidget()
        self._reveal.setCheckable(True)
        self._reveal.toggled.connect(self._on_reveal)
        self._icons.bind(self._remove, "trash-2")
        self._remove.setAccessibleName(self.tr("Remove the stored key"))
        set_plain_tooltip(self._remove, self.tr("Remove the stored key"))
        self._remove.clicked.connect(self._on_remove)
        row.setFocusProxy(self._input)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self._input, 1)
        layout.addWidget(self._reveal)
        layout.addWidget(self._remove)
        self._set_revealed(revealed=False)
        return row

    def _on_reveal(self, checked: bool) -> None:
        self._set_revealed(revealed=checked)

    def _set_revealed(self, *, revealed: bool) -> None:
        self._reveal.setChecked(revealed)
        self._input.setEchoMode(LineEdit.EchoMode.Normal if revealed else LineEdit.EchoMode.Password)
        self._icons.bind(self._reveal, "eye-off" if revealed else "eye")
        label = self.tr("Hide the key") if revealed else self.tr("Show the key")
        self._reveal.setAccessibleName(label)
        set_plain_tooltip(self._reveal, label)

    def _show_hints(self) -> None:
        there = self._stored and not self._removed
        self._input.setPlaceholderText(self.tr("A key is stored") if there else self.tr("None"))
        self._remove.setVisible(there)

    def _on_edited(self) -> None:
        self._removed = False
        self._show_hints()
        self.edited.emit()

    def _on_remove(self) -> None:
        self._removed = True
        self._input.clear()
        self._show_hints()
        self.edited.emit()


class _SecretPlaces(QWidget):
    """Says where keys are kept; asks where, if the system has no key ring (reliability page, S2).

    Signals:
        edited: another place was chosen.
    """

    edited = Signal()

    def __init__(self) -> None:
        self._keyring = True
        super().__init__()
        self._session = QRadioButton(self.tr("For this session only"))
        self._file = QRadioButton(self.tr("In a file that only you can read (weaker: not encrypted)"))
        group = QButtonGroup(self)
        group.addButton(self._session)
        group.addButton(self._file)
        self._session.clicked.connect(self.edited)
        self._file.clicked.connect(self.edited)
        choices = QWidget()
        inner = QVBoxLayout(choices)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(SPACE_4)
        inner.addWidget(self._session)
        inner.addWidget(self._file)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        why = self.tr("This system has no key ring that works. Keep the key:")
        layout.addWidget(Field(why, choices, parent=self))
        self.hide()

    def show_place(self, place: SecretPlace, *, keyring: bool) -> None:
        """Where keys go now."""
        self._keyring = keyring
        self.setVisible(not keyring)
        self._file.setChecked(place is SecretPlace.FILE)
        self._session.setChecked(place is not SecretPlace.FILE)

    def place(self) -> SecretPlace:
        """The place chosen."""
        if self._keyring:
            return SecretPlace.KEYRING
        return SecretPlace.FILE if self._file.isChecked() else SecretPlace.SESSION
