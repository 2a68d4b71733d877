"""The lines above the tree: how much is used of what, counted by what, cut by which strategy, kept by the cache.

Pure functions of a plan.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.context.notes import StrategyNote
from desktop_app.context.plan import ContextPlan
from desktop_app.context.reasons import ReasonCode
from desktop_app.context.speaking import is_of_group, names_speaker
from desktop_app.domain.generation import ESTIMATE, SERVER_TOKENIZER
from desktop_app.ui.counts import tokens_phrase
from desktop_app.ui.messages import reason_sentence
from desktop_app.ui.strategies import strategy_name


def header_line(plan: ContextPlan) -> str:
    """How much is used, of how much, and what is kept for the reply; an estimate says so."""
    locale = QLocale()
    used = locale.toString(plan.used)
    template = QCoreApplication.translate("ContextSummary", "{used} used of {limit} · {reserve} reserved")
    return template.format(
        used=used if plan.exact else f"≈ {used}",
        limit=locale.toString(plan.limit),
        reserve=locale.toString(plan.reserve),
    )


def strategy_line(plan: ContextPlan, *, is_candidate: bool = False) -> str:
    """The strategy, its note, and who counted; a strategy that nobody has chosen yet is told apart."""
    name = strategy_name(plan.strategy)
    if is_candidate:
        name = QCoreApplication.translate("ContextSummary", "{strategy}, not chosen yet").format(strategy=name)
    parts = [name, note_text(plan.strategy_note), tokenizer_name(plan)]
    return " · ".join(part for part in parts if part)


def note_text(note: str) -> str:
    """What a strategy says about how it decided; a plugin's words stay its own."""
    translate = QCoreApplication.translate
    notes: dict[str, str] = {
        StrategyNote.BY_WORDS: translate("ContextSummary", "ranked by words"),
        StrategyNote.BY_AGE: translate("ContextSummary", "messages ranked by age"),
        StrategyNote.CUT_AS_TRUNCATE: translate("ContextSummary", "still too much: the oldest left as in Trim"),
    }
    return notes.get(note, note)


def cache_line(plan: ContextPlan) -> str:
    """How much of the prompt a provider's cache can keep from the last one; empty before there was one."""
    if not plan.stable or not plan.used:
        return ""
    tokens = stable_tokens(plan)
    locale = QLocale()
    template = QCoreApplication.translate("ContextSummary", "The cache keeps {tokens} of {used} ({share} %)")
    share = locale.toString(round(100 * tokens / plan.used))
    return template.format(tokens=f"≈ {locale.toString(tokens)}", used=locale.toString(plan.used), share=share)


def stable_tokens(plan: ContextPlan) -> int:
    """About how many tokens the messages have that are those of the last prompt.

    The overhead of roles is shared out by messages; a plan tells it for the whole prompt alone.
    """
    if plan.stable >= len(plan.messages):
        return plan.used
    blocks = sum([block.tokens for block in plan.blocks if block.rendered and block.rendered[-1] < plan.stable])
    return blocks + round(plan.overhead * plan.stable / len(plan.messages))


def tokenizer_name(plan: ContextPlan) -> str:
    """Who counted; an encoding keeps its own name. A server that has counted nothing (most cannot) is not named."""
    if plan.tokenizer == ESTIMATE or (
        plan.tokenizer == SERVER_TOKENIZER and not any(block.exact and block.tokens for block in plan.blocks)
    ):
        return QCoreApplication.translate("ContextSummary", "estimated")
    if plan.tokenizer == SERVER_TOKENIZER:
        return QCoreApplication.translate("ContextSummary", "the model's own tokenizer")
    return plan.tokenizer


def kept_free_line(plan: ContextPlan) -> str:
    """How much room was left on purpose, and for what; empty where none was."""
    if all(warning.code != ReasonCode.KEPT_FREE for warning in plan.warnings):
        return ""
    template = QCoreApplication.translate(
        "ContextSummary",
        "{tokens} are kept free, so that the beginning of the prompt stays the same for the next turns",
    )
    return template.format(tokens=tokens_phrase(plan.available - plan.used, exact=plan.exact))


def warnings_text(plan: ContextPlan) -> str:
    """All warnings of the plan, one a line; of room left on purpose ``kept_free_line`` tells, of speakers ``speaker_line``."""
    warnings = (note for note in plan.warnings if note.code != ReasonCode.KEPT_FREE and not is_of_group(note))
    return "\n".join(map(reason_sentence, warnings))


def speaker_line(plan: ContextPlan) -> str:
    """Who speaks next and why; empty in a chat of one character."""
    return "\n".join(reason_sentence(note) for note in plan.warnings if names_speaker(note))


def group_lines(plan: ContextPlan) -> str:
    """Who speaks after that, and whose cards count; empty in a chat of one character."""
    notes = (note for note in plan.warnings if is_of_group(note) and not names_speaker(note))
    return "\n".join(map(reason_sentence, notes))
