"""Stores whole chats inside one transaction: a new one at once, or what a known one has not yet. Used by the import repository.

Rows go in by the hundred: 100,000 messages take seconds, not minutes. Between two slices the writer's thread lets the window
breathe and asks whether to go on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, groupby, pairwise

from sqlalchemy import Connection, Row, insert, select, update

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import Message
from desktop_app.domain.transfer import ChatTree
from desktop_app.storage.batches import in_batches
from desktop_app.storage.chat_rows import add_chat
from desktop_app.storage.picture_rows import keep_pictures
from desktop_app.storage.sqlite_messages import (
    INSERT_MESSAGE,
    INSERT_REVISION,
    add_revision,
    message_row,
    revision_row,
)
from desktop_app.storage.sqlite_search import index_later
from desktop_app.storage.sqlite_tree import CHOOSE, choose_path, set_tip
from desktop_app.storage.tables import chats, messages, turns
from desktop_app.storage.turn_saving import turn_columns

# Rows between two breaths; and how long one takes, in seconds.
SLICE = 200
_BREATH = 0.0005

Step = Callable[[int], None]


def store_tree(connection: Connection, tree: ChatTree, step: Step) -> None:
    """Adds what is not there. ``step`` hears how many rows have gone in since it was asked last, and may raise.

    Raises ``NotFoundError`` where a message names a parent that is nowhere.
    """
    chat = tree.chat
    before = connection.execute(select(chats.c.tip_id).where(chats.c.id == chat.id)).first()
    if before is None:
        add_chat(connection, chat)
    known = _revisions(connection, chat.id)
    histories = [list(revisions) for _, revisions in groupby(tree.messages, key=lambda message: message.id)]
    new = [history for history in histories if history[0].id not in known]
    _insert(connection, chat, new, _depths(connection, chat.id), step)
    for history in histories:
        for message in history:
            if message.revision > known.get(message.id, message.revision):
                add_revision(connection, message, chat.updated_at)
    fresh = {history[0].id for history in new}
    _choose(connection, {parent: child for parent, child in _chosen(tree).items() if child in fresh}, step)
    _store_turns(connection, tree)
    _point(connection, chat, before)


def _chosen(tree: ChatTree) -> dict[str, str]:
    """Which way each branch goes: as the tree says, and along the visible branch down to the tip."""
    branch = [message.id for message in tree.branch()]
    return {**tree.chosen, **dict(pairwise(branch))}


def _choose(connection: Connection, chosen: Mapping[str, str], step: Step) -> None:
    for some in in_batches(chosen.items()):
        connection.exec_driver_sql(CHOOSE, [(child, parent) for parent, child in some])
        step(0)
        time.sleep(_BREATH)


def _point(connection: Connection, chat: Chat, before: Row[str | None] | None) -> None:
    """The branch ends at the chat's tip, and the chat is as old as it says, or as it was."""
    if chat.tip_id is not None and (before is None or chat.tip_id != before.tip_id):
        if before is not None:
            choose_path(connection, chat.tip_id, before.tip_id)
        set_tip(connection, chat.id, chat.tip_id)
    newer = update(chats).where(chats.c.id == chat.id, chats.c.updated_at < chat.updated_at)
    connection.execute(newer.values(updated_at=chat.updated_at))


def _revisions(connection: Connection, chat_id: str) -> dict[str, int]:
    query = select(messages.c.id, messages.c.revision).where(messages.c.chat_id == chat_id)
    return dict(connection.execute(query).all())


def _depths(connection: Connection, chat_id: str) -> dict[str, int]:
    query = select(messages.c.id, messages.c.depth).where(messages.c.chat_id == chat_id)
    return dict(connection.execute(query).all())


def _insert(
    connection: Connection, chat: Chat, histories: Iterable[Sequence[Message]], depths: dict[str, int], step: Step
) -> None:
    rest = list(histories)
    for start in range(0, len(rest), SLICE):
        heads: list[tuple[object, ...]] = []
        texts: list[tuple[object, ...]] = []
        for history in rest[start : start + SLICE]:
            newest = history[-1]
            depths[newest.id] = _depth_below(newest, depths)
            heads.append(message_row(newest, depths[newest.id]))
            texts += [revision_row(message, message.created_at or chat.updated_at) for message in history]
        connection.exec_driver_sql(INSERT_MESSAGE, heads)
        connection.exec_driver_sql(INSERT_REVISION, texts)
        for message in chain.from_iterable(rest[start : start + SLICE]):
            keep_pictures(connection, message.id, message.parts)
        index_later(connection, [history[0].id for history in rest[start : start + SLICE]])
        step(len(heads))
        time.sleep(_BREATH)


def _depth_below(message: Message, depths: dict[str, int]) -> int:
    if message.parent_id is None:
        return 0
    if message.parent_id not in depths:
        raise NotFoundError(kind="message", id=message.parent_id)
    return depths[message.parent_id] + 1


def _store_turns(connection: Connection, tree: ChatTree) -> None:
    known: set[str] = set()
    for some in in_batches([turn.id for turn in tree.turns]):
        known.update(connection.execute(select(turns.c.id).where(turns.c.id.in_(some))).scalars())
    for turn in tree.turns:
        if turn.id not in known:
            connection.execute(insert(turns).values(turn_columns(connection, turn)))
