"""Letters for avatars."""

from __future__ import annotations

import pytest

from desktop_app.ui.chat.initials import initials


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Mira", "M"),
        ("anna petrova", "AP"),
        ("Илья Константинопольский-Задунайский Третий", "ИТ"),
        ("林晓", "林"),
        ("The keeper of the Lighthouse", "TL"),
        ("👩‍🚀", "👩‍🚀"),
        ("ß", "SS"),
        ("", ""),
        (" \u200b ", "\u200b"),
    ],
)
def test_initials(name: str, letters: str) -> None:
    assert initials(name) == letters
