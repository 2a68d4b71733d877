"""The page of memory entries."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop_app.domain.memory import MemoryEntry
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.item_list import ItemList
from desktop_app.ui.editors.item_page import ItemPage
from desktop_app.ui.editors.key_test import KeyTester
from desktop_app.ui.editors.memories import MemoryForm, MemorySource
from desktop_app.ui.editors.places import Places
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices


class MemoryPage(ItemPage[MemoryEntry]):
    """All memory entries, whatever they count in."""

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        translate = QCoreApplication.translate
        self._places = Places()
        self._memories = MemorySource(services)
        self.memory_form = MemoryForm(icons)
        items = ItemList(
            translate("MemoryPage", "Memory"),
            translate("MemoryPage", "Find a memory entry"),
            translate("MemoryPage", "New memory entry"),
            icons,
        )
        empty = translate(
            "MemoryPage", "The memory keeps what must not be forgotten, whatever else leaves the context."
        )
        super().__init__(self._memories, self.memory_form, items, launch, empty, parent)
        self.key_tester = KeyTester(services, launch, self.memory_form.key_test)
        self.memory_form.looked_at.connect(self._try_keywords)

    def show_places(self, places: Places) -> None:
        """The open chat, and what all scopes are called."""
        self._places = self._memories.places = places
        self.memory_form.scope.show_places(places)
        self.show_rows()
        if self.desk.form is not None:
            self.memory_form.refresh()

    def end(self) -> None:
        """Nothing is tried any more."""
        super().end()
        self.key_tester.clear()

    def _try_keywords(self, entry: MemoryEntry) -> None:
        counts = self._places.counts((entry.scope,))
        self.key_tester.try_memory(self._places.chat.id, entry, counts=counts)
