"""The pages of the help: markdown in ``resources/help/<language>``, and one that is made of the table of actions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from desktop_app.ui.actions import action_rows


@dataclass(frozen=True, slots=True)
class Page:
    """A page; its title is the first heading of its text."""

    title: str
    text: str


def help_pages(folder: Path) -> list[Page]:
    """The pages in the language of now, in the order of their files, then the keys. ``folder``: ``resources/help``."""
    # Translated into the code of the language, and so the name of its folder.
    files = sorted((folder / QCoreApplication.translate("HelpPages", "en")).glob("*.md"))
    return [*(_page(file.read_text(encoding="utf-8")) for file in files), _keys()]


def _page(text: str) -> Page:
    heading = text.lstrip().splitlines()[0]
    return Page(heading.removeprefix("# ").strip(), text)


def _keys() -> Page:
    """Every action that has a key, in the order of the table."""
    translate = QCoreApplication.translate
    title = translate("HelpPages", "Keyboard shortcuts")
    keys, done = translate("HelpPages", "Keys"), translate("HelpPages", "What they do")
    head = f"| {keys} | {done} |\n|---|---|"
    rows = (f"| {_told(row.keys)} | {row.text.replace('…', '').strip()} |" for row in action_rows() if row.keys)
    return Page(title, "\n".join((f"# {title}", "", head, *rows)))


def _told(keys: tuple[str, ...]) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native).replace("|", "\\|") for key in keys)
