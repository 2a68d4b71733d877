"""Whether a window can open at all. Asked by ``__main__`` before Qt is loaded, because Qt itself ends the process when it cannot."""

from __future__ import annotations

import sys
from collections.abc import Mapping, MutableMapping, Sequence
from importlib import import_module

from desktop_app.domain.errors import AppError

# Each needs libraries of the system that the others do not.
_PARTS_OF_QT = ("PySide6.QtWidgets", "PySide6.QtSvg", "PySide6.QtNetwork")
_SET_UP = "bash packaging/run.sh --setup-only tells what to install."


class NoScreenError(AppError):
    """There is no display, or Qt's libraries are incomplete. ``commands``: what works all the same."""

    code = "window.no-screen"
    template = '{reason} These commands need no window: {commands}. For example: talespan send "Hello"'


def check_screen(environment: Mapping[str, str], commands: Sequence[str]) -> None:
    """Raises ``NoScreenError`` where a window could not open; ``commands`` are the words that need none."""
    reason = _no_display(environment) or _no_qt()
    if reason:
        raise NoScreenError(reason=reason, commands=", ".join(commands))


def draw_in_memory(environment: MutableMapping[str, str]) -> None:
    """Where there is no display, lets Qt draw its windows into memory: for commands that need no person in front of them."""
    if _no_display(environment):
        environment["QT_QPA_PLATFORM"] = "offscreen"


def _no_display(environment: Mapping[str, str]) -> str:
    """Windows and macOS always have one; a platform that is named (``offscreen``) needs none."""
    if sys.platform in {"win32", "darwin"} or environment.get("QT_QPA_PLATFORM"):
        return ""
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        return ""
    return "There is no display for a window."


def _no_qt() -> str:
    try:
        for part in _PARTS_OF_QT:
            import_module(part)
    except ImportError as error:
        frozen = getattr(sys, "frozen", False)
        way = "install your system's package that holds it." if frozen else _SET_UP
        return f"The window's libraries cannot be loaded ({error}); {way}"
    return ""
