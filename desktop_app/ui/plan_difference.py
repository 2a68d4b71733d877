"""What another plan changes, in one sentence: for the strategy selector, and for the dock's *what if* and comparison."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from desktop_app.context.compare import Difference

MINUS = "\N{MINUS SIGN}"


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
    said = ", ".join(parts)
    return f"{said[:1].upper()}{said[1:]}; {used}" if said else used


def _signed(tokens: int) -> str:
    sign = "+" if tokens > 0 else MINUS
    return f"{sign}{QLocale().toString(abs(tokens))}"
