"""Help speaks each language, says the same in all of them, and knows every key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QListWidget, QTextBrowser

from desktop_app.ui.actions import action_rows
from desktop_app.ui.application import LANGUAGES, Languages
from desktop_app.ui.help.dialog import HelpDialog
from desktop_app.ui.help.pages import help_pages
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import RESOURCES
from tests.ui.spoken import nameless

FOLDER = RESOURCES / "help"


def skeleton(file: Path) -> list[str]:
    """What must be the same in every language: headings, list items, rows of tables and code."""
    text = file.read_text(encoding="utf-8")
    marks = [re.match(r"#+ |- |\|", line) for line in text.splitlines()]
    return [mark.group() for mark in marks if mark] + re.findall(r"`([^`]+)`", text)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_language_has_the_same_pages(code: str) -> None:
    names = sorted(file.name for file in (FOLDER / "en").glob("*.md"))
    assert names
    assert sorted(file.name for file in (FOLDER / code).glob("*.md")) == names
    for name in names:
        assert skeleton(FOLDER / code / name) == skeleton(FOLDER / "en" / name), name


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_pages_are_those_of_the_language(code: str, languages: Languages) -> None:
    languages.choose(code)
    first = next(iter(sorted((FOLDER / code).glob("*.md")))).read_text(encoding="utf-8")
    pages = help_pages(FOLDER)
    assert pages[0].text == first
    assert f"# {pages[0].title}" == first.splitlines()[0]


def test_the_first_page_says_what_answers_which_question() -> None:
    text = help_pages(FOLDER)[0].text
    for question in ("where is the fact?", "how does the history fit?", "how is nothing embedded twice?"):
        assert f"*{question}*" in text


def test_the_last_page_has_every_key() -> None:
    text = help_pages(FOLDER)[-1].text
    native = QKeySequence.SequenceFormat.NativeText
    for row in action_rows():
        for key in row.keys:
            assert QKeySequence(key).toString(native) in text


def test_a_page_is_chosen_and_shown(theme: AppTheme) -> None:
    pages = help_pages(FOLDER)
    dialog = HelpDialog(pages, theme)
    listed, shown = dialog.findChild(QListWidget), dialog.findChild(QTextBrowser)
    assert listed is not None
    assert shown is not None
    assert nameless(dialog) == []
    assert shown.toPlainText().startswith(pages[0].title)
    listed.setCurrentRow(len(pages) - 1)
    assert "F1" in shown.toPlainText()
    theme.changed.emit()
    assert "F1" in shown.toPlainText()
    dialog.deleteLater()
