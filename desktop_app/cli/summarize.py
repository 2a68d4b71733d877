"""``talespan summarize CHAT_OR_FILE --tokens N``: a chat told in so many tokens, each sentence with where it comes from.

Of a chat the summary that is kept with it (read only: nothing is made anew, a model is not asked); of a file what the program
would make of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from desktop_app.app import App, opened
from desktop_app.cli.plan import USUAL_TOKENIZER
from desktop_app.context.request import BranchMessage
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError, RequestFileError
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.importing import ImportedChat
from desktop_app.domain.message import Role, text_of
from desktop_app.domain.ports import TokenCounter
from desktop_app.domain.summary import ToldMessage
from desktop_app.interchange.reader import read_any
from desktop_app.language.lemmas import Lemmas
from desktop_app.providers.token_counter import TokenCounters
from desktop_app.services.compress_advice import advised_every
from desktop_app.services.summary_branch import is_told
from desktop_app.services.summary_whole import Chosen, sentences_of, told_whole

# A chat that is too short for advice is read in runs of so many messages.
_EVERY = 10

# What a role may be called in a file.
_ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
}

# A message of a file: how the branch sees it, and its text.
_Row = tuple[BranchMessage, str, str]


async def summarize(arguments: argparse.Namespace) -> int:
    """Prints the sentences. Raises ``NotFoundError`` for an unknown chat, ``RequestFileError`` for a file that is none."""
    rows = await asyncio.to_thread(_rows, Path(arguments.chat))
    if rows is not None:
        chosen = await of_rows(rows, arguments.tokens)
        count = len(rows)
    else:
        async with opened(arguments, writes=False) as app:
            chat = await _chat(app, arguments.chat)
            chosen = await _of_chat(app, chat, arguments.tokens)
            count = len(await app.chats.branch(chat.id))
    print(as_json(chosen, count, arguments.tokens) if arguments.json else as_text(chosen, count, arguments.tokens))
    return 0


async def of_rows(rows: Sequence[_Row], tokens: int) -> tuple[Chosen, ...]:
    """The summary of the messages of a file."""
    from desktop_app.retrieval.sentence_scores import SentenceMaker

    counter = TokenCounters().counter(ConnectionProfile("", "", tokenizer=USUAL_TOKENIZER), None)
    await _load(counter)
    branch = [row for row, _, _ in rows]
    told = [ToldMessage(row.id, row.revision, text, speaker) for row, text, speaker in rows if is_told(row)]
    turns = sum(row.role is Role.USER for row in branch)
    every = advised_every(turns, code_review=False) or _EVERY
    return told_whole(sentences_of(told, SentenceMaker(Lemmas()), every), branch, counter, tokens)


def _rows(path: Path) -> list[_Row] | None:
    """The messages of a file; None where there is no such file."""
    return read(path) if path.is_file() else None


def read(path: Path) -> list[_Row]:
    """The messages of a JSONL file of {"role", "text"}, or of the first chat in a file of another program."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RequestFileError(file=str(path), detail=f"It cannot be read ({error}).") from error
    rows = _lines(path, data)
    if rows is None:
        imported = next((item for item in read_any(data, path.name).contents if isinstance(item, ImportedChat)), None)
        rows = (
            []
            if imported is None
            else [
                (
                    BranchMessage(node.key, 1, node.role, 0, node.flags, node.kind, node.speaker.name),
                    text_of(node.parts),
                    node.speaker.name,
                )
                for node in imported.branch()
            ]
        )
    if not rows:
        raise RequestFileError(file=str(path), detail="There is no message in it.")
    return rows


def as_json(chosen: Sequence[Chosen], messages: int, room: int) -> str:
    """For programs."""
    sentences = [
        {
            "text": item.text,
            "tokens": item.tokens,
            "weight": item.weight,
            "made_by": item.made_by,
            "sources": [
                {
                    "message": number,
                    "id": span.message_id,
                    "revision": span.revision,
                    "start": span.start,
                    "end": span.end,
                }
                for number, span in zip(item.numbers, item.sources, strict=True)
            ],
        }
        for item in chosen
    ]
    used = sum(item.tokens for item in chosen)
    return json.dumps(
        {"messages": messages, "room": room, "tokens": used, "sentences": sentences}, ensure_ascii=False, indent=2
    )


def as_text(chosen: Sequence[Chosen], messages: int, room: int) -> str:
    """For people: a line for each sentence, its places behind it."""
    used = sum(item.tokens for item in chosen)
    lines = [f"{messages:,} messages in {used:,} of {room:,} tokens, {len(chosen):,} sentences", ""]
    for item in chosen:
        places = ", ".join(
            f"{number} ({span.message_id}, {span.start}–{span.end})"
            for number, span in zip(item.numbers, item.sources, strict=True)
        )
        lines.append(f"{item.text}  [{places or 'written by you'}]")
    return "\n".join(lines)


async def _of_chat(app: App, chat: Chat, tokens: int) -> tuple[Chosen, ...]:
    counter = (await app.context.answerer(chat.id)).provider.counter()
    await _load(counter)
    return await app.summaries.whole(chat.id, tokens, counter)


async def _load(counter: TokenCounter) -> None:
    counter.count("a")
    await counter.settle()


async def _chat(app: App, wanted: str) -> Chat:
    """By its id, else by its title."""
    chats = sorted(await app.chats.list_chats(), key=lambda chat: chat.updated_at, reverse=True)
    found = next((chat for chat in chats if chat.id == wanted), None)
    found = found or next((chat for chat in chats if chat.title == wanted), None)
    if found is None:
        raise NotFoundError(kind="chat or file", id=wanted)
    return found


def _lines(path: Path, data: bytes) -> list[_Row] | None:
    """The messages, if each line is one; None where the file is of another kind."""
    try:
        lines = [line for line in data.decode("utf-8-sig").splitlines() if line.strip()]
    except UnicodeDecodeError:
        return None
    rows: list[_Row] = []
    for number, line in enumerate(lines, 1):
        row = _row(line)
        if row is None and not rows:
            return None
        if row is None:
            raise RequestFileError(
                file=str(path), detail=f'Line {number} is no message: {{"role": "user", "text": "…"}}.'
            )
        role = _ROLES.get(str(row["role"]).lower(), Role.SYSTEM)
        id_, speaker = str(row.get("id") or number), str(row.get("name") or row["role"])
        rows.append((BranchMessage(id_, 1, role, 0, speaker_name=speaker), _text(row), speaker))
    return rows


def _row(line: str) -> dict[str, Any] | None:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    row = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    return row if isinstance(row.get("role"), str) and isinstance(row.get("text", row.get("content")), str) else None


def _text(row: dict[str, Any]) -> str:
    return str(row["text"] if "text" in row else row["content"])
