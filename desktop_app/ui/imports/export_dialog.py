"""The dialog of exports: what, in which format, and what that format does not hold. Made by ``windows``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError
from desktop_app.domain.exporting import BookFormat, CardFormat, ChatFormat
from desktop_app.domain.lore import Lorebook
from desktop_app.services.export_service import Export, ExportService
from desktop_app.services.import_run import Watch
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.folders import first_folder
from desktop_app.ui.messages import error_sentence, note_sentence
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_16, SPACE_24

TASK = "export"
WIDTH = 520


@dataclass(frozen=True, slots=True)
class Exportable:
    """What there is."""

    characters: Sequence[Character]
    books: Sequence[Lorebook]
    chats: Sequence[Chat]


class Thing(Enum):
    """What goes out."""

    CHAT = auto()
    CHARACTER = auto()
    LOREBOOK = auto()
    ALL = auto()


class ExportDialog(QDialog):
    """Three choices and a button.

    Attributes:
        thing, which, form: the three choices.

    A file is written when the person has named it; then the dialog says where it is and what is not in it.
    """

    def __init__(
        self,
        service: ExportService,
        things: Exportable,
        launch: Launcher,
        chat_id: str,
        parent: QWidget | None = None,
    ) -> None:
        self._over = False
        super().__init__(parent)
        self._service = service
        self._things = things
        self._launch = launch
        self._watch = Watch()
        self.setWindowTitle(self.tr("Export"))
        self.setModal(True)
        self.thing = Choice(self._kinds())
        self.which = Choice()
        self.form = Choice()
        self._which_field = Field(self.tr("Which one"), self.which)
        self._form_field = Field(self.tr("Format"), self.form, help_text=" ")
        self._done = plain_label(look="ok", wrap=True)
        self._notes = plain_label(look="secondary", wrap=True)
        self._problem = plain_label(look="error", wrap=True)
        self._progress = ProgressRow()
        self._export = QPushButton(self.tr("Export …"))
        self._export.setProperty("look", "primary")
        self._export.setDefault(True)
        self._close = QPushButton(self.tr("Close"))
        self._close.setAutoDefault(False)
        self._lay_out()
        self._connect_signals()
        self.thing.show_value(Thing.CHAT if things.chats else Thing.ALL)
        self._on_thing()
        if any(chat.id == chat_id for chat in things.chats):
            self.which.show_value(chat_id)

    def show_character(self, character_id: str) -> None:
        """Proposes a character instead of a chat."""
        self.thing.show_value(Thing.CHARACTER)
        self._on_thing()
        self.which.show_value(character_id)

    def export(self) -> None:
        """Makes the file and asks where it belongs."""
        self._launch(TASK, self._carry_out())

    def done(self, result: int, /) -> None:
        """Closing stops what is under way."""
        self._over = True
        self._watch.cancel()
        super().done(result)

    async def _carry_out(self) -> None:
        self._say("", "", "")
        self._export.setEnabled(False)
        self._watch = Watch(self._on_share)
        self._progress.begin(self.tr("Writing …"))
        try:
            made = await self._made()
            self._progress.end()
            target = await self._target(made) if not self._over else None
            if target is not None:
                saved = await self._service.save(made, target)
                self._tell(made, saved)
        except InterruptedError:
            return
        except AppError as error:
            if self._over:
                raise
            self._say("", "", error_sentence(error))
        finally:
            if not self._over:
                self._progress.end()
                self._export.setEnabled(True)

    async def _made(self) -> Export:
        which, form = self.which.value(), self.form.value()
        match self.thing.value():
            case Thing.CHAT:
                return await self._service.chat(which, form)
            case Thing.CHARACTER:
                return await self._service.character(which, form)
            case Thing.LOREBOOK:
                return await self._service.lorebook(which, form)
            case _:
                return await self._service.everything(self._watch)

    async def _target(self, made: Export) -> Path | None:
        name, _ = made.files[0]
        dialog = QFileDialog(self, self.tr("Export"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDirectory(first_folder())
        dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
        dialog.selectFile(name)
        try:
            chosen = await show_dialog(dialog)
            return Path(dialog.selectedFiles()[0]) if chosen and dialog.selectedFiles() else None
        finally:
            dialog.deleteLater()

    def _tell(self, made: Export, saved: list[Path]) -> None:
        if self._over:
            return
        files = "\n".join(map(str, saved))
        notes = "\n".join(dict.fromkeys(f"• {note_sentence(note)}" for note in made.notes))
        self._say(self.tr("Written: {files}").format(files=files), notes, "")

    def _say(self, done: str, notes: str, problem: str) -> None:
        for label, text in ((self._done, done), (self._notes, notes), (self._problem, problem)):
            label.setText(text)
            label.setVisible(bool(text))

    def _on_share(self, share: float) -> None:
        if not self._over:
            self._progress.show_share(share)

    def _on_cancel(self) -> None:
        self._watch.cancel()

    def _on_thing(self) -> None:
        things = self._things
        match self.thing.value():
            case Thing.CHAT:
                self.which.show_options([(one.id, one.title or self.tr("New chat")) for one in things.chats])
                self.form.show_options(self._chat_formats())
            case Thing.CHARACTER:
                self.which.show_options([(one.id, one.name) for one in things.characters])
                self.form.show_options(self._card_formats())
            case Thing.LOREBOOK:
                self.which.show_options([(one.id, one.name) for one in things.books])
                self.form.show_options(self._book_formats())
            case _:
                self.which.show_options([])
                self.form.show_options([(ChatFormat.ARCHIVE, self.tr("Talespan archive"))])
        for choice in (self.which, self.form):
            if choice.value() is None and choice.count():
                choice.setCurrentIndex(0)
        everything = self.thing.value() is Thing.ALL
        self._which_field.setVisible(not everything)
        self._export.setEnabled(everything or self.which.count() > 0)
        self._on_form()

    def _on_form(self) -> None:
        helps: dict[object, str] = {
            ChatFormat.ARCHIVE: self.tr(
                "Loses nothing: variants, branches, earlier texts, what the model saw, summary."
            ),
            ChatFormat.TAVERN: self.tr(
                "For SillyTavern and its relatives: the open branch with its variants and pictures."
            ),
            ChatFormat.MARKDOWN: self.tr(
                "The open branch, for reading and for other editors; pictures lie in a folder beside it."
            ),
            ChatFormat.HTML: self.tr(
                "The open branch with its pictures as one page for any browser; it loads and runs nothing."
            ),
            ChatFormat.TEXT: self.tr("The open branch without any form."),
            CardFormat.PNG: self.tr(
                "A picture that every program of this kind reads, with the lorebook and the files in it."
            ),
            CardFormat.CHARX: self.tr("The card with all its pictures and files."),
            CardFormat.JSON: self.tr("The card without its picture, as the newest specification has it."),
            CardFormat.JSON_V2: self.tr("The card without its picture, for older programs."),
            BookFormat.LOREBOOK: self.tr("Loses nothing; other programs read what they know of it."),
            BookFormat.WORLD_INFO: self.tr("For SillyTavern and its relatives."),
        }
        self._form_field.show_help(helps.get(self.form.value(), ""))

    def _kinds(self) -> list[tuple[Thing, str]]:
        return [
            (Thing.CHAT, self.tr("A chat")),
            (Thing.CHARACTER, self.tr("A character")),
            (Thing.LOREBOOK, self.tr("A lorebook")),
            (Thing.ALL, self.tr("Everything")),
        ]

    def _chat_formats(self) -> list[tuple[ChatFormat, str]]:
        return [
            (ChatFormat.ARCHIVE, self.tr("Talespan archive")),
            (ChatFormat.TAVERN, self.tr("SillyTavern chat (JSONL)")),
            (ChatFormat.MARKDOWN, self.tr("Markdown")),
            (ChatFormat.HTML, self.tr("Web page (HTML)")),
            (ChatFormat.TEXT, self.tr("Plain text")),
        ]

    def _card_formats(self) -> list[tuple[CardFormat, str]]:
        return [
            (CardFormat.PNG, self.tr("Picture card (PNG)")),
            (CardFormat.CHARX, self.tr("CHARX")),
            (CardFormat.JSON, self.tr("Character Card V3 (JSON)")),
            (CardFormat.JSON_V2, self.tr("Character Card V2 (JSON)")),
        ]

    def _book_formats(self) -> list[tuple[BookFormat, str]]:
        return [
            (BookFormat.LOREBOOK, self.tr("Lorebook (JSON)")),
            (BookFormat.WORLD_INFO, self.tr("SillyTavern World Info (JSON)")),
        ]

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        buttons.addWidget(self._export)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_16)
        layout.addWidget(Field(self.tr("What"), self.thing))
        for part in (self._which_field, self._form_field, self._progress, self._done, self._notes, self._problem):
            layout.addWidget(part)
        layout.addStretch(1)
        layout.addLayout(buttons)
        self.setMinimumWidth(WIDTH)
        self._say("", "", "")

    def _connect_signals(self) -> None:
        self.thing.edited.connect(self._on_thing)
        self.form.edited.connect(self._on_form)
        self._export.clicked.connect(self.export)
        self._close.clicked.connect(self.reject)
        self._progress.cancel_pressed.connect(self._on_cancel)
