"""Lists every code that a sentence of an error or a reason has, as Python that lupdate can read. For translations.sh.

The English sentences are written beside the codes, far below the window; the translations are kept by code in the context
``Sentences`` (see desktop_app/ui/messages.py), with the English sentence as the note for translators.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator

import desktop_app
from desktop_app.domain.errors import PROVIDER_SENTENCES, AppError

CONTEXT = "Sentences"

QT_CONTEXT = "QFileDialog"
QT_LEFT_OUT = ("&Look in:", "Files of &type:")
"""What Qt's own translations leave in English: where the desktop has no file dialog, Qt's is shown."""

# The window itself, what the command line alone can say, and what runs when it is imported.
_LEFT_OUT = ("desktop_app.ui", "desktop_app.__main__", "desktop_app.cli", "desktop_app.storage.migrations")


def sentences() -> dict[str, str]:
    """The English templates by code: known errors, kinds of provider errors, their reasons, reasons of plans."""
    found: dict[str, str] = {}
    for module in _modules():
        for name in ("REASONS", "TEMPLATES"):
            found.update({str(code): str(text) for code, text in getattr(module, name, {}).items()})
    found.update({f"provider.{kind.value}": text for kind, text in PROVIDER_SENTENCES.items()})
    found.update({error.code: error.template for error in _errors(AppError) if error.code != "provider.error"})
    return dict(sorted(found.items()))


def _modules() -> Iterator[object]:
    """Everything below the window."""
    for info in pkgutil.walk_packages(desktop_app.__path__, "desktop_app."):
        if not info.name.startswith(_LEFT_OUT):
            yield importlib.import_module(info.name)


def _errors(kind: type[AppError]) -> Iterator[type[AppError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _errors(child)


def main() -> None:
    """Prints the file."""
    out = ['"""Made by packaging/translation_codes.py."""', "from PySide6.QtCore import QCoreApplication"]
    for code, sentence in sentences().items():
        note = " ".join(sentence.split())
        out += [f"#: {note}", f'QCoreApplication.translate("{CONTEXT}", "{code}")']
    out += [f'QCoreApplication.translate("{QT_CONTEXT}", "{text}")' for text in QT_LEFT_OUT]
    sys.stdout.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
