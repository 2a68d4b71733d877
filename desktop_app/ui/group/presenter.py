"""Between a chat of several characters and the window: its chip in the header, the line over the composer, its dialog.

Made by the main window, which tells it the open chat. In ordinary chats nothing of it is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.context.plan import ContextPlan
from desktop_app.context.speaking import next_speaker
from desktop_app.domain.group import CardsSent
from desktop_app.services.events import (
    ChatChanged,
    LibraryChanged,
    LibraryKind,
    MessageAdded,
    TurnFinished,
    TurnStarted,
)
from desktop_app.services.group_service import GroupState
from desktop_app.ui.actions import Actions
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat_header import ChatHeader
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.context_preview.summary import group_lines, speaker_line
from desktop_app.ui.forward import bring_forward
from desktop_app.ui.group.speaker_bar import SpeakerBar
from desktop_app.ui.services import UiServices

if TYPE_CHECKING:
    from desktop_app.ui.group.dialog import GroupDialog

READ, ROUND = "read a group", "go on with a round"


@dataclass(frozen=True, slots=True)
class Places:
    """What it shows itself in: parts of the page, the preview, the commands, and how a dialog is shown over the window."""

    bar: SpeakerBar
    header: ChatHeader
    composer: Composer
    preview: ContextPreviewPresenter
    actions: Actions
    open_beside: Callable[[QDialog], None]
    window: QWidget


class GroupPresenter(QObject):
    """Shows the group of the open chat."""

    def __init__(self, services: UiServices, launch: Launcher, places: Places) -> None:
        super().__init__(places.window)
        self._services = services
        self._launch = launch
        self._places = places
        self._chat_id = ""
        self._group: GroupState | None = None
        self._dialog: GroupDialog | None = None
        self._connect_signals()
        self._unsubscribe = self._subscribe()

    def open(self, chat_id: str) -> None:
        """Another chat is open; an empty id: none."""
        self._chat_id = chat_id
        self._show(None)
        if self._dialog is not None and self._dialog.chat_id != chat_id:
            self._dialog.close()
        self._read()

    def close(self) -> None:
        """Hears no events any more."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def _connect_signals(self) -> None:
        bar, header, actions = self._places.bar, self._places.header, self._places.actions
        bar.picked.connect(self._pick)
        bar.let_speak.connect(self._let_speak)
        bar.go_on_pressed.connect(actions["go-on"].trigger)
        bar.members_pressed.connect(self._open_dialog)
        header.members.clicked.connect(self._open_dialog)
        actions["members"].triggered.connect(self._open_dialog)
        actions["go-on"].triggered.connect(lambda: self._let_speak(""))
        actions["go-on"].setEnabled(False)
        self._places.preview.planned.connect(self._on_planned)

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(ChatChanged, lambda event: self._on_changed(event.chat.id)),
            bus.subscribe(LibraryChanged, self._on_library),
            bus.subscribe(MessageAdded, lambda event: self._on_turn(event.chat_id)),
            bus.subscribe(TurnStarted, lambda event: self._on_turn(event.turn.chat_id)),
            bus.subscribe(TurnFinished, lambda event: self._on_turn(event.turn.chat_id)),
        ]

    def _on_changed(self, chat_id: str) -> None:
        if chat_id == self._chat_id:
            self._read()

    def _on_library(self, event: LibraryChanged) -> None:
        if event.kind is LibraryKind.CHARACTER:
            self._read()

    def _on_turn(self, chat_id: str) -> None:
        if chat_id == self._chat_id and self._group is not None:
            self._show_streaming()

    def _read(self) -> None:
        if self._chat_id:
            self._launch(READ, self._read_group(self._chat_id))

    async def _read_group(self, chat_id: str) -> None:
        chat = await self._services.chat.get_chat(chat_id)
        state = await self._services.groups.state(chat_id) if chat.is_group or self._group is not None else None
        if chat_id != self._chat_id:
            return
        self._show(state if state is not None and len(state.members) > 1 else None)
        if self._dialog is not None and self._dialog.chat_id == chat_id:
            self._dialog.refresh()

    def _show(self, group: GroupState | None) -> None:
        self._group = group
        places = self._places
        members = group.members if group is not None else ()
        places.header.show_members([member.name for member in members] if len(members) > 1 else [])
        if group is None:
            places.bar.hide()
            self._places.actions["go-on"].setEnabled(False)
            return
        places.composer.set_name("")  # several are written to, and any of them may speak
        choices = group.chat.context.group
        every = ", ".join(member.called for member in members) if choices.cards is CardsSent.ALL else ""
        places.preview.view.set_character(every)  # else the plan says whose card it is
        places.bar.show_group(members, choices)
        self._show_streaming()

    def _show_streaming(self) -> None:
        streaming = self._services.chat.is_streaming(self._chat_id)
        self._places.bar.set_streaming(streaming)
        self._places.actions["go-on"].setEnabled(not streaming)

    def _on_planned(self, plan: ContextPlan) -> None:
        if plan.chat_id != self._chat_id:
            return
        self._places.bar.show_next(next_speaker(plan), f"{speaker_line(plan)}\n{group_lines(plan)}".strip())

    def _pick(self, character_id: str) -> None:
        self._launch("pick a speaker", self._services.groups.pick(self._chat_id, character_id))

    def _let_speak(self, character_id: str) -> None:
        if self._chat_id and self._group is not None:
            self._launch(ROUND, self._go_on(self._chat_id, character_id or None))

    async def _go_on(self, chat_id: str, character_id: str | None) -> None:
        try:
            await self._services.chat.go_on(chat_id, character_id)
        finally:
            self._on_turn(chat_id)

    def _open_dialog(self) -> None:
        if self._chat_id:
            self._launch("members of a chat", self._open(self._chat_id))

    async def _open(self, chat_id: str) -> None:
        if self._dialog is not None:
            bring_forward(self._dialog)
            return
        from desktop_app.ui.group.dialog import GroupDialog

        state = await self._services.groups.state(chat_id)
        if chat_id != self._chat_id or self._dialog is not None:
            return
        dialog = self._dialog = GroupDialog(state, self._services.groups, self._launch, self._places.window)
        dialog.finished.connect(self._on_dialog_finished)
        self._places.open_beside(dialog)

    def _on_dialog_finished(self) -> None:
        self._dialog = None
