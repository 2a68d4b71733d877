"""What tests of the window share: the whole program over fakes, as the window is given it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.domain.errors import StorageError
from desktop_app.domain.generation import StreamEvent, TextDelta
from desktop_app.services.chat_service import ChatService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.services import UiServices
from tests.fakes.program import Program


class Window:
    """Stands for the window: what it was told about errors."""

    def __init__(self, program: Program) -> None:
        self.errors: list[BaseException] = []
        self.services = services_of(program)
        self.launch = Launcher(program.tasks, self.errors.append)


def services_of(program: Program) -> UiServices:
    """What a window is given of a program."""
    return UiServices(
        chat=program.chats,
        context=program.context,
        settings=program.settings,
        scripts=program.scripts,
        replacing=program.replacing,
        presets=program.presets,
        first_run=program.first_run,
        models=program.models,
        backups=program.backups,
        library=program.library,
        gallery=program.gallery,
        groups=program.groups,
        lore=program.lore,
        memory=program.memory,
        proposals=program.proposals,
        memory_review=program.memory_review,
        marks=program.marks,
        pictures=program.pictures,
        strategies=program.strategies,
        imports=program.imports,
        exports=program.exports,
        search=program.search,
        chat_memory=program.chat_memory,
        embedders=program.embedders,
        summaries=program.summaries,
        data_folder=Path("talespan", "data"),
        bus=program.bus,
        tasks=program.tasks,
    )


class FullDisk(ChatService):
    """A chat service whose messages cannot be stored; made by changing the class of a real one."""

    async def send(self, chat_id: str, text: str, speaker_id: str | None = None):
        """Fails before anything is stored."""
        raise StorageError(detail="the disk is full")


def never_ending(word: str = "on ") -> list[StreamEvent]:
    """A long answer, to be stopped."""
    return [TextDelta(word)] * 100_000


def press(
    widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier, text: str = ""
) -> None:
    """A key goes down and up in a widget, as Qt delivers it."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, modifiers, text))


def compose(widget: QWidget, preedit: str, commit: str = "") -> None:
    """What an input method tells a widget: a composition under way, or its result."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(widget, event)
