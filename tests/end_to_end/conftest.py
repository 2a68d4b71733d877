"""What the end-to-end tests share: a home for the program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.end_to_end.home import Home


@pytest.fixture
def home() -> Home:
    """A person who has never started Talespan before."""
    return Home(Path(os.environ["TALESPAN_HOME"]))
