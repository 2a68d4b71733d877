"""A missing display or library is told in a sentence that names what works without a window."""

from __future__ import annotations

import sys

import pytest

from desktop_app.cli.screen import NoScreenError, check_screen

COMMANDS = ["send", "chat list"]


@pytest.fixture(autouse=True)
def _linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")


def test_no_display_is_told_with_the_commands_that_need_none() -> None:
    with pytest.raises(NoScreenError, match=r"no display for a window\. .*: send, chat list\."):
        check_screen({}, COMMANDS)


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_missing_libraries_are_told_where_there_is_a_display(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtWidgets", None)

    with pytest.raises(NoScreenError, match=r"libraries cannot be loaded .*--setup-only"):
        check_screen({name: "x"}, COMMANDS)


@pytest.mark.window
def test_a_frozen_program_does_not_speak_of_the_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setitem(sys.modules, "PySide6.QtNetwork", None)

    with pytest.raises(NoScreenError, match=r"QtNetwork.*install your system's package that holds it\."):
        check_screen({"DISPLAY": "x"}, COMMANDS)


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_always_have_a_display(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setitem(sys.modules, "PySide6.QtWidgets", None)

    with pytest.raises(NoScreenError, match="libraries"):
        check_screen({}, COMMANDS)


@pytest.mark.window
def test_where_everything_is_there_nothing_is_said() -> None:
    assert check_screen({"QT_QPA_PLATFORM": "offscreen"}, COMMANDS) is None
