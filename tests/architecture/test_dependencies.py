"""What the program imports is declared, and what is declared is locked."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


def _project() -> dict[str, list[str]]:
    return tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _name(requirement: str) -> str:
    """The distribution's name in its normal form (PEP 503)."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\s<>=!~;\[]", requirement, maxsplit=1)[0]).lower()


def _declared() -> set[str]:
    return {_name(requirement) for requirement in _project()["dependencies"]}


def _imported() -> set[str]:
    modules: set[str] = set()
    for path in (REPOSITORY / "desktop_app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    modules.update(alias.name.partition(".")[0] for alias in names)
                case ast.ImportFrom(module=str() as module):
                    modules.add(module.partition(".")[0])
                case _:
                    pass
    return modules - set(sys.stdlib_module_names) - {"desktop_app", "_typeshed"}


def _locked(name: str) -> set[str]:
    text = (REPOSITORY / "packaging" / name).read_text(encoding="utf-8")
    return {_name(line) for line in text.splitlines() if re.match(r"[a-z]", line)}


def test_every_import_is_declared() -> None:
    # Where Qt is not installed, the modules of the window belong to nothing that is known here.
    distributions = packages_distributions()
    owners = {
        module: {_name(owner) for owner in distributions[module]} for module in _imported() if module in distributions
    }

    assert "sqlalchemy" in owners
    undeclared = {module for module, names in owners.items() if not names & (_declared() | {"shiboken6"})}
    assert not undeclared, f"add to the dependencies in pyproject.toml, then bash packaging/lock.sh: {undeclared}"


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_dependency_is_locked(lock: str) -> None:
    assert _declared() <= _locked(lock), "call bash packaging/lock.sh"


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt", "requirements-demo.txt"])
def test_every_locked_package_has_hashes(lock: str) -> None:
    text = (REPOSITORY / "packaging" / lock).read_text(encoding="utf-8")
    packages = re.findall(r"^[a-z][^\n]*==[^\n]*\n(?:    .*\n?)*", text, re.MULTILINE)

    assert packages
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text
