"""Fingerprints of requests: two requests with the same one have the same plan, in every process and on every machine.

Called by ``builder`` and ``history``. The branch is hashed message after message, so that a draft is one more step.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple
from hashlib import blake2b

from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.domain.character import Character
from desktop_app.domain.message import Part, TextPart

_DIGEST_SIZE = 16


class RunningHash:
    """The hash of a branch so far. Never changes: going on makes another one."""

    def __init__(self, so_far: blake2b) -> None:
        self._so_far = so_far

    @classmethod
    def of(cls, branch: Iterable[BranchMessage]) -> RunningHash:
        """The hash of a whole branch."""
        return cls(blake2b(_encoded(branch), digest_size=_DIGEST_SIZE))

    def then(self, *rows: BranchMessage) -> RunningHash:
        """The hash of the branch with more messages behind it."""
        longer = self._so_far.copy()
        longer.update(_encoded(rows))
        return RunningHash(longer)

    def hexdigest(self) -> str:
        """The hash as 32 hexadecimal digits."""
        return self._so_far.hexdigest()


def fingerprint(request: ContextRequest, branch: RunningHash, tokenizer: str, *, clock: bool) -> str:
    """The fingerprint of a request (32 hexadecimal digits).

    ``branch`` is the hash of its branch with its draft as the last message. ``clock``: a clock macro was expanded, so the
    minute counts.
    """
    persona = request.persona
    whole = [
        branch.hexdigest(),
        tokenizer,
        request.chat_id,
        request.model,
        request.limit,
        request.reserve,
        request.strategy,
        request.system_prompt,
        request.post_history,
        request.role_style,
        _used_of(request.character) if request.character else None,
        [persona.id, persona.name, persona.description] if persona else None,
        request.user_name,
        astuple(request.overhead),
        request.safety,
        request.pending,
        request.now_minutes if clock else None,
    ]
    return blake2b(json.dumps(whole).encode("ascii"), digest_size=_DIGEST_SIZE).hexdigest()


def _used_of(character: Character) -> list[str]:
    """The fields of a card that can reach a prompt."""
    return [
        character.id,
        character.name,
        character.description,
        character.personality,
        character.scenario,
        character.mes_example,
        character.system_prompt,
        character.post_history_instructions,
    ]


def _encoded(rows: Iterable[BranchMessage]) -> bytes:
    """JSON with a comma behind each message, so that a longer branch only goes on; ASCII, so that half a surrogate pair has bytes too."""
    listed = [_row(row) for row in rows]
    return (json.dumps(listed, separators=(",", ":"))[1:-1] + ",").encode("ascii") if listed else b""


def _row(row: BranchMessage) -> list[object]:
    flags = row.flags
    bits = flags.hidden + 2 * flags.excluded + 4 * flags.never_send + 8 * flags.always_in_context + 16 * flags.deleted
    parts = None if row.parts is None else [_part(part) for part in row.parts]
    return [row.id, row.revision, row.role, row.tokens, bits, row.kind, row.speaker_name, row.exact, parts]


def _part(part: Part) -> list[object]:
    name = type(part).__name__
    return [name, part.text] if isinstance(part, TextPart) else [name, *astuple(part)]
