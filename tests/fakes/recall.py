"""A recall service for tests of the window: it says what the test says, and notes what it is asked to do."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.services.events import EventBus, RecallProgressed, RecallState


@dataclass
class FakeRecall:
    """``now`` is what is the case; ``total`` messages are to be read by a rebuild."""

    bus: EventBus
    now: RecallProgressed = field(default_factory=lambda: RecallProgressed(RecallState.READY))
    total: int = 10_000

    def status(self) -> RecallProgressed:
        """What is the case now."""
        return self.now

    def rebuild(self) -> None:
        """Begins to read, unless it does."""
        if self.now.state is not RecallState.READING:
            self.tell(RecallProgressed(RecallState.READING, 0, self.total))

    def cancel(self) -> None:
        """Only words find then."""
        if self.now.state is RecallState.READING:
            self.tell(RecallProgressed(RecallState.WORDS_ONLY, self.now.done, self.total))

    def tell(self, now: RecallProgressed) -> None:
        """Another state is the case from now on."""
        self.now = now
        self.bus.publish(now)
