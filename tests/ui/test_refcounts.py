"""PySide6 must not lose references to ``None``, ``True`` and ``False``.

PySide6 6.12.0 on Python 3.11 loses one reference to ``None`` with every call of Qt that returns nothing, and the process
dies after some thousand calls. Python 3.12 and newer hide it (immortal objects). This test tells when a new version
of PySide6 may be taken, so that its upper bound in ``pyproject.toml`` can go.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

CALLS = 500
MEASURE = f"""
import json, os, sys
from PySide6.QtWidgets import QApplication, QPushButton

application = QApplication([])
button = QPushButton()

def lost(call):
    call()
    before = [sys.getrefcount(value) for value in (None, True, False)]
    for _ in range({CALLS}):
        call()
    return max(abs(sys.getrefcount(value) - count) for value, count in zip((None, True, False), before))

print(json.dumps({{
    "returns nothing": lost(lambda: button.setText("x")),
    "returns a flag": lost(lambda: button.isEnabled()),
    "takes a flag": lost(lambda: button.setEnabled(True)),
}}), flush=True)
os._exit(0)  # an interpreter that has lost references may die in its own clean-up
"""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None, True and False cannot die there")
def test_qt_calls_lose_no_references() -> None:
    process = subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, timeout=60, check=True)

    drift = json.loads(process.stdout)

    assert len(drift) == 3
    assert all(lost < CALLS // 4 for lost in drift.values()), drift
