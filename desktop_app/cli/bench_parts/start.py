"""How long the program takes to begin: the bare interpreter, the command line, a command that reads the database."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from desktop_app.cli.bench_parts.figures import CannotMeasureError, Figure, program_command, ratio, spread, timed
from desktop_app.storage.paths import HOME_VARIABLE

TIMES = 7
LIMIT_SECONDS = 60


async def measure(folder: Path) -> list[Figure]:
    """Each in fresh processes."""
    return await asyncio.to_thread(_measure, folder)


def _measure(folder: Path) -> list[Figure]:
    environment = os.environ | {HOME_VARIABLE: str(folder)}

    def run(*words: str) -> None:
        done = subprocess.run(  # noqa: S603 - this program itself
            words, env=environment, capture_output=True, timeout=LIMIT_SECONDS, check=False
        )
        if done.returncode:
            raise CannotMeasureError(detail=done.stderr.decode(errors="replace").strip())

    program = program_command()
    first = timed(lambda _: run(*program, "chat", "list"), 1)
    listing = timed(lambda _: run(*program, "chat", "list"), TIMES)
    version = timed(lambda _: run(*program, "--version"), TIMES)
    figures = [
        *spread("talespan --version", version),
        Figure("talespan chat list, which makes the database", first[0]),
        *spread("talespan chat list", listing),
    ]
    if not getattr(sys, "frozen", False):
        bare = timed(lambda _: run(sys.executable, "-c", "pass"), TIMES)
        figures += [*spread("python alone", bare), ratio("chat list to python alone", listing, bare)]
    return figures
