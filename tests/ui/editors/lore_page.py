"""What the tests of a lorebook's entries share: the page with the book open, and what is stored of it."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.lore import LorebookEntry
from desktop_app.services.events import LibraryKind
from desktop_app.ui.editors.lorebooks import LorebooksPage
from tests.ui.editors.bench import BOOK, Bench


async def opened(bench: Bench, entries: tuple[LorebookEntry, ...] = BOOK.entries) -> LorebooksPage:
    """The page with the book open and the keyboard on its rows."""
    dialog = await bench.open()
    await bench.program.lore.save_book(replace(await bench.book(), entries=entries))
    await bench.settled()
    dialog.show_page(LibraryKind.LOREBOOK)
    dialog.lorebooks.show_book(BOOK.id)
    dialog.lorebooks.shelf.table.setFocus()
    return dialog.lorebooks


async def entries_of(bench: Bench) -> dict[str, LorebookEntry]:
    """As they are stored."""
    return {entry.id: entry for entry in (await bench.book()).entries}


def without_revisions(entries: tuple[LorebookEntry, ...]) -> tuple[LorebookEntry, ...]:
    """What they say."""
    return tuple(replace(entry, revision=1) for entry in entries)
