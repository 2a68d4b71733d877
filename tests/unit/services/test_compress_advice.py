"""After how many messages a segment is made: the advice by length and kind, and who decides otherwise."""

from __future__ import annotations

import pytest

from desktop_app.domain.chat import Chat, ChatContext, Folder
from desktop_app.services.compress_advice import advised_every, decided_every, inherited_every


@pytest.mark.parametrize(
    ("user_turns", "advised"), [(0, None), (19, None), (20, 10), (59, 10), (60, 8), (61, 8), (10_000, 8)]
)
def test_the_advice_is_by_the_length(user_turns: int, advised: int | None) -> None:
    assert advised_every(user_turns, code_review=False) == advised


@pytest.mark.parametrize("user_turns", [0, 19, 20, 60])
def test_code_is_reviewed_in_long_messages(user_turns: int) -> None:
    assert advised_every(user_turns, code_review=True) == 6


def test_the_chat_goes_before_its_folder_and_the_folder_before_the_settings() -> None:
    folders = [Folder("a", compress_every_n=12), Folder("b", "manual")]
    own = ChatContext(compress_every_n=5)

    assert decided_every(Chat("c", folder="a", context=own), folders, 30) == 5
    assert decided_every(Chat("c", folder="a"), folders, 30) == 12
    assert decided_every(Chat("c", folder="b"), folders, 30) == 30
    assert decided_every(Chat("c"), [*folders, Folder("", compress_every_n=3)], None) is None
    assert inherited_every("a", folders, None) == 12
