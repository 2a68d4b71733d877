"""Where dialogs that ask for a file begin. Not where the program happens to be started."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths


def first_folder() -> str:
    """Where downloads are, or the person's own folder; empty where there is neither."""
    places = QStandardPaths.StandardLocation
    folders = (QStandardPaths.writableLocation(place) for place in (places.DownloadLocation, places.HomeLocation))
    return next((folder for folder in folders if Path(folder).is_dir()), "")
