"""What the strategy selector says: where a value comes from, and what a candidate would change. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from desktop_app.context.compare import Difference
from desktop_app.services.strategy_service import StrategyOrigin
from desktop_app.ui.strategies import TRUNCATE, StrategyOption, strategy_name

MINUS = "\N{MINUS SIGN}"


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


class StrategyCounts(QObject):
    """The phrases with plural forms: ``lupdate`` finds them only in ``self.tr``."""

    def leaving(self, count: int) -> str:
        """So many messages leave the prompt."""
        return self.tr("%Ln message(s) leave", "", count)

    def coming(self, count: int) -> str:
        """So many messages come back into it."""
        return self.tr("%Ln message(s) come back", "", count)

    def fits(self, count: int) -> str:
        """Nothing leaves for so many more messages."""
        return self.tr("Everything fits; no difference for about %Ln more message(s).", "", count)


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


def changes(found: Difference) -> bool:
    """Whether the other plan is another one at all."""
    same_summary = found.summary_tokens == found.summary_before
    return not (same_summary and found.used_before == found.used_after and not found.leaving and not found.coming)


def difference_sentence(found: Difference) -> str:
    """What would change; or that nothing would, and for how long."""
    translate = QCoreApplication.translate
    if not changes(found):
        if not found.everything_fits:
            return translate("StrategyWords", "No difference for this message.")
        until_full = found.messages_until_full
        return StrategyCounts().fits(until_full) if until_full > 0 else translate("StrategyWords", "Everything fits.")
    parts: list[str] = []
    if found.leaving:
        parts.append(StrategyCounts().leaving(found.leaving))
    if found.coming:
        parts.append(StrategyCounts().coming(found.coming))
    if summary := found.summary_tokens - found.summary_before:
        parts.append(translate("StrategyWords", "summary {tokens}").format(tokens=_signed(summary)))
    locale = QLocale()
    used = f"{locale.toString(found.used_before)} → {locale.toString(found.used_after)}"
    return f"{', '.join(parts)}; {used}" if parts else used


def from_next_message(sentence: str) -> str:
    """A difference that does not touch the answer that is being written."""
    return QCoreApplication.translate("StrategyWords", "{sentence} (from the next message)").format(sentence=sentence)


def _signed(tokens: int) -> str:
    sign = "+" if tokens > 0 else MINUS
    return f"{sign}{QLocale().toString(abs(tokens))}"
