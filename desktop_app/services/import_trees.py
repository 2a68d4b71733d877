"""Makes chats of ours of imported ones, and lets a chat grow by what another copy of it has more. Used by the import service.

Nothing that is there is ever taken away: of two messages at one place both stay, as variants; of two texts of one message
both stay, as revisions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from desktop_app.domain.chat import Chat, ChatContext
from desktop_app.domain.importing import HEADER, ImportedChat, ImportedNode
from desktop_app.domain.message import Message, Origin, Part, Role, Speaker
from desktop_app.domain.transfer import ChatTree

TITLE_LENGTH = 60

NewId = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who speaks in a chat, by folded name: characters of the library; and the persona."""

    characters: Mapping[str, str]
    persona_id: str | None = None

    def speaker(self, node: ImportedNode) -> Speaker:
        """The speaker of a message, with its id where the library has it."""
        if node.speaker.id is not None or node.role is not Role.ASSISTANT:
            return node.speaker
        return replace(node.speaker, id=self.characters.get(node.speaker.name.casefold()))


def tree_of(chat: ImportedChat, cast: Cast, character_ids: Sequence[str], new_id: NewId, now: int) -> ChatTree:
    """A new chat with ids of its own."""
    chat_id = new_id()
    ids = {node.key: new_id() for node in chat.nodes}
    messages = tuple(_message(node, chat_id, ids, chat.source, cast) for node in chat.nodes)
    messages = (_with_header(messages[0], chat), *messages[1:])
    made_at = chat.created_at or next((node.created_at for node in chat.nodes if node.created_at), now)
    changed_at = chat.updated_at or max((node.created_at for node in chat.nodes), default=0) or made_at
    head = Chat(
        id=chat_id,
        title=title_of(chat),
        created_at=made_at,
        updated_at=changed_at,
        tip_id=ids[chat.tip] if chat.tip is not None else messages[-1].id,
        character_ids=tuple(dict.fromkeys(character_ids)),
        persona_id=cast.persona_id,
        context=ChatContext(note=chat.note),
    )
    return ChatTree(head, messages, _chosen(messages, head.tip_id))


def grown_by(there: ChatTree, chat: ImportedChat, cast: Cast, new_id: NewId, now: int) -> ChatTree | None:
    """What ``chat`` has more than ``there``, to be stored beside it; None where it has nothing more.

    A message is known by its place, its role and its words. The branch goes on where the chat was open, if it went on there.
    """
    known = {(message.parent_id, message.role, _words(message.parts)): message.id for message in there.messages}
    ids: dict[str, str] = {}
    new: list[Message] = []
    for node in chat.nodes:
        parent = None if node.parent is None else ids[node.parent]
        found = known.get((parent, node.role, _words(node.parts)))
        ids[node.key] = found or new_id()
        if found is None:
            new.append(_message(node, there.chat.id, ids, chat.source, cast))
    if not new:
        return None
    tip = _tip_after(there, ids[chat.tip] if chat.tip is not None else new[-1].id, new)
    head = replace(there.chat, tip_id=tip, updated_at=max(now, there.chat.updated_at))
    return ChatTree(head, tuple(new), _chosen(new, tip))


def merged(there: ChatTree, other: ChatTree, now: int) -> ChatTree | None:
    """What another copy of the same chat (by ids) has more, to be stored beside it; None where it has nothing more.

    A message that was changed in both has the text of the copy that was changed last, and the other text as a revision.
    """
    theirs_is_newer = other.chat.updated_at > there.chat.updated_at
    ours = {message_id: list(revisions) for message_id, revisions in groupby(there.messages, key=_id_of)}
    new: list[Message] = []
    for message_id, revisions in groupby(other.messages, key=_id_of):
        if message_id not in ours:
            new += revisions
        else:
            new += _more_revisions(ours[message_id], list(revisions), theirs_is_newer=theirs_is_newer)
    ids = {message.id for message in new} - ours.keys()
    known_turns = {turn.id for turn in there.turns}
    turns = tuple(turn for turn in other.turns if turn.id not in known_turns)
    if not new and not turns and (other.chat.tip_id == there.chat.tip_id or not theirs_is_newer):
        return None
    added = [message for message in new if message.id in ids]
    tip = other.chat.tip_id if theirs_is_newer else _tip_after(there, other.chat.tip_id, added)
    head = replace(there.chat, tip_id=tip, deleted_at=there.chat.deleted_at, updated_at=max(now, there.chat.updated_at))
    chosen = {parent: child for parent, child in other.chosen.items() if child in ids}
    return ChatTree(head, tuple(new), chosen, turns, other.segments)


