"""A second start raises the first one's window (promise D5, the part that is the window's)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from desktop_app.ui.single_instance import InstanceServer, instance_name, raise_first_window
from tests.ui.conftest import until

SECOND_START = (
    "import sys; from desktop_app.ui.single_instance import raise_first_window as go; sys.exit(not go(sys.argv[1]))"
)


async def test_a_second_start_is_heard_and_a_third_too(tmp_path: Path) -> None:
    name = instance_name(tmp_path)
    server = InstanceServer(name)
    raised: list[int] = []
    server.raise_requested.connect(lambda: raised.append(1))
    for count in (1, 2):
        code = await asyncio.to_thread(_start_again, name)
        assert code == 0
        await until(lambda count=count: len(raised) == count)
    server.close()


def test_without_a_first_window_nobody_answers(tmp_path: Path) -> None:
    assert not raise_first_window(instance_name(tmp_path))


async def test_a_socket_left_by_a_crash_is_taken_over(tmp_path: Path) -> None:
    name = instance_name(tmp_path)
    crash = f"import os; from PySide6.QtCore import QCoreApplication as A; from desktop_app.ui.single_instance import InstanceServer as S; a = A([]); s = S({name!r}); os.kill(os.getpid(), 9)"
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", crash], check=False, timeout=60, cwd=_ROOT)
    server = InstanceServer(name)
    assert server.listening
    raised: list[int] = []
    server.raise_requested.connect(lambda: raised.append(1))
    assert await asyncio.to_thread(_start_again, name) == 0
    await until(lambda: bool(raised))
    server.close()


def test_each_data_folder_has_its_own_name_and_none_tells_the_path(tmp_path: Path) -> None:
    one, other = instance_name(tmp_path / "one"), instance_name(tmp_path / "other")
    assert one != other
    assert one == instance_name(tmp_path / "x" / ".." / "one")
    assert "/" not in one
    assert os.sep not in one


_ROOT = Path(__file__).parents[2]


def _start_again(name: str) -> int:
    return subprocess.run([sys.executable, "-c", SECOND_START, name], check=False, timeout=60, cwd=_ROOT).returncode
