"""The strip of pictures in itself: as high as it needs in a wide window and in a narrow one."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.domain.message import ImagePart
from desktop_app.ui.composer.picture_strip import PictureStrip
from desktop_app.ui.icons import Icons
from tests.ui.conftest import until


async def test_the_bar_of_a_window_that_got_narrow_lies_over_no_price(icons: Icons) -> None:
    window = QWidget()
    strip = PictureStrip(icons, window)
    layout = QVBoxLayout(window)
    layout.addWidget(strip)
    layout.addStretch(1)
    window.resize(900, 300)
    window.show()
    strip.show_pictures([ImagePart(str(number), "image/png", 8, 6) for number in range(4)])
    area, bar = strip._area, strip._area.horizontalScrollBar()
    await until(lambda: area.width() > 600 and not bar.isVisible())
    wide = area.height()
    window.resize(260, 300)
    await until(lambda: bar.isVisible() and area.height() != wide)
    assert area.height() == wide + bar.sizeHint().height()
    window.resize(900, 300)
    await until(lambda: not bar.isVisible() and area.height() == wide)
