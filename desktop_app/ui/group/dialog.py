"""*Characters of this chat*: who is in it, who is muted, who speaks when, and whose cards are sent. Stored at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.services.group_service import GroupService, GroupState
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.dialogs.at_once import AtOnceDialog
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.inputs import Choice, Number
from desktop_app.ui.group.members_list import MembersList
from desktop_app.ui.group.words import cards_names, cards_sentence, order_names, order_sentence
from desktop_app.ui.theme import SPACE_8, SPACE_16, SPACE_24
from desktop_app.ui.window_state import FRAME

TASK = "change a group"
WIDTH = 460
MOST_ANSWERS = 20


class GroupDialog(AtOnceDialog):
    """One chat, beside which the window can be used; ``refresh`` shows it as it is by then."""

    def __init__(
        self, state: GroupState, service: GroupService, launch: Launcher, parent: QWidget | None = None
    ) -> None:
        super().__init__(TASK, launch, parent)
        self._state = state
        self._service = service
        self.setWindowTitle(self.tr("Characters of this chat"))
        self.members = MembersList()
        self._candidates = Choice()
        self._add = QPushButton(self.tr("Add"))
        self._remove = QPushButton(self.tr("Take out"))
        self._greet = QPushButton(self.tr("Let them greet"))
        self._order = Choice(order_names())
        self._most = Number(0, MOST_ANSWERS)
        self._most.setSpecialValueText(self.tr("As many as the order says"))
        self._most.setMaximumWidth(16_777_215)
        self._cards = Choice(cards_names())
        self._lay_out()
        self._connect_signals()
        self._show_state()

    @property
    def chat_id(self) -> str:
        """The chat it is about."""
        return self._state.chat.id

    def refresh(self) -> None:
        """Reads the chat again."""
        self._launch(TASK, self._read())

    def _lay_out(self) -> None:
        for button in (self._add, self._remove, self._greet):
            button.setAutoDefault(False)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addWidget(self._candidates, 1)
        row.addWidget(self._add)
        row.addWidget(self._remove)
        self._candidates.setAccessibleName(self.tr("Characters of the library"))
        self._members_field = Field(
            self.tr("Members"),
            self.members,
            help_text=self.tr("Ticked: takes turns. Unticked: muted, speaks only when you say so."),
        )
        self._order_field = Field(self.tr("Who speaks after a message"), self._order, help_text=" ")
        self._most_field = Field(self.tr("Answers to one message, at most"), self._most)
        self._cards_field = Field(self.tr("Whose cards are sent"), self._cards, help_text=" ")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_16)
        layout.addWidget(self._members_field)
        layout.addLayout(row)
        layout.addWidget(self._greet, 0, Qt.AlignmentFlag.AlignLeading)
        for field in (self._order_field, self._most_field, self._cards_field):
            layout.addWidget(field)
        layout.addWidget(self._problem)
        layout.addStretch(1)
        layout.addWidget(self._buttons)
        self.setMinimumWidth(WIDTH)

    def _connect_signals(self) -> None:
        service, chat_id = self._service, self.chat_id
        self.members.moved.connect(lambda: self._start(service.set_members(chat_id, self.members.ids)))
        self.members.muted.connect(self._mute)
        self.members.removed.connect(self._take_out)
        self._remove.clicked.connect(self.members.remove_chosen)
        self._add.clicked.connect(self._add_chosen)
        self._greet.clicked.connect(lambda: self._start(service.greet(chat_id)))
        self._order.edited.connect(lambda: self._start(service.set_order(chat_id, self._order.value())))
        self._most.edited.connect(lambda: self._start(service.set_most_answers(chat_id, self._most.value())))
        self._cards.edited.connect(lambda: self._start(service.set_cards(chat_id, self._cards.value())))

    def _show_state(self) -> None:
        state, choices = self._state, self._state.chat.context.group
        self.members.show_members(state.members, choices.muted)
        self._candidates.show_options([(card.id, " ".join(card.name.split())) for card in state.candidates])
        if self._candidates.value() is None and state.candidates:
            self._candidates.show_value(state.candidates[0].id)
        self._candidates.setEnabled(bool(state.candidates))
        self._add.setEnabled(bool(state.candidates))
        self._remove.setEnabled(bool(state.members))
        self._greet.setVisible(state.empty and len(state.members) > 1)
        self._order.show_value(choices.order)
        self._order_field.show_help(order_sentence(choices.order))
        self._most.show_value(choices.most_answers)
        self._cards.show_value(choices.cards)
        self._cards_field.show_help(cards_sentence(choices.cards))
        for field in (self._order_field, self._most_field, self._cards_field):
            field.setEnabled(len(state.members) > 1)
        self._fit()

    def _fit(self) -> None:
        """As high as its texts are in this width, if the screen is: layouts do not see to it where texts wrap."""
        layout, room = self.layout(), self.screen().availableGeometry().height() - FRAME.height()
        if layout is not None:  # pyright: ignore[reportUnnecessaryComparison] - Qt gives None before there is one
            self.setMinimumHeight(min(layout.totalHeightForWidth(max(self.width(), WIDTH)), room))

    def _add_chosen(self) -> None:
        chosen = self._candidates.value()
        if chosen is not None:
            self._start(self._service.set_members(self.chat_id, (*self.members.ids, chosen)))

    def _mute(self, character_id: str, muted: bool) -> None:
        self._start(self._service.set_muted(self.chat_id, character_id, muted=muted))

    def _take_out(self, character_id: str) -> None:
        left = tuple(one for one in self.members.ids if one != character_id)
        self._start(self._service.set_members(self.chat_id, left))

    async def _read(self) -> None:
        state = await self._service.state(self.chat_id)
        if not self._over:
            self._state = state
            self._show_state()

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Another width has other lines."""
        super().resizeEvent(event)
        self._fit()
