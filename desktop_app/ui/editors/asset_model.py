"""The files of a card as rows: a small picture and the name, the kind, the format, and how large or where it is.

Made by ``assets_input``. Card text is never markup, and no address in a card is ever fetched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from desktop_app.domain.character import CardAsset
from desktop_app.domain.transfer import PORTRAIT, StoredFile
from desktop_app.services.card_assets import BACKGROUND, EMOTION, ICON, OTHER, TYPES, USER_ICON, is_main
from desktop_app.ui.counts import size_phrase
from desktop_app.ui.editors.asset_files import SIDE
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_tooltip

NAME, KIND, FORMAT, PLACE = range(4)
LONGEST_TEXT = 300
_RATIO = 2.0

Index = QModelIndex | QPersistentModelIndex


def kind_word(kind: str) -> str:
    """What a kind of file is called; one that is not of the specification, as the card says it."""
    translate = QCoreApplication.translate
    words = {
        ICON: translate("AssetModel", "Icon"),
        BACKGROUND: translate("AssetModel", "Background"),
        EMOTION: translate("AssetModel", "Emotion"),
        USER_ICON: translate("AssetModel", "Your icon"),
        OTHER: translate("AssetModel", "Other"),
    }
    return words.get(kind, kind[:LONGEST_TEXT])


def kind_options(more: Sequence[str] = ()) -> list[tuple[str, str]]:
    """The kinds that can be chosen, and those of the card beside them."""
    return [(kind, kind_word(kind)) for kind in dict.fromkeys((*TYPES, *more))]


class AssetModel(QAbstractTableModel):
    """Rows in the order of the card."""

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._blank = _centred(icons.pixmap("image", "muted", SIDE // 2, _RATIO))
        self._assets: tuple[CardAsset, ...] = ()
        self._files: Mapping[str, StoredFile] = {}
        self._pictures: dict[str, QPixmap] = {}

    @property
    def assets(self) -> tuple[CardAsset, ...]:
        """All of them."""
        return self._assets

    def show_assets(self, assets: Sequence[CardAsset]) -> None:
        """Others than before."""
        self.beginResetModel()
        self._assets = tuple(assets)
        self.endResetModel()

    def show_files(self, files: Mapping[str, StoredFile]) -> None:
        """What is kept here, by address; small pictures that are known stay."""
        self._files = files
        self._tell_changed()

    def show_pictures(self, pictures: Mapping[str, QImage], ratio: float) -> None:
        """Small pictures by digest or, of a ``data:`` address, by it."""
        self._pictures = {key: _pixmap(image, ratio) for key, image in pictures.items()}
        self._tell_changed()

    def file_of(self, asset: CardAsset) -> StoredFile | None:
        """The bytes that it shows: the main icon is the portrait, where there is one."""
        portrait = self._files.get(PORTRAIT)
        if is_main(asset) and portrait is not None:
            return portrait
        return self._files.get(asset.uri)

    def rowCount(self, parent: Index = QModelIndex(), /) -> int:  # noqa: B008 - Qt's signature
        """One a file."""
        return 0 if parent.isValid() else len(self._assets)

    def columnCount(self, parent: Index = QModelIndex(), /) -> int:  # noqa: B008 - Qt's signature
        """Name, kind, format, place."""
        return 0 if parent.isValid() else PLACE + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole, /) -> Any:
        """The names of the columns."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Name"), self.tr("Kind"), self.tr("Format"), self.tr("Size"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole, /) -> Any:
        """Words, and the small picture of the first column."""
        if not index.isValid():
            return None
        asset = self._assets[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(asset, index.column())
        if role == Qt.ItemDataRole.DecorationRole and index.column() == NAME:
            return self._picture(asset)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() in {NAME, PLACE}:
            return plain_tooltip(self._text(asset, index.column()))
        return None

    def _tell_changed(self) -> None:
        if self._assets:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._assets) - 1, PLACE))

    def _text(self, asset: CardAsset, column: int) -> str:
        match column:
            case 0:
                return " ".join(asset.name[:LONGEST_TEXT].split())
            case 1:
                return kind_word(asset.type)
            case 2:
                return asset.ext[:LONGEST_TEXT].upper()
            case _:
                return self._place(asset)

    def _place(self, asset: CardAsset) -> str:
        uri, file = asset.uri, self.file_of(asset)
        if file is not None:
            size = size_phrase(len(file.data))
            shown = file is self._files.get(PORTRAIT)
            return self.tr("{size}, the portrait").format(size=size) if shown else size
        if uri == PORTRAIT:
            return self.tr("the portrait: there is none")
        if uri.startswith("data:"):
            return self.tr("in the card itself")
        if uri.lower().startswith(("http://", "https://", "ftp://")):
            return self.tr("on the internet, never fetched: {address}").format(address=uri[:LONGEST_TEXT])
        return self.tr("did not come with the card: {address}").format(address=uri[:LONGEST_TEXT])

    def _picture(self, asset: CardAsset) -> QPixmap:
        file = self.file_of(asset)
        found = self._pictures.get(asset.uri if file is None else file.digest)
        return found or self._blank


def _centred(icon: QPixmap) -> QPixmap:
    """As large as a picture, so that the names stand below each other."""
    made = QPixmap(round(SIDE * _RATIO), round(SIDE * _RATIO))
    made.setDevicePixelRatio(_RATIO)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.drawPixmap(SIDE // 4, SIDE // 4, icon)
    painter.end()
    return made


def _pixmap(image: QImage, ratio: float) -> QPixmap:
    made = QPixmap.fromImage(image)
    made.setDevicePixelRatio(ratio)
    return made
