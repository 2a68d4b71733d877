"""The commands that need no window: ``talespan send``, ``chat``, ``plan``, ``doctor``, ``bench``, ``self-test``.

Each command is a module with ``add(commands)``, which adds its parser, and functions that take the parsed words and return
an exit code. They print; nothing else in the program does.
"""
