"""Several commands in one process: ``python -m tests.end_to_end.each JSON`` prints code, output and errors of each as JSON."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

from desktop_app.__main__ import main


def run(words: list[str]) -> tuple[int, str, str]:
    """One command."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = main(words)
    return code, out.getvalue(), err.getvalue()


if __name__ == "__main__":
    print(json.dumps([run(words) for words in json.loads(sys.argv[1])]))  # noqa: T201 - this is its answer
