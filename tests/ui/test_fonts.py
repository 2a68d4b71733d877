"""Fonts: Han characters have the shapes of China, unless the system writes them in its own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QTextLayout

from desktop_app.ui.fonts import HAN_FAMILIES, fixed_font, with_han


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("system", "adds"), [("en", True), ("ru", True), ("zh_CN", True), ("ja", False), ("ko", False), ("zh_TW", False)]
)
def test_who_writes_han_in_other_shapes_keeps_them(system: str, adds: bool) -> None:
    families = with_han(QFont(), QLocale(system))
    assert (len(families) > 1) is adds


@pytest.mark.usefixtures("qapp")
def test_han_is_drawn_with_one_of_the_fonts_named() -> None:
    there = [family for family in HAN_FAMILIES if family in QFontDatabase.families()]
    if not there:
        pytest.skip("no font for Han characters")
    for font in (QFont(with_han(QFont())), fixed_font()):
        assert drawn_with("\u95e8\u9aa8\u76f4", font) == there[0]  # these look different in China and Japan


@pytest.mark.usefixtures("qapp")
def test_other_letters_stay_in_the_systems_own_font() -> None:
    font = QFont(with_han(QFont("Sans Serif")))
    assert drawn_with("Привет, world", font) == QFontInfo(QFont("Sans Serif")).family()


def drawn_with(text: str, font: QFont) -> str:
    """The family whose glyphs a text gets."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    (run,) = layout.glyphRuns()
    return run.rawFont().familyName()
