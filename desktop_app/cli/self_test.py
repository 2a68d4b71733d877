"""``talespan self-test``: opens the real window, says something to the built-in model, and compares screen, preview and database.

Also the smoke test of a frozen build. Settings, log and (without ``--data-dir``) data are in a temporary folder, so that a
person's own stay as they are. Without a display the window is drawn into memory.
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from desktop_app.app import open_window, opened
from desktop_app.cli.screen import check_screen, draw_in_memory
from desktop_app.cli.window_hand import WindowHand, until
from desktop_app.context.plan import ContextPlan
from desktop_app.domain.errors import AppError
from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.settings import builtin_connection
from desktop_app.language.lemmas import Lemmas
from desktop_app.storage.paths import HOME_VARIABLE

if TYPE_CHECKING:
    from desktop_app.ui.main_window import MainWindow

QUESTION = "Hello! Please tell me in one sentence what a lighthouse is."

# Loading the model and a short answer take 2 s; a slow machine under load needs some twenty times as long.
LIMIT_SECONDS = 120.0
# After that the window itself hangs and is ended the hard way.
HARD_LIMIT_SECONDS = LIMIT_SECONDS + 60.0
ANSWER_TOKENS = 48

# Forms of one word that only the shipped dictionary and the shipped stemmers know, with the language of Latin letters.
SAME_WORDS = (("человек", "людьми", ""), ("katze", "katzen", "german"))


class SelfTestError(AppError):
    """Something was not as it must be."""

    code = "self-test.failed"
    template = "The self-test failed: {detail}"


@dataclass(slots=True)
class _Seen:
    """What the window showed."""

    plan: ContextPlan | None = None
    answer: Message | None = None
    failure: SelfTestError | None = None


def self_test(arguments: argparse.Namespace) -> int:
    """Runs it. 0 when all is well; raises ``SelfTestError`` (or another known error) with the reason."""
    draw_in_memory(os.environ)
    check_screen(os.environ, arguments.windowless)
    _check_words()
    with TemporaryDirectory(prefix="talespan-self-test-") as home, _home(home), _hard_limit():
        chat_id = asyncio.run(_prepare(arguments))
        seen = _Seen()

        async def after_paint(window: MainWindow) -> None:
            await _converse(window, seen, arguments.screenshot)

        code = open_window(arguments, after_paint=after_paint)
        if seen.failure is not None:
            raise seen.failure
        if seen.answer is None:
            raise SelfTestError(detail=f"the window ended with code {code} before the conversation was over.")
        sentence = asyncio.run(_compare(arguments, chat_id, seen))
    print(sentence)
    return 0


async def _prepare(arguments: argparse.Namespace) -> str:
    """A new chat, and a built-in model that answers shortly and always the same. Known errors appear before any window."""
    async with opened(arguments, writes=True) as app:
        profile = builtin_connection()
        short = replace(profile.generation, max_tokens=ANSWER_TOKENS, temperature=0.0, seed=1)
        await app.settings.save_connection(replace(profile, generation=short), None)
        chat = await app.chats.new_chat("Self-test")
        await app.settings.change(
            lambda settings: replace(settings, window=replace(settings.window, open_chat_id=chat.id))
        )
        return chat.id


async def _converse(window: MainWindow, seen: _Seen, screenshot: Path | None) -> None:
    """Types, looks at the preview, sends, waits for the answer, takes the picture, closes the window."""
    hand = WindowHand(window)
    step = "no chat was opened"
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            await hand.wait_open()
            step = "the preview never showed the message that was typed"
            hand.type(QUESTION)
            seen.plan = await hand.plan_of(QUESTION)
            step = "no complete answer appeared"
            hand.press_enter()
            answer = await hand.wait_answered()
            if isinstance(answer, str):
                raise SelfTestError(detail=answer)
            seen.answer = answer
            step = "the composer was not cleared"
            await until(lambda: not window.composer.text())
            step = "the preview did not go on to the next message"
            await hand.wait_previewed(answer.text)
        if screenshot is not None:
            hand.take_picture(screenshot)
    except TimeoutError:
        seen.failure = SelfTestError(detail=f"{step} within {LIMIT_SECONDS:g} seconds.")
    except OSError as error:
        seen.failure = SelfTestError(detail=f"{error}.")
    except SelfTestError as error:
        seen.failure = error
    finally:
        window.close()


async def _compare(arguments: argparse.Namespace, chat_id: str, seen: _Seen) -> str:
    """Compares what was seen with what is stored. Returns a sentence, or raises ``SelfTestError``."""
    async with opened(arguments, writes=False) as app:
        found = await app.storage.database.check()
        messages = await app.chats.tail(chat_id, 10)
        stored = await app.context.stored_plan(messages[-1].id) if messages else None
    _require(found == "ok", f"the database is damaged: {found}.")
    texts = [message.text for message in messages]
    shown = [QUESTION, seen.answer.text if seen.answer else ""]
    _require(texts == shown, f"the window showed {shown}, but {texts} is stored.")
    answer = messages[-1]
    _require(answer.state is MessageState.COMPLETE, f"the answer is stored as {answer.state}.")
    _require(bool(answer.text.strip()), "the answer is empty.")
    same = stored is not None and seen.plan is not None and stored.messages == seen.plan.messages
    _require(same, "the preview showed something else than what was sent.")
    return f"The self-test passed: {len(answer.text)} characters came, were shown and were stored."


def _check_words() -> None:
    """A dictionary that a build forgot would be missed with the first Russian key."""
    lemmas = Lemmas()
    for key, form, language in SAME_WORDS:
        both = lemmas.of_key(key, (language,)) & lemmas.of_text(form, (language,))
        _require(bool(both), f'"{form}" is not known as a form of "{key}".')


def _require(condition: bool, detail: str) -> None:
    if not condition:
        raise SelfTestError(detail=detail)


@contextmanager
def _home(folder: str) -> Generator[None]:
    """All folders below ``folder`` while it runs."""
    before = os.environ.get(HOME_VARIABLE)
    os.environ[HOME_VARIABLE] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ[HOME_VARIABLE]
        else:
            os.environ[HOME_VARIABLE] = before


@contextmanager
def _hard_limit() -> Generator[None]:
    """Ends the process where not even the window's loop runs any more."""
    timer = threading.Timer(HARD_LIMIT_SECONDS, _give_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _give_up() -> None:
    print(
        f"talespan: The self-test failed: the window did not end within {HARD_LIMIT_SECONDS:g} seconds.",
        file=sys.stderr,
    )
    faulthandler.dump_traceback(sys.stderr)
    os._exit(1)
