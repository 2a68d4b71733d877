"""The text of an active entry as it is sent: macros expanded, cut to its cap at the end of a sentence.

Called by ``engine``, once for each entry that may become active.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.context.activation.compiled import CompiledEntry
from desktop_app.context.macros import MacroScope, expand
from desktop_app.domain.lore import TrimDirection
from desktop_app.domain.ports import TokenCount, TokenCounter
from desktop_app.language.sentences import sentences


@dataclass(frozen=True, slots=True)
class Shaped:
    """A text and its tokens. ``whole``: the tokens before it was cut; ``fits``: false where it is over its cap for good.

    ``hidden``: seen by recursion, not sent.
    """

    text: str
    count: TokenCount
    whole: int
    fits: bool
    hidden: tuple[str, ...]
    used_clock: bool


def shape(compiled: CompiledEntry, scope: MacroScope, counter: TokenCounter) -> Shaped:
    """The entry's text, ready."""
    entry = compiled.entry
    expanded = expand(entry.content, scope, f"entry.{entry.id}")
    text = expanded.text.strip()
    count = counter.count(text)
    cap = entry.token_cap
    whole, fits = count.tokens, True
    if cap is not None and count.tokens > cap:
        text = cut(text, cap, entry.trim, counter)
        count = counter.count(text)
        fits = bool(text)
    return Shaped(text, count, whole, fits, expanded.hidden, expanded.used_clock)


def cut(text: str, cap: int, direction: TrimDirection, counter: TokenCounter) -> str:
    """As many whole sentences from one end as have at most ``cap`` tokens; empty where not even one does."""
    if direction is TrimDirection.NEVER:
        return ""
    spans = sentences(text)

    def keeping(number: int) -> str:
        if direction is TrimDirection.BOTTOM:
            return text[: spans[number - 1][1]]
        return text[spans[-number][0] :]

    low, high = 0, len(spans)
    while low < high:
        middle = (low + high + 1) // 2
        if counter.count(keeping(middle)).tokens <= cap:
            low = middle
        else:
            high = middle - 1
    return keeping(low) if low else ""
