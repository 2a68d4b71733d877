"""One window for one data folder: a second start asks the first to come forward, over a local socket (promise D5).

The lock that keeps two programs from one database is ``storage``'s; this is only the courtesy. ``run.run_window`` listens,
the composition root calls ``raise_first_window`` where the lock is taken. Nothing but the one request is ever understood.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

RAISE = b"raise\n"

# How long a second start waits for the first to take the request, in milliseconds.
HAND_OVER_TIMEOUT = 2000


def instance_name(data_folder: Path) -> str:
    """The name of the socket of a data folder: the same for each start, and no path in it."""
    return "talespan-" + hashlib.sha256(str(data_folder.resolve()).encode()).hexdigest()[:24]


def raise_first_window(name: str) -> bool:
    """Asks the running window to come forward. False where none listens. Needs no event loop."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(HAND_OVER_TIMEOUT):
        return False
    socket.write(RAISE)
    sent = socket.waitForBytesWritten(HAND_OVER_TIMEOUT)
    socket.disconnectFromServer()
    return sent


class InstanceServer(QObject):
    """Listens for later starts.

    Signals: ``raise_requested`` — a second start wants the window in front.
    """

    raise_requested = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """Starts to listen. The caller holds the data folder's lock, so that a socket left by a crash can be removed."""
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        QLocalServer.removeServer(name)
        self.listening = self._server.listen(name)

    def close(self) -> None:
        """Stops listening."""
        self._server.close()

    def _on_connection(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.readyRead.connect(lambda socket=socket: self._on_bytes(socket))
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._on_bytes(socket)

    def _on_bytes(self, socket: QLocalSocket) -> None:
        if socket.read(len(RAISE)).data() == RAISE:
            self.raise_requested.emit()
        socket.disconnectFromServer()
