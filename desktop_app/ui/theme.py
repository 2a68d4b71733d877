"""The look: the design page's tokens for light, dark and high contrast, and the one object that puts them on the application.

``app.open_window`` makes one ``AppTheme`` and hands it to whatever paints. Widgets are styled by the style sheet in
``resources/themes``; what paints itself reads ``theme.tokens`` and repaints on ``theme.changed``. No colour is written
anywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from string import Template
from types import MappingProxyType

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from desktop_app.context.plan import BlockKind
from desktop_app.domain.settings import AppearanceSettings, Theme

SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24, SPACE_32 = 4, 8, 12, 16, 24, 32
RADIUS_CONTROL, RADIUS_CARD = 6, 12
SIZE_SECONDARY, SIZE_INTERFACE, SIZE_MESSAGE, SIZE_TITLE, SIZE_EMPTY = 12, 13, 15, 18, 22
LINE_HEIGHT = 1.5
READING_WIDTH = 720
MOTION_MS = 150

STYLE = "fusion"
STYLE_SHEET = "talespan.qss"


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme, each ``#RRGGBB``. ``kinds`` has one per ``BlockKind``, and ``reserve``.

    ``marks`` is how the theme's pictures in ``resources/themes`` end.
    """

    dark: bool
    marks: str
    background: str
    panel: str
    card: str
    border: str
    hover: str
    text: str
    muted: str
    accent: str
    accent_hover: str
    on_accent: str
    user_message: str
    selection: str
    danger: str
    warning: str
    ok: str
    focus: str
    reserve: str
    kinds: Mapping[BlockKind, str]

    def color(self, name: str) -> QColor:
        """A token by its name (``muted``), or any colour written ``#RRGGBB``. Raises ``KeyError`` for an unknown name."""
        if name.startswith("#"):
            return QColor(name)
        value = getattr(self, name, None)
        if not isinstance(value, str):
            raise KeyError(name)
        return QColor(value)

    def colors(self) -> dict[str, str]:
        """The colour tokens by name, as the style sheet wants them."""
        values = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, str)}


def _kinds(  # the design page's table, in its order; blocks it does not name take the colour of their nearest kin
    system: str, character: str, lore: str, memory: str, recall: str, summary: str, history: str
) -> Mapping[BlockKind, str]:
    return MappingProxyType(
        {
            BlockKind.SYSTEM: system,
            BlockKind.POST_HISTORY: system,
            BlockKind.CHARACTER: character,
            BlockKind.EXAMPLES: character,
            BlockKind.LORE: lore,
            BlockKind.MEMORY: memory,
            BlockKind.RECALL: recall,
            BlockKind.SUMMARY: summary,
            BlockKind.HISTORY: history,
            BlockKind.INPUT: history,
        }
    )


LIGHT = Tokens(
    dark=False,
    marks="light",
    background="#FBFAF8",
    panel="#F3F1EC",
    card="#FFFFFF",
    border="#DEDAD2",
    hover="#E9E6DF",
    text="#1F2328",
    muted="#5C6370",
    accent="#2F6F6A",
    accent_hover="#265B57",
    on_accent="#FFFFFF",
    user_message="#EEF3F1",
    selection="#DCEBE8",
    danger="#B3261E",
    warning="#8A5A00",
    ok="#2E6B34",
    focus="#1C5FB8",
    reserve="#7F868F",
    kinds=_kinds("#5B6B7B", "#2F6F6A", "#86681D", "#7A4E9E", "#A8456B", "#AB541C", "#2C6BB3"),
)

DARK = Tokens(
    dark=True,
    marks="dark",
    background="#17191C",
    panel="#1E2125",
    card="#24282D",
    border="#363B42",
    hover="#2B3036",
    text="#E6E3DD",
    muted="#A3A9B2",
    accent="#6FC2B8",
    accent_hover="#8AD0C7",
    on_accent="#0E1A19",
    user_message="#1F2B2B",
    selection="#234240",
    danger="#FF8A80",
    warning="#E9B44C",
    ok="#8CCF8F",
    focus="#7FB2FF",
    reserve="#6A717A",
    kinds=_kinds("#93A4B5", "#6FC2B8", "#D9B75B", "#BE9BE0", "#EE94B4", "#F0A070", "#7FB2FF"),
)

HIGH_CONTRAST = Tokens(  # white on black, at least 7 to 1 for all that is read and for every border
    dark=True,
    marks="high-contrast",
    background="#000000",
    panel="#000000",
    card="#000000",
    border="#FFFFFF",
    hover="#2E2E2E",
    text="#FFFFFF",
    muted="#E4E4E4",
    accent="#6BE0FF",
    accent_hover="#B2EFFF",
    on_accent="#000000",
    user_message="#1C1C1C",
    selection="#004A66",
    danger="#FF9E95",
    warning="#FFC94D",
    ok="#8CF28F",
    focus="#FFE94A",
    reserve="#989898",
    kinds=_kinds("#B4C4D4", "#6BE0D0", "#FFD24D", "#D9B8FF", "#FFA0C4", "#FFAE80", "#8FC0FF"),
)


