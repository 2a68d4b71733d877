"""``talespan bench``: figures and ratios of this machine, no verdicts. Touches nothing of the person's: temporary folders only."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import traceback
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from desktop_app.cli.bench_parts.figures import Figure
from desktop_app.cli.report import Section, as_json, as_text
from desktop_app.domain.errors import AppError, NotFoundError

# Of these the size can be chosen.
SIZED = ("search",)

# The modules of ``bench_parts`` that have ``measure``, in the order in which they run.
PARTS = (
    "start",
    "storage",
    "tokens",
    "keys",
    "vectors",
    "recall",
    "search",
    "summary",
    "engine",
    "services",
    "window",
    "builtin",
)


def bench(arguments: argparse.Namespace) -> int:
    """Measures all parts, or those whose names begin with ``--only``. Raises ``NotFoundError`` where none does."""
    if arguments.window_started is not None:
        from desktop_app.cli.bench_parts.window import measure_inside

        return measure_inside(arguments)
    wanted = [name for name in PARTS if name.startswith(arguments.only or "")]
    if not wanted:
        raise NotFoundError(kind="part of the bench", id=arguments.only)
    sections = [asyncio.run(_measure(name, arguments.size)) for name in wanted]
    print(json.dumps(as_json(sections), ensure_ascii=False, indent=2) if arguments.json else as_text(sections))
    return 0


async def _measure(name: str, size: int | None) -> Section:
    """One part. What keeps it from being measured is said in its place; the others go on."""
    print(f"{name} …", file=sys.stderr, flush=True)
    section = Section(name.capitalize())
    sized = {"size": size} if size is not None and name in SIZED else {}
    with TemporaryDirectory(prefix="talespan-bench-") as folder:
        try:
            figures: list[Figure] = await import_module(f"desktop_app.cli.bench_parts.{name}").measure(
                Path(folder), **sized
            )
        except AppError as error:
            section.problems.append(str(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the other parts can still be measured
            traceback.print_exc()
            section.problems.append(f"This could not be measured: {error!r}")
        else:
            section.facts = {f"{figure.name} [{figure.unit}]": round(figure.value, 4) for figure in figures}
            section.rows = [(figure.name, _value_text(figure)) for figure in figures]
    return section


def _value_text(figure: Figure) -> str:
    value = (
        f"{figure.value:,.0f}"
        if figure.value >= 100
        else f"{figure.value:.1f}"
        if figure.value >= 1
        else f"{figure.value:.3f}"
    )
    return f"{value:>9} {figure.unit}"
