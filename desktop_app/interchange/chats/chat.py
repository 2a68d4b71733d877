"""A chat that comes in: a tree of messages by keys of its own file, stored nowhere yet.

Made by the readers in this package, taken by the import service, which gives ids and stores it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.message import MessageFlags, MessageKind, Part, Role, Speaker


@dataclass(frozen=True, slots=True)
class ImportedNode:
    """A message of an imported chat.

    ``key`` is unique in the chat; ``parent`` is the key of another node, None at the beginning. Nodes with one parent are
    variants of each other. ``created_at`` in Unix milliseconds, 0 where the file does not say. ``foreign``: fields that we
    do not understand, JSON texts by name.
    """

    key: str
    parent: str | None
    role: Role
    parts: tuple[Part, ...]
    speaker: Speaker = field(default_factory=Speaker)
    kind: MessageKind = MessageKind.NORMAL
    flags: MessageFlags = MessageFlags()
    created_at: int = 0
    foreign: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ImportedChat:
    """A chat. ``nodes`` parents first, variants in their order; ``tip`` is the key of the last message of the open branch.

    ``source`` is the format, ``identity`` the file's own id of the chat, by which the same chat is known again. ``foreign``
    as in a node.
    """

    source: str
    nodes: tuple[ImportedNode, ...]
    tip: str | None
    title: str = ""
    identity: str = ""
    user_name: str = ""
    character_names: tuple[str, ...] = ()
    note: AuthorsNote = AuthorsNote()
    created_at: int = 0
    updated_at: int = 0
    foreign: Mapping[str, str] = field(default_factory=dict[str, str])

    def branch(self) -> list[ImportedNode]:
        """The open branch, from its first message to the tip."""
        by_key = {node.key: node for node in self.nodes}
        found: list[ImportedNode] = []
        at = self.tip
        while at is not None and len(found) <= len(by_key):
            node = by_key[at]
            found.append(node)
            at = node.parent
        return found[::-1]
