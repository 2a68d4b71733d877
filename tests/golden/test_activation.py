"""Golden activations: each row of section 2 of the context-engine page as a case of ``activation/``, with every reason.

``UPDATE_GOLDEN=1 pytest tests/golden`` writes the expected files anew; read the diff before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.context.activation import activate
from desktop_app.context.active import Activation, ActiveEntry
from desktop_app.context.current import draft_row, newest_id
from desktop_app.context.plan import EntryTrace, Hit
from desktop_app.context.request import ContextRequest
from desktop_app.context.scope import bare_scope, with_fields
from desktop_app.domain.lore import Position
from tests.fakes.providers import WordCounter
from tests.golden.case import read_case

CASES = sorted((Path(__file__).parent / "activation").glob("*.toml"))

SHOWN_CHARACTERS = 60


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_activation_is_the_expected_one(path: Path) -> None:
    expected = path.with_suffix(".txt")
    found = shown(activation_of(read_case(path)))
    if os.environ.get("UPDATE_GOLDEN") == "1":
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


def test_every_expected_activation_has_its_case() -> None:
    assert {path.stem for path in CASES} == {path.stem for path in CASES[0].parent.glob("*.txt")}
    assert len(CASES) >= 20


def activation_of(request: ContextRequest) -> Activation:
    """What ``prepare`` of the builder asks for."""
    counter = WordCounter()
    bare = bare_scope(request, newest_id(request, draft_row(request, counter)), "")
    return activate(request, with_fields(bare, request).scope, counter)


def shown(activation: Activation) -> str:
    """The whole activation as text."""
    return "\n".join(_lines(activation)) + "\n"


def _lines(activation: Activation) -> Iterator[str]:
    yield from (f"warning: {warning.sentence}" for warning in activation.warnings)
    for entry in activation.active:
        yield f"+ {entry.title}: {entry.reason.sentence}{_hits(entry.hits)}"
        yield f"    {', '.join(_details(entry))}"
        cut = entry.text if len(entry.text) <= SHOWN_CHARACTERS else f"{entry.text[:SHOWN_CHARACTERS]}…"
        yield from (f"    | {line}" for line in cut.splitlines())
    yield from (_not_active(trace) for trace in activation.inactive)


def _details(entry: ActiveEntry) -> Iterator[str]:
    place = {Position.AT_DEPTH: f" {entry.depth} as {entry.role}", Position.OUTLET: f" {entry.outlet}"}
    yield f"{entry.position}{place.get(entry.position, '')}"
    yield f"{entry.tokens} tokens"
    yield f"relevance {entry.relevance:g}"
    flags = {
        "not relevant": not entry.relevant,
        "always": entry.always,
        "behind the history": entry.behind_history,
        "stays": not entry.fresh,
        f"pass {entry.passed}": entry.passed > 0,
        f"pulled by {entry.pulled_by}": entry.pulled_by != "",
    }
    yield from (flag for flag, is_set in flags.items() if is_set)


def _not_active(trace: EntryTrace) -> str:
    return f"- {trace.title}: {trace.reason.sentence}{_hits(trace.hits)}"


def _hits(hits: tuple[Hit, ...]) -> str:
    return "".join(f" [{hit.key} in {hit.where} {hit.start}-{hit.end}]" for hit in hits)
