"""House rules for all Python code: size, docstrings, values, tasks, silenced linters, layers that import-linter cannot see."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from tests.architecture.house_rules.rule import Rule, Source, calls, functions, last_name

_ALL = ("desktop_app/*.py", "tests/*.py")
_PROGRAM = ("desktop_app/*.py",)
_FILE_LIMIT = 400
_FUNCTION_LIMIT = 60

_SILENCER = re.compile(r"#\s*(?:noqa|type:\s*ignore|pyright:\s*ignore)", re.IGNORECASE)
_SPECIFIC = re.compile(
    r"#\s*(?:noqa:\s*[A-Z]+\d+(?:[,\s]+[A-Z]+\d+)*|type:\s*ignore\[[\w, -]+\]|pyright:\s*ignore\[[\w, ]+\])(?P<reason>.*)",
    re.IGNORECASE,
)
_WHOLE_FILE = re.compile(r"#\s*(?:ruff:\s*noqa|flake8:\s*noqa|mypy:|pyright:(?!\s*ignore))", re.IGNORECASE)
_MACHINE_PATH = re.compile(r"(?<![\w.:/~-])/(?:work|root|home/[\w-]+|Users/[\w-]+)/")
_REGISTRY = re.compile(
    r"\b(?:pypi\.org|pythonhosted\.org|registry\.npmjs\.org|deb\.debian\.org|archive\.ubuntu\.com|snapshot\.debian\.org)"
)


def _too_long_file(source: Source) -> Iterator[int]:
    if source.text.count("\n") > _FILE_LIMIT:
        yield _FILE_LIMIT + 1


def _too_long_function(source: Source) -> Iterator[int]:
    for function in functions(source.tree):
        if (function.end_lineno or 0) - function.lineno + 1 > _FUNCTION_LIMIT:
            yield function.lineno


def _no_docstring(source: Source) -> Iterator[int]:
    if source.tree.body and not ast.get_docstring(source.tree):
        yield 1


def _silenced(source: Source) -> Iterator[int]:
    lines = source.text.splitlines()
    for line, comment in source.comments:
        if _WHOLE_FILE.search(comment):
            yield line
        elif _SILENCER.search(comment):
            specific = _SPECIFIC.search(comment)
            explained = specific and (specific["reason"].strip(" #-–:") or _comment_above(lines, line))
            if not explained:
                yield line


def _comment_above(lines: list[str], line: int) -> bool:
    return line > 1 and lines[line - 2].lstrip().startswith("#")


def _tasks_without_owner(source: Source) -> Iterator[int]:
    groups = _task_groups(source)
    for call, name in calls(source):
        owned = isinstance(call.func, ast.Attribute) and last_name(call.func.value) in groups
        if name in {"create_task", "ensure_future"} and not owned:
            yield call.lineno
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name | ast.Attribute) and last_name(node) in {"asyncSlot", "asyncClose"}:
            yield node.lineno


def _task_groups(source: Source) -> set[str]:
    """The names bound by ``async with TaskGroup() as name``: their tasks have an owner."""
    return {
        last_name(node.optional_vars)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.withitem) and node.optional_vars and isinstance(node.context_expr, ast.Call)
        if last_name(node.context_expr.func) == "TaskGroup"
    }


def _swallowed_cancel(source: Source) -> Iterator[int]:
    for node in ast.walk(source.tree):
        if (
            isinstance(node, ast.ExceptHandler)
            and _catches_cancel(node)
            and all(_does_nothing(one) for one in node.body)
        ):
            yield node.lineno
    for call, name in calls(source):
        if name == "suppress" and any(last_name(argument) == "CancelledError" for argument in call.args):
            yield call.lineno


def _catches_cancel(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(last_name(kind) in {"CancelledError", "BaseException"} for kind in kinds)


def _does_nothing(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass | ast.Continue | ast.Expr) and not any(
        isinstance(node, ast.Call | ast.Await) for node in ast.walk(statement)
    )


def _loose_values(source: Source) -> Iterator[int]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):  # a private helper may gather
            for decorator in node.decorator_list:
                options = decorator.keywords if isinstance(decorator, ast.Call) else []
                name = last_name(decorator.func if isinstance(decorator, ast.Call) else decorator)
                switched_on = {option.arg for option in options if ast.unparse(option.value) == "True"}
                if name == "dataclass" and not {"frozen", "slots"} <= switched_on:
                    yield node.lineno


def _beyond_stdlib(source: Source) -> Iterator[int]:
    for node, modules in _imports(source):
        for module in modules:
            top = module.partition(".")[0]
            if top not in sys.stdlib_module_names and not module.startswith("desktop_app.domain"):
                yield node.lineno


def _window_outside_open_window(source: Source) -> Iterator[int]:
    allowed = {id(node) for place in ast.walk(source.tree) if _may_know_the_window(place) for node in ast.walk(place)}
    for node, modules in _imports(source):
        window = any(name.startswith(("PySide6", "qasync", "desktop_app.ui")) for name in modules)
        if window and id(node) not in allowed:
            yield node.lineno


def _may_know_the_window(place: ast.AST) -> bool:
    match place:
        case ast.FunctionDef(name="open_window" | "_open_window"):
            return True
        case ast.If(test=test):
            return last_name(test) == "TYPE_CHECKING"
        case _:
            return False


def _imports(source: Source) -> Iterator[tuple[ast.stmt, list[str]]]:
    """Every import with the modules that it names."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Import(names=names):
                yield node, [alias.name for alias in names]
            case ast.ImportFrom(module=str() as module):
                yield node, [module]
            case _:
                pass


