"""The blocks of a plan as they are kept. Called by ``plan_store``.

Messages and the parts of the card are the same from turn to turn: they are kept in chunks. What was looked up for the turn
stands in the skeleton.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from desktop_app.context.plan import Block, BlockKind, Disposition, Lane, Reason
from desktop_app.context.plan_chunks import Json, Row, Texts, columns, listed, packed, rows_of, unlisted, unpacked

# What most blocks have in common is not written. Part of the format: a change is a new version.
_USUAL: Row = {
    "kind": "history",
    "exact": True,
    "disposition": "included",
    "reason": {"code": "included.in-window", "params": {}, "sentence": "One of the newest messages that fit."},
    "protected": False,
    "origin_id": None,
    "origin_revision": 1,
    "lane": "history",
    "sources": None,
}

_USUAL_PASSING: Row = {**_USUAL, "id": None, "kind": "lore", "lane": "keyed-lore"}

_PASSING = frozenset({BlockKind.LORE, BlockKind.MEMORY, BlockKind.RECALL, BlockKind.SUMMARY})


def blocks_out(blocks: Sequence[Block], texts: Texts) -> Json:
    """What lasts in chunks, the rest as columns; ``order`` counts how many of the rest and of the lasting come in turn."""
    lasting = [block for block in blocks if _lasts(block)]
    passing = [_block_out(block, texts) for block in blocks if not _lasts(block)]
    counts = [(lasts, len(list(run))) for lasts, run in groupby(blocks, key=_lasts)]
    return {
        "lasting": packed(
            [_block_out(block, texts) for block in lasting], [block.id for block in lasting], _USUAL, texts
        ),
        "passing": columns(passing, _USUAL_PASSING),
        "order": [*([0] if counts and counts[0][0] else []), *(count for _, count in counts)],
        "rendered": _rendered_out(blocks),
    }


def blocks_in(data: Json, texts: Mapping[str, str]) -> Iterator[Block]:
    """The blocks again. Raises ``KeyError`` where a text is not there."""
    passing = rows_of(data["passing"], _USUAL_PASSING)
    rows = (passing, unpacked(data["lasting"], _USUAL, texts))
    places = _rendered_in(data["rendered"])
    for index, count in enumerate(data["order"]):
        for _ in range(count):
            row = next(rows[index % 2])
            yield _block_in(row, texts, next(places), Lane(row["lane"]))


def old_blocks_in(data: Json, rendered: Json, texts: Mapping[str, str]) -> Iterator[Block]:
    """Blocks as version 1 kept them, which knew no lanes: only messages and examples could leave."""
    places = _rendered_in(rendered)
    for row in unpacked(data, _USUAL, texts):
        kind = BlockKind(row["kind"])
        lane = Lane.EXAMPLES if kind is BlockKind.EXAMPLES else Lane.HISTORY
        yield _block_in(row, texts, next(places), Lane.PROTECTED if row["protected"] else lane)


def reason_out(why: Reason) -> Json:
    """A reason with all its parts: the sentence is that of its time."""
    return {"code": why.code, "params": dict(why.params), "sentence": why.sentence}


def reason_in(data: Json) -> Reason:
    """The reason again."""
    return Reason(data["code"], data["params"], data["sentence"])


def _lasts(block: Block) -> bool:
    return block.kind not in _PASSING


def _entry_id(kind: BlockKind, origin_id: str) -> str:
    """The id of a block that is an entry: need not be written."""
    return f"{kind.value}.{origin_id}"


def _block_out(block: Block, texts: Texts) -> Row:
    return {
        "id": None if block.id == _entry_id(block.kind, block.origin_id) else block.id,
        "kind": block.kind,
        "title": block.title,
        "text": texts.hash_of(block.text),
        "tokens": block.tokens,
        "exact": block.exact,
        "disposition": block.disposition,
        "reason": reason_out(block.reason),
        "protected": block.protected,
        "origin_id": None if block.origin_id == block.id else block.origin_id,
        "origin_revision": block.origin_revision,
        "lane": block.lane,
        "sources": listed(block.sources),
    }


def _block_in(row: Row, texts: Mapping[str, str], rendered: tuple[int, ...], lane: Lane) -> Block:
    kind = BlockKind(row["kind"])
    origin_id: str = row["id"] if row["origin_id"] is None else row["origin_id"]
    return Block(
        id=_entry_id(kind, origin_id) if row["id"] is None else row["id"],
        kind=kind,
        title=row["title"],
        text=texts[row["text"]],
        tokens=row["tokens"],
        exact=row["exact"],
        disposition=Disposition(row["disposition"]),
        reason=reason_in(row["reason"]),
        protected=row["protected"],
        origin_id=origin_id,
        origin_revision=row["origin_revision"],
        rendered=rendered,
        lane=lane,
        sources=tuple(unlisted(row["sources"])),
    )


def _rendered_out(blocks: Sequence[Block]) -> list[Json]:
    """Mostly ones: a block is in the message behind that of the block before it."""
    steps: list[Json] = []
    last = 0
    for block in blocks:
        if len(block.rendered) == 1:
            steps.append(block.rendered[0] - last)
            last = block.rendered[0]
        else:
            steps.append(block.rendered)
    return steps


def _rendered_in(steps: Sequence[Json]) -> Iterator[tuple[int, ...]]:
    last = 0
    for step in steps:
        if isinstance(step, int):
            last += step
            yield (last,)
        else:
            yield tuple(step)
