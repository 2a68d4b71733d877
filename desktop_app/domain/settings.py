"""The one typed tree of settings. Never holds a secret. ``storage.settings_store`` reads and writes it; ``SettingsService`` changes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.domain.generation import (
    SERVER_TOKENIZER,
    ConnectionKind,
    ConnectionProfile,
    GenerationSettings,
    Proxy,
)
from desktop_app.domain.presets import Preset
from desktop_app.domain.scripts import RegexScript

SCHEMA_VERSION = 1

BUILTIN_CONNECTION_ID = "builtin"


class Theme(StrEnum):
    """The look; ``SYSTEM`` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high-contrast"


class SecretPlace(StrEnum):
    """Where API keys are kept when the person has decided; ``KEYRING`` is the default wherever there is one."""

    KEYRING = "keyring"
    SESSION = "session"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class AppearanceSettings:
    """``language`` is a code (``en``, ``ru``, ``zh``) or empty for the system's; ``message_font_size`` in pixels, 12 to 22."""

    theme: Theme = Theme.SYSTEM
    language: str = ""
    message_font_size: int = 15
    reduce_motion: bool = False


class ExamplesMode(StrEnum):
    """What becomes of a card's example dialogue: always sent, as there is room, or never."""

    ALWAYS = "always"
    AS_ROOM_ALLOWS = "as-room-allows"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Lanes:
    """How much of what is free after the protected each kind may take, in percent (context-engine page, section 5).

    ``history`` is its least share; ``summary_tokens``: so much the summary may take even where its share is less.
    """

    constant_lore: int = 40
    keyed_lore: int = 25
    memory: int = 15
    recall: int = 15
    summary: int = 10
    summary_tokens: int = 80
    history: int = 40


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """Defaults of every chat: the strategy, and the system prompt of chats with a character and without one.

    A card's own ``system_prompt`` replaces ``character_prompt``, which is its ``{{original}}``. ``dialogue_messages``: so
    many messages before the input are read for the keywords of memory entries. ``keep_exchanges``: so many of the newest
    exchanges stay under vector-recall while they fit in half the budget (0 to 20). ``post_history_first``: the instructions
    that stand behind the input otherwise stand before the summary. ``compress_every_n``: so many new messages make the next
    segment of the summary; ``None``: as is advised for the chat's length. ``order``: the rows of the prompt from top to
    bottom, by the names of ``prompt_order.PromptRow``; empty: the default order. ``post_history``:
    instructions behind the history, which a card's own replace. A prompt that is as it came is sent in the
    language of the chat. ``newest_pictures``: only so many of the newest pictures are sent (0: all that have room).
    """

    strategy: str = "truncate"
    lanes: Lanes = Lanes()
    examples: ExamplesMode = ExamplesMode.AS_ROOM_ALLOWS
    dialogue_messages: int = 10
    keep_exchanges: int = 2
    post_history_first: bool = False
    character_prompt: str = "Write {{char}}'s next reply in a chat between {{char}} and {{user}}."
    assistant_prompt: str = "You are a helpful assistant."
    compress_every_n: int | None = None
    order: tuple[str, ...] = ()
    post_history: str = ""
    newest_pictures: int = 0


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """What makes vectors of texts, and whether old chat is recalled at all.

    ``embedder_connection_id``: a connection that embeds with ``embedder_model``; empty: what comes with the program. The
    prefixes are put before what is asked and what is kept (for models that want to be told, such as e5). ``enabled`` off:
    no text of any chat is embedded. ``other_chats``: passages of the character's other chats are recalled too.
    """

    enabled: bool = True
    embedder_connection_id: str = ""
    embedder_model: str = ""
    query_prefix: str = ""
    passage_prefix: str = ""
    other_chats: bool = False


