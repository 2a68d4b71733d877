"""What is said about a script: what it changes, where, how deep, and what of it does not work. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_app.domain.scripts import NotRun, Program, RegexScript, ScriptPlace
from desktop_app.language.patterns import BadPattern, Fault
from desktop_app.services.script_service import ListedScript
from desktop_app.ui.text import sentences


def name_of(script: RegexScript) -> str:
    """By its name, else by what it looks for."""
    return " ".join(script.name.split()) or script.find[:80] or QCoreApplication.translate("Scripts", "Unnamed")


def does(script: RegexScript) -> str:
    """What it changes, in one or two sentences."""
    translate = QCoreApplication.translate
    if script.shows and script.sends:
        what = translate("Scripts", "Changes what is shown and what is sent.")
    elif script.shows:
        what = translate("Scripts", "Changes only what is shown.")
    elif script.sends:
        what = translate("Scripts", "Changes only what is sent.")
    else:
        what = ""
    places = ", ".join(_place(place) for place in script.places)
    where = translate("Scripts", "In: {places}.").format(places=places) if places else ""
    return sentences(what, where, _depth(script))


def problems(listed: ListedScript) -> Iterator[str]:
    """What of it does not work, each a sentence."""
    if listed.problem is not None and NotRun.EMPTY not in listed.script.not_run:
        yield pattern_sentence(listed.problem)
    for code in listed.script.not_run:
        yield _not_run(code)


def program_line(program: Program) -> str:
    """A kind of programs that a card has."""
    template = QCoreApplication.translate("Scripts", "{kind}: {count}. Kept, not supported, never run.")
    return template.format(kind=program.kind, count=QLocale().toString(program.count))


def pattern_sentence(problem: BadPattern) -> str:
    """Why a pattern can never run; what the compiler says is its own English."""
    translate = QCoreApplication.translate
    templates = {
        Fault.TOO_LONG: translate("Scripts", "Its pattern has {length} characters; at most {limit} are possible."),
        Fault.TOO_LARGE: translate("Scripts", "Its pattern repeats too much: more than {limit} times altogether."),
        Fault.INVALID: translate("Scripts", "Its pattern cannot be read: {detail}."),
    }
    return templates[problem.fault].format(**problem.params)


def _place(place: ScriptPlace) -> str:
    translate = QCoreApplication.translate
    return {
        ScriptPlace.USER: translate("Scripts", "your messages"),
        ScriptPlace.ANSWER: translate("Scripts", "answers"),
        ScriptPlace.LORE: translate("Scripts", "lorebook entries"),
        ScriptPlace.REASONING: translate("Scripts", "thoughts"),
    }[place]


def _depth(script: RegexScript) -> str:
    translate, number = QCoreApplication.translate, QLocale().toString
    least = max(0, script.least or 0)
    if script.most is not None:
        template = translate("Scripts", "Messages {first} to {last} from the end.")
        return template.format(first=number(least + 1), last=number(script.most + 1))
    if least:
        return translate("Scripts", "From message {first} from the end on.").format(first=number(least + 1))
    return ""


def _not_run(code: NotRun) -> str:
    translate = QCoreApplication.translate
    return {
        NotRun.COMMANDS: translate("Scripts", "Commands (/…) are not known here; it does nothing for them."),
        NotRun.ACTIONS: translate("Scripts", "It starts an action of RisuAI, which is not supported; it is not run."),
        NotRun.EMPTY: translate("Scripts", "It looks for nothing; it is not run."),
        NotRun.NOWHERE: translate("Scripts", "It is for none of the texts that Talespan knows; it is not run."),
    }[code]
