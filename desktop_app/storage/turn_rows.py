"""Reads turns: that of one message, and what the turns of a visible branch left. Used by the turn repository."""

from __future__ import annotations

import sys
from typing import Any

from sqlalchemy import Connection, Row, select

from desktop_app.domain.generation import Activated, FinishReason, GenerationSettings, Turn, Usage
from desktop_app.storage.batches import in_batches
from desktop_app.storage.codec import readable_json
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.plan_texts import load_plan
from desktop_app.storage.sqlite_engine import dbapi_connection
from desktop_app.storage.sqlite_tree import branch_ids, read_tip, tail_ids
from desktop_app.storage.tables import turns

# Bare, since a long chat has thousands. The partial index ``ix_turns_activated`` finds them.
_ACTIVATED = "SELECT message_id, activated FROM turns WHERE chat_id = ? AND activated IS NOT NULL ORDER BY seq"

_FINISH_REASONS = KnownWords(FinishReason)

# The last plan is nearly always that of the last answer; only where it is not, the whole branch is gone through.
_RECENT = 8


def turn_of(connection: Connection, message_id: str) -> Turn | None:
    """The newest turn that made a message."""
    query = select(turns).where(turns.c.message_id == message_id).order_by(turns.c.seq.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else _turn_from(connection, row)


def read_turns(connection: Connection, chat_id: str) -> list[Turn]:
    """All of a chat with their plans, the oldest first."""
    rows = connection.execute(select(turns).where(turns.c.chat_id == chat_id).order_by(turns.c.seq)).all()
    return [_turn_from(connection, row) for row in rows]


def last_turn(connection: Connection, chat_id: str) -> Turn | None:
    """The turn with a plan that made the lowest message of the visible branch. Raises ``NotFoundError``."""
    tip_id = read_tip(connection, chat_id)
    if tip_id is None:
        return None
    for limit in (_RECENT, sys.maxsize):
        ids = tail_ids(connection, tip_id, limit)
        seq = _last_planned(connection, ids)
        if seq is not None:
            return _turn_from(connection, connection.execute(select(turns).where(turns.c.seq == seq)).one())
        if len(ids) < limit:
            return None
    return None


def activations(connection: Connection, chat_id: str) -> list[tuple[str, tuple[Activated, ...]]]:
    """By message, what the turns of the visible branch activated, the oldest first. Raises ``NotFoundError``."""
    read_tip(connection, chat_id)
    rows: list[tuple[str, str]] = dbapi_connection(connection).execute(_ACTIVATED, (chat_id,)).fetchall()
    if not rows:
        return []
    lists: dict[str, list[str]] = {}
    for message_id, json in rows:
        lists.setdefault(message_id, []).append(json)
    # From turn to turn mostly the same is active: what is equal is made once.
    made = {json: _activated_of(json) for _message_id, json in rows}
    branch = branch_ids(connection, chat_id)
    return [(message_id, made[json]) for message_id in branch for json in lists.get(message_id, ()) if made[json]]


def _last_planned(connection: Connection, branch: list[str]) -> int | None:
    """The number of the turn with a plan whose message is the last in ``branch``."""
    for some in in_batches(reversed(branch)):
        query = select(turns.c.message_id, turns.c.seq).where(turns.c.message_id.in_(some))
        planned = connection.execute(query.where(turns.c.plan_skeleton.is_not(None)).order_by(turns.c.seq)).all()
        numbers = {row.message_id: row.seq for row in planned}
        for message_id in some:
            if message_id in numbers:
                return numbers[message_id]
    return None


def _turn_from(connection: Connection, row: Row[*tuple[Any, ...]]) -> Turn:
    plan = None
    if row.plan_skeleton is not None:
        plan = load_plan(connection, row.id, row.plan_skeleton, row.plan_text_ids)
    return Turn(
        id=row.id,
        chat_id=row.chat_id,
        message_id=row.message_id,
        connection_id=row.connection_id,
        connection_name=row.connection_name,
        model=row.model,
        settings=readable_json(row.settings, GenerationSettings, f"list of settings of turn {row.id}")
        or GenerationSettings(),
        plan=plan,
        activated=_activated_of(row.activated),
        reroll=row.reroll,
        usage=_usage_of(row),
        response_id=row.response_id,
        system_fingerprint=row.system_fingerprint,
        finish_reason=None if row.finish_reason is None else _FINISH_REASONS[row.finish_reason],
        error_code=row.error_code,
        error_text=row.error_text,
        started_at=row.started_at,
        first_token_at=row.first_token_at,
        finished_at=row.finished_at,
    )


def _activated_of(json: str | None) -> tuple[Activated, ...]:
    return readable_json(json, tuple[Activated, ...], "list of active entries of a turn") or ()


def _usage_of(row: Row[*tuple[Any, ...]]) -> Usage | None:
    if row.total_tokens is None:
        return None
    return Usage(row.prompt_tokens, row.completion_tokens, row.total_tokens)
