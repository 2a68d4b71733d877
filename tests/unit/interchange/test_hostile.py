"""Whatever comes: a result or a known error, in bounded time (reliability page, H1 and H2; formats page, section 19)."""

from __future__ import annotations

import json
import random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.message import clean_text
from desktop_app.interchange.detect import FileKind
from desktop_app.interchange.errors import (
    AmbiguousFormatError,
    EmptyFileError,
    InterchangeError,
    NotJsonError,
    NumberError,
    OtherFormatError,
    TooDeepError,
)
from desktop_app.interchange.json_reading import load_json
from desktop_app.interchange.reader import read_file
from desktop_app.interchange.report import Notes
from tests.examples import examples
from tests.unit.interchange.files import CARD, archive, as_json, book_entry, card, only_card, png, read, text_chunk
from tests.unit.interchange.test_lorebooks import tavern_entry, world

FULL = card(
    character_book={"entries": [book_entry(), book_entry(keys=["/a/i"])]},
    assets=[{"type": "icon", "uri": "embeded://a"}],
)
SEEDS: list[bytes] = [
    png(text_chunk(FULL)),
    png(text_chunk(FULL, b"ccv3", b"zTXt")),
    png(text_chunk(FULL, b"chara", b"iTXt")),
    png(text_chunk(b"[" * 5000)),
    archive({"card.json": as_json(FULL), "a": b"x" * 100}),
    archive({"card.json": as_json(FULL)}, packed=False),
    as_json(FULL),
    as_json(world(tavern_entry(), tavern_entry(uid="x"))),
    as_json({"lorebookVersion": 5, "entries": [{"text": "T", "keys": ["k"], "contextConfig": {}}], "categories": [{}]}),
    as_json({"kind": "memory", "name": "B", "entries": [{"entry": "T", "keywords": ["k"]}]}),
    as_json({"type": "risu", "data": [{"key": "a, b", "content": "T", "extentions": {}}]}),
    as_json({"gamestarted": True, "worldinfo": [{"key": "a", "content": "T"}]}),
    as_json([{"keys": "a", "entry": "T"}]),
    as_json({"personas": {"a.png": "A"}, "persona_descriptions": {"a.png": {"description": "D"}}}),
    b"\n".join(
        [as_json({"user_name": "U", "chat_metadata": {}}), as_json({"name": "A", "mes": "x", "swipes": ["x", "y"]})]
    ),
    as_json(
        [
            {
                "title": "T",
                "mapping": {
                    "a": {"message": None},
                    "b": {
                        "parent": "a",
                        "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["x"]}},
                    },
                },
            }
        ]
    ),
    as_json(
        [{"uuid": "u", "chat_messages": [{"uuid": "m", "sender": "human", "content": [{"type": "text", "text": "x"}]}]}]
    ),
    as_json(
        [{"id": "i", "chat": {"history": {"currentId": "a", "messages": {"a": {"role": "user", "content": "x"}}}}}]
    ),
    as_json({"conversationId": "c", "messages": [{"messageId": "m", "text": "x", "children": [{"text": "y"}]}]}),
    as_json(
        [{"role": "user", "content": "x"}, {"role": "assistant", "content": None, "tool_calls": [{"function": {}}]}]
    ),
    as_json({"prompt": "p", "actions": ["{{[INPUT]}}x"], "worldinfo": [{"key": "a", "content": "T"}]}),
    as_json({"internal": [["a", "b"]], "visible": [["a", "b"]]}),
    as_json({"histories": {"histories": [{"msgs": [{"src": {"is_human": True}, "text": "x"}]}]}}),
    as_json({"type": "risuChat", "data": {"message": [{"role": "user", "data": "x", "time": 1}]}}),
    as_json({"name": "N", "messages": [{"_id": "a", "msg": "x", "retries": ["y"]}]}),
    b"name: A\ngreeting: |-\n  G\ncontext: P\n",
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def judged(data: bytes) -> str:
    """What became of a file: nothing but a result or a known error with a sentence."""
    try:
        result = read(data)
    except InterchangeError as error:
        return error.code if str(error).endswith(".") else "no sentence"
    return "read" if result.contents else "read, but nothing"


def mutated(data: bytes, chance: random.Random) -> bytes:
    """One of the ways in which files break."""
    made = bytearray(data)
    place = chance.randrange(len(made))
    match chance.randrange(6):
        case 0:
            for _ in range(chance.randint(1, 20)):
                made[chance.randrange(len(made))] = chance.randrange(256)
        case 1:
            del made[place:]
        case 2:
            made[place:place] = chance.randbytes(chance.randint(1, 200))
        case 3:
            del made[place : place + chance.randint(1, 50)]
        case 4:
            other = chance.choice(SEEDS)
            made = made[:place] + other[chance.randrange(len(other)) :]
        case _:
            made[place : place + 4] = chance.choice(
                [b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\xff" * 4, b"null", b"1e99", b'"[{"']
            )
    return bytes(made)


@pytest.mark.parametrize("seed", range(len(SEEDS)))
def test_h1_broken_files_end_in_a_result_or_a_sentence(seed: int) -> None:
    chance = random.Random(seed)
    outcomes = {judged(mutated(SEEDS[seed], chance)) for _ in range(60)}
    assert not outcomes & {"no sentence", "read, but nothing"}


@pytest.mark.long
def test_h1_ten_thousand_of_them() -> None:
    chance = random.Random(5)
    outcomes = [judged(mutated(chance.choice(SEEDS), chance)) for _ in range(10_000)]
    assert "read" in outcomes
    assert not {"no sentence", "read, but nothing"} & set(outcomes)


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all that is in a value."""
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = list(cast("dict[Any, Any]", value).items())
    elif isinstance(value, list):
        items = list(enumerate(cast("list[Any]", value)))
    return [path, *(spot for name, item in items for spot in spots(item, (*path, name)))] if path or items else []


def replaced(value: Any, path: tuple[Any, ...], item: Any) -> Any:
    """A copy with another item at the path."""
    made = json.loads(json.dumps(value))
    here = made
    for name in path[:-1]:
        here = here[name]
    if path:
        here[path[-1]] = item
    return made


VALUES = [json.loads(seed) for seed in SEEDS if seed[:1] in b"{[" and b"\n" not in seed]


@examples(80)
@given(st.sampled_from(VALUES), st.data(), JSON)
def test_any_type_at_any_place(value: Any, data: st.DataObject, item: Any) -> None:
    path = data.draw(st.sampled_from(spots(value)))
    assert judged(json.dumps(replaced(value, path, item)).encode("utf-8", "surrogatepass")) not in {
        "no sentence",
        "read, but nothing",
    }


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", EmptyFileError),
        (b" \n\xef\xbb\xbf"[:2], EmptyFileError),
        (b"\0\0", EmptyFileError),
        (b'{"a": NaN}', NumberError),
        (b'{"a": -Infinity}', NumberError),
        (b'{"a": 1e400}', NumberError),
        (b'{"a": ' + b"1" * 100_000 + b"}", NumberError),
        (b"[" * 200_000 + b"]" * 200_000, TooDeepError),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, TooDeepError),
        (b'{"name": "x" "first_mes"}', NotJsonError),
        (as_json(CARD)[:-3], NotJsonError),
        (b'"text"', InterchangeError),
        (b"null", InterchangeError),
        (b"12", InterchangeError),
        (b"just words", InterchangeError),
        (b"a: &a [1]\nb: *a\nname: x\ncontext: y", InterchangeError),
        (b"a: !!python/object/apply:os.system ['x']\nname: b", InterchangeError),
        (b'"' + b"\\" * 100_000, InterchangeError),
    ],
)
def test_h2_what_cannot_be_used_is_refused_with_a_sentence(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"\.$"):
        read(data)


@pytest.mark.parametrize("cut", [1 / 3, 2 / 3])
def test_truncated_json_is_refused(cut: float) -> None:
    whole = as_json(FULL)
    with pytest.raises(NotJsonError, match="line 1"):
        read(whole[: int(len(whole) * cut)])


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + as_json(CARD),
        json.dumps(CARD).encode("utf-16"),
        as_json(CARD)[:-1] + b", }",
        as_json(CARD).replace(b": ", b":\r\n"),
        b"\n\n" + as_json(CARD),
    ],
)
def test_encodings_and_small_mistakes(data: bytes) -> None:
    assert only_card(data).character.name == "Mira"


def test_texts_come_in_clean_and_otherwise_as_they_are() -> None:
    text = "a\r\n cafe\u0301 café \u200f \u2028 \u200d \u0130ıßﬁ"
    found = only_card(as_json(card(description=text, personality="\ud83d x", scenario="a\0b")))
    assert found.character.description == text
    assert found.character.personality == "\ufffd x"
    assert found.character.scenario == "ab"
    for value in (found.character.personality, *found.character.extensions.values()):
        assert clean_text(value) == value


def test_duplicate_keys_and_bad_bytes_are_told() -> None:
    result = read(b'{"name": "A", "name": "B", "first_mes": "\xff"}')
    assert {note.code for note in result.report.warnings} == {"import.bad-bytes", "import.duplicate-key"}


def test_large_numbers_stay_exact_where_we_do_not_use_them() -> None:
    assert load_json(b"[9007199254740993]", Notes("f")) == [9007199254740993]
    found = only_card(card(creation_date=2**60, extensions={"id": 2**63}))
    assert found.character.creation_date == 0
    assert found.character.extensions["id"] == str(2**63)


def test_a_report_does_not_grow_without_end() -> None:
    result = read({"entries": {str(n): n for n in range(5000)} | {"x": tavern_entry()}})
    assert len(result.report.skipped) == 500
    assert result.report.hidden == 4500


def test_where_two_kinds_fit_the_person_is_asked() -> None:
    data = as_json({"name": "A", "first_mes": "x", "entries": {"0": {"key": ["a"], "content": "T"}}})
    with pytest.raises(AmbiguousFormatError, match="Character Card, SillyTavern World Info"):
        read_file(data, "a.json")
    assert read_file(data, "a.json", FileKind.WORLD_INFO).report.kind == FileKind.WORLD_INFO
    with pytest.raises(OtherFormatError, match="not NovelAI lorebook"):
        read_file(data, "a.json", FileKind.NOVELAI)
