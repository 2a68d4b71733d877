"""House rules for the tests themselves: each asserts something, and none waits for a fixed time."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.house_rules.rule import Rule, Source, calls, functions, last_name, owner_name

_STEP_S = 0.05
_EXPECTATIONS = {"raises", "warns", "fail"}


def _asserts_nothing(source: Source) -> Iterator[int]:
    for function in functions(source.tree):
        if function.name.startswith("test_") and not any(_is_assertion(node) for node in ast.walk(function)):
            yield function.lineno


def _is_assertion(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return True
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node.func).removeprefix("_")
    return name.startswith(("assert_", "check_")) or (owner_name(node) == "pytest" and name in _EXPECTATIONS)


def _fixed_sleeps(source: Source) -> Iterator[int]:
    for call, name in calls(source):
        if name == "sleep" and call.args and isinstance(call.args[0], ast.Constant):
            seconds = call.args[0].value
            if isinstance(seconds, int | float) and seconds > _STEP_S:
                yield call.lineno
        elif name == "wait" and owner_name(call) == "qtbot":
            yield call.lineno


RULES: tuple[Rule, ...] = (
    Rule(
        "a test asserts something",
        "assert, pytest.raises, or a helper named assert_… or check_…",
        ("tests/*.py",),
        _asserts_nothing,
        example="tests/unit/test_example.py",
        wrong="def test_it():\n    run()\n",
        right="def test_it():\n    with pytest.raises(ValueError):\n        run()\n",
    ),
    Rule(
        "a test never waits for a fixed time",
        "wait for the condition in steps of a few milliseconds",
        ("tests/*.py",),
        _fixed_sleeps,
        example="tests/unit/test_example.py",
        wrong="time.sleep(0.5)\n",
        right="while not done():\n    time.sleep(0.005)\n",
        exempt=("tests/fakes/*",),
    ),
)
