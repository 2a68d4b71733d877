"""Emphasis by stars as it is meant between Chinese, Japanese and Korean characters. A rule for the parser of ``markdown_source``.

CommonMark tells an opening run of stars from a closing one by the spaces around it. These scripts have none: in
``*她放下杯子。*有些事`` the second star, between 。 and a letter, would only open.
"""

from __future__ import annotations

import re

from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

_WITHOUT_SPACES = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


def tokenize(state: StateInline, silent: bool) -> bool:
    """Takes a run of ``*`` or ``_``, as markdown-it's own rule does, with more places where stars may open and close."""
    marker = state.src[state.pos]
    if silent or marker not in ("_", "*"):
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    opens, closes = scanned.can_open, scanned.can_close
    if marker == "*":
        before, after = _around(state, scanned.length)
        opens = opens or (_is_without_spaces(before) and not after.isspace())
        closes = closes or (_is_without_spaces(after) and not before.isspace())
    for _ in range(scanned.length):
        token = state.push("text", "", 0)
        token.content = marker
        state.delimiters.append(
            Delimiter(ord(marker), scanned.length, len(state.tokens) - 1, end=-1, open=opens, close=closes)
        )
    state.pos += scanned.length
    return True


def _around(state: StateInline, length: int) -> tuple[str, str]:
    """The characters before and after the run; a space stands for the ends of the text."""
    end = state.pos + length
    return state.src[state.pos - 1] if state.pos else " ", state.src[end] if end < state.posMax else " "


def _is_without_spaces(character: str) -> bool:
    return _WITHOUT_SPACES.fullmatch(character) is not None
