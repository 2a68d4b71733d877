"""*Memory settings of this chat*: how often its summary is made, whether it is about code or read for recall. Stored at once."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.domain.chat import ChatContext
from desktop_app.services.chat_memory import ChatMemory, ChatMemoryService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.dialogs.at_once import AtOnceDialog
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.inputs import Choice, Tick
from desktop_app.ui.every_input import EveryInput, every_label
from desktop_app.ui.text import sentences
from desktop_app.ui.theme import SPACE_16, SPACE_24

TASK = "change a chat's memory"
WIDTH = 480


class ChatMemoryDialog(AtOnceDialog):
    """One chat, and its folder where it is in one."""

    def __init__(
        self, memory: ChatMemory, service: ChatMemoryService, launch: Launcher, parent: QWidget | None = None
    ) -> None:
        super().__init__(TASK, launch, parent)
        self._memory = memory
        self._service = service
        self.setWindowTitle(self.tr("Memory settings of this chat"))
        self.setModal(True)
        self._every = EveryInput("")
        self._folder = EveryInput(self.tr("As for all chats"), hint=False)
        self._by_model = Choice(
            (
                (None, self.tr("As for all chats")),
                (True, self.tr("By a model too")),
                (False, self.tr("By the program alone")),
            )
        )
        self._code = Tick(self.tr("This chat is a code review"))
        self._recall = Tick(self.tr("Recall old messages by meaning"))
        self._lay_out()
        self._show_memory()
        self._connect_signals()

    def _lay_out(self) -> None:
        self._every_field = Field(every_label(), self._every, help_text=" ")
        folder = self._memory.folder
        folder_label = self.tr("The same for all chats in the folder “{name}”").format(
            name=folder.name if folder else ""
        )
        self._folder_field = Field(folder_label, self._folder)
        code_help = self.tr("Its messages are long, so the summary is advised to be made more often.")
        recall_help = self.tr("Off: this chat is not read for finding by meaning.")
        if not self._memory.recall_by_default:
            recall_help = self.tr("Recall is off for all chats, in the settings.")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_16)
        for field in (
            self._every_field,
            self._folder_field,
            Field(self.tr("Kind of chat"), self._code, help_text=code_help),
            Field(self.tr("Who writes the summary"), self._by_model),
            Field(self.tr("Recall"), self._recall, help_text=recall_help),
        ):
            layout.addWidget(field)
        self._folder_field.setVisible(folder is not None)
        layout.addWidget(self._problem)
        layout.addStretch(1)
        layout.addWidget(self._buttons)
        self.setMinimumWidth(WIDTH)

    def _connect_signals(self) -> None:
        self._every.edited.connect(lambda: self._decide(compress_every_n=self._every.value()))
        self._by_model.edited.connect(lambda: self._decide(summarised_by_model=self._by_model.value()))
        self._code.edited.connect(lambda: self._decide(code_review=self._code.value()))
        self._recall.edited.connect(lambda: self._decide(recall_enabled=None if self._recall.value() else False))
        self._folder.edited.connect(
            lambda: self._start(self._service.decide_for_folder(self._memory.chat.id, self._folder.value()))
        )

    def _show_memory(self) -> None:
        context, folder = self._memory.chat.context, self._memory.folder
        advised = self._memory.advised(code_review=context.code_review)
        inherited = self._memory.inherited
        self._every.show_automatic(self._automatic(inherited, advised))
        self._every.show_value(context.compress_every_n, inherited or advised)
        self._every_field.show_help(self._advice(advised))
        self._folder.show_value(folder.compress_every_n if folder else None, advised)
        self._by_model.show_value(context.summarised_by_model)
        self._code.show_value(context.code_review)
        self._recall.show_value(self._memory.recall_by_default and context.recall_enabled is not False)
        self._recall.setEnabled(self._memory.recall_by_default)

    def _automatic(self, inherited: int | None, advised: int | None) -> str:
        """What counts where the chat has no number of its own."""
        if inherited is not None and self._memory.folder and self._memory.folder.compress_every_n is not None:
            return self.tr("As in the folder: {number}").format(number=inherited)
        if inherited is not None:
            return self.tr("As for all chats: {number}").format(number=inherited)
        if advised is not None:
            return self.tr("Automatic (as advised): {number}").format(number=advised)
        return self.tr("Automatic (as advised): none yet")

    def _advice(self, advised: int | None) -> str:
        """The advice for its length, with the length."""
        written = self.tr("You have written %Ln message(s) in it.", "", self._memory.user_turns)
        if advised is None:
            advice = self.tr("All of a chat this short fits: no summary is needed yet.")
        else:
            advice = self.tr("Advised: {number}.").format(number=advised)
        return sentences(written, advice)

    def _decide(self, **changes: object) -> None:
        def edit(known: ChatContext) -> ChatContext:
            return replace(known, **changes)  # pyright: ignore[reportArgumentType] - fields by name

        self._start(self._service.decide(self._memory.chat.id, edit))

    async def _read(self) -> None:
        memory = await self._service.memory(self._memory.chat.id)
        if not self._over:
            self._memory = memory
            self._show_memory()
