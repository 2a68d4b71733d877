"""Which facts of messages become proposals: the best few, none that is known, refused or not wanted. Pure; for ``ProposalService``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import KeywordMatch, MemoryEntry, SourceSpan
from desktop_app.domain.message import Message, MessageKind, MessageState, Role
from desktop_app.domain.summary import Proposal
from desktop_app.language.facts import FoundFact, as_content, facts_of_entry, find_facts
from desktop_app.language.sameness import Sameness

# So many are proposed at once: more would be work, not help.
MOST = 3


@dataclass(frozen=True, slots=True)
class Known:
    """What is not proposed again.

    ``entries``: those that count in the chat. ``earlier``: proposals that wait or were refused. ``unwanted``: the likenesses
    of which the person wants no more.
    """

    entries: Sequence[MemoryEntry]
    earlier: Sequence[Proposal]
    unwanted: frozenset[str]


@dataclass(frozen=True, slots=True)
class Naming:
    """Where ids come from, what time it is, and what the person is called who has no other name."""

    new_id: Callable[[], str]
    now: int
    user_name: str


def is_read(message: Message) -> bool:
    """Whether proposals may be made of a message: somebody said it, nothing keeps it back, it is whole."""
    return (
        message.role in {Role.USER, Role.ASSISTANT}
        and message.kind is not MessageKind.NOTE
        and message.flags.sendable
        and message.state is not MessageState.STREAMING
    )


def choose(
    chat_id: str, messages: Sequence[Message], known: Known, sameness: Sameness, naming: Naming
) -> list[Proposal]:
    """At most ``MOST`` proposals, in the order in which it was said."""
    candidates = [
        (place, message, fact) for place, message in enumerate(messages) for fact in _facts(message, naming.user_name)
    ]
    candidates.sort(key=lambda candidate: (-candidate[2].weight, candidate[0], candidate[2].span))
    said = [*(entry.content for entry in known.entries), *(each.entry.content for each in known.earlier)]
    chosen: list[tuple[int, Message, FoundFact]] = []
    for place, message, fact in candidates:
        content = as_content(fact.sentence, speaker_of(message, naming.user_name))
        if fact.likeness not in known.unwanted and not is_said(content, said, sameness):
            said.append(content)
            chosen.append((place, message, fact))
        if len(chosen) == MOST:
            break
    chosen.sort(key=lambda each: (each[0], each[2].span))
    return [_proposal(chat_id, message, fact, known.entries, naming) for _, message, fact in chosen]


def speaker_of(message: Message, user_name: str) -> str:
    """What whoever said it is called."""
    return message.speaker.name or (user_name if message.role is Role.USER else "")


def is_said(content: str, said: Iterable[str], sameness: Sameness) -> bool:
    """Whether one of these contents says it already, in nearly the same words or by the same fact."""
    return any(says_the_same(content, other, sameness) for other in said)


def says_the_same(one: str, other: str, sameness: Sameness) -> bool:
    """In nearly the same words, or the surest fact of one is a fact of the other."""
    if sameness.same(one, other):
        return True
    return any(fact.agrees_with(known) for fact in facts_of_entry(one)[:1] for known in facts_of_entry(other))


def superseded_by(content: str, entries: Iterable[MemoryEntry]) -> MemoryEntry | None:
    """The newest entry that is true no longer if ``content`` is; None: all may stay."""
    facts = facts_of_entry(content)
    older = (
        entry
        for entry in entries
        if entry.enabled and any(fact.contradicts(known) for fact in facts for known in facts_of_entry(entry.content))
    )
    return max(older, key=lambda entry: (entry.updated_at, entry.id), default=None)


def keywords_of(content: str) -> tuple[str, ...]:
    """By what an entry with these words would be found; none: by meaning."""
    return tuple(dict.fromkeys(word for fact in facts_of_entry(content) for word in fact.keywords))


def _facts(message: Message, user_name: str) -> Iterator[FoundFact]:
    """The surest of every sentence."""
    last = (-1, -1)
    for fact in find_facts(message.text, speaker=speaker_of(message, user_name), role=message.role):
        if fact.span != last:
            last = fact.span
            yield fact


def _proposal(
    chat_id: str, message: Message, fact: FoundFact, entries: Sequence[MemoryEntry], naming: Naming
) -> Proposal:
    content = as_content(fact.sentence, speaker_of(message, naming.user_name))
    older = superseded_by(content, entries)
    entry = MemoryEntry(
        id=naming.new_id(),
        content=content,
        keywords=fact.keywords,
        match=KeywordMatch.WHOLE_WORDS,
        scope=Scope(ScopeKind.CHAT, chat_id) if older is None else older.scope,
        sources=(SourceSpan(message.id, message.revision, *fact.span),),
    )
    return Proposal(
        id=naming.new_id(),
        chat_id=chat_id,
        message_id=message.id,
        kind=fact.kind.value,
        likeness=fact.likeness,
        entry=entry,
        replaces="" if older is None else older.id,
        created_at=naming.now,
    )
