"""What is worth remembering is found, in three languages; what only looks like it is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.domain.message import Role
from desktop_app.language.fact_rules import FactKind
from desktop_app.language.facts import (
    LONGEST_SENTENCE,
    LONGEST_TEXT,
    FoundFact,
    as_content,
    facts_of_entry,
    find_facts,
)

# The lines were committed before the rules (by the same hand), which were tuned on others; the figures are those of the issue.
DATA = Path(__file__).parent / "data"
LANGUAGES = ("en", "ru", "zh")
PRECISION = 0.8
RECALL = 0.6


def facts(text: str, speaker: str = "Ann", role: Role = Role.USER) -> list[FoundFact]:
    """What is found in a message of Ann's."""
    return find_facts(text, speaker=speaker, role=role)


def best(text: str) -> FoundFact:
    """The surest of the facts in a text of one sentence."""
    return facts(text)[0]


def measured(language: str) -> tuple[int, int, int]:
    """Facts that were found, lines that were taken for a fact, facts that were missed."""
    lines = [json.loads(line) for line in (DATA / f"facts_{language}.jsonl").read_text("utf-8").splitlines()]
    assert len(lines) == 20
    assert sum(bool(line["holds"]) for line in lines) == 10
    right = [
        bool(line["holds"]) and any(line["holds"] in fact.sentence for fact in facts(line["text"])) for line in lines
    ]
    wrong = [not line["holds"] and bool(facts(line["text"])) for line in lines]
    return sum(right), sum(wrong), 10 - sum(right)


@pytest.mark.parametrize("languages", [(language,) for language in LANGUAGES] + [LANGUAGES])
def test_facts_are_found_and_little_else(languages: tuple[str, ...]) -> None:
    found, wrong, missed = (sum(counts) for counts in zip(*map(measured, languages), strict=True))
    assert found / (found + wrong) >= PRECISION
    assert found / (found + missed) >= RECALL


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_were_made_from_holds(language: str) -> None:
    lines = [json.loads(line) for line in (DATA / f"tuned_{language}.jsonl").read_text("utf-8").splitlines()]
    assert len(lines) > 80
    wrong = [
        line["text"]
        for line in lines
        if bool(line["holds"]) != any(line["holds"] in fact.sentence for fact in facts(line["text"]))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "kind", "subject", "attribute", "value"),
    [
        ("I live in Oslo.", FactKind.FACT, "ann", "home", "oslo"),
        ("*smiles* My name is Tobias Reed, sir.", FactKind.NAME, "ann", "name", "tobias reed"),
        ("My dog's name is Pepper.", FactKind.NAME, "ann/dog", "name", "pepper"),
        ("My birthday is on the 3rd of June!", FactKind.FACT, "ann", "birthday", "3rd of june"),
        ("Let's meet on Tuesday at the mill.", FactKind.DECISION, "ann", "meeting/on tuesday at the mill", "on tuesday at the mill"),
        ("The spare key is under the mat.", FactKind.FACT, "ann", "place/the spare key", "under the mat"),
        ("Queen Isolde is the mother of Aldric.", FactKind.FACT, "queen isolde", "is/the mother of aldric", "the mother of aldric"),
        ("Я живу в Осло.", FactKind.FACT, "ann", "home", "осло"),
        ("Мою собаку зовут Перчик.", FactKind.NAME, "ann/собаку", "name", "перчик"),
        ("我住在苏州", FactKind.FACT, "ann", "home", "苏州"),
        ("我今年34岁。", FactKind.FACT, "ann", "age", "34"),
    ],
)  # fmt: skip
def test_a_fact_says_of_whom_it_is_and_what(
    text: str, kind: FactKind, subject: str, attribute: str, value: str
) -> None:
    fact = best(text)
    assert (fact.kind, fact.subject, fact.attribute, fact.value) == (kind, subject, attribute, value)


