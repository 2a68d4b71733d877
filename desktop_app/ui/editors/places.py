"""What scopes are called, and which ones the open chat is in. Read by the library window, shown by its scope inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.chat import Chat
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.ui.services import UiServices


@dataclass(frozen=True, slots=True)
class Places:
    """``chat``: the open one, with an empty id where there is none. ``names`` of scopes that have one, nearest first."""

    chat: Chat = field(default_factory=lambda: Chat(id=""))
    names: Mapping[Scope, str] = field(default_factory=dict[Scope, str])

    @property
    def near(self) -> tuple[Scope, ...]:
        """The scopes that the open chat is in, the widest first."""
        chat = self.chat
        characters = tuple(Scope(ScopeKind.CHARACTER, character_id) for character_id in chat.character_ids)
        folder = (Scope(ScopeKind.FOLDER, chat.folder),) if chat.folder else ()
        persona = (Scope(ScopeKind.PERSONA, chat.persona_id),) if chat.persona_id else ()
        own = (Scope(ScopeKind.CHAT, chat.id),) if chat.id else ()
        return (Scope(), *folder, *characters, *persona, *own)

    @property
    def usual(self) -> Scope:
        """Where something new counts: in the open chat."""
        return self.near[-1]

    def of_kind(self, kind: ScopeKind) -> list[Scope]:
        """All that are known."""
        return [scope for scope in self.names if scope.kind is kind]

    def counts(self, scopes: tuple[Scope, ...]) -> bool:
        """Whether something with these scopes counts in the open chat."""
        return not set(scopes).isdisjoint(self.near)

    def label(self, scope: Scope) -> str:
        """A scope as the forms call it."""
        translate = QCoreApplication.translate
        name = self.names.get(scope, scope.id if scope.kind is ScopeKind.FOLDER else translate("Places", "deleted"))
        if scope.kind is ScopeKind.CHAT and scope.id == self.chat.id:
            return translate("Places", "This chat")
        return {
            ScopeKind.GLOBAL: translate("Places", "Everywhere"),
            ScopeKind.FOLDER: translate("Places", "Folder “{name}”"),
            ScopeKind.CHARACTER: translate("Places", "Character “{name}”"),
            ScopeKind.PERSONA: translate("Places", "Persona “{name}”"),
            ScopeKind.CHAT: translate("Places", "Chat “{name}”"),
        }[scope.kind].format(name=name)


async def places_of(services: UiServices, chat_id: str) -> Places:
    """Everything that has a name; ``chat_id`` may be empty."""
    translate = QCoreApplication.translate
    chats = await services.chat.list_chats()
    names: dict[Scope, str] = {}
    for character in await services.library.characters():
        names[Scope(ScopeKind.CHARACTER, character.id)] = character.name
    for persona in await services.library.personas():
        names[Scope(ScopeKind.PERSONA, persona.id)] = persona.name
    for chat in chats:
        names[Scope(ScopeKind.CHAT, chat.id)] = chat.title or translate("Places", "New chat")
        if chat.folder:
            names[Scope(ScopeKind.FOLDER, chat.folder)] = chat.folder
    return Places(next((chat for chat in chats if chat.id == chat_id), Chat(id="")), names)
