"""The look: tokens as the design page has them, readable contrast, icons and marks in the theme's colours."""

from __future__ import annotations

import asyncio
import re

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton

from desktop_app.context.plan import BlockKind
from desktop_app.domain.settings import AppearanceSettings, Theme
from desktop_app.ui.icons import BESIDE_TEXT, Icons
from desktop_app.ui.theme import DARK, HIGH_CONTRAST, LIGHT, AppTheme, Tokens
from tests.ui.conftest import RESOURCES

READABLE = 4.5
"""WCAG 2 AA for text."""

VISIBLE = 3.0
"""WCAG 2 AA for graphics."""

RECOLOURED = sorted(
    path.stem for path in (RESOURCES / "icons").glob("*.svg") if "currentColor" in path.read_text("utf-8")
)

MARKS = (("chevron-down", "muted", 12), ("chevron-up", "muted", 12), ("check", "on_accent", 16))


STRONG = 7.0
"""WCAG 2 AAA for text; high contrast promises it for borders and marks too."""

ALL_TOKENS = pytest.mark.parametrize("tokens", [LIGHT, DARK, HIGH_CONTRAST], ids=["light", "dark", "high-contrast"])


@ALL_TOKENS
def test_text_is_readable_on_every_surface(tokens: Tokens) -> None:
    for ground in (tokens.background, tokens.panel, tokens.card, tokens.user_message, tokens.selection, tokens.hover):
        assert contrast(tokens.text, ground) >= READABLE
    for ground in (tokens.background, tokens.panel, tokens.card, tokens.user_message):
        assert contrast(tokens.muted, ground) >= READABLE
    for color in (tokens.accent, tokens.danger, tokens.warning, tokens.ok):
        assert contrast(color, tokens.background) >= READABLE
    assert contrast(tokens.on_accent, tokens.accent) >= READABLE
    assert contrast(tokens.on_accent, tokens.accent_hover) >= READABLE


def test_high_contrast_is_strong_everywhere() -> None:
    tokens = HIGH_CONTRAST
    grounds = (tokens.background, tokens.panel, tokens.card, tokens.user_message, tokens.selection, tokens.hover)
    read = (tokens.text, tokens.muted, tokens.focus)
    seen = (tokens.accent, tokens.danger, tokens.warning, tokens.ok, tokens.border, tokens.reserve)
    assert min(contrast(color, ground) for color in read for ground in grounds) >= STRONG
    assert min(contrast(color, tokens.background) for color in (*seen, *tokens.kinds.values())) >= STRONG
    assert contrast(tokens.on_accent, tokens.accent) >= STRONG
    assert contrast(tokens.on_accent, tokens.accent_hover) >= STRONG


@ALL_TOKENS
def test_every_kind_of_block_has_a_visible_colour(tokens: Tokens) -> None:
    assert set(tokens.kinds) == set(BlockKind)
    for color in (*tokens.kinds.values(), tokens.reserve):
        assert contrast(color, tokens.panel) >= VISIBLE


def test_an_unknown_token_is_an_error() -> None:
    with pytest.raises(KeyError):
        LIGHT.color("mutde")


def test_choosing_dark_repaints_the_application(qapp: QApplication, theme: AppTheme) -> None:
    changes: list[bool] = []
    theme.changed.connect(lambda: changes.append(theme.tokens.dark))
    theme.choose(AppearanceSettings(theme=Theme.DARK))
    assert changes == [True]
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.background)
    assert DARK.card in qapp.styleSheet()
    assert LIGHT.card not in qapp.styleSheet()


def test_high_contrast_can_be_chosen_and_left(qapp: QApplication, theme: AppTheme) -> None:
    theme.choose(AppearanceSettings(theme=Theme.HIGH_CONTRAST))
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(HIGH_CONTRAST.background)
    assert "check-high-contrast.png" in qapp.styleSheet()
    theme.choose(AppearanceSettings(theme=Theme.LIGHT))
    assert theme.tokens is LIGHT


