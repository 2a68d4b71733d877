"""What a row's looks are made of, in words and names: colours, icons, dates. Pure functions for ``row_painter`` and others."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from desktop_app.context.plan import BlockKind
from desktop_app.domain.chat import BranchRow
from desktop_app.domain.message import Role
from desktop_app.ui.chat.row_layout import RowContent
from desktop_app.ui.theme import AppTheme

_AVATAR_KINDS = (BlockKind.LORE, BlockKind.MEMORY, BlockKind.RECALL, BlockKind.SUMMARY, BlockKind.HISTORY)


def avatar_color(content: RowContent, theme: AppTheme) -> str:
    """The user's is the accent; everybody else's is chosen by the name, so that it stays the same."""
    return theme.tokens.accent if content.row.role is Role.USER else color_of_name(content.name, theme)


def color_of_name(name: str, theme: AppTheme) -> str:
    """A colour for whoever is called so, always the same."""
    return theme.tokens.kinds[_AVATAR_KINDS[sum(name.encode("utf-8", "replace")) % len(_AVATAR_KINDS)]]


def details_of(content: RowContent, model_name: str) -> str:
    """Date, time and model of a message, as its row shows them while the mouse is there."""
    if content.message is None or not content.message.created_at:
        return model_name
    moment = QDateTime.fromMSecsSinceEpoch(content.message.created_at)
    when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
    return f"{when} · {model_name}" if model_name else when


def thought_label(content: RowContent) -> str:
    """What the folded thoughts of a model are called."""
    if content.is_streaming and content.message is not None and not content.message.text:
        return QCoreApplication.translate("RowPainter", "Thinking …")
    if content.thought_seconds:
        seconds = QLocale().toString(content.thought_seconds)
        return QCoreApplication.translate("RowPainter", "Thought for {seconds} s").format(seconds=seconds)
    return QCoreApplication.translate("RowPainter", "Thoughts")


def waiting_sentence() -> str:
    """What stands where an answer will be while its model still reads the prompt."""
    return QCoreApplication.translate("RowLooks", "Reading the conversation…")


def is_out(row: BranchRow) -> bool:
    """Whether the person keeps a message from the model."""
    return row.flags.hidden or row.flags.excluded or row.flags.never_send


def switch_text(row: BranchRow) -> str:
    """What a press on a message's switch does."""
    translate = QCoreApplication.translate
    return translate("RowLooks", "Restore to context") if is_out(row) else translate("RowLooks", "Exclude from context")


def flag_icons(content: RowContent) -> list[str]:
    """The signs of what the person has decided about a message."""
    row = content.row
    icons = ["pin"] if row.flags.always_in_context else []
    if is_out(row):
        icons.append("ban" if row.flags.never_send else "eye-off")
    return icons
