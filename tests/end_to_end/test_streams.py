"""Standard streams as shells and desktops leave them: closed, full, of another encoding."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.home import LIMIT_SECONDS, PROGRAM, ROOT, Home
from tests.fakes.model_replies import words
from tests.fakes.model_server import ModelServer

posix = pytest.mark.skipif(os.name == "nt", reason="uses a POSIX shell")
NO_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def shell(home: Home, line: str, *words_: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a line of shell in which ``talespan`` is the program, and ``$1`` the first of ``words_``."""
    script = f'talespan() {{ "{sys.executable}" {" ".join(PROGRAM[1:])} "$@"; }}; {line}'
    return subprocess.run(
        ["/bin/sh", "-c", script, "sh", *words_],
        cwd=ROOT,
        env=home.environment | environment,
        capture_output=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )


@posix
@pytest.mark.parametrize(
    ("line", "code", "out", "err"),
    [
        ("talespan send - <&-", 1, b"", b"talespan: There is nothing to send: the message is empty.\n"),
        ("talespan chat show nobody 2>&-", 2, b"", b""),
        ("talespan chat list --json >&-", 0, b"", b""),
        (
            "talespan chat list --json >/dev/full",
            1,
            b"",
            b"talespan: The output could not be written: No space left on device.\n",
        ),
    ],
    ids=["no input", "no errors", "no output", "full disk"],
)
def test_a_stream_that_is_closed_or_full_is_no_crash(home: Home, line: str, code: int, out: bytes, err: bytes) -> None:
    done = shell(home, line)
    assert (done.returncode, done.stdout, done.stderr) == (code, out, err)


@posix
def test_without_a_locale_texts_come_in_and_go_out_whole(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "message.txt"
    file.write_bytes("你好 ".encode() + b"\xff")
    with ModelServer([words("Да 👩‍🚀"), words("好")]) as server:
        home.connect_to(server.url)
        said = shell(home, 'talespan send --chat "$1" "Скажи"', "Привет", **NO_LOCALE)
        read = shell(home, 'talespan send --chat "$1" - <"$2"', "Привет", str(file), **NO_LOCALE)
    listed = shell(home, "talespan chat list --json", **NO_LOCALE)

    assert (said.stdout.decode(), said.stderr) == ("Да 👩‍🚀\n", b"")
    assert (read.stdout.decode(), read.stderr) == ("好\n", b"")
    assert home.texts() == ["Скажи", "Да 👩‍🚀", "你好 \N{REPLACEMENT CHARACTER}", "好"]
    assert '"Привет"' in listed.stdout.decode()


def test_an_empty_word_is_no_id_and_no_folder(home: Home) -> None:
    home.paths.create()
    sent = home.run("send", "--chat-id", "", "hello")
    listed = home.run("--data-dir", "", "chat", "list")

    assert (sent.code, sent.out) == (2, "")
    assert (listed.code, listed.out) == (2, "")
    assert "must name a folder" in listed.err
