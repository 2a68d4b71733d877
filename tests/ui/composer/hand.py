"""A hand on the strategy selector: presses, drags, keys; and a chat that is too long for its context."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.domain.generation import ConnectionProfile, GenerationSettings
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.settings import ContextSettings, Settings
from desktop_app.ui.composer.strategy_track import StrategyTrack
from tests.fakes.program import Program

LEFT = Qt.MouseButton.LeftButton

SMALL = ConnectionProfile(
    id="small",
    name="Small",
    base_url="http://127.0.0.1:1/v1",
    context_limit=400,
    generation=GenerationSettings(max_tokens=50),
)
SETTINGS = Settings(
    connections=(SMALL,),
    default_connection_id="small",
    first_run_done=True,
    context=ContextSettings(assistant_prompt=""),
)


def settings(**context: object) -> Settings:
    """``SETTINGS`` with something of the context otherwise."""
    return replace(SETTINGS, context=replace(SETTINGS.context, **context))


async def long_chat(program: Program, messages: int = 60) -> str:
    """A chat that does not fit into 400 tokens: messages of ten words."""
    chat = await program.chats.new_chat("Long")
    parent: str | None = None
    for number in range(messages):
        role = Role.ASSISTANT if number % 2 else Role.USER
        text = f"Message {number} says something in exactly ten words, about lamp{number}."
        message = Message(f"m{number:03d}", chat.id, parent, role, (TextPart(text),))
        await program.chat_repository.append(message)
        parent = message.id
    return chat.id


def middle(track: StrategyTrack, code: str) -> QPoint:
    """The middle of a segment."""
    return track.radio(code).geometry().center()


def drag_to(track: StrategyTrack, code: str) -> None:
    """Presses the thumb and holds it over a segment; the button stays down."""
    start, end = middle(track, track.value), middle(track, code)
    QTest.mousePress(track, LEFT, pos=start)
    for step in range(1, 9):
        QTest.mouseMove(track, start + (end - start) * step / 8)


def release(track: StrategyTrack, place: QPoint) -> None:
    """Lets go."""
    QTest.mouseRelease(track, LEFT, pos=place)


def click(track: StrategyTrack, code: str) -> None:
    """A click on a segment."""
    QTest.mouseClick(track, LEFT, pos=middle(track, code))


def turn_wheel(track: StrategyTrack, steps: int) -> None:
    """The wheel over the thumb."""
    place = QPointF(middle(track, track.value))
    for number in range(steps):
        turned = QPoint(0, 120 if number % 3 else -120)
        event = QWheelEvent(
            place,
            QPointF(track.mapToGlobal(place)),
            QPoint(),
            turned,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(track.childAt(place.toPoint()) or track, event)
