"""The shares of the room: caps, the history's least share, what constant lore does to the others, and that none starves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.context.lanes import over_their_lanes, shares, shares_in_use
from desktop_app.context.pieces import Group
from desktop_app.context.plan import Lane
from desktop_app.domain.settings import Lanes
from tests.examples import examples
from tests.unit.context.groups import fixed, group, lore, memory, messages, passage

SIDE = (Lane.KEYED_LORE, Lane.MEMORY, Lane.RECALL, Lane.SUMMARY)


def rooms(
    groups: list[Group], room: int, lanes: Lanes = Lanes(), *, summary: int = 0, recall: bool = False
) -> dict[Lane, int]:
    """The rooms alone."""
    return dict(shares(groups, room, lanes, summary=summary, recall=recall).rooms)


def test_the_shares_are_of_what_is_free_after_the_protected() -> None:
    found = rooms([fixed("system", 200), lore("a", 10)], 1200, summary=10, recall=True)
    assert found == {
        Lane.CONSTANT_LORE: 400,
        Lane.KEYED_LORE: 250,
        Lane.MEMORY: 150,
        Lane.RECALL: 150,
        Lane.SUMMARY: 100,
        Lane.HISTORY: 0,
    }


def test_the_summary_has_at_least_eighty_tokens_where_it_is_wanted() -> None:
    assert rooms([], 500, summary=400)[Lane.SUMMARY] == 80
    assert rooms([], 5_000, summary=400)[Lane.SUMMARY] == 500
    assert rooms([], 500)[Lane.SUMMARY] == 0


def test_the_summary_keeps_its_least_where_the_lanes_are_pressed_but_no_more_than_half() -> None:
    """A small context: of 354 tokens beside the history the four could use 403."""
    groups = [*messages(*[60] * 10), lore("a", 900), memory("b", 900), passage("p", 900)]
    found = rooms(groups, 650, summary=900, recall=True)
    assert [found[lane] for lane in SIDE] == [124, 74, 74, 80]
    found = rooms(groups, 160, summary=900, recall=True)
    assert [found[lane] for lane in SIDE] == [13, 8, 8, 30]


def test_recall_has_no_share_where_it_is_off() -> None:
    assert rooms([passage("p", 10)], 1000)[Lane.RECALL] == 0


def test_the_history_has_its_forty_percent_before_all_others() -> None:
    """The four lanes could use 65 %: they share the 60 that are left, by their caps."""
    groups = [*messages(*[100] * 20), lore("a", 900), memory("b", 900), passage("p", 900)]
    found = rooms(groups, 1100, summary=900, recall=True)
    assert found[Lane.HISTORY] == 400
    assert [found[lane] for lane in SIDE] == [230, 138, 138, 92]


def test_what_the_history_does_not_need_the_others_may_have() -> None:
    groups = [*messages(50, 50), lore("a", 900), memory("b", 900), passage("p", 900)]
    found = rooms(groups, 1050, summary=900, recall=True)
    assert [found[lane] for lane in SIDE] == [250, 150, 150, 100]


def test_constant_lore_over_its_share_stays_and_is_told_and_the_others_shrink_alike() -> None:
    groups = [fixed("c", 700, Lane.CONSTANT_LORE), *messages(*[100] * 20), lore("a", 900)]
    found = shares(groups, 1100, Lanes(), summary=0, recall=False)
    assert [warning.sentence for warning in found.warnings()] == [
        "Constant lore needs 700 tokens, more than its share of 400. All of it stays; less is left for the rest."
    ]
    # 300 are left, which is 60 % of 500.
    assert found.rooms[Lane.HISTORY] == 200
    assert found.rooms[Lane.KEYED_LORE] == 100


def test_constant_lore_within_its_share_is_not_told() -> None:
    found = shares([fixed("c", 400, Lane.CONSTANT_LORE)], 1000, Lanes(), summary=0, recall=False)
    assert list(found.warnings()) == []


def test_lanes_that_want_little_leave_theirs_to_those_that_want_more() -> None:
    groups = [*messages(*[100] * 20), lore("a", 20), memory("b", 900), passage("p", 900)]
    found = rooms(groups, 1100, Lanes(history=80), recall=True)
    assert [found[lane] for lane in SIDE] == [20, 90, 90, 0]


def test_an_entry_over_its_lane_is_out_though_another_lane_has_room() -> None:
    groups = [lore("a", 200, 0.9), lore("b", 100, 0.5), memory("c", 100)]
    lanes = shares(groups, 1000, Lanes(), summary=0, recall=False)
    out = over_their_lanes(groups, lanes.rooms, (Lane.KEYED_LORE, Lane.MEMORY))
    assert {id_: why.sentence for id_, why in out.items()} == {"b": "Needs 100 tokens, had 50 after a."}


def test_the_use_of_the_lanes_adds_up() -> None:
    groups = [fixed("system", 100), fixed("c", 50, Lane.CONSTANT_LORE), lore("a", 200), *messages(60, 60, 60)]
    found = shares_in_use(shares(groups, 1000, Lanes(), summary=0, recall=False), groups, 0, 1000)
    used = {use.lane: (use.used, use.room) for use in found}
    assert list(used) == list(Lane)
    assert used[Lane.PROTECTED] == (160, 160)
    assert used[Lane.CONSTANT_LORE] == (50, 336)
    assert used[Lane.KEYED_LORE] == (200, 210)
    assert used[Lane.HISTORY] == (120, 590)
    assert sum(use.used for use in found) == sum(item.cost for item in groups)


PERCENT = st.integers(0, 100)
LANES = st.builds(Lanes, PERCENT, PERCENT, PERCENT, PERCENT, PERCENT, st.integers(0, 200), PERCENT)


@given(LANES, st.lists(st.integers(0, 400), min_size=6, max_size=6), st.integers(-50, 2000), st.booleans())
@examples(80)
def test_no_lane_can_starve_another(lanes: Lanes, sizes: list[int], room: int, recall: bool) -> None:
    groups = [
        fixed("system", sizes[0]),
        fixed("constant", sizes[1], Lane.CONSTANT_LORE),
        lore("lore", sizes[2]),
        memory("memory", sizes[3]),
        passage("passage", sizes[4]),
        group("m1", Lane.HISTORY, sizes[5], place=0),
    ]
    found = rooms(groups, room, lanes, summary=sizes[5], recall=recall)
    wants = {Lane.KEYED_LORE: sizes[2], Lane.MEMORY: sizes[3], Lane.RECALL: sizes[4] * recall, Lane.SUMMARY: sizes[5]}
    taken = {lane: min(found[lane], wants[lane]) for lane in SIDE}
    left = max(0, room - sizes[0] - sizes[1])
    assert all(size >= 0 for size in found.values())
    # The history has its share, and with it everything fits into what is left.
    assert found[Lane.HISTORY] + sum(taken.values()) <= left
    # Whoever has less than it may have has no less than its part of what the lanes have beside the summary.
    caps = _caps(lanes, max(0, room - sizes[0]), sizes[1], recall=recall, summary=sizes[5] > 0)
    percents = dict(zip(SIDE, (lanes.keyed_lore, lanes.memory, lanes.recall), strict=False))
    open_ = {lane: percent for lane, percent in percents.items() if wants[lane] and percent}
    together = sum(taken[lane] for lane in open_)
    for lane, percent in open_.items():
        if taken[lane] < min(wants[lane], caps[lane]):
            assert taken[lane] >= together * percent // sum(open_.values())
    # The summary has its least tokens, or half of what there is, or all that the others cannot use.
    others = sum(min(wants[lane], caps[lane]) for lane in percents)
    side = left - found[Lane.HISTORY]
    assert taken[Lane.SUMMARY] >= min(
        wants[Lane.SUMMARY], caps[Lane.SUMMARY], lanes.summary_tokens, max(side // 2, side - others)
    )


def _caps(lanes: Lanes, base: int, constant: int, *, recall: bool, summary: bool) -> dict[Lane, int]:
    """The shares as the specification words them."""
    free = base
    if constant > base * lanes.constant_lore // 100:
        # Constant lore is then just its share of this.
        free = max(0, base - constant) * 100 // (100 - lanes.constant_lore) if lanes.constant_lore < 100 else 0
    percents = dict(zip(SIDE, (lanes.keyed_lore, lanes.memory, lanes.recall * recall, lanes.summary), strict=True))
    caps = {lane: free * percent // 100 for lane, percent in percents.items()}
    caps[Lane.SUMMARY] = max(caps[Lane.SUMMARY], lanes.summary_tokens) if summary else 0
    return caps


@given(LANES, st.lists(st.integers(0, 400), min_size=5, max_size=5), st.integers(0, 2000), st.integers(1, 300))
@examples(80)
def test_more_room_makes_no_lane_of_entries_or_passages_smaller(
    lanes: Lanes, sizes: list[int], room: int, more: int
) -> None:
    groups = [
        fixed("system", sizes[0]),
        lore("lore", sizes[1]),
        memory("memory", sizes[2]),
        passage("passage", sizes[3]),
        group("m1", Lane.HISTORY, sizes[4], place=0),
    ]
    before, after = (rooms(groups, size, lanes, summary=sizes[4], recall=True) for size in (room, room + more))
    wants = {Lane.KEYED_LORE: sizes[1], Lane.MEMORY: sizes[2], Lane.RECALL: sizes[3]}
    for lane, want in wants.items():
        assert min(after[lane], want) >= min(before[lane], want)
