"""The pictures of a draft above its text: each with its price, to be opened and taken out by mouse and keyboard.

Owned by ``Composer``; filled by ``attaching``. Knows no service.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from desktop_app.domain.message import ImagePart
from desktop_app.domain.pictures import PictureTerms, price_of
from desktop_app.ui.icons import Icons
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8

SIDE = 64
REMOVE = 24
_PADDING = 12
_REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class PictureStrip(QWidget):
    """A row of thumbnails, and below it a sentence where the model does not see them. Hidden while there are none.

    Signals:
        remove_pressed: (digest) the person does not want this one.
        opened: (the ImagePart) the person wants to see it large.
        emptied: the last one is gone by the keyboard: whoever owns this takes the focus.
    """

    remove_pressed = Signal(str)
    opened = Signal(object)
    emptied = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        self._pictures: tuple[ImagePart, ...] = ()
        self._terms: PictureTerms | None = None
        self._thumbs: list[_Thumb] = []
        self._cache: Portraits | None = None
        self._focus_at = -1
        super().__init__(parent)
        self._icons = icons
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE_8)
        self._row.addStretch(1)
        inner = QWidget()
        inner.setLayout(self._row)
        self._area = QScrollArea(self)
        self._area.setWidget(inner)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)
        self._unseen = plain_label(look="secondary", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self._area)
        layout.addWidget(self._unseen)
        self._unseen.hide()
        self.hide()

    @property
    def pictures(self) -> tuple[ImagePart, ...]:
        """What is shown."""
        return self._pictures

    @property
    def thumbs(self) -> Sequence[QToolButton]:
        """The buttons, in their order."""
        return [thumb.button for thumb in self._thumbs]

    @property
    def sentence(self) -> str:
        """What is said of the model, where it does not see them."""
        return "" if self._unseen.isHidden() else self._unseen.text()

    def show_with(self, cache: Portraits) -> None:
        """Where small pictures come from."""
        self._cache = cache
        cache.arrived.connect(self._on_arrived)

    def show_pictures(self, pictures: Sequence[ImagePart]) -> None:
        """These and no others."""
        if self._pictures == tuple(pictures):
            return
        self._pictures = tuple(pictures)
        for thumb in self._thumbs:
            self._row.removeWidget(thumb)
            thumb.deleteLater()
        self._thumbs = []
        for number, picture in enumerate(self._pictures):
            thumb = _Thumb(picture, self._icons, self)
            thumb.remove_pressed.connect(self._on_remove)
            thumb.opened.connect(self.opened)
            self._row.insertWidget(number, thumb)
            self._thumbs.append(thumb)
            self._on_arrived(picture.digest)
        self._show_terms()
        self.setVisible(bool(self._pictures))
        if self._focus_at >= 0:
            self._take_focus_back()

    def show_terms(self, terms: PictureTerms | None) -> None:
        """Whether the model sees them and what they cost; None: that is not known yet."""
        if terms != self._terms:
            self._terms = terms
            self._show_terms()

    def _show_terms(self) -> None:
        terms = self._terms
        for number, thumb in enumerate(self._thumbs, 1):
            thumb.show_terms(number, terms)
        self._fit()
        unseen = terms is not None and not terms.seen and bool(self._thumbs)
        self._unseen.setText(
            self.tr("This model does not see pictures: it is only told that there is one.") if unseen else ""
        )
        self._unseen.setVisible(unseen)

    def _fit(self) -> None:
        """Room for the pictures, and for the bar where they are more than fit beside each other."""
        if not self._thumbs:
            return
        hints = [thumb.sizeHint() for thumb in self._thumbs]
        wide = sum(hint.width() for hint in hints) + SPACE_8 * len(hints) > max(self.width(), SIDE)
        bar = self._area.horizontalScrollBar().sizeHint().height() if wide else 0
        self._area.setFixedHeight(max(hint.height() for hint in hints) + bar)

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """In a narrower window the bar must not lie over the prices."""
        super().resizeEvent(event)
        self._fit()

    def _on_arrived(self, digest: str) -> None:
        if self._cache is None:
            return
        for thumb in self._thumbs:
            if thumb.picture.digest == digest:
                thumb.show_picture(self._cache.picture(digest, SIDE, SIDE, self.devicePixelRatioF()))

    def _on_remove(self, digest: str) -> None:
        places = [number for number, thumb in enumerate(self._thumbs) if thumb.picture.digest == digest]
        self._focus_at = places[0] if places and self.isAncestorOf(self.focusWidget() or self) else -1
        self.remove_pressed.emit(digest)

    def _take_focus_back(self) -> None:
        """The one behind the one that went has the keyboard; without any it is the text's again."""
        place, self._focus_at = self._focus_at, -1
        if self._thumbs:
            self._thumbs[min(place, len(self._thumbs) - 1)].button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.emptied.emit()


