"""The recipe of the frozen program leaves out nothing that the program uses; that the result works is tried by freeze.sh."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
SPEC = ast.parse((REPOSITORY / "packaging" / "frozen" / "talespan.spec").read_text(encoding="utf-8"))


def _constant(name: str) -> tuple[str, ...]:
    """A tuple of texts that the recipe writes down under ``name``."""
    values = [
        node.value
        for node in SPEC.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name
    ]
    return ast.literal_eval(values[0])


def _imported() -> set[str]:
    """Every module that is imported anywhere in the program; of ``from a import b`` both a and a.b."""
    return {name for file in (REPOSITORY / "desktop_app").rglob("*.py") for name in _imports_of(file)}


def _imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module)):
                yield module
                yield from (f"{module}.{alias.name}" for alias in node.names)
            case _:
                pass


def _used_in_spite(excluded: tuple[str, ...], imported: set[str]) -> set[str]:
    return {name for name in imported for module in excluded if f"{name}.".startswith(f"{module}.")}


def test_no_module_that_the_program_imports_is_left_out() -> None:
    assert not _used_in_spite(_constant("EXCLUDES"), _imported())


def test_an_import_of_what_is_left_out_would_be_seen() -> None:
    assert _used_in_spite(_constant("EXCLUDES"), {"PySide6.QtSql.QSqlDatabase", "unittest", "unittesting"}) == {
        "PySide6.QtSql.QSqlDatabase",
        "unittest",
    }


def test_no_library_of_a_used_part_of_qt_is_left_out() -> None:
    parts = {name.split(".")[1].removeprefix("Qt") for name in _imported() if name.startswith("PySide6.Qt")}
    libraries = {f"PySide6/Qt/lib/libQt6{part}.so.6" for part in parts}

    assert "PySide6/Qt/lib/libQt6Widgets.so.6" in libraries
    assert not {library for library in libraries for unwanted in _constant("UNWANTED") if unwanted in library}


@pytest.mark.parametrize("source", [source for source, _ in _constant("data_files")])
def test_every_data_file_is_there(source: str) -> None:
    assert list(REPOSITORY.glob(source))


def test_every_language_of_the_window_has_qts_own_words() -> None:
    languages = [
        file.stem.removeprefix("talespan_") for file in (REPOSITORY / "resources" / "translations").glob("*.qm")
    ]

    assert languages
    assert [code for code in languages if not any(f"_{code}" in name for name in _constant("QT_LANGUAGES"))] == []
