"""What of a summary stands on a branch, what is to be made, and what is offered of it to the engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from desktop_app.domain.memory import SummaryMaker, SummarySentence
from desktop_app.domain.message import MessageFlags, MessageKind, Role
from desktop_app.domain.summary import Covered
from desktop_app.services.summary_branch import Gap, fresh_sentences, runs_to_make, standing
from desktop_app.services.summary_candidates import ARC, NEAR, SCENE, UNSCORED, Placed, offered, spread
from tests.unit.services.summary_material import OUT, row, rows, segment, span

EXTRACTIVE = SummaryMaker.EXTRACTIVE
FIRST, SECOND = segment("a", range(1, 11)), segment("b", range(11, 21))


def made(gaps: tuple[Gap, ...], every: int | None) -> list[tuple[int, int]]:
    """The runs by their first and last place."""
    return [(run.start, run.stop) for run in runs_to_make(gaps, every)]


def test_what_is_new_is_made_in_whole_runs() -> None:
    stands = standing(rows(34), [FIRST, SECOND], EXTRACTIVE)
    assert stands.whole == (FIRST, SECOND)
    assert stands.gaps == (Gap(20, 34, 20, last=True),)
    assert made(stands.gaps, 10) == [(20, 30)]
    assert made(stands.gaps, 15) == []
    assert made(stands.gaps, None) == []
    assert made(standing(rows(34), [], EXTRACTIVE).gaps, 10) == [(0, 10), (10, 20), (20, 30)]


@pytest.mark.parametrize(
    "changed",
    [{"revision": 2}, {"flags": OUT}, {"flags": MessageFlags(deleted=True)}, {"flags": MessageFlags(never_send=True)}],
)
def test_a_change_touches_the_segment_that_has_the_message_and_no_other(changed: dict[str, object]) -> None:
    branch = [row(number, **(changed if number == 5 else {})) for number in range(1, 25)]
    stands = standing(branch, [FIRST, SECOND], EXTRACTIVE)
    assert (stands.whole, stands.partly) == ((SECOND,), (FIRST,))
    count = 10 if "revision" in changed else 9
    assert made(stands.gaps, 10) == [(0, count)]
    fresh = fresh_sentences(FIRST, {each.message_id: each.revision for each in stands.told})
    assert [each.id for each in fresh] == [f"a:m{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10)]


def test_what_is_stale_at_the_growing_end_is_made_at_once() -> None:
    branch = [row(number, revision=1 + (number == 15)) for number in range(1, 25)]
    stands = standing(branch, [FIRST, SECOND], EXTRACTIVE)
    assert stands.gaps == (Gap(10, 24, 20, last=True),)
    assert made(stands.gaps, 10) == [(10, 20)]
    assert made(stands.gaps, None) == [(10, 20)]


def test_a_message_that_comes_back_opens_its_segment_again() -> None:
    without = segment("a", [1, 2, 3, 4, 6, 7, 8, 9, 10])
    stands = standing(rows(20), [without, SECOND], EXTRACTIVE)
    assert (stands.whole, stands.partly) == ((SECOND,), (without,))
    assert made(stands.gaps, 10) == [(0, 10)]


def test_a_fork_has_what_lies_before_it_and_nothing_of_the_other_branch() -> None:
    fork = [*rows(15), *(row(number, id=f"x{number}") for number in range(16, 22))]
    stands = standing(fork, [FIRST, SECOND], EXTRACTIVE)
    assert (stands.whole, stands.partly) == ((FIRST,), ())
    assert made(stands.gaps, 10) == [(10, 20)]
    assert made(standing(fork[:18], [FIRST, SECOND], EXTRACTIVE).gaps, 10) == []


def test_notes_tools_and_instructions_are_not_told() -> None:
    branch = [row(1), row(2, kind=MessageKind.NOTE), row(3, role=Role.TOOL), row(4, role=Role.SYSTEM), row(5)]
    assert standing(branch, [], EXTRACTIVE).told == (Covered("m1", 1), Covered("m5", 1))


def test_a_sentence_that_is_marked_as_stale_opens_its_segment_unless_it_is_locked() -> None:
    marked = replace(FIRST, stale=frozenset(["a:m3"]))
    assert standing(rows(20), [marked], EXTRACTIVE).whole == ()
    locked = replace(marked, sentences=tuple(replace(each, locked=True) for each in marked.sentences))
    assert standing(rows(20), [locked], EXTRACTIVE).whole == (locked,)


def test_of_two_segments_of_the_same_message_one_stands() -> None:
    other = segment("c", range(6, 16))
    stands = standing(rows(20), [other, FIRST, SECOND], EXTRACTIVE)
    assert stands.whole == (FIRST, SECOND)
    assert standing(rows(20), [FIRST, segment("m", range(1, 21), SummaryMaker.MODEL)], EXTRACTIVE).whole == (FIRST,)


def placed(number: int, weight: float = 0.5, name: str = "s", text: str = "") -> Placed:
    said = text or f"sentence{number} about thing{number} in place{number}"
    return Placed(number, SummarySentence(f"{name}{number}", said, (span(f"m{number}"),), weight))


def test_near_everything_is_offered_far_only_the_best() -> None:
    count = 10_000
    sentences = [placed(number, (number * 37 % 101) / 100) for number in range(count)]
    found = [int(each.sources[0].message_id[1:]) for each in offered(sentences, count)]
    assert found == sorted(found)
    assert len(found) < 3_500
    assert set(range(count - NEAR, count)) <= set(found)
    by_tenth = Counter(place * 10 // count for place in found)
    assert sorted(by_tenth) == list(range(10))
    assert by_tenth[9] > by_tenth[6] > by_tenth[0]
    best = max(range(ARC), key=lambda place: (place * 37 % 101, -place))
    assert best in found


def test_scenes_and_arcs_stay_while_the_chat_grows() -> None:
    sentences = [placed(number, (number * 37 % 101) / 100) for number in range(6_001)]
    before = {each.id for each in offered(sentences[:6_000], 6_000)}
    after = {each.id for each in offered(sentences, 6_001)}
    assert after - before == {"s6000"}
    assert len(before - after) <= SCENE


def test_the_persons_own_words_are_offered_however_old_and_light() -> None:
    own = Placed(-1, SummarySentence("own", "They are friends.", (), 0.0, SummaryMaker.PERSON, locked=True))
    locked = replace(placed(3, 0.0, "l"), sentence=replace(placed(3, 0.0, "l").sentence, locked=True))
    crowd = [placed(number, 1.0) for number in range(9_000)]
    found = [each.id for each in offered([*crowd, own, locked], 9_000)]
    assert found[0] == "own"
    assert "l3" in found


def test_what_is_said_again_and_again_weighs_little() -> None:
    again = [placed(number, text=f"He smiled and poured {number} cups of tea.") for number in range(40)]
    found = {each.id: each.weight for each in offered([*again, placed(99)], 100)}
    assert found["s99"] > 1.5 * found["s1"] > 0


def test_of_unscored_messages_the_spread_stays_while_the_chat_grows() -> None:
    unscored = [Covered(f"m{number}", 1) for number in range(9 * UNSCORED // 2)]
    told = spread(unscored)
    assert told[-UNSCORED:] == unscored[-UNSCORED:]
    assert len(told) <= 2 * UNSCORED
    grown = spread([*unscored, Covered("new", 1)])
    assert set(told[:-UNSCORED]) <= set(grown)
