"""After how many new messages the next segment of the summary is made: who decides it, and what is advised. Pure.

Used by the summary service, the settings and the dialog *Memory settings of this chat*. Small: compressed more often, which costs
more and keeps the context dense. Large: cheaper, with more risk that the context overflows before.
"""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.domain.chat import Chat, Folder

LEAST_EVERY = 2
MOST_EVERY = 200
"""The numbers that a person may choose."""

_SHORT_CHAT = 20
_LONG_CHAT = 60
_EVERY_IN_CODE_REVIEW = 6
_EVERY_IN_LONG_CHATS = 8
_EVERY_OTHERWISE = 10


def advised_every(user_turns: int, *, code_review: bool) -> int | None:
    """The advice for a chat with so many messages of the user; None: no summary yet, all of it fits.

    Messages of a code review are long: there the kind goes before the length.
    """
    if code_review:
        return _EVERY_IN_CODE_REVIEW
    if user_turns < _SHORT_CHAT:
        return None
    return _EVERY_IN_LONG_CHATS if user_turns >= _LONG_CHAT else _EVERY_OTHERWISE


def decided_every(chat: Chat, folders: Sequence[Folder], default: int | None) -> int | None:
    """What the chat says, else its folder, else the settings (``default``); None: nobody does, the advice counts."""
    if chat.context.compress_every_n is not None:
        return chat.context.compress_every_n
    return inherited_every(chat.folder, folders, default)


def inherited_every(folder: str, folders: Sequence[Folder], default: int | None) -> int | None:
    """What counts in a chat of this folder (empty: of none) that says nothing itself."""
    of_folder = next((known.compress_every_n for known in folders if folder and known.name == folder), None)
    return default if of_folder is None else of_folder
