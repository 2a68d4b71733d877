"""The gallery's search: what is typed, and whom it means."""

from __future__ import annotations

import pytest

from desktop_app.services.character_query import Place, QueryPart, Searchable, body_folded, folded, parse_query, rank

MIRA = Searchable(
    head=folded("Mira\nMi\nsea\nDark Elf\nслужба\nAnn Lee"),
    tags=(folded("Sea"), folded("Dark Elf"), folded("Маяк"), folded("奇幻冒险")),
    author=folded("Ann Lee"),
    body=body_folded("Keeps the light of a café. Her self is a mystery; ёлка."),
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("  ", ()),
        ("Mira", (QueryPart("mira"),)),
        ("tag:Sea", (QueryPart("sea", Place.TAG),)),
        ("-tag:sea -rain", (QueryPart("sea", Place.TAG, is_out=True), QueryPart("rain", is_out=True))),
        ('author:"Ann Lee"', (QueryPart("ann lee", Place.AUTHOR),)),
        ('"the  light" x', (QueryPart("the light"), QueryPart("x"))),
        ("«за  морем» „go” 「灯塔」", (QueryPart("за морем"), QueryPart("go"), QueryPart("灯塔"))),
        ("тег:Маяк автор:Анна", (QueryPart("маяк", Place.TAG), QueryPart("анна", Place.AUTHOR))),
        ("标签：奇幻 作者:小林", (QueryPart("奇幻", Place.TAG), QueryPart("小林", Place.AUTHOR))),
        ('tag:"dark el', (QueryPart("dark el", Place.TAG),)),
        ("10:30", (QueryPart("10:30"),)),
        ('tag: -tag: - "" author:', ()),
        ("-", ()),
        ('a"' * 100_000, (QueryPart("a"),) * 500),
    ],
)
def test_what_is_typed_becomes_parts(text: str, parts: tuple[QueryPart, ...]) -> None:
    assert parse_query(text) == parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("mira", 0),
        ("MIRA tag:sea", 0),
        ("ir", 0),
        ("café", 1),
        ("cafe mira", 1),
        ("елка", 1),
        ("ЁЛКА", 1),
        ('"light of a"', 1),
        ('"of light"', None),
        ("tag:elf", 0),
        ("tag:lf", None),
        ("tag:冒险", 0),
        ("tag:маяк", 0),
        ("tag:light", None),
        ("author:lee", 0),
        ("author:mira", None),
        ("-tag:elf", None),
        ("-tag:self", 0),
        ("-elf", None),
        ("-café", 0),
        ("mira -author:lee", None),
        ("storm", None),
    ],
)
def test_whom_a_query_means(text: str, expected: int | None) -> None:
    assert rank(parse_query(text), MIRA) == expected


def test_whatever_is_typed_is_a_query() -> None:
    for text in ('"""', "::::", '-tag:-tag:"', "「」『", "tag:tag:x", "\ud83d", "a" * 10_000):
        assert rank(parse_query(text), MIRA) in (0, 1, None)
