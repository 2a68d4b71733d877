"""How a row of the chat list looks and is renamed. Used by ``ChatListView`` only."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.domain.chat import Chat
from desktop_app.ui.chat.initials import initials
from desktop_app.ui.chat.row_looks import color_of_name
from desktop_app.ui.chat_list.model import CHAT_ROLE, FACES_ROLE, SECTION_ROLE, STREAMING_ROLE, Index
from desktop_app.ui.chat_list.rows import SectionRow
from desktop_app.ui.icons import Icons
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.text_input import LineEdit, is_composing_key
from desktop_app.ui.theme import RADIUS_CONTROL, SIZE_SECONDARY, SPACE_4, SPACE_8, SPACE_12, AppTheme, mixed

ROW_HEIGHT = 32
ICON_SIZE = 16
DOT_SIZE = 8
FACE_SIZE = 20
INITIALS_SIZE = 9


class ChatListDelegate(QStyledItemDelegate):
    """Paints headings and chats from the theme's tokens; renames with a guarded line edit.

    ``portraits``: of whom the chats are with; without, and where there is none, initials.
    """

    def __init__(self, theme: AppTheme, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self.portraits: Portraits | None = None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Rows of the design page's height, or taller where the font needs it."""
        return QSize(0, max(ROW_HEIGHT, option.fontMetrics.height() + 2 * SPACE_8))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        section = index.data(SECTION_ROLE)
        if isinstance(section, SectionRow):
            self._paint_section(painter, option, section, str(index.data()))
        else:
            self._paint_chat(painter, option, index)
        painter.restore()

    def _paint_section(self, painter: QPainter, option: QStyleOptionViewItem, section: SectionRow, title: str) -> None:
        tokens = self._theme.tokens
        rect = QRect(option.rect).adjusted(SPACE_8, 0, -SPACE_8, 0)
        font = QFont(painter.font())
        font.setPixelSize(SIZE_SECONDARY)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(tokens.muted))
        ratio = painter.device().devicePixelRatioF()
        arrow = self._icons.pixmap("chevron-right" if section.closed else "chevron-down", "muted", ICON_SIZE, ratio)
        painter.drawPixmap(rect.left(), rect.center().y() - ICON_SIZE // 2 + 1, arrow)
        rect.adjust(ICON_SIZE + SPACE_4, 0, 0, 0)
        _draw_elided(painter, rect, title)

    def _paint_chat(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = self._theme.tokens
        rect = QRect(option.rect).adjusted(SPACE_4, 1, -SPACE_4, -1)
        self._paint_ground(painter, option, rect)
        rect.adjust(SPACE_12, 0, -SPACE_8, 0)
        if index.data(STREAMING_ROLE):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.accent))
            painter.drawEllipse(rect.right() - DOT_SIZE, rect.center().y() - DOT_SIZE // 2 + 1, DOT_SIZE, DOT_SIZE)
            rect.adjust(0, 0, -DOT_SIZE - SPACE_8, 0)
        chat = index.data(CHAT_ROLE)
        if isinstance(chat, Chat) and index.data(FACES_ROLE):
            self._paint_face(painter, QPoint(rect.left(), rect.center().y() - FACE_SIZE // 2 + 1), chat)
            rect.adjust(FACE_SIZE + SPACE_8, 0, 0, 0)
        untitled = isinstance(chat, Chat) and not chat.title
        painter.setPen(QColor(tokens.muted if untitled else tokens.text))
        _draw_elided(painter, rect, str(index.data()))

    def _paint_face(self, painter: QPainter, place: QPoint, chat: Chat) -> None:
        """The picture of the first character, its initials, or a sign that the chat has none."""
        ratio = painter.device().devicePixelRatioF()
        if not chat.character_ids:
            icon = self._icons.pixmap("message-square", "muted", ICON_SIZE, ratio)
            painter.drawPixmap(place + QPoint((FACE_SIZE - ICON_SIZE) // 2, (FACE_SIZE - ICON_SIZE) // 2), icon)
            return
        owner_id = chat.character_ids[0]
        face = None if self.portraits is None else self.portraits.circle(owner_id, FACE_SIZE, ratio)
        if face is not None:
            painter.drawPixmap(place, face)
            return
        circle, color = QRect(place, QSize(FACE_SIZE, FACE_SIZE)), color_of_name(chat.title, self._theme)
        font = QFont(painter.font())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(color, self._theme.tokens.background, 0.16))
        painter.drawEllipse(circle)
        painter.setPen(QColor(color))
        small = QFont(font)
        small.setPixelSize(INITIALS_SIZE)
        small.setWeight(QFont.Weight.DemiBold)
        painter.setFont(small)
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, initials(chat.title))
        painter.setFont(font)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect) -> None:
        tokens = self._theme.tokens
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.setPen(Qt.PenStyle.NoPen)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(tokens.selection if selected else tokens.hover))
            painter.drawRoundedRect(rect, RADIUS_CONTROL, RADIUS_CONTROL)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(tokens.focus))
            painter.drawRoundedRect(rect, RADIUS_CONTROL, RADIUS_CONTROL)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A line edit that is safe with input methods."""
        editor = LineEdit(parent=parent)
        editor.setAccessibleName(self.tr("Name of the chat"))
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """The whole row."""
        editor.setGeometry(QRect(option.rect).adjusted(SPACE_4, 1, -SPACE_4, -1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of a composition are the input method's; the rest is as Qt has it."""
        if isinstance(watched, LineEdit) and watched.composing and is_composing_key(event):
            return True
        return super().eventFilter(watched, event)


def _draw_elided(painter: QPainter, rect: QRect, text: str) -> None:
    elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, elided)
