"""What recall is asked: not one blurred question but the input, its sentences, the names in it, and weaker the last exchange.

Pure; called by the recall service.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.domain.message import Role, text_of
from desktop_app.domain.recalling import RecallQuery
from desktop_app.language.relevance import pieces_of
from desktop_app.services.recall_shelf import sendable

# Of the input so many sentences are asked about, the last ones; of what was said before it, fewer and with this weight. A name
# alone counts little: all that was ever said of somebody has it.
_OF_INPUT = 6
_OF_EXCHANGE = 3
EXCHANGE_WEIGHT = 0.6
NAMES_WEIGHT = 0.4

# Of a text that is longer its end is asked about; and so far back the last exchange is looked for.
_LONGEST = 1_000
_READ_BACK = 20
_BESIDE = 2

# A capital inside a sentence, or what stands in quotation marks.
_NAME = re.compile(
    r"(?<=[^\W\d_] )[^\W\d_a-zа-яё][^\W\d_]+(?:[ -][^\W\d_a-zа-яё][^\W\d_]+)*|[«“「『]([^»”」』]{2,40})[»”」』]"
)


def queries_of(request: ContextRequest) -> tuple[RecallQuery, ...]:
    """Of the input first; none where nobody says anything."""
    said = [(row, text) for row in reversed(request.branch[-_READ_BACK:]) if (text := _said(row))]
    if request.draft is not None and request.draft.text.strip():
        current = request.draft.text
    else:
        current = next((text for row, text in said if row.role is Role.USER), "")
    before = [text for _, text in said[:_BESIDE] if text != current]
    queries = [RecallQuery(piece) for piece in _pieces(current, _OF_INPUT)]
    names = " ".join(_names(current))
    if names:
        queries.append(RecallQuery(names, NAMES_WEIGHT))
    queries += [
        RecallQuery(piece, EXCHANGE_WEIGHT, beside=True) for text in before for piece in _pieces(text, _OF_EXCHANGE)
    ]
    return _once(queries)


def _said(row: BranchMessage) -> str:
    return text_of(row.parts).strip() if sendable(row) and row.parts is not None else ""


def _pieces(text: str, most: int) -> list[str]:
    if not text.strip():
        return []
    pieces = pieces_of(text[-_LONGEST:])
    return [pieces[0], *pieces[1:][-most:]]


def _names(text: str) -> Iterable[str]:
    return dict.fromkeys(found[1] or found[0] for found in _NAME.finditer(text[-_LONGEST:]))


def _once(queries: Sequence[RecallQuery]) -> tuple[RecallQuery, ...]:
    kept: dict[str, RecallQuery] = {}
    for query in queries:
        if query.text.strip():
            kept.setdefault(query.text, query)
    return tuple(kept.values())
