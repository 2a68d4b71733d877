"""What the tests of the dock share: a shown dock, and figures written as in English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from desktop_app.ui.application import Languages
from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import RESOURCES


@pytest.fixture
def view(theme: AppTheme, icons: Icons) -> ContextPreview:
    """An empty dock as wide as it is drawn."""
    preview = ContextPreview(theme, icons)
    preview.resize(340, 700)
    preview.show()
    return preview


@pytest.fixture
def english(qapp: QApplication) -> Iterator[None]:
    """The plural forms of English, and the figures of the United States, whatever the machine's."""
    before = QLocale()
    languages = Languages(qapp, RESOURCES / "translations")
    languages.choose("en")
    QLocale.setDefault(QLocale("en_US"))
    yield
    languages.choose("en")
    QLocale.setDefault(before)
