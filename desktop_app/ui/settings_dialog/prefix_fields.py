"""What stands before the texts that an embedder is given, folded away: most models want nothing. Part of ``embedder_choice``."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.inputs import LineInput
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import SPACE_12

E5_PREFIXES = ("query: ", "passage: ")


class PrefixFields(QWidget):
    """Two lines below *More*, and a button for the models that are known to want them.

    Signals:
        edited: a line was left, or filled by the button.
    """

    edited = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._query, self._passage = LineInput(), LineInput()
        self._more = QToolButton()
        self._more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._more.setText(self.tr("More"))
        self._e5 = QPushButton(self.tr("As e5 models want it"))
        self._e5.setAutoDefault(False)
        self._folded = QWidget()
        self._lay_out()
        self.show_more(more=False)
        self._more.clicked.connect(lambda: self.show_more(more=self._folded.isHidden()))
        self._e5.clicked.connect(self._on_e5)
        for line in (self._query, self._passage):
            line.editingFinished.connect(self.edited)

    def prefixes(self) -> tuple[str, str]:
        """Before what is searched for, and before what is found."""
        return self._query.text(), self._passage.text()

    def show_prefixes(self, query: str, passage: str) -> None:
        """Shows them; tells nobody."""
        for line, text in ((self._query, query), (self._passage, passage)):
            if line.text() != text:
                line.setText(text)

    def show_more(self, *, more: bool) -> None:
        """Folds or unfolds."""
        self._icons.bind(self._more, "chevron-down" if more else "chevron-right")
        self._folded.setVisible(more)

    def _lay_out(self) -> None:
        help_text = self.tr(
            "Some models want to be told which is which. Leave both empty where its maker says nothing."
        )
        folded = QVBoxLayout(self._folded)
        folded.setContentsMargins(0, 0, 0, 0)
        folded.setSpacing(SPACE_12)
        folded.addWidget(Field(self.tr("Before what is searched for"), self._query))
        folded.addWidget(Field(self.tr("Before each message"), self._passage, help_text=help_text))
        folded.addWidget(self._e5, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._folded)

    def _on_e5(self) -> None:
        self.show_prefixes(*E5_PREFIXES)
        self.edited.emit()
