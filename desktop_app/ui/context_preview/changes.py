"""What would have to be otherwise for something that is out to be in, as one sentence. Pure functions.

How many tokens more it would take is found by the engine, by building (``context.needed``); here it is only said. All other
figures and names are those of the reason.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.context.plan import Block, BlockKind
from desktop_app.context.reasons import ReasonCode
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.counts import tokens_phrase

FOR_ROOM = frozenset(
    {
        ReasonCode.OLDER_THAN_WINDOW,
        ReasonCode.SUMMARISED,
        ReasonCode.NO_ROOM,
        ReasonCode.OVER_LANE,
        ReasonCode.OVER_LANE_ALONE,
        ReasonCode.LESS_RELEVANT,
        ReasonCode.KEY_LESS_RELEVANT,
        ReasonCode.EXCHANGE,
    }
)
"""Reasons of what is out for want of room: a larger context would let it in."""


def asked_for(node: Node) -> str:
    """The id by which the engine is asked how much room a row lacks; empty where room is not what it lacks.

    Of a run of messages it is the newest, which would come in first.
    """
    why = node.reason
    if why is None or node.is_in or why.code not in FOR_ROOM:
        return ""
    if node.run is not None:
        return node.run.last_id
    return node.block.id if node.block is not None else ""


def needed_sentence(node: Node, tokens: int | None) -> str:
    """How much larger the context would have to be; ``None``: no size would do."""
    translate = QCoreApplication.translate
    if tokens is None:
        return translate("ContextChanges", "No larger context would let it in.")
    if node.run is not None and node.run.count > 1:
        template = translate("ContextChanges", "The newest of them would be in if the context were {tokens} larger.")
    else:
        template = translate("ContextChanges", "It would be in if the context were {tokens} larger.")
    return template.format(tokens=tokens_phrase(tokens))


def change_sentence(node: Node) -> str:
    """What else would put a row into the context; empty where it is in, or nothing could."""
    why = node.reason
    if why is None or node.is_in:
        return ""
    if why.code in FOR_ROOM:
        return _always(node)
    template = _templates().get(why.code, "")
    shown = {name: _shown(value) for name, value in why.params.items()}
    try:
        return template.format_map(shown)
    except KeyError:  # a stored plan of an earlier version may lack a parameter
        return ""


def _always(node: Node) -> str:
    """Messages can be marked; what else is out for want of room cannot."""
    block: Block | None = node.block
    if node.run is None and (block is None or block.kind is not BlockKind.HISTORY):
        return ""
    return QCoreApplication.translate("ContextChanges", "Marked as always in context it would be in as well.")


def _shown(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return QLocale().toString(value) if isinstance(value, int) else QLocale().toString(value, "f", 2)


def _templates() -> dict[str, str]:
    """By the codes of reasons; their parameters are those of the reason."""
    return {**_of_messages(), **_of_keys(), **_of_entries()}


def _of_messages() -> dict[str, str]:
    """What the person or a switch keeps out."""
    translate = QCoreApplication.translate
    restored = translate("ContextChanges", "It would be in if you restored it.")
    return {
        ReasonCode.EXCLUDED_BY_USER: restored,
        ReasonCode.NEVER_SEND: restored,
        ReasonCode.HIDDEN: restored,
        ReasonCode.DELETED: translate("ContextChanges", "It would be in if you restored the message."),
        ReasonCode.TOOL_PARTNER: translate("ContextChanges", "It would be in if its partner were restored."),
        ReasonCode.EXAMPLES_OFF: translate("ContextChanges", "It would be in if example dialogue were switched on."),
        ReasonCode.OUTLET_NOWHERE: translate(
            "ContextChanges", "It would be in if the prompt had a place for its outlet “{outlet}”."
        ),
        ReasonCode.RECALL_OFF: translate("ContextChanges", "It could be in if recall were on for this chat."),
    }


def _of_keys() -> dict[str, str]:
    """What was said, and how well it fits."""
    translate = QCoreApplication.translate
    return {
        ReasonCode.NO_KEY_HIT: translate(
            "ContextChanges", "It would be in if one of its keys were said, or if it were always on."
        ),
        ReasonCode.NO_KEYS: translate(
            "ContextChanges", "It would be in with a key that is said, or if it were always on."
        ),
        ReasonCode.BAD_PATTERN: translate("ContextChanges", "It could be in if its pattern were right."),
        ReasonCode.PATTERN_TOO_SLOW: translate("ContextChanges", "It could be in with a simpler pattern."),
        ReasonCode.PATTERN_NO_TIME: translate("ContextChanges", "It could be in if the slow patterns were simpler."),
        ReasonCode.SECONDARY_LOGIC: translate("ContextChanges", "It would be in if its secondary keys allowed it."),
        ReasonCode.BESIDES_MISSING: translate(
            "ContextChanges", "It would be in if one of these were said too: {keys}."
        ),
        ReasonCode.ANTI_KEY: translate("ContextChanges", "It would be in if “{key}” were not said."),
        ReasonCode.ANTI_KEYS_TOGETHER: translate(
            "ContextChanges", "It would be in if not all of these were said: {keys}."
        ),
        ReasonCode.BELOW_THRESHOLD: translate(
            "ContextChanges", "It would be in with a score of {threshold}, or with a key that is said."
        ),
        ReasonCode.MEANING_OFF: translate(
            "ContextChanges", "It could be in if recall were on for this chat, or with a keyword that is said."
        ),
        ReasonCode.CANNOT_BE_PULLED: translate(
            "ContextChanges", "It would be in if “{key}” were said in a message, or if recursion might pull it."
        ),
        ReasonCode.LEVEL_NOT_REACHED: translate(
            "ContextChanges", "It could be in if the book's recursion went to pass {level}."
        ),
    }


def _of_entries() -> dict[str, str]:
    """What the entry itself, its book or its place in the chat asks for."""
    translate = QCoreApplication.translate
    return {
        ReasonCode.DELAYED: translate("ContextChanges", "It can be in from message {message} on."),
        ReasonCode.COOLING_DOWN: translate("ContextChanges", "It can be in again from message {message} on."),
        ReasonCode.TOO_FEW_ANSWERS: translate("ContextChanges", "It can be in after {least} answers."),
        ReasonCode.NOT_THIS_ANSWER: translate(
            "ContextChanges", "It can be in when the number of answers is a multiple of {every}."
        ),
        ReasonCode.PROBABILITY: translate(
            "ContextChanges", "It would be in with a probability of {roll} % or more, or if chance were asked anew."
        ),
        ReasonCode.LOST_GROUP: translate("ContextChanges", "It would be in if “{title}” were not."),
        ReasonCode.OVER_BOOK_BUDGET: translate(
            "ContextChanges", "It would be in if the budget of “{book}” were {more} tokens larger."
        ),
        ReasonCode.OVER_CAP: translate("ContextChanges", "It would be in if {needs} tokens of it were allowed."),
        ReasonCode.EMPTY_ENTRY: translate("ContextChanges", "It would be in if it had a text."),
        ReasonCode.OTHER_BRANCH: translate(
            "ContextChanges", "It could be in on the branch of its message, or if its scope were wider than this chat."
        ),
        ReasonCode.DECORATED_NEVER: translate("ContextChanges", "It could be in without @@dont_activate."),
        ReasonCode.DISABLED: translate("ContextChanges", "It could be in if it were switched on."),
        ReasonCode.FILTERED: translate(
            "ContextChanges", "It could be in if its filter let this character and answer pass."
        ),
    }
