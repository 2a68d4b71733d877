"""Brings together what stands in the rows of a prompt and at its depths: parts, entries, passages, the place of the summary.

Called by ``builder`` between the makers and ``layout``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from desktop_app.context.entries import PlacedEntries
from desktop_app.context.history import Segment
from desktop_app.context.layout import Material, Row
from desktop_app.context.parts import FixedParts
from desktop_app.context.passages import SUMMARY_PLACE
from desktop_app.context.pieces import Group
from desktop_app.context.request import ContextRequest


def material(request: ContextRequest, parts: FixedParts, entries: PlacedEntries, recalled: Sequence[Group]) -> Material:
    """All of it. At one depth: what the card says, then lore, then the author's note between the lore that belongs to it, at last who is to speak."""
    rows: dict[Row, tuple[Segment, ...]] = {
        **parts.rows,
        **entries.rows,
        Row.RECALL: tuple(recalled),
        Row.SUMMARY: (SUMMARY_PLACE,),
    }
    depths: defaultdict[int, list[Segment]] = defaultdict(list)
    for depth, group in parts.at_depth:
        depths[depth].append(group)
    for depth, groups in entries.depths.items():
        depths[depth].extend(groups)
    note = (*entries.note_top, *([parts.note] if parts.note else []), *entries.note_bottom)
    if note:
        depths[max(0, request.note.depth)].extend(note)
    if parts.call is not None:
        depths[0].append(parts.call)
    return Material(rows, {depth: tuple(segments) for depth, segments in depths.items()})
