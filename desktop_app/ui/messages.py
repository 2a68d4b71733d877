"""The sentences of errors, reasons and warnings in the person's language. Used wherever ``ui`` shows one.

They are made far below the window, with a code, parameters and an English template. Their translations are kept by code in
the context ``Sentences`` of the translation files (``packaging/translations.sh`` collects the codes); where there is none,
and in English, the sentence itself is shown. What a server said is repeated as it came: plain text, under its own heading.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.context.plan import Reason
from desktop_app.domain.errors import AppError, ErrorAction, ProviderError
from desktop_app.domain.import_notes import Note

CONTEXT = "Sentences"


def error_sentence(error: BaseException) -> str:
    """A whole sentence for any error; for bugs one that says so and gives nothing away."""
    if isinstance(error, ProviderError):
        return _provider_sentence(error)
    if isinstance(error, AppError):
        return _by_code(error.code, error.params, str(error))
    return QCoreApplication.translate("Messages", "Something went wrong inside Talespan.")


def reason_sentence(reason: Reason) -> str:
    """Why a block is in or out."""
    return _by_code(reason.code, reason.params, reason.sentence)


def note_sentence(note: Note) -> str:
    """What is to be said about a place of a file."""
    return _by_code(note.code, note.params, note.sentence)


def action_label(action: str) -> str:
    """The verb on the button of an error's action; empty where the window has no such action."""
    translate = QCoreApplication.translate
    labels: dict[str, str] = {
        ErrorAction.RETRY: translate("Messages", "Try again"),
        ErrorAction.OPEN_CONNECTION: translate("Messages", "Open connection"),
        ErrorAction.OPEN_PREVIEW: translate("Messages", "Show context"),
        ErrorAction.MEND_TEXTS: translate("Messages", "Take them from the backup"),
    }
    return labels.get(action, "")


def _provider_sentence(error: ProviderError) -> str:
    sentence = _by_code(f"provider.{error.kind.value}", error.params, str(error.params["sentence"]))
    if not error.detail:
        return sentence
    if error.reason:
        return f"{sentence} {_by_code(error.reason, error.params, error.detail)}"
    heading = QCoreApplication.translate("Messages", "The server answered:")
    return f"{sentence} {heading} {error.detail}"


def _by_code(code: str, params: Mapping[str, object], english: str) -> str:
    template = QCoreApplication.translate(CONTEXT, code)
    if template == code:
        return english
    try:
        return template.format_map({name: _local(value) for name, value in params.items()})
    except (KeyError, ValueError):  # a parameter that the translation needs is not there: English is better than a hole
        return english


def _local(value: object) -> object:
    """Shares and scores as the language writes them, no finer than hundredths; all else as it is."""
    return QLocale().toString(value, "f", 2) if isinstance(value, float) else value
