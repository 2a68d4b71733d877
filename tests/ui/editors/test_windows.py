"""The library, the lore trace and new memory entries over the whole window."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.settings import DialogSize
from desktop_app.ui.editors.library_dialog import LibraryDialog
from desktop_app.ui.editors.lore_trace import LoreTraceDialog
from desktop_app.ui.editors.new_memory import NewMemoryDialog
from desktop_app.ui.editors.trace_model import TRACE_ROLE
from desktop_app.ui.icons import Icons
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program, make_program
from tests.ui.conftest import until
from tests.ui.editors.bench import BOOK, LAMP, field, type_into
from tests.ui.rig import Window
from tests.ui.spoken import nameless


class Whole:
    """The window over a program with a book that counts everywhere."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.program: Program = make_program()
        self.bugs: list[BaseException] = []
        services = Window(self.program).services
        self.window = MainWindow(services, theme, icons, self.bugs.append, dict)

    @property
    def chat_id(self) -> str:
        """The open chat."""
        return self.window._open_chat.id

    async def library(self) -> LibraryDialog:
        """Opens it by its action."""
        self.window._actions["library"].trigger()
        await until(lambda: (self._library is not None) and self._library.isVisible())
        assert self._library is not None
        return self._library

    @property
    def _library(self) -> LibraryDialog | None:
        return self.window._library._library

    async def trace(self) -> LoreTraceDialog:
        """Opens it by its action."""
        self.window._actions["lore-trace"].trigger()
        trace = self.window._library._trace
        assert trace is not None
        await until(lambda: trace.isVisible() and bool(trace._model.traces))
        return trace

    async def memory(self) -> NewMemoryDialog:
        """Opens it by its action."""
        self.window._actions["new-memory"].trigger()
        memory = self.window._library._memory
        assert memory is not None
        await until(lambda: memory.isVisible() and memory._places.chat.id == self.chat_id)
        return memory


@asynccontextmanager
async def whole(theme: AppTheme, icons: Icons) -> AsyncGenerator[Whole, None]:
    """From the first paint to the end."""
    bench = Whole(theme, icons)
    await bench.program.lore.save_book(BOOK)
    await bench.program.lore.set_scopes(BOOK.id, (Scope(),))
    bench.window.show()
    await bench.window.start()
    await until(lambda: bench.chat_id != "")
    yield bench
    await bench.window.put_away()
    await bench.program.chats.stop_all()
    await bench.program.tasks.close()
    bench.window.leave()
    assert bench.bugs == []


async def test_a_row_of_the_preview_opens_the_entry(theme: AppTheme, icons: Icons) -> None:
    async with whole(theme, icons) as bench:
        bench.window.preview.entry_activated.emit("lore", BOOK.id, LAMP.id)
        library = bench.window._library
        await until(lambda: library._library is not None and library._library.isVisible())
        page = (await bench.library()).lorebooks
        assert field(page, "name").text() == "Lamp"
        memory = await bench.program.memory.save(replace(bench.program.memory.new_entry(), content="It was spring."))
        bench.window.preview.entry_activated.emit("memory", "", memory.id)
        shown = (await bench.library()).memory
        await until(lambda: shown.open_item is not None)
        assert field(shown, "content").toPlainText() == "It was spring."


