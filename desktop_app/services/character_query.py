"""What is typed into the gallery's search, and which characters it means. Pure; used by ``gallery_service`` and the window.

Words and ``"phrases"`` must all be there; ``tag:`` and ``author:`` look there alone; a minus before any of these leaves out
what has it. Everything is compared folded (case, width, accents, the dots of ё), in any quotation marks.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, auto

from desktop_app.language.fold import FoldRules, fold_text

# Nobody types more; what is pasted by mistake is looked for no longer than that.
LONGEST_QUERY = 1_000

_RULES = FoldRules(accents=True)

_OPENING, _CLOSING = '"“„«「『', '"”“»」』'
_PART = re.compile(
    rf"(?P<minus>[-−]?)(?:(?P<field>\w+)[:：])?"
    rf"(?:[{_OPENING}](?P<phrase>[^{_CLOSING}]*)(?:[{_CLOSING}]|$)|(?P<word>[^\s{_OPENING}]+))"
)

# In the languages of the window, as they are folded.
_FIELDS = {
    "tag": "tag",
    "tags": "tag",
    "тег": "tag",
    "теги": "tag",
    "标签": "tag",
    "author": "author",
    "creator": "author",
    "автор": "author",
    "作者": "author",
}

_MARKS = re.compile("[\u0300-\u036f]")

# Scripts that write no spaces: there a part is found inside of a run of letters too.
_NO_SPACES = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


class Place(Enum):
    """Where a part of a query looks."""

    ANYWHERE = auto()
    TAG = auto()
    AUTHOR = auto()


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A folded ``text`` that must be in its place, or must not."""

    text: str
    place: Place = Place.ANYWHERE
    is_out: bool = False

    @property
    def in_body(self) -> str:
        """As it stands in a long text."""
        return body_folded(self.text)


@dataclass(frozen=True, slots=True)
class Searchable:
    """A character as it is searched, all of it folded. ``head``: names, tags and author; ``body``: the long texts.

    The body is folded by ``body_folded``, the others by ``folded``.
    """

    head: str
    tags: tuple[str, ...] = ()
    author: str = ""
    body: str = ""


def folded(text: str) -> str:
    """``text`` as both sides are compared."""
    return fold_text(text, _RULES)


def body_folded(text: str) -> str:
    """The same of long texts, at a hundredth of the time: megabytes of them are read at once. й and и are one to it."""
    return _MARKS.sub("", unicodedata.normalize("NFKD", text).casefold())


def parse_query(text: str) -> tuple[QueryPart, ...]:
    """The parts of what was typed. Nothing that can be typed is wrong; what says nothing yet (``tag:``) is left out."""
    parts: list[QueryPart] = []
    text, at = text[:LONGEST_QUERY], 0
    while (found := _PART.search(text, at)) is not None:
        at = found.end()
        name = folded(found["field"] or "")
        said = found["word"] if found["phrase"] is None else found["phrase"]
        place = {"tag": Place.TAG, "author": Place.AUTHOR}.get(_FIELDS.get(name, ""), Place.ANYWHERE)
        if place is Place.ANYWHERE and found["field"]:
            said = f"{found['field']}:{said}"  # not a field: a word with a colon in it
        said = " ".join(folded(said).split())
        if said and not _says_nothing_yet(said, place):
            parts.append(QueryPart(said, place, bool(found["minus"])))
    return tuple(parts)


def rank(parts: tuple[QueryPart, ...], card: Searchable) -> int | None:
    """None where a query does not mean the character; 0 where names, tags and author alone say so; else 1."""
    worst = 0
    for part in parts:
        if part.is_out:
            if _is_near(part, card):
                return None
        elif not _is_near(part, card):
            if part.place is not Place.ANYWHERE or part.in_body not in card.body:
                return None
            worst = 1
    return worst


def _is_near(part: QueryPart, card: Searchable) -> bool:
    """Whether it is in its place; what is left out anywhere is not looked for in the long texts, which mention all sorts."""
    match part.place:
        case Place.TAG:
            return any(_begins_a_word(part.text, tag) for tag in card.tags)
        case Place.AUTHOR:
            return _begins_a_word(part.text, card.author)
        case Place.ANYWHERE:
            if part.is_out:
                return _begins_a_word(part.text, card.head)
            return part.text in card.head


def _begins_a_word(part: str, text: str) -> bool:
    """``elf`` is in *dark elf* and in *elfish*, not in *self*."""
    at = text.find(part)
    while at >= 0:
        if at == 0 or not text[at - 1].isalnum() or _NO_SPACES.match(part[0]):
            return True
        at = text.find(part, at + 1)
    return False


def _says_nothing_yet(said: str, place: Place) -> bool:
    return place is Place.ANYWHERE and (
        said in "-−" or (said.rstrip(":：").lstrip("-−") in _FIELDS and said[-1] in ":：")
    )
