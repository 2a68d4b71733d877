"""The bench of the library's tests."""

from __future__ import annotations

import pytest

from desktop_app.ui.icons import Icons
from tests.ui.editors.bench import Bench


@pytest.fixture
def bench(icons: Icons) -> Bench:
    """Not opened yet."""
    return Bench(icons)