class _Thumb(QWidget):
    """One picture: a button that opens it, another one that takes it out, and its price.

    Signals:
        remove_pressed: (digest) take it out.
        opened: (the ImagePart) show it large.
    """

    remove_pressed = Signal(str)
    opened = Signal(object)

    def __init__(self, picture: ImagePart, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self.picture = picture
        self.button = _ThumbButton(self)
        self.button.setObjectName("pictureThumb")
        self.button.setFixedSize(SIDE + _PADDING, SIDE + _PADDING)
        self.button.setIconSize(QSize(SIDE, SIDE))
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(lambda: self.opened.emit(self.picture))
        self.button.remove_pressed.connect(lambda: self.remove_pressed.emit(self.picture.digest))
        self.remove = QToolButton(self)
        self.remove.setObjectName("pictureRemove")
        self.remove.setFixedSize(REMOVE, REMOVE)
        self.remove.setIconSize(QSize(REMOVE - 2 * SPACE_4 - 2, REMOVE - 2 * SPACE_4 - 2))
        self.remove.move(self.button.width() - REMOVE, 0)  # over the picture's corner
        icons.bind(self.remove, "x")
        self.remove.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.remove.setCursor(Qt.CursorShape.ArrowCursor)
        self.remove.setAccessibleName(self.tr("Remove the picture"))
        set_plain_tooltip(self.remove, self.tr("Remove the picture (Delete)"))
        self.remove.clicked.connect(lambda: self.remove_pressed.emit(self.picture.digest))
        self._price = plain_label(parent=self, look="secondary")
        self.remove.raise_()
        self._price.setIndent(_PADDING // 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self.button)
        layout.addWidget(self._price)

    def show_picture(self, small: QPixmap | None) -> None:
        """The picture in small, once it is here."""
        if small is not None:
            self.button.setIcon(QIcon(small))

    def show_terms(self, number: int, terms: PictureTerms | None) -> None:
        """What it costs, or that it is not sent."""
        size = f"{self.picture.width} × {self.picture.height}"
        if terms is None:
            price = "…"
        elif not terms.seen:
            price = self.tr("not sent")
        else:
            known = price_of(terms.rule, self.picture.width, self.picture.height)
            tokens = self.locale().toString(known.tokens)
            price = self.tr("{tokens} tokens").format(tokens=tokens if known.exact else f"≈ {tokens}")
        self._price.setText(price)
        self.ensurePolished()
        self.button.setAccessibleName(
            self.tr("Picture {number}, {size} pixels, {price}").format(number=number, size=size, price=price)
        )
        set_plain_tooltip(self.button, f"{size}\n{price}")


class _ThumbButton(QToolButton):
    """A button that can be taken out by a key.

    Signals:
        remove_pressed: Delete or Backspace.
    """

    remove_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Delete takes it out, Enter opens it as Space does."""
        if event.key() in _REMOVING:
            self.remove_pressed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)
