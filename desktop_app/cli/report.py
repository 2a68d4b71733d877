"""A report of facts: one ``Section`` a subject, printed as aligned text or as JSON. Used by ``doctor`` and ``bench``."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

_UNITS = ("bytes", "kB", "MB", "GB", "TB")
_WIDTH = 110


@dataclass(slots=True)
class Section:
    """One subject. ``facts`` are for programs, ``rows`` (label, value) for people, ``problems`` are sentences for both."""

    name: str
    facts: dict[str, Json] = field(default_factory=dict[str, Json])
    rows: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    problems: list[str] = field(default_factory=list[str])


def as_text(sections: Sequence[Section]) -> str:
    """All sections, with the values of the whole report in one column and long ones wrapped there."""
    indent = max((len(label) for section in sections for label, _ in section.rows), default=0) + 4
    return "\n\n".join(_section_text(section, indent) for section in sections)


def as_json(sections: Sequence[Section]) -> dict[str, Json]:
    """The facts by the section's name, and all problems."""
    shown: dict[str, Json] = {section.name.lower().replace(" ", "_"): section.facts for section in sections}
    return shown | {"problems": [problem for section in sections for problem in section.problems]}


def count_text(count: int, one: str, many: str) -> str:
    """A number and what is counted."""
    return f"{count:,} {one if count == 1 else many}"


def size_text(size: float) -> str:
    """A number of bytes in the unit that people would use."""
    unit = 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size /= 1000
        unit += 1
    return f"{size:.0f} {_UNITS[unit]}" if unit == 0 or size >= 100 else f"{size:.1f} {_UNITS[unit]}"


def _section_text(section: Section, indent: int) -> str:
    lines = [section.name]
    lines += [_row_text(f"  {label}", value, indent) for label, value in section.rows]
    lines += [_row_text("  !", problem, 4) for problem in section.problems]
    return "\n".join(lines)


def _row_text(label: str, value: str, indent: int) -> str:
    return textwrap.fill(
        value,
        _WIDTH,
        initial_indent=label.ljust(indent),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
