"""``talespan plan``: what the model would see, and why, without sending anything."""

from __future__ import annotations

import argparse
import json

from desktop_app.app import opened
from desktop_app.cli.chats import known_chat
from desktop_app.context.plan import Block, ContextPlan, DroppedRun
from desktop_app.context.plan_json import plan_to_json


async def plan(arguments: argparse.Namespace) -> int:
    """Prints the plan for the draft given by ``--draft``, else for the chat as it stands."""
    async with opened(arguments, writes=False) as app:
        chat = await known_chat(app, arguments)
        made = await app.context.preview(chat.id, arguments.draft)
    if arguments.json:
        print(json.dumps(plan_to_json(made), ensure_ascii=False, indent=2))
    else:
        print(_as_text(made))
    return 0


def _as_text(made: ContextPlan) -> str:
    about = "" if made.exact else "≈"
    lines = [
        f"{made.strategy} · {made.tokenizer} · {about}{made.used} used of {made.limit} · {made.reserve} reserved",
        *(f"! {warning.sentence}" for warning in made.warnings),
        "",
        *(_block_line(block) for block in made.blocks),
        *(_run_line(run) for run in made.dropped),
        "",
        *(f"--- {message.role}\n{message.content}" for message in made.messages),
    ]
    return "\n".join(lines)


def _block_line(block: Block) -> str:
    return f"{block.tokens:>7}  {block.disposition:<10} {block.kind:<12} {block.title} — {block.reason.sentence}"


def _run_line(run: DroppedRun) -> str:
    messages = "1 message" if run.count == 1 else f"{run.count} messages"
    return f"{run.tokens:>7}  {run.disposition:<10} {'history':<12} {messages} — {run.reason.sentence}"
