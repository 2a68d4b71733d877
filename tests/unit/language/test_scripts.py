r"""Regex scripts at work: what JavaScript means by a pattern, what is put in its place, and that none freezes the program."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from desktop_app.domain.scripts import MacrosInFind, RegexScript, ScriptPlace, programs_of, scripts_of, tavern_script
from desktop_app.language.patterns import BadPattern, Trouble
from desktop_app.language.scripts import CompiledScript, Made, ScriptMemory, compile_script

NAMES = {"user": "Ann", "char": "Bo.b"}


def run(find: str, replace: str, text: str, **more: Any) -> str:
    compiled = compile_script(RegexScript("s", find, replace, **more), NAMES)
    assert isinstance(compiled, CompiledScript), compiled
    made = ScriptMemory().run(compiled, text)
    assert isinstance(made, Made)
    return made.text


@pytest.mark.parametrize(
    ("find", "replace", "text", "expected"),
    [
        ("/<think>([\\s\\S]*?)<\\/think>/g", "[$1]", "a<think>b\nc</think>d<think></think>", "a[b\nc]d[]"),
        ("/a/", "-", "aaa", "-aa"),
        ("/A/gi", "-", "aAa", "---"),
        ("a", "-", "aa", "-a"),
        ("/(?<n>\\w+) \\k<n>/gi", "<$<n>|{{match}}|$2>", "the The cat", "<the|the The|> cat"),
        ("/[^]*$/", "x", "a\nb\n", "x"),
        ("/a$/", "x", "a\n", "a\n"),
        ("/a$/m", "x", "a\nb", "x\nb"),
        ("/^b/m", "x", "a\nb", "a\nx"),
        ("/[[]x]/", "-", "[x]", "-"),
        ("/[]|b/", "-", "ab", "a-"),
        ("/a{2}/g", "-", "aaaa", "--"),
        ("/x{e}/", "-", "ax{e}", "a-"),
        ("/\\u{1F600}|\\u0041|\\x42|\\cJ/gu", "-", "😀AB\n", "----"),
        ("/.+/s", "-", "a\nb", "-"),
        ("/a/gy", "-", "aaba", "--ba"),
        ("/привет/gi", "Здравствуй", "Привет, мир", "Здравствуй, мир"),
        ("/(.)/", "$1$0 $10 \\1 $$", "ab", "aa  \\1 $$b"),
    ],
)
def test_a_script_does_what_it_does_in_javascript(find: str, replace: str, text: str, expected: str) -> None:
    assert run(find, replace, text) == expected


def test_names_stand_for_their_macros_and_what_is_put_in_is_never_read_again() -> None:
    assert run("x", "{{char}} and {{USER}}, {{other}}", "x") == "Bo.b and Ann, {{other}}"
    assert run("/(.+)/", "<$1>", "{{user}}") == "<{{user}}>"
    assert run("/{{char}}/", "-", "{{char}}") == "-"
    assert run("/{{char}}/", "-", "Boxb", macros=MacrosInFind.RAW) == "-"
    assert run("/{{char}}/", "-", "Boxb Bo.b", macros=MacrosInFind.ESCAPED) == "Boxb -"
    assert run("/\\[.+?\\]/g", "{{match}}", "[a] [b]", trim=("[", "]")) == "a b"


@pytest.mark.parametrize(
    "find", ["/(/", "/a/v", "/" + "a" * 5000 + "/", "/(a{999}){999}/", "/\\u{FFFFFF}/u", "/(?<=a+)(/"]
)
def test_a_pattern_that_cannot_be_is_a_sentence(find: str) -> None:
    bad = compile_script(RegexScript("s", find), NAMES)
    assert isinstance(bad, BadPattern)
    assert str(bad).endswith(".")


def test_a_script_without_end_is_off_for_this_text_and_remembered() -> None:
    slow = compile_script(RegexScript("s", "/(x+x+)+y/", "-"), NAMES)
    assert isinstance(slow, CompiledScript)
    memory, text = ScriptMemory(), "x" * 5_000
    assert memory.run(slow, text) is Trouble.TOO_SLOW
    assert memory.known(slow, text) is Trouble.TOO_SLOW
    assert memory.run(slow, "xxy") == Made("-")


def test_a_machine_that_stands_still_makes_no_script_slow() -> None:
    script = compile_script(RegexScript("s", "/a/", "-"), NAMES)
    assert isinstance(script, CompiledScript)

    class Standing:
        """A pattern that is looked for while nothing runs."""

        def finditer(self, text: str, timeout: float) -> Iterator[Any]:
            end = time.monotonic() + 1.5 * timeout
            while time.monotonic() < end:
                time.sleep(0.005)
            return script.pattern.compiled.finditer(text, timeout=timeout)

    pattern = replace(script.pattern, compiled=cast("Any", Standing()))
    assert ScriptMemory().run(replace(script, pattern=pattern), "xa") == Made("x-")


def test_a_script_that_makes_too_much_is_off_for_this_text() -> None:
    large = compile_script(RegexScript("s", "/a/g", "b" * 100_000), NAMES)
    assert isinstance(large, CompiledScript)
    assert ScriptMemory().run(large, "a" * 100) is Trouble.TOO_SLOW


@pytest.mark.parametrize(("replace", "trim"), [("{{match}}" * 50_000, ()), ("$1" * 50_000, tuple("xyz" * 40_000))])
def test_one_place_cannot_make_too_much_either(replace: str, trim: tuple[str, ...]) -> None:
    large = compile_script(RegexScript("s", "/(.+)/s", replace, trim), NAMES)
    assert isinstance(large, CompiledScript)
    assert ScriptMemory().run(large, "a" * 2_000) is Trouble.TOO_SLOW


def test_long_names_in_many_places_are_a_sentence() -> None:
    script = RegexScript("s", "/a/", "{{user}}" * 10_000)
    assert isinstance(compile_script(script, NAMES), CompiledScript)
    bad = compile_script(script, {"user": "U" * 1_000})
    assert str(bad) == "This pattern cannot be read: it is too long with the names in it."


def test_a_memory_keeps_so_many_letters_and_forgets_the_oldest() -> None:
    script = compile_script(RegexScript("s", "/a/g", "bbb"), NAMES)
    assert isinstance(script, CompiledScript)
    memory = ScriptMemory(letters=12)
    for text in ("a", "aa", "a", "c"):
        memory.run(script, text)
    assert [memory.known(script, text) for text in ("a", "aa", "c")] == [None, Made("bbbbbb"), Made("c")]
    assert memory.run(script, "a" * 20) == Made("b" * 60)


def test_a_script_is_compiled_once() -> None:
    script = RegexScript("s", "/a/g", "{{user}}")
    ready = compile_script(script, NAMES)
    assert compile_script(script, dict(NAMES)) is ready
    assert compile_script(script, {**NAMES, "user": "Eve"}) != ready


def test_a_lack_of_time_is_not_held_against_a_script() -> None:
    script = compile_script(RegexScript("s", "/a/g", "b"), NAMES)
    assert isinstance(script, CompiledScript)
    memory = ScriptMemory()
    assert memory.run(script, "a", 0) is Trouble.NO_TIME
    assert memory.run(script, "a") == Made("b")


TAVERN = {
    "scriptName": "Hide",
    "findRegex": "/x/g",
    "replaceString": "",
    "trimStrings": ["a", "", 3],
    "placement": [1, 2, 3, 99, 2],
    "disabled": True,
    "markdownOnly": True,
    "promptOnly": False,
    "runOnEdit": True,
    "substituteRegex": 2,
    "minDepth": None,
    "maxDepth": 3,
}


def test_a_script_of_sillytavern_is_read() -> None:
    script = tavern_script(TAVERN)
    assert script is not None
    assert script.places == (ScriptPlace.USER, ScriptPlace.ANSWER)
    assert (script.shows, script.sends, script.on_edit, script.off_there) == (True, False, True, True)
    assert (script.least, script.most, script.trim, script.macros) == (None, 3, ("a",), MacrosInFind.ESCAPED)
    assert script.not_run == ("script.commands",)
    assert [script.reaches(depth) for depth in (0, 3, 4)] == [True, True, False]
    odd = tavern_script({**TAVERN, "substituteRegex": [2], "placement": {"1": 1}, "minDepth": "2", "trimStrings": "a"})
    assert odd is not None
    assert (odd.macros, odd.places, odd.least, odd.trim) == (MacrosInFind.LEFT, (), None, ())
    both = tavern_script({**TAVERN, "markdownOnly": False, "minDepth": -1, "placement": [5, 6]})
    assert both is not None
    assert (both.shows, both.sends, both.least) == (True, True, -1)
    assert both.places == (ScriptPlace.LORE, ScriptPlace.REASONING)


def test_scripts_and_programs_of_a_card_are_told_apart() -> None:
    risu = (
        '{"customScripts":[{"comment":"c","in":"a.","out":"$&$n","type":"editdisplay","ableFlag":true,"flag":"gg<order 1>"},'
        '{"in":"b","out":"@@emo x","type":"editoutput"},{"in":"c","out":"","type":"edittrans"}, 3],'
        '"triggerscript":[{"effect":[{"type":"triggerlua"}]},{"effect":[{"type":"setvar"}]}]}'
    )
    extensions = {
        "risuai": risu,
        "regex_scripts": '[{"findRegex":"/x/"}, {}]',
        "tavern_helper": '{"scripts":[{"content":"alert(1)"}]}',
    }
    scripts = scripts_of(extensions)
    assert [script.find for script in scripts] == ["/x/", "/a./g", "/b/g", "/c/g"]
    assert (scripts[1].shows, scripts[1].sends, scripts[1].replace) == (True, False, "{{match}}\n")
    assert scripts[2].not_run == ("script.actions",)
    assert scripts[3].not_run == ("script.nowhere",)
    assert {program.kind: program.count for program in programs_of(extensions)} == {
        "RisuAI Lua": 1,
        "RisuAI triggers": 1,
        "JavaScript": 1,
    }


@pytest.mark.parametrize("text", ["", "[", "3", "null", '{"scripts":3}', "[[[]]]", "[" * 5000])
def test_whatever_stands_there_is_no_error(text: str) -> None:
    extensions = {"regex_scripts": text, "risuai": text, "tavern_helper": text}
    assert scripts_of(extensions) == ()
    assert programs_of(extensions) == ()


def test_another_text_or_another_owner_is_another_decision() -> None:
    script = RegexScript("s", "/a/", "b")
    renamed = RegexScript("t", "/a/", "b")
    assert script.key("c") == renamed.key("c")
    assert len({script.key("c"), script.key("d"), RegexScript("s", "/a/", "c").key("c")}) == 3
