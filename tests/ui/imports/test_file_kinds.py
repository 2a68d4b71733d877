"""The kinds of files have names in every language; only the names of programs are the same in all."""

from __future__ import annotations

import pytest

from desktop_app.interchange.detect import FileKind
from desktop_app.ui.application import LANGUAGES, Languages
from desktop_app.ui.imports.file_kinds import file_kind_word

PROGRAMS = {
    FileKind.PYGMALION,
    FileKind.WEBUI,
    FileKind.CHARACTER_AI,
    FileKind.KOBOLD,
    FileKind.AI_DUNGEON,
    FileKind.CHATGPT,
    FileKind.CLAUDE,
    FileKind.OPEN_WEBUI,
    FileKind.LIBRECHAT,
    FileKind.CHATBOT_UI,
    FileKind.BETTER_CHATGPT,
}


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_every_kind_of_file_has_a_name(languages: Languages, code: str) -> None:
    languages.choose(code)
    assert {kind for kind in FileKind if file_kind_word(kind.value) == kind.value} == PROGRAMS


def test_in_english_a_kind_is_called_as_the_readers_call_it(english: None) -> None:
    assert [file_kind_word(kind.value) for kind in FileKind] == [kind.value for kind in FileKind]
