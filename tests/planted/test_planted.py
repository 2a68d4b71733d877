"""Issue 5: of 20 facts told early in a chat of 5,000 messages the plan recalls at least 15, in each language.

The context has 4,096 tokens, the embedder is the one that comes with the program, and everything goes the way of the window:
database, services, engine. Takes minutes; ``bash packaging/long.sh tests/planted -s`` prints the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

import pytest

from desktop_app.app import App, opened
from desktop_app.context.plan import BlockKind
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.settings import Settings
from desktop_app.services.answering import WhatIf
from desktop_app.storage.bulk import append_many
from desktop_app.storage.paths import Paths
from desktop_app.storage.settings_store import JsonSettingsStore
from tests.planted.material import LANGUAGES, chat_of

MESSAGES = 5_000
LIMIT = 4_096
WANTED = 15

_AT_ONCE = 1_000


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_told_early_is_recalled(language: str, tmp_path: Path) -> None:
    found = asyncio.run(recalled(tmp_path, language, MESSAGES))

    missed = [fact for fact, there in found.items() if not there]
    sys.stdout.write(f"\n{language}: {len(found) - len(missed)} of {len(found)}; not {missed}\n")
    assert len(found) - len(missed) >= WANTED


async def recalled(folder: Path, language: str, count: int) -> dict[str, bool]:
    """Whether the recall lane of the plan for each question has the fact, by the facts."""
    texts, planted = chat_of(language, count)
    profile = ConnectionProfile(
        "planted", "Planted", base_url="https://model.invalid/v1", tokenizer="o200k_base", context_limit=LIMIT
    )
    paths = Paths.find(folder)
    paths.create()
    JsonSettingsStore(paths).save(Settings(connections=(profile,), default_connection_id=profile.id))
    async with opened(argparse.Namespace(data_dir=folder, debug=False), writes=True) as app:
        await _fill(app, texts)
        return {each.fact: await _recalls(app, each.question, each.fact) for each in planted}


async def _fill(app: App, texts: list[str]) -> None:
    await app.storage.chats.add_chat(Chat("chat"))
    messages = [
        Message(
            id=f"m{place:06}",
            chat_id="chat",
            parent_id=f"m{place - 1:06}" if place else None,
            role=Role.ASSISTANT if place % 2 else Role.USER,
            parts=(TextPart(text),),
            created_at=1_700_000_000_000 + place * 60_000,
        )
        for place, text in enumerate(texts)
    ]
    for start in range(0, len(messages), _AT_ONCE):
        await append_many(app.storage, messages[start : start + _AT_ONCE])


async def _recalls(app: App, question: str, fact: str) -> bool:
    plan = await app.context.preview("chat", question, what_if=WhatIf(strategy="vector-recall"), wait=True)
    passages = [block.text for block in plan.blocks if block.kind is BlockKind.RECALL and block.rendered]
    return any(fact in passage for passage in passages)
