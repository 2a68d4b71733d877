"""What becomes of the pictures in messages: sent and priced, or words in their place where the model does not get them.

Called by ``history`` for every message, so one without pictures costs next to nothing here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.context.pieces import PicturePiece
from desktop_app.context.plan import Reason
from desktop_app.context.prompt_words import words_of
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.domain.message import ImagePart, Part, TextPart, sendable_text
from desktop_app.domain.pictures import PictureTerms, price_of
from desktop_app.domain.ports import TokenCounter

_NOT_SEEN = reason(ReasonCode.PICTURE_NOT_SEEN)


@dataclass(frozen=True, slots=True)
class Sight:
    """``stand_in``: what stands in the place of a picture. ``older``: the ids of pictures behind the newest that are wanted."""

    terms: PictureTerms = PictureTerms()
    stand_in: str = "[picture]"
    older: frozenset[str] = frozenset()

    def refusal(self, picture_id: str) -> Reason | None:
        """Why a picture is not sent; None: it is."""
        if not self.terms.seen:
            return _NOT_SEEN
        return reason(ReasonCode.PICTURE_OLDER, newest=self.terms.newest) if picture_id in self.older else None


def sight_of(request: ContextRequest, draft: BranchMessage | None) -> Sight:
    """How the pictures of a request's messages are sent, those of its draft the newest."""
    terms = request.pictures
    stand_in = words_of(request.language).picture
    if not terms.seen or terms.newest <= 0:
        return Sight(terms, stand_in)
    rows = request.branch if draft is None else (*request.branch, draft)
    found = [picture_id(row, place) for row in reversed(rows) if has_pictures(row) for place in _places(row)[::-1]]
    return Sight(terms, stand_in, frozenset(found[terms.newest :]))


def has_pictures(row: BranchMessage) -> bool:
    """Whether there is any in the message, as far as it was read."""
    return row.parts is not None and any(isinstance(part, ImagePart) for part in row.parts)


def picture_id(row: BranchMessage, place: int) -> str:
    """The id of the block of a picture; ``place``: its place among the parts."""
    return f"{row.id}/picture-{place}"


def told_parts(row: BranchMessage, sight: Sight, counter: TokenCounter) -> BranchMessage:
    """The message as it is told: words in the place of the pictures that are not sent, counted anew; the same without any."""
    if not has_pictures(row):
        return row
    parts = tuple(_told(row, place, part, sight) for place, part in enumerate(row.parts or ()))
    if parts == row.parts:
        return row
    count = counter.count(sendable_text(parts))
    return replace(row, parts=parts, tokens=count.tokens, exact=count.exact)


def pieces_of(row: BranchMessage, sight: Sight) -> tuple[PicturePiece, ...]:
    """The pictures of a message with what they cost."""
    return tuple(
        _piece(row, place, part, sight) for place in _places(row) if isinstance(part := _part(row, place), ImagePart)
    )


def _piece(row: BranchMessage, place: int, part: ImagePart, sight: Sight) -> PicturePiece:
    refusal = sight.refusal(picture_id(row, place))
    price = price_of(sight.terms.rule, part.width, part.height)
    size = f" {part.width} × {part.height}" if part.width and part.height else ""
    tokens, exact = (price.tokens, price.exact) if refusal is None else (0, True)
    return PicturePiece(picture_id(row, place), f"Picture{size}", tokens, exact, refusal)


def _told(row: BranchMessage, place: int, part: Part, sight: Sight) -> Part:
    if isinstance(part, ImagePart) and sight.refusal(picture_id(row, place)) is not None:
        return TextPart(sight.stand_in)
    return part


def _places(row: BranchMessage) -> list[int]:
    return [place for place, part in enumerate(row.parts or ()) if isinstance(part, ImagePart)]


def _part(row: BranchMessage, place: int) -> Part:
    return (row.parts or ())[place]
