"""The chat as a person reads it: rows of messages with text to select, one bar of actions, one editor in place.

Given a ``ChatModel``; asks it for the texts near what is visible. Tells by signals what the person wants and changes
nothing itself: ``chat_presenter`` listens. Links are told, never opened.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QItemSelectionModel, QRect, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextDocument,
)
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.domain.message import Message
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.copying import Copying
from desktop_app.ui.chat.editing import RowEditing
from desktop_app.ui.chat.faces import Faces
from desktop_app.ui.chat.laid_rows import LaidRows
from desktop_app.ui.chat.overlays import Overlays
from desktop_app.ui.chat.pick_bar import PickBar
from desktop_app.ui.chat.picking import Picking
from desktop_app.ui.chat.reveal import Reveal
from desktop_app.ui.chat.row_actions import RowActions, RowTarget
from desktop_app.ui.chat.row_clicks import act_on
from desktop_app.ui.chat.row_keys import RowKeys
from desktop_app.ui.chat.row_layout import RowContent, RowLayout
from desktop_app.ui.chat.row_list_view import RowListView
from desktop_app.ui.chat.row_looks import details_of
from desktop_app.ui.chat.row_mouse import Hit, RowMouse
from desktop_app.ui.chat.row_painter import RowPainter, RowState
from desktop_app.ui.chat.row_pictures import RowPictures
from desktop_app.ui.chat.seen import Seen
from desktop_app.ui.chat.text_selection import ALL, TextPlace, TextSelection, cursor_over
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme


class ChatView(RowListView):
    """The messages of one chat.

    ``row_actions`` has the signals of the actions; besides them: ``link_activated`` (an http, https or mailto address),
    ``edited`` and ``resent`` (message id, new text; answer with ``end_edit`` when it is stored), ``copy_texts_requested``
    (ids whose texts are not here; answer with ``copying.copy_with``), ``active_changed`` (id of the message under the mouse
    or the keyboard, or empty).
    """

    link_activated = Signal(str)
    edited = Signal(str, str)
    resent = Signal(str, str)
    copy_texts_requested = Signal(list)
    active_changed = Signal(str)

    def __init__(self, model: ChatModel, theme: AppTheme, icons: Icons, parent: QWidget | None = None) -> None:
        self._theme = theme
        self._painter = RowPainter(theme, icons)
        self._model = model
        self._selection: TextSelection | None = None
        self._active_id = ""
        self._shows_focus = self._has_keyboard = False
        self._seen = Seen()
        self._empty_sentence = ""
        self.editing = RowEditing(self, model, theme)
        self._laid = LaidRows(model, self.editing, theme, lambda: self.viewport().width())
        super().__init__(parent)
        self.row_actions = RowActions(self, icons)
        self._overlays = Overlays(self.viewport(), self.row_actions, icons, self.scroll_to_bottom)
        self._mouse = RowMouse(self, self._on_clicked)
        self._keys = RowKeys(self)
        self.pictures = self._painter.pictures = RowPictures(model, self.viewport())
        self.copying = Copying(self, model, self.copy_texts_requested.emit)
        self.setAccessibleName(self.tr("Messages"))
        self.setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(2 * theme.appearance.message_font_size)
        self.row_actions.edit_requested.connect(self.begin_edit)
        self.row_actions.copy_requested.connect(self.copying.copy_message)
        self.row_actions.menu_closed.connect(self._on_mouse_gone)
        theme.changed.connect(self._on_theme_changed)
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._on_focus_changed)
        model.modelReset.connect(self._forget)
        model.rowsRemoved.connect(self._on_rows_removed)
        model.rowsInserted.connect(self._on_rows_inserted)
        model.dataChanged.connect(self._refresh_active)
        self.setModel(model)
        self.setSelectionMode(RowListView.SelectionMode.ExtendedSelection)
        self.picking = Picking(self.selectionModel(), model, self)
        self.pick_bar = PickBar(self, self.viewport(), icons, self.picking.clear)
        self.picking.changed.connect(self._on_picked)
        self.editing.edited.connect(self.edited)
        self.editing.resent.connect(self.resent)
        self._reveal = Reveal(self, model)

    # What is shown

    def show_faces(self, faces: Faces) -> None:
        """Whose pictures stand beside the rows."""
        self._painter.faces = faces

    def set_seen(self, seen: Seen) -> None:
        """What the model sees: hairlines where its view begins and breaks off, marks with reasons on what is out."""
        before, self._seen = self._seen, seen
        if not seen.same_as(before):
            self.viewport().update()

    def set_empty_sentence(self, sentence: str) -> None:
        """What is said where there are no messages yet."""
        self._empty_sentence = sentence
        self.viewport().update()

    def content(self, row: int) -> RowContent:
        """Everything that the looks of a row depend on."""
        return self._laid.content(row)

    def layout_of(self, row: int) -> RowLayout:
        """The laid-out row."""
        return self._laid.of(row)

    def toggle_reasoning(self, message_id: str) -> None:
        """Opens or folds the thoughts of a message."""
        self._laid.toggle_reasoning(message_id)
        self.remeasure(self._model.row_of(message_id))

    def show_all(self, message_id: str) -> None:
        """Shows a cut message whole."""
        self._laid.show_all(message_id)
        self.remeasure(self._model.row_of(message_id))

    def follow(self, address: str) -> None:
        """Tells that a link was pressed."""
        self.link_activated.emit(address)

    def out_reason(self, row: int) -> str:
        """Why the model does not see a message; empty where it does."""
        return self._seen.reason(row)

    @property
    def has_switches(self) -> bool:
        """Whether every message shows how to exclude it."""
        return self._seen.is_manual

    def reveal(self, message_id: str, start: int = -1, end: int = -1) -> bool:
        """Takes the reader to a message, and selects characters ``start`` to ``end`` of it. False where it is not here."""
        return self._reveal.go(message_id, start, end)

    def reveal_words(self, message_id: str, words: str) -> None:
        """Takes the reader to a message, and selects the first place of ``words`` in it."""
        self._reveal.go(message_id, words=words)

    # The active row

    def activate(self, row: int) -> None:
        """Makes the actions be for a row (-1: for none)."""
        target, before = self._target(row), self._active_id
        self._active_id = target.row.id if target is not None else ""
        selected = self._selection.rows(self._model.row_of) if self._selection is not None else range(0)
        self.row_actions.aim(target, self.picking.meant(row, selected) if target is not None else ())
        self._place_toolbar()
        self.viewport().update()
        if self._active_id != before:
            self.active_changed.emit(self._active_id)

    def _target(self, row: int) -> RowTarget | None:
        last = self._model.rowCount() - 1
        return RowTarget(self._model.row(row), is_tip=row == last) if 0 <= row <= last else None

    @property
    def current_row(self) -> int:
        """The row that the keyboard is on, or -1."""
        return self.currentIndex().row()

    @property
    def row_count(self) -> int:
        """How many messages there are."""
        return self._model.rowCount()

    def go_to(self, row: int) -> None:
        """Gives a row the keyboard's focus and shows it; on the newest the view follows again."""
        self._shows_focus = True
        self.selectionModel().setCurrentIndex(self._model.index(row), QItemSelectionModel.SelectionFlag.NoUpdate)
        self.scrollTo(self._model.index(row))
        if row == self.row_count - 1:
            self.scroll_to_bottom()
        self.activate(row)

    # Editing in place

    def begin_edit(self, message_id: str) -> None:
        """Opens the editor over a message's row; nothing where its text is not there."""
        self.editing.begin(message_id)
        self._place_toolbar()

    def end_edit(self, message_id: str = "") -> None:
        """Takes the editor away without saving; with an id only if it is that message's."""
        self.editing.end(message_id)

    # Selecting and copying

    @property
    def selection(self) -> TextSelection | None:
        """What is selected."""
        return self._selection

    def select(self, selection: TextSelection | None) -> None:
        """Selects something else, or nothing."""
        self._selection = selection
        self.viewport().update()

    def select_all(self) -> None:
        """Selects the texts of all messages, also those that are not here."""
        model = self._model
        if count := model.rowCount():
            self.select(TextSelection(TextPlace(model.row(0).id, 0), TextPlace(model.row(count - 1).id, ALL)))

    def copy(self) -> None:
        """Puts the selected text on the clipboard."""
        self.copying.copy_selection()

    def document_of(self, row: int, message: Message) -> QTextDocument | None:
        """The text of a row as it is shown when its message is ``message``."""
        return self._laid.with_message(row, message).text

    # Helpers

    def _place_toolbar(self) -> None:
        row = self._model.row_of(self._active_id)
        fits = row >= 0 and not self.editing.message_id and not self._model.row(row).flags.deleted
        self._overlays.place_toolbar(self.layout_of(row) if fits else None, self.row_top(row) if fits else 0)

    def _forget(self) -> None:
        self.end_edit()
        self._selection = None
        self._laid.forget()
        self._overlays.place_newest(is_wanted=False)
        self.activate(-1)

    def _on_rows_removed(self) -> None:
        """What was edited or hovered may have left the branch."""
        self.editing.forget_gone()
        self._seen.moved()
        self.activate(self._model.row_of(self._active_id))

    def _on_theme_changed(self) -> None:
        self._laid.layouts.clear()
        self.rebuild()

    def _on_rows_inserted(self) -> None:
        self._seen.moved()
        self._refresh_active()

    def _on_picked(self) -> None:
        """Others are chosen: the bar tells how many, and what the actions mean is told anew."""
        self.pick_bar.show_rows(self.picking.rows())
        self.activate(self._model.row_of(self._active_id))
        self.viewport().update()

    def _refresh_active(self) -> None:
        """The message under the mouse may have ended, been edited or got another variant."""
        target, row = self.row_actions.target, self._model.row_of(self._active_id)
        if target is not None and target != self._target(row):
            self.activate(row)

    def _on_mouse_gone(self) -> None:
        """A menu takes the mouse away too, but it is for the active row."""
        if not self.row_actions.menu_is_open and not self.viewport().underMouse():
            self.activate(self.current_row if self._shows_focus and self._has_keyboard else -1)

    def _on_focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        """The keyboard's row has the actions as long as the keyboard is here, or on them; None: in another program."""
        if now is not None:
            self._has_keyboard = now is self or self.isAncestorOf(now)
            self._on_mouse_gone()

    def _on_clicked(self, hit: Hit) -> None:
        act_on(self, self._model.row(hit.row), hit)

    # The rows' geometry

    def estimate_row(self, row: int) -> int:
        """From the length of the text alone."""
        return self._laid.estimate(row)

    def measure_row(self, row: int) -> int | None:
        """Laid out, where the text is here or none is needed."""
        return self._laid.height(row)

    def paint_row(self, painter: QPainter, row: int, clip: QRect) -> None:
        """With its selection, focus and marks."""
        model, layout = self._model, self.layout_of(row)
        light = model.row(row)
        span = self._selection.span(row, model.row_of) if self._selection is not None else None
        is_active = light.id == self._active_id
        state = RowState(
            selection=cursor_over(layout.text, span) if span is not None and layout.text is not None else None,
            is_active=is_active,
            is_focused=self._shows_focus and self.hasFocus() and row == self.currentIndex().row(),
            mark=self.out_reason(row),
            line=self._seen.line(row),
            is_picked=self.picking.has(row),
            is_framed=light.id == self._reveal.framed_id,
            has_switch=self.has_switches,
            details=details_of(layout.content, model.model_name(light.id)) if is_active else "",
        )
        self._painter.paint(painter, layout, state, clip)

    def rows_settled(self, first: int, last: int) -> None:
        """Fetches texts around, and puts bar, editor and button where they belong."""
        self._model.want_near(first, last)
        self._place_toolbar()
        self.editing.place()
        if self.pick_bar.isVisible():
            self.pick_bar.place()
        bar = self.verticalScrollBar()
        far = bar.maximum() - bar.value() > self.viewport().height() // 2
        self._overlays.place_newest(is_wanted=far and not self.is_at_bottom)

    # Qt

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """The rows, or a sentence where there are none."""
        super().paintEvent(event)
        if not self._model.rowCount() and self._empty_sentence:
            painter = QPainter(self.viewport())
            self._painter.paint_empty(painter, self.viewport().rect(), self._empty_sentence)
            painter.end()

    def mousePressEvent(self, event: QMouseEvent, /) -> None:
        """Selects text, not rows."""
        self._shows_focus = False
        if self._mouse.picks(event, self.picking, self.current_row):
            return
        self._mouse.pressed(event)
        if (row := self.row_at(event.position().toPoint().y())[0]) >= 0:
            index = self._model.index(row)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def mouseMoveEvent(self, event: QMouseEvent, /) -> None:
        """Hovers or selects."""
        self._mouse.moved(event)

    def mouseReleaseEvent(self, event: QMouseEvent, /) -> None:
        """Clicks."""
        self._mouse.released(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent, /) -> None:
        """Selects a word."""
        self._mouse.double_clicked(event)

    def contextMenuEvent(self, event: QContextMenuEvent, /) -> None:
        """The actions of the row under the mouse, or of the focused one."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        row = self.currentIndex().row() if by_key else self.row_at(event.pos().y())[0]
        self.activate(row)
        if row >= 0:
            at = self.visualRect(self._model.index(row)).center() if by_key else event.pos()
            self.row_actions.open_menu(self.viewport().mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Moves, copies, selects all; other keys are left to the window."""
        if not self._keys.pressed(event):
            event.ignore()

    def viewportEvent(self, event: QEvent, /) -> bool:
        """Explains what is under the mouse: where a link leads, why a message is out."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._mouse.explain(event)
            return True
        if event.type() is QEvent.Type.Leave and not self._overlays.toolbar.underMouse():
            self._on_mouse_gone()
        return super().viewportEvent(event)