def palette_of(tokens: Tokens) -> QPalette:
    """The palette that Fusion draws with; the style sheet adds what a palette cannot say."""
    palette = QPalette()
    roles = QPalette.ColorRole
    for role, value in {
        roles.Window: tokens.background,
        roles.WindowText: tokens.text,
        roles.Base: tokens.card,
        roles.AlternateBase: tokens.panel,
        roles.Text: tokens.text,
        roles.Button: tokens.card,
        roles.ButtonText: tokens.text,
        roles.BrightText: tokens.danger,
        roles.Highlight: tokens.selection,
        roles.HighlightedText: tokens.text,
        roles.Link: tokens.accent,
        roles.LinkVisited: tokens.accent,
        roles.ToolTipBase: tokens.card,
        roles.ToolTipText: tokens.text,
        roles.PlaceholderText: tokens.muted,
        roles.Accent: tokens.accent,
        roles.Light: tokens.card,
        roles.Midlight: tokens.panel,
        roles.Mid: tokens.border,
        roles.Dark: tokens.border,
        roles.Shadow: tokens.border,
    }.items():
        palette.setColor(role, QColor(value))
    for role in (roles.WindowText, roles.Text, roles.ButtonText, roles.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, mixed(tokens.muted, tokens.background, 0.6))
    return palette


def mixed(over: str, under: str, share: float) -> QColor:
    """``over`` laid on ``under`` at the opacity ``share`` (0 to 1)."""
    a, b = QColor(over), QColor(under)
    return QColor.fromRgbF(
        a.redF() * share + b.redF() * (1 - share),
        a.greenF() * share + b.greenF() * (1 - share),
        a.blueF() * share + b.blueF() * (1 - share),
    )


class AppTheme(QObject):
    """The current look. ``choose`` puts it on the application; with *system* it follows the desktop from then on.

    ``tokens`` are the colours to paint with now, ``appearance`` the person's settings they were made of. ``changed``:
    colours or the size of messages are others than before; paint again. *Reduce motion* stills what Qt moves; what
    moves by itself (the thumb of the strategy selector) looks at ``appearance``.
    """

    changed = Signal()

    def __init__(self, application: QApplication, folder: Path, parent: QObject | None = None) -> None:
        """``folder`` is ``resources/themes``."""
        super().__init__(parent)
        self._application = application
        self._template = Template((folder / STYLE_SHEET).read_text("utf-8"))
        self._folder = folder.as_posix()
        self.tokens = LIGHT
        self.appearance = AppearanceSettings()
        if application.style().name() != STYLE:  # setting it again polishes every widget there is
            application.setStyle(STYLE)
        hints = application.styleHints()
        self._flash_ms = hints.cursorFlashTime()
        self._effects = [effect for effect in _EFFECTS if application.isEffectEnabled(effect)]
        hints.colorSchemeChanged.connect(self._on_system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._on_system_changed)

    def choose(self, appearance: AppearanceSettings) -> None:
        """Makes ``appearance`` the look of the whole application."""
        self.appearance = appearance
        hints = self._application.styleHints()
        if appearance.theme is Theme.SYSTEM:
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(_SCHEMES[appearance.theme])  # native frames and dialogs follow
        self._still(still=appearance.reduce_motion)
        self._apply()

    def style_sheet(self) -> str:
        """The whole application's style sheet in the current tokens."""
        return self._template.substitute(self.tokens.colors(), folder=self._folder)

    def _apply(self) -> None:
        self.tokens = self._wanted_tokens()
        font = QFont(self._application.font())
        font.setPixelSize(SIZE_INTERFACE)
        self._application.setFont(font)
        self._application.setPalette(palette_of(self.tokens))
        self._application.setStyleSheet(self.style_sheet())
        self.changed.emit()

    def _still(self, *, still: bool) -> None:
        self._application.styleHints().setCursorFlashTime(0 if still else self._flash_ms)
        for effect in self._effects:
            self._application.setEffectEnabled(effect, not still)

    def _wanted_tokens(self) -> Tokens:
        if self.appearance.theme is not Theme.SYSTEM:
            return _TOKENS[self.appearance.theme]
        hints = self._application.styleHints()
        if hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast:
            return HIGH_CONTRAST
        return DARK if hints.colorScheme() is Qt.ColorScheme.Dark else LIGHT

    def _on_system_changed(self) -> None:
        if self.appearance.theme is Theme.SYSTEM and self._wanted_tokens() is not self.tokens:
            self._apply()


_SCHEMES = {
    Theme.LIGHT: Qt.ColorScheme.Light,
    Theme.DARK: Qt.ColorScheme.Dark,
    Theme.HIGH_CONTRAST: Qt.ColorScheme.Dark,
}
_TOKENS = {Theme.LIGHT: LIGHT, Theme.DARK: DARK, Theme.HIGH_CONTRAST: HIGH_CONTRAST}
_EFFECTS = (
    Qt.UIEffect.UI_General,
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
)
