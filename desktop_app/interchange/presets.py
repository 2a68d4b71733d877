"""Presets of SillyTavern (chat and text completion) and NovelAI: samplers, and prompts as far as there is a place for them.

Called by ``reader``. What has no place is named in the report. Nothing of a preset counts before a person applies it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, cast

from desktop_app.domain.importing import ImportedPreset, ImportedScripts
from desktop_app.domain.presets import REPETITION, Preset
from desktop_app.domain.prompt_order import PromptRow
from desktop_app.domain.scripts import MOST_SCRIPTS, tavern_script
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject
from desktop_app.interchange.report import NoteCode

# The order that counts where a preset has several: SillyTavern's own for all characters.
_FOR_ALL = (100001, 100000)
_MAIN, _HISTORY, _JAILBREAK = "main", "chatHistory", "jailbreak"
_ROWS: Mapping[str, PromptRow] = {
    _MAIN: PromptRow.SYSTEM,
    "worldInfoBefore": PromptRow.LORE_BEFORE_CHARACTER,
    "charDescription": PromptRow.CHARACTER,
    "worldInfoAfter": PromptRow.LORE_AFTER_CHARACTER,
    "dialogueExamples": PromptRow.EXAMPLES,
    _HISTORY: PromptRow.HISTORY,
}
# What stands beside the character's description here, wherever a preset puts it.
_WITH_CHARACTER = frozenset({"charPersonality", "scenario", "personaDescription"})
_AT_DEPTH = 1

# Names in a file: what it is here, and the value that does nothing.
_PLAIN = ("temperature", "top_p", "frequency_penalty", "presence_penalty")
_ALIKE = {"temp": "temperature", "freq_pen": "frequency_penalty", "presence_pen": "presence_penalty"}
_EXTRA: Mapping[str, tuple[str, float]] = {
    "top_k": ("top_k", 0),
    "min_p": ("min_p", 0),
    "top_a": ("top_a", 0),
    "repetition_penalty": (REPETITION, 1),
    "rep_pen": (REPETITION, 1),
}
_UNKNOWN: Mapping[str, float] = {
    "tfs": 1,
    "tail_free_sampling": 1,
    "typical_p": 1,
    "epsilon_cutoff": 0,
    "eta_cutoff": 0,
    "mirostat_mode": 0,
    "dry_multiplier": 0,
    "xtc_probability": 0,
    "dynatemp": 0,
    "smoothing_factor": 0,
    "guidance_scale": 1,
}


@dataclass(frozen=True, slots=True)
class _Told:
    """The prompts of a preset in the places that there are."""

    prompt: str = ""
    post_history: str = ""
    order: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def read_tavern_preset(given: Fields) -> Iterator[ImportedPreset | ImportedScripts]:
    """A preset with the scripts in it, each on its own."""
    name = given.text("name") or PurePath(given.notes.file).stem
    length = "genamt" if given.has("genamt") else "openai_max_tokens"
    yield _preset(name, given, length, _told(given))
    extensions: Any = given.data.get("extensions")
    items: Any = cast("JsonObject", extensions).get("regex_scripts") if isinstance(extensions, dict) else None
    found = [tavern_script(cast("JsonObject", item)) for item in _list(items)[:MOST_SCRIPTS] if isinstance(item, dict)]
    scripts = tuple(script for script in found if script is not None)
    if scripts:
        given.notes.warn(NoteCode.SCRIPTS_OFF, given.at("extensions"), count=len(scripts))
        yield ImportedScripts(name, scripts)


def read_novelai_preset(given: Fields) -> Iterator[ImportedPreset]:
    """Its samplers; what NovelAI alone knows is named."""
    name = given.text("name") or PurePath(given.notes.file).stem
    yield _preset(name, given.inside("parameters"), "max_length", _Told())


def _preset(name: str, given: Fields, length: str, told: _Told) -> ImportedPreset:
    numbers: dict[str, Any] = {
        _ALIKE.get(key, key): _number(given, key) for key in (*_PLAIN, *_ALIKE) if given.has(key)
    }
    extra: dict[str, float] = {}
    for key, (field, neutral) in _EXTRA.items():
        value = _number(given, key)
        if value is not None and value != neutral:
            extra[field] = value
    unknown = [key for key, neutral in _UNKNOWN.items() if _number(given, key) not in {None, neutral}]
    left_out = (*told.left_out, *unknown)
    if left_out:
        given.notes.warn(NoteCode.PRESET_LEFT_OUT, names=", ".join(left_out)[:300])
    most = given.number(length, 0, 0) if given.has(length) else 0
    seed = given.number("seed", -1) if given.has("seed") else -1
    return ImportedPreset(
        Preset(
            name=name,
            max_tokens=most or None,
            seed=seed if seed >= 0 else None,
            extra=tuple(extra.items()),
            prompt=told.prompt,
            post_history=told.post_history,
            order=told.order,
            left_out=left_out,
            **{field: value for field, value in numbers.items() if value is not None},
        )
    )


def _told(given: Fields) -> _Told:
    prompts = {
        str(item.get("identifier", "")): item
        for item in (cast("JsonObject", one) for one in _list(given.data.get("prompts")) if isinstance(one, dict))
    }
    if not prompts:
        return _Told()
    order = _order(_list(given.data.get("prompt_order"))) or list(prompts)
    before, behind, left_out = list[str](), list[str](), list[str]()
    rows: dict[str, None] = {}
    texts = before
    for identifier in order:
        item = prompts.get(identifier, {})
        if identifier == _HISTORY:
            texts = behind
        if identifier in _ROWS:
            rows[_ROWS[identifier].value] = None
        text = _text(item.get("content"))
        if not text.strip() or identifier in _WITH_CHARACTER:
            continue
        if item.get("injection_position") == _AT_DEPTH:
            left_out.append(_text(item.get("name")) or identifier)
        else:
            (behind if identifier == _JAILBREAK else texts).append(text)
    return _Told("\n\n".join(before), "\n\n".join(behind), tuple(rows), tuple(left_out))


def _order(orders: Sequence[Any]) -> list[str]:
    """The identifiers that are switched on, in their order."""
    known = [cast("JsonObject", one) for one in orders if isinstance(one, dict)]
    chosen = next((one for wanted in _FOR_ALL for one in known if one.get("character_id") == wanted), None)
    chosen = chosen or (known[-1] if known else {})
    rows = [cast("JsonObject", row) for row in _list(chosen.get("order")) if isinstance(row, dict)]
    return [str(row.get("identifier", "")) for row in rows if row.get("enabled") is not False]


def _number(given: Fields, name: str) -> float | None:
    value = given.data.get(name)
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e6 < value < 1e6:
        return None
    return float(value)


def _list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
