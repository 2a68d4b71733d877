"""The page of memory entries: at the left their table, at the right the form of one, or a panel for many at once.

What is typed is stored by itself a moment later; whatever is stored can be undone, step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.domain.lore import Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.lore_changes import merged_entry
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.bulk_panel import BulkPanel
from desktop_app.ui.editors.key_test import KeyTester
from desktop_app.ui.editors.memories import MemoryForm
from desktop_app.ui.editors.memory_shelf import MemoryShelf
from desktop_app.ui.editors.memory_sources import MemorySources
from desktop_app.ui.editors.memory_table import (
    ALWAYS,
    ON,
    SCOPE,
    TABLE,
    TOKENS,
    add_memory_fields,
    memory_title,
)
from desktop_app.ui.editors.page import EditorPage
from desktop_app.ui.editors.places import Places
from desktop_app.ui.editors.steps import Done
from desktop_app.ui.editors.table_page import columns_of, put_beside, with_columns
from desktop_app.ui.editors.text_counts import TextCounts, TokenNote
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices

MOST_OLDER = 200
"""So many entries are offered as what another one takes the place of."""

Entries = tuple[MemoryEntry, ...]


class MemoryPage(EditorPage):
    """All memory entries, whatever they count in.

    Signals:
        place_wanted: (chat id, message id, start, end) the place of a message that an entry comes from.
    """

    place_wanted = Signal(str, str, int, int)

    saves_itself = True

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._entries: dict[str, MemoryEntry] = {}
        self._open: MemoryEntry | None = None
        self._many: list[str] = []
        self._visited: MemoryEntry | None = None  # what is open, as it was when the person came to it
        self._wanted: Sequence[str] | None = None
        self._is_new = False
        self._places = Places()
        super().__init__(launch, "", parent)
        self.desk.show_empty(self.tr("The memory keeps what must not be forgotten, whatever else leaves the context."))
        self._services = services
        self._memory = services.memory
        self.counts = TextCounts(services, launch, "count memory entries")
        self.note = TokenNote(services, launch, "count memory entry")
        self.memory_form = MemoryForm(icons)
        self.sources = MemorySources(services, launch)
        self.memory_form.body.addWidget(self.sources)
        self.panel = BulkPanel()
        self._bulk_scope = add_memory_fields(self.panel, self._changed_words)
        self.shelf = MemoryShelf(icons, self.undo_bar, self.counts.known, self._scope_name)
        self.key_tester = KeyTester(services, launch, self.memory_form.key_test)
        self._lay_out()
        self._connect(icons)

    @property
    def open_item(self) -> MemoryEntry | None:
        """What is open, as it is stored."""
        return self._open

    def show_places(self, places: Places) -> None:
        """The open chat, and what all scopes are called."""
        self._places = places
        self.memory_form.scope.show_places(places)
        self._bulk_scope.show_places(places)
        self.shelf.show_places(places)
        for counts in (self.counts, self.note):
            counts.open_chat(places.chat.id)
        self.shelf.model.redraw(SCOPE)
        if self.desk.form is not None:
            self.memory_form.refresh()

    def show_id(self, entry_id: str) -> None:
        """Opens an entry, when what is open may be left."""
        self.show_ids([entry_id])

    def show_ids(self, ids: Sequence[str]) -> None:
        """Opens one entry, or several at once, when what is open may be left."""
        if list(ids) != self._open_ids:
            self.leave(lambda: self._choose(ids))

    def add(self) -> None:
        """A new entry for the open chat, when what is open may be left."""
        self.leave(self._add)

    def focus_list(self) -> None:
        """On the rows."""
        self.shelf.table.setFocus()

    def focus_search(self) -> None:
        """With what was looked for marked."""
        self.shelf.search.setFocus()
        self.shelf.search.selectAll()

    def toggle(self) -> None:
        """All chosen entries on, or off where all of them are on."""
        chosen = self._chosen()
        on = not all(entry.enabled for entry in chosen)
        self.change(lambda entry: replace(entry, enabled=on), self._changed_words(len(chosen)))

    def change(self, edit: Callable[[MemoryEntry], MemoryEntry], sentence: str) -> None:
        """Every chosen entry becomes what ``edit`` makes of it, in one step."""
        before = self._chosen()
        if before:
            self.run(self._changed(before, tuple(map(edit, before)), sentence, offer=False))

    def duplicate(self) -> None:
        """Copies of the chosen entries, which are chosen then."""
        chosen = self._chosen()
        if chosen:
            copies = self._memory.copies(chosen)
            self._wanted = [entry.id for entry in copies]
            sentence = self.tr("%n memory entries were duplicated.", "", len(chosen))
            self.run(self._changed((), copies, sentence, offer=False))

    async def load(self) -> None:
        """Reads everything anew; what is open stays, with what was typed."""
        self._entries = {entry.id: entry for entry in (await self._memory.entries())[::-1]}
        if self._open is not None and not self._is_new:
            self._rebase(self._entries.get(self._open.id))
        elif self._many:
            self._choose(self._many)
        if self._wanted is not None:
            ids, self._wanted = self._wanted, None
            self._choose(ids)
        self._show_rows()
        self.desk.show_buttons()

    def open_name(self) -> str:
        """Its title in the table."""
        return memory_title(self.memory_form.item()) if self._open is not None else ""

    def mark_open(self) -> None:
        """Marks it in the table."""
        self.shelf.table.mark(self._open_ids)

    def reopen(self) -> None:
        """As it is stored; a new one is dropped."""
        self._show(None if self._is_new else self._open)

    async def store(self) -> None:
        """Only what was typed, onto what is stored by now."""
        if self._open is None:
            return
        sent, before, new = self.memory_form.item(), self._open, self._is_new
        if new:
            stored = await self._memory.save(sent)
            self._visited = stored
            self.steps.add(self._step((), (stored,), self.tr("A memory entry was made.")))
        else:
            await self._memory.change((before,), (sent,))
            stored = await self._memory.get_entry(sent.id)
        self._entries[stored.id] = self._open = stored
        self._is_new = False
        if self.memory_form.item() == sent:
            self.memory_form.settle(stored)
        else:  # something was typed meanwhile
            self.memory_form.rebase(stored)
        await self.load()
        self.desk.show_buttons(new=False)
        self.mark_open()
        self.key_tester.again()

    async def remove_open(self) -> None:
        """Those that are chosen."""
        gone = self._chosen()
        if self._is_new or not gone:
            return
        neighbour = self.shelf.table.neighbour_of([entry.id for entry in gone])
        self._visited = None
        self._choose([neighbour])
        sentence = self.tr("%n memory entries were deleted.", "", len(gone))
        if len(gone) == 1:
            sentence = self.tr("“{name}” was deleted.").format(name=memory_title(gone[0]))
        await self._changed(gone, (), sentence, offer=True)
        self.shelf.table.setFocus()

    def end(self) -> None:
        """Nothing is tried, read or counted any more."""
        super().end()
        self.key_tester.clear()
        self.counts.end()
        self.note.end()
        self.sources.end()

    @property
    def _open_ids(self) -> list[str]:
        return [self._open.id] if self._open is not None else self._many

    def _changed_words(self, count: int) -> str:
        return self.tr("%n memory entries were changed.", "", count)

    def _scope_name(self, scope: Scope) -> str:
        return self._places.label(scope)

    def _chosen(self) -> Entries:
        return tuple(self._entries[entry_id] for entry_id in self._open_ids if entry_id in self._entries)

    def _lay_out(self) -> None:
        put_beside(self, self.shelf)
        self.desk.add_form(self.memory_form)
        self.desk.add_panel(self.panel)
        self.desk.add_note(self.note.label)
        self.shelf.table.show_columns(columns_of(self._services.settings.settings, TABLE))

    def _connect(self, icons: Icons) -> None:
        table = self.shelf.table
        table.chosen.connect(self.show_ids)
        table.entered.connect(self.memory_form.focus_first)
        table.columns_chosen.connect(self._on_columns)
        table.add_command(self.tr("New memory entry"), "Insert", self.add, (icons, "plus"))
        table.add_command(self.tr("Switch on or off"), "Space", self.toggle, (icons, "check"))
        table.add_command(self.tr("Duplicate"), "Ctrl+D", self.duplicate, (icons, "copy"))
        table.add_command(self.tr("Delete"), "Delete", self.delete, (icons, "trash-2"))
        table.add_command(self.tr("Undo"), "", self.undo, (icons, "undo-2"))
        table.add_command(self.tr("Redo"), "", self.redo, None)
        self.shelf.model.ticked.connect(self._on_ticked)
        self.shelf.new_pressed.connect(self.add)
        self.panel.changed.connect(self._on_bulk)
        self.panel.add_buttons(self.shelf.bulk_buttons(self.duplicate, self.delete))
        self.counts.counted.connect(lambda: self.shelf.model.redraw(TOKENS))
        self.memory_form.looked_at.connect(self._look_at)
        self.sources.place_wanted.connect(self.place_wanted)

    def _rebase(self, fresh: MemoryEntry | None) -> None:
        """What is open is otherwise in the storage now; or gone: what was typed can be stored as a new one."""
        assert self._open is not None  # noqa: S101 - it is open
        if fresh is None:
            self._visited = None
            if self.has_changes:
                self._is_new = True
                self.desk.show_buttons(new=True)
            else:
                self._show(None)
            return
        known, self._open = self._open, fresh
        self.take_in(self.memory_form, known, fresh)

    def _choose(self, ids: Sequence[str]) -> None:
        """Opens what there is of these."""
        found = [entry_id for entry_id in ids if entry_id in self._entries]
        if len(found) > 1:
            self._note_visit()
            self._open, self._many, self._is_new = None, found, False
            self.key_tester.clear()
            self.note.show_text("")
            self.desk.show_panel(self.panel)
            self._show_many()
            self.mark_open()
        else:
            self._show(self._entries[found[0]] if found else None)

    def _show(self, entry: MemoryEntry | None, *, new: bool = False) -> None:
        self._note_visit()
        self._open, self._many, self._is_new = entry, [], new
        self._visited = None if new else entry
        self.note.show_text("")
        if entry is not None:
            same = (other for other in self._entries.values() if other.scope == entry.scope and other.id != entry.id)
            known = self._entries.get(entry.supersedes)
            others = [other for _, other in zip(range(MOST_OLDER), same, strict=False)]
            self.memory_form.show_others([*others, *([known] if known is not None and known not in others else [])])
            self.memory_form.show_item(entry)
        else:
            self.key_tester.clear()
        self.desk.show_form(self.memory_form if entry is not None else None, new=new)
        self.mark_open()

    def _show_many(self) -> None:
        chosen = self._chosen()
        self.panel.show_things(self.tr("%n memory entries are chosen", "", len(chosen)), chosen)

    def _show_rows(self) -> None:
        self.shelf.show_entries(tuple(self._entries.values()))
        self.mark_open()
        if self.shelf.table.shows(TOKENS):
            self.counts.want(entry.content for entry in self._entries.values())

    def _add(self) -> None:
        self._show(self._memory.new_entry(self.shelf.only or self._places.usual), new=True)
        self.memory_form.focus_first()

    def _note_visit(self) -> None:
        """What was changed in the form since it was opened is one step from now on."""
        visited, self._visited = self._visited, None
        now = self._open
        if visited is None or now is None or visited.id != now.id or merged_entry(visited, visited, now) == visited:
            return
        sentence = self.tr("“{name}” was changed.").format(name=memory_title(now))
        self.steps.add(self._step((visited,), (now,), sentence))

    def _step(self, before: Entries, after: Entries, sentence: str) -> Done:
        async def undo() -> None:
            await self._memory.change(after, before)
            self._wanted = [entry.id for entry in before]

        async def redo() -> None:
            await self._memory.change(before, after)
            self._wanted = [entry.id for entry in after]

        return Done(sentence, undo, redo)

    async def _changed(self, before: Entries, after: Entries, sentence: str, *, offer: bool) -> None:
        """Stores a change; what is typed is stored first, and its edits are one step."""
        if not self._is_new:
            await self._stored_quietly()
        if self.desk.form is not None and self._open is not None and not self.has_changes:
            self._show(self._open, new=self._is_new)
        await self._memory.change(before, after)
        self.steps.add(self._step(before, after, sentence))
        self.stored.emit()
        await self.load()
        if offer:
            self.undo_bar.offer(sentence)

    def _on_ticked(self, entry: MemoryEntry, column: str) -> None:
        """One box; where its row is one of several chosen, all of them go along."""
        chosen = self._chosen() if entry.id in self._open_ids else (self._entries[entry.id],)
        part = {ON: "enabled", ALWAYS: "always_in_context"}[column]
        value = not getattr(entry, part)
        after = tuple(replace(one, **{part: value}) for one in chosen)
        self.run(self._changed(chosen, after, self._changed_words(len(chosen)), offer=False))

    def _on_bulk(self, sentence: str, edit: Callable[[MemoryEntry], MemoryEntry]) -> None:
        self.change(edit, sentence)

    def _on_columns(self, names: list[str]) -> None:
        change = self._services.settings.change(lambda settings: with_columns(settings, TABLE, names))
        self._launch("table columns", change)
        self._show_rows()

    def _look_at(self, entry: MemoryEntry) -> None:
        self.note.show_text(entry.content)
        self.sources.show_entry(entry)
        counts = self._places.counts((entry.scope,))
        self.key_tester.try_memory(self._places.chat.id, entry, counts=counts)
