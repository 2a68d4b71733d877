"""The segmented switch itself: real radio buttons, with the track and its thumb painted over them.

Made by ``StrategySwitch``, which decides whether it is a row with all labels, a row of icons or a column. Says what the person
wants (``chosen``, ``candidate_changed``); what counts is what it is told by ``show_choice``. It stores and asks nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication, QButtonGroup, QGroupBox, QRadioButton, QToolTip, QWidget

from desktop_app.ui.composer.strategy_geometry import Segment, TrackGeometry
from desktop_app.ui.composer.strategy_painter import TrackLook, TrackPainter, segment_width
from desktop_app.ui.composer.strategy_pointer import NONE, TrackPointer
from desktop_app.ui.composer.strategy_radio import StrategyRadio
from desktop_app.ui.composer.strategy_thumb import Thumb
from desktop_app.ui.composer.strategy_tip import show_tip_above
from desktop_app.ui.icons import Icons
from desktop_app.ui.strategies import MANUAL, STRATEGIES, StrategyOption, short_name
from desktop_app.ui.theme import AppTheme

ONCE_MARK = "1×"

_FORWARD = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
_SAME_PLACE = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
_SIDEWAYS = (Qt.Key.Key_Right, Qt.Key.Key_Left)


class TrackForm(Enum):
    """How much of the labels is shown, and which way the segments stand."""

    LABELS = "labels"
    ICONS = "icons"
    COLUMN = "column"


class StrategyTrack(QGroupBox):
    """The exclusive group *Context strategy*.

    Signals:
        chosen: (code) the person has decided. It is no candidate any more, of which no other signal tells.
        let_go: the mouse has chosen; the keyboard would go on.
        candidate_changed: (code or None) what would be chosen now.
        attended: (whether) mouse or keyboard are here, so that it is worth saying what is the case.
        entered: the keyboard came in from elsewhere.
        returned: Esc: back to what counted when the keyboard came in.
        menu_requested: (code, global place)
    """

    chosen = Signal(str)
    let_go = Signal()
    candidate_changed = Signal(object)
    attended = Signal(bool)
    entered = Signal()
    returned = Signal()
    menu_requested = Signal(str, QPoint)

    def __init__(
        self, options: Sequence[StrategyOption], theme: AppTheme, icons: Icons, parent: QWidget | None = None
    ) -> None:
        """``options``: all that can be chosen; those of plugins have no segment in a row while they are not chosen."""
        self._options = list(options)
        self._value = ""
        self._hollow = True
        self._once = False
        self._missing = False
        self._failing = False
        self._touched = False
        self._stepping = False
        self._tail = 0
        self._form = TrackForm.LABELS
        self._radios: dict[str, StrategyRadio] = {}
        self._tips: dict[str, str] = {}
        self._sentences: dict[str, str] = {}
        self._geometry = TrackGeometry(())
        self._segments: list[Segment] = []
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self.setProperty("look", "bare")
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.tr("Context strategy"))
        self._group = QButtonGroup(self)
        self._thumb = Thumb(theme, self)
        self._thumb.moved.connect(self.update)
        application = cast("QApplication", QApplication.instance())  # there is no widget without one
        self._pointer = TrackPointer(lambda: self._geometry, self._home, application, self)
        self._pointer.moved.connect(self._on_pointer_moved)
        self._pointer.candidate_changed.connect(self._on_candidate)
        self._pointer.chosen.connect(self._on_pointer_chose)
        self._pointer.attended.connect(self._on_pointer_attends)
        theme.changed.connect(self.update)
        for option in self._options:
            self._add_radio(option)
        self._lay_out()

    @property
    def value(self) -> str:
        """The code that counts."""
        return self._value

    @property
    def missing(self) -> bool:
        """Whether what counts is not there any more."""
        return self._missing

    @property
    def codes(self) -> list[str]:
        """What has a segment now, in order."""
        return [segment.option.code for segment in self._segments]

    def radio(self, code: str) -> QRadioButton:
        """The button of a strategy. Raises ``KeyError``."""
        return self._radios[code]

    def option(self, code: str) -> StrategyOption:
        """What is known of a code; of one that nobody knows, the code itself."""
        known = (option for option in self._options if option.code == code)
        return next(known, StrategyOption(code, code, ""))

    def label(self, code: str) -> str:
        """What a button shows of a name."""
        return short_name(self.option(code).name)

    def show_choice(self, code: str, *, hollow: bool, once: bool) -> None:
        """What counts now: ``hollow`` where it is inherited, ``once`` where it is for the next message only."""
        self._missing = all(option.code != code for option in self._options)
        if code not in self._radios:
            self._add_radio(self.option(code))
        moved = code != self._value
        self._value, self._hollow, self._once = code, hollow, once
        self._radios[code].setChecked(True)
        for other, radio in self._radios.items():
            radio.setFocusPolicy(Qt.FocusPolicy.StrongFocus if other == code else Qt.FocusPolicy.ClickFocus)
        self._lay_out(slide=moved)

    def show_failing(self, failing: bool) -> None:
        """Whether what counts did not do its work; it keeps its place, with the same mark as one that is missing."""
        if failing != self._failing:
            self._failing = failing
            self._lay_out()

    def show_words(self, tips: dict[str, str], sentences: dict[str, str], origin: str) -> None:
        """``tips`` for the mouse; a screen reader hears ``sentences`` with the buttons, and ``origin`` with the group."""
        self._tips, self._sentences = tips, sentences
        self.setAccessibleDescription(origin)
        for code, radio in self._radios.items():
            radio.setAccessibleDescription(sentences.get(code, ""))

    def set_form(self, form: TrackForm, *, tail: int = 0) -> None:
        """Another form; ``tail`` pixels are kept free at the end of a row."""
        if (form, tail) != (self._form, self._tail):
            self._form, self._tail = form, tail
            self._lay_out()

    def width_as(self, form: TrackForm) -> int:
        """The width it would need in a form, without a tail."""
        return round(self._geometry_of(self._segments_of(form), column=form is TrackForm.COLUMN, tail=0).size.width())

    def tail_rect(self) -> QRectF:
        """The free place at the end of the row."""
        size = self._geometry.size
        x = 0.0 if self.isRightToLeft() else size.width() - self._tail
        return QRectF(x, 0, self._tail, size.height())

    def focus_value(self) -> None:
        """Gives the keyboard to what counts."""
        if self._value:
            self._radios[self._value].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def cancel(self) -> None:
        """Gives up a drag and a candidate."""
        self._pointer.cancel()

    def take_key(self, event: QKeyEvent) -> bool:
        """A key in one of the buttons. False where it means nothing here."""
        key = event.key()
        if key == Qt.Key.Key_Home:
            self._step_to(0)
        elif key == Qt.Key.Key_End:
            self._step_to(len(self._segments) - 1)
        elif key in _FORWARD:
            mirrored = key in _SIDEWAYS and self.isRightToLeft()
            self._step_to(self._home() + _FORWARD[Qt.Key(key)] * (-1 if mirrored else 1))
        elif key == Qt.Key.Key_Escape and self._touched:
            self._touched = False
            self.returned.emit()
        else:
            return False
        return True

    def takes_escape(self) -> bool:
        """Whether Esc means *back* here, and not what it means in the window."""
        return self._touched

    def note_keyboard(self, event: QFocusEvent, *, came: bool) -> None:
        """The keyboard came to one of the buttons, or left it; from one to the next is neither."""
        if not self._stepping and event.reason() not in _SAME_PLACE:
            if came:
                self._touched = False
                self.entered.emit()
            self.attended.emit(came)
        self.update()

    def _add_radio(self, option: StrategyOption) -> None:
        radio = StrategyRadio(option.name, self, self)
        radio.clicked.connect(lambda _checked=False, code=option.code: self._choose(code))
        radio.setAccessibleDescription(self._sentences.get(option.code, option.sentence))
        self._group.addButton(radio)
        self._radios[option.code] = radio

    def _home(self) -> int:
        codes = self.codes
        return codes.index(self._value) if self._value in codes else NONE

    def _segments_of(self, form: TrackForm) -> list[Segment]:
        shown = [option for option in self._options if option.code in STRATEGIES or form is TrackForm.COLUMN]
        if self._value and all(option.code != self._value for option in shown):
            shown.append(self.option(self._value))
        return [self._segment(option, form) for option in shown]

    def _segment(self, option: StrategyOption, form: TrackForm) -> Segment:
        here = option.code == self._value
        labelled = here or form is not TrackForm.ICONS
        mark = ONCE_MARK if here and self._once else ""
        return Segment(
            option, self.label(option.code) if labelled else "", mark, missing=here and (self._missing or self._failing)
        )

    def _geometry_of(self, segments: list[Segment], *, column: bool, tail: int) -> TrackGeometry:
        self.ensurePolished()
        widths = [segment_width(segment, self.font()) for segment in segments]
        return TrackGeometry(widths, column=column, mirrored=self.isRightToLeft(), tail=tail)

    def _lay_out(self, *, slide: bool = False) -> None:
        column = self._form is TrackForm.COLUMN
        self._segments = self._segments_of(self._form)
        self._geometry = self._geometry_of(self._segments, column=column, tail=0 if column else self._tail)
        self.setFixedSize(self._geometry.size.toSize())
        places = dict(zip(self.codes, self._geometry.rects, strict=True))
        for code, radio in self._radios.items():
            radio.setVisible(code in places)
            if code in places:
                radio.setGeometry(places[code].toAlignedRect())
        self._put_thumb(slide=slide)
        self.updateGeometry()
        self.update()

    def _put_thumb(self, *, slide: bool) -> None:
        """The thumb goes where it belongs."""
        home = self._home()
        if home != NONE:
            self._thumb.put(self._geometry.centre(home), slide=slide and self.isVisible())

    def _on_pointer_moved(self) -> None:
        if self._pointer.drag_position is not None:
            self._thumb.put(self._pointer.drag_position)
        elif not self._thumb.sliding:
            self._put_thumb(slide=True)
        self.update()

    def _on_candidate(self, index: int) -> None:
        self.candidate_changed.emit(None if index == NONE else self._segments[index].option.code)

    def _on_pointer_chose(self, index: int) -> None:
        self._choose(self._segments[index].option.code)
        self.let_go.emit()

    def _on_pointer_attends(self, attends: bool) -> None:
        self.attended.emit(attends or self._has_keyboard())

    def _choose(self, code: str) -> None:
        """The person's decision is shown at once; whoever stores it tells what came of it."""
        self._touched = True
        self.show_choice(code, hollow=False, once=False)
        self.chosen.emit(code)

    def _step_to(self, index: int) -> None:
        codes = self.codes
        code = codes[min(len(codes) - 1, max(0, index))]
        if code != self._value:
            self._choose(code)
            self._stepping = True
            self._radios[code].setFocus(Qt.FocusReason.OtherFocusReason)
            self._stepping = False

    def _has_keyboard(self) -> bool:
        return any(radio.hasFocus() for radio in self._radios.values())

    def _rect_of(self, index: int) -> QRectF | None:
        return self._geometry.rects[index] if index != NONE else None

    def _look(self) -> TrackLook:
        pointer, home = self._pointer, self._home()
        held = pointer.drag_position is not None
        hovered = pointer.hovered if pointer.hovered != home and self.isEnabled() else NONE
        return TrackLook(
            track=QRectF(self.rect()),
            rects=self._geometry.rects,
            segments=self._segments,
            thumb=self._geometry.thumb(self._thumb.position),
            hollow=self._hollow,
            dotted=MANUAL,
            missing=self._missing or self._failing,
            tail=self.tail_rect() if self._tail and self._form is not TrackForm.COLUMN else None,
            home=self._rect_of(home) if held and pointer.candidate != NONE else None,
            candidate=None if held else self._rect_of(pointer.candidate),
            hovered=self._rect_of(hovered),
            focused=self._has_keyboard(),
            enabled=self.isEnabled(),
            column=self._form is TrackForm.COLUMN,
        )

    def _show_tip(self, event: QHelpEvent) -> None:
        """Above the track: below it stands what the candidate would change."""
        index = self._geometry.index_at(event.pos().toPointF())
        tip = self._tips.get(self._segments[index].option.code, "") if index != NONE else ""
        if not tip or self._pointer.dragging:
            QToolTip.hideText()
            return
        show_tip_above(self, event.globalPos(), tip, self._geometry.rects[index].toAlignedRect())

    def event(self, event: QEvent, /) -> bool:
        """Tips are shown where they cover nothing."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent, /) -> None:
        """Another font or direction means other places."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.LayoutDirectionChange):
            self._lay_out()

    def mousePressEvent(self, event: QMouseEvent, /) -> None:
        """The beginning of a click or a drag."""
        if event.button() is Qt.MouseButton.LeftButton:
            QToolTip.hideText()
            self._pointer.press(event.position())

    def mouseMoveEvent(self, event: QMouseEvent, /) -> None:
        """Hovering, or dragging."""
        self._pointer.move(event.position(), held=bool(event.buttons() & Qt.MouseButton.LeftButton))

    def mouseReleaseEvent(self, event: QMouseEvent, /) -> None:
        """The end of a click or a drag."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._pointer.release(event.position())

    def leaveEvent(self, event: QEvent, /) -> None:
        """What was only looked at is no candidate any more."""
        super().leaveEvent(event)
        self._pointer.leave()

    def hideEvent(self, event: QHideEvent, /) -> None:
        """Nobody holds what nobody sees."""
        super().hideEvent(event)
        self._pointer.cancel()

    def contextMenuEvent(self, event: QContextMenuEvent, /) -> None:
        """For the segment under the mouse, or for what counts."""
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self._geometry.index_at(event.pos().toPointF()) if by_mouse else self._home()
        if index == NONE or self._pointer.dragging:
            return
        corner = self._geometry.rects[index].toAlignedRect().bottomLeft()
        place = event.globalPos() if by_mouse else self.mapToGlobal(corner)
        self.menu_requested.emit(self._segments[index].option.code, place)

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """The track, the thumb and the labels; the buttons paint nothing themselves."""
        if self._value:
            TrackPainter(QPainter(self), self._look(), self._theme.tokens, self._icons).paint()
