"""The window speaks English, Russian and Chinese: every text, every code of an error or reason, every plural form."""

from __future__ import annotations

import gc
import html
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTranslator
from PySide6.QtWidgets import QApplication

from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.errors import AppError, DiskFullError, ProviderError, ProviderErrorKind
from desktop_app.domain.message import Message, Role, Speaker
from desktop_app.domain.settings import Settings
from desktop_app.services.turn_runner import DEFAULT_NAME
from desktop_app.ui.application import LANGUAGES, Languages
from desktop_app.ui.chat.chat_model import ChatModel, light_row
from desktop_app.ui.counts import messages_phrase, tokens_phrase
from desktop_app.ui.messages import error_sentence, reason_sentence
from desktop_app.ui.speakers import speaker

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "resources" / "translations"
TRANSLATED = [code for code in LANGUAGES if code != "en"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="the script is for developers' machines")
def test_the_translation_files_are_complete_and_up_to_date() -> None:
    done = subprocess.run(
        ["bash", "packaging/translations.sh", "--check"],
        check=False,
        timeout=300,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_window_outlives_an_update_that_writes_its_translations_anew(qapp: QApplication, tmp_path: Path) -> None:
    """Mapped into memory, as Qt loads them by itself, they ended the window with a segmentation fault."""
    file = tmp_path / "talespan_ru.qm"
    shutil.copy(FOLDER / file.name, file)
    Languages(qapp, tmp_path).choose("ru")
    with file.open("r+b") as written:
        written.write(bytes(file.stat().st_size))
    assert QCoreApplication.translate("Actions", "New chat") == "Новый чат"


def test_what_is_read_of_translations_stays_as_long_as_they_do(qapp: QApplication) -> None:
    """Qt does not copy it: gone with the ``Languages``, it ended the window with a segmentation fault."""
    Languages(qapp, FOLDER).choose("ru")
    gc.collect()
    translators = qapp.findChildren(QTranslator)
    assert translators
    assert all(vars(translator) for translator in translators)


def test_another_language_leaves_nothing_of_the_one_before(qapp: QApplication, languages: Languages) -> None:
    languages.choose("ru")
    count = len(qapp.findChildren(QTranslator))
    languages.choose("zh")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(qapp.findChildren(QTranslator)) == count


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_keep_every_placeholder(code: str) -> None:
    broken = [
        source
        for context, source, note, translation in messages(code)
        if placeholders(translation) != placeholders(note if context == "Sentences" else source)
    ]
    assert broken == []


def test_nobody_is_called_in_the_language_of_the_window(languages: Languages) -> None:
    languages.choose("ru")
    model = ChatModel()
    said, answered = Speaker(Settings().user_name), Speaker(DEFAULT_NAME)
    rows = [
        Message("m1", "chat", None, Role.USER, (), speaker=said),
        Message("m2", "chat", "m1", Role.ASSISTANT, (), speaker=answered),
        Message("m3", "chat", "m2", Role.ASSISTANT, (), speaker=Speaker("Mira")),
    ]
    model.reset_rows([light_row(message) for message in rows])
    assert [model.speaker(row) for row in range(3)] == ["Вы", "Ассистент", "Mira"]


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_kind_of_error_and_every_reason_is_translated(languages: Languages, code: str) -> None:
    known = [*(f"provider.{kind.value}" for kind in ProviderErrorKind), *(reason.value for reason in ReasonCode)]
    languages.choose(code)
    assert [one for one in known if QCoreApplication.translate("Sentences", one) == one] == []


def test_sentences_are_translated_with_their_parameters(languages: Languages) -> None:
    languages.choose("ru")
    error = ProviderError(
        ProviderErrorKind.NETWORK, detail="Nothing answers at h.", reason="network.refused", params={"host": "h"}
    )
    assert error_sentence(error) == "Не удалось связаться с сервером. По адресу h никто не отвечает."
    assert reason_sentence(reason(ReasonCode.EMPTY_NOT_SENT, count=3)).endswith(": 3.")
    assert "0,17, порог 0,18" in reason_sentence(reason(ReasonCode.BELOW_THRESHOLD, score=0.167, threshold=0.18))
    assert [speaker("You"), speaker("Anna")] == ["Вы", "Anna"]
    languages.choose("zh")
    assert error_sentence(DiskFullError()).startswith("磁盘已满")


def test_what_a_server_says_is_repeated_and_a_missing_parameter_falls_back_to_english(languages: Languages) -> None:
    languages.choose("ru")
    said = ProviderError(ProviderErrorKind.AUTH, detail="<b>bad key</b>")
    assert error_sentence(said) == "Сервер не принял ключ API. Ответ сервера: <b>bad key</b>"
    incomplete = ProviderError(ProviderErrorKind.MODEL_FILE, detail="x is cut short.", reason="model-file.cut-short")
    assert error_sentence(incomplete).endswith("x is cut short.")


def test_a_bug_gives_nothing_away(languages: Languages) -> None:
    languages.choose("en")
    assert error_sentence(ZeroDivisionError("sk-secret")) == "Something went wrong inside Talespan."
    assert error_sentence(AppError(detail="of this")) == "Something went wrong: of this"


@pytest.mark.parametrize(
    ("code", "phrases"),
    [
        ("en", ["1 token", "2 tokens", "5 tokens", "1 message"]),
        ("ru", ["1 токен", "2 токена", "5 токенов", "1 сообщение"]),
        ("zh", ["1 个 Token", "2 个 Token", "5 个 Token", "1 条消息"]),
    ],
)
def test_counts_have_the_plural_forms_of_the_language(languages: Languages, code: str, phrases: list[str]) -> None:
    languages.choose(code)
    assert [*(tokens_phrase(count) for count in (1, 2, 5)), messages_phrase(1)] == phrases
    assert tokens_phrase(2, exact=False) == f"≈ {phrases[1]}"


def messages(code: str) -> Iterator[tuple[str, str, str, str]]:
    """Context, source, the translators' note and translation of every message without plural forms."""
    text = (FOLDER / f"talespan_{code}.ts").read_text("utf-8")
    for context in re.findall(r"<context>.*?</context>", text, re.DOTALL):
        for message in re.findall(r"<message>.*?</message>", context, re.DOTALL):
            parts = (_tag(context, "name"), _tag(message, "source"), _tag(message, "extracomment"))
            yield (*parts, _tag(message, "translation"))


def _tag(text: str, name: str) -> str:
    found = re.search(rf"<{name}>(.*?)</{name}>", text, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return set(re.findall(r"\{(\w+)", text))
