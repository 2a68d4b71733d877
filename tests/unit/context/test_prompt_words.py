"""The words that the engine puts into a prompt, in each language; the headings in whole prompts are in ``tests/golden``."""

from __future__ import annotations

import string
from dataclasses import fields, replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.prompt_words import PromptWords, in_language, label, words_of
from desktop_app.context.request import RecallCandidate, RecalledKind, Relevance
from desktop_app.domain.character import Character
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.lore import GenerationKind
from desktop_app.domain.memory import SourceSpan, SummarySentence
from desktop_app.domain.settings import ContextSettings
from tests.fakes.providers import WordCounter
from tests.unit.context.material import assistant, request, user

LANGUAGES = ("en", "ru", "zh")
DAY = 24 * 60
AGES = {
    1: ("one minute ago", "минуту назад", "一分钟前"),
    2: ("two minutes ago", "две минуты назад", "两分钟前"),
    59: ("59 minutes ago", "59 минут назад", "59 分钟前"),
    60: ("one hour ago", "час назад", "一小时前"),
    120: ("two hours ago", "два часа назад", "两小时前"),
    21 * 60: ("21 hours ago", "21 час назад", "21 小时前"),
    47 * 60: ("47 hours ago", "47 часов назад", "47 小时前"),
    2 * DAY: ("two days ago", "два дня назад", "两天前"),
    5 * DAY: ("five days ago", "пять дней назад", "五天前"),
    13 * DAY: ("13 days ago", "13 дней назад", "13 天前"),
    14 * DAY: ("two weeks ago", "две недели назад", "两周前"),
    21 * DAY: ("three weeks ago", "три недели назад", "三周前"),
    63 * DAY: ("two months ago", "два месяца назад", "两个月前"),
    365 * DAY: ("12 months ago", "12 месяцев назад", "12 个月前"),
    729 * DAY: ("23 months ago", "23 месяца назад", "23 个月前"),
    730 * DAY: ("two years ago", "два года назад", "两年前"),
    4 * 365 * DAY: ("four years ago", "четыре года назад", "四年前"),
    22 * 365 * DAY: ("22 years ago", "22 года назад", "22 年前"),
    111 * 365 * DAY: ("111 years ago", "111 лет назад", "111 年前"),
}  # fmt: skip


def passage(**more: object) -> RecallCandidate:
    """Something old."""
    return replace(RecallCandidate("r", "t", (), Relevance(1, 0.3)), **more)  # pyright: ignore[reportArgumentType] - any field


@pytest.mark.parametrize(("minutes", "told"), AGES.items())
def test_ages_are_told_as_people_tell_them(minutes: int, told: tuple[str, str, str]) -> None:
    expected = told[0].replace("12 months", "twelve months"), told[1].replace("12 месяцев", "двенадцать месяцев"), told[2].replace("12 个月", "十二个月")  # fmt: skip
    assert tuple(words_of(language).ago(minutes) for language in LANGUAGES) == expected


@pytest.mark.parametrize(
    ("candidate", "told"),
    [
        (passage(), ("[Earlier]", "[Ранее]", "[此前]")),
        (
            passage(place=412, minutes_ago=21 * DAY),
            ("[Message 412, three weeks ago]", "[Сообщение 412, три недели назад]", "[第 412 条消息，三周前]"),
        ),
        (
            passage(place=3, kind=RecalledKind.BLOCK),
            ("[From message 3, in short]", "[Начиная с сообщения 3, вкратце]", "[自第 3 条消息起，概要]"),
        ),
        (
            passage(place=3, chat_title="Шторм {x}", minutes_ago=60),
            (
                "[Chat “Шторм {x}”, message 3, one hour ago]",
                "[Чат «Шторм {x}», сообщение 3, час назад]",
                "[聊天“Шторм {x}”，第 3 条消息，一小时前]",
            ),
        ),
    ],
)
def test_passages_are_labelled_in_each_language(candidate: RecallCandidate, told: tuple[str, str, str]) -> None:
    assert tuple(label(candidate, words_of(language)) for language in LANGUAGES) == told


@pytest.mark.parametrize("language", ["ru", "zh"])
def test_no_word_is_left_in_english_and_none_lacks_its_place(language: str) -> None:
    english, others = words_of("en"), words_of(language)
    texts = [field.name for field in fields(PromptWords) if field.name not in {"joint", "ago"}]
    for name in texts:
        one, other = getattr(english, name), getattr(others, name)
        assert _places(one) == _places(other), name
        assert not any(letter.isascii() and letter.isalpha() for letter in _plain(other)), name


def test_an_unknown_language_is_english() -> None:
    assert words_of("tlh") is words_of("") is words_of("en")


def test_a_persons_own_prompt_stays_and_one_as_it_came_is_translated() -> None:
    came = ContextSettings()
    assert in_language(came.character_prompt, "en") == came.character_prompt
    assert in_language(came.character_prompt, "ru") == words_of("ru").character_prompt
    assert in_language(came.assistant_prompt, "zh") == words_of("zh").assistant_prompt
    for own in ("", "Be brief.", came.assistant_prompt + " "):
        assert in_language(own, "ru") == own


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_are_counted_as_they_are_sent(language: str) -> None:
    """What a strategy keeps free for a summary is what its heading takes: the limit holds to the token."""
    far = replace(user("far"), parts=None, tokens=9)
    told = tuple(SummarySentence(f"s{n}", f"told {n}", (SourceSpan("far", 1, n, n + 1),)) for n in range(9))
    asked = request(far, assistant("m1"), draft="In", summary=told, use_summary=True, language=language, reserve=0)
    whole = build(asked, WordCounter())
    assert whole.messages[-2].content.startswith(words_of(language).summary_heading + "\ntold 0")
    exact = build(replace(asked, limit=whole.used), WordCounter())
    assert exact.messages == whole.messages


def test_what_servers_with_strict_turns_are_told_is_in_the_language() -> None:
    asked = request(
        assistant("m1", "Входите."),
        kind=GenerationKind.CONTINUE,
        role_style=RoleStyle.ALTERNATE,
        language="ru",
        system_prompt="{{char}}",
    )
    said = [message.content for message in build(asked, WordCounter()).messages]
    words = words_of("ru")
    assert said == [words.nobody, words.opening, "Входите.", words.nudge]


def test_examples_have_their_heading_in_the_language() -> None:
    card = Character("c", "Мира", mes_example="<START>Раз<START>Два")
    plan = build(request(draft="Привет", character=card, language="ru"), WordCounter())
    assert plan.messages[0].content == "[Пример диалога]\nРаз\n\n[Пример диалога]\nДва"


def _places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template.replace("{{", "<").replace("}}", ">")) if name}


def _plain(text: str) -> str:
    """Without what stands in braces."""
    return "".join(part for part, _, _, _ in string.Formatter().parse(text.replace("{{", "{").replace("}}", "}")))
