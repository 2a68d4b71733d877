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
    EXCHANGE_STAYS = "included.exchange"
    RECALLED = "included.recalled"
    SUMMARY = "included.summary"

    OLDER_THAN_WINDOW = "trimmed.older-than-window"
    NO_ROOM = "trimmed.no-room"
    OVER_LANE = "trimmed.over-lane"
    OVER_LANE_ALONE = "trimmed.over-lane-alone"
    LESS_RELEVANT = "trimmed.below-threshold"
    KEY_LESS_RELEVANT = "trimmed.key-below-threshold"
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
    EXAMPLES_OFF = "excluded.examples-off"
    OUTLET_NOWHERE = "excluded.outlet-nowhere"
    PICTURE_NOT_SEEN = "excluded.picture-not-seen"
    PICTURE_OLDER = "excluded.picture-older"

    KEY_HIT = "included.key-hit"
    KEY_IN_INPUT = "included.key-in-input"
    KEY_IN_TEXT = "included.key-in-text"
    PULLED = "included.pulled"
    BY_MEANING = "included.by-meaning"
    CONSTANT = "included.constant"
    STICKY = "included.sticky"
    KEPT_ACTIVE = "included.kept-active"

    NO_KEY_HIT = "inactive.no-key-hit"
    NO_KEYS = "inactive.no-keys"
    BAD_PATTERN = "inactive.bad-pattern"
    PATTERN_TOO_SLOW = "inactive.pattern-too-slow"
    PATTERN_NO_TIME = "inactive.pattern-no-time"
    SECONDARY_LOGIC = "inactive.secondary-logic"
    BESIDES_MISSING = "inactive.besides-missing"
    ANTI_KEY = "inactive.anti-key"
    ANTI_KEYS_TOGETHER = "inactive.anti-keys-together"
    BELOW_THRESHOLD = "inactive.below-threshold"
    NOT_MEASURED = "inactive.not-measured"
    MEANING_OFF = "inactive.meaning-off"
    CANNOT_BE_PULLED = "inactive.cannot-be-pulled"
    LEVEL_NOT_REACHED = "inactive.level-not-reached"
    DELAYED = "inactive.delayed"
    COOLING_DOWN = "inactive.cooling-down"
    TOO_FEW_ANSWERS = "inactive.too-few-answers"
    NOT_THIS_ANSWER = "inactive.not-this-answer"
    ONLY_ONCE = "inactive.only-once"
    PROBABILITY = "inactive.probability"
    LOST_GROUP = "inactive.lost-group"
    OVER_BOOK_BUDGET = "inactive.over-book-budget"
    OVER_CAP = "inactive.over-cap"
    EMPTY_ENTRY = "inactive.empty"
    SUPERSEDED = "inactive.superseded"
    OTHER_BRANCH = "inactive.other-branch"
    DECORATED_NEVER = "inactive.never"
    OTHER_GREETING = "inactive.other-greeting"
    DISABLED = "inactive.disabled"
    FILTERED = "inactive.filtered"

    EMPTY_NOT_SENT = "warning.empty-not-sent"
    SLOW_PATTERNS = "warning.slow-patterns"
    SLOW_SCRIPT = "warning.slow-script"
    CONSTANT_OVER_CAP = "warning.constant-over-cap"
    UNKNOWN_STRATEGY = "warning.unknown-strategy"
    PROTECTED_RESTORED = "warning.protected-restored"
    CUT_FURTHER = "warning.cut-further"
    STRATEGY_FAILED = "warning.strategy-failed"
    CONSTANT_LORE_OVER = "warning.constant-lore"
    NEWEST_LEFT_OUT = "warning.newest-left-out"
    KEPT_FREE = "note.kept-free"

    SPEAKS_CHOSEN = "note.speaks-chosen"
    SPEAKS_FIRST = "note.speaks-first"
    SPEAKS_MENTIONED = "note.speaks-mentioned"
    SPEAKS_TALKATIVE = "note.speaks-talkative"
    SPEAKS_DRAWN = "note.speaks-drawn"
    SPEAKS_LISTED = "note.speaks-listed"
    SPEAKS_POOLED = "note.speaks-pooled"
    SPEAKS_ALONE = "note.speaks-alone"
    SPEAKS_AGAIN = "note.speaks-again"
    SPEAKS_THEN = "note.speaks-then"
    CARD_OF_SPEAKER = "note.card-of-speaker"
    CARDS_OF_ALL = "note.cards-of-all"


