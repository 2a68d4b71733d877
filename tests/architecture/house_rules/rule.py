"""What a house rule is, and the small questions about syntax trees that the rules are made of."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class Source:
    """A file of the repository. ``tree`` and ``comments`` are empty where it is not Python."""

    path: str
    text: str = field(repr=False)
    tree: ast.Module = field(repr=False)
    comments: tuple[tuple[int, str], ...] = field(repr=False)

    @classmethod
    def of(cls, path: str, text: str) -> Source:
        """Parses ``text``; ``path`` is relative to the repository, with forward slashes."""
        if not path.endswith((".py", ".pyi")):
            return cls(path, text, ast.Module([], []), ())
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        comments = tuple((token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT)
        return cls(path, text, ast.parse(text), comments)


Check = Callable[[Source], Iterable[int]]
"""Gives the lines that break a rule."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One house rule. ``where`` and ``exempt`` are patterns of paths in which ``*`` also crosses folders.

    ``wrong`` is an example that must be found and ``right`` one that must not, both as if they stood in ``example``: the
    proof that the rule can fail.
    """

    name: str
    advice: str
    where: tuple[str, ...]
    check: Check
    example: str
    wrong: str = field(repr=False)
    right: str = field(repr=False)
    exempt: tuple[str, ...] = ()

    def applies_to(self, path: str) -> bool:
        """Whether files at ``path`` must keep the rule."""
        return _matches(path, self.where) and not _matches(path, self.exempt)

    def violations(self, source: Source) -> list[int]:
        """The lines of ``source`` that break the rule, in order, each once."""
        return sorted(set(self.check(source)))


def calls(source: Source) -> Iterator[tuple[ast.Call, str]]:
    """Every call with the last part of the called name: ``menu.exec()`` gives ``exec``."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            yield node, last_name(node.func)


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method below ``tree``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def last_name(node: ast.expr) -> str:
    """``asyncio.CancelledError`` gives ``CancelledError``; what is no name gives an empty text."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def owner_name(call: ast.Call) -> str:
    """The last name before the called one: ``QtWidgets.QMessageBox.question()`` gives ``QMessageBox``."""
    return last_name(call.func.value) if isinstance(call.func, ast.Attribute) else ""


def called(*names: str) -> Check:
    """Finds every call of one of ``names``, whatever it is called on."""
    return lambda source: (call.lineno for call, name in calls(source) if name in names)


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in patterns)
