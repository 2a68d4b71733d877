"""The program with an ear at every socket: ``python -m tests.end_to_end.recorded FILE WORDS…``.

Whatever it asks of a resolver, and whatever it connects to, is written to FILE, one a line. What would leave this machine
is refused besides. Without WORDS the window opens, is looked at, and is closed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.network_guard import ForbiddenNetworkError, NetworkGuard

_RESOLVING = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")
_SENDING = ("socket.connect", "socket.sendto", "socket.sendmsg")


class Ear:
    """An audit hook that writes down and then lets the guard decide."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._guard = NetworkGuard()

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        if event in _RESOLVING:
            self.heard.append(f"{event} {args[0]!r}")
        elif event in _SENDING and isinstance(args[1], tuple):  # other families stay on this machine
            self.heard.append(f"{event} {args[1]!r}")
        self._guard(event, args)


def main(file: Path, words: list[str]) -> int:
    """Runs the program, and writes down what was heard."""
    ear = Ear()
    sys.addaudithook(ear)
    try:
        if words:
            from desktop_app.__main__ import main as program

            return program(words)
        from tests.end_to_end.window_driver import main as window

        return window("look")
    except ForbiddenNetworkError:
        return 3
    finally:
        file.write_text("".join(f"{line}\n" for line in ear.heard), "utf-8")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
