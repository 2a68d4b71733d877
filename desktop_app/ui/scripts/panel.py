"""A list of scripts with a switch each, and below it what the chosen one does. For the settings and for a character's card.

Nothing here runs a script; what is ticked is stored at once by the script service.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.domain.scripts import Program
from desktop_app.services.script_service import ListedScript
from desktop_app.ui.scripts.words import does, name_of, problems, program_line
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

LIST_HEIGHT, TEXT_HEIGHT = 148, 72
_KEY = Qt.ItemDataRole.UserRole


class ScriptPanel(QWidget):
    """Shows scripts.

    Signals:
        switched: (keys, on) the person ticked or unticked one.
        chosen: (key) another one is looked at; empty: none.
    """

    switched = Signal(list, bool)
    chosen = Signal(str)

    def __init__(self, notice: str, empty: str, parent: QWidget | None = None) -> None:
        self._listed: tuple[ListedScript, ...] = ()
        self._notice_text, self._empty_text = notice, empty
        super().__init__(parent)
        self._notice = plain_label(wrap=True)
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Scripts"))
        self._list.setMinimumHeight(LIST_HEIGHT)
        self._about = plain_label(wrap=True)
        self._problem = plain_label(look="error", wrap=True)
        self._find = _reader(self.tr("Looks for"))
        self._replace = _reader(self.tr("Puts in its place"))
        self._programs = plain_label(look="muted", wrap=True)
        self._list.currentRowChanged.connect(self._on_row)
        self._list.itemChanged.connect(self._on_item)
        self._lay_out()
        self.show_scripts(())

    def show_scripts(self, listed: Sequence[ListedScript], programs: Sequence[Program] = ()) -> None:
        """Shows these; the one that was chosen stays so where it is among them."""
        self._programs.setText("\n".join(program_line(program) for program in programs))
        self._programs.setVisible(bool(programs))
        self._notice.setText(self._notice_text if listed else "" if programs else self._empty_text)
        self._notice.setVisible(bool(self._notice.text()))
        if tuple(listed) == self._listed and listed:
            return
        key = self.chosen_key
        same = [one.key for one in listed] == [one.key for one in self._listed]
        self._listed = tuple(listed)
        self._list.blockSignals(True)
        if not same:
            self._list.clear()
            for one in self._listed:
                self._list.addItem(_item(one, self._list.palette().placeholderText()))
        for row, one in enumerate(self._listed):
            self._list.item(row).setCheckState(_check(one))
        rows = [row for row, one in enumerate(self._listed) if one.key == key]
        self._list.setCurrentRow(rows[0] if rows else 0 if self._listed else -1)
        self._list.blockSignals(False)
        self._list.setVisible(bool(self._listed))
        self._on_row(self._list.currentRow())

    @property
    def chosen_key(self) -> str:
        """Of the script that is looked at; empty: of none."""
        row = self._list.currentRow()
        return self._listed[row].key if 0 <= row < len(self._listed) else ""

    def _lay_out(self) -> None:
        texts = QHBoxLayout()
        texts.setSpacing(SPACE_12)
        for title, reader in ((self.tr("Looks for"), self._find), (self.tr("Puts in its place"), self._replace)):
            column = QVBoxLayout()
            column.setSpacing(SPACE_4)
            column.addWidget(plain_label(title, look="secondary"))
            column.addWidget(reader)
            texts.addLayout(column, 1)
        self._texts = QWidget()
        texts.setContentsMargins(0, 0, 0, 0)
        self._texts.setLayout(texts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._notice)
        layout.addWidget(self._list, 1)
        for widget in (self._about, self._problem, self._texts, self._programs):
            layout.addWidget(widget)

    def _on_row(self, row: int) -> None:
        one = self._listed[row] if 0 <= row < len(self._listed) else None
        for widget in (self._about, self._texts):
            widget.setVisible(one is not None)
        wrong = "\n".join(problems(one)) if one is not None else ""
        self._problem.setText(wrong)
        self._problem.setVisible(bool(wrong))
        self._about.setText(does(one.script) if one is not None else "")
        self._find.setPlainText(one.script.find if one is not None else "")
        self._replace.setPlainText(one.script.replace if one is not None else "")
        self.chosen.emit(one.key if one is not None else "")

    def _on_item(self, item: QListWidgetItem) -> None:
        self._list.setCurrentItem(item)
        self.switched.emit([item.data(_KEY)], item.checkState() is Qt.CheckState.Checked)


def _item(one: ListedScript, pale: QBrush) -> QListWidgetItem:
    item = QListWidgetItem(name_of(one.script))
    item.setData(_KEY, one.key)
    flags = item.flags() | Qt.ItemFlag.ItemIsUserCheckable
    item.setFlags(flags)
    if not one.can_run:
        item.setFlags(flags & ~Qt.ItemFlag.ItemIsUserCheckable)
        item.setForeground(pale)
    return item


def _check(one: ListedScript) -> Qt.CheckState:
    return Qt.CheckState.Checked if one.on and one.can_run else Qt.CheckState.Unchecked


def _reader(name: str) -> QPlainTextEdit:
    text = QPlainTextEdit()
    text.setReadOnly(True)
    text.setTabChangesFocus(True)
    text.setAccessibleName(name)
    text.setFixedHeight(TEXT_HEIGHT)
    text.setProperty("look", "code")
    return text
