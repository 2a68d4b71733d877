"""The line that says how far recall by meaning is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.services.events import EventBus, RecallProgressed, RecallState
from desktop_app.ui.recall_status import RecallStatus
from tests.fakes.recall import FakeRecall


class Bench:
    """The line over a recall service."""

    def __init__(self) -> None:
        self.bus = EventBus()
        self.recall = FakeRecall(self.bus)
        self.status = RecallStatus(self.recall, self.bus)
        self.status.resize(500, 60)
        self.status.show()

    def visible_button(self) -> QPushButton | None:
        """The one button that is seen, if one is."""
        found = [button for button in self.status.findChildren(QPushButton) if button.isVisible()]
        assert len(found) <= 1
        return found[0] if found else None

    def press(self, text: str) -> None:
        """Clicks the button, which must say this."""
        button = self.visible_button()
        assert button is not None
        assert button.text() == text
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def bench() -> Bench:
    return Bench()


async def test_reading_is_counted_and_can_be_cancelled_and_begun_again(english: None, bench: Bench) -> None:
    assert bench.status.sentence() == "All messages can be found by meaning."
    assert bench.visible_button() is None
    bench.recall.tell(RecallProgressed(RecallState.WORDS_ONLY))
    assert "must be read again" in bench.status.sentence()
    bench.press("Rebuild now")
    bench.recall.tell(RecallProgressed(RecallState.READING, 3412, 10_000))
    assert bench.status._progress._sentence.text() == "Reading: 3,412 of 10,000 messages"
    assert bench.status._progress._bar.value() == 341
    assert not bench.status._sentence.isVisible()
    bench.press("Cancel")
    assert bench.recall.now == RecallProgressed(RecallState.WORDS_ONLY, 3412, 10_000)
    assert bench.visible_button() is not None
    bench.status.close_status()
    bench.recall.tell(RecallProgressed(RecallState.READY))
    assert "must be read again" in bench.status.sentence()


async def test_an_embedder_that_does_not_answer_says_why(bench: Bench) -> None:
    bench.recall.tell(RecallProgressed(RecallState.FAILED, error=ProviderError(ProviderErrorKind.NETWORK)))
    assert bench.status.sentence() == (
        "The server could not be reached. Until then old messages are found by their words only."
    )
    bench.press("Try again")
    assert bench.recall.now.state is RecallState.READING


async def test_off_is_off(bench: Bench) -> None:
    bench.recall.tell(RecallProgressed(RecallState.OFF))
    assert (bench.status.sentence(), bench.visible_button()) == ("Recall by meaning is off.", None)


async def test_in_the_preview_it_is_seen_only_where_there_is_something_to_be_said(english: None) -> None:
    bus = EventBus()
    recall = FakeRecall(bus)
    status = RecallStatus(recall, bus, discreet=True)
    assert not status.isVisible()
    recall.tell(RecallProgressed(RecallState.READING, 1, 3))
    assert not status.isVisible()
    recall.tell(RecallProgressed(RecallState.WORDS_ONLY))
    assert status.isVisible()
    QTest.mouseClick(next(b for b in status.findChildren(QPushButton) if b.isVisible()), Qt.MouseButton.LeftButton)
    assert recall.now.state is RecallState.READING
    assert status.isVisible()
    recall.tell(RecallProgressed(RecallState.READY))
    assert not status.isVisible()
    recall.tell(RecallProgressed(RecallState.OFF))
    assert not status.isVisible()
    status.close()
