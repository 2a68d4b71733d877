"""Empties the trash after a question. Part of the data page."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from desktop_app.domain.errors import AppError
from desktop_app.services.trash_service import TrashService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.buttons import button_line, plain_button
from desktop_app.ui.counts import chats_phrase
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8

TASK, COUNT_TASK = "empty the trash", "count the trash"


class TrashPanel(QWidget):
    """How many chats are in it, a button, a question.

    Signals:
        emptied: chats are gone, and a backup was made.
    """

    emptied = Signal()

    def __init__(self, trash: TrashService, launch: Launcher, parent: QWidget | None = None) -> None:
        self._over = False
        super().__init__(parent)
        self._trash = trash
        self._launch = launch
        self._said = plain_label(wrap=True)
        self._empty = plain_button(self.tr("Empty the trash …"))
        self._empty.clicked.connect(self._ask)
        self._question = plain_label(
            self.tr(
                "These chats go for good, with their summaries and all that was remembered for search. A backup is made first."
            ),
            wrap=True,
        )
        self._agree = plain_button(self.tr("Empty it"), look="danger")
        self._agree.clicked.connect(lambda: self._launch(TASK, self._carry_out()))
        self._stay = plain_button(self.tr("Cancel"))
        self._stay.clicked.connect(lambda: self._show_asking(asking=False))
        self._progress = ProgressRow()
        self._progress.cancel_pressed.connect(lambda: self._launch.cancel(TASK))
        self._error = plain_label(look="error", wrap=True)
        self._error.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._said)
        layout.addWidget(self._question)
        layout.addWidget(button_line(self._empty, self._agree, self._stay))
        layout.addWidget(self._progress)
        layout.addWidget(self._error)
        self._show_asking(asking=False)

    def refresh(self) -> None:
        """Counts anew."""
        self._launch(COUNT_TASK, self._count())

    def close_panel(self) -> None:
        """The dialog is gone; emptying that was begun goes on."""
        self._over = True
        self._launch.cancel(COUNT_TASK)

    def _ask(self) -> None:
        self._show_asking(asking=True)
        self._stay.setFocus()
        QTimer.singleShot(0, self, self._show_question)  # it has no place before the page is laid out

    def _show_question(self) -> None:
        """The question and its buttons are longer than the button was: at the page's end they are brought into view."""
        above = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        if above is not None:
            above.ensureWidgetVisible(self._stay)

    def _show_asking(self, *, asking: bool) -> None:
        for widget in (self._question, self._agree, self._stay):
            widget.setVisible(asking)
        self._empty.setVisible(not asking)

    async def _count(self) -> None:
        count = await self._trash.count()
        if not self._over:
            self._said.setText(chats_phrase(count) if count else self.tr("The trash is empty."))
            self._empty.setEnabled(count > 0)

    async def _carry_out(self) -> None:
        self._show_asking(asking=False)
        self._empty.setEnabled(False)
        self._error.hide()
        self._progress.begin(self.tr("Backing up and removing …"))
        try:
            await self._trash.empty(self._on_share)
        except AppError as error:
            if self._over:
                raise
            self._error.setText(error_sentence(error))
            self._error.show()
        finally:
            if not self._over:
                self._progress.end()
                self.emptied.emit()
                self.refresh()

    def _on_share(self, share: float) -> None:
        if not self._over:
            self._progress.show_share(share)

    def showEvent(self, event: QShowEvent, /) -> None:
        """The page is looked at."""
        super().showEvent(event)
        self.refresh()
