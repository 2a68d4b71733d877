"""How far recall by meaning is, in a line: with a bar and *Cancel* while messages are read, with a button where something is to be done.

Stands on the page of the settings, and in the preview where it is seen only when there is something to be said. It asks once
what is the case and then listens.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.services.events import EventBus, RecallProgressed, RecallState
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.text import plain_label, sentences
from desktop_app.ui.theme import SPACE_8

# In the preview fewer messages than these are read without a word: it takes a second.
WORTH_TELLING = 100


class RecallControl(Protocol):
    """What is asked of the recall service. What it starts goes on beside the window; events tell of it."""

    def status(self) -> RecallProgressed:
        """What is the case now."""
        ...

    def rebuild(self) -> None:
        """Begins to read what no vector of the present embedder is there for; nothing where that is under way."""
        ...

    def cancel(self) -> None:
        """Ends the reading; what came of it is kept."""
        ...


class RecallStatus(QWidget):
    """The line. ``discreet``: hidden while all is well, or off, or only a few messages are read."""

    def __init__(
        self, control: RecallControl, bus: EventBus, parent: QWidget | None = None, *, discreet: bool = False
    ) -> None:
        super().__init__(parent)
        self._discreet = discreet
        self._sentence = plain_label(look="secondary", wrap=True)
        self._again = QPushButton()
        self._again.setAutoDefault(False)
        self._progress = ProgressRow()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._sentence)
        layout.addWidget(self._again, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._progress)
        self._again.clicked.connect(control.rebuild)
        self._progress.cancel_pressed.connect(control.cancel)
        self._unsubscribe = bus.subscribe(RecallProgressed, self.show_progress)
        self.show_progress(control.status())

    def close_status(self) -> None:
        """Stops listening."""
        self._unsubscribe()

    def show_progress(self, now: RecallProgressed) -> None:
        """Shows a state."""
        reading = now.state is RecallState.READING
        if self._discreet:
            self.setVisible(_is_worth_telling(now))
        self._progress.setVisible(reading)
        self._sentence.setVisible(not reading)
        self._again.setText(self._button(now.state))
        self._again.setVisible(bool(self._button(now.state)))
        if reading:
            done = QLocale().toString(now.done)
            self._progress.begin(self.tr("Reading: {done} of %Ln message(s)", "", now.total).format(done=done))
            if now.total:
                self._progress.show_share(now.done / now.total)
        else:
            self._sentence.setText(self._words(now))

    def sentence(self) -> str:
        """What it says, while nothing is read."""
        return self._sentence.text()

    def _words(self, now: RecallProgressed) -> str:
        words_only = self.tr("Until then old messages are found by their words only.")
        match now.state:
            case RecallState.OFF:
                return self.tr("Recall by meaning is off.")
            case RecallState.WORDS_ONLY:
                changed = self.tr("What finds by meaning has changed: the messages must be read again.")
                return sentences(changed, words_only)
            case RecallState.FAILED:
                why = error_sentence(now.error) if now.error else self.tr("The messages could not be read.")
                return sentences(why, words_only)
            case RecallState.READY | RecallState.READING:
                return self.tr("All messages can be found by meaning.")

    def _button(self, state: RecallState) -> str:
        if state is RecallState.WORDS_ONLY:
            return self.tr("Rebuild now")
        return self.tr("Try again") if state is RecallState.FAILED else ""


def _is_worth_telling(now: RecallProgressed) -> bool:
    if now.state is RecallState.READING:
        return now.total >= WORTH_TELLING
    return now.state in {RecallState.WORDS_ONLY, RecallState.FAILED}
