"""A composer and a dock over a program, for the tests of the strategy selector."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from desktop_app.services.strategy_service import StrategyOrigin
from desktop_app.ui.announcer import Announcer
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.presenter import ComposerPresenter
from desktop_app.ui.composer.strategy_presenter import StrategyPresenter
from desktop_app.ui.composer.strategy_track import StrategyTrack
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import Program
from tests.ui.conftest import until
from tests.ui.rig import Window


class Bench:
    """A composer and a dock over a program."""

    def __init__(self, theme: AppTheme, icons: Icons, program: Program) -> None:
        self.program = program
        self.window = Window(program)
        services, launch = self.window.services, self.window.launch
        self.holder, self.elsewhere = QWidget(), QLineEdit()
        self.composer = Composer(theme, icons)
        self.view = ContextPreview(theme, icons)
        layout = QVBoxLayout(self.holder)
        for part in (self.elsewhere, self.composer, self.view):
            layout.addWidget(part)
        self.dock = ContextPreviewPresenter(services, launch, self.view)
        self.writing = ComposerPresenter(services, launch, self.composer)
        self.presenter = StrategyPresenter(services, launch, self.composer, self.dock)
        self.announced: list[str] = []
        announcer = self.presenter._announcer
        assert isinstance(announcer, Announcer)
        announcer.announced.connect(self.announced.append)
        self.holder.resize(800, 900)
        self.holder.show()
        self.holder.activateWindow()

    @property
    def track(self) -> StrategyTrack:
        return self.composer.strategy.track

    @property
    def line(self) -> str:
        return self.composer.line.text

    @property
    def shown(self) -> str:
        """The strategy of the plan on screen."""
        return self.view.plan.strategy if self.view.plan is not None else ""

    async def open(self, chat_id: str) -> str:
        """As the window opens a chat."""
        self.chat_id = chat_id
        await self.writing.open(chat_id)
        await self.presenter.open(chat_id)
        self.dock.open(chat_id, self.composer.text())
        await until(lambda: self.shown == self.track.value)
        return chat_id

    async def stored(self) -> tuple[str, StrategyOrigin]:
        """What counts in the open chat."""
        choice = await self.program.strategies.choice(self.chat_id)
        return choice.strategy, choice.origin

    async def settle(self) -> None:
        """Until every choice is stored and shown."""
        await until(lambda: not self.presenter._storing and not self.program.tasks.running("strategy"))

    async def end(self) -> None:
        await self.presenter.close()
        self.dock.close()
        await self.writing.close()
        await self.program.chats.stop_all()
        await self.program.tasks.close()
        self.holder.close()
