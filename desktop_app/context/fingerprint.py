"""Fingerprints of requests: two requests with the same one have the same plan, in every process and on every machine.

Called by ``builder``. Every field of a request counts, a new one too; those that count otherwise than as they stand are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from desktop_app.context.hashes import Digests, RunningHash, digest
from desktop_app.context.parts import DEPTH_PROMPT
from desktop_app.context.passages import relevant_candidates
from desktop_app.context.prompt_words import PromptWords, label, words_of
from desktop_app.context.request import ContextRequest, GroupScene, RecallCandidate, Relevance
from desktop_app.domain.character import Character

# What is hashed once and known again.
_LONG = ("memories", "past", "summary")
_MANY_BOOKS = 64

# What counts otherwise than as it stands: in the running hash, by its used fields, by its label, or only with a clock.
_APART = frozenset({*_LONG, "branch", "draft", "character", "group", "books", "relevance", "recall", "now_minutes"})
_PLAIN = tuple(field.name for field in fields(ContextRequest) if field.name not in _APART)


def fingerprint(request: ContextRequest, branch: RunningHash, tokenizer: str, digests: Digests, *, clock: bool) -> str:
    """The fingerprint of a request (32 hexadecimal digits).

    ``branch`` is the hash of its branch with its draft as the last message. ``clock``: a clock macro was expanded, so the
    minute counts.
    """
    words = words_of(request.language)
    whole = [
        branch.hexdigest(),
        tokenizer,
        {name: getattr(request, name) for name in _PLAIN},
        _used_of(request.character) if request.character else None,
        _scene(request.group) if request.group else None,
        [[digests.of("book", linked.book, keep=_MANY_BOOKS), linked.scopes] for linked in request.books],
        [digests.of(name, getattr(request, name)) for name in _LONG],
        *_columns(request.relevance),
        [_passage(candidate, words) for candidate in relevant_candidates(request)],
        request.now_minutes if clock else None,
    ]
    return digest(whole)


def _columns(relevance: Mapping[str, Relevance]) -> tuple[list[object], ...]:
    """Four long lists are hashed sooner than a thousand short ones."""
    ids = sorted(relevance)
    known = [relevance[id_] for id_ in ids]
    return (
        [*ids],
        [item.score for item in known],
        [item.threshold for item in known],
        [item.source for item in known],
    )


def _scene(group: GroupScene) -> list[object]:
    return [[_used_of(member) for member in group.members], group.muted, group.all_cards]


def _used_of(character: Character) -> list[object]:
    """The fields of a card that can reach a prompt, or let an entry reach it."""
    return [
        character.id,
        character.name,
        character.nickname,
        character.description,
        character.personality,
        character.scenario,
        character.mes_example,
        character.system_prompt,
        character.post_history_instructions,
        character.creator_notes,
        character.tags,
        character.first_mes,
        character.alternate_greetings,
        character.extensions.get(DEPTH_PROMPT),
    ]


def _passage(candidate: RecallCandidate, words: PromptWords) -> list[object]:
    """A passage with its age as it is told, which changes less often than its minutes."""
    known = candidate.relevance
    return [candidate.id, candidate.text, candidate.sources, candidate.kind, label(candidate, words), known]
