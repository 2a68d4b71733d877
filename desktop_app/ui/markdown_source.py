"""Markdown as it is meant in a chat: parsed to tokens without HTML, within limits that keep hostile text harmless.

Used by ``markdown`` (which writes documents) and by whatever needs a message's plain words (clipboard, screen readers).
Knows nothing of Qt. CommonMark with tables and strikethrough, but as people type in chats: a single newline is a line
break, four spaces are no code, a line of dashes under a text makes no heading of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desktop_app.ui import markdown_emphasis

SHOWN_LIMIT = 100_000
"""Characters of one message that are laid out at once (lab-ui-packaging page, section 3: 1 MB takes seconds)."""

RUN_LIMIT = 2_000
"""Characters without a space after which a line may be broken: Qt lays out longer runs in quadratic time."""

BREAK = "\u200b"
"""Zero-width space: where a run is broken. Taken out again by whatever copies text."""

ALLOWED_SCHEMES = frozenset({"http", "https", "mailto"})
"""Addresses that may become links (reliability page, H7); everything else stays text."""

TABLE_CELL_LIMIT = 2_000
"""Cells that one table may have; a larger one is shown as the text it was written in."""

_PARSER = (
    MarkdownIt("commonmark", {"html": False, "maxNesting": 20})
    .enable(["table", "strikethrough"])
    .disable(["code", "lheading", "html_block", "html_inline"])
)
_PARSER.inline.ruler.at("emphasis", markdown_emphasis.tokenize)

_LONG_RUN = re.compile(rf"(\S{{{RUN_LIMIT}}})(?=\S)")
_ADDRESS = re.compile(r"https?://[^\s<>\"'`\u200b]+")
_AFTER_ADDRESS = ".,;:!?)]}*_~'\"»”’。，、）"


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a message made ready for parsing; ``cut`` says that more is there than is shown."""

    text: str
    cut: bool


class Alignment(StrEnum):
    """How the cells of a table's column are set."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell; ``inline`` is the token with its text."""

    inline: Token
    alignment: Alignment

    @property
    def content(self) -> str:
        """The cell as it was written."""
        return self.inline.content


def prepare(text: str, *, limit: int = SHOWN_LIMIT) -> Source:
    """``text`` without what a document cannot hold, cut after ``limit`` characters, its long runs breakable."""
    shown = text[:limit].replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    return Source(_LONG_RUN.sub(r"\1" + BREAK, shown), cut=len(text) > limit)


def parse(source: str) -> list[Token]:
    """The block tokens of a prepared text; inline tokens are the children of ``inline`` tokens."""
    return _PARSER.parse(source)


def table_rows(tokens: Sequence[Token]) -> list[list[TableCell]]:
    """The cells of the table that these tokens make."""
    rows: list[list[TableCell]] = []
    alignment = Alignment.LEFT
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            style = str(token.attrGet("style") or "")
            alignment = next((kind for kind in Alignment if style.endswith(kind.value)), Alignment.LEFT)
        elif token.type == "inline":
            rows[-1].append(TableCell(token, alignment))
    return rows


def plain_text(text: str, *, limit: int = SHOWN_LIMIT) -> str:
    """The words of a message without its markup, one line for each block."""
    source = prepare(text, limit=limit)
    return "\n".join(_block_texts(parse(source.text))).replace(BREAK, "")


def is_allowed(address: str) -> bool:
    """Whether an address may be a link."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme.lower() in ALLOWED_SCHEMES and bool(parts.netloc or parts.path)


def shown_address(address: str) -> str:
    """An address as a person should judge it: its host in ASCII, so that look-alike letters give themselves away."""
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except (UnicodeError, ValueError):
        return address
    return address.replace(parts.netloc, host + (f":{parts.port}" if parts.port else ""), 1) if host else address


def split_addresses(text: str) -> Iterator[tuple[str, bool]]:
    """``text`` in pieces, each with whether it is a bare ``http(s)`` address; closing punctuation belongs to the text."""
    end = 0
    for found in _ADDRESS.finditer(text):
        address = _without_closing(found.group())
        if not is_allowed(address):
            continue
        if found.start() > end:
            yield text[end : found.start()], False
        yield address, True
        end = found.start() + len(address)
    if end < len(text):
        yield text[end:], False


def _without_closing(address: str) -> str:
    """``address`` without the punctuation after it; a closing bracket stays where its opening one is inside."""
    while address and address[-1] in _AFTER_ADDRESS and not (address[-1] == ")" and "(" in address):
        address = address[:-1]
    return address


def _block_texts(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "fence":
            yield token.content.rstrip("\n")
        elif token.type == "inline":
            yield "".join(_inline_text(child) for child in token.children or ())


def _inline_text(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    return token.content  # images: their description; marks of emphasis and links: empty
