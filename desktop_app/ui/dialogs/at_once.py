"""What dialogs share in which every change counts at once: stored beside the window, told where it failed, and shown as it is then.

``GroupDialog`` and ``ChatMemoryDialog`` are such; there is nothing to be saved or given up in them.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from desktop_app.domain.errors import AppError
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.text import plain_label


async def problem_of(work: Coroutine[Any, Any, object], is_over: Callable[[], bool]) -> str:
    """Does it, and returns the sentence of a known error; empty where there was none. Raises it where nobody can show it."""
    try:
        await work
    except AppError as error:
        if is_over():
            raise
        return error_sentence(error)
    finally:
        work.close()
    return ""


class AtOnceDialog(QDialog):
    """Has a label for what failed and a row with *Close*, which each dialog puts in its place, and says how it is read anew."""

    def __init__(self, task: str, launch: Launcher, parent: QWidget | None = None) -> None:
        """``task``: what the changes are called among the tasks."""
        self._over = False
        super().__init__(parent)
        self._task = task
        self._launch = launch
        self._problem = plain_label(look="error", wrap=True)
        self._problem.hide()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.rejected.connect(self.reject)
        self.finished.connect(self._on_finished)

    async def _read(self) -> None:
        """Reads what counts now, and shows it unless the dialog is ``_over`` by then."""
        raise NotImplementedError

    def _start(self, work: Coroutine[Any, Any, object]) -> None:
        self._launch(self._task, self._watched(work))

    async def _watched(self, work: Coroutine[Any, Any, object]) -> None:
        """Does it and shows what counts then; a known error is shown here, or by the window when this is gone."""
        problem = await problem_of(work, lambda: self._over)
        if not self._over:
            self._problem.setText(problem)
            self._problem.setVisible(bool(problem))
            await self._read()

    def _on_finished(self) -> None:
        self._over = True