def test_the_span_is_that_of_the_sentence_in_the_whole_text() -> None:
    text = "Hello! *She waves.*\n\nI live in Oslo, you know. Bye."
    (fact,) = facts(text)
    assert text[slice(*fact.span)] == fact.sentence == "I live in Oslo, you know."


def test_a_newer_value_of_one_thing_has_the_same_subject_and_attribute_and_two_tastes_do_not() -> None:
    assert best("I live in Oslo.").said == best("I moved to Rome.").said
    assert best("I live in Oslo.").single
    assert best("I love tea.").said != best("I love coffee.").said
    assert best("I love tea.").likeness == best("I love coffee.").likeness
    assert best("I love tea.").likeness != best("I live in Oslo.").likeness
    assert best("I love tea.").likeness != find_facts("I love tea.", speaker="Bob", role=Role.USER)[0].likeness


@pytest.mark.parametrize(
    "text",
    [
        "Do I live in Oslo?",
        "If I live in Oslo, I work as a nurse.",
        "Write a story: my name is Tom.",
        "As my father said: I live in Oslo.",
        "> I live in Oslo.",
        "```\nMy name is Tom.\n```",
        "Если я живу в Осло, я счастлив.",
        "Напиши: меня зовут Том.",
        "如果我住在苏州就好了",
        "你说我住在苏州吗",
    ],
)
def test_what_is_asked_supposed_ordered_or_quoted_is_no_fact(text: str) -> None:
    assert facts(text) == []


def test_only_what_is_said_counts() -> None:
    assert facts("I live in Oslo.", role=Role.ASSISTANT)
    assert facts("I live in Oslo.", role=Role.SYSTEM) == []
    assert facts("I live in Oslo.", role=Role.TOOL) == []


def test_an_entry_says_who_said_it_and_is_read_again_with_the_same_facts() -> None:
    fact = best("— I live in Oslo.")
    assert as_content(fact.sentence, "Ann") == "Ann: I live in Oslo."
    assert [each.said for each in facts_of_entry("Ann: I live in Oslo.")] == [fact.said]
    named = best("Queen Isolde is the mother of Aldric.")
    assert as_content(named.sentence, "Ann") == "Queen Isolde is the mother of Aldric."
    assert [each.said for each in facts_of_entry(as_content(named.sentence, "Ann"))] == [named.said]
    assert as_content(fact.sentence, "") == "I live in Oslo."


def test_keywords_are_names_first_and_words_as_people_write_them() -> None:
    assert best("My sister Clara works in Leeds.").keywords[0] == "Clara"
    assert best("I'm allergic to shellfish.").keywords == ("shellfish",)
    assert best("У меня аллергия на орехи.").keywords == ("орехи",)
    assert best("我对花生过敏").keywords == ("花生",)


def test_the_same_text_gives_the_same_facts() -> None:
    text = "My sister Clara is 19 and lives in Leeds. У меня аллергия на орехи. 我住在苏州,今年34岁。"
    assert facts(text) == facts(text) != []


@pytest.mark.parametrize("piece", ["a", "my sister ", "I have a ", "у меня есть ", "我把", ". A ", "```", ">"])
def test_of_a_hostile_text_little_is_read(piece: str) -> None:
    long = (piece * 100_000)[:100_000]
    assert facts(long + "\nI live in Oslo.") == []
    assert facts("I live in Oslo.\n\n" + "x" * LONGEST_TEXT)
    assert facts("I live in Oslo " + "x" * LONGEST_SENTENCE + ".") == []


def test_two_facts_agree_contradict_or_say_different_things() -> None:
    oslo, rome = best("I live in Oslo."), best("I moved to Rome.")
    assert oslo.contradicts(rome)
    assert not oslo.agrees_with(rome)
    assert oslo.agrees_with(best("I live in Oslo with my cat."))
    assert best("I'm 34.").contradicts(best("I'm 4."))
    assert best("I love tea.").contradicts(best("I hate tea."))
    assert not best("I love tea.").contradicts(best("I love coffee."))
    assert not oslo.contradicts(find_facts("I live in Rome.", speaker="Bob", role=Role.USER)[0])
