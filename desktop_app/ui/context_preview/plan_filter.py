"""Which blocks, runs and entries of a plan somebody looks for: those with some words, those that are out. Used by the dock."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.context.plan import Block, DroppedRun, EntryTrace, Reason
from desktop_app.ui.context_preview.parts import is_in
from desktop_app.ui.context_preview.plan_tree import Item
from desktop_app.ui.messages import reason_sentence


@dataclass(slots=True)
class PlanFilter:
    """Call it with what is in a plan. ``words`` is looked for in titles, texts, keys that hit, and reasons, without case.

    ``only_out``: what is in the prompt is passed over.
    """

    words: str = ""
    only_out: bool = False
    _sentences: dict[str, str] = field(default_factory=dict[str, str], init=False)

    @property
    def is_idle(self) -> bool:
        """Whether everything passes."""
        return not self.words.strip() and not self.only_out

    def __call__(self, item: Item) -> bool:
        """Whether this is looked for."""
        if self.only_out and _is_in(item):
            return False
        wanted = self.words.strip().casefold()
        return not wanted or wanted in _words_of(item) or wanted in self._sentence(item.reason)

    def _sentence(self, why: Reason) -> str:
        """Thousands of messages have the same reason; those with parameters are few."""
        if why.params:
            return reason_sentence(why).casefold()
        if why.code not in self._sentences:
            self._sentences[why.code] = reason_sentence(why).casefold()
        return self._sentences[why.code]


def _is_in(item: Item) -> bool:
    match item:
        case Block():
            return is_in(item)
        case EntryTrace():
            return item.included
        case DroppedRun():
            return False


def _words_of(item: Item) -> str:
    match item:
        case Block():
            return f"{item.title}\n{item.text}".casefold()
        case EntryTrace():
            return "\n".join([item.title, *(hit.key for hit in item.hits)]).casefold()
        case DroppedRun():
            return ""
