"""Turns, and the message that each of them streams: ``TurnRepository`` for the services.

Every method is one unit of work in the database's writer thread. The partial text of a stream is written often and need
not survive a power cut; the final one must.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert, literal_column, select, update

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.generation import Activated, FinishReason, Turn
from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.ports import Clock
from desktop_app.storage.clean import cleaned
from desktop_app.storage.database import Database
from desktop_app.storage.message_removal import is_removable, remove_blank_message
from desktop_app.storage.sqlite_messages import append_message, write_final, write_partial
from desktop_app.storage.sqlite_search import reindexing
from desktop_app.storage.tables import message_revisions, messages, turns
from desktop_app.storage.turn_rows import activations, last_turn, turn_of
from desktop_app.storage.turn_saving import plan_columns, result_columns, turn_columns


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
        return await self._database.read(lambda connection: turn_of(connection, message_id))

    async def activations(self, chat_id: str) -> list[tuple[str, tuple[Activated, ...]]]:
        """Of the visible branch, the oldest first."""
        return await self._database.read(lambda connection: activations(connection, chat_id))

    async def last_turn(self, chat_id: str) -> Turn | None:
        """Of the visible branch; nearly always that of its last answer."""
        return await self._database.read(lambda connection: last_turn(connection, chat_id))

    async def recover(self) -> list[str]:
        """Ends what a crash left open."""
        return await self._database.write(_recover)

    def _open_turn(self, connection: Connection, turn: Turn, message: Message) -> None:
        append_message(connection, message, self._clock.now())
        connection.execute(insert(turns).values(turn_columns(connection, turn)))

    def _finish_turn(self, connection: Connection, turn: Turn, message: Message) -> None:
        change = update(turns).where(turns.c.id == turn.id).values(result_columns(turn))
        if not connection.execute(change).rowcount:
            raise NotFoundError(kind="turn", id=turn.id)
        write_final(connection, message, self._clock.now())


def _replan(connection: Connection, turn: Turn) -> None:
    change = update(turns).where(turns.c.id == turn.id).values(plan_columns(connection, turn))
    if not connection.execute(change).rowcount:
        raise NotFoundError(kind="turn", id=turn.id)


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
        with reindexing(connection, message_id):
            connection.execute(update(messages).where(messages.c.id == message_id, current).values(interrupted))
    unfinished = update(turns).where(turns.c.finish_reason.is_(None))
    connection.execute(unfinished.values(finish_reason=FinishReason.INTERRUPTED.value))
    return kept
