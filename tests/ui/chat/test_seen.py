"""What the model sees of the conversation: where its view begins and breaks off, and why a message is out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint

from desktop_app.context.plan import BlockKind, Disposition
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.services.marks_service import MessageMark
from desktop_app.ui.chat.seen import Seen
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.chat.stories import Stage, click, message, out, rows_of
from tests.ui.context_preview.plans import block, plan_of

HERE = "the model sees from here"
BY_USER = reason(ReasonCode.EXCLUDED_BY_USER)


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    stage = Stage(theme, icons)
    stage.show([message(n, "Words.") for n in range(10)])
    return stage


def lines(seen: Seen) -> dict[int, str]:
    return {row: seen.line(row) for row in range(10) if seen.line(row)}


def test_the_hairline_lies_where_the_view_begins(stage: Stage) -> None:
    stage.show_seen(out("m0", "m3"))
    assert lines(stage.view._seen) == {4: HERE}
    assert [bool(stage.view.out_reason(row)) for row in range(6)] == [True] * 4 + [False] * 2


def test_where_everything_fits_there_is_no_line(stage: Stage) -> None:
    stage.show_seen()
    assert lines(stage.view._seen) == {}


def test_each_gap_is_shown(stage: Stage) -> None:
    """Vector-recall leaves out whole exchanges in the middle."""
    stage.show_seen(out("m0", "m1"), out("m4", "m5"), out("m8", "m8"))
    found = lines(stage.view._seen)
    assert set(found) == {2, 4, 6, 8, 9}
    assert [found[row] for row in (2, 6, 9)] == [HERE] * 3
    assert found[4].startswith("left out: 2")
    assert found[8].startswith("left out: 1")


def test_what_the_person_left_out_is_marked_and_is_no_gap(stage: Stage) -> None:
    stage.show_seen(out("m0", "m0"), out("m5", "m6", BY_USER, Disposition.EXCLUDED))
    assert lines(stage.view._seen) == {1: HERE}
    assert stage.view.out_reason(5) == stage.view.out_reason(6) == "Excluded by you."


def test_neighbours_that_are_out_for_several_reasons_are_one_gap(stage: Stage) -> None:
    stage.show_seen(out("m0", "m1"), out("m2", "m2", BY_USER, Disposition.EXCLUDED), out("m3", "m3"))
    assert lines(stage.view._seen) == {4: HERE}
    assert stage.view.out_reason(2) == "Excluded by you."


def test_a_block_that_is_out_is_marked(stage: Stage) -> None:
    empty = replace(block(BlockKind.HISTORY, 0, "m7", Disposition.EXCLUDED), reason=reason(ReasonCode.EMPTY))
    seen = Seen(plan_of(empty, block(BlockKind.HISTORY, 5, "m8")), stage.model.row_of, stage.model.rowCount)
    assert seen.reason(7).startswith("Empty")
    assert seen.reason(8) == ""


def test_marks_stay_with_their_messages_when_rows_come_before_them(stage: Stage) -> None:
    """A chat is shown by its end first; the rest of the branch comes a moment later."""
    stage.show([message(n, "Words.") for n in range(5, 10)])
    stage.show_seen(out("m5", "m6"))
    assert stage.view.out_reason(0) != ""
    stage.model.replace_rows(rows_of([message(n, "Words.") for n in range(10)]))
    assert [bool(stage.view.out_reason(row)) for row in range(8)] == [False] * 5 + [True, True, False]
    assert lines(stage.view._seen)[7] == HERE


def test_a_click_on_the_mark_asks_for_its_place(stage: Stage) -> None:
    asked: list[str] = []
    stage.view.row_actions.marks.place_requested.connect(asked.append)
    stage.show_seen(out("m7", "m8"))
    for name in ("m8", "m9"):
        layout = stage.view.layout_of(stage.model.row_of(name))
        click(stage.view.viewport(), layout.mark.center() + QPoint(0, stage.top(name)))
    assert asked == ["m8"]


def test_under_manual_every_message_shows_how_to_exclude_it(stage: Stage) -> None:
    asked: list[tuple[list[str], str]] = []

    def note(ids: list[str], mark: MessageMark) -> None:
        asked.append((ids, mark.value))

    stage.view.row_actions.marks.mark_requested.connect(note)
    stage.show_seen()
    plain = stage.view.grab().toImage()
    place = stage.view.layout_of(9).switch
    assert place is not None
    at = place.center() + QPoint(0, stage.top("m9"))
    click(stage.view.viewport(), at)
    assert asked == []
    stage.show_seen(strategy="manual")
    assert stage.view.grab().toImage() != plain
    click(stage.view.viewport(), at)
    stage.model.change(replace(message(9, "Words."), flags=replace(message(9, "").flags, excluded=True)))
    click(stage.view.viewport(), at)
    assert asked == [(["m9"], "exclude"), (["m9"], "restore")]
