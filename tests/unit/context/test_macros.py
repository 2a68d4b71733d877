"""Macros: one pass, literal values, seeded chance, and only what is known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.context.macros import MAXIMUM_DEPTH, MAXIMUM_INSERTED, MacroScope, expand

NAMES = MacroScope(chat_id="chat", newest_id="m1", values={"char": "Mira", "user": "Ilya", "model": "m"})


def text(template: str, scope: MacroScope = NAMES) -> str:
    """The expanded template."""
    return expand(template, scope, "system").text


def test_h15_names_with_macro_signs_stay_as_they_are() -> None:
    greeting = "Hello {{user}}, I am {{char}}"
    for name in ("{{reverse:abc}}", r"$1 \1 {{user}}", "{{char}}", "{{random:a,b}}", "<USER>"):
        scope = NAMES.with_values(user="{{char}}", char=name)
        assert text(greeting, scope) == "Hello {{char}}, I am " + name


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<USER> and <bot>", "Ilya and Mira"),
        ("{{ CHAR }}", "Mira"),
        ("{{{char}}}", "{Mira}"),
        ("{{//a note about {{char}}}}x", "x"),
        ("{{// {{char}} }}x", "x"),
        ("{{comment: for me}}{{hidden_key:k}}x", "x"),
        ("a{{newline}}b{{noop}}c", "a\nbc"),
        ("a\r\n\n{{trim}}\n\nb", "ab"),
        ("{{reverse:{{char}}}}", "ariM"),
        ("{{unknown}} {{setvar::a::{{char}}}}", "{{unknown}} {{setvar::a::Mira}}"),
        ("{{char} {{char", "{{char} {{char"),
        ("{{open {{char}}", "{{open Mira"),
        ("{{}} {{ }} {{:}}", "{{}} {{ }} {{:}}"),
        ("no macros < here", "no macros < here"),
        ("{{original}}", "{{original}}"),
        ("{{roll:0}} {{roll:d}} {{roll:9999d6}}", "{{roll:0}} {{roll:d}} {{roll:9999d6}}"),
    ],
)
def test_what_a_macro_stands_for(template: str, expected: str) -> None:
    assert text(template) == expected


def test_an_outlet_says_its_entries_literally_and_is_told() -> None:
    scope = replace(NAMES, outlets={"Lamp": "{{char}} lit {{outlet::Lamp}}", "other": "x"})
    expanded = expand("[{{outlet::Lamp}}] [{{outlet: lost }}]", scope, "system")
    assert expanded.text == "[{{char}} lit {{outlet::Lamp}}] []"
    assert expanded.outlets == ("Lamp",)
    assert text("{{outlet}}", scope) == "{{outlet}}"


def test_choices_are_told_apart_before_names_are_put_in() -> None:
    scope = NAMES.with_values(char=r"Mira, the\,Great")
    assert {text("{{random:{{char}}}}", replace(scope, newest_id=str(n))) for n in range(20)} == {r"Mira, the\,Great"}
    found = {text(r"{{random: a\,b , c}}", replace(scope, newest_id=str(n))) for n in range(50)}
    assert found == {"a,b", "c"}
    assert {text("{{pick::a, b::c}}", replace(scope, chat_id=str(n))) for n in range(50)} == {"a, b", "c"}
    assert {text("{{random::a,b}}", replace(scope, newest_id=str(n))) for n in range(50)} == {"a", "b"}


def test_random_changes_with_the_newest_message_and_pick_with_the_chat() -> None:
    later = [replace(NAMES, newest_id=str(n)) for n in range(60)]
    assert {text("{{random:a,b,c}}", scope) for scope in later} == {"a", "b", "c"}
    assert len({text("{{pick:a,b,c}}", scope) for scope in later}) == 1
    assert {text("{{pick:a,b,c}}", replace(NAMES, chat_id=str(n))) for n in range(60)} == {"a", "b", "c"}
    assert text("{{random:a,b,c}}") == text("{{random:a,b,c}}")
    assert len({text("{{random:a,b,c}}" * 30).count(letter) for letter in "abc"} - {30, 0}) > 0


def test_dice_stay_on_the_table() -> None:
    throws = {int(text("{{roll:2d6+1}}", replace(NAMES, newest_id=str(n)))) for n in range(400)}
    assert throws == set(range(3, 14))
    assert {int(text("{{roll:d2}}", replace(NAMES, newest_id=str(n)))) for n in range(50)} == {1, 2}
    assert {int(text("{{roll 3}}", replace(NAMES, newest_id=str(n)))) for n in range(50)} == {1, 2, 3}


def test_only_a_clock_that_was_expanded_counts_as_one() -> None:
    scope = replace(NAMES, now_minutes=29_453_861)  # 2026-01-01 01:41
    clock = expand(
        "{{date}}, {{weekday}} {{time}} {{isodate}} {{datetimeformat DD.MM.YY [at] h:mm a}}", scope, "system"
    )
    assert clock.text == "1 January 2026, Thursday 01:41 2026-01-01 01.01.26 at 1:41 am"
    assert clock.used_clock
    assert not expand("{{char}} {{// {{time}} }} time {{unknown:time}}", scope, "system").used_clock


def test_what_is_nested_too_deep_stays_as_typed() -> None:
    depth = MAXIMUM_DEPTH + 5
    nested = "{{reverse:" * depth + "ab" + "}}" * depth
    assert "{{reverse:" in text(nested) or "esrever" in text(nested)
    assert text("{{" * 50_000) == "{{" * 50_000
    assert text("\n" * 200_000 + "{{x}}") == "\n" * 200_000 + "{{x}}"


@given(st.text(alphabet="{}:,\\/<>charuserandom dpick123\n", max_size=60), st.text(max_size=20))
def test_any_template_expands_the_same_way_twice(template: str, name: str) -> None:
    scope = NAMES.with_values(char=name)
    assert expand(template, scope, "p") == expand(template, scope, "p")


@given(st.text(max_size=30), st.text(max_size=30))
def test_values_are_literal_whatever_they_hold(char: str, user: str) -> None:
    scope = NAMES.with_values(char=char, user=user)
    assert text("[{{char}}|{{user}}]", scope) == f"[{char}|{user}]"


def test_what_would_fill_the_memory_stays_as_typed() -> None:
    """A name of a thousand letters, a thousand times in a field that is put in a thousand times: 1 GB."""
    scope = MacroScope(values={"char": "n" * 1_000})
    description = expand("{{char}}" * 1_000, scope, "description").text
    assert len(description) == 1_000_000
    text = expand("{{description}}" * 1_000 + " end", scope.with_values(description=description), "system").text
    assert len(text) < MAXIMUM_INSERTED + len(description) + 20_000
    assert text.endswith("{{description}} end")
