"""Runs first in the frozen program (a runtime hook of PyInstaller): programs that it starts get an environment without ours.

PyInstaller's starter puts our folder into ``LD_LIBRARY_PATH``, which the loader has read by now. A browser that opens a link
would inherit it and load our Qt instead of its own. The model's child process is our program again: it is told to make its own.
"""  # noqa: INP001 - a script, not a package

import os

before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
os.environ.pop("LD_LIBRARY_PATH", None)
if before is not None:
    os.environ["LD_LIBRARY_PATH"] = before
os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
