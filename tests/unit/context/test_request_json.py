"""A request as JSON: both ways, as the schema says, and told clearly where a file is wrong."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from desktop_app.assets import read_text
from desktop_app.context.builder import build
from desktop_app.context.request import ContextRequest
from desktop_app.context.request_json import request_from_json, request_to_json
from desktop_app.domain.errors import RequestUnreadableError
from desktop_app.domain.message import ImagePart, OpaquePart, ReasoningPart, TextPart
from desktop_app.domain.ports import TokenCounter
from tests.examples import examples
from tests.fakes.providers import WordCounter
from tests.golden.case import read_case
from tests.unit.context.chances import asked
from tests.unit.context.material import assistant, call, request, result, tool, user
from tests.unit.context.request_schema import request_schema

COUNTER = WordCounter()
FILE = "schemas/request.schema.json"
CASES = sorted((Path(__file__).parents[2] / "golden" / "cases").glob("*.toml"))

WRONG: list[tuple[Any, str]] = [
    ([], "it must be an object"),
    ({}, "it needs the field “limit”"),
    ({"limit": 1, "format": 2}, "format must be 1"),
    ({"limit": 1, "colour": "red"}, "it has the unknown field “colour”"),
    ({"limit": True}, "limit must be a whole number"),
    ({"limit": 1, "branch": {}}, "branch must be a list"),
    ({"limit": 1, "branch": [7]}, "branch[0] must be an object"),
    ({"limit": 1, "branch": [{"id": "m", "role": "narrator"}]}, "branch[0].role must be one of system, user,"),
    ({"limit": 1, "branch": [{"id": "m", "role": "user", "parts": [{}]}]}, "branch[0].parts[0] needs a “type”"),
    ({"limit": 1, "books": [{"book": {"id": "b"}}]}, "books[0].book needs the field “name”"),
    (
        {"limit": 1, "books": [{"book": {"id": "b", "name": "B", "entries": [{"id": "e", "depth": "x"}]}}]},
        "books[0].book.entries[0].depth must be a whole number",
    ),
    ({"limit": 1, "relevance": {"e": {"score": 1}}}, "relevance.e needs the field “threshold”"),
    ({"limit": 1, "relevance": {"e": {"score": math.nan, "threshold": 0}}}, "relevance.e.score must be finite"),
    ({"limit": 1, "reserve": -1}, "reserve must not be negative"),
    ({"limit": 1, "overhead": {"per_name": -1}}, "overhead.per_name must not be negative"),
    ({"limit": 1, "branch": [{"id": "m", "role": "user", "tokens": -2}]}, "branch[0].tokens must not be negative"),
    ({"limit": 1, "branch": [{"id": "m", "role": "user"}] * 2}, "branch has the id “m” twice"),
    ({"limit": 1, "memories": [{"id": "m", "content": ""}] * 2}, "memories has the id “m” twice"),
    (
        {"limit": 1, "books": [{"book": {"id": "b", "name": "B", "entries": [{"id": "e"}] * 2}}]},
        "books[0].book.entries has the id “e” twice",
    ),
]


def validator() -> Draft202012Validator:
    """The promise."""
    return Draft202012Validator(json.loads(read_text(FILE)))


def fits(data: dict[str, Any]) -> bool:
    """Whether it is what the schema promises."""
    return validator().is_valid(data)  # pyright: ignore[reportUnknownMemberType]  # jsonschema types its own parameter partly


def test_the_schema_says_what_the_types_say() -> None:
    wanted = json.dumps(request_schema(), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        (Path(__file__).parents[3] / "resources" / FILE).write_text(wanted, encoding="utf-8")
    again = "UPDATE_GOLDEN=1 pytest tests/unit/context/test_request_json.py writes it anew"
    assert read_text(FILE) == wanted, again
    Draft202012Validator.check_schema(json.loads(wanted))


@examples(60)
@given(asked())
def test_any_request_comes_back_and_fits_the_schema(question: tuple[ContextRequest, TokenCounter]) -> None:
    wanted, counter = question
    data = json.loads(json.dumps(request_to_json(wanted)))
    assert request_from_json(data, counter) == wanted
    assert fits(data)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden_cases_have_the_same_plan_by_way_of_json(path: Path) -> None:
    wanted = read_case(path)
    assert build(request_from_json(request_to_json(wanted), COUNTER), COUNTER) == build(wanted, COUNTER)


def test_what_is_as_usual_is_not_written() -> None:
    data = request_to_json(request(user("m1", "Hello"), draft="Hi"))
    assert data["branch"] == [
        {"id": "m1", "revision": 1, "role": "user", "tokens": 1, "parts": [{"type": "text", "text": "Hello"}]}
    ]
    assert data.keys() == {"format", "chat_id", "model", "limit", "reserve", "strategy", "branch", "draft"}


def test_every_kind_of_part_comes_back() -> None:
    parts = (TextPart("a"), ReasoningPart("b"), ImagePart("d", "image/png", 1, 2), OpaquePart("x", "{}"))
    wanted = request(assistant("m1", *parts, call("c")), tool("m2", result("c")))
    assert request_from_json(json.loads(json.dumps(request_to_json(wanted))), COUNTER) == wanted


def test_a_person_writes_little() -> None:
    data = {
        "limit": 1_000,
        "branch": [{"id": "m1", "role": "user", "text": "one two three"}],
        "draft": {"id": "d", "text": "x"},
    }
    made = request_from_json(data, COUNTER)
    assert made.branch[0].tokens == 3
    assert (made.reserve, made.strategy) == (512, "truncate")
    assert fits(data)
    assert build(made, COUNTER).used == 3 + 1 + 2 * 3 + 3


@pytest.mark.parametrize(("data", "sentence"), WRONG)
def test_what_is_wrong_in_a_file_is_told_with_its_place(data: Any, sentence: str) -> None:
    with pytest.raises(RequestUnreadableError) as caught:
        request_from_json(data, COUNTER)
    assert sentence in str(caught.value)
