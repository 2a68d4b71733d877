"""The files among what is dropped or pasted. Used wherever the window takes files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData


def local_files(given: QMimeData) -> list[Path]:
    """The files and folders of this machine; addresses on the internet are none."""
    return [Path(url.toLocalFile()) for url in given.urls() if url.isLocalFile()] if given.hasUrls() else []
