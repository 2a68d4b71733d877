"""What the form of a lorebook entry says beside its fields."""

from __future__ import annotations

import pytest

from desktop_app.domain.lore import LorebookEntry
from desktop_app.language import patterns
from desktop_app.language.patterns import BadPattern, PatternKey
from desktop_app.ui.editors import lore_words
from desktop_app.ui.editors.entry_form import EntryForm
from desktop_app.ui.icons import Icons
from tests.ui.editors.bench import type_into


def test_a_wrong_pattern_is_said_under_the_keys_and_hinders_nothing(icons: Icons) -> None:
    form = EntryForm(icons)
    form.show_item(LorebookEntry(id="e", keys=("/lamp(/",)))
    assert "/lamp(/" in form._fields["keys"].error()
    assert form.problems(form.item()) == {}
    type_into(form.control("keys"), "/lamp/")
    assert not form._fields["keys"].error()


def test_a_pattern_is_compiled_once_however_long_is_typed_beside_it(
    icons: Icons, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []

    def compile_pattern(key: str) -> PatternKey | BadPattern | None:
        compiled.append(key)
        return patterns.compile_pattern(key)

    monkeypatch.setattr(lore_words, "compile_pattern", compile_pattern)
    form = EntryForm(icons)
    form.show_item(LorebookEntry(id="e", keys=("/compiled once/",)))
    type_into(form.control("content"), "The lamp.")
    type_into(form.control("name"), "Lamp")
    assert compiled == ["/compiled once/"]


def test_decorators_are_shown_and_stay_where_they_are(icons: Icons) -> None:
    form = EntryForm(icons)
    entry = LorebookEntry(id="e", content="@@depth 2\n@@activate\nThe lamp.")
    form.show_item(entry)
    assert form._decorators.text().endswith("depth 2 · activate")
    assert form.item() == entry
    type_into(form.control("content"), "The lamp.")
    assert form._decorators.isHidden()
