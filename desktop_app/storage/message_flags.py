"""Writes the flags of messages: what the person decided about them. Used by the chat repository, inside its transactions.

What hangs on the messages changes along: see ``sqlite_derived``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection, bindparam, select, update

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import FlagsPatch, MessageFlags
from desktop_app.storage.batches import in_batches
from desktop_app.storage.codec import flags_of_bits, flags_to_bits
from desktop_app.storage.sqlite_derived import drop_vectors, mark_stale
from desktop_app.storage.tables import messages

_SET = update(messages).where(messages.c.id == bindparam("message_id")).values(flags=bindparam("bits"))


def set_flags(connection: Connection, message_ids: Sequence[str], flags: MessageFlags) -> None:
    """The same flags for all of them. Raises ``NotFoundError``."""
    known = _read(connection, message_ids)
    _refuse_unknown(message_ids, known)
    before = {message_id: known[message_id][1] for message_id in message_ids}
    _write(connection, before, dict.fromkeys(message_ids, flags))


def change_flags(connection: Connection, chat_id: str, changes: Mapping[str, FlagsPatch]) -> dict[str, MessageFlags]:
    """To each its change; returns the flags from before of those that changed. Raises ``NotFoundError``."""
    known = _read(connection, changes)
    before = {message_id: flags for message_id, (owner_id, flags) in known.items() if owner_id == chat_id}
    _refuse_unknown(changes, before)
    after = {message_id: patch.applied_to(before[message_id]) for message_id, patch in changes.items()}
    changed = {message_id: flags for message_id, flags in after.items() if flags != before[message_id]}
    _write(connection, before, changed)
    return {message_id: before[message_id] for message_id in changed}


def _read(connection: Connection, message_ids: Iterable[str]) -> dict[str, tuple[str, MessageFlags]]:
    """The chat and the flags of each."""
    found: dict[str, tuple[str, MessageFlags]] = {}
    for some in in_batches(message_ids):
        query = select(messages.c.id, messages.c.chat_id, messages.c.flags).where(messages.c.id.in_(some))
        found |= {row.id: (row.chat_id, flags_of_bits(row.flags)) for row in connection.execute(query)}
    return found


def _refuse_unknown(wanted: Iterable[str], known: Mapping[str, object]) -> None:
    unknown = next((message_id for message_id in wanted if message_id not in known), None)
    if unknown is not None:
        raise NotFoundError(kind="message", id=unknown)


def _write(connection: Connection, before: Mapping[str, MessageFlags], after: Mapping[str, MessageFlags]) -> None:
    if not after:
        return
    rows = [{"message_id": message_id, "bits": flags_to_bits(flags)} for message_id, flags in after.items()]
    connection.execute(_SET, rows)
    drop_vectors(connection, [message_id for message_id, flags in after.items() if flags.deleted])
    retold = [message_id for message_id, flags in after.items() if _alters_what_is_told(before[message_id], flags)]
    mark_stale(connection, retold)


def _alters_what_is_told(before: MessageFlags, after: MessageFlags) -> bool:
    """In either direction. Whether a message is always in the context changes nothing about what it says."""
    return replace(before, always_in_context=False) != replace(after, always_in_context=False)
