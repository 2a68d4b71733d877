"""Garbage is looked for in the GUI thread alone: a widget that another thread finds ends the program."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.garbage import LONGEST_WAIT, LONGEST_WAIT_OF_YOUNGEST, THRESHOLDS, GarbageSearch


class Held(QWidget):
    """A widget that only garbage collection can end: it holds itself."""

    def __init__(self, ended_in: list[threading.Thread]) -> None:
        super().__init__()
        self.itself = self
        self.destroyed.connect(lambda: ended_in.append(threading.current_thread()), Qt.ConnectionType.DirectConnection)


@pytest.fixture
def search(qapp: QApplication) -> Iterator[GarbageSearch]:
    """Python looks for garbage itself before; what is frozen is thawed after."""
    gc.enable()
    owner = QObject(qapp)
    yield GarbageSearch(owner)
    owner.deleteLater()
    gc.unfreeze()


def litter() -> None:
    """Makes as many objects as let Python search several times."""
    kept: list[list[int]] = [[] for _ in range(THRESHOLDS[0] * 3)]
    assert kept


def test_another_thread_makes_objects_and_finds_no_garbage(search: GarbageSearch) -> None:
    ended_in: list[threading.Thread] = []
    Held(ended_in)
    thread = threading.Thread(target=litter)
    thread.start()
    thread.join()
    assert not gc.isenabled()
    assert ended_in == []


def test_the_gui_thread_finds_it_between_two_events(search: GarbageSearch, qtbot: QtBot) -> None:
    ended_in: list[threading.Thread] = []
    search.start(lambda: True)
    Held(ended_in)
    kept = [list[int]() for _ in range(THRESHOLDS[0] + 1)]
    qtbot.waitUntil(lambda: bool(ended_in))
    assert ended_in == [threading.main_thread()]
    assert kept


def test_an_old_generation_has_its_turn(search: GarbageSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr(gc, "collect", searched.append)
        for counts in ((1, 0, 0), (THRESHOLDS[0] + 1, 0, 0), (20_000, 21, 0), (1, 0, 21)):
            patched.setattr(gc, "get_count", partial(tuple[int, int, int], counts))
            search.look()
    assert searched == [0, 1, 2]


def test_garbage_waits_while_the_person_is_busy_but_not_for_ever(
    search: GarbageSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[int] = []
    search.start(lambda: False)
    with monkeypatch.context() as patched:
        patched.setattr(gc, "collect", searched.append)
        much = THRESHOLDS[0] * LONGEST_WAIT_OF_YOUNGEST + 1
        for counts in ((much - 1, 21, 21), (much, 21, 21), (1, THRESHOLDS[1] * LONGEST_WAIT + 1, 0)):
            patched.setattr(gc, "get_count", partial(tuple[int, int, int], counts))
            search.look()
    assert searched == [0, 1]