@dataclass(frozen=True, slots=True)
class SummarySettings:
    """Who writes the rolling summary besides the program itself, which always does.

    ``by_model``: a model writes it in the background, by ``connection_id`` (``None``: the chat's own), with ``prompt``
    (empty: the program's, in the chat's language) and at most ``window`` tokens a request (0: what the connection has).
    ``language`` is a code, empty for the chat's own. ``propose``: memory entries are proposed from the chat.
    """

    by_model: bool = False
    connection_id: str | None = None
    prompt: str = ""
    window: int = 0
    language: str = ""
    propose: bool = True


@dataclass(frozen=True, slots=True)
class DownloadSettings:
    """How model files are got. ``mirror`` is a base URL in the place of the hub's own address; empty: the hub itself."""

    mirror: str = ""
    proxy: Proxy = field(default_factory=Proxy)
    ca_file: str = ""


@dataclass(frozen=True, slots=True)
class ScriptSettings:
    """Regex scripts: ``own`` are those that may count in every chat, ``on`` the keys of those that the person switched on.

    A key is ``RegexScript.key`` of a script and its owner: nothing that a card brings along runs before it was seen.
    """

    own: tuple[RegexScript, ...] = ()
    on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DialogSize:
    """The size that a dialog was left in, in device-independent pixels. ``dialog`` is the name of its class."""

    dialog: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The columns that the person chose for a table, by their names."""

    table: str
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """How the window was left: Qt's geometry and dock state (base64), the open chat, the sizes of dialogs, columns of tables.

    ``shows_preview``: the person wants the context preview; a narrow window hides it all the same.
    ``shows_map``: and the map of the chat beside the conversation.
    """

    geometry: str = ""
    state: str = ""
    open_chat_id: str = ""
    shows_preview: bool = True
    shows_map: bool = True
    dialog_sizes: tuple[DialogSize, ...] = ()
    table_columns: tuple[TableColumns, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the program remembers about how the person wants it.

    ``default_persona_id``: who the person is in chats whose character and who themselves say nothing else; empty: nobody.
    ``first_run_done``: the person has chosen who answers, or has passed the question over; they are not asked again.
    """

    schema_version: int = SCHEMA_VERSION
    appearance: AppearanceSettings = AppearanceSettings()
    context: ContextSettings = ContextSettings()
    connections: tuple[ConnectionProfile, ...] = ()
    default_connection_id: str = BUILTIN_CONNECTION_ID
    secret_place: SecretPlace = SecretPlace.KEYRING
    user_name: str = "You"
    default_persona_id: str = ""
    window: WindowSettings = WindowSettings()
    downloads: DownloadSettings = DownloadSettings()
    recall: RecallSettings = RecallSettings()
    summary: SummarySettings = SummarySettings()
    scripts: ScriptSettings = ScriptSettings()
    presets: tuple[Preset, ...] = ()
    first_run_done: bool = False

    def connection(self, connection_id: str | None) -> ConnectionProfile:
        """The profile with this id, else the default one, else the built-in model: a removed connection breaks no chat."""
        by_id = {profile.id: profile for profile in self.all_connections}
        for wanted in (connection_id, self.default_connection_id):
            if wanted and wanted in by_id:
                return by_id[wanted]
        return by_id[BUILTIN_CONNECTION_ID]

    @property
    def all_connections(self) -> tuple[ConnectionProfile, ...]:
        """The built-in model (unless the person keeps a changed copy of it) and the person's own."""
        if any(profile.id == BUILTIN_CONNECTION_ID for profile in self.connections):
            return self.connections
        return (builtin_connection(), *self.connections)


def builtin_connection() -> ConnectionProfile:
    """The connection that works with no server, no key and no internet.

    8,192 is the demo model's trained context. A model this small repeats itself for ever without llama.cpp's samplers
    against it (tried: half of the answers looped).
    """
    against_loops = (("min_p", 0.05), ("dry_multiplier", 0.8), ("repeat_penalty", 1.1))
    return ConnectionProfile(
        id=BUILTIN_CONNECTION_ID,
        name="Built-in",
        kind=ConnectionKind.BUILTIN,
        context_limit=8192,
        tokenizer=SERVER_TOKENIZER,
        generation=GenerationSettings(max_tokens=512, temperature=0.7, extra=against_loops),
    )
