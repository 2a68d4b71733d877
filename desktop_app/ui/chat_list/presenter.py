"""Keeps the chat list true to the services' events, and turns what is done in it into service calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from desktop_app.domain.chat import Chat
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.events import ChatAdded, ChatChanged, ChatPurged, ChatRemoved, TurnFinished, TurnStarted
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.chat_list.model import ChatListModel
from desktop_app.ui.chat_list.view import ChatListPanel
from desktop_app.ui.keep_question import KeepQuestion
from desktop_app.ui.services import UiServices


class ChatListPresenter(QObject):
    """Between the chat list and the chat service. Knows which chat is open, owns nothing else.

    Signals:
        open_requested: (chat id) the person wants to see this chat; empty: there is none left.
    """

    open_requested = Signal(str)

    def __init__(self, services: UiServices, launch: Launcher, model: ChatListModel, panel: ChatListPanel) -> None:
        super().__init__(panel)
        self._services = services
        self._launch = launch
        self._model = model
        self._panel = panel
        self._open_id = ""
        self._deleted: list[str] = []
        self._memories: dict[str, tuple[MemoryEntry, ...]] = {}
        self._asks = False
        self._changing = asyncio.Lock()  # who takes a deletion back at once waits for what it took
        self._unsubscribe = self._subscribe()
        panel.new_chat_pressed.connect(self.new_chat)
        panel.query_changed.connect(self._on_query)
        panel.undo_bar.undo_pressed.connect(self.undo_delete)
        panel.view.chat_chosen.connect(self.open_requested)
        panel.view.section_pressed.connect(model.toggle_section)
        model.rename_requested.connect(self.rename)

    async def load(self) -> list[Chat]:
        """Fills the list; the chats in the order of the storage."""
        chats = await self._services.chat.list_chats()
        self._model.set_chats(chats)
        for chat in chats:
            if self._services.chat.is_streaming(chat.id):
                self._model.set_streaming(chat.id, streaming=True)
        self.show_open(self._open_id)
        return chats

    def show_open(self, chat_id: str) -> None:
        """Marks the chat that the window shows now."""
        self._open_id = chat_id
        self._panel.view.choose(self._model.index_of(chat_id))

    def new_chat(self) -> None:
        """Makes a chat and opens it."""
        self._launch("new chat", self._new_chat())

    def rename(self, chat_id: str, title: str) -> None:
        """Gives a chat another title."""
        self._launch("rename chat", self._services.chat.rename(chat_id, title))

    def set_pinned(self, chat_id: str, pinned: bool) -> None:
        """Moves a chat to the top section, or back."""
        self._launch("pin chat", self._services.chat.set_pinned(chat_id, pinned))

    def delete(self, chat_id: str) -> None:
        """Puts a chat into the trash; it can be taken back. What becomes of its memory entries is asked first."""
        if chat_id and not self._asks:
            self._launch("delete chat", self._delete(chat_id))

    def undo_delete(self) -> None:
        """Takes the last deletion of this session back; does nothing where there is none."""
        self._panel.undo_bar.hide()
        if self._deleted:
            self._launch("restore chat", self._restore(self._deleted.pop()))

    def edit_title(self, chat_id: str) -> None:
        """Starts the rename in place."""
        index = self._model.index_of(chat_id)
        if index.isValid():
            self._panel.view.choose(index)
            self._panel.view.edit(index)

    def step(self, by: int) -> None:
        """Opens the chat ``by`` rows below the open one (above: negative)."""
        ids = self._model.chat_ids()
        at = ids.index(self._open_id) + by if self._open_id in ids else 0
        if 0 <= at < len(ids):
            self.open_requested.emit(ids[at])

    def close(self) -> None:
        """Stops listening."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(ChatAdded, lambda event: self._on_chat(event.chat)),
            bus.subscribe(ChatChanged, lambda event: self._on_chat(event.chat)),
            bus.subscribe(ChatRemoved, self._on_removed),
            bus.subscribe(ChatPurged, self._on_purged),
            bus.subscribe(TurnStarted, lambda event: self._model.set_streaming(event.turn.chat_id, streaming=True)),
            bus.subscribe(TurnFinished, lambda event: self._model.set_streaming(event.turn.chat_id, streaming=False)),
        ]

    async def _new_chat(self) -> None:
        chat = await self._services.chat.new_chat()
        self._panel.search.clear()
        self.open_requested.emit(chat.id)

    async def _delete(self, chat_id: str) -> None:
        entries = await self._services.memory.entries([Scope(ScopeKind.CHAT, chat_id)])
        with_memory = False
        if entries:
            question = KeepQuestion(len(entries), self._panel.window())
            self._asks = True
            try:
                if not await show_dialog(question):
                    return
                with_memory = question.with_memory
            finally:
                self._asks = False
                question.deleteLater()
        async with self._changing:
            self._memories[chat_id] = await self._services.chat.delete_chat(chat_id, with_memory=with_memory)

    async def _restore(self, chat_id: str) -> None:
        try:
            async with self._changing:
                await self._services.chat.restore_chat(chat_id, self._memories.pop(chat_id, ()))
        except BaseException:
            self._deleted.append(chat_id)
            raise
        self.open_requested.emit(chat_id)

    def _on_chat(self, chat: Chat) -> None:
        self._model.put(chat)
        if chat.id == self._open_id:
            self._panel.view.choose(self._model.index_of(chat.id))

    def _on_removed(self, event: ChatRemoved) -> None:
        neighbour = self._neighbour(event.chat_id)
        self._model.drop(event.chat_id)
        self._deleted.append(event.chat_id)
        self._panel.undo_bar.offer(self.tr("Chat deleted"))
        if event.chat_id == self._open_id:
            self.open_requested.emit(neighbour)

    def _on_purged(self, event: ChatPurged) -> None:
        """What is gone for good cannot be taken back."""
        self._memories.pop(event.chat_id, None)
        if event.chat_id in self._deleted:
            self._deleted.remove(event.chat_id)
            self._panel.undo_bar.hide()

    def _neighbour(self, chat_id: str) -> str:
        ids = self._model.chat_ids()
        if chat_id not in ids:
            return ""
        at = ids.index(chat_id)
        rest = ids[at + 1 :] or ids[:at][::-1]
        return rest[0] if rest else ""

    def _on_query(self, query: str) -> None:
        self._model.set_query(query)
        self._panel.show_nothing_found(bool(query.strip()) and not self._model.chat_ids())
        self._panel.view.choose(self._model.index_of(self._open_id))
