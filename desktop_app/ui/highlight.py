"""Which parts of a piece of code are keywords, strings, comments …, and their colours. Called by ``markdown`` for fenced code.

Pygments is imported with the first piece of code: it is not needed for the first paint. ``run`` calls ``prepare`` after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from desktop_app.context.plan import BlockKind
from desktop_app.ui.theme import Tokens

CODE_LIMIT = 20_000
"""Characters of one piece of code that are coloured; the lexers are regular expressions, and this runs while painting."""

USUAL = ("python", "javascript", "bash", "json")
"""The languages of most code that models write."""


class Part(StrEnum):
    """What a stretch of code is, as far as colours tell it apart. The value is the Pygments token it begins with."""

    COMMENT = "Token.Comment"
    KEYWORD = "Token.Keyword"
    STRING = "Token.Literal.String"
    NUMBER = "Token.Literal.Number"
    FUNCTION = "Token.Name.Function"
    CLASS = "Token.Name.Class"
    BUILTIN = "Token.Name.Builtin"
    TAG = "Token.Name.Tag"
    ATTRIBUTE = "Token.Name.Attribute"
    DECORATOR = "Token.Name.Decorator"
    DELETED = "Token.Generic.Deleted"
    INSERTED = "Token.Generic.Inserted"


def parts(code: str, language: str) -> Iterator[tuple[int, int, Part]]:
    """Start, length and kind of the coloured stretches, in order; nothing for an unknown language or very long code."""
    if not language or len(code) > CODE_LIMIT:
        return
    from pygments.lexers import find_lexer_class_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = find_lexer_class_by_name(language)()
    except ClassNotFound:
        return
    for start, kind, value in lexer.get_tokens_unprocessed(code):
        part = _part(str(kind))
        if part is not None and value:
            yield start, len(value), part


def prepare() -> None:
    """Makes the lexers of the usual languages ready, for a worker thread: the first of a kind takes five frames."""
    for language in USUAL:
        for _ in parts("-", language):
            pass


def color(part: Part, tokens: Tokens) -> str:
    """The colour (``#RRGGBB``) of a part: the theme's own hues, so that code sits quietly between text."""
    kinds = tokens.kinds
    return {
        Part.COMMENT: tokens.muted,
        Part.KEYWORD: kinds[BlockKind.MEMORY],
        Part.STRING: tokens.ok,
        Part.NUMBER: kinds[BlockKind.SUMMARY],
        Part.FUNCTION: kinds[BlockKind.HISTORY],
        Part.CLASS: tokens.accent,
        Part.BUILTIN: tokens.accent,
        Part.TAG: kinds[BlockKind.HISTORY],
        Part.ATTRIBUTE: kinds[BlockKind.SUMMARY],
        Part.DECORATOR: kinds[BlockKind.RECALL],
        Part.DELETED: tokens.danger,
        Part.INSERTED: tokens.ok,
    }[part]


def _part(kind: str) -> Part | None:
    return next((part for part in Part if kind.startswith(part.value)), None)
