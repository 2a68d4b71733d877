"""What is in a backup, in words: of what stands beside the chats only what there is."""

from __future__ import annotations

import pytest

from desktop_app.domain.backup import BackupContents
from desktop_app.ui.settings_dialog.backup_words import contents_phrase


@pytest.mark.usefixtures("english")
def test_the_words_for_a_backup_name_what_there_is() -> None:
    assert contents_phrase(BackupContents(1, 10, None)) == "1 chat, 10 messages"
    some = BackupContents(2, 1, None, lorebooks=1, summary_segments=12)
    assert contents_phrase(some) == "2 chats, 1 message, 1 lorebook, 12 summary segments"
    whole = BackupContents(2, 1, None, lorebooks=2, memory_entries=1, summary_segments=1)
    assert contents_phrase(whole) == "2 chats, 1 message, 2 lorebooks, 1 memory entry, 1 summary segment"