def test_reduced_motion_stills_what_qt_moves_and_gives_it_back(qapp: QApplication) -> None:
    blinking = qapp.styleHints().cursorFlashTime()
    effect = Qt.UIEffect.UI_General
    moving = qapp.isEffectEnabled(effect)
    theme = AppTheme(qapp, RESOURCES / "themes")
    theme.choose(AppearanceSettings(theme=Theme.LIGHT, reduce_motion=True))
    assert qapp.styleHints().cursorFlashTime() == 0
    assert not qapp.isEffectEnabled(effect)
    theme.choose(AppearanceSettings(theme=Theme.LIGHT))
    assert qapp.styleHints().cursorFlashTime() == blinking > 0
    assert qapp.isEffectEnabled(effect) is moving
    theme.deleteLater()


def test_the_style_sheet_uses_tokens_only() -> None:
    source = (RESOURCES / "themes" / "talespan.qss").read_text("utf-8")
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", source)


@pytest.mark.parametrize("name", RECOLOURED)
def test_every_icon_is_drawn_in_the_wanted_colour(icons: Icons, name: str) -> None:
    image = icons.icon(name, "#ff0000").pixmap(QSize(16, 16), 2.0).toImage()
    assert (image.width(), image.height()) == (32, 32)
    colors = {color.name() for color in pixels(image) if color.alpha() == 255}
    assert colors == {"#ff0000"}


def test_a_disabled_icon_is_faint(icons: Icons) -> None:
    image = icons.icon("send", "text").pixmap(QSize(16, 16), 1.0, QIcon.Mode.Disabled).toImage()
    assert 0 < max(color.alpha() for color in pixels(image)) < 128


def test_a_bound_button_follows_the_theme(theme: AppTheme, icons: Icons) -> None:
    button = QToolButton()
    icons.bind(button, "square", "text")
    before = button.icon().pixmap(QSize(16, 16)).toImage()
    theme.choose(AppearanceSettings(theme=Theme.DARK))
    after = button.icon().pixmap(QSize(16, 16)).toImage()
    assert before != after


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_the_icon_of_a_push_button_leaves_room_before_its_text(icons: Icons, direction: Qt.LayoutDirection) -> None:
    button = QPushButton("Copy")
    button.setLayoutDirection(direction)
    icons.bind(button, "square", "text")
    image = button.icon().pixmap(button.iconSize(), 2.0).toImage()
    assert (image.width(), image.height()) == (2 * (16 + BESIDE_TEXT), 32)
    drawn = [x for x in range(image.width()) if any(image.pixelColor(x, y).alpha() for y in range(image.height()))]
    before, after = drawn[0], image.width() - 1 - drawn[-1]
    room = after - before if direction is Qt.LayoutDirection.LeftToRight else before - after
    assert room == 2 * BESIDE_TEXT


@pytest.mark.parametrize("mode", list(Theme)[1:])
def test_the_marks_of_the_style_sheet_are_drawn_in_its_colours(theme: AppTheme, icons: Icons, mode: Theme) -> None:
    """The style sheet can only show files, so check mark and arrows are shipped as pictures of the icons."""
    theme.choose(AppearanceSettings(theme=mode))
    for name, color, size in MARKS:
        for ratio, suffix in ((1, ""), (2, "@2x"), (3, "@3x")):
            path = RESOURCES / "themes" / f"{name}-{mode.value}{suffix}.png"
            drawn = icons.pixmap(name, color, size, ratio).toImage().convertToFormat(QImage.Format.Format_ARGB32)
            shipped = QImage(str(path)).convertToFormat(QImage.Format.Format_ARGB32)
            assert shipped.size() == drawn.size()
            assert worst_difference(shipped, drawn) <= 8, f"draw {path.name} again from the icon"


async def test_async_tests_run_beside_qt(qapp: QApplication) -> None:
    assert asyncio.get_running_loop().is_running()
    assert qapp.styleHints().colorScheme() in set(Qt.ColorScheme)


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours after WCAG 2 (1 to 21)."""
    high, low = sorted((luminance(QColor(first)), luminance(QColor(second))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(color: QColor) -> float:
    """The relative luminance of WCAG 2."""
    channels = (color.redF(), color.greenF(), color.blueF())
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def pixels(image: QImage) -> list[QColor]:
    """All pixels of a small image."""
    return [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]


def worst_difference(first: QImage, second: QImage) -> int:
    """The largest difference of alpha between two images of one size (0 to 255)."""
    return max(abs(a.alpha() - b.alpha()) for a, b in zip(pixels(first), pixels(second), strict=True))
