"""The line below the composer: what would change, in so many words."""

from __future__ import annotations

import pytest

from desktop_app.context.compare import Difference
from desktop_app.ui.application import Languages
from desktop_app.ui.composer.strategy_words import from_next_message
from desktop_app.ui.plan_difference import changes, difference_sentence

pytestmark = pytest.mark.usefixtures("english")


def found(  # the values of one field each
    *,
    leaving: int = 0,
    coming: int = 0,
    summary: tuple[int, int] = (0, 0),
    used: tuple[int, int] = (3412, 3412),
    fits: int = -1,
) -> Difference:
    return Difference(
        leaving=leaving,
        coming=coming,
        summary_tokens=summary[1],
        used_before=used[0],
        used_after=used[1],
        everything_fits=fits >= 0,
        messages_until_full=max(0, fits),
        summary_before=summary[0],
    )


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        (found(leaving=14, summary=(0, 180), used=(3412, 3120)), "14 messages leave, summary +180; 3,412 → 3,120"),
        (found(leaving=1, used=(3412, 3400)), "1 message leaves; 3,412 → 3,400"),
        (found(summary=(0, 433), used=(6386, 6705)), "Summary +433; 6,386 → 6,705"),
        (found(coming=2, summary=(180, 0), used=(900, 950)), "2 messages come back, summary −180; 900 → 950"),
        (found(used=(900, 950)), "900 → 950"),
        (found(), "No difference for this message."),
        (found(fits=62), "Everything fits; no difference for about 62 more messages."),
        (found(fits=1), "Everything fits; no difference for about 1 more message."),
        (found(fits=0), "Everything fits."),
        (found(coming=3, used=(900, 990), fits=2), "3 messages come back; 900 → 990"),
    ],
)
def test_the_line_says_what_changes(difference: Difference, sentence: str) -> None:
    assert difference_sentence(difference) == sentence


def test_a_summary_that_both_have_is_no_change() -> None:
    assert not changes(found(summary=(180, 180)))
    assert changes(found(summary=(180, 181)))


def test_it_speaks_the_language_of_the_window(languages: Languages) -> None:
    languages.choose("ru")
    sentence = difference_sentence(found(leaving=14, summary=(0, 180), used=(412, 320)))
    assert sentence == "14 сообщений уйдут, сводка +180; 412 → 320"
    assert from_next_message(sentence).endswith("(со следующего сообщения)")
    languages.choose("zh")
    assert difference_sentence(found(fits=62)) == "全部放得下；大约再过 62 条消息才会有差别。"
