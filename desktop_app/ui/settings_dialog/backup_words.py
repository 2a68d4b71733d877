"""Backups in words: when one was made, why, how large it is, and what is in it. For the page of the data folder."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from desktop_app.domain.backup import (
    BEFORE_DELETING,
    BEFORE_IMPORT,
    BEFORE_REPAIR,
    BEFORE_REPLACING,
    BEFORE_RESTORE,
    BY_HAND,
    DAILY,
    Backup,
    BackupContents,
)
from desktop_app.ui.counts import (
    chats_phrase,
    lorebooks_phrase,
    memory_entries_phrase,
    messages_phrase,
    size_phrase,
    summary_segments_phrase,
)


def backup_line(backup: Backup) -> str:
    """One line for a list."""
    return f"{moment(backup.made_at)} · {_reason(backup.reason)} · {size_phrase(backup.size)}"


def contents_phrase(contents: BackupContents) -> str:
    """The figures of a database or of a backup; of what stands beside the chats only what there is."""
    beside = (
        (contents.lorebooks, lorebooks_phrase),
        (contents.memory_entries, memory_entries_phrase),
        (contents.summary_segments, summary_segments_phrase),
    )
    phrases = [chats_phrase(contents.chats), messages_phrase(contents.messages)]
    figures = ", ".join([*phrases, *(phrase(count) for count, phrase in beside if count)])
    if contents.changed_at is None:
        return figures
    changed = QCoreApplication.translate("BackupWords", "last changed {moment}")
    return f"{figures}, {changed.format(moment=moment(contents.changed_at))}"


def moment(milliseconds: int) -> str:
    """A Unix time as the person's locale writes date and time."""
    when = QDateTime.fromMSecsSinceEpoch(milliseconds)
    return QLocale().toString(when, QLocale.FormatType.ShortFormat)


def _reason(reason: str) -> str:
    translate = QCoreApplication.translate
    known = {
        BY_HAND: translate("BackupWords", "by hand"),
        DAILY: translate("BackupWords", "daily"),
        BEFORE_RESTORE: translate("BackupWords", "before a restore"),
        BEFORE_IMPORT: translate("BackupWords", "before an import"),
        BEFORE_REPAIR: translate("BackupWords", "before a repair"),
        BEFORE_DELETING: translate("BackupWords", "before deleting"),
        BEFORE_REPLACING: translate("BackupWords", "before find and replace"),
    }
    return known.get(reason, translate("BackupWords", "before an upgrade"))
