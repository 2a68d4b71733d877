"""A program that makes summaries, to be killed (``tests.fakes.killable``)."""

from __future__ import annotations

import argparse
import asyncio
import os
from importlib import import_module

from desktop_app.app import opened
from desktop_app.storage.paths import HOME_VARIABLE
from tests.fakes.killable import say

# Loaded before the first fork, so that each victim is at work at once.
for _name in ("numpy", "desktop_app.retrieval.sentence_scores"):
    import_module(_name)


def keep_up(home: str, chat_id: str) -> None:
    """Brings the summary of a chat up to date, and says when it begins and when it is done."""

    async def work() -> None:
        async with opened(argparse.Namespace(data_dir=None, debug=False), writes=True) as app:
            say("begins")
            await app.summaries.keep_up(chat_id)
            say("done")

    os.environ[HOME_VARIABLE] = home
    asyncio.run(work())
