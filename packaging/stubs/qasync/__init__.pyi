"""The part of qasync 0.28 that Talespan uses (the package has no types of its own)."""

import asyncio

from PySide6.QtCore import QCoreApplication

class QEventLoop(asyncio.AbstractEventLoop):
    def __init__(
        self, app: QCoreApplication | None = None, set_running_loop: bool = False, already_running: bool = False
    ) -> None: ...
    def __enter__(self) -> QEventLoop: ...
    def __exit__(self, *args: object) -> None: ...
