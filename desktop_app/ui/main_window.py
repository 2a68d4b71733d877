"""The window: connects the signals of its parts (``window_parts``), and passes on what the person asks for.

Made by ``run`` for each language anew. It stores nothing itself; it ends only after ``run`` has shut the program down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError
from desktop_app.domain.settings import Settings
from desktop_app.services.events import ChatAdded, ChatChanged, SettingsChanged
from desktop_app.ui.forward import bring_forward
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.strategies import STRATEGIES
from desktop_app.ui.theme import AppTheme
from desktop_app.ui.window_dialogs import Licences
from desktop_app.ui.window_parts import WindowParts

OPEN_TASK = "open chat"

# What needs an open chat.
_OF_A_CHAT = (
    "rename-chat", "pin-chat", "members", "chat-memory", "remembered", "delete-chat", "copy-prompt", "find-in-chat", "replace-in-chat", "find-in-context", "compare-contexts", "what-if", "prompt-order",
)  # fmt: skip


class MainWindow(WindowParts):
    """The parts, connected: what is pressed in one of them is done, and the open chat is shown in all.

    Attributes:
        painted: set when the window has been seen for the first time.

    Signals:
        close_requested: the person wants to end the program; the window stays until ``leave``.
        language_chosen: (code) the settings have another language now; this window does not speak it.
    """

    close_requested = Signal()
    language_chosen = Signal(str)

    def __init__(
        self,
        services: UiServices,
        theme: AppTheme,
        icons: Icons,
        report_bug: Callable[[BaseException], None],
        licences: Licences,
    ) -> None:
        self._leaving = False
        self.painted = asyncio.Event()
        self._report_bug = report_bug
        super().__init__(services, theme, icons, licences)
        self._appearance = services.settings.settings.appearance
        self._connect_actions()
        self._connect_parts()
        self._unsubscribe = self._subscribe()
        self._show_settings(services.settings.settings)
        self._state.restore()
        self._docks.preview_place.restore(services.settings.settings.window.shows_preview)
        self._docks.show_marks()

    async def start(self) -> None:
        """Fills the window; opens the chat that was open last, or a first one; asks who shall answer where nobody knows."""
        for notice in (self._services.settings.notice, self._services.backups.notice):
            if notice is not None:
                self._notices.show_error(notice)
        chats = await self._chat_list.load()
        if await self._first_run.wanted():
            self._page.show_first_run()
            self._first_run.open()
            return
        if not chats:
            self._chat_list.new_chat()
            return
        remembered = self._services.settings.settings.window.open_chat_id
        known = {chat.id for chat in chats}
        self.open_chat(remembered if remembered in known else chats[0].id)

    def open_chat(self, chat_id: str) -> None:
        """Shows a chat in all parts; an empty id: none."""
        self._launch.cancel(OPEN_TASK)
        self._launch(OPEN_TASK, self._open(chat_id))

    def report(self, error: BaseException) -> None:
        """Tells the person that something they did failed: known errors in the bar, bugs in a dialog."""
        if isinstance(error, AppError):
            self._notices.show_error(error)
        else:
            self._report_bug(error)

    def come_forward(self) -> None:
        """Raises the window, for a second start of the program."""
        bring_forward(self)

    async def put_away(self) -> None:
        """Stores what only the window knows (draft, geometry) and stops listening. It can be left then."""
        self._page.setEnabled(False)
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        for part in (self._chat_list, self._preview_presenter, self._notices, self._conversation, self._first_run):
            part.close()
        await self._library.close()
        beside = (self._search, self._remembered, self._map, self._tools, self._gallery, self._group, self._replacing)
        for window in (self._persona, *beside, self._pictures):
            window.close()
        await self._strategy.close()
        await self._composer_presenter.close()
        await self._state.close()

    def leave(self) -> None:
        """Closes the window for good."""
        self._leaving = True
        self.close()
        self.deleteLater()

    def _connect_actions(self) -> None:
        actions = self._actions
        for name, slot in {
            "new-chat": self._chat_list.new_chat,
            "rename-chat": lambda: self._chat_list.edit_title(self._open_chat.id),
            "pin-chat": lambda: self._chat_list.set_pinned(self._open_chat.id, not self._open_chat.pinned),
            "delete-chat": lambda: self._chat_list.delete(self._open_chat.id),
            "chat-memory": lambda: self._dialogs.open_chat_memory(self._open_chat.id),
            "remembered": self._remembered.open,
            "review-memory": self._remembered.open_review,
            "undo-delete": self._chat_list.undo_delete,
            "next-chat": lambda: self._chat_list.step(1),
            "previous-chat": lambda: self._chat_list.step(-1),
            "search": self._focus_search,
            "search-messages": self._search.open,
            "focus-composer": self.composer.setFocus,
            "focus-strategy": self.composer.strategy.focus_value,
            "reset-strategy": self._strategy.reset,
            "stop": self._composer_presenter.stop,
            "find-in-chat": self._tools.find.start,
            "replace-in-chat": lambda: self._replacing.open(self._open_chat.id),
            "find-in-context": self._find_in_context,
            "characters": self._gallery.open,
            "library": self._library.open_library,
            "new-memory": self._library.open_new_memory,
            "lore-trace": self._library.open_trace,
            "compare-contexts": self._comparisons.compare_strategies,
            "what-if": self._open_what_if,
            "prompt-order": self._orders.open,
            "copy-prompt": self.preview.copy_prompt,
            "larger-text": lambda: self._looks.resize_text(1),
            "smaller-text": lambda: self._looks.resize_text(-1),
            "normal-text": lambda: self._looks.resize_text(0),
            **self._imports.slots,
            "settings": self._dialogs.open_settings,
            "connections": self._connection.manage,
            "main-menu": self._list_panel.menu_button.open_menu,
            "help": lambda: self._dialogs.open_help(self._theme),
            "about": self._dialogs.open_about,
            "quit": self.close,
        }.items():
            actions[name].triggered.connect(lambda _checked=False, slot=slot: slot())
        for code in STRATEGIES:
            actions[f"strategy-{code}"].triggered.connect(lambda _checked=False, code=code: self._strategy.choose(code))
        for name in ("rename-chat", "delete-chat", "undo-delete"):
            self._list_panel.view.addAction(actions[name])
        actions["stop"].setEnabled(False)

    def _connect_parts(self) -> None:
        self._page.new_chat_pressed.connect(self._chat_list.new_chat)
        self._first_run.begun.connect(self.open_chat)
        self._chat_list.open_requested.connect(self._on_open_requested)
        self._list_panel.messages_wanted.connect(self._search.open)
        self._list_panel.view.menu_requested.connect(self._chat_menu.open_for)
        self._composer_presenter.text_changed.connect(self._preview_presenter.set_draft)
        self._composer_presenter.streaming_changed.connect(self._actions["stop"].setEnabled)
        self._composer_presenter.failed.connect(self.report)
        self.chat_view.link_activated.connect(self._dialogs.ask_to_open)
        busy = self._services.tasks.person_is_busy
        self.chat_view.verticalScrollBar().valueChanged.connect(lambda _value=0: busy())
        place = self._docks.preview_place
        self._tools.plan_marks.preview_wanted.connect(place.bring)
        self._orders.opened.connect(place.bring)
        self.preview.message_activated.connect(place.step_aside)
        place.seen_changed.connect(self._preview_presenter.set_wanted)
        place.wanted_changed.connect(self._state.set_shows_preview)
        self.preview.entry_activated.connect(self._library.open_thing)
        self._persona.named.connect(self.preview.set_persona)
        self._library.place_wanted.connect(self._search.go_to)
        self._gallery.chat_opened.connect(self.open_chat)
        self._remember_this.entry_made.connect(self._library.remember)
        self._remembered.form_wanted.connect(self._library.remember)
        self._remembered.waiting_counted.connect(self._page.header.show_proposals)
        self._page.header.proposals.clicked.connect(self._remembered.open_inbox)
        self._remembered.chat_started.connect(self.open_chat)
        self.preview.row_menu_requested.connect(self._remembered.fill_row_menu)
        self._preview_presenter.planned.connect(self._map.set_plan)
        self._map.place_wanted.connect(self._tools.plan_marks.go_to_message)
        self._remembered.place_wanted.connect(self._tools.plan_marks.go_to_message)
        self._preview_presenter.planned.connect(self._remembered.set_plan)
        self._imports.chat_opened.connect(self.open_chat)
        self._imports.thing_opened.connect(self._library.open_thing)
        self._comparisons.message_activated.connect(self._tools.plan_marks.go_to_message)
        self._page.header.connection_button.manage_pressed.connect(self._actions["connections"].trigger)
        self._menu.theme_chosen.connect(self._looks.choose_theme)
        self._menu.language_chosen.connect(self._looks.choose_language)
        self._notices.retry_pressed.connect(lambda: self._launch("retry", self._retry(self._open_chat.id)))
        self._notices.connection_pressed.connect(self._actions["connections"].trigger)
        self._notices.preview_pressed.connect(place.bring)
        self._notices.mend_pressed.connect(self._dialogs.mend_texts)

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(ChatAdded, lambda event: self._on_chat(event.chat)),
            bus.subscribe(ChatChanged, lambda event: self._on_chat(event.chat)),
            bus.subscribe(SettingsChanged, lambda event: self._show_settings(event.settings)),
        ]

    async def _open(self, chat_id: str) -> None:
        chat, name = Chat(id=""), ""
        if chat_id:
            answerer = await self._services.context.answerer(chat_id)
            chat, name = answerer.chat, answerer.character.name if answerer.character else ""
        await self._composer_presenter.open(chat_id)
        await self._strategy.open(chat_id)
        self.composer.set_name(name)
        self.preview.set_character(name)
        self._conversation.open(chat_id or None)
        self._open_chat = chat
        self._show_chat()
        self._preview_presenter.open(chat_id, self.composer.text())
        self._tools.open(chat_id)
        self._library.open_chat(chat_id)
        self._remembered.open_chat(chat_id)
        self._remember_this.open_chat(chat_id)
        self._map.open(chat_id)
        self._group.open(chat_id)
        self._imports.open_chat(chat_id)
        self._pictures.open(chat_id)
        self._notices.open(chat_id)
        self._chat_list.show_open(chat_id)
        self._state.set_open_chat(chat_id)
        if self.focusWidget() is not self._list_panel.view:
            self.composer.setFocus()

    def _show_chat(self) -> None:
        chat = self._open_chat
        title = self._list_model.title_of(chat) if chat.id else ""
        self._page.show_chat(title)
        self.setWindowTitle(f"{title} – Talespan" if title else "Talespan")
        self._actions["pin-chat"].setText(self.tr("Unpin") if chat.pinned else self.tr("Pin"))
        for name in _OF_A_CHAT:
            self._actions[name].setEnabled(bool(chat.id))
        self._connection.show_chat(chat)
        self._persona.show_chat(chat)
        self._gallery.open_chat(chat)

    def _show_settings(self, settings: Settings) -> None:
        self._menu.show_appearance(settings.appearance)
        self._connection.show_settings()
        before, self._appearance = self._appearance, settings.appearance
        if settings.appearance.language != before.language:
            self.language_chosen.emit(settings.appearance.language)

    def _on_chat(self, chat: Chat) -> None:
        if chat.id == self._open_chat.id:
            self._open_chat = chat
            self._show_chat()

    def _on_open_requested(self, chat_id: str) -> None:
        if chat_id != self._open_chat.id or not chat_id:
            self.open_chat(chat_id)

    def _focus_search(self) -> None:
        self._docks.chats.show()
        self._list_panel.search.setFocus()
        self._list_panel.search.selectAll()

    def _find_in_context(self) -> None:
        self._docks.preview_place.bring()
        self.preview.focus_search()

    def _open_what_if(self) -> None:
        self._docks.preview_place.bring()
        self.preview.what_if.open()

    async def _retry(self, chat_id: str) -> None:
        chat = await self._services.chat.get_chat(chat_id)
        if chat.tip_id is not None:
            await self._services.chat.regenerate(chat.tip_id)

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """Notes that the window is there."""
        super().paintEvent(event)
        self.painted.set()

    def closeEvent(self, event: QCloseEvent, /) -> None:
        """Asks for the end of the program, when nothing is left unsaved; the window stays until everything is stored."""
        if self._leaving:
            super().closeEvent(event)
            return
        event.ignore()
        self._library.leave(self.close_requested.emit)
