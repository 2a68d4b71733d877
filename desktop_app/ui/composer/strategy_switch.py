"""The strategy selector in the composer: the segmented switch, its narrow forms, and the two switches beside it.

Driven by ``StrategyPresenter``; knows no service. The form is chosen by what the parts need, so that no label is ever cut:
all labels → small switches as icons → icons and the chosen label → one chip with the same radio buttons in a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from desktop_app.domain.chat import ChatContext
from desktop_app.services.strategy_service import StrategyOrigin
from desktop_app.ui.composer.block_toggle import BlockToggle
from desktop_app.ui.composer.strategy_geometry import HEIGHT
from desktop_app.ui.composer.strategy_menu import ScopeMenu
from desktop_app.ui.composer.strategy_popup import StrategyPopup
from desktop_app.ui.composer.strategy_track import ONCE_MARK, StrategyTrack, TrackForm
from desktop_app.ui.composer.strategy_words import ShownChoice, missing_sentence, origin_sentence, tip
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.strategies import StrategyOption, strategy_options, uses
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, AppTheme

MORE_WIDTH = 30


@dataclass(frozen=True, slots=True)
class Form:
    """How the parts are shown; ``track`` None: as a chip."""

    track: TrackForm | None
    labelled_switches: bool = False


FORMS = (Form(TrackForm.LABELS, labelled_switches=True), Form(TrackForm.LABELS), Form(TrackForm.ICONS), Form(None))


class StrategySwitch(QWidget):
    """The whole selector.

    Attributes:
        track: the exclusive group of radio buttons, with the signals of what the person does there.
        summary, recall: the two small switches.

    Signals:
        scope_chosen: (code, StrategyOrigin) a strategy shall count somewhere.
        reset_pressed: the chat shall decide nothing itself.
    """

    scope_chosen = Signal(str, object)
    reset_pressed = Signal()

    def __init__(
        self, theme: AppTheme, icons: Icons, extras: Sequence[StrategyOption] = (), parent: QWidget | None = None
    ) -> None:
        """``extras``: strategies of plugins; with none of them there is no ▾."""
        self._choice: ShownChoice | None = None
        self._streaming = False
        self._form = FORMS[0]
        super().__init__(parent)
        self._icons = icons
        self._extras = list(extras)
        self.track = StrategyTrack([*strategy_options(), *extras], theme, icons, self)
        self.summary = BlockToggle(
            self.tr("Summary"), self.tr("Summary in the prompt"), "list-collapse", theme, icons, self
        )
        self.recall = BlockToggle(
            self.tr("Recalled"), self.tr("Recalled passages in the prompt"), "text-search", theme, icons, self
        )
        self._more = self._make_more(icons) if extras else None
        self._chip = QToolButton(self)
        self._popup = StrategyPopup(self)
        self._scopes = ScopeMenu(self)
        self._make_chip()
        self._lay_out()
        self._connect_parts()

    def show_choice(self, choice: ShownChoice) -> None:
        """What counts in the open chat."""
        self._choice = choice
        once = choice.origin is StrategyOrigin.ONCE
        self.track.show_choice(choice.strategy, hollow=choice.inherited, once=once)
        self._show_words()
        self._fit()

    def show_context(self, context: ChatContext, strategy: str) -> None:
        """What the chat decides about the summary and recalled passages; ``strategy`` says the rest."""
        summary, recall = uses(strategy)
        self.summary.show_state(context.use_summary, by_strategy=summary)
        self.recall.show_state(context.use_recall, by_strategy=recall)

    def set_streaming(self, streaming: bool) -> None:
        """While an answer is written, a choice counts from the next message."""
        self._streaming = streaming
        self._show_words()

    def focus_value(self) -> None:
        """Gives the keyboard to the selector."""
        if self._form.track is None:
            self._open_popup()
        else:
            self.track.focus_value()

    def _make_more(self, icons: Icons) -> MenuButton:
        """The ▾ with the strategies of plugins."""
        button = MenuButton(self.track)
        icons.bind(button, "chevron-down")
        button.setAccessibleName(self.tr("More strategies"))
        set_plain_tooltip(button, self.tr("More strategies"))
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        for option in self._extras:
            action = menu.addAction(option.name.replace("&", "&&"))
            action.setCheckable(True)
            set_plain_tooltip(action, tip(option, None, streaming=False))
            action.triggered.connect(lambda _checked=False, code=option.code: self.track.radio(code).click())
            menu.aboutToShow.connect(
                lambda action=action, code=option.code: action.setChecked(code == self.track.value)
            )
        button.set_popup_menu(menu)
        return button

    def _make_chip(self) -> None:
        self._chip.setProperty("look", "chip")
        self._chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._chip.setFixedHeight(HEIGHT)
        self._chip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._chip.hide()

    def _lay_out(self) -> None:
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE_4)
        self._row.addWidget(self._chip)
        self._row.addStretch(1)
        self._take_back()

    def _connect_parts(self) -> None:
        self.track.menu_requested.connect(self._open_scopes)
        self.track.chosen.connect(self._fit)
        self.track.let_go.connect(self._popup.close)
        self.track.returned.connect(self._popup.close)
        self._chip.clicked.connect(self._open_popup)
        self._chip.customContextMenuRequested.connect(self._open_chip_menu)
        self._scopes.scope_chosen.connect(self.scope_chosen)
        self._scopes.reset_pressed.connect(self.reset_pressed)

    def _show_words(self) -> None:
        choice = self._choice
        if choice is None:
            return
        options = [self.track.option(code) for code in {*self.track.codes, *(one.code for one in self._extras)}]
        tips = {
            option.code: tip(option, choice if option.code == choice.strategy else None, streaming=self._streaming)
            for option in options
        }
        sentences = {option.code: option.sentence or missing_sentence(option.code) for option in options}
        self.track.show_words(tips, sentences, origin_sentence(choice))
        self._show_chip(choice, tips[choice.strategy])

    def _show_chip(self, choice: ShownChoice, words: str) -> None:
        option = self.track.option(choice.strategy)
        missing = not option.icon
        self._icons.bind(self._chip, option.icon or "alert-triangle", "warning" if missing else "muted")
        mark = f" {ONCE_MARK}" if choice.origin is StrategyOrigin.ONCE else ""
        name = self.track.label(choice.strategy)
        self._chip.setText(f" {name}{mark} ▾".replace("&", "&&"))
        self._chip.setAccessibleName(self.tr("Context strategy: {name}").format(name=option.name))
        set_plain_tooltip(self._chip, words)
        self._chip.setProperty("decided", "no" if choice.inherited else "yes")
        self._chip.style().unpolish(self._chip)
        self._chip.style().polish(self._chip)

    def _open_scopes(self, code: str, place: QPoint) -> None:
        """Above the selector: below it stands what a candidate would change."""
        if self._choice is not None:
            self._popup.close()
            self._scopes.fill(self.track.option(code), self._choice)
            top = self.mapToGlobal(QPoint(0, 0)).y() - SPACE_4
            self._scopes.popup(QPoint(place.x(), top - self._scopes.sizeHint().height()))

    def _open_chip_menu(self, place: QPoint) -> None:
        self._open_scopes(self.track.value, self._chip.mapToGlobal(place))

    def _open_popup(self) -> None:
        self._popup.open_at(self._chip)
        self.track.focus_value()

    def _width_of(self, form: Form) -> int:
        if form.track is None:
            return self._chip.sizeHint().width()
        switches = (self.summary, self.recall)
        beside = sum(one.width_as(labelled=form.labelled_switches) + SPACE_4 for one in switches)
        return self.track.width_as(form.track) + self._tail() + SPACE_4 + beside

    def _tail(self) -> int:
        return MORE_WIDTH if self._extras else 0

    def _fit(self) -> None:
        """The first form that has room."""
        form = next((form for form in FORMS if self._width_of(form) <= self.width()), FORMS[-1])
        if form.track is None:
            self._give_away()
        elif self._form.track is None:
            self._take_back()
        self._form = form
        for switch in (self.summary, self.recall):
            switch.set_labelled(form.labelled_switches or form.track is None)
        self._chip.setVisible(form.track is None)
        self.track.set_form(form.track or TrackForm.COLUMN, tail=self._tail())
        if self._more is not None:
            self._more.setVisible(form.track is not None)
            self._more.setGeometry(self.track.tail_rect().toRect().adjusted(1, 3, -3, -3))
        self._row.activate()  # now, not with the next event: nothing is painted in the places of another form
        self.updateGeometry()

    def _give_away(self) -> None:
        if self.track.parent() is self:
            self._popup.take(self.track, (self.summary, self.recall))

    def _take_back(self) -> None:
        self._popup.close()
        for place, widget in enumerate((self.track, self.summary, self.recall), 1):
            self._row.insertWidget(place, widget)
            widget.show()

    def sizeHint(self) -> QSize:
        """With all labels."""
        return QSize(self._width_of(FORMS[0]), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """The chip."""
        return QSize(self._width_of(FORMS[-1]), HEIGHT)

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Another width may mean another form."""
        super().resizeEvent(event)
        self._fit()