def copied(tree: ChatTree, new_id: NewId) -> ChatTree:
    """The same chat with other ids, beside the first."""
    chat_id = new_id()
    ids = {message_id: new_id() for message_id in dict.fromkeys(message.id for message in tree.messages)}
    messages = tuple(
        replace(message, id=ids[message.id], chat_id=chat_id, parent_id=message.parent_id and ids[message.parent_id])
        for message in tree.messages
    )
    turns = tuple(
        replace(turn, id=new_id(), chat_id=chat_id, message_id=ids[turn.message_id])
        for turn in tree.turns
        if turn.message_id in ids
    )
    chosen = {ids[parent]: ids[child] for parent, child in tree.chosen.items() if parent in ids and child in ids}
    tip = tree.chat.tip_id
    return ChatTree(replace(tree.chat, id=chat_id, tip_id=tip and ids.get(tip)), messages, chosen, turns)


def with_greeting(chat: ImportedChat, parts: tuple[Part, ...], name: str) -> ImportedChat:
    """The same chat with a first message before all others."""
    key = "greeting"
    first = ImportedNode(key, None, Role.ASSISTANT, parts, Speaker(name), created_at=chat.created_at)
    rest = (replace(node, parent=key) if node.parent is None else node for node in chat.nodes)
    return replace(chat, nodes=(first, *rest))


def title_of(chat: ImportedChat) -> str:
    """Its own, else its characters, else how it begins."""
    title = chat.title.strip() or ", ".join(chat.character_names)
    if not title:
        words = " ".join(next((_words(node.parts) for node in chat.branch() if _words(node.parts)), "").split())
        title = words if len(words) <= TITLE_LENGTH else words[: TITLE_LENGTH - 1] + "…"
    return title[:200]


def _message(node: ImportedNode, chat_id: str, ids: Mapping[str, str], source: str, cast: Cast) -> Message:
    return Message(
        id=ids[node.key],
        chat_id=chat_id,
        parent_id=None if node.parent is None else ids[node.parent],
        role=node.role,
        parts=node.parts,
        speaker=cast.speaker(node),
        kind=node.kind,
        flags=node.flags,
        created_at=node.created_at,
        origin=Origin(source, node.foreign),
    )


def _with_header(message: Message, chat: ImportedChat) -> Message:
    """The first message keeps what the file said about the whole chat, so that it can go out as it came."""
    header = {
        "user_name": chat.user_name,
        "character_names": list(chat.character_names),
        "foreign": {name: _value(text) for name, text in chat.foreign.items()},
    }
    foreign = dict(message.origin.foreign) if message.origin is not None else {}
    return replace(message, origin=Origin(chat.source, {**foreign, HEADER: json.dumps(header, ensure_ascii=False)}))


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _chosen(messages: Sequence[Message], tip_id: str | None) -> dict[str, str]:
    """The last child of each message, but along the way to the tip the next step."""
    parents = {message.id: message.parent_id for message in messages}
    chosen = {parent_id: message_id for message_id, parent_id in parents.items() if parent_id is not None}
    at = tip_id
    while at is not None and (parent := parents.get(at)) is not None:
        chosen[parent] = at
        at = parent
    return chosen


def _tip_after(there: ChatTree, wanted: str | None, new: Sequence[Message]) -> str | None:
    """The tip of the other copy where the branch that is open here leads to it, else the tip as it is."""
    parents = {message.id: message.parent_id for message in (*there.messages, *new)}
    at, steps = wanted, 0
    while at is not None and steps <= len(parents):
        if at == there.chat.tip_id:
            return wanted
        at, steps = parents.get(at), steps + 1
    return there.chat.tip_id


def _more_revisions(ours: Sequence[Message], theirs: Sequence[Message], *, theirs_is_newer: bool) -> list[Message]:
    """Revisions to be stored behind ours. Where theirs do not win, our newest one follows them once more."""
    said = [(message.parts, message.state) for message in ours]
    more = [message for message in theirs if (message.parts, message.state) not in said]
    if not more:
        return []
    goes_on = len(theirs) >= len(ours) and said == [(message.parts, message.state) for message in theirs[: len(ours)]]
    behind = more if goes_on or theirs_is_newer else [*more, ours[-1]]
    start = ours[-1].revision
    return [replace(message, revision=start + number) for number, message in enumerate(behind, 1)]


def _words(parts: tuple[Part, ...]) -> str:
    return "\n\n".join(text for part in parts if isinstance(text := getattr(part, "text", None), str) and text)


def _id_of(message: Message) -> str:
    return message.id
