"""What the strategy selector says of a value: where it comes from, what it does. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from desktop_app.services.strategy_service import StrategyOrigin
from desktop_app.ui.strategies import TRUNCATE, StrategyOption, strategy_name


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """What counts in the open chat. ``below`` would count after the next message; ``folder`` is the chat's, if it has one."""

    strategy: str
    origin: StrategyOrigin
    below: str
    folder: str = ""

    @property
    def inherited(self) -> bool:
        """Whether the chat decides nothing itself."""
        return self.origin in (StrategyOrigin.FOLDER, StrategyOrigin.DEFAULT)


def origin_sentence(choice: ShownChoice) -> str:
    """Who decided."""
    translate = QCoreApplication.translate
    sentences = {
        StrategyOrigin.ONCE: translate("StrategyWords", "For the next message only, then {below}."),
        StrategyOrigin.CHAT: translate("StrategyWords", "Chosen for this chat."),
        StrategyOrigin.FOLDER: translate("StrategyWords", "From the folder “{folder}”."),
        StrategyOrigin.DEFAULT: translate("StrategyWords", "The default for new chats, from the settings."),
    }
    return sentences[choice.origin].format(below=strategy_name(choice.below), folder=choice.folder)


def missing_sentence(code: str) -> str:
    """What happens to a strategy that is not there."""
    template = QCoreApplication.translate("StrategyWords", "“{name}” is not there. {trim} used instead.")
    return template.format(name=code, trim=strategy_name(TRUNCATE))


def failing_sentence(code: str) -> str:
    """What happens to a strategy that did not do its work."""
    template = QCoreApplication.translate("StrategyWords", "“{name}” failed. {trim} used instead.")
    return template.format(name=code, trim=strategy_name(TRUNCATE))


def tip(option: StrategyOption, choice: ShownChoice | None, *, streaming: bool) -> str:
    """All there is to say about a strategy; ``choice`` where it is the one that counts."""
    lines = [f"{option.name} ({option.code})"]
    if option.sentence:
        lines.append(option.sentence)
    if option.author:
        lines.append(option.author)
    if choice is not None and not option.sentence:
        lines = [missing_sentence(option.code)]
    if choice is not None:
        lines.append(origin_sentence(choice))
    if streaming:
        lines.append(QCoreApplication.translate("StrategyWords", "What you choose now counts from the next message."))
    return "\n".join(lines)


def from_next_message(sentence: str) -> str:
    """A difference that does not touch the answer that is being written."""
    return QCoreApplication.translate("StrategyWords", "{sentence} (from the next message)").format(sentence=sentence)
