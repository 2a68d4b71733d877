"""Takes a blank message out of its tree. Used by the repositories for failed tries and after a crash.

Nothing that was ever said can be removed here: a message with a text in any revision stays (deleting is a mark).
"""

from __future__ import annotations

from sqlalchemy import Connection, delete

from desktop_app.domain.errors import StorageError
from desktop_app.domain.message import Message, TextPart
from desktop_app.storage.message_rows import read_revisions
from desktop_app.storage.sqlite_derived import message_removed
from desktop_app.storage.sqlite_search import reindexing
from desktop_app.storage.sqlite_tree import bottom, children, read_node, read_tip, set_chosen, set_tip, siblings
from desktop_app.storage.tables import message_revisions, messages, turns


def remove_blank_message(connection: Connection, message_id: str) -> None:
    """Removes a message and its turn; the sibling before it, else the one after it, else the parent is chosen.

    Raises ``NotFoundError``, and ``StorageError`` where the message has children or ever had a content.
    """
    node = read_node(connection, message_id)
    if not is_removable(connection, message_id):
        raise StorageError(detail="Only an empty message without answers can be removed.")
    heir = _heir(siblings(connection, node), message_id)
    connection.execute(delete(turns).where(turns.c.message_id == message_id))
    with reindexing(connection, message_id):
        connection.execute(delete(message_revisions).where(message_revisions.c.message_id == message_id))
        connection.execute(delete(messages).where(messages.c.id == message_id))
    message_removed(connection, node.chat_id, message_id)
    if node.parent_id is not None and read_node(connection, node.parent_id).chosen_child_id == message_id:
        set_chosen(connection, node.parent_id, heir)
    if read_tip(connection, node.chat_id) == message_id:
        set_tip(connection, node.chat_id, node.parent_id if heir is None else bottom(connection, heir))


def is_removable(connection: Connection, message_id: str) -> bool:
    """Whether nobody would miss the message."""
    return not children(connection, message_id) and all(map(_is_blank, read_revisions(connection, message_id)))


def _is_blank(message: Message) -> bool:
    return all(isinstance(part, TextPart) and not part.text for part in message.parts)


def _heir(sibling_ids: list[str], message_id: str) -> str | None:
    place = sibling_ids.index(message_id)
    return next(iter([*sibling_ids[:place][-1:], *sibling_ids[place + 1 :]]), None)
