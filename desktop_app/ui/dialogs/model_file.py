"""Lets a person pick a model file, without blocking. Used by the dialog of connections and the first-run page."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.ui.async_bridge import show_dialog
from desktop_app.ui.folders import first_folder


async def ask_for_model_file(parent: QWidget) -> Path | None:
    """The file that was picked, or None. Whether it is a model is the caller's question."""
    translate = QCoreApplication.translate
    dialog = QFileDialog(parent, translate("ModelFile", "Choose a model file"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setDirectory(first_folder())
    dialog.setNameFilters([translate("ModelFile", "Model files (*.gguf)"), translate("ModelFile", "All files (*)")])
    try:
        chosen = await show_dialog(dialog)
        return Path(dialog.selectedFiles()[0]) if chosen and dialog.selectedFiles() else None
    finally:
        dialog.deleteLater()
