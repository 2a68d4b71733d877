"""Turns, and the message that each of them streams: ``TurnRepository`` for the services.

Every method is one unit of work in the database's writer thread. The partial text of a stream is written often and need
not survive a power cut; the final one must.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, insert, literal_column, select, update

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.generation import Activated, FinishReason, GenerationSettings, Turn, Usage
from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.ports import Clock
from desktop_app.storage.clean import cleaned
from desktop_app.storage.codec import from_json, to_json
from desktop_app.storage.database import Database
from desktop_app.storage.message_removal import is_removable, remove_blank_message
from desktop_app.storage.plan_texts import load_plan, store_plan
from desktop_app.storage.sqlite_messages import append_message, write_final, write_partial
from desktop_app.storage.tables import message_revisions, messages, turns


class SqlTurnRepository:
    """Fulfils ``TurnRepository``. ``clock`` tells when a chat was changed last."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def open_turn(self, turn: Turn, message: Message) -> None:
        """The turn with its plan, and its answer as the new tip."""
        await self._database.write(lambda connection: self._open_turn(connection, cleaned(turn), cleaned(message)))

    async def replan(self, turn: Turn) -> None:
        """The plan of a second try; the texts of the first stay, they are nearly the same."""
        await self._database.write(lambda connection: _replan(connection, cleaned(turn)))

    async def save_partial(self, message: Message) -> None:
        """The text so far, as long as it is streaming."""
        await self._database.write(lambda connection: write_partial(connection, cleaned(message)))

    async def finish_turn(self, turn: Turn, message: Message) -> None:
        """The final text and how the turn ended; what the turn was asked with stays as it was opened."""
        await self._database.write(
            lambda connection: self._finish_turn(connection, cleaned(turn), cleaned(message)), durable=True
        )

    async def turn_of(self, message_id: str) -> Turn | None:
        """The newest turn that made a message."""
        return await self._database.read(lambda connection: _turn_of(connection, message_id))

    async def recover(self) -> list[str]:
        """Ends what a crash left open."""
        return await self._database.write(_recover)

    def _open_turn(self, connection: Connection, turn: Turn, message: Message) -> None:
        append_message(connection, message, self._clock.now())
        values = {
            "id": turn.id,
            "chat_id": turn.chat_id,
            "message_id": turn.message_id,
            "connection_id": turn.connection_id,
            "connection_name": turn.connection_name,
            "settings": to_json(turn.settings),
            "activated": to_json(turn.activated) if turn.activated else None,
            **_plan_columns(connection, turn),
            **_result_columns(turn),
        }
        connection.execute(insert(turns).values(values))

    def _finish_turn(self, connection: Connection, turn: Turn, message: Message) -> None:
        change = update(turns).where(turns.c.id == turn.id).values(_result_columns(turn))
        if not connection.execute(change).rowcount:
            raise NotFoundError(kind="turn", id=turn.id)
        write_final(connection, message, self._clock.now())


def _replan(connection: Connection, turn: Turn) -> None:
    change = update(turns).where(turns.c.id == turn.id).values(_plan_columns(connection, turn))
    if not connection.execute(change).rowcount:
        raise NotFoundError(kind="turn", id=turn.id)


def _plan_columns(connection: Connection, turn: Turn) -> dict[str, object]:
    skeleton, text_ids = (None, None) if turn.plan is None else store_plan(connection, turn.plan)
    return {"plan_skeleton": skeleton, "plan_text_ids": text_ids}


def _result_columns(turn: Turn) -> dict[str, object]:
    """What is known only at the end."""
    usage = turn.usage
    return {
        "model": turn.model,
        "prompt_tokens": usage and usage.prompt_tokens,
        "completion_tokens": usage and usage.completion_tokens,
        "total_tokens": usage and usage.total_tokens,
        "response_id": turn.response_id,
        "system_fingerprint": turn.system_fingerprint,
        "finish_reason": turn.finish_reason and turn.finish_reason.value,
        "error_code": turn.error_code,
        "error_text": turn.error_text,
        "started_at": turn.started_at,
        "first_token_at": turn.first_token_at,
        "finished_at": turn.finished_at,
    }


def _turn_of(connection: Connection, message_id: str) -> Turn | None:
    query = select(turns).where(turns.c.message_id == message_id).order_by(turns.c.seq.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else _turn_from(connection, row)


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
        settings=from_json(row.settings, GenerationSettings),
        plan=plan,
        activated=() if row.activated is None else from_json(row.activated, tuple[Activated, ...]),
        usage=_usage_of(row),
        response_id=row.response_id,
        system_fingerprint=row.system_fingerprint,
        finish_reason=None if row.finish_reason is None else FinishReason(row.finish_reason),
        error_code=row.error_code,
        error_text=row.error_text,
        started_at=row.started_at,
        first_token_at=row.first_token_at,
        finished_at=row.finished_at,
    )


def _usage_of(row: Row[*tuple[Any, ...]]) -> Usage | None:
    if row.total_tokens is None:
        return None
    return Usage(row.prompt_tokens, row.completion_tokens, row.total_tokens)


def _recover(connection: Connection) -> list[str]:
    # Literally as in the condition of the partial index: with a parameter SQLite would read all texts there are.
    streaming = message_revisions.c.state == literal_column(f"'{MessageState.STREAMING.value}'")
    query = select(messages.c.id).join(message_revisions, message_revisions.c.message_id == messages.c.id)
    ids = list(dict.fromkeys(connection.execute(query.where(streaming).order_by(messages.c.seq)).scalars()))
    interrupted = {"state": MessageState.INTERRUPTED.value}
    connection.execute(update(message_revisions).where(streaming).values(interrupted))
    kept: list[str] = []
    for message_id in ids:
        if is_removable(connection, message_id):
            remove_blank_message(connection, message_id)
            continue
        kept.append(message_id)
        current = messages.c.state == MessageState.STREAMING.value
        connection.execute(update(messages).where(messages.c.id == message_id, current).values(interrupted))
    unfinished = update(turns).where(turns.c.finish_reason.is_(None))
    connection.execute(unfinished.values(finish_reason=FinishReason.INTERRUPTED.value))
    return kept
