"""The table of house rules: what may not be written, where, and what to write instead. ``test_house_rules.py`` applies it.

What ruff, basedpyright or import-linter can say is said there (``pyproject.toml``); here is the rest.
"""

from __future__ import annotations

from tests.architecture.house_rules import code, qt, trials
from tests.architecture.house_rules.rule import Rule

RULES: tuple[Rule, ...] = (*code.RULES, *qt.RULES, *trials.RULES)
