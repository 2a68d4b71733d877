"""``talespan plan``: what the model would see, and why, without sending anything. Of a chat, or of a request in a file."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from desktop_app.app import App, opened
from desktop_app.cli.chats import known_chat
from desktop_app.cli.plan_text import plan_text
from desktop_app.context.builder import build
from desktop_app.context.plan import ContextPlan
from desktop_app.context.plan_json import plan_to_json
from desktop_app.context.request import ContextRequest
from desktop_app.context.request_filler import with_filler
from desktop_app.context.request_json import request_from_json, request_to_json
from desktop_app.context.strategies import BUILT_IN
from desktop_app.domain.errors import NotFoundError, RequestFileError
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.ports import TokenCounter
from desktop_app.providers.token_counter import TokenCounters
from desktop_app.services.answering import WhatIf

# What counts the texts of a request that names no model: the newest of the tokenizers that come with the program.
USUAL_TOKENIZER = "o200k_base"


async def plan(arguments: argparse.Namespace) -> int:
    """Prints the plan for the draft given by ``--draft``, else for the chat as it stands; or that of ``--request``.

    Raises ``RequestFileError`` and ``RequestUnreadableError`` for files, ``NotFoundError`` for unknown chats and strategies.
    """
    if arguments.strategy is not None and arguments.strategy not in BUILT_IN:
        raise NotFoundError(kind="strategy", id=arguments.strategy)
    what_if = WhatIf(strategy=arguments.strategy, limit=arguments.limit, reserve=arguments.reserve)
    if arguments.request is not None:
        made = await _plan_of_file(arguments, what_if)
    else:
        async with opened(arguments, writes=False) as app:
            made = await _plan_of_chat(app, arguments, what_if)
    print(json.dumps(plan_to_json(made), ensure_ascii=False, indent=2) if arguments.json else plan_text(made))
    return 0


async def _plan_of_chat(app: App, arguments: argparse.Namespace, what_if: WhatIf) -> ContextPlan:
    chat = await known_chat(app, arguments)
    try:
        return await app.context.preview(chat.id, arguments.draft, what_if=what_if, wait=True)
    finally:  # what makes no plan is what one wants to report
        if arguments.save_request is not None:
            request = await app.context.request(chat.id, arguments.draft, what_if=what_if)
            _save(arguments.save_request, request, filler=arguments.filler)


async def _plan_of_file(arguments: argparse.Namespace, what_if: WhatIf) -> ContextPlan:
    data = _read(arguments.request)
    counter = await _counter(data)
    request = _supposed(request_from_json(data, counter), what_if)
    if arguments.save_request is not None:
        _save(arguments.save_request, request, filler=arguments.filler)
    return build(request, counter)


async def _counter(data: Any) -> TokenCounter:
    """The tokenizer that is known for the model of a request, else an estimate; loaded."""
    model = str(cast("dict[str, Any]", data).get("model", "")) if isinstance(data, dict) else ""
    profile = ConnectionProfile("", "", model=model, tokenizer="auto" if model else USUAL_TOKENIZER)
    counter = TokenCounters().counter(profile, None)
    counter.count("a")
    await counter.settle()
    return counter


def _supposed(request: ContextRequest, what_if: WhatIf) -> ContextRequest:
    return replace(
        request,
        strategy=what_if.strategy or request.strategy,
        limit=request.limit if what_if.limit is None else what_if.limit,
        reserve=request.reserve if what_if.reserve is None else what_if.reserve,
    )


def _read(file: Path) -> Any:
    """The JSON in a file."""
    try:
        return json.loads(file.read_text("utf-8-sig"))
    except OSError as error:
        raise RequestFileError(file=str(file), detail=error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise RequestFileError(file=str(file), detail=f"It is not JSON ({error}).") from error


def _save(file: Path, request: ContextRequest, *, filler: bool) -> None:
    data = request_to_json(with_filler(request) if filler else request)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    try:
        file.write_text(text + "\n", "utf-8")
    except OSError as error:
        raise RequestFileError(file=str(file), detail=error.strerror or str(error)) from error
