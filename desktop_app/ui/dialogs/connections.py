"""The dialog of connections: list at the left, form at the right. Opened by the window; calls the settings service itself."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.errors import AppError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.domain.models import FoundServer
from desktop_app.domain.ports import ConnectionReport
from desktop_app.domain.settings import BUILTIN_CONNECTION_ID
from desktop_app.services.connection_presets import of_server
from desktop_app.services.identity import new_id
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.connection_button import connection_label
from desktop_app.ui.dialogs.connection_form import ConnectionForm
from desktop_app.ui.dialogs.model_file import ask_for_model_file
from desktop_app.ui.icons import Icons
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, SPACE_24

TASK = "connection dialog"


class ConnectionsDialog(QDialog):
    """Add, change, test and remove connections. A changed form is stored by *Save*, or by going to another connection."""

    def __init__(
        self,
        settings: SettingsService,
        launch: Launcher,
        icons: Icons,
        chosen_id: str,
        parent: QWidget | None = None,
        *,
        new: ConnectionProfile | None = None,
    ) -> None:
        """Shows the connection ``chosen_id``; or ``new``, which is added to the list, and then *Save* ends the dialog."""
        self._shown_id = ""
        self._changed = False
        self._keyring = True
        self._wanted_id = new.id if new else ""
        super().__init__(parent)
        self._settings = settings
        self._launch = launch
        self.setWindowTitle(self.tr("Connections"))
        self.setModal(True)
        self.resize(820, 640)
        self._profiles = {profile.id: profile for profile in settings.settings.all_connections}
        self._list = QListWidget()
        self._form = ConnectionForm(icons)
        self._status = plain_label(wrap=True)
        self._progress = QProgressBar()
        self._find = QPushButton(self.tr("Find servers"))
        self._found_menu = QMenu(self)
        self._default = QPushButton(self.tr("Use for new chats"))
        self._remove = QPushButton(self.tr("Remove"))
        self._test = QPushButton(self.tr("Test connection"))
        self._save_button = QPushButton(self.tr("Save"))
        self._close_button = QPushButton(self.tr("Close"))
        self._lay_out(icons)
        self._connect_signals()
        self._fill_list(chosen_id)
        self._form.focus_first()
        if new is not None:
            self._add(new)

    def _lay_out(self, icons: Icons) -> None:
        self._list.setAccessibleName(self.tr("Connections"))
        self._list.setMinimumWidth(200)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        add = QPushButton(self.tr("Add connection"))
        icons.bind(add, "plus")
        add.clicked.connect(self._on_add)
        left = QVBoxLayout()
        left.setSpacing(SPACE_8)
        left.addWidget(self._list, 1)
        left.addWidget(add)
        icons.bind(self._find, "search")
        self._find.setAutoDefault(False)
        left.addWidget(self._find)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._form)
        right = QVBoxLayout()
        right.setSpacing(SPACE_12)
        right.addWidget(scroll, 1)
        right.addWidget(self._status)
        right.addWidget(self._progress)
        columns = QHBoxLayout()
        columns.setSpacing(SPACE_24)
        columns.addLayout(left, 1)
        columns.addLayout(right, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_16)
        layout.addLayout(columns, 1)
        layout.addLayout(self._buttons())
        self._progress.setRange(0, 0)
        self._progress.setAccessibleName(self.tr("Asking the server"))
        self._progress.hide()
        self._status.hide()

    def _buttons(self) -> QHBoxLayout:
        self._save_button.setProperty("look", "primary")
        self._save_button.setDefault(True)
        self._remove.setProperty("look", "danger")
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        for button in (self._remove, self._default, self._test):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        self._close_button.setAutoDefault(False)
        row.addWidget(self._close_button)
        row.addWidget(self._save_button)
        return row

    def _connect_signals(self) -> None:
        self._list.currentItemChanged.connect(self._on_item)
        self._find.clicked.connect(lambda: self._busy(self._find_servers()))
        self._form.edited.connect(self._on_edited)
        self._form.models_wanted.connect(lambda: self._busy(self._load_models()))
        self._form.file_wanted.connect(lambda: self._launch("pick model file", self._pick_file()))
        self._test.clicked.connect(lambda: self._busy(self._check()))
        self._save_button.clicked.connect(lambda: self._busy(self._save()))
        self._remove.clicked.connect(lambda: self._busy(self._remove_shown()))
        self._default.clicked.connect(lambda: self._busy(self._make_default()))
        self._close_button.clicked.connect(self.reject)
        self.finished.connect(self._on_finished)

    def _fill_list(self, chosen_id: str) -> None:
        self._list.clear()
        for profile in self._profiles.values():
            item = QListWidgetItem(connection_label(profile))
            item.setData(Qt.ItemDataRole.UserRole, profile.id)
            self._list.addItem(item)
            if profile.id == chosen_id:
                self._list.setCurrentItem(item)
        if self._list.currentItem() is None:  # pyright: ignore[reportUnnecessaryComparison] - the stub forgets None
            self._list.setCurrentRow(0)

    def _on_item(self, item: QListWidgetItem | None) -> None:
        wanted = str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ""
        if not wanted or wanted == self._shown_id:
            return
        if self._changed:
            self._busy(self._save(then=wanted))
        else:
            self._show_connection(wanted)

    def _show_connection(self, connection_id: str) -> None:
        self._shown_id = connection_id
        self._form.show_profile(self._profiles[connection_id])
        self._set_changed(changed=False)
        self._show_status("")
        self._remove.setVisible(connection_id != BUILTIN_CONNECTION_ID)
        self._default.setEnabled(connection_id != self._settings.settings.default_connection_id)
        self._launch(TASK, self._show_key_state(connection_id))

    async def _show_key_state(self, connection_id: str) -> None:
        keyring = await self._settings.keyring_available()
        try:
            stored = await self._settings.has_key(connection_id)
        except AppError as error:
            stored = False
            self._show_status(error_sentence(error), good=False)
        if connection_id == self._shown_id:
            self._keyring = keyring
            self._form.show_key_state(stored=stored, keyring=keyring, place=self._settings.settings.secret_place)

    def _on_finished(self) -> None:
        self._launch.cancel(TASK)

    def _on_edited(self) -> None:
        self._set_changed(changed=True)
        self._show_status("")

    def _set_changed(self, *, changed: bool) -> None:
        self._changed = changed
        self._save_button.setEnabled(changed)
        self._close_button.setText(self.tr("Discard changes") if changed else self.tr("Close"))

    def _on_add(self) -> None:
        self._add(ConnectionProfile(id=new_id(), name=self.tr("New connection")))

    def _add(self, profile: ConnectionProfile) -> None:
        self._profiles[profile.id] = profile
        item = QListWidgetItem(connection_label(profile))
        item.setData(Qt.ItemDataRole.UserRole, profile.id)
        self._list.addItem(item)
        self._list.setCurrentItem(item)
        if self._shown_id == profile.id:
            self._begin_new()

    def _begin_new(self) -> None:
        """What is new wants to be saved, and first to be filled in."""
        self._set_changed(changed=True)
        self._form.focus_unknown()

    def _busy(self, work: Coroutine[Any, Any, None]) -> None:
        """One thing at a time, with progress while it lasts."""
        self._launch(TASK, self._with_progress(work))

    async def _with_progress(self, work: Coroutine[Any, Any, None]) -> None:
        buttons = (self._find, self._test, self._remove, self._default)
        self._progress.show()
        for button in buttons:
            button.setEnabled(False)
        try:
            await work
        except AppError as error:
            self._show_status(error_sentence(error), good=False)
        finally:
            work.close()
            self._progress.hide()
            for button in buttons:
                button.setEnabled(True)
            self._default.setEnabled(self._shown_id != self._settings.settings.default_connection_id)

    async def _find_servers(self) -> None:
        """Offers what runs on this machine and is not in the list."""
        self._show_status(self.tr("Looking for model servers on this computer …"))
        servers = await self._settings.find_servers()
        known = {profile.base_url for profile in self._profiles.values()}
        new = [server for server in servers if server.base_url not in known]
        if len(new) == 1:
            self._add_server(new[0])
        elif new:
            self._show_status(self.tr("Several servers were found."))
            self._offer(new)
        elif servers:
            self._show_status(self.tr("Every server that was found is in the list already."), good=True)
        else:
            self._show_status(self.tr("No model server is running on this computer."))

    def _offer(self, servers: list[FoundServer]) -> None:
        self._found_menu.clear()
        for server in servers:
            action = self._found_menu.addAction(f"{server.name} · {server.base_url}")
            action.triggered.connect(lambda _checked=False, server=server: self._add_server(server))
        self._found_menu.popup(self._find.mapToGlobal(QPoint(0, self._find.height())))

    def _add_server(self, server: FoundServer) -> None:
        models = [model.id for model in server.models]
        profile = of_server(server, models[0] if models else "")
        self._add(profile)
        if self._shown_id == profile.id:
            self._form.show_models(models)
            self._show_status(self.tr("{server} was found. Choose a model and save.").format(server=server.name))

    async def _check(self) -> None:
        if not self._form.check():
            return
        self._show_status(self.tr("Asking the server …"))
        profile = self._form.profile()
        report = await self._settings.check(profile, self._form.key_field.key())
        if report.models:
            self._form.show_models([model.id for model in report.models])
        self._show_status(self._verdict(report, profile), good=report.ok)

    def _verdict(self, report: ConnectionReport, profile: ConnectionProfile) -> str:
        """The report in the person's language."""
        if report.error is not None:
            return error_sentence(report.error)
        if not report.ok:
            return report.sentence
        if profile.model or profile.kind is ConnectionKind.BUILTIN:
            return self.tr("The model answers.")
        return self.tr("The server answers. Choose one of its models.")

    async def _load_models(self) -> None:
        models = await self._settings.models(self._form.profile(), self._form.key_field.key())
        self._form.show_models([model.id for model in models])
        if not models:
            self._show_status(self.tr("The server lists no models."), good=False)

    async def _save(self, then: str = "") -> None:
        """Stores the form; shows the connection ``then`` afterwards. Stays where something is wrong."""
        if not self._form.check():
            self._mark_shown()
            return
        profile, key = self._form.profile(), self._form.key_field.key()
        if key and self._form.key_field.place() is not self._settings.settings.secret_place:
            await self._settings.choose_secret_place(self._form.key_field.place())
        await self._settings.save_connection(profile, key)
        self._profiles[profile.id] = profile
        self._set_changed(changed=False)
        self._rename_item(profile)
        if then:
            self._show_connection(then)
            if self._settings.settings.connection(then).id != then:
                self._begin_new()
        elif profile.id == self._wanted_id:
            self.accept()
        else:
            await self._show_key_state(profile.id)
            self._show_status(self.tr("Saved."), good=True)

    async def _remove_shown(self) -> None:
        gone = self._shown_id
        if any(profile.id == gone for profile in self._settings.settings.connections):
            await self._settings.remove_connection(gone)
        self._set_changed(changed=False)
        del self._profiles[gone]
        self._fill_list(BUILTIN_CONNECTION_ID)

    async def _make_default(self) -> None:
        if self._changed:
            await self._save()
        if not self._changed:
            chosen = self._shown_id
            await self._settings.change(lambda settings: replace(settings, default_connection_id=chosen))

    async def _pick_file(self) -> None:
        path = await ask_for_model_file(self)
        if path is not None:
            self._form.set_model(str(path))

    def _mark_shown(self) -> None:
        for row in range(self._list.count()):
            if self._list.item(row).data(Qt.ItemDataRole.UserRole) == self._shown_id:
                self._list.setCurrentRow(row)

    def _rename_item(self, profile: ConnectionProfile) -> None:
        for row in range(self._list.count()):
            if self._list.item(row).data(Qt.ItemDataRole.UserRole) == profile.id:
                self._list.item(row).setText(connection_label(profile))

    def _show_status(self, sentence: str, *, good: bool | None = None) -> None:
        look = {None: "muted", True: "ok", False: "error"}[good]
        self._status.setText(sentence)
        self._status.setVisible(bool(sentence))
        _set_look(self._status, look)


def _set_look(label: QLabel, look: str) -> None:
    label.setProperty("look", look)
    label.style().unpolish(label)
    label.style().polish(label)
