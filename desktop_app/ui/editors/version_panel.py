"""What a character or persona was before, and what is otherwise now, part by part; any of it can be put back. Asks no service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, cast

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.character import CardAsset, Character, Persona
from desktop_app.domain.versions import LibraryVersion
from desktop_app.ui.editors.card_inputs import date_of
from desktop_app.ui.text import plain_label
from desktop_app.ui.text_difference import TextPiece, difference, look_of
from desktop_app.ui.theme import SPACE_8, SPACE_12

LIST_WIDTH = 180
LONGEST_SHOWN = 20_000
_OUR_OWN = frozenset({"id", "created_at", "updated_at"})


@dataclass(frozen=True, slots=True)
class Difference:
    """One part that is otherwise now, by its name."""

    name: str
    pieces: tuple[TextPiece, ...]


class VersionPanel(QWidget):
    """The versions at the left, the difference at the right.

    Signals:
        chosen: (version) show how it differs.
        put_back_pressed: (version) it is to be what it was.
    """

    chosen = Signal(object)
    put_back_pressed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._versions: list[LibraryVersion] = []
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Earlier versions"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setAccessibleName(self.tr("What was otherwise"))
        self.button = QPushButton(self.tr("Put back"))
        self.button.setAutoDefault(False)
        self._none = plain_label(
            self.tr("Nothing was changed yet. What is changed is kept here as it was before."), look="muted", wrap=True
        )
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        told = self.tr("Struck through: as it was in this version. Bold: as it is now.")
        self._legend = plain_label(told, look="secondary", wrap=True)
        self._lay_out()
        self.list.currentRowChanged.connect(self._on_row)
        self.button.clicked.connect(self._on_put_back)
        self.show_versions([])

    def show_versions(self, versions: Sequence[LibraryVersion]) -> None:
        """The newest first."""
        self._versions = list(versions)
        self.list.clear()
        self.list.addItems([_dated(version) for version in self._versions])
        self._split.setVisible(bool(self._versions))
        self._foot.setVisible(bool(self._versions))
        self._none.setVisible(not self._versions)
        if self._versions:
            self.list.setCurrentRow(0)
        else:
            self.text.clear()

    @property
    def version(self) -> LibraryVersion | None:
        """The one that is chosen."""
        row = self.list.currentRow()
        return self._versions[row] if 0 <= row < len(self._versions) else None

    def show_difference(self, parts: Sequence[Difference]) -> None:
        """What ``difference`` found: each part under its name."""
        self.text.clear()
        cursor = QTextCursor(self.text.document())
        name_look = QTextCharFormat()
        name_look.setForeground(self.text.palette().placeholderText())
        for number, part in enumerate(parts):
            cursor.insertText(("\n\n" if number else "") + part.name + "\n", name_look)
            for piece in part.pieces:
                cursor.insertText(piece.text, look_of(piece.fate, self.text.palette()))
        self.text.verticalScrollBar().setValue(0)

    def _lay_out(self) -> None:
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        beside = QWidget()
        room = QHBoxLayout(beside)
        room.setContentsMargins(SPACE_12, 0, 0, 0)
        room.addWidget(self.text)
        self._split.addWidget(self.list)
        self._split.addWidget(beside)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([LIST_WIDTH, 3 * LIST_WIDTH])
        self._foot = QWidget()
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(SPACE_8)
        foot.addWidget(self._legend, 1)
        foot.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_8, SPACE_12, SPACE_8)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._split, 1)
        layout.addWidget(self._none, 1)
        layout.addWidget(self._foot)

    def _on_row(self, _row: int) -> None:
        if self.version is not None:
            self.chosen.emit(self.version)

    def _on_put_back(self) -> None:
        if self.version is not None:
            self.put_back_pressed.emit(self.version)


def difference_of(old: object, new: object, names: Mapping[str, str]) -> list[Difference]:
    """What is otherwise in ``new``, part by part. For a worker thread: long texts take a while. ``names``: ``part_names``."""
    if type(old) is not type(new) or not isinstance(old, Character | Persona):
        return []
    found: list[Difference] = []
    for part in fields(old):
        before, after = getattr(old, part.name), getattr(new, part.name)
        if part.name not in _OUR_OWN and before != after:
            texts = (_as_text(before)[:LONGEST_SHOWN], _as_text(after)[:LONGEST_SHOWN])
            found.append(Difference(names.get(part.name, part.name), tuple(difference(*texts))))
    return found


def part_names() -> dict[str, str]:
    """What the parts are called, as in the form."""
    translate = QCoreApplication.translate
    return {
        "name": translate("CharacterForm", "Name"),
        "description": translate("CharacterForm", "Description"),
        "personality": translate("CharacterForm", "Personality"),
        "scenario": translate("CharacterForm", "Scenario"),
        "first_mes": translate("CharacterForm", "First message"),
        "alternate_greetings": translate("CharacterForm", "Other first messages"),
        "group_only_greetings": translate("CharacterForm", "First messages for groups only"),
        "mes_example": translate("CharacterForm", "Example dialogue"),
        "system_prompt": translate("CharacterForm", "System prompt"),
        "post_history_instructions": translate("CharacterForm", "Instructions after the history"),
        "nickname": translate("CharacterForm", "Nickname"),
        "tags": translate("CharacterForm", "Tags"),
        "creator_notes": translate("CharacterForm", "Creator's notes"),
        "creator_notes_multilingual": translate("CharacterForm", "Creator's notes in other languages"),
        "creator": translate("CharacterForm", "Creator"),
        "character_version": translate("CharacterForm", "Version"),
        "source": translate("CharacterForm", "Source"),
        "assets": translate("CharacterForm", "Files of the card"),
        "extensions": translate("CharacterForm", "What other programs keep in it"),
    }


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        texts = cast("Mapping[str, str]", value)
        return "\n".join(f"{name}: {text}" for name, text in texts.items() if not name.startswith("talespan:"))
    if isinstance(value, tuple):
        return "\n".join(_as_text(item) for item in cast("tuple[object, ...]", value))
    if isinstance(value, CardAsset):
        return " · ".join(filter(None, (value.type, value.name, value.ext, value.uri[:200])))
    return str(value)


def _dated(version: LibraryVersion) -> str:
    made_at = getattr(version.value, "updated_at", 0)
    if made_at:
        return date_of(made_at)
    return QCoreApplication.translate("VersionPanel", "until {date}").format(date=date_of(version.kept_at))
