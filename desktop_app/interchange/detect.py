"""What a file is, by its content and never by its name (formats page, section 18).

Called by ``reader``. Where two kinds fit, both are told: the person decides, nothing is guessed silently.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, cast

from desktop_app.interchange.json_reading import Json, JsonObject


class FileKind(StrEnum):
    """A kind of content. The values are proper names, as people read them."""

    CARD = "Character Card"
    PYGMALION = "Pygmalion"
    WEBUI = "text-generation-webui"
    CHARACTER_AI = "Character.AI"
    AGNAI_CHARACTER = "Agnai character"
    CHARACTER_BOOK = "Character Book"
    WORLD_INFO = "SillyTavern World Info"
    NOVELAI = "NovelAI lorebook"
    NOVELAI_SCENARIO = "NovelAI scenario"
    NOVELAI_STORY = "NovelAI story"
    AGNAI_BOOK = "Agnai memory book"
    RISU_BOOK = "RisuAI lorebook"
    KOBOLD = "KoboldAI"
    AI_DUNGEON = "AI Dungeon"
    PERSONAS = "SillyTavern personas"
    TAVERN_CHAT = "SillyTavern chat"
    RISU_CHAT = "RisuAI chat"
    AGNAI_CHAT = "Agnai chat"
    CHATGPT = "ChatGPT"
    CLAUDE = "Claude"
    OPEN_WEBUI = "Open WebUI"
    LIBRECHAT = "LibreChat"
    CHATBOT_UI = "ChatbotUI"
    BETTER_CHATGPT = "BetterChatGPT"
    OPENAI_MESSAGES = "OpenAI messages"
    WEBUI_CHAT = "text-generation-webui chat"
    CHARACTER_AI_CHAT = "Character.AI chat"
    AGENT_LOG = "coding agent log"
    TAVERN_PRESET = "SillyTavern preset"
    TEXT_PRESET = "SillyTavern text completion preset"
    NOVELAI_PRESET = "NovelAI preset"
    INSTRUCT_TEMPLATE = "SillyTavern instruct template"
    CONTEXT_TEMPLATE = "SillyTavern context template"
    TAVERN_THEME = "SillyTavern theme"
    REGEX_SCRIPT = "SillyTavern regex script"
    SINGLE_ENTRY = "SillyTavern World Info entry"


_BOOK_ALONE = "lorebook_v3"


def kinds_of(value: Json) -> list[FileKind]:
    """The kinds that a JSON value can be, best first; none where it is not known."""
    if isinstance(value, list):
        return _kinds_of_list(cast("list[Any]", value))
    if not isinstance(value, dict):
        return []
    data = cast("JsonObject", value)
    for kinds in (_SURE, _LIKELY):
        found = [kind for kind, fits in kinds if fits(data)]
        if found:
            return found
    return []


def kind_of_lines(first: JsonObject, second: JsonObject) -> FileKind | None:
    """What a file with a JSON object on every line is, by the first two."""
    for line in (first, second):
        if "sessionId" in line and "message" in line:
            return FileKind.AGENT_LOG
    if first.keys() & {"user_name", "character_name", "chat_metadata", "character_names"} or "mes" in first:
        return FileKind.TAVERN_CHAT
    if "mes" in second:
        return FileKind.TAVERN_CHAT
    if isinstance(first.get("messages"), list) or ("role" in first and "content" in first):
        return FileKind.OPENAI_MESSAGES
    return None


def _kinds_of_list(items: list[Any]) -> list[FileKind]:
    first = next((cast("JsonObject", item) for item in items if isinstance(item, dict)), None)
    if first is None:
        return []
    found = [
        kind
        for kind, fits in _IN_LISTS
        if any(isinstance(item, dict) and fits(cast("JsonObject", item)) for item in items)
    ]
    return found[:1]


def _entries_with(*names: str) -> Callable[[JsonObject], bool]:
    def fits(data: JsonObject) -> bool:
        entries: Any = data.get("entries")
        if not isinstance(entries, dict | list):
            return False
        if not entries:
            return ("key" in names) is isinstance(entries, dict)
        items = list(cast("JsonObject", entries).values()) if isinstance(entries, dict) else cast("list[Any]", entries)
        return any(isinstance(item, dict) and cast("JsonObject", item).keys() & set(names) for item in items)

    return fits


def _is_card(data: JsonObject) -> bool:
    if str(data.get("spec", "")).startswith("chara_card_"):
        return True
    if data.get("spec") == _BOOK_ALONE:
        return False
    inner: Any = data.get("data")
    if not isinstance(inner, dict):
        return False
    found = cast("JsonObject", inner)
    twice = isinstance(found.get("data"), dict)
    return twice or ("name" in found and bool(found.keys() & {"first_mes", "description"}))


def _is_wrapped(data: JsonObject) -> bool:
    return any(
        isinstance(data.get(name), dict) and _fits_card(cast("JsonObject", data[name]))
        for name in ("character", "card", "char")
    )


def _fits_card(data: JsonObject) -> bool:
    return _is_card(data) or ("name" in data and bool(data.keys() & {"first_mes", "mes_example", "personality"}))


def _has(*names: str) -> Callable[[JsonObject], bool]:
    return lambda data: all(name in data for name in names)


def _says(name: str, value: object) -> Callable[[JsonObject], bool]:
    return lambda data: data.get(name) == value


def _list_in(name: str, other: str) -> Callable[[JsonObject], bool]:
    return lambda data: isinstance(data.get(name), list) and other in data


_Test = tuple[FileKind, Callable[[JsonObject], bool]]

# One of these is enough to know.
_SURE: tuple[_Test, ...] = (
    (FileKind.CARD, _is_card),
    (FileKind.CHARACTER_BOOK, lambda data: data.get("spec") == _BOOK_ALONE),
    (FileKind.NOVELAI, _has("lorebookVersion")),
    (FileKind.NOVELAI_SCENARIO, _has("scenarioVersion")),
    (FileKind.NOVELAI_STORY, _has("storyContainerVersion")),
    (FileKind.AGNAI_BOOK, _says("kind", "memory")),
    (FileKind.AGNAI_CHARACTER, _says("kind", "character")),
    (FileKind.RISU_BOOK, _says("type", "risu")),
    (FileKind.RISU_CHAT, lambda data: str(data.get("type")) in {"risuChat", "risuAllChats"}),
    (FileKind.PERSONAS, _has("personas", "persona_descriptions")),
    (FileKind.PERSONAS, lambda data: isinstance(data.get("power_user"), dict) and "personas" in data["power_user"]),
    (FileKind.TAVERN_PRESET, _has("prompts", "prompt_order")),
    (FileKind.TAVERN_PRESET, lambda data: "openai_max_tokens" in data and "prompt_order" not in data),
    (FileKind.TEXT_PRESET, _has("temp", "rep_pen")),
    (FileKind.NOVELAI_PRESET, _has("presetVersion", "parameters")),
    (FileKind.INSTRUCT_TEMPLATE, _has("input_sequence", "output_sequence")),
    (FileKind.CONTEXT_TEMPLATE, _has("story_string")),
    (FileKind.REGEX_SCRIPT, _has("findRegex", "replaceString")),
    (FileKind.TAVERN_THEME, _has("main_text_color", "blur_strength")),
)
_LIKELY: tuple[_Test, ...] = (
    (FileKind.CARD, lambda data: _is_wrapped(data) or _fits_card(data)),
    (FileKind.PYGMALION, lambda data: "char_name" in data and bool(data.keys() & {"char_greeting", "char_persona"})),
    (FileKind.CHARACTER_AI, _has("name", "greeting", "definition")),
    (FileKind.WEBUI, lambda data: ("name" in data or "bot" in data) and "context" in data and "definition" not in data),
    (FileKind.WORLD_INFO, _entries_with("key", "keysecondary")),
    (
        FileKind.CHARACTER_BOOK,
        lambda data: _entries_with("keys")(data) and not _entries_with("key", "keysecondary")(data),
    ),
    (
        FileKind.KOBOLD,
        lambda data: "gamestarted" in data or "savedsettings" in data or ("prompt" in data and "actions" in data),
    ),
    (FileKind.CHATGPT, _has("mapping")),
    (FileKind.CLAUDE, _has("chat_messages")),
    (FileKind.CHATGPT, lambda data: kinds_of(data.get("conversations")) == [FileKind.CHATGPT]),
    (FileKind.OPEN_WEBUI, lambda data: isinstance(data.get("chat"), dict) and "history" in data["chat"]),
    (FileKind.LIBRECHAT, _list_in("messages", "conversationId")),
    (FileKind.CHATBOT_UI, _list_in("history", "version")),
    (FileKind.BETTER_CHATGPT, _list_in("chats", "version")),
    (FileKind.WEBUI_CHAT, lambda data: isinstance(data.get("internal"), list) or _has("data", "data_visible")(data)),
    (FileKind.CHARACTER_AI_CHAT, _has("histories")),
    (FileKind.AGNAI_CHAT, lambda data: isinstance(data.get("messages"), list) and _first_has(data["messages"], "msg")),
    (
        FileKind.OPENAI_MESSAGES,
        lambda data: isinstance(data.get("messages"), list) and _first_has(data["messages"], "role"),
    ),
    (FileKind.SINGLE_ENTRY, _has("uid", "key", "content")),
)
_IN_LISTS: tuple[_Test, ...] = (
    (FileKind.REGEX_SCRIPT, _has("findRegex", "replaceString")),
    (FileKind.CHATGPT, _has("mapping")),
    (FileKind.CLAUDE, _has("chat_messages")),
    (FileKind.OPEN_WEBUI, lambda data: isinstance(data.get("chat"), dict)),
    (FileKind.CARD, _fits_card),
    (
        FileKind.RISU_BOOK,
        lambda data: "content" in data and bool(data.keys() & {"insertorder", "alwaysActive", "secondkey"}),
    ),
    (FileKind.AI_DUNGEON, lambda data: bool(data.keys() & {"keys", "key"}) and bool(data.keys() & {"entry", "value"})),
    (FileKind.OPENAI_MESSAGES, _has("role", "content")),
    (
        FileKind.OPENAI_MESSAGES,
        lambda data: isinstance(data.get("messages"), list) and _first_has(data["messages"], "role"),
    ),
)


def _first_has(items: list[Any], name: str) -> bool:
    return any(isinstance(item, dict) and name in item for item in items[:3])
