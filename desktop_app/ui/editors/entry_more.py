"""The options of a lorebook entry beyond the six fields, in groups: each of ``LorebookEntry`` has its place here."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import Choice, CommaInput, LinesInput, Number, OptionalNumber, Tick, Ticks
from desktop_app.ui.editors.lore_words import (
    as_book_names,
    kind_names,
    logic_names,
    meaning_names,
    source_names,
    trim_names,
)

LARGEST = 1_000_000

INHERITED = ("case_sensitive", "whole_words", "inflected", "near_names", "group_scoring")
"""Switches that an entry may leave to its book; both call them the same."""


def add_more(form: Form[LorebookEntry]) -> None:
    """Adds all groups, folded."""
    for add in (
        _add_keys,
        _add_matching,
        _add_scanning,
        _add_chance,
        _add_recursion,
        _add_timers,
        _add_room,
        _add_filters,
    ):
        add(form)


def inherit(form: Form[LorebookEntry], book: Lorebook) -> None:
    """Shows what the book says where the entry says nothing."""
    for name in INHERITED:
        form.control(name).show_options(as_book_names(getattr(book, name)))


def _add_keys(form: Form[LorebookEntry]) -> None:
    translate = QCoreApplication.translate
    more = form.add_section(translate("EntryMore", "More keys"))
    one_a_line = translate("EntryMore", "One on a line.")
    form.add("secondary_keys", translate("EntryMore", "Secondary keys"), LinesInput(), one_a_line, section=more)
    form.add("secondary_logic", translate("EntryMore", "A key counts only if"), Choice(logic_names()), section=more)
    blocked = translate("EntryMore", "Any of them keeps the entry out. One on a line.")
    form.add("anti_keys", translate("EntryMore", "Anti-keys"), LinesInput(), blocked, section=more)
    help_text = translate("EntryMore", "By meaning an entry is found also where none of its words is used.")
    form.add("meaning", translate("EntryMore", "Found by"), Choice(meaning_names()), help_text, section=more)


def _add_matching(form: Form[LorebookEntry]) -> None:
    translate = QCoreApplication.translate
    more = form.add_section(translate("EntryMore", "How keys are compared"))
    names = {
        "whole_words": (
            translate("EntryMore", "Whole words only"),
            translate("EntryMore", "Off: a key also counts inside a longer word."),
        ),
        "inflected": (
            translate("EntryMore", "Other forms of the words too"),
            translate("EntryMore", "“cats” for “cat”, «кота» for «кот»."),
        ),
        "case_sensitive": (translate("EntryMore", "Capitals matter"), ""),
        "near_names": (
            translate("EntryMore", "Names may have a typing error"),
            translate("EntryMore", "One letter, in names of five letters and more."),
        ),
    }
    for name, (label, help_text) in names.items():
        form.add(name, label, Choice(as_book_names(book_says=False)), help_text, section=more)


def _add_scanning(form: Form[LorebookEntry]) -> None:
    translate = QCoreApplication.translate
    more = form.add_section(translate("EntryMore", "Where keys are looked for"))
    own = translate("EntryMore", "Its own")
    depth = OptionalNumber(own, Number(0, LARGEST), 4)
    help_text = translate("EntryMore", "Without its own the book's counts. 0: not in the chat.")
    form.add("scan_depth", translate("EntryMore", "In so many of the newest messages"), depth, help_text, section=more)
    form.add("scan_sources", translate("EntryMore", "And also in"), Ticks(source_names()), section=more)


def _add_chance(form: Form[LorebookEntry]) -> None:
    translate = QCoreApplication.translate
    more = form.add_section(translate("EntryMore", "Chance and groups"))
    help_text = translate("EntryMore", "Rolled once for a message: 100 is always.")
    form.add("probability", translate("EntryMore", "Probability"), Number(0, 100, " %"), help_text, section=more)
    help_text = translate("EntryMore", "Parted by commas. Of a group only one entry is active at a time.")
    form.add("groups", translate("EntryMore", "Groups"), CommaInput(), help_text, section=more)
    help_text = translate("EntryMore", "Twice the weight is chosen twice as often.")
    form.add(
        "group_weight", translate("EntryMore", "Weight in its groups"), Number(0, LARGEST), help_text, section=more
    )
    form.add_tick("group_by_order", Tick(translate("EntryMore", "The highest order wins the group")), section=more)
    scoring = Choice(as_book_names(book_says=False))
    form.add("group_scoring", translate("EntryMore", "The most keys found win the group"), scoring, section=more)


def _add_recursion(form: Form[LorebookEntry]) -> None:
    translate = QCoreApplication.translate
    more = form.add_section(translate("EntryMore", "Recursion"))
    form.add_tick("cannot_be_pulled", Tick(translate("EntryMore", "Other entries cannot pull it in")), section=more)
    form.add_tick("cannot_pull", Tick(translate("EntryMore", "It cannot pull other entries in")), section=more)
    help_text = translate("EntryMore", "0: at once.")
    label = translate("EntryMore", "Only from this pass on")
    form.add("recursion_level", label, Number(0, LARGEST), help_text, section=more)


def _add_timers(form: Form[LorebookEntry]) -> None:
    translate = QCoreApplication.translate
    more = form.add_section(translate("EntryMore", "Timers"))
    for name, label, help_text in (
        ("sticky", translate("EntryMore", "Stays for"), translate("EntryMore", "Messages after it became active.")),
        ("cooldown", translate("EntryMore", "Then rests for"), translate("EntryMore", "Messages.")),
        ("delay", translate("EntryMore", "Not before message"), translate("EntryMore", "0: from the beginning.")),
    ):
        form.add(name, label, Number(0, LARGEST), help_text, section=more)


def _add_room(form: Form[LorebookEntry]) -> None:
    translate = QCoreApplication.translate
    more = form.add_section(translate("EntryMore", "Room"))
    help_text = translate("EntryMore", "When room gets short the higher stays.")
    label = translate("EntryMore", "Priority")
    form.add("priority", label, Number(-LARGEST, LARGEST), help_text, section=more)
    own = translate("EntryMore", "At most")
    cap = OptionalNumber(own, Number(1, LARGEST), 300)
    form.add("token_cap", translate("EntryMore", "Largest size (tokens)"), cap, section=more)
    form.add("trim", translate("EntryMore", "If it is longer"), Choice(trim_names()), section=more)
    form.add_tick(
        "ignore_budget", Tick(translate("EntryMore", "The book's budget does not count for it")), section=more
    )


def _add_filters(form: Form[LorebookEntry]) -> None:
    translate = QCoreApplication.translate
    more = form.add_section(translate("EntryMore", "For whom"))
    help_text = translate("EntryMore", "Names, one on a line; empty: for all.")
    form.add("only_for.characters", translate("EntryMore", "Characters"), LinesInput(), help_text, section=more)
    by_comma = translate("EntryMore", "Of the character's card, parted by commas.")
    form.add("only_for.tags", translate("EntryMore", "Tags"), CommaInput(), by_comma, section=more)
    form.add_tick("only_for.exclude", Tick(translate("EntryMore", "For all but these")), section=more)
    help_text = translate("EntryMore", "None ticked: in all.")
    form.add("kinds", translate("EntryMore", "In which requests"), Ticks(kind_names()), help_text, section=more)
