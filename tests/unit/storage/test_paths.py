"""Folders: found by argument, environment or custom; closed to other people."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from desktop_app.domain.errors import ReadOnlyError
from desktop_app.storage.files import atomic_write
from desktop_app.storage.paths import Paths


def test_home_moves_every_folder(tmp_path: Path) -> None:
    paths = Paths.find(environ={"TALESPAN_HOME": str(tmp_path)})
    folders = {paths.data, paths.config, paths.cache, paths.log, paths.backups}
    assert len(folders) == 5
    assert all(folder.is_relative_to(tmp_path) for folder in folders)
    assert paths.database == paths.data / "talespan.db"


def test_the_data_folder_can_be_moved_alone(tmp_path: Path) -> None:
    home = Paths.find(environ={"TALESPAN_HOME": str(tmp_path)})
    paths = Paths.find(tmp_path / "elsewhere", environ={"TALESPAN_HOME": str(tmp_path)})
    assert paths.data == tmp_path / "elsewhere"
    assert (paths.config, paths.cache, paths.log) == (home.config, home.cache, home.log)
    assert paths.database.parent == paths.lock.parent == paths.backups.parent == paths.data


def test_a_relative_folder_does_not_follow_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paths = Paths.find(Path("here"), environ={"TALESPAN_HOME": "there"})
    assert (paths.data, paths.config) == (tmp_path / "here", tmp_path / "there" / "config")


def test_the_home_of_nobody_is_a_folder_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("~nobody-of-this-name") / "chats"
    assert Paths.find(folder).data == tmp_path / folder
    assert Paths.find(environ={"TALESPAN_HOME": str(folder)}).data == tmp_path / folder / "data"


def test_without_a_word_it_is_the_custom_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    paths = Paths.find(environ={})
    assert "talespan" in str(paths.data)
    assert paths.data != paths.config, "keys must not lie in the folder that is copied and synchronised"
    assert not paths.secrets.is_relative_to(paths.data)


def test_folders_and_files_are_for_the_person_alone(tmp_path: Path) -> None:
    paths = Paths.find(environ={"TALESPAN_HOME": str(tmp_path)})
    old = os.umask(0)
    try:
        paths.create()
        paths.create()
        atomic_write(paths.settings, b"{}")
    finally:
        os.umask(old)
    for folder in (paths.data, paths.config, paths.cache, paths.log, paths.backups):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(paths.settings.stat().st_mode) == 0o600


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir(mode=0o755)
    Paths.find(mine, environ={"TALESPAN_HOME": str(tmp_path)}).create()
    assert stat.S_IMODE(mine.stat().st_mode) == 0o755


def test_where_no_folder_can_be_made_there_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReadOnlyError, match="cannot be written"):
        Paths.find(environ={"TALESPAN_HOME": str(tmp_path / "file")}).create()
