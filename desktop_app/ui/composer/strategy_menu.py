"""The context menu of the strategy selector: where a choice is to count, and back to what is inherited."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.services.strategy_service import StrategyOrigin
from desktop_app.ui.composer.strategy_words import ShownChoice
from desktop_app.ui.strategies import StrategyOption


class ScopeMenu(QMenu):
    """Filled anew for each opening.

    Signals:
        scope_chosen: (code, StrategyOrigin) this strategy shall count there.
        reset_pressed: the chat shall decide nothing itself.
    """

    scope_chosen = Signal(str, object)
    reset_pressed = Signal()

    def fill(self, option: StrategyOption, choice: ShownChoice) -> None:
        """The places for one strategy, with a mark at the one by which it counts now."""
        self.clear()
        self.addAction(option.name.replace("&", "&&")).setEnabled(False)  # a section's title is lost to the style sheet
        self._add_scope(option, choice, StrategyOrigin.ONCE, self.tr("For the next message only"))
        self._add_scope(option, choice, StrategyOrigin.CHAT, self.tr("In this chat"))
        if choice.folder:
            name = choice.folder.replace("&", "&&")
            self._add_scope(option, choice, StrategyOrigin.FOLDER, self.tr("In the folder “{name}”").format(name=name))
        self._add_scope(option, choice, StrategyOrigin.DEFAULT, self.tr("As the default for new chats"))
        self.addSeparator()
        reset = self.addAction(self.tr("Reset to what is inherited"))
        reset.setEnabled(not choice.inherited)
        reset.triggered.connect(self.reset_pressed)

    def _add_scope(self, option: StrategyOption, choice: ShownChoice, origin: StrategyOrigin, text: str) -> QAction:
        action = self.addAction(text)
        action.setCheckable(True)
        action.setChecked(option.code == choice.strategy and origin is choice.origin)
        action.triggered.connect(
            lambda _checked=False, code=option.code, origin=origin: self.scope_chosen.emit(code, origin)
        )
        return action
