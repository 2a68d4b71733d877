"""A thousand random edits of a chat: no sentence of a message that was changed, kept back or left the branch is in the prompt."""

from __future__ import annotations

import random
from dataclasses import replace

from desktop_app.context.builder import build
from desktop_app.context.places import Places
from desktop_app.context.request import BranchMessage
from desktop_app.context.summary import choose, offered
from desktop_app.domain.memory import SourceSpan, SummarySentence
from desktop_app.domain.message import MessageFlags
from tests.fakes.providers import WordCounter
from tests.unit.context.material import dialogue, request, words

COUNTER = WordCounter()
EDITS = 1_000
KEPT_BACK = ("hidden", "excluded", "never_send", "deleted")


def edited(row: BranchMessage, chance: random.Random) -> BranchMessage:
    """The message after what a person may do to it; a mark may be taken off again, a variant has another id."""
    match chance.randrange(4):
        case 0:
            return replace(row, revision=row.revision + 1)
        case 1:
            return replace(row, flags=MessageFlags(**{chance.choice(KEPT_BACK): True}))
        case 2:
            return replace(row, flags=MessageFlags())
        case _:
            return replace(row, id=f"{row.id.partition('/')[0]}/{chance.randrange(3)}", revision=1)


def sentences(rows: list[BranchMessage]) -> tuple[SummarySentence, ...]:
    """What was made of the messages as they were: of each alone, and of every five together."""
    spans = [SourceSpan(row.id, row.revision, 0, 9) for row in rows]
    alone = [SummarySentence(f"s{n}", words(f"s{n}", 5), (span,)) for n, span in enumerate(spans)]
    scenes = [SummarySentence(f"c{n}", words(f"c{n}", 8), tuple(spans[n : n + 5])) for n in range(0, len(spans), 5)]
    return (*alone, *scenes)


def test_no_stale_sentence_is_in_the_prompt_after_a_thousand_edits() -> None:
    chance = random.Random(11)
    rows = list(dialogue(100))
    made = sentences(rows)
    told = 0
    for edit in range(EDITS):
        at = chance.randrange(len(rows))
        rows[at] = edited(rows[at], chance)
        fresh = {(row.id, row.revision) for row in rows if row.flags.sendable}
        chosen = choose(offered(made, Places(rows), COUNTER), (), 300)
        assert all((source.message_id, source.revision) in fresh for item in chosen for source in item.sources)
        told += len(chosen)
        if edit % 50 == 0:
            asked = request(*rows, draft="Hi", limit=500, reserve=100, strategy="summarize", summary=made)
            summary = [block for block in build(asked, COUNTER).blocks if block.id == "prompt.summary"]
            kept_back = {row.id for row in rows if not row.flags.sendable}
            assert not any(kept_back.intersection(block.sources) for block in summary)
            made = sentences(rows) if edit % 200 == 0 else made
    assert told > 5 * EDITS
