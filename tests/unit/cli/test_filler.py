"""Saved requests without their texts: nothing can be read, and the engine still does the same."""

from __future__ import annotations

import json
from typing import Any, cast

from desktop_app.cli.filler import filled
from desktop_app.context.builder import build
from desktop_app.context.plan import ContextPlan
from desktop_app.context.request_json import request_from_json, request_to_json
from tests.fakes.providers import WordCounter

REQUEST: dict[str, Any] = {
    "format": 1,
    "limit": 400,
    "reserve": 50,
    "model": "gpt-4o",
    "strategy": "summarize",
    "user_name": "Ilya",
    "system_prompt": "Write as {{char}} for {{user}}. {{// secret remark}}",
    "character": {
        "id": "c1",
        "name": "Mira",
        "description": "Mira hides the Dragon's egg.",
        "extensions": {"depth_prompt": '{"prompt": "Whisper secretly.", "depth": 2, "role": "system"}'},
    },
    "books": [
        {
            "book": {
                "id": "b1",
                "name": "Secrets",
                "entries": [
                    {"id": "e1", "name": "Dragon", "keys": ["dragon"], "content": "@@depth 1\nVharax, code 4711."},
                    {"id": "e2", "name": "Pattern", "keys": ["/\\begg\\b/i"], "content": "Hidden."},
                    {"id": "e3", "name": "北京", "keys": ["北京"], "content": "北京是首都。"},
                    {"id": "e4", "name": "Castle", "keys": ["castle"], "content": "Stones."},
                ],
            }
        }
    ],
    "branch": [
        {"id": "m1", "role": "user", "text": "My password is Hunter2; the DRAGON sleeps."},
        {"id": "m2", "role": "assistant", "text": "我昨天到北京出差了, and the egg?"},
    ],
    "draft": {"id": "d1", "text": "Пароль: тайна."},
}
SECRET = (
    "Mira",
    "Ilya",
    "ragon",
    "Vharax",
    "4711",
    "Hunter",
    "assword",
    "北京",
    "出差",
    "ароль",
    "тайна",
    "ecret",
    "hisper",
)


def plan_of(data: Any) -> ContextPlan:
    return build(request_from_json(data, WordCounter()), WordCounter())


def whole() -> dict[str, Any]:
    """The request as it is saved."""
    return json.loads(json.dumps(request_to_json(request_from_json(REQUEST, WordCounter()))))


def test_nothing_can_be_read_and_everything_is_as_long_as_before() -> None:
    before = json.dumps(whole(), ensure_ascii=False)
    after = json.dumps(filled(whole()), ensure_ascii=False)
    assert all(word in before for word in SECRET if word != "hisper")
    assert [word for word in SECRET if word.lower() in after.lower()] == []
    assert [len(text) for text in _texts(filled(whole()))] == [len(text) for text in _texts(whole())]


def test_the_same_entries_are_active_and_the_same_blocks_are_in() -> None:
    before, after = plan_of(whole()), plan_of(filled(whole()))
    assert {entry.entry_id for entry in before.entries if entry.included} == {"e1", "e2", "e3"}
    assert [(entry.entry_id, entry.included) for entry in after.entries] == [
        (entry.entry_id, entry.included) for entry in before.entries
    ]
    assert [(block.id, block.tokens) for block in after.blocks] == [(block.id, block.tokens) for block in before.blocks]


def test_each_word_has_one_filler_and_no_two_share_it() -> None:
    texts = filled({"branch": [f"word{letter} {'ab' * 5}" for letter in "abcdefghij"]})["branch"]
    assert len({text.split()[0] for text in texts}) == 10
    assert len({text.split()[1] for text in texts}) == 1
    assert len(set(filled({"x": [chr(0x4E00 + number) * 2 for number in range(50)]})["x"])) == 50


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = list(cast("dict[str, Any]", value).values())
    return [text for item in cast("list[Any]", value) for text in _texts(item)] if isinstance(value, list) else []