async def test_a_new_memory_entry_is_in_the_preview_at_once_and_the_next_can_be_written(
    theme: AppTheme, icons: Icons
) -> None:
    async with whole(theme, icons) as bench:
        memory = await bench.memory()
        type_into(memory._form.control("content"), "The key is under the mat.")
        type_into(memory._form.control("keywords"), "key, mat")
        memory._form.control("always_in_context").click()
        QTest.keyClick(memory, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        memory._save()
        await until(lambda: not bench.program.tasks.running("new memory entry"))
        stored = await bench.program.memory.entries()
        assert [(entry.content, entry.keywords) for entry in stored] == [("The key is under the mat.", ("key, mat",))]
        assert stored[0].scope == Scope(ScopeKind.CHAT, bench.chat_id)
        assert memory.isVisible()
        assert memory._form.control("content").toPlainText() == ""
        preview = bench.window.preview
        await until(lambda: preview.plan is not None and any(stored[0].id == e.entry_id for e in preview.plan.entries))
        assert preview.plan is not None
        assert next(e for e in preview.plan.entries if e.entry_id == stored[0].id).included
        type_into(memory._form.control("content"), "Another")
        memory.reject()
        assert memory.isVisible()
        memory._ask.save_pressed.emit()
        await until(lambda: bench.window._library._memory is None)
        assert [entry.content for entry in await bench.program.memory.entries()] == [
            "The key is under the mat.",
            "Another",
        ]


async def test_the_trace_shows_what_fires_in_a_text_and_where(theme: AppTheme, icons: Icons) -> None:
    async with whole(theme, icons) as bench:
        trace = await bench.trace()
        assert trace._count.text() == "1 of 3 entries fire"
        trace._text.setPlainText("😀 All the lamps are out")
        await until(lambda: trace._count.text() == "2 of 3 entries fire")
        marked = [mark.cursor.selectedText() for mark in trace._text.extraSelections()]
        assert marked == ["lamps"]
        trace._view.setCurrentIndex(trace._model.index(trace._model.row_of(LAMP.id)))
        await until(lambda: "Marked in the text" in trace._detail.text())
        trace._search.setText("switched off")
        assert [trace._model.index(row).data() for row in range(trace._model.rowCount())] == ["Off"]
        trace._search.clear()
        trace._only.click()
        shown = [trace._model.index(row).data(TRACE_ROLE) for row in range(trace._model.rowCount())]
        assert all(entry.included for entry in shown)
        assert len(shown) == 2
        assert nameless(trace) == []
        opened: list[tuple[str, str, str]] = []
        trace.entry_activated.connect(lambda kind, book_id, entry_id: opened.append((kind, book_id, entry_id)))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType] - PySide does not say
        trace._view.setCurrentIndex(trace._model.index(trace._model.row_of(LAMP.id)))
        trace._open.click()
        assert opened == [("lore", BOOK.id, LAMP.id)]
        await until(lambda: bench.window._library._library is not None and bench.window._library._library.isVisible())


async def test_the_trace_takes_the_chats_text_and_follows_changes_of_the_book(theme: AppTheme, icons: Icons) -> None:
    async with whole(theme, icons) as bench:
        await bench.program.chats.send(bench.chat_id, "a quiet sea")
        await until(lambda: not bench.program.chats.is_streaming(bench.chat_id))
        trace = await bench.trace()
        trace._take.click()
        await until(lambda: "a quiet sea" in trace._text.toPlainText())
        await bench.program.lore.save_entry(BOOK.id, replace(LAMP, keys=("sea",)))
        await until(lambda: trace._count.text() == "2 of 3 entries fire")
        assert trace._model.traces[0].included


async def test_the_program_does_not_end_over_unsaved_changes(theme: AppTheme, icons: Icons) -> None:
    async with whole(theme, icons) as bench:
        asked: list[bool] = []
        bench.window.close_requested.connect(lambda: asked.append(True))
        page = (await bench.library()).lorebooks
        page.show_entry(BOOK.id, LAMP.id)
        type_into(field(page, "name"), "Old lamp")
        bench.window.close()
        await until(lambda: asked == [True])
        assert page.desk.ask.isHidden()
        assert (await bench.program.lore.get_book(BOOK.id)).entries[0].name == "Old lamp"


async def test_the_library_remembers_its_size_and_another_opens_fresh(theme: AppTheme, icons: Icons) -> None:
    async with whole(theme, icons) as bench:
        library = await bench.library()
        library.resize(900, 555)
        library.reject()
        await until(lambda: bench.program.settings.settings.window.dialog_sizes != ())
        assert bench.program.settings.settings.window.dialog_sizes == (DialogSize("LibraryDialog", 900, 555),)
        assert (await bench.library()).height() == 555
