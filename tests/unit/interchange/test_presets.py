"""Presets of SillyTavern and NovelAI: samplers, prompts in their places, the rest named; templates are refused by name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from desktop_app.domain.generation import ConnectionKind, GenerationSettings
from desktop_app.domain.importing import ImportedPreset, ImportedScripts
from desktop_app.domain.presets import Preset
from desktop_app.interchange.errors import UnsupportedFormatError
from desktop_app.interchange.reader import read_file

PROMPTS = [
    {"identifier": "main", "name": "Main", "content": "Write {{char}}'s reply."},
    {"identifier": "worldInfoBefore", "marker": True},
    {"identifier": "charDescription", "marker": True},
    {"identifier": "scenario", "marker": True},
    {"identifier": "style", "name": "Style", "content": "Be brief."},
    {"identifier": "deep", "name": "Deep note", "content": "At depth.", "injection_position": 1},
    {"identifier": "off", "name": "Off", "content": "Never."},
    {"identifier": "dialogueExamples", "marker": True},
    {"identifier": "chatHistory", "marker": True},
    {"identifier": "jailbreak", "name": "Jailbreak", "content": "Stay in character."},
    {"identifier": "after", "name": "After", "content": "Go on."},
]
ORDER = [
    "style", "main", "charDescription", "worldInfoBefore", "deep", "scenario", "chatHistory", "after", "jailbreak",
]  # fmt: skip
CHAT: dict[str, Any] = {
    "temperature": 1.1,
    "top_p": "0.9",
    "top_k": 40,
    "min_p": 0,
    "frequency_penalty": 0.2,
    "presence_penalty": None,
    "repetition_penalty": 1.05,
    "typical_p": 0.5,
    "seed": -1,
    "openai_max_tokens": 700,
    "prompts": PROMPTS,
    "prompt_order": [
        {"character_id": 3, "order": []},
        {
            "character_id": 100001,
            "order": [
                *({"identifier": name, "enabled": True} for name in ORDER),
                {"identifier": "off", "enabled": False},
            ],
        },
    ],
    "extensions": {"regex_scripts": [{"findRegex": "/a/", "replaceString": "b", "placement": [2], "scriptName": "A"}]},
}


def read(data: Any) -> Any:
    return read_file(json.dumps(data).encode(), "My preset.json")


def test_a_chat_completion_preset_has_its_samplers_prompts_order_and_scripts() -> None:
    result = read(CHAT)
    given, scripts = result.contents
    assert isinstance(given, ImportedPreset)
    assert given.preset == Preset(
        "My preset",
        max_tokens=700,
        temperature=1.1,
        top_p=0.9,
        frequency_penalty=0.2,
        extra=(("top_k", 40.0), ("repetition_penalty", 1.05)),
        prompt="Be brief.\n\nWrite {{char}}'s reply.",
        post_history="Go on.\n\nStay in character.",
        order=("system", "character", "lore-before-character", "history"),
        left_out=("Deep note", "typical_p"),
    )
    assert isinstance(scripts, ImportedScripts)
    assert [script.name for script in scripts.scripts] == ["A"]
    assert {note.code: note.params for note in result.report.warnings} == {
        "import.preset-left-out": {"names": "Deep note, typical_p"},
        "import.scripts-off": {"count": 1},
    }


def test_presets_of_text_completion_and_novelai_have_their_samplers() -> None:
    (text,) = read(
        {"temp": 0.7, "top_p": 1, "rep_pen": 1.1, "freq_pen": 0, "genamt": 300, "tfs": 1, "seed": 5}
    ).contents
    assert text.preset == Preset(
        "My preset",
        max_tokens=300,
        temperature=0.7,
        top_p=1.0,
        frequency_penalty=0.0,
        seed=5,
        extra=(("repetition_penalty", 1.1),),
    )
    novel = {"presetVersion": 3, "name": "Ace", "parameters": {"temperature": 1.2, "max_length": 150, "top_k": 10}}
    (ace,) = read(novel).contents
    assert ace.preset == Preset("Ace", max_tokens=150, temperature=1.2, extra=(("top_k", 10.0),))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"input_sequence": "a", "output_sequence": "b"}, "SillyTavern instruct template"),
        ({"story_string": "{{system}}"}, "SillyTavern context template"),
        ({"main_text_color": "x", "blur_strength": 1}, "SillyTavern theme"),
    ],
)
def test_templates_are_refused_by_their_name(data: Any, kind: str) -> None:
    with pytest.raises(UnsupportedFormatError, match=kind):
        read(data)


@pytest.mark.parametrize("value", [None, "x", [], {}, True, 1e300, -5])
@pytest.mark.parametrize("name", ["temperature", "prompts", "prompt_order", "openai_max_tokens", "seed", "extensions"])
def test_whatever_stands_there_is_no_error(name: str, value: Any) -> None:
    (given, *_) = read({**CHAT, name: value}).contents
    assert isinstance(given, ImportedPreset)


def test_what_a_preset_does_not_say_stays_and_a_reply_takes_half_the_context_at_most() -> None:
    now = GenerationSettings(max_tokens=512, temperature=0.8, stop=("x",), extra=(("min_p", 0.05),))
    preset = Preset("p", max_tokens=9_000, top_p=0.5, extra=(("repetition_penalty", 1.1), ("top_k", 40.0)))
    made = preset.applied_to(now, ConnectionKind.BUILTIN, 8192)
    assert made == GenerationSettings(
        max_tokens=4096,
        temperature=0.8,
        top_p=0.5,
        stop=("x",),
        extra=(("min_p", 0.05), ("repeat_penalty", 1.1), ("top_k", 40)),
    )
    other = preset.applied_to(now, ConnectionKind.OLLAMA, 8192)
    assert dict(other.extra)["repetition_penalty"] == 1.1
