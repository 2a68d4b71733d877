"""Memory entries made of what was said follow the branch: one whose source is not on the path counts where the source is.

Called by ``request_maker`` and by what is proposed. Only entries of the chat's own scope follow it: one that the person
wrote has no source, and one whose scope was widened counts wherever its scope does. One source on the path is enough: two
entries of which the person made one are true where either was said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import TRUE_UNTIL, MemoryEntry
from desktop_app.domain.ports import ChatRepository


@dataclass(frozen=True, slots=True)
class OnBranch:
    """The entries as they count on a branch, and the ids of those that were made of a message on another one."""

    memories: tuple[MemoryEntry, ...]
    elsewhere: tuple[str, ...] = ()


async def sources_of_chat(memories: Iterable[MemoryEntry], chat_id: str, chats: ChatRepository) -> frozenset[str]:
    """The messages of this chat that its own entries were made of, on whatever branch they are.

    A chat that carries another on has copies of its entries, whose sources are messages of the other: they are not among these.
    """
    own = Scope(ScopeKind.CHAT, chat_id)
    ids = {source.message_id for memory in memories if memory.scope == own for source in memory.sources}
    messages = await chats.messages(sorted(ids)) if ids else {}
    return frozenset(id_ for id_, message in messages.items() if message.chat_id == chat_id)


def on_branch(
    memories: tuple[MemoryEntry, ...], chat_id: str, born_here: frozenset[str], path: Iterable[str]
) -> OnBranch:
    """What of the entries counts where ``path``, the ids from the root to the tip, is said. ``born_here``: ``sources_of_chat``.

    What a newer fact made untrue elsewhere is true here.
    """
    if not born_here:
        return OnBranch(memories)
    unsaid = born_here - set(path)
    own = Scope(ScopeKind.CHAT, chat_id)
    elsewhere = {
        memory.id: memory
        for memory in memories
        if memory.scope == own and memory.sources and all(id_ in unsaid for id_ in _messages(memory))
    }
    if not elsewhere:
        return OnBranch(memories)
    untrue = {memory.supersedes for memory in memories if memory.id not in elsewhere and memory.enabled}
    again = {memory.supersedes for memory in elsewhere.values() if memory.enabled} - untrue - {""}
    counting = (_counting(memory, memory.id in elsewhere, memory.id in again) for memory in memories)
    return OnBranch(tuple(counting), tuple(elsewhere))


def _counting(memory: MemoryEntry, is_elsewhere: bool, is_true_again: bool) -> MemoryEntry:
    if is_elsewhere and memory.supersedes:
        return replace(memory, supersedes="")
    if is_true_again and not memory.enabled and TRUE_UNTIL in memory.extensions:
        return replace(memory, enabled=True)
    return memory


def _messages(memory: MemoryEntry) -> Iterator[str]:
    return (source.message_id for source in memory.sources)
