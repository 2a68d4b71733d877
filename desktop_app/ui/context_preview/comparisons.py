"""Opens comparisons of two plans and gets the plans for them. Made by the main window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget
from shiboken6 import isValid

from desktop_app.context.plan import ContextPlan
from desktop_app.domain.errors import AppError
from desktop_app.services.context_service import WhatIf
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.context_preview.compare_dialog import CompareDialog, Side
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.icons import Icons
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices
from desktop_app.ui.strategies import TRUNCATE, strategy_name, strategy_options
from desktop_app.ui.theme import AppTheme

OpenDialog = Callable[[QDialog], None]


class Comparisons(QObject):
    """Compares what the dock shows with what would be sent now, or two strategies.

    Signals:
        message_activated: (message id, start, end) to a message of the chat.
    """

    message_activated = Signal(str, int, int)

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        preview: ContextPreviewPresenter,
        look: tuple[AppTheme, Icons],
        open_dialog: OpenDialog,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._preview = preview
        self._theme, self._icons = look
        self._open_dialog = open_dialog
        self._window = window
        preview.comparison_requested.connect(self._with_now)

    def compare_strategies(self) -> None:
        """Opens the comparison of the strategy that counts with another one."""
        plan = self._preview.view.plan
        counts = plan.strategy if plan is not None else TRUNCATE
        sides = _strategies(counts)
        first = next(number for number, side in enumerate(sides) if side.strategy == counts)
        self._open(sides, (first, (first + 1) % len(sides)), None)

    def _with_now(self, plan: ContextPlan, title: str) -> None:
        now = Side(self.tr("What would be sent now"))
        sides = (Side(title), now, *_strategies(""))
        self._open(sides, (0, 1), plan)

    def _open(self, sides: tuple[Side, ...], chosen: tuple[int, int], known: ContextPlan | None) -> None:
        dialog = CompareDialog(sides, chosen, self._theme, self._icons, self._window)
        chat_id, draft = self._preview.chat_id, self._preview.draft

        def get(number: int, side: Side) -> None:
            if known is not None and side is sides[0]:
                dialog.show_plan(number, known)
            else:
                what_if = WhatIf(strategy=side.strategy or None)
                self._launch("comparison", self._get(dialog, number, side, (chat_id, draft, what_if)))

        dialog.wanted.connect(get)
        dialog.message_activated.connect(self._go_to_message)
        self._open_dialog(dialog)
        dialog.ask()

    def _go_to_message(self, message_id: str) -> None:
        self.message_activated.emit(message_id, -1, -1)

    async def _get(self, dialog: CompareDialog, number: int, side: Side, asked: tuple[str, str, WhatIf]) -> None:
        chat_id, draft, what_if = asked
        try:
            plan = await self._services.context.preview(chat_id, draft, what_if=what_if)
        except AppError as error:
            if isValid(dialog) and dialog.side(number) is side:
                dialog.show_problem(number, error_sentence(error))
            return
        if isValid(dialog) and dialog.side(number) is side:  # it may have been closed meanwhile
            dialog.show_plan(number, plan)


def _strategies(chosen: str) -> tuple[Side, ...]:
    """A side for each of our strategies, and for the chosen one if it is another's."""
    codes = [option.code for option in strategy_options()]
    if chosen and chosen not in codes:
        codes.append(chosen)
    return tuple(Side(strategy_name(code), code) for code in codes)
