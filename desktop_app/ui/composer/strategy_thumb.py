"""Where the thumb of the strategy selector is, and how it gets elsewhere. Used by ``StrategyTrack`` alone."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QObject, QVariantAnimation, Signal

from desktop_app.ui.theme import MOTION_MS, AppTheme


class Thumb(QObject):
    """A position along the track, which slides where the person has nothing against it.

    Attributes:
        position: its middle, in pixels.

    Signals:
        moved: it is elsewhere now.
    """

    moved = Signal()

    def __init__(self, theme: AppTheme, parent: QObject | None = None) -> None:
        self.position = 0.0
        super().__init__(parent)
        self._theme = theme
        self._slide = QVariantAnimation(self)
        self._slide.setDuration(MOTION_MS)
        self._slide.valueChanged.connect(self._on_value)

    @property
    def sliding(self) -> bool:
        """Whether it is on its way."""
        return self._slide.state() is QAbstractAnimation.State.Running

    def put(self, position: float, *, slide: bool = False) -> None:
        """Goes there, at once or in sight."""
        self._slide.stop()
        if slide and position != self.position and not self._theme.appearance.reduce_motion:
            self._slide.setStartValue(self.position)
            self._slide.setEndValue(position)
            self._slide.start()
        else:
            self._on_value(position)

    def _on_value(self, position: float) -> None:
        self.position = position
        self.moved.emit()
