"""Every code of a reason has its English template, and the template says all it is given."""

from __future__ import annotations

import string

import pytest

from desktop_app.context.reasons import TEMPLATES, ReasonCode, reason


@pytest.mark.parametrize("code", ReasonCode)
def test_every_code_makes_a_sentence(code: ReasonCode) -> None:
    wanted = {name: 7 for _, name, _, _ in string.Formatter().parse(TEMPLATES[code]) if name}
    made = reason(code, **wanted)
    assert made.code == code.value
    assert made.params == wanted
    assert made.sentence.endswith(".")
    assert "{" not in made.sentence
    assert made.sentence.count("7") == len(wanted)


def test_codes_and_sentences_can_be_told_apart() -> None:
    assert set(TEMPLATES) == set(ReasonCode)
    assert len(set(TEMPLATES.values())) == len(TEMPLATES)
