"""The files of a card in its form: a list of them, and below it the name and the kind of what is chosen. Asks no service.

What the person wants is told by signals: ``card_files`` stores it at once, and the page offers to undo it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QHeaderView, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.character import CardAsset
from desktop_app.ui.editors.asset_files import SIDE
from desktop_app.ui.editors.asset_model import FORMAT, KIND, NAME, PLACE, AssetModel, kind_options
from desktop_app.ui.editors.inputs import Choice, LineInput, PartInput
from desktop_app.ui.icons import Icons
from desktop_app.ui.local_files import local_files
from desktop_app.ui.row_tree import RowTree
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8

ROW_HEIGHT = SIDE + 10
HEAD_HEIGHT = 36
ROWS_SHOWN = 6
WIDTHS = {KIND: 96, FORMAT: 72}


class AssetsInput(PartInput):
    """All files that a card speaks of.

    Signals:
        given: (paths) these files are to be added.
        removed: (assets) these are to be taken out.
        renamed: (asset, name) one is to be called otherwise.
        retyped: (assets, kind) these are to be of another kind.
    """

    given = Signal(list)
    removed = Signal(list)
    renamed = Signal(object, str)
    retyped = Signal(list, str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._takes = False
        self.setAcceptDrops(True)
        self.model = AssetModel(icons)
        self.tree = RowTree()
        self.tree.setModel(self.model)
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setSelectionMode(RowTree.SelectionMode.ExtendedSelection)
        self.tree.setIconSize(QSize(SIDE, SIDE))
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column in (NAME, PLACE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column, width in WIDTHS.items():
            header.resizeSection(column, width)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._none = plain_label(self.tr("The card speaks of no files."), look="muted", wrap=True)
        self.name = LineInput()
        self.name.setMaxLength(200)
        self.kind = Choice(kind_options())
        self.add_button = QPushButton(self.tr("Add files …"))
        self.remove_button = QPushButton(self.tr("Take out"))
        for button in (self.add_button, self.remove_button):
            button.setAutoDefault(False)
        self._lay_out()
        self.add_button.clicked.connect(self.choose)
        self.remove_button.clicked.connect(self.remove)
        self.name.editingFinished.connect(self._on_name)
        self.kind.edited.connect(self._on_kind)
        self.tree.selectionModel().selectionChanged.connect(self._show_chosen)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.tree)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.remove)
        self._show()

    def value(self) -> tuple[CardAsset, ...]:
        """In their order."""
        return self.model.assets

    def show_value(self, value: Iterable[CardAsset]) -> None:
        """All of them; those that were chosen and are still there stay so."""
        chosen = {asset.uri for asset in self.chosen()}
        self.model.show_assets(tuple(value))
        self.choose_rows(chosen)
        self._show()

    def show_pictures(self, pictures: Mapping[str, QImage]) -> None:
        """The small pictures of what is kept here."""
        self.model.show_pictures(pictures, self.devicePixelRatioF())

    def show_new(self, *, new: bool) -> None:
        """A character that is stored nowhere yet has no files yet."""
        self._takes = not new
        self.add_button.setEnabled(not new)
        self.setAcceptDrops(not new)

    def name_parts(self, label: str) -> None:
        """The list, and what is chosen in it."""
        self.tree.setAccessibleName(label)
        self.name.setAccessibleName(self.tr("Name of the file"))
        self.kind.setAccessibleName(self.tr("Kind of the file"))

    def chosen(self) -> list[CardAsset]:
        """In their order."""
        rows = sorted(index.row() for index in self.tree.selectionModel().selectedRows())
        return [self.model.assets[row] for row in rows]

    def choose_rows(self, addresses: Iterable[str]) -> None:
        """Chooses those with these addresses."""
        wanted, model = set(addresses), self.tree.selectionModel()
        model.clear()
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        for row, asset in enumerate(self.model.assets):
            if asset.uri in wanted:
                index = self.model.index(row, NAME)
                model.select(index, flags)
                model.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                self.tree.scrollTo(index)

    def choose(self) -> None:
        """Asks for files, without a nested event loop."""
        dialog = QFileDialog(self.window(), self.tr("Add files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self._on_files)
        dialog.open()

    def remove(self) -> None:
        """The chosen ones."""
        if chosen := self.chosen():
            self.removed.emit(chosen)

    def _on_files(self, files: list[str]) -> None:
        self.given.emit([Path(file) for file in files])

    def _on_name(self) -> None:
        chosen, name = self.chosen(), self.name.value()
        if len(chosen) == 1 and name and name != chosen[0].name:
            self.renamed.emit(chosen[0], name)

    def _on_kind(self) -> None:
        kind = self.kind.value()
        changed = [asset for asset in self.chosen() if asset.type != kind]
        if kind is not None and changed:
            self.retyped.emit(changed, kind)

    def _lay_out(self) -> None:
        self._chosen = QWidget()
        row = QHBoxLayout(self._chosen)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_8)
        row.addWidget(self.name, 1)
        row.addWidget(self.kind)
        row.addWidget(self.remove_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        for widget in (self.tree, self._chosen, self._none):
            layout.addWidget(widget)
        layout.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeading)

    def _show(self) -> None:
        count = len(self.model.assets)
        self.tree.setFixedHeight(min(count, ROWS_SHOWN) * ROW_HEIGHT + HEAD_HEIGHT)
        self.tree.setVisible(count > 0)
        self._none.setVisible(not count)
        self.kind.show_options(kind_options([asset.type for asset in self.model.assets]))
        self._show_chosen()

    def _show_chosen(self) -> None:
        chosen = self.chosen()
        self._chosen.setVisible(bool(chosen))
        kinds = {asset.type for asset in chosen}
        self.kind.show_value(next(iter(kinds)) if len(kinds) == 1 else None)
        self.name.setEnabled(len(chosen) == 1)
        self.name.show_value(chosen[0].name if len(chosen) == 1 else "")
        several = QCoreApplication.translate("AssetsInput", "several files")
        self.name.setPlaceholderText(several if len(chosen) > 1 else "")

    def dragEnterEvent(self, event: QDragEnterEvent, /) -> None:
        """Files of this machine."""
        if self._takes and local_files(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent, /) -> None:
        """Adds them."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.given.emit(local_files(event.mimeData()))
