"""Shipped files are found in a checkout, in a wheel and in a frozen program, in that order."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from desktop_app import assets


def _put(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_checkout_is_looked_into_first(tmp_path: Path) -> None:
    _put(tmp_path / "pyproject.toml")

    assert list(assets.places(tmp_path / "desktop_app")) == [
        tmp_path / "resources",
        tmp_path / "desktop_app" / "_resources",
    ]


def test_an_installed_package_never_reads_a_resources_folder_beside_it(tmp_path: Path) -> None:
    (tmp_path / "resources").mkdir()

    assert list(assets.places(tmp_path / "desktop_app")) == [tmp_path / "desktop_app" / "_resources"]


def test_a_frozen_program_looks_where_it_was_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    _put(tmp_path / "resources" / "only-frozen.txt", "Ünïcode")

    assert assets.read_text("only-frozen.txt") == "Ünïcode"
    assert assets.read_bytes("only-frozen.txt") == "Ünïcode".encode()


def test_a_missing_file_is_a_known_error_that_names_it() -> None:
    with pytest.raises(assets.AssetMissingError, match=r"icons/nothing\.svg"):
        assets.path("icons/nothing.svg")


@pytest.mark.parametrize("name", ["../pyproject.toml", "/etc/passwd", "icons/../../README.md", "icons\\a.svg"])
def test_a_name_cannot_point_outside(name: str) -> None:
    with pytest.raises(ValueError, match="not a path inside resources"):
        assets.path(name)
