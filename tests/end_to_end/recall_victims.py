"""A program that reads a chat for recall, to be killed (``tests.fakes.killable``). It says every text that it embeds."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Sequence
from importlib import import_module

import pytest

from desktop_app.adapters import load_recall
from desktop_app.app import opened
from desktop_app.domain.embedding import TextKind, Vectors
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.events import RecallState
from desktop_app.services.late_recall import RecallLibrary
from desktop_app.services.recall_reader import TASK
from desktop_app.storage.paths import HOME_VARIABLE
from tests.fakes.embedders import WordEmbedder
from tests.fakes.killable import say
from tests.unit.services.scenario import until

# Loaded before the first fork, so that each victim is at work at once.
for _name in ("numpy", "desktop_app.retrieval.retriever", "desktop_app.retrieval.vector_ranker"):
    import_module(_name)

DONE = "done"


class Saying(WordEmbedder):
    """Says what it was given, before anybody else can know of it."""

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        """One row for each text."""
        for text in texts:
            say(text)
        return await super().embed(texts, kind)


def _load(lemmas: Lemmas) -> RecallLibrary:
    library = load_recall(lemmas)
    return RecallLibrary(library.retriever, library.ranker, Saying())


def read(home: str) -> None:
    """Reads all chats, as the window does when it is open."""

    async def work() -> None:
        async with opened(argparse.Namespace(data_dir=None, debug=False), writes=True) as app:
            await app.recall.keep_read(first=0)
            await until(lambda: not app.tasks.running(TASK))
            assert app.recall.status().state is RecallState.READY
            say(DONE)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("desktop_app.assembly.engine.load_recall", _load)
        os.environ[HOME_VARIABLE] = home
        asyncio.run(work())
