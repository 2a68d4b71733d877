"""The icons of ``resources/icons`` (Lucide, ISC licence), recoloured by theme and sharp on every screen.

``icon`` gives a picture in today's colours; ``bind`` keeps a button or an action in step with the theme.
"""

from __future__ import annotations

import weakref
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QPushButton
from shiboken6 import isValid

from desktop_app.ui.theme import AppTheme

SIZES = (16, 20)
"""The two sizes of the design page, in device-independent pixels."""

SCALES = (1.0, 1.25, 1.5, 1.75, 2.0, 3.0)
"""The device pixel ratios that desktops offer; each gets a picture of its own, so that nothing is blurred by scaling."""

DISABLED_OPACITY = 0.4

BESIDE_TEXT = 4
"""Pixels after the icon of a push button, besides the four that Qt puts before the text and no style sheet can widen."""


class Icons:
    """Draws the icons; pictures are kept until the theme changes."""

    def __init__(self, folder: Path, theme: AppTheme) -> None:
        """``folder`` is ``resources/icons``."""
        self._folder = folder
        self._theme = theme
        self._sources: dict[str, bytes] = {}
        self._made: dict[tuple[str, str], QIcon] = {}
        self._pictures: dict[tuple[str, str, int, float], QPixmap] = {}
        self._bound: weakref.WeakKeyDictionary[QAbstractButton | QAction, tuple[str, str]] = weakref.WeakKeyDictionary()
        theme.changed.connect(self._on_theme_changed)

    def icon(self, name: str, color: str = "muted") -> QIcon:
        """The icon ``name`` (a file of the folder without ``.svg``) in a colour token (``muted``, ``danger``) or ``#RRGGBB``.

        Raises ``FileNotFoundError`` for a name that is not shipped.
        """
        wanted = self._theme.tokens.color(color)
        key = (name, wanted.name())
        if key not in self._made:
            self._made[key] = self._draw(name, wanted)
        return self._made[key]

    def bind(self, target: QAbstractButton | QAction, name: str, color: str = "muted") -> None:
        """Gives ``target`` the icon, and again whenever the theme changes; a later ``bind`` replaces an earlier one.

        A push button has its icon beside its text, with some room between them.
        """
        self._bound[target] = (name, color)
        self._put(target)

    def pixmap(self, name: str, color: str, size: int, ratio: float) -> QPixmap:
        """One picture of ``size`` device-independent pixels for a screen with the pixel ratio ``ratio``."""
        wanted = self._theme.tokens.color(color)
        key = (name, wanted.name(), size, ratio)
        if key not in self._pictures:
            self._pictures[key] = self._render(self._renderer(name, wanted), size, ratio)
        return self._pictures[key]

    def _put(self, target: QAbstractButton | QAction) -> None:
        name, color = self._bound[target]
        if isinstance(target, QPushButton):
            left_to_right = target.layoutDirection() is Qt.LayoutDirection.LeftToRight
            target.setIcon(self._with_room(name, color, left_to_right=left_to_right))
            target.setIconSize(QSize(SIZES[0] + BESIDE_TEXT, SIZES[0]))
        else:
            target.setIcon(self.icon(name, color))

    def _with_room(self, name: str, color: str, *, left_to_right: bool) -> QIcon:
        """The icon in the small size, with nothing on its side towards the text."""
        icon = QIcon()
        for scale in SCALES:
            picture = self.pixmap(name, color, SIZES[0], scale)
            wide = QPixmap(round((SIZES[0] + BESIDE_TEXT) * scale), picture.height())
            wide.setDevicePixelRatio(scale)
            wide.fill(Qt.GlobalColor.transparent)
            painter = QPainter(wide)
            painter.drawPixmap(0 if left_to_right else BESIDE_TEXT, 0, picture)
            painter.end()
            icon.addPixmap(wide)
            icon.addPixmap(_faded(wide), QIcon.Mode.Disabled)
        return icon

    def _draw(self, name: str, color: QColor) -> QIcon:
        renderer = self._renderer(name, color)
        icon = QIcon()
        for size in SIZES:
            for scale in SCALES:
                pixmap = self._render(renderer, size, scale)
                icon.addPixmap(pixmap)
                icon.addPixmap(_faded(pixmap), QIcon.Mode.Disabled)
        return icon

    def _renderer(self, name: str, color: QColor) -> QSvgRenderer:
        if name not in self._sources:
            self._sources[name] = (self._folder / f"{name}.svg").read_bytes()
        painted = self._sources[name].replace(b"currentColor", color.name().encode())
        return QSvgRenderer(QByteArray(painted))

    @staticmethod
    def _render(renderer: QSvgRenderer, size: int, ratio: float) -> QPixmap:
        side = round(size * ratio)
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, side, side))
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def _on_theme_changed(self) -> None:
        self._made.clear()
        self._pictures.clear()
        for target in list(self._bound):
            if isValid(target):  # Qt may have deleted the widget while Python still holds its wrapper
                self._put(target)


def _faded(pixmap: QPixmap) -> QPixmap:
    """The same picture as a disabled button shows it; faded as a whole, for strokes of one icon overlap."""
    faded = QPixmap(pixmap.size())
    faded.setDevicePixelRatio(pixmap.devicePixelRatio())
    faded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(faded)
    painter.setOpacity(DISABLED_OPACITY)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return faded
