"""Where the segments and the thumb lie."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF

from desktop_app.ui.composer.strategy_geometry import HEIGHT, TrackGeometry

WIDTHS = (70.0, 110.0, 90.0, 80.0)


def test_segments_touch_and_fill_the_row() -> None:
    geometry = TrackGeometry(WIDTHS, tail=30)
    rects = geometry.rects
    assert [rect.width() for rect in rects] == list(WIDTHS)
    assert all(a.right() == b.left() for a, b in pairwise(rects))
    assert geometry.size.width() - rects[-1].right() - rects[0].left() == 30
    assert geometry.size.height() == HEIGHT


def test_a_mirrored_row_begins_at_the_right() -> None:
    plain, mirrored = TrackGeometry(WIDTHS), TrackGeometry(WIDTHS, mirrored=True)
    whole = plain.size.width()
    assert [whole - rect.right() for rect in mirrored.rects] == [rect.left() for rect in plain.rects]
    assert mirrored.index_at(QPointF(whole - 5, 10)) == 0


@pytest.mark.parametrize("column", [False, True])
def test_every_point_along_the_track_belongs_to_one_segment(column: bool) -> None:
    geometry = TrackGeometry(WIDTHS, column=column)
    for index in range(len(WIDTHS)):
        centre = geometry.rects[index].center()
        assert geometry.index_at(centre) == index
        assert geometry.nearest(geometry.centre(index) + 1) == index
    assert geometry.index_at(QPointF(-20, -20)) == -1


def test_the_thumb_has_its_segments_size_at_home_and_something_of_both_between() -> None:
    geometry = TrackGeometry(WIDTHS)
    for index, rect in enumerate(geometry.rects):
        assert geometry.thumb(geometry.centre(index)) == rect
    half = geometry.thumb((geometry.centre(0) + geometry.centre(1)) / 2)
    assert half.width() == pytest.approx((WIDTHS[0] + WIDTHS[1]) / 2)


def test_a_held_thumb_stays_on_the_track() -> None:
    geometry = TrackGeometry(WIDTHS)
    assert geometry.held(-500) == geometry.centre(0)
    assert geometry.held(5_000) == geometry.centre(3)
    assert geometry.held(geometry.centre(1) + 3) == geometry.centre(1) + 3
