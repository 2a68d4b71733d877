"""The start of everything: ``talespan``, ``python -m desktop_app`` and the frozen program come in here.

Without a command the window opens; with one it is carried out without loading Qt. Known errors become one sentence on
standard error and an exit code.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Sequence

from desktop_app.cli.parser import FAILED, IN_USE, NOT_FOUND, command_of, parse
from desktop_app.cli.screen import NoScreenError, check_screen
from desktop_app.cli.streams import prepare_streams, silence_output, whole_word
from desktop_app.domain.errors import (
    AppError,
    DatabaseInUseError,
    NotFoundError,
    RequestFileError,
    RequestUnreadableError,
)

# What shells say of a program that Ctrl+C ended.
INTERRUPTED = 130

# A frozen program is its own model process: it is started again with this word alone (providers/builtin_child.py).
MODEL_CHILD = "--builtin-model-child"


def main(words: Sequence[str] | None = None) -> int:
    """Runs the program. Returns the exit code: 0 done, 1 failed, 2 wrong words or files, unknown id or no screen, 4 data folder in use."""
    # One thread for numpy's BLAS: with two on a busy machine a search takes ten times as long (lab.md). Before numpy loads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.argv[1:] == [MODEL_CHILD]:
        from desktop_app.providers import builtin_child

        return builtin_child.main()
    prepare_streams()
    arguments = parse([whole_word(word) for word in (sys.argv[1:] if words is None else words)])
    gc.disable()  # until all is imported: looking for garbage among that is a tenth of the start
    try:
        if arguments.command is None:
            from desktop_app.app import open_window

            check_screen(os.environ, arguments.windowless)
            return open_window(arguments)
        command = command_of(arguments)
        gc.enable()
        carried_out = command(arguments)
        code = carried_out if isinstance(carried_out, int) else asyncio.run(carried_out)
        sys.stdout.flush()
    except AppError as error:
        print(f"talespan: {error}", file=sys.stderr)
        return _exit_code(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `| head` has read enough
        silence_output()
        return FAILED
    except OSError as error:
        if error.filename is not None:
            raise
        silence_output()  # its disk is full, or its console has gone
        print(f"talespan: The output could not be written: {error.strerror}.", file=sys.stderr)
        return FAILED
    return code


def _exit_code(error: AppError) -> int:
    match error:
        case NotFoundError() | NoScreenError() | RequestFileError() | RequestUnreadableError():
            return NOT_FOUND
        case DatabaseInUseError():
            return IN_USE
        case _:
            return FAILED


if __name__ == "__main__":
    sys.exit(main())
