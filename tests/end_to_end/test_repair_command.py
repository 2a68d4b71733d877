"""``talespan doctor`` names a text that was changed on the disk, and ``--repair`` takes it whole from a backup (D7).

Of a database that cannot be read at all, it saves what can be read (D8).
"""

from __future__ import annotations

from desktop_app.domain.backup import BEFORE_REPAIR
from desktop_app.storage.backup import list_backups
from desktop_app.storage.lock import DataFolderLock
from tests.end_to_end.home import Home
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer

SAID = "The brass key lies under the third step."


def test_a_flipped_bit_is_found_and_mended(home: Home) -> None:
    with ModelServer([words("Fine.")]) as server:
        home.connect_to(server.url)
        assert [done.code for done in home.run_each(("send", SAID), ("backup",))] == [0, 0]
    home.environment["TALESPAN_DEMO_MODEL"] = str(home.folder / "none.gguf")  # the models are not what is examined
    content = home.paths.database.read_bytes()
    home.paths.database.write_bytes(content.replace(b"brass key", b"crass key"))
    with_lock = DataFolderLock(home.paths)
    with_lock.acquire()
    told, refused = home.run_each(("doctor", "--json"), ("doctor", "--repair"))
    with_lock.release()
    report = told.json
    assert report["database"]["damaged_texts"] == 1
    assert any("changed stored messages (1)." in problem for problem in report["problems"])
    assert refused.code == 4
    assert home.texts() == [SAID.replace("brass", "crass"), "Fine."]

    done, after, again = home.run_each(("doctor", "--repair"), ("doctor", "--json"), ("doctor", "--repair"))
    assert done.code == 0
    assert "1 message was taken whole from backups." in done.out
    assert "crass key" in done.out
    assert home.texts() == [SAID, "Fine."]
    assert [one.reason for one in list_backups(home.paths)].count(BEFORE_REPAIR) == 2
    assert after.json["database"]["damaged_texts"] == 0
    assert "every message is as it was stored" in again.out


def _talked(home: Home) -> None:
    with ModelServer([words("Fine."), words("Still fine.")]) as server:
        home.connect_to(server.url)
        done = home.run_each(("send", SAID), ("backup",), ("send", "And now?"))
        assert [one.code for one in done] == [0, 0, 0]


def test_a_database_without_its_header_is_rescued(home: Home) -> None:
    _talked(home)
    said = home.texts()
    content = home.paths.database.read_bytes()
    damaged = b"not a database at all" * 5 + content[105:]
    home.paths.database.write_bytes(damaged)
    refused, done = home.run_each(("send", "hello"), ("doctor", "--repair"))
    assert (refused.code, "talespan doctor --repair" in refused.err) == (1, True)
    assert (done.code, done.err) == (1, ""), "a page is lost for good"
    assert "Saved: 1 chat, 4 messages" in done.out
    assert "1 page or row could not be read." in done.out
    (backup,) = list_backups(home.paths)
    assert f"talespan restore {backup.path}" in done.out
    assert home.texts() == said
    (kept,) = home.paths.data.glob("talespan-damaged*.db")
    assert f"The damaged file is kept in {kept}." in done.out
    assert kept.read_bytes() == damaged
    assert home.run("doctor", "--repair").code == 0, "it is sound now"


def test_where_there_is_nothing_to_rescue_a_sentence_says_so(home: Home) -> None:
    _talked(home)
    home.paths.database.write_bytes(b"")
    done = home.run("doctor", "--repair")
    assert done.code == 1
    assert (
        done.err
        == f"talespan: Nothing that Talespan wrote could be found in the database {home.paths.database}. It was left as it is.\n"
    )
    assert home.paths.database.read_bytes() == b""
