"""Numbers of things in words, with the plural forms of each language and the figures of the locale.

Functions for whatever shows a count. The class is there for ``lupdate``, which finds plural forms only in ``self.tr``.
"""

from __future__ import annotations

from PySide6.QtCore import QObject


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


def characters_phrase(count: int) -> str:
    """``5,000 characters``."""
    return Counts().characters(count)
