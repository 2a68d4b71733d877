"""The tree keeps the house rules, and each rule can fail."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.architecture.house_rules import RULES
from tests.architecture.house_rules.rule import Rule, Source

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDERS = ("desktop_app", "tests", "packaging", "resources", ".ci", ".github")
TEXTS = {".py", ".pyi", ".toml", ".md", ".txt", ".sh", ".yml", ".yaml", ".json", ".qss", ".ts", ""}

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


@pytest.fixture(scope="module")
def sources() -> list[Source]:
    """Every text of the repository, parsed once."""
    return [Source.of(path.relative_to(REPOSITORY).as_posix(), path.read_text(encoding="utf-8")) for path in _texts()]


@each_rule
def test_the_tree_keeps_the_rule(rule: Rule, sources: list[Source]) -> None:
    broken = [
        f"{source.path}:{line}"
        for source in sources
        if rule.applies_to(source.path)
        for line in rule.violations(source)
    ]
    assert not broken, f"{rule.name}. Instead: {rule.advice}.\n" + "\n".join(broken)


@each_rule
def test_the_rule_can_fail(rule: Rule) -> None:
    assert rule.applies_to(rule.example)
    assert rule.violations(Source.of(rule.example, rule.wrong))
    assert not rule.violations(Source.of(rule.example, rule.right))


@each_rule
def test_what_is_exempt_is_there(rule: Rule, sources: list[Source]) -> None:
    for exempt in rule.exempt:
        assert any(fnmatchcase(source.path, exempt) for source in sources), f"nothing is at {exempt} any more"


def _texts() -> Iterator[Path]:
    for path in sorted(REPOSITORY.iterdir()):
        if path.is_file() and path.suffix in TEXTS and path.name != ".git":
            yield path
    for folder in FOLDERS:
        for path in sorted((REPOSITORY / folder).rglob("*")):
            if path.is_file() and path.suffix in TEXTS and "__pycache__" not in path.parts:
                yield path
