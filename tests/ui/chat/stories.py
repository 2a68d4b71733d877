"""Chats to test with: made-up messages, and a view that is given the texts it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.context.plan import Disposition, DroppedRun, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.chat import BranchRow
from desktop_app.domain.message import Message, MessageState, Part, ReasoningPart, Role, Speaker, TextPart
from desktop_app.ui.chat.chat_model import ChatModel, light_row
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.seen import Seen
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.context_preview.plans import plan_of

LEFT = Qt.MouseButton.LeftButton

OLDER = reason(ReasonCode.OLDER_THAN_WINDOW)


def message(number: int, text: str, role: Role | None = None, *, reasoning: str = "", chat_id: str = "chat") -> Message:
    """The message ``m<number>`` after the one before; the user and Mira take turns unless ``role`` says otherwise."""
    role = role or (Role.USER if number % 2 else Role.ASSISTANT)
    parts: tuple[Part, ...] = (TextPart(text),)
    return Message(
        id=f"m{number}",
        chat_id=chat_id,
        parent_id=f"m{number - 1}" if number else None,
        role=role,
        parts=(ReasoningPart(reasoning), *parts) if reasoning else parts,
        speaker=Speaker("Ilya" if role is Role.USER else "Mira"),
        created_at=1_790_000_000_000 + number * 60_000,
    )


def story(count: int) -> list[Message]:
    """``count`` messages of different lengths."""
    return [
        message(n, f"Message {n}. " + "The lamp was already lit when you came. " * (n * 7 % 23)) for n in range(count)
    ]


def streaming(number: int, text: str = "", *, chat_id: str = "chat") -> Message:
    """An answer that is being written."""
    return replace(message(number, text, Role.ASSISTANT, chat_id=chat_id), state=MessageState.STREAMING)


def rows_of(messages: Sequence[Message]) -> list[BranchRow]:
    """Their light rows."""
    return [light_row(message) for message in messages]


def out(first: str, last: str, why: Reason = OLDER, how: Disposition = Disposition.TRIMMED) -> DroppedRun:
    """Messages that are out, from ``first`` to ``last``."""
    return DroppedRun(first, last, 1, 10, how, why)


class Stage:
    """A shown view with its model. ``asked`` are the batches of ids it wanted; they are answered at once if ``answers``."""

    def __init__(self, theme: AppTheme, icons: Icons, *, answers: bool = True, width: int = 800) -> None:
        self.model = ChatModel()
        self.view = ChatView(self.model, theme, icons)
        self.store: dict[str, Message] = {}
        self.asked: list[list[str]] = []
        self.answers = answers
        self.model.texts_wanted.connect(self._on_texts_wanted)
        self.view.resize(width, 600)
        self.view.show()

    def show(self, messages: Sequence[Message], held: int = 30) -> None:
        """Opens a chat of ``messages``, the last ``held`` with their texts."""
        self.store.update({message.id: message for message in messages})
        tail = messages[len(messages) - min(held, len(messages)) :]
        self.model.reset_rows(rows_of(messages), {message.id: message for message in tail})
        self.paint()

    def show_seen(self, *runs: DroppedRun, strategy: str = "truncate") -> None:
        """A plan arrives in which these messages are out."""
        plan = replace(plan_of(dropped=runs), strategy=strategy)
        self.view.set_seen(Seen(plan, self.model.row_of, self.model.rowCount))
        self.paint()

    def paint(self) -> None:
        """Paints now, whether or not the platform has shown the window yet."""
        self.view.grab()

    def scroll(self, value: int) -> None:
        """Scrolls like a person, and paints."""
        self.view.verticalScrollBar().setValue(value)
        self.paint()

    def supply_all(self) -> None:
        """Answers everything that was asked for."""
        for ids in self.asked:
            self.model.supply({key: self.store[key] for key in ids})
        self.asked.clear()
        self.paint()

    def top(self, message_id: str) -> int:
        """Where a message begins in the viewport."""
        return self.view.row_top(self.model.row_of(message_id))

    def text_point(self, message_id: str, offset: int = 0) -> QPoint:
        """A point on the letter ``offset`` of a message's first line."""
        row = self.model.row_of(message_id)
        layout = self.view.layout_of(row)
        assert layout.text is not None
        line = layout.text.begin().layout().lineAt(0)
        x, _ = cast("tuple[float, int]", line.cursorToX(offset))
        return layout.text_at + QPoint(round(x) + 1, self.view.row_top(row) + 8)

    def _on_texts_wanted(self, ids: list[str]) -> None:
        self.asked.append(ids)
        if self.answers:
            self.model.supply({key: self.store[key] for key in ids if key in self.store})


def mouse(
    widget: QWidget, kind: QEvent.Type, at: QPoint, *, held: bool = False, shift: bool = False, ctrl: bool = False
) -> None:
    """Sends a mouse event with the left button."""
    button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else LEFT
    buttons = LEFT if held or kind is QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
    modifiers = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    modifiers |= Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    place = QPointF(at)
    event = QMouseEvent(kind, place, QPointF(widget.mapToGlobal(at)), button, buttons, modifiers)
    QApplication.sendEvent(widget, event)


def drag(widget: QWidget, start: QPoint, end: QPoint) -> None:
    """Presses, moves and releases."""
    mouse(widget, QEvent.Type.MouseButtonPress, start)
    mouse(widget, QEvent.Type.MouseMove, end, held=True)
    mouse(widget, QEvent.Type.MouseButtonRelease, end)


def click(widget: QWidget, at: QPoint, *, shift: bool = False, ctrl: bool = False) -> None:
    """Presses and releases."""
    mouse(widget, QEvent.Type.MouseButtonPress, at, shift=shift, ctrl=ctrl)
    mouse(widget, QEvent.Type.MouseButtonRelease, at, shift=shift, ctrl=ctrl)


def hover(widget: QWidget, at: QPoint) -> None:
    """Moves without a button."""
    mouse(widget, QEvent.Type.MouseMove, at)
