"""A character as the text of its card, of version 2 and of version 3, and back: what is not changed stays."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.domain.character import CardAsset, Character
from desktop_app.interchange.kept import ORIGIN
from desktop_app.interchange.reader import read_any
from desktop_app.interchange.writers import Writers
from desktop_app.services.card_text import CardTexts

TEXTS = CardTexts(reader=read_any, writers=Writers)
MIRA = Character(
    id="mira",
    name="Mira",
    description="A keeper.",
    nickname="Mi",
    assets=(CardAsset("emotion", "embeded://a.png", "joy", "png"),),
    creation_date=1_700_000_000,
    extensions={"own/tool": '{"a":[1,null]}'},
    created_at=5,
)


def bare(character: Character) -> Character:
    """Without what the reader notes of the file."""
    kept = {name: text for name, text in character.extensions.items() if name != ORIGIN}
    return replace(character, extensions=kept)


async def through(character: Character, version: int, **changes: Any) -> Character:
    card = json.loads(await TEXTS.write(character, version))
    card["data"] |= changes
    return await TEXTS.read(json.dumps(card), character, version)


@pytest.mark.parametrize("version", [2, 3])
def test_either_version_gives_the_same_character_back(version: int) -> None:
    async def scenario() -> None:
        assert bare(await through(MIRA, version)) == MIRA
        changed = await through(MIRA, version, description="A diver.", unknown={"x": [True]})
        assert bare(changed) == replace(MIRA, description="A diver.")
        again = await through(changed, 5 - version, personality="Calm.")
        assert bare(again) == replace(MIRA, description="A diver.", personality="Calm.")
        for written in (await TEXTS.write(again, 2), await TEXTS.write(again, 3)):
            assert json.loads(written)["data"]["unknown"] == {"x": [True]}

    asyncio.run(scenario())


def test_what_the_person_writes_beyond_version_2_counts() -> None:
    assert asyncio.run(through(MIRA, 2, nickname="Mirabel")).nickname == "Mirabel"


def test_an_unknown_field_that_is_taken_out_of_version_2_is_gone() -> None:
    async def scenario() -> None:
        changed = await through(MIRA, 2, unknown=1)
        card = json.loads(await TEXTS.write(changed, 2))
        del card["data"]["unknown"]
        read = await TEXTS.read(json.dumps(card), changed, 2)
        assert "unknown" not in json.loads(await TEXTS.write(read))["data"]
        assert bare(read) == MIRA

    asyncio.run(scenario())
