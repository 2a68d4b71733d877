"""The strategies as people know them: names, sentences, icons, in one place. Used by the selector, the preview and the settings.

What a strategy does is decided in ``context``; here is only what it is called and how it is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

TRUNCATE, SUMMARIZE, VECTOR_RECALL, MANUAL = "truncate", "summarize", "vector-recall", "manual"

STRATEGIES = (TRUNCATE, SUMMARIZE, VECTOR_RECALL, MANUAL)

LONGEST_NAME = 24
"""Characters of a plugin's name that a button shows; ours are shorter in every language."""

PLUGIN_ICON = "puzzle"


@dataclass(frozen=True, slots=True)
class StrategyOption:
    """A strategy as a person chooses it. ``sentence`` says what it does; ``author`` is empty for ours."""

    code: str
    name: str
    sentence: str
    icon: str = PLUGIN_ICON
    author: str = ""


def strategy_options() -> tuple[StrategyOption, ...]:
    """Our four in their order, in the language of now."""
    translate = QCoreApplication.translate
    return (
        StrategyOption(
            TRUNCATE,
            translate("Strategies", "Trim"),
            translate("Strategies", "Drops the oldest unprotected messages."),
            "scissors",
        ),
        StrategyOption(
            SUMMARIZE,
            translate("Strategies", "Summarize"),
            translate("Strategies", "Condenses what no longer fits, before your message."),
            "list-collapse",
        ),
        StrategyOption(
            VECTOR_RECALL,
            translate("Strategies", "Recall"),
            translate("Strategies", "Keeps what matters now, even if old."),
            "text-search",
        ),
        StrategyOption(
            MANUAL,
            translate("Strategies", "Manual"),
            translate("Strategies", "You decide what is not sent."),
            "hand",
        ),
    )


def strategy_name(code: str) -> str:
    """What people call a strategy; a plugin's keeps its own name."""
    return next((option.name for option in strategy_options() if option.code == code), code)


def short_name(name: str) -> str:
    """A name as a button shows it: a foreign one is bounded, ours are never shortened."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def uses(code: str) -> tuple[bool, bool]:
    """Whether a strategy puts the summary and recalled passages into the prompt where the chat does not decide it itself.

    The rule of the context-engine page, section 5; a plugin that says nothing uses neither.
    """
    return code in (SUMMARIZE, VECTOR_RECALL), code == VECTOR_RECALL
