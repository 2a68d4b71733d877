"""``talespan search``: finds messages in all chats by their words, also while the window is open."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta

from desktop_app.app import App, opened
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import Role
from desktop_app.domain.searching import SearchHit, SearchQuestion
from desktop_app.services.search_service import SearchPage

# Characters shown around the first place that was found.
_BEFORE, _SHOWN = 40, 160


async def search(arguments: argparse.Namespace) -> int:
    """Prints the newest messages that hold all words. Raises ``NotFoundError`` for an unknown chat or character."""
    async with opened(arguments, writes=False) as app:
        titles = {chat.id: chat.title for chat in await app.chats.list_chats()}
        question = SearchQuestion(
            arguments.text,
            chat_id=_named("chat", arguments.chat, titles.items()),
            character_id=_named("character", arguments.character, await _characters(app)),
            role=None if arguments.role is None else Role(arguments.role),
            since=None if arguments.since is None else _midnight(arguments.since),
            until=None if arguments.until is None else _midnight(arguments.until + timedelta(days=1)),
            all_variants=arguments.all_variants,
        )
        page = await app.search.search(question, arguments.limit)
    if arguments.json:
        found = [{"chat": titles.get(hit.chat_id, ""), **asdict(hit)} for hit in page.hits]
        shown = {"hits": found, "more": page.more is not None, "waiting": page.waiting, "passed_over": page.passed_over}
        print(json.dumps(shown, ensure_ascii=False, indent=2))
        return 0
    for hit in page.hits:
        print(_line(hit, titles.get(hit.chat_id, "")))
    _remark(page)
    return 0


async def _characters(app: App) -> list[tuple[str, str]]:
    return [(character.id, character.name) for character in await app.library.characters()]


def _named(kind: str, wanted: str | None, known: Iterable[tuple[str, str]]) -> str:
    """The id of what is called so, or has this id; empty where nothing is wanted."""
    if wanted is None:
        return ""
    pairs = list(known)
    found = [each_id for each_id, _ in pairs if each_id == wanted]
    found += [each_id for each_id, name in pairs if name.casefold() == wanted.casefold()]
    if not found:
        raise NotFoundError(kind=kind, id=wanted)
    return found[0]


def _line(hit: SearchHit, title: str) -> str:
    start = max(0, hit.spans[0][0] - _BEFORE) if hit.spans else 0
    text = " ".join(hit.text[start : start + _SHOWN].split())
    left, right = "…" if start else "", "…" if start + _SHOWN < len(hit.text) else ""
    moment = datetime.fromtimestamp(hit.created_at / 1000, UTC).astimezone()
    said = moment.strftime("%Y-%m-%d %H:%M") if hit.created_at else "(no date)"
    return f"{said}  {title or '(no title)'} · {hit.speaker_name or hit.role}\n    {left}{text}{right}"


def _remark(page: SearchPage) -> None:
    """What else there is to say, on standard error: the results stay what they are for a program that reads them."""
    if not page.hits:
        print("Nothing found.", file=sys.stderr)
    if page.more is not None:
        print("There is more: ask for it with --limit.", file=sys.stderr)
    if page.passed_over:
        print(f"Not searched for: {', '.join(page.passed_over)}", file=sys.stderr)
    if page.waiting:
        print(
            f"{page.waiting:,} older messages are not searched yet: the window reads them when it is open.",
            file=sys.stderr,
        )


def _midnight(day: date) -> int:
    """The beginning of a day where this machine is, in Unix milliseconds."""
    return int(datetime(day.year, day.month, day.day).astimezone().timestamp() * 1000)
