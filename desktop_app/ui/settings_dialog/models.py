"""Model files to download, and where from. A download goes on when the dialog is closed, and is shown again when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop_app.domain.errors import AppError
from desktop_app.domain.models import CatalogEntry
from desktop_app.domain.settings import Settings
from desktop_app.services.events import DownloadFinished, DownloadProgressed
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices
from desktop_app.ui.settings_dialog.model_row import ModelRow
from desktop_app.ui.settings_dialog.page import CarryOut, SettingsPage
from desktop_app.ui.text_input import LineEdit

HUB = "https://huggingface.co"


class ModelsPage(SettingsPage):
    """The catalog."""

    def __init__(self, services: UiServices, carry_out: CarryOut, parent: QWidget | None = None) -> None:
        super().__init__(
            QCoreApplication.translate("ModelsPage", "Model files"),
            QCoreApplication.translate("ModelsPage", "GGUF, download, local, offline, Hugging Face"),
            parent,
        )
        self._services = services
        self._models = services.models
        self._carry_out = carry_out
        self._rows: dict[str, ModelRow] = {}
        self._mirror = LineEdit()
        self._mirror.setPlaceholderText(HUB)
        self._mirror.editingFinished.connect(self._on_mirror)
        for entry in self._models.catalog():
            self._add_row(entry)
        mirror_help = self.tr(
            "Files come from Hugging Face. Where that cannot be reached, enter the address of a mirror."
        )
        self._mirror_field = Field(self.tr("Mirror"), self._mirror, help_text=mirror_help)
        self.add(self._mirror_field, self.tr("address, proxy, China"))
        self._unsubscribe: list[Callable[[], None]] = [
            services.bus.subscribe(DownloadProgressed, self._on_progress),
            services.bus.subscribe(DownloadFinished, self._on_finished),
        ]

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now."""
        if not self._mirror.isModified():
            self._mirror.setText(settings.downloads.mirror)

    def close_page(self) -> None:
        """The dialog is gone; downloads are not."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def _add_row(self, entry: CatalogEntry) -> None:
        row = self._rows[entry.name] = ModelRow(entry)
        row.download_pressed.connect(partial(self._on_download, entry))
        row.cancel_pressed.connect(partial(self._models.cancel, entry.name))
        row.use_pressed.connect(partial(self._on_use, entry))
        row.show_state(installed=self._models.installed(entry), running=self._models.running(entry.name))
        self.add(row)

    def _on_download(self, entry: CatalogEntry) -> None:
        self._rows[entry.name].show_error("")
        self._rows[entry.name].show_state(installed=False, running=True)
        self._models.start(entry)

    def _on_progress(self, event: DownloadProgressed) -> None:
        if event.name in self._rows:
            self._rows[event.name].show_progress(event.progress)

    def _on_finished(self, event: DownloadFinished) -> None:
        row = self._rows.get(event.name)
        if row is not None:
            row.show_state(installed=event.file is not None, running=False)
            row.show_error(error_sentence(event.error) if event.error is not None else "")

    def _on_use(self, entry: CatalogEntry) -> None:
        self._carry_out(self._use(entry))

    async def _use(self, entry: CatalogEntry) -> None:
        """A connection to the file, unless there is one; it answers new chats from now on."""
        row, settings, file = self._rows[entry.name], self._services.settings, self._models.file_of(entry)
        row.show_error("")
        known = next((one for one in settings.settings.connections if one.model == str(file)), None)
        if known is None:
            try:
                known = await self._services.first_run.open_file(file, self.tr("Model file"))
            except AppError as error:
                row.show_error(error_sentence(error))
                return
            await settings.save_connection(known, None)
        chosen = known.id
        await settings.change(lambda now: replace(now, default_connection_id=chosen))

    def _on_mirror(self) -> None:
        if not self._mirror.isModified():
            return
        mirror = self._mirror.text().strip().rstrip("/")
        wrong = bool(mirror) and not mirror.startswith(("http://", "https://"))
        self._mirror_field.show_error(self.tr("The address begins with http:// or https://.") if wrong else "")
        if not wrong:
            self._mirror.setModified(False)
            self._carry_out(
                self._services.settings.change(
                    lambda settings: replace(settings, downloads=replace(settings.downloads, mirror=mirror))
                )
            )
