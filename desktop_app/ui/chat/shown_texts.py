"""The texts of a chat as switched-on scripts show them: what is stored, copied, edited and sent stays what it is.

Made beside the chat view, which asks for every row's message. A script gets a few milliseconds while a row is laid out; one
that needs longer goes on in a worker thread, and the row is shown unchanged until then. A streaming answer is shown as it comes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QObject

from desktop_app.domain.character import Character
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import Message, MessageKind, MessageState, Part, ReasoningPart, Role, TextPart
from desktop_app.domain.scripts import RegexScript, ScriptPlace
from desktop_app.language.patterns import BadPattern, Trouble
from desktop_app.language.scripts import CompiledScript, Made, ScriptMemory, compile_script
from desktop_app.services.events import ChatChanged, LibraryChanged, LibraryKind, SettingsChanged
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.services import UiServices

TASK = "scripts of the chat"

SECONDS_A_ROW = 0.004
ROWS_HELD = 400


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as it is shown. ``late``: scripts have still to run; ``slow``: these took too long and are left out."""

    message: Message
    late: bool = False
    slow: tuple[str, ...] = ()


@dataclass(slots=True)
class _Scripts:
    """What runs in the open chat, and for whom. ``reach``: depths that lie deeper are all alike."""

    scripts: tuple[RegexScript, ...] = ()
    user: str = ""
    char: str = ""
    compiled: dict[str, list[tuple[RegexScript, CompiledScript]]] = field(
        default_factory=dict[str, "list[tuple[RegexScript, CompiledScript]]"]
    )

    @property
    def reach(self) -> int:
        return max((max(script.least or 0, (script.most or -1) + 1) for script in self.scripts), default=0)

    def ready(self, char: str) -> list[tuple[RegexScript, CompiledScript]]:
        """The scripts compiled for the one who is called ``char`` here."""
        if char not in self.compiled:
            names = {"user": self.user, "char": char}
            made = ((script, compile_script(script, names)) for script in self.scripts)
            self.compiled[char] = [(script, ready) for script, ready in made if not isinstance(ready, BadPattern)]
        return self.compiled[char]


