"""The estimate stays near the real tokenizers for every script, and never costs much."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.providers.token_estimate import estimate_tokens

# Tokens by o200k_base and by cl100k_base, counted with tiktoken 0.14.
TEXTS: dict[str, tuple[str, tuple[int, int]]] = {
    "English": (
        (
            "The old ship sailed slowly past the grey island while the captain told stories about storms and lost friends. Nobody on "
            "deck believed half of them, but they listened anyway, because the nights were long and there was nothing else to do. "
            "“Have you ever seen the lighthouse at Kerrow?” he asked."
        ),
        (60, 61),
    ),
    "German": (
        (
            "Das alte Schiff segelte langsam an der grauen Insel vorbei, während der Kapitän Geschichten über Stürme und verlorene "
            "Freunde erzählte. Niemand an Deck glaubte auch nur die Hälfte davon, aber sie hörten trotzdem zu."
        ),
        (48, 63),
    ),
    "Russian": (
        (
            "Старый корабль медленно проплывал мимо серого острова, пока капитан рассказывал истории о бурях и потерянных друзьях. "
            "Никто на палубе не верил и половине из них, но все слушали, потому что ночи были длинными и делать было больше нечего."
        ),
        (67, 109),
    ),
    "Chinese": (
        "老船缓缓驶过灰色的岛屿，船长讲述着关于风暴和失散朋友的故事。甲板上没有人相信其中的一半，但他们还是听着，因为夜晚很长，也没有别的事可做。",
        (55, 87),
    ),
    "Japanese": (
        "古い船は灰色の島をゆっくりと通り過ぎ、船長は嵐や失った友人たちの話をしていた。甲板の誰もその半分も信じていなかったが、夜は長く、ほかにすることもなかったので、みんな耳を傾けていた。",
        (80, 108),
    ),
    "Korean": (
        "낡은 배는 회색 섬을 천천히 지나갔고, 선장은 폭풍과 잃어버린 친구들에 대한 이야기를 들려주었다. 갑판 위의 누구도 그 절반을 믿지 않았지만 모두 귀를 기울였다.",
        (60, 98),
    ),
    "Arabic": (
        "أبحرت السفينة القديمة ببطء بجانب الجزيرة الرمادية بينما كان القبطان يروي قصصا عن العواصف والأصدقاء المفقودين.",
        (35, 76),
    ),
    "Hindi": (
        "पुराना जहाज धीरे-धीरे धूसर द्वीप के पास से गुज़रा जबकि कप्तान तूफानों और खोए हुए दोस्तों की कहानियाँ सुना रहा था।",
        (40, 115),
    ),
    "code": (
        (
            "def read_header(path: Path) -> GgufHeader:\n    with path.open('rb', buffering=1 << 18) as file:\n"
            "        size = file.seek(0, SEEK_END)\n        file.seek(0)\n        return _HeaderReader(file, size).read()\n"
        ),
        (58, 58),
    ),
    "numbers": ("2026-11-30 13:45:07 1,250.75 98362432 0x1f8b 3.14159 +1 (555) 123-4567", (44, 44)),
    "emoji": ("😀😂🥰🚀🎉👩‍💻🇩🇪", (17, 26)),
}


@pytest.mark.parametrize("name", TEXTS)
def test_is_within_the_range_of_real_tokenizers(name: str) -> None:
    text, (newer, older) = TEXTS[name]
    assert 0.85 * newer <= estimate_tokens(text) <= 1.15 * older


def test_nothing_is_nothing_and_something_is_something() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens(" ") == 1


@given(st.text(), st.text())
def test_more_text_is_never_fewer_tokens(text: str, more: str) -> None:
    assert estimate_tokens(text) <= estimate_tokens(text + more) <= estimate_tokens(text) + estimate_tokens(more)