def _addresses(source: Source) -> Iterator[int]:
    for number, line in enumerate(source.text.splitlines(), 1):
        if _MACHINE_PATH.search(line) or _REGISTRY.search(line):
            yield number


RULES: tuple[Rule, ...] = (
    Rule(
        "a file has at most 400 lines",
        "split it by what it does (aim at 150)",
        _ALL,
        _too_long_file,
        example="desktop_app/domain/example.py",
        wrong="x = 1\n" * 401,
        right="x = 1\n" * 400,
    ),
    Rule(
        "a function has at most 60 lines",
        "split it into steps with names (aim at 10)",
        _ALL,
        _too_long_function,
        example="desktop_app/domain/example.py",
        wrong="def long():\n" + "    x = 1\n" * 60,
        right="def long():\n" + "    x = 1\n" * 59,
    ),
    Rule(
        "a module has a docstring",
        "say what it is for, who calls it and what it must not do",
        _ALL,
        _no_docstring,
        example="desktop_app/domain/example.py",
        wrong="import sys\n",
        right='"""Says what it is for."""\nimport sys\n',
    ),
    Rule(
        "a linter is silenced only for one rule, with a reason",
        "mend it, or write `# noqa: CODE - reason`, `# pyright: ignore[rule] - reason`",
        _ALL,
        _silenced,
        example="desktop_app/domain/example.py",
        wrong="x = 1  # type: ignore[assignment]\n",
        right="x = 1  # noqa: S105 - not a password\n# the stub is wrong\ny = 2  # pyright: ignore[reportCallIssue]\n",
    ),
    Rule(
        "every task has an owner",
        "TaskRegistry.launch(), or a TaskGroup",
        _ALL,
        _tasks_without_owner,
        example="desktop_app/services/example.py",
        wrong="def f(loop):\n    loop.create_task(g())\n",
        right="async def f():\n    async with asyncio.TaskGroup() as group:\n        group.create_task(g())\n",
        exempt=("desktop_app/services/tasks.py", "desktop_app/ui/async_bridge.py"),
    ),
    Rule(
        "cancellation is never swallowed",
        "clean up in `finally`, or re-raise",
        _ALL,
        _swallowed_cancel,
        example="desktop_app/services/example.py",
        wrong="try:\n    f()\nexcept asyncio.CancelledError:\n    pass\n",
        right="try:\n    f()\nexcept asyncio.CancelledError:\n    keep()\n    raise\n",
    ),
    Rule(
        "values are frozen and slotted",
        "@dataclass(frozen=True, slots=True)",
        ("desktop_app/domain/*.py", "desktop_app/context/*.py"),
        _loose_values,
        example="desktop_app/domain/example.py",
        wrong="@dataclass(frozen=True)\nclass Value:\n    x: int\n",
        right="@dataclass(frozen=True, slots=True)\nclass Value:\n    x: int\n",
    ),
    Rule(
        "the domain knows only the standard library",
        "put it behind a port",
        ("desktop_app/domain/*.py",),
        _beyond_stdlib,
        example="desktop_app/domain/example.py",
        wrong="import msgspec\n",
        right="from pathlib import Path\nfrom desktop_app.domain.errors import AppError\n",
    ),
    Rule(
        "only open_window() knows the window",
        "import Qt and desktop_app.ui inside app.open_window(): the commands without a window never load them",
        ("desktop_app/app.py", "desktop_app/__main__.py", "desktop_app/cli/*.py"),
        _window_outside_open_window,
        example="desktop_app/app.py",
        wrong="from desktop_app.ui.main_window import MainWindow\n",
        right="def open_window():\n    from desktop_app.ui.main_window import MainWindow\n",
    ),
    Rule(
        "no address of a registry and no path of one machine",
        "leave it out: the ordinary clients know their registries; paths are relative or come from the environment",
        ("*",),
        _addresses,
        example="packaging/example.sh",
        wrong="cd /" + "root/talespan\n",
        right="cd ../talespan && ls /usr/lib /home/\n",
        exempt=("tests/architecture/house_rules/code.py",),
    ),
)
