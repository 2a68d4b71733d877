"""What chats remember: recall of old messages by meaning, and the summary. Each change is stored at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop_app.domain.settings import RecallSettings, Settings
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.inputs import Tick
from desktop_app.ui.icons import Icons
from desktop_app.ui.recall_status import RecallStatus
from desktop_app.ui.services import UiServices
from desktop_app.ui.settings_dialog.embedder_choice import EmbedderChoice
from desktop_app.ui.settings_dialog.page import CarryOut, SettingsPage
from desktop_app.ui.settings_dialog.summary_fields import SummaryFields
from desktop_app.ui.text import plain_label


class MemoryPage(SettingsPage):
    """Recall above, the summary below."""

    def __init__(
        self,
        services: UiServices,
        carry_out: CarryOut,
        launch: Launcher,
        icons: Icons,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            QCoreApplication.translate("MemoryPage", "Memory and recall"),
            QCoreApplication.translate("MemoryPage", "remember, forget, embedding, vectors, summary"),
            parent,
        )
        self._settings = services.settings
        self._carry_out = carry_out
        self._enabled = Tick(self.tr("Recall old messages by meaning"))
        self._other_chats = Tick(self.tr("Recall from other chats of the character too"))
        self._choice = EmbedderChoice(services.embedders, launch, icons)
        self._status = RecallStatus(services.recall, services.bus) if services.recall else None
        self._add_recall()
        self.add(plain_label(self.tr("Summary"), look="heading"))
        self._summary = SummaryFields(self.add, self)
        self._enabled.edited.connect(self._on_ticked)
        self._other_chats.edited.connect(self._on_ticked)
        self._choice.edited.connect(self._on_choice)
        self._summary.edited.connect(self._change)

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now."""
        self._enabled.show_value(settings.recall.enabled)
        self._other_chats.show_value(settings.recall.other_chats)
        self._other_chats.setEnabled(settings.recall.enabled)
        self._choice.setEnabled(settings.recall.enabled)
        self._choice.show_settings(settings)
        self._summary.show_settings(settings)

    def close_page(self) -> None:
        """Stores what is still being written, and stops listening."""
        self._summary.store()
        self._choice.close_choice()
        if self._status is not None:
            self._status.close_status()

    def _add_recall(self) -> None:
        self.add(plain_label(self.tr("Recall"), look="heading"))
        off = self.tr("Off: no text of any chat is read for it, and old messages are found by their words only.")
        self.add(Field(self.tr("By meaning"), self._enabled, help_text=off), self.tr("embedding, vectors, on, off"))
        if self._status is not None:
            self.add(self._status, self.tr("rebuild, index, progress"))
        self.add(self._choice, self.tr("embedding, embedder, vectors, model, e5, prefix, test"))
        self.add(Field(self.tr("Where from"), self._other_chats), self.tr("character, other chats"))

    def _on_ticked(self) -> None:
        enabled, others = self._enabled.value(), self._other_chats.value()
        self._change_recall(lambda known: replace(known, enabled=enabled, other_chats=others))

    def _on_choice(self) -> None:
        wanted = self._choice.wanted()
        if wanted is not None:
            self._change_recall(lambda known: replace(wanted, enabled=known.enabled, other_chats=known.other_chats))

    def _change_recall(self, edit: Callable[[RecallSettings], RecallSettings]) -> None:
        self._change(lambda settings: replace(settings, recall=edit(settings.recall)))

    def _change(self, edit: Callable[[Settings], Settings]) -> None:
        self._carry_out(self._settings.change(edit))