TEMPLATES: dict[ReasonCode, str] = {
    ReasonCode.PART_OF_PROMPT: "Part of every prompt.",
    ReasonCode.CURRENT_INPUT: "Your current input.",
    ReasonCode.NEWEST_MESSAGE: "The newest message.",
    ReasonCode.ALWAYS_IN_CONTEXT: "Marked as always in context.",
    ReasonCode.IN_WINDOW: "One of the newest messages that fit.",
    ReasonCode.HAD_ROOM: "There was room for it.",
    ReasonCode.EXCHANGE_STAYS: "Of an exchange that stays: relevance {relevance}, {ago} exchanges ago.",
    ReasonCode.RECALLED: "Recalled: it has to do with your input.",
    ReasonCode.SUMMARY: "Tells what is not in the window: {sentences} sentences, made of {messages} messages.",
    ReasonCode.OLDER_THAN_WINDOW: "Older than the window.",
    ReasonCode.NO_ROOM: "No room: the newest messages come first.",
    ReasonCode.OVER_LANE: "Needs {needs} tokens, had {had} after {after}.",
    ReasonCode.OVER_LANE_ALONE: "Needs {needs} tokens, had {had}.",
    ReasonCode.LESS_RELEVANT: "Less relevant than what counts: {score}, the threshold is {threshold}.",
    ReasonCode.KEY_LESS_RELEVANT: "Key “{key}” was found, but the entry's relevance, {score}, is below the threshold of {threshold}: under the strategy Recall such entries leave first, before any message. It would stay with more room, if it were always on, or under another strategy, where there is no threshold.",
    ReasonCode.EXCHANGE: "An exchange of relevance {relevance}, {ago} exchanges ago: more relevant or newer ones come first.",
    ReasonCode.RECALL_OFF: "Recall is off here.",
    ReasonCode.SUMMARISED: "Summarised before your input, with all that is no longer in the window (sentences: {sentences}).",
    ReasonCode.DUPLICATE: "A duplicate of {of}.",
    ReasonCode.DUPLICATE_IN_WINDOW: "A duplicate of message {number}, which is in the window.",
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
    ReasonCode.EXAMPLES_OFF: "Example dialogue is switched off.",
    ReasonCode.OUTLET_NOWHERE: "Its outlet “{outlet}” is nowhere in the prompt.",
    ReasonCode.PICTURE_NOT_SEEN: "Not sent: this model does not see pictures.",
    ReasonCode.PICTURE_OLDER: "Not sent: only the newest pictures are, as many as {newest}.",
    ReasonCode.KEY_HIT: "Key “{key}” in message {message}.",
    ReasonCode.KEY_IN_INPUT: "Key “{key}” in your input.",
    ReasonCode.KEY_IN_TEXT: "Key “{key}” in another text that is scanned: {source}.",
    ReasonCode.PULLED: "Key “{key}” in the entry “{title}” (pass {passed}).",
    ReasonCode.BY_MEANING: "By meaning: scored {score}, the threshold is {threshold}.",
    ReasonCode.CONSTANT: "Constant: always active.",
    ReasonCode.STICKY: "Stays since message {since}, up to message {until}.",
    ReasonCode.KEPT_ACTIVE: "Was active once and stays so.",
    ReasonCode.NO_KEY_HIT: "None of its keys was found.",
    ReasonCode.NO_KEYS: "It has no keys.",
    ReasonCode.BAD_PATTERN: "Its pattern {key} is wrong. {detail}.",
    ReasonCode.PATTERN_TOO_SLOW: "Its pattern {key} takes too long; it is off until you change it or try it again.",
    ReasonCode.PATTERN_NO_TIME: "There was no time left for its pattern {key}: slow ones came before it.",
    ReasonCode.SECONDARY_LOGIC: "A key was found, “{key}”, but of its {count} secondary keys {found} were ({logic}).",
    ReasonCode.BESIDES_MISSING: "A key was found, “{key}”, but none of these: {keys}.",
    ReasonCode.ANTI_KEY: "Blocked by the key “{key}”.",
    ReasonCode.ANTI_KEYS_TOGETHER: "Blocked: all of these were found: {keys}.",
    ReasonCode.BELOW_THRESHOLD: "By meaning it scored {score}; the threshold is {threshold}.",
    ReasonCode.NOT_MEASURED: "Its meaning is not measured yet.",
    ReasonCode.MEANING_OFF: "It has no keywords, and recall, which would find it by meaning, is off here.",
    ReasonCode.CANNOT_BE_PULLED: "Key “{key}” stands only in the entry “{title}”, and recursion may not pull it.",
    ReasonCode.LEVEL_NOT_REACHED: "Only from pass {level} of recursion on, and the book does not go so far.",
    ReasonCode.DELAYED: "Not before message {message}.",
    ReasonCode.COOLING_DOWN: "Cooling down until message {message}.",
    ReasonCode.TOO_FEW_ANSWERS: "Only after {least} answers; there are {answers}.",
    ReasonCode.NOT_THIS_ANSWER: "Only when the number of answers is a multiple of {every}; there are {answers}.",
    ReasonCode.ONLY_ONCE: "Was active once, and is so only once.",
    ReasonCode.PROBABILITY: "Rolled {roll}, with a probability of {limit} %.",
    ReasonCode.LOST_GROUP: "Lost the group “{group}” to “{title}”.",
    ReasonCode.OVER_BOOK_BUDGET: "Needs {needs} tokens, the budget of “{book}” had {had} left; {more} more are enough.",
    ReasonCode.OVER_CAP: "Has {needs} tokens; at most {cap} are allowed.",
    ReasonCode.EMPTY_ENTRY: "Active, but its text is empty.",
    ReasonCode.SUPERSEDED: "No longer true since “{title}”.",
    ReasonCode.OTHER_BRANCH: "Made of a message that is not in this branch.",
    ReasonCode.DECORATED_NEVER: "Its text begins with @@dont_activate.",
    ReasonCode.OTHER_GREETING: "Only for a chat that begins with another greeting.",
    ReasonCode.DISABLED: "Switched off.",
    ReasonCode.FILTERED: "Not for this character, or not for this kind of answer.",
    ReasonCode.EMPTY_NOT_SENT: "Empty messages that were not sent: {count}.",
    ReasonCode.SLOW_PATTERNS: "Patterns that take too long are off: {count}, among them {key} of “{title}”.",
    ReasonCode.SLOW_SCRIPT: "The script “{name}” takes too long; texts that it left as they are: {count}.",
    ReasonCode.CONSTANT_OVER_CAP: "The constant entry “{title}” is out: it has {needs} tokens, at most {cap} are allowed.",
    ReasonCode.UNKNOWN_STRATEGY: "The strategy “{strategy}” is not there; the oldest messages were left out instead.",
    ReasonCode.PROTECTED_RESTORED: "The strategy “{strategy}” left out what must be sent; restored: {count}.",
    ReasonCode.CUT_FURTHER: "The strategy “{strategy}” kept more than fits; left out besides, oldest first: {count}.",
    ReasonCode.STRATEGY_FAILED: "The strategy “{strategy}” failed ({error}); the oldest messages were left out instead.",
    ReasonCode.CONSTANT_LORE_OVER: "Constant lore needs {needs} tokens, more than its share of {share}. All of it stays; less is left for the rest.",
    ReasonCode.NEWEST_LEFT_OUT: "The message before your input is left out: it needs {needs} tokens, there was room for {had}.",
    ReasonCode.KEPT_FREE: "Kept free, so that the beginning of the prompt stays the same for the next turns: {tokens} tokens.",
    ReasonCode.SPEAKS_CHOSEN: "{name} speaks next: chosen by you.",
    ReasonCode.SPEAKS_FIRST: "{name} speaks next: the first of the members, as long as you choose nobody.",
    ReasonCode.SPEAKS_MENTIONED: "{name} speaks next: mentioned in the last message.",
    ReasonCode.SPEAKS_TALKATIVE: "{name} speaks next: talkative ({percent} %), and this time it was enough.",
    ReasonCode.SPEAKS_DRAWN: "{name} speaks next: drawn by lot, as nobody was mentioned or spoke up.",
    ReasonCode.SPEAKS_LISTED: "{name} speaks next: next in the list.",
    ReasonCode.SPEAKS_POOLED: "{name} speaks next: drawn among those who have not spoken since everyone had.",
    ReasonCode.SPEAKS_ALONE: "{name} speaks next: all others are muted.",
    ReasonCode.SPEAKS_AGAIN: "{name} speaks: another answer in the place of an earlier one.",
    ReasonCode.SPEAKS_THEN: "After that: {names}.",
    ReasonCode.CARD_OF_SPEAKER: "The card, lore and memory of {name} count; of the others only their names and words.",
    ReasonCode.CARDS_OF_ALL: "The cards, lore and memory of all members count: {count}.",
}


def reason(code: ReasonCode, **params: str | int | float) -> Reason:
    """The reason with its parameters and its English sentence."""
    return Reason(code=code.value, params=params, sentence=TEMPLATES[code].format(**params))
