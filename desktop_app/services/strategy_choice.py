"""Which strategy counts for the next message of a chat, as a pure rule. Used by the strategy and context services.

Once (for the next message alone) goes before the chat, the chat before its folder, the folder before the settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.domain.chat import Chat, Folder


class StrategyOrigin(StrEnum):
    """Who decides a strategy, the nearest first."""

    ONCE = "once"
    CHAT = "chat"
    FOLDER = "folder"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class StrategyChoice:
    """The strategy that counts and who decided it. ``below``: what would count if nothing were chosen for once."""

    strategy: str
    origin: StrategyOrigin
    below: str


def strategy_choice(chat: Chat, once: str | None, folders: Sequence[Folder], default: str) -> StrategyChoice:
    """The choice by the rule of this page."""
    of_folder = next((folder.strategy for folder in folders if folder.name == chat.folder and chat.folder), None)
    below, origin = default, StrategyOrigin.DEFAULT
    if of_folder is not None:
        below, origin = of_folder, StrategyOrigin.FOLDER
    if chat.strategy is not None:
        below, origin = chat.strategy, StrategyOrigin.CHAT
    if once is not None:
        return StrategyChoice(once, StrategyOrigin.ONCE, below)
    return StrategyChoice(below, origin, below)
