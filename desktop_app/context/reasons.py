"""Every reason and warning of a plan: its code, and the English template that ``ui`` translates by that code.

Called by the stages of the builder. Everything in a plan has exactly one reason, so a rule without a code here cannot act.
"""

from __future__ import annotations

from enum import StrEnum

from desktop_app.context.plan import Reason


class ReasonCode(StrEnum):
    """What can be said about a block, about messages that are out, about entries that are not active, and about a whole plan."""

    PART_OF_PROMPT = "included.part-of-prompt"
    CURRENT_INPUT = "included.current-input"
    NEWEST_MESSAGE = "included.newest-message"
    ALWAYS_IN_CONTEXT = "included.always-in-context"
    IN_WINDOW = "included.in-window"
    HAD_ROOM = "included.had-room"

    OLDER_THAN_WINDOW = "trimmed.older-than-window"
    NO_ROOM = "trimmed.no-room"
    OVER_LANE = "trimmed.over-lane"
    OVER_LANE_ALONE = "trimmed.over-lane-alone"
    LESS_RELEVANT = "trimmed.below-threshold"
    EXCHANGE = "trimmed.exchange"
    RECALL_OFF = "trimmed.recall-off"

    SUMMARISED = "summarised.into"

    DUPLICATE = "duplicate.of"
    DUPLICATE_IN_WINDOW = "duplicate.in-window"
    STALE = "excluded.stale"
    NOT_IN_BRANCH = "excluded.not-in-branch"

    EXCLUDED_BY_USER = "excluded.by-user"
    NEVER_SEND = "excluded.never-send"
    HIDDEN = "excluded.hidden"
    DELETED = "excluded.deleted"
    NOTE = "excluded.note"
    EMPTY = "excluded.empty"
    UNMATCHED_TOOL = "excluded.unmatched-tool"
    TOOL_PARTNER = "excluded.tool-partner"

    NO_KEY_HIT = "inactive.no-key-hit"
    DISABLED = "inactive.disabled"
    FILTERED = "inactive.filtered"

    EMPTY_NOT_SENT = "warning.empty-not-sent"
    UNKNOWN_STRATEGY = "warning.unknown-strategy"
    PROTECTED_RESTORED = "warning.protected-restored"
    CUT_FURTHER = "warning.cut-further"
    STRATEGY_FAILED = "warning.strategy-failed"
    CONSTANT_LORE_OVER = "warning.constant-lore"


TEMPLATES: dict[ReasonCode, str] = {
    ReasonCode.PART_OF_PROMPT: "Part of every prompt.",
    ReasonCode.CURRENT_INPUT: "Your current input.",
    ReasonCode.NEWEST_MESSAGE: "The newest message.",
    ReasonCode.ALWAYS_IN_CONTEXT: "Marked as always in context.",
    ReasonCode.IN_WINDOW: "One of the newest messages that fit.",
    ReasonCode.HAD_ROOM: "There was room for it.",
    ReasonCode.OLDER_THAN_WINDOW: "Older than the window.",
    ReasonCode.NO_ROOM: "No room: the newest messages come first.",
    ReasonCode.OVER_LANE: "Needs {needs} tokens, had {had} after {after}.",
    ReasonCode.OVER_LANE_ALONE: "Needs {needs} tokens, had {had}.",
    ReasonCode.LESS_RELEVANT: "Less relevant than what counts: {score}, the threshold is {threshold}.",
    ReasonCode.EXCHANGE: "An exchange of relevance {relevance}, {ago} exchanges ago: more relevant or newer ones come first.",
    ReasonCode.RECALL_OFF: "Recall is off here.",
    ReasonCode.SUMMARISED: "Summarised before your input: {sentences} sentences stand for {messages} messages.",
    ReasonCode.DUPLICATE: "A duplicate of {of}.",
    ReasonCode.DUPLICATE_IN_WINDOW: "A duplicate of {of}, which is in the window.",
    ReasonCode.STALE: "Made of a message that was changed since.",
    ReasonCode.NOT_IN_BRANCH: "From a message that is not in this branch.",
    ReasonCode.EXCLUDED_BY_USER: "Excluded by you.",
    ReasonCode.NEVER_SEND: "Marked by you as never to be sent.",
    ReasonCode.HIDDEN: "Hidden.",
    ReasonCode.DELETED: "Deleted.",
    ReasonCode.NOTE: "A note; notes are never sent.",
    ReasonCode.EMPTY: "Empty; servers refuse empty messages.",
    ReasonCode.UNMATCHED_TOOL: "A tool call without its result, or a result without its call; servers refuse these.",
    ReasonCode.TOOL_PARTNER: "Belongs to a tool call of which another part is out.",
    ReasonCode.NO_KEY_HIT: "None of its keys was found.",
    ReasonCode.DISABLED: "Switched off.",
    ReasonCode.FILTERED: "Not for this character, or not for this kind of answer.",
    ReasonCode.EMPTY_NOT_SENT: "Empty messages that were not sent: {count}.",
    ReasonCode.UNKNOWN_STRATEGY: "The strategy “{strategy}” is not there; the oldest messages were left out instead.",
    ReasonCode.PROTECTED_RESTORED: "The strategy “{strategy}” left out what must be sent; restored: {count}.",
    ReasonCode.CUT_FURTHER: "The strategy “{strategy}” kept more than fits; left out besides, oldest first: {count}.",
    ReasonCode.STRATEGY_FAILED: "The strategy “{strategy}” failed ({error}); the oldest messages were left out instead.",
    ReasonCode.CONSTANT_LORE_OVER: "Constant lore needs {needs} tokens, more than its share of {share}. All of it stays; less is left for the rest.",
}


def reason(code: ReasonCode, **params: str | int | float) -> Reason:
    """The reason with its parameters and its English sentence."""
    return Reason(code=code.value, params=params, sentence=TEMPLATES[code].format(**params))
