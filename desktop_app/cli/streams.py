"""The standard streams as every command may rely on them: there, and able to carry any text. Called by ``__main__`` alone."""

from __future__ import annotations

import codecs
import io
import os
import sys


def prepare_streams() -> None:
    """Opens those that are closed, and makes all of them bear what their encoding does not know.

    Without a locale Python speaks ASCII; UTF-8 is what the other side means then (PEP 538).
    """
    _open_missing()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="utf-8" if ascii_only else stream.encoding, errors="replace")


def whole_word(word: str) -> str:
    """A word of the command line as it was typed, also where the locale could not read it: Python keeps its bytes then (PEP 383)."""
    return (
        os.fsencode(word).decode("utf-8", "replace") if any("\udc80" <= letter <= "\udcff" for letter in word) else word
    )


def silence_output() -> None:
    """What could not be written to the output is forgotten, so that the interpreter does not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_missing() -> None:
    """A file opened as descriptor 1 or 2 would get what libraries print; and ``print`` takes a missing stderr for stdout."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", closefd=False))  # open to the very end
