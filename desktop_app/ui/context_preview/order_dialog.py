"""The dialog in which the rows of the prompt are put into another order. Asks for nothing: ``orders`` opens it and saves."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.context.plan import BlockKind
from desktop_app.domain.prompt_order import DEFAULT_ROWS, PromptRow, breaks_cache
from desktop_app.services.strategy_service import OrderChoice
from desktop_app.ui.context_preview.order_list import OrderList
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24, AppTheme

WIDTH = 420


class OrderDialog(QDialog):
    """The list, for whom it counts, and what follows from it.

    Signals:
        tried: (rows) this order stands in the list now; the preview shows what would be sent.
    """

    tried = Signal(object)

    def __init__(
        self, choice: OrderChoice, theme: AppTheme, icons: Icons, parent: QWidget, *, instructions_first: bool
    ) -> None:
        """``instructions_first``: those after the history stand before the summary, as the settings say."""
        self._choice = choice
        self._fixed_first = instructions_first
        super().__init__(parent)
        self.setWindowTitle(self.tr("Order of the prompt"))
        self.setModal(True)
        self._list = OrderList(theme, self)
        self._up, self._down = (
            self._arrow(icons, "chevron-up", self.tr("Move up (Alt+Up)"), -1),
            self._arrow(icons, "chevron-down", self.tr("Move down (Alt+Down)"), 1),
        )
        self._chat = QRadioButton(self.tr("For this chat"))
        self._all = QRadioButton(self.tr("For all chats that have no order of their own"))
        self._cache = plain_label(
            self.tr("What changes with every message stands before the history: a prompt cache keeps less."),
            look="secondary",
            wrap=True,
        )
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.Reset
        )
        self._reset = self._buttons.button(QDialogButtonBox.StandardButton.Reset)
        self._save = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        self._save.setProperty("look", "primary")
        self._lay_out()
        self._chat.setChecked(True)
        self.resize(WIDTH, 0)
        self._show(choice.rows)
        self._connect()
        self._list.setFocus()

    @property
    def rows(self) -> tuple[PromptRow, ...]:
        """The order in the list."""
        return self._list.rows

    @property
    def everywhere(self) -> bool:
        """Whether it is to count for all chats."""
        return self._all.isChecked()

    def _arrow(self, icons: Icons, icon: str, name: str, step: int) -> QToolButton:
        button = QToolButton(self)
        icons.bind(button, icon)
        button.setAccessibleName(name)
        set_plain_tooltip(button, name)
        button.clicked.connect(lambda: self._list.move_chosen(step))
        return button

    def _lay_out(self) -> None:
        arrows = QVBoxLayout()
        arrows.setSpacing(SPACE_4)
        for button in (self._up, self._down):
            arrows.addWidget(button)
        arrows.addStretch(1)
        rows = QHBoxLayout()
        rows.setSpacing(SPACE_8)
        rows.addWidget(self._list, 1)
        rows.addLayout(arrows)
        scope = QButtonGroup(self)
        for radio in (self._chat, self._all):
            scope.addButton(radio)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(
            plain_label(self.tr("Drag the rows, or move them with Alt+Up and Alt+Down."), look="secondary", wrap=True)
        )
        layout.addLayout(rows, 1)
        layout.addWidget(
            plain_label(
                self.tr("The muted rows have their place in any order; entries at a depth stay among the messages."),
                look="secondary",
                wrap=True,
            )
        )
        layout.addWidget(self._cache)
        layout.addWidget(self._chat)
        layout.addWidget(self._all)
        layout.addWidget(self._buttons)

    def _connect(self) -> None:
        self._list.moved.connect(self._on_moved)
        self._list.currentRowChanged.connect(self._show_arrows)
        self._chat.toggled.connect(self._show_reset)
        self._reset.clicked.connect(self._on_reset)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    def _fixed(self) -> list[tuple[str, BlockKind]]:
        """What has its place in any order, from top to bottom."""
        own = [(self.tr("Summary"), BlockKind.SUMMARY), (self.tr("Your message"), BlockKind.INPUT)]
        instructions = (self.tr("Instructions after the history"), BlockKind.POST_HISTORY)
        return [instructions, *own] if self._fixed_first else [*own, instructions]

    def _show(self, rows: tuple[PromptRow, ...]) -> None:
        self._list.show_rows(rows, self._fixed())
        self._show_state()

    def _show_state(self) -> None:
        self._cache.setVisible(breaks_cache(self.rows))
        # Or the list would become lower under the mouse.
        self.resize(self.width(), max(self.height(), self.heightForWidth(self.width())))
        self._show_arrows()
        self._show_reset()

    def _show_arrows(self) -> None:
        self._up.setEnabled(self._list.can_move_up)
        self._down.setEnabled(self._list.can_move_down)

    def _show_reset(self) -> None:
        self._reset.setEnabled(self.rows != self._inherited)

    @property
    def _inherited(self) -> tuple[PromptRow, ...]:
        """What counts where nothing is decided."""
        return DEFAULT_ROWS if self.everywhere else self._choice.default

    def _on_moved(self) -> None:
        self._show_state()
        self.tried.emit(self.rows)

    def _on_reset(self) -> None:
        self._show(self._inherited)
        self.tried.emit(self.rows)
