"""Where sentences end, in Latin, Cyrillic and CJK."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.language.sentences import sentences


@pytest.mark.parametrize(
    "parts",
    [
        ["The dragon slept.", "It was late!", "Was it?", "Yes…", "Then it woke."],
        ["Mr. Smith met Dr. J. R. Brown at 3.14 p.m. sharp.", "He left."],
        ["The U.S. Army came.", "It went."],
        ["“Stop!” she said.", "“Why?”", "He laughed."],
        ["Wait... what is that?", "Nothing."],
        ["Is it I.", "No."],
        ["— Стой! — крикнул он.", "Все замерли."],
        ["Это было в XIX в. до н. э., т. е. давно.", "А. С. Пушкин жил на ул. Мойка.", "Он писал."],
        ["«Что это?» — спросила Анна.", "Никто не ответил…", "Тишина."],
        ["Он ушёл в 1999 г.", "Потом вернулся."],
        ["龙睡着了。", "“你好！”", "他说：「走吧。」", "真的吗？！", "是。"],
        ["竜が眠る。", "「起きろ！」", "誰？"],
        ["first line", "second line"],
        ["Die Burg, z. B. diese, ist alt.", "Sie fällt."],
        ["No stop at the end"],
        ["*He smiled.*", "_Then he left._"],
    ],
)
def test_each_sentence_is_found(parts: list[str]) -> None:
    glue = "\n" if parts[0] == "first line" else "" if parts[0][0] in "龙竜" else " "
    text = glue.join(parts)

    assert [text[start:end] for start, end in sentences(text)] == parts


def test_line_breaks_end_sentences() -> None:
    text = "  Title\n\n- one\n- two.  \n"

    assert [text[start:end] for start, end in sentences(text)] == ["Title", "- one", "- two."]


@given(st.text(alphabet=st.sampled_from('aБ。.!?… \n«»"A1т')))
def test_nothing_but_white_space_is_left_out(text: str) -> None:
    spans = sentences(text)

    kept = "".join(text[start:end] for start, end in spans)
    assert "".join(kept.split()) == "".join(text.split())
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