class ShownTexts(QObject):
    """Gives ``view`` its texts. ``open`` says which chat is shown."""

    def __init__(self, services: UiServices, launch: Launcher, model: ChatModel, view: ChatView) -> None:
        super().__init__(view)
        self._services = services
        self._launch = launch
        self._model = model
        self._view = view
        self._chat_id = ""
        self._now = _Scripts()
        self._memory = ScriptMemory()
        self._held: OrderedDict[str, tuple[Message, int, Shown]] = OrderedDict()
        self._running: set[str] = set()
        bus = services.bus
        self._unsubscribe = (
            bus.subscribe(SettingsChanged, lambda _: self._read()),
            bus.subscribe(ChatChanged, lambda event: self._read() if event.chat.id == self._chat_id else None),
            bus.subscribe(LibraryChanged, self._on_library_changed),
        )
        model.rowsInserted.connect(self._on_depths_changed)
        model.rowsRemoved.connect(self._on_depths_changed)

    def open(self, chat_id: str) -> None:
        """Another chat is shown; an empty id: none."""
        self._chat_id = chat_id
        self._show(_Scripts())
        self._read()

    def close(self) -> None:
        """Hears no events any more."""
        for end in self._unsubscribe:
            end()

    def shown(self, row: int, message: Message) -> tuple[Message, str]:
        """The message of a row as it is to be shown, and what is to be said about its scripts."""
        if message.state is MessageState.STREAMING:
            return message, ""
        made = self._shown(row, message)
        return made.message, slow_sentence(made.slow)

    def _shown(self, row: int, message: Message) -> Shown:
        depth = self._depth(row)
        known = self._held.get(message.id)
        if known is not None and known[0] is message and known[1] == depth and not known[2].late:
            self._held.move_to_end(message.id)
            return known[2]
        made = self._made(message, depth, SECONDS_A_ROW)
        self._held[message.id] = (message, depth, made)
        while len(self._held) > ROWS_HELD:
            self._held.popitem(last=False)
        if made.late and message.id not in self._running:
            self._running.add(message.id)
            self._launch(TASK, self._finish(message, depth))
        return made

    def _depth(self, row: int) -> int:
        """How many messages that count stand behind this one, as far as any script asks."""
        reach, depth = self._now.reach, 0
        for later in range(self._model.rowCount() - 1, row, -1):
            if depth >= reach:
                break
            light = self._model.row(later)
            depth += light.flags.sendable and light.kind is not MessageKind.NOTE
        return depth

    def _made(self, message: Message, depth: int, seconds: float) -> Shown:
        place = {Role.USER: ScriptPlace.USER, Role.ASSISTANT: ScriptPlace.ANSWER}.get(message.role)
        if place is None:
            return Shown(message)
        char = message.speaker.name if message.role is Role.ASSISTANT and message.speaker.name else self._now.char
        ready = [(script, made) for script, made in self._now.ready(char) if script.reaches(depth)]
        run = _Run(self._memory, ready, perf_counter() + seconds)
        parts = tuple(run.part(part, place) for part in message.parts)
        shown = message if parts == message.parts else replace(message, parts=parts)
        return Shown(shown, run.late, tuple(dict.fromkeys(run.slow)))

    async def _finish(self, message: Message, depth: int) -> None:
        """Runs what is late with all the time that a script may have."""
        try:
            await asyncio.to_thread(self._made, message, depth, 1.0)
        finally:
            self._running.discard(message.id)
        row = self._model.row_of(message.id)
        if row >= 0:
            self._model.dataChanged.emit(self._model.index(row), self._model.index(row))

    def _read(self) -> None:
        if self._chat_id:
            self._launch(TASK, self._load(self._chat_id))

    async def _load(self, chat_id: str) -> None:
        try:
            answerer = await self._services.context.answerer(chat_id)
            characters, persona = await self._characters(answerer.chat.character_ids), answerer.persona
        except NotFoundError:
            return
        if chat_id != self._chat_id:
            return
        shows = tuple(script for script in self._services.scripts.active(characters) if script.shows)
        user = persona.name if persona is not None else self._services.settings.settings.user_name
        made = _Scripts(shows, user, characters[0].called if characters else "")
        for name in dict.fromkeys((made.char, *(character.name for character in characters))):
            await asyncio.to_thread(made.ready, name)  # hundreds of patterns take their time, and rows are painted
        if chat_id == self._chat_id:
            self._show(made)

    async def _characters(self, ids: Sequence[str]) -> list[Character]:
        found: list[Character] = []
        for character_id in ids:
            try:
                found.append(await self._services.library.get_character(character_id))
            except NotFoundError:
                continue
        return found

    def _show(self, scripts: _Scripts) -> None:
        before, self._now = self._now, scripts
        same = (before.scripts, before.user, before.char) == (scripts.scripts, scripts.user, scripts.char)
        if same:
            return
        self._held.clear()
        self._model.showing = self.shown if scripts.scripts else None
        self._view.rebuild()

    def _on_library_changed(self, event: LibraryChanged) -> None:
        if event.kind in {LibraryKind.CHARACTER, LibraryKind.PERSONA}:
            self._read()

    def _on_depths_changed(self) -> None:
        if self._now.reach:
            self._view.rebuild()


class _Run:
    """One message on its way through the scripts. ``end``: when the time is up."""

    def __init__(self, memory: ScriptMemory, ready: Sequence[tuple[RegexScript, CompiledScript]], end: float) -> None:
        self._memory = memory
        self._ready = ready
        self._end = end
        self.late = False
        self.slow: list[str] = []

    def part(self, part: Part, place: ScriptPlace) -> Part:
        """A part as it is shown."""
        match part:
            case TextPart(text=text):
                return TextPart(self._text(text, place))
            case ReasoningPart(text=text):
                return ReasoningPart(self._text(text, ScriptPlace.REASONING))
            case _:
                return part

    def _text(self, text: str, place: ScriptPlace) -> str:
        for script, compiled in self._ready:
            if place not in script.places:
                continue
            found = self._memory.run(compiled, text, self._end - perf_counter())
            if isinstance(found, Made):
                text = found.text
            elif found is Trouble.TOO_SLOW:
                self.slow.append(script.name)
            else:
                self.late = True
                return text
        return text


def slow_sentence(names: Sequence[str]) -> str:
    """What is said under a message that a script was too slow for; empty where none was."""
    if not names:
        return ""
    template = QCoreApplication.translate(
        "ShownTexts", "The script “{name}” takes too long for this text; it is left out here."
    )
    return template.format(name=names[0])
