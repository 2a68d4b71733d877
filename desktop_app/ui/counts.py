"""Numbers of things in words, with the plural forms of each language and the figures of the locale.

Functions for whatever shows a count. The class is there for ``lupdate``, which finds plural forms only in ``self.tr``.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject


class Counts(QObject):
    """The phrases."""

    def tokens(self, count: int) -> str:
        """So many tokens."""
        return self.tr("%Ln token(s)", "", count)

    def messages(self, count: int) -> str:
        """So many messages."""
        return self.tr("%Ln message(s)", "", count)

    def chats(self, count: int) -> str:
        """So many chats."""
        return self.tr("%Ln chat(s)", "", count)

    def characters(self, count: int) -> str:
        """So many characters."""
        return self.tr("%Ln character(s)", "", count)

    def lorebooks(self, count: int) -> str:
        """So many lorebooks."""
        return self.tr("%Ln lorebook(s)", "", count)

    def memory_entries(self, count: int) -> str:
        """So many memory entries."""
        return self.tr("%Ln memory entry(s)", "", count)

    def summary_segments(self, count: int) -> str:
        """So many segments of summaries."""
        return self.tr("%Ln summary segment(s)", "", count)


def tokens_phrase(count: int, *, exact: bool = True) -> str:
    """``212 tokens``, or ``≈ 212 tokens`` where it is an estimate."""
    phrase = Counts().tokens(count)
    return phrase if exact else f"≈ {phrase}"


def messages_phrase(count: int) -> str:
    """``14 messages``."""
    return Counts().messages(count)


def chats_phrase(count: int) -> str:
    """``3 chats``."""
    return Counts().chats(count)


def lorebooks_phrase(count: int) -> str:
    """``2 lorebooks``."""
    return Counts().lorebooks(count)


def memory_entries_phrase(count: int) -> str:
    """``31 memory entries``."""
    return Counts().memory_entries(count)


def summary_segments_phrase(count: int) -> str:
    """``12 summary segments``."""
    return Counts().summary_segments(count)


def size_phrase(count: int) -> str:
    """``4.1 kB`` of so many bytes: the unit, too, in the person's language (Qt has KiB and its kin in English alone)."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def characters_phrase(count: int) -> str:
    """``5,000 characters``."""
    return Counts().characters(count)
