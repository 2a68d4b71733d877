"""The log: private files that rotate, without secrets, and quiet libraries."""

from __future__ import annotations

import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.diagnostics.logs import KEPT_FILES, LOG_NAME, MAXIMUM_BYTES, start_logging, stop_logging

KEY = "sk-test-CANARY-123"
_log = logging.getLogger("desktop_app.test")


@pytest.fixture
def handler(tmp_path: Path) -> Iterator[logging.Handler]:
    """A log in ``tmp_path``."""
    level = logging.getLogger().level
    handler = start_logging(tmp_path)
    yield handler
    stop_logging(handler)
    logging.getLogger().setLevel(level)


@pytest.mark.usefixtures("handler")
def test_secrets_are_hidden_also_in_tracebacks_and_arguments(tmp_path: Path) -> None:
    try:
        raise ValueError(f"refused {KEY}")
    except ValueError:
        _log.exception("It failed with %s", KEY)
    _log.info("header %r", {"authorization": f"Bearer {KEY}"})

    written = (tmp_path / LOG_NAME).read_text("utf-8")
    assert "ValueError" in written
    assert written.count("[hidden]") == 3
    assert "CANARY" not in written


@pytest.mark.usefixtures("handler")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes")
def test_it_rotates_and_every_file_is_private(tmp_path: Path) -> None:
    line = "x" * 100_000  # one word: the search for secrets is no part of this
    for _ in range((KEPT_FILES + 2) * MAXIMUM_BYTES // len(line)):
        _log.info(line)

    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [LOG_NAME, *(f"{LOG_NAME}.{number}" for number in range(1, KEPT_FILES + 1))]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert all(file.stat().st_size <= MAXIMUM_BYTES for file in files)


def test_text_of_any_kind_can_be_written(handler: logging.Handler, tmp_path: Path) -> None:
    # Given to the handler alone: pytest would keep the record, and cannot send half a character between its processes.
    handler.handle(logging.makeLogRecord({"msg": "Ёлка 世界 👩‍🚀 \ud83d"}))

    assert "Ёлка 世界 👩‍🚀 ?" in (tmp_path / LOG_NAME).read_text("utf-8")


@pytest.mark.usefixtures("handler")
def test_libraries_that_log_addresses_are_quiet(tmp_path: Path) -> None:
    for name in ("httpx", "httpcore.http11", "keyring.backend", "asyncio"):
        logging.getLogger(name).info("GET https://x.test/?key=1")
    logging.getLogger("httpx").warning("worth telling")

    assert "worth telling" in (tmp_path / LOG_NAME).read_text("utf-8")
    assert "GET" not in (tmp_path / LOG_NAME).read_text("utf-8")


def test_after_its_end_nothing_is_written(tmp_path: Path) -> None:
    stop_logging(start_logging(tmp_path))
    _log.error("late")

    assert (tmp_path / LOG_NAME).read_text("utf-8") == ""


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    handler = start_logging(tmp_path / "missing")
    _log.warning("nobody hears it")
    stop_logging(handler)
    assert not (tmp_path / "missing").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
def test_a_full_disk_prints_nothing_that_the_log_would_hide(
    handler: logging.Handler, capfd: pytest.CaptureFixture[str]
) -> None:
    assert isinstance(handler, logging.FileHandler)
    old = handler.setStream(Path("/dev/full").open("w", encoding="utf-8"))  # noqa: SIM115 - the handler's end closes it
    assert old is not None
    old.close()
    _log.warning("refused %s", KEY)
    assert capfd.readouterr().err == ""
