"""What would have to be otherwise for something that is out to be in, as one sentence. A pure function of a plan.

Figures are the engine's where its reason tells them. How many tokens a message lacks depends on all that is newer: that is
added up here, and called *about*, because a plan tells the cost of roles for the whole prompt alone.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.context.plan import ContextPlan, Disposition, DroppedRun, Reason
from desktop_app.context.reasons import ReasonCode
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.counts import tokens_phrase

_LEFT = (ReasonCode.OLDER_THAN_WINDOW, ReasonCode.SUMMARISED, ReasonCode.NO_ROOM)


def change_sentence(node: Node, plan: ContextPlan) -> str:
    """What would put a row into the context; empty where it is in, or nothing could."""
    why = node.reason
    if why is None or node.is_in:
        return ""
    if why.code in _LEFT:
        missing = missing_tokens(node, plan)
        template = QCoreApplication.translate(
            "ContextChanges", "It would be in with about {tokens} more, or marked as always in context."
        )
        return template.format(tokens=tokens_phrase(missing)) if missing > 0 else ""
    if why.code in (ReasonCode.OVER_LANE, ReasonCode.OVER_LANE_ALONE):
        return _more_room(why)
    if why.code == ReasonCode.LESS_RELEVANT:
        return _more_relevant(why)
    return _by_code(why.code)


def missing_tokens(node: Node, plan: ContextPlan) -> int:
    """About how many tokens more it would take until the window reaches to a row of the history."""
    free = plan.available - plan.used
    per_message = plan.overhead / len(plan.messages) if plan.messages else 0.0
    if node.run is None:
        cost = node.tokens + per_message
    else:
        newer = [run for run in _from(plan, node.run) if run.disposition is not Disposition.EXCLUDED]
        cost = sum([run.tokens + run.count * per_message for run in newer])
    return round(cost - free)


def _from(plan: ContextPlan, run: DroppedRun) -> tuple[DroppedRun, ...]:
    """A run and those behind it, which are newer and would come in before it."""
    return plan.dropped[plan.dropped.index(run) :] if run in plan.dropped else (run,)


def _more_room(why: Reason) -> str:
    needs, had = why.params.get("needs"), why.params.get("had")
    if not isinstance(needs, int) or not isinstance(had, int):
        return ""
    template = QCoreApplication.translate("ContextChanges", "It would be in with {tokens} more for its kind.")
    return template.format(tokens=tokens_phrase(needs - had))


def _more_relevant(why: Reason) -> str:
    threshold = why.params.get("threshold")
    if isinstance(threshold, float):
        threshold = QLocale().toString(threshold, "f", 2)
    template = QCoreApplication.translate(
        "ContextChanges", "It would be in with a relevance of {threshold}, or if there were room for all of it."
    )
    return template.format(threshold=threshold)


def _by_code(code: str) -> str:
    translate = QCoreApplication.translate
    sentences: dict[str, str] = {
        ReasonCode.EXCHANGE: translate("ContextChanges", "It would be in if it were marked as always in context."),
        ReasonCode.RECALL_OFF: translate("ContextChanges", "It would be in if recall were on for this chat."),
        ReasonCode.EXCLUDED_BY_USER: translate("ContextChanges", "It would be in if you restored it."),
        ReasonCode.NEVER_SEND: translate("ContextChanges", "It would be in if you restored it."),
        ReasonCode.HIDDEN: translate("ContextChanges", "It would be in if you restored it."),
        ReasonCode.DELETED: translate("ContextChanges", "It would be in if you restored the message."),
        ReasonCode.TOOL_PARTNER: translate("ContextChanges", "It would be in if its partner were restored."),
        ReasonCode.NO_KEY_HIT: translate(
            "ContextChanges", "It would be in if one of its keys were said, or if it were always on."
        ),
        ReasonCode.DISABLED: translate("ContextChanges", "It could be in if it were switched on."),
        ReasonCode.FILTERED: translate(
            "ContextChanges", "It could be in if its filter let this character and answer pass."
        ),
    }
    return sentences.get(code, "")
