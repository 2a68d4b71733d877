"""``talespan backup`` and ``talespan restore`` as a person uses them."""

from __future__ import annotations

import json
from pathlib import Path

from desktop_app.storage.backup import list_backups
from desktop_app.storage.cache_figures import LastFigures, last_figures, save_figures
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.session_cache import CacheFigures
from tests.end_to_end.home import Done, Home, content_hash
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer


def _talked(home: Home, *then: tuple[str, ...]) -> list[Done]:
    """A talk with a backup in its midst; what the commands after it say."""
    with ModelServer([words("Fine."), words("Still fine.")]) as server:
        home.connect_to(server.url)
        first, made, second, *others = home.run_each(("send", "hello"), ("backup",), ("send", "hello again"), *then)
    assert (first.code, second.code, made.code, made.err) == (0, 0, 0, "")
    assert "1 chat, 2 messages" in made.out
    return others


def test_back_up_talk_on_and_go_back(home: Home) -> None:
    (listed,) = _talked(home, ("backup", "--list"))
    (backup,) = list_backups(home.paths)
    assert str(backup.path) in listed.out
    assert "by-hand" in listed.out
    day = listed.out.split()[0]
    before = content_hash(home.paths.database)

    dry = home.run("restore", day, "--dry-run")
    assert dry.code == 0
    assert "Now:     1 chat, 4 messages" in dry.out
    assert "Backup:  1 chat, 2 messages" in dry.out
    assert content_hash(home.paths.database) == before
    assert home.texts()[-1] == "Still fine."

    done = home.run("restore", day)
    assert (done.code, done.err) == (0, "")
    assert "1 chat, 2 messages" in done.out
    assert home.texts() == ["hello", "Fine."]
    former = Path(done.out.rsplit(" is kept in ", 1)[1].strip().removesuffix("."))

    assert home.run("restore", f"{former}.db" if former.suffix != ".db" else str(former)).code == 0
    assert home.texts()[-1] == "Still fine."


def test_beside_the_window_there_are_backups_but_no_restore(home: Home) -> None:
    _talked(home)
    lock = DataFolderLock(home.paths)
    lock.acquire()
    try:
        file = str(list_backups(home.paths)[0].path)
        backup, dry, refused = home.run_each(("backup",), ("restore", "--dry-run", file), ("restore", file))
    finally:
        lock.release()
    assert (backup.code, dry.code, refused.code) == (0, 0, 4)
    assert refused.err.startswith("talespan: Another Talespan")
    assert not list(home.paths.data.glob("*.restore*"))
    assert home.texts()[-1] == "Still fine."


def test_what_is_no_backup_is_a_sentence(home: Home, tmp_path: Path) -> None:
    nothing, listed, repaired = home.run_each(("backup",), ("backup", "--list"), ("doctor", "--repair"))
    assert (nothing.code, nothing.err) == (
        2,
        "talespan: There is nothing to back up yet: no chat was ever kept here.\n",
    )
    assert (listed.code, listed.out, listed.err) == (0, "", "There is no backup yet.\n")
    assert (repaired.code, repaired.out[:30]) == (0, "There is nothing to repair yet")
    assert not home.paths.database.exists()
    _talked(home)
    before = content_hash(home.paths.database)
    foreign = tmp_path / "foreign.db"
    foreign.write_text("not a database")
    unknown, refused = home.run_each(("restore", "1999-01-01"), ("restore", str(foreign)))
    assert (unknown.code, unknown.err) == (2, "talespan: There is no backup with the id 1999-01-01.\n")
    assert refused.code == 1
    assert refused.err.startswith("talespan: The backup foreign.db cannot be restored")
    assert content_hash(home.paths.database) == before


def test_the_doctor_tells_of_backups_and_of_the_last_window(home: Home) -> None:
    (doctor,) = _talked(home, ("doctor", "--json"))
    found = doctor.json
    assert found["session_cache"] == {"saved_at": None}
    assert found["backups"]["count"] == 1
    assert found["backups"]["newest"]
    assert found["backups"]["restore_waiting"] is False

    figures = CacheFigures(limit=10, bytes=9, chats=3, hits=7, misses=2, evictions=1, broken=False)
    save_figures(home.paths, figures, 5000)
    assert last_figures(home.paths) == LastFigures(5000, figures)
    found = home.run("doctor", "--json").json["session_cache"]
    assert {key: found[key] for key in ("hits", "misses", "bytes", "evictions")} == {
        "hits": 7,
        "misses": 2,
        "bytes": 9,
        "evictions": 1,
    }
    (home.paths.cache / "session-cache.json").write_text(json.dumps({"saved_at": "when?"}))
    assert home.run("doctor", "--json").json["session_cache"] == {"saved_at": None}
