"""What the tests of the dock share: a shown dock, and figures written as in English."""

from __future__ import annotations

import pytest

from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme


@pytest.fixture
def view(theme: AppTheme, icons: Icons) -> ContextPreview:
    """An empty dock as wide as it is drawn."""
    preview = ContextPreview(theme, icons)
    preview.resize(340, 700)
    preview.show()
    return preview
