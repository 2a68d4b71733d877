"""A backup in words: its size, and what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from desktop_app.domain.backup import BY_HAND, Backup, BackupContents
from desktop_app.ui.counts import size_phrase
from desktop_app.ui.settings_dialog.backup_words import backup_line, contents_phrase


@pytest.mark.usefixtures("english")
def test_the_words_for_a_backup_name_what_there_is() -> None:
    assert contents_phrase(BackupContents(1, 10, None)) == "1 chat, 10 messages"
    some = BackupContents(2, 1, None, lorebooks=1, summary_segments=12)
    assert contents_phrase(some) == "2 chats, 1 message, 1 lorebook, 12 summary segments"
    whole = BackupContents(2, 1, None, lorebooks=2, memory_entries=1, summary_segments=1)
    assert contents_phrase(whole) == "2 chats, 1 message, 2 lorebooks, 1 memory entry, 1 summary segment"


@pytest.mark.parametrize(("language", "size"), [("en_US", "1.0 MB"), ("ru_RU", "1,0 МБ"), ("zh_CN", "1.0 MB")])
def test_a_size_speaks_the_language_of_the_window(language: str, size: str) -> None:
    QLocale.setDefault(QLocale(language))
    assert size_phrase(1_048_576) == size
    assert size in backup_line(Backup(Path("one.db"), BY_HAND, 0, 1_048_576))
