"""The wheel holds the program with all its data files, and they are found from an installed copy too."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the checkout, without the internet."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=REPOSITORY,
        capture_output=True,
        timeout=120,
        check=True,
    )
    return next(folder.glob("talespan-*.whl"))


def test_every_shipped_file_is_in_it(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    shipped = [path for path in (REPOSITORY / "resources").rglob("*") if path.is_file()]

    assert shipped
    for path in shipped:
        assert f"desktop_app/_resources/{path.relative_to(REPOSITORY / 'resources').as_posix()}" in packed
    assert "desktop_app/storage/migrations/env.py" in packed


def test_nothing_else_is_in_it(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"desktop_app"}


def test_an_installed_copy_finds_its_files(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    show = "from desktop_app import assets; print(assets.path('icons/send.svg'))"

    process = subprocess.run(
        [sys.executable, "-c", show], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )

    assert Path(process.stdout.strip()) == tmp_path / "desktop_app" / "_resources" / "icons" / "send.svg"
