"""The form of one connection. Turns a profile into fields and fields into a profile; asks no service."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.generation import ConnectionKind, ConnectionProfile, Proxy, ProxyMode, Sees
from desktop_app.domain.settings import SecretPlace
from desktop_app.ui.dialogs.connection_checks import problems_of
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.dialogs.key_field import KeyField
from desktop_app.ui.icons import Icons
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8, SPACE_12

LARGEST_CONTEXT = 10_000_000

EXAMPLES = {
    ConnectionKind.OPENAI_COMPATIBLE: "https://api.openai.com/v1",
    ConnectionKind.OLLAMA: "http://127.0.0.1:11434",
}
"""An address of each kind of server, shown while the field is empty."""


class ConnectionForm(QWidget):
    """Six fields, and more for the expert.

    Signals:
        edited: something is not as it was shown.
        models_wanted: fill the list of models.
        file_wanted: let the person pick a model file.
    """

    edited = Signal()
    models_wanted = Signal()
    file_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        self._profile: ConnectionProfile | None = None
        self._showing = False
        super().__init__(parent)
        self._make_inputs()
        self.key_field = KeyField(icons)  # without a parent: Tab follows the order of the layout
        self._fields = self._make_fields()
        self._icons = icons
        self._more = QToolButton()
        self._more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._more.setText(self.tr("More"))
        self._expert = self._make_expert()
        self._lay_out()
        self._show_more(more=False)
        self._connect_signals()

    def show_profile(self, profile: ConnectionProfile) -> None:
        """Fills the fields."""
        self._showing = True
        self._profile = profile
        self._name.setText(profile.name)
        self._kind.setCurrentIndex(self._kind.findData(profile.kind))
        self._url.setText(profile.base_url)
        self._model.clear()
        self._model.setEditText(profile.model)
        self._limit.setValue(profile.context_limit)
        self._reserve.setValue(profile.generation.max_tokens)
        self._own_temperature.setChecked(profile.generation.temperature is not None)
        self._temperature.setValue(
            profile.generation.temperature if profile.generation.temperature is not None else 0.8
        )
        self._proxy_mode.setCurrentIndex(self._proxy_mode.findData(profile.proxy.mode))
        self._proxy_url.setText(profile.proxy.url)
        self._ca_file.setText(profile.ca_file)
        self._plain_http.setChecked(profile.allow_plain_http)
        self._sees.setCurrentIndex(self._sees.findData(profile.sees_pictures))
        self._showing = False
        self._show_kind()
        self.show_problems({})

    def profile(self) -> ConnectionProfile:
        """The profile as the fields have it; what the form does not show stays as it was."""
        assert self._profile is not None  # noqa: S101 - the dialog always shows one
        kind = self._chosen_kind()
        return replace(
            self._profile,
            name=self._name.text().strip(),
            kind=kind,
            base_url="" if kind is ConnectionKind.BUILTIN else self._url.text().strip(),
            model=self._model.currentText().strip(),
            context_limit=self._limit.value(),
            proxy=Proxy(self._chosen_proxy_mode(), self._proxy_url.text().strip()),
            ca_file=self._ca_file.text().strip(),
            allow_plain_http=self._plain_http.isChecked(),
            sees_pictures=Sees(self._sees.currentData()),
            generation=replace(
                self._profile.generation,
                max_tokens=self._reserve.value(),
                temperature=round(self._temperature.value(), 2) if self._own_temperature.isChecked() else None,
            ),
        )

    def check(self) -> bool:
        """Shows what is wrong at its field; True where nothing is."""
        problems = problems_of(self.profile())
        self.show_problems(problems)
        return not problems

    def show_problems(self, problems: dict[str, str]) -> None:
        """Sentences by field; fields without one are fine."""
        for name, field in self._fields.items():
            field.show_error(problems.get(name, ""))
        if problems.keys() & {"proxy_url", "ca_file"}:
            self._show_more(more=True)

    def show_models(self, models: list[str]) -> None:
        """Offers these models; what stands in the field stays, and an empty field takes the first."""
        typed = self._model.currentText()
        self._showing = bool(typed)
        self._model.clear()
        self._model.addItems(models)
        self._model.setEditText(typed or (models[0] if models else ""))
        self._showing = False

    def set_model(self, model: str) -> None:
        """Puts a model, or the path of a file, into its field."""
        self._model.setEditText(model)

    def show_key_state(self, *, stored: bool, keyring: bool, place: SecretPlace) -> None:
        """What is known about the key."""
        self.key_field.show_state(stored=stored, keyring=keyring, place=place)

    def focus_first(self) -> None:
        """The keyboard goes to the first field."""
        self._name.setFocus()
        self._name.selectAll()

    def focus_unknown(self) -> None:
        """The keyboard goes to what a new connection still wants: the key where it has an address, else the name."""
        if self._url.text() and self._chosen_kind() is ConnectionKind.OPENAI_COMPATIBLE:
            self.key_field.setFocus()
        else:
            self.focus_first()

    def _make_inputs(self) -> None:
        self._name, self._url, self._proxy_url, self._ca_file = LineEdit(), LineEdit(), LineEdit(), LineEdit()
        self._kind, self._model, self._proxy_mode, self._sees = QComboBox(), QComboBox(), QComboBox(), QComboBox()
        self._kind.addItem(self.tr("Model server (OpenAI-compatible)"), ConnectionKind.OPENAI_COMPATIBLE)
        self._kind.addItem("Ollama", ConnectionKind.OLLAMA)
        self._kind.addItem(self.tr("Built-in: a model file on this computer"), ConnectionKind.BUILTIN)
        for choice in (self._kind, self._proxy_mode, self._sees):  # a long choice makes no form too wide
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(12)
        self._model.setEditable(True)
        self._model.setLineEdit(LineEdit())
        self._model.setMinimumContentsLength(12)
        self._model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._load_models = QPushButton(self.tr("Load list"))
        self._pick_file = QPushButton(self.tr("Choose file …"))
        self._limit, self._reserve, self._temperature = QSpinBox(), QSpinBox(), QDoubleSpinBox()
        self._limit.setRange(0, LARGEST_CONTEXT)
        self._limit.setSingleStep(1024)
        self._limit.setGroupSeparatorShown(True)
        self._reserve.setRange(0, LARGEST_CONTEXT)
        self._reserve.setSingleStep(64)
        self._reserve.setGroupSeparatorShown(True)
        self._temperature.setRange(0, 2)
        self._temperature.setSingleStep(0.1)
        self._own_temperature = QCheckBox(self.tr("Set the temperature"))
        self._plain_http = QCheckBox(self.tr("Allow the key to travel unencrypted (http)"))
        for number in (self._limit, self._reserve, self._temperature):
            number.lineEdit().setTextMargins(SPACE_8, 0, 0, 0)  # the style sheet cannot say it
        for text, mode in (
            (self.tr("As the system says"), ProxyMode.SYSTEM),
            (self.tr("No proxy"), ProxyMode.NONE),
            (self.tr("HTTP proxy"), ProxyMode.HTTP),
            (self.tr("SOCKS5 proxy"), ProxyMode.SOCKS5),
        ):
            self._proxy_mode.addItem(text, mode)
        for text, sees in (
            (self.tr("Ask the server"), Sees.ASK),
            (self.tr("Yes"), Sees.YES),
            (self.tr("No"), Sees.NO),
        ):
            self._sees.addItem(text, sees)

    def _make_fields(self) -> dict[str, Field]:
        return {
            "name": Field(self.tr("Name"), self._name),
            "kind": Field(self.tr("Kind"), self._kind),
            "base_url": Field(self.tr("Address"), self._url),
            "model": Field(self.tr("Model"), self._beside(self._model, self._load_models, self._pick_file)),
            "context_limit": Field(self.tr("Context size (tokens)"), self._limit),
            "max_tokens": Field(self.tr("Reserved for the reply (tokens)"), self._reserve),
            "temperature": Field(self.tr("Temperature"), self._beside(self._own_temperature, self._temperature)),
            "sees": Field(
                self.tr("The model sees pictures"),
                self._sees,
                help_text=self.tr("Where the server does not say, the model's name tells."),
            ),
            "proxy": Field(
                self.tr("Proxy"),
                self._proxy_mode,
                help_text=self.tr("Never used for this computer and the local network."),
            ),
            "proxy_url": Field(self.tr("Address of the proxy"), self._proxy_url),
            "ca_file": Field(self.tr("File with your own certificate authority"), self._ca_file),
        }

    def _make_expert(self) -> QWidget:
        expert = QWidget()
        layout = QVBoxLayout(expert)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        for name in ("temperature", "sees", "proxy", "proxy_url", "ca_file"):
            layout.addWidget(self._fields[name])
        layout.addWidget(self._plain_http)
        return expert

    def _lay_out(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, SPACE_8, 0)
        layout.setHorizontalSpacing(SPACE_12)
        layout.setVerticalSpacing(SPACE_12)
        layout.addWidget(self._fields["name"], 0, 0)
        layout.addWidget(self._fields["kind"], 0, 1)
        layout.addWidget(self._fields["base_url"], 1, 0, 1, 2)
        layout.addWidget(self.key_field, 2, 0, 1, 2)
        layout.addWidget(self._fields["model"], 3, 0, 1, 2)
        layout.addWidget(self._fields["context_limit"], 4, 0)
        layout.addWidget(self._fields["max_tokens"], 4, 1)
        layout.addWidget(self._more, 5, 0, 1, 2)
        layout.addWidget(self._expert, 6, 0, 1, 2)
        layout.setRowStretch(7, 1)
        layout.setColumnStretch(0, 1)
        layout.setColumnStretch(1, 1)

    def _connect_signals(self) -> None:
        for line in (self._name, self._url, self._proxy_url, self._ca_file):
            line.textEdited.connect(self._on_edited)
        self._kind.currentIndexChanged.connect(self._on_kind)
        self._model.editTextChanged.connect(self._on_edited)
        for number in (self._limit, self._reserve):
            number.valueChanged.connect(self._on_edited)
        self._temperature.valueChanged.connect(self._on_edited)
        self._own_temperature.toggled.connect(self._temperature.setEnabled)
        self._own_temperature.toggled.connect(self._on_edited)
        self._plain_http.toggled.connect(self._on_edited)
        self._proxy_mode.currentIndexChanged.connect(self._on_kind)
        self._sees.currentIndexChanged.connect(self._on_edited)
        self.key_field.edited.connect(self._on_edited)
        self._load_models.clicked.connect(self.models_wanted)
        self._pick_file.clicked.connect(self.file_wanted)
        self._more.clicked.connect(lambda: self._show_more(more=self._expert.isHidden()))

    def _chosen_kind(self) -> ConnectionKind:
        return ConnectionKind(self._kind.currentData())  # Qt keeps a StrEnum as a plain string

    def _chosen_proxy_mode(self) -> ProxyMode:
        return ProxyMode(self._proxy_mode.currentData())

    def _show_more(self, *, more: bool) -> None:
        self._icons.bind(self._more, "chevron-down" if more else "chevron-right")
        self._expert.setVisible(more)

    def _on_kind(self) -> None:
        self._show_kind()
        self._on_edited()

    def _show_kind(self) -> None:
        """Only the fields that mean something for this kind and this proxy."""
        kind = self._chosen_kind()
        builtin = kind is ConnectionKind.BUILTIN
        self._url.setPlaceholderText(EXAMPLES.get(kind, ""))
        self._fields["base_url"].show_help(
            self.tr("Usually ends with /v1.") if kind is ConnectionKind.OPENAI_COMPATIBLE else ""
        )
        self._fields["base_url"].setVisible(not builtin)
        self.key_field.setVisible(not builtin)
        self._load_models.setVisible(not builtin)
        self._pick_file.setVisible(builtin)
        self._plain_http.setVisible(not builtin)
        self._fields["proxy"].setVisible(not builtin)
        self._fields["sees"].setVisible(not builtin)
        self._fields["ca_file"].setVisible(not builtin)
        by_address = self._chosen_proxy_mode() in (ProxyMode.HTTP, ProxyMode.SOCKS5)
        self._fields["proxy_url"].setVisible(not builtin and by_address)
        self._fields["model"].show_help(self.tr("Empty: the tiny demo model, English.") if builtin else "")

    def _on_edited(self) -> None:
        if not self._showing:
            self.edited.emit()

    @staticmethod
    def _beside(*widgets: QWidget) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        for widget in widgets:
            layout.addWidget(widget, 1 if isinstance(widget, QComboBox) else 0)
        row.setFocusProxy(widgets[0])
        return row
