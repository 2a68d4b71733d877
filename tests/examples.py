"""How many random examples a test of laws tries, how often one kills a program, and whether it is the same each time.

``TALESPAN_EXAMPLES`` names the profile: ``ordinary`` (without the variable): always the same examples, so that a change
passes or fails by itself; ``few``: the same, fewer (the run without Qt repeats what has passed); ``chance``: new ones each
time, and many (``packaging/long.sh``). ``tests/conftest.py`` loads it.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

VARIABLE = "TALESPAN_EXAMPLES"

ORDINARY = "ordinary"
CHANCE = "chance"
SHARES = {ORDINARY: 1.0, "few": 0.25, CHANCE: 20.0}
"""By the profile: how many examples for one that a test asks for."""

DEFAULT_COUNT = 50
"""Examples of a test that does not say how many."""

LEAST = 5


def examples(count: int, *, steps: int | None = None) -> settings:
    """The settings of a test that wants ``count`` examples, each of so many ``steps`` where it is a machine of states.

    Decorate a test with it instead of ``hypothesis.settings``.
    """
    chosen = _scaled(count)
    return settings(max_examples=chosen) if steps is None else settings(max_examples=chosen, stateful_step_count=steps)


def repeated(count: int) -> int:
    """How often a test does what takes long and may come out differently each time, as killing a program (marker ``kills``)."""
    return _scaled(count)


def choose_profile() -> None:
    """Loads the profile; before any test module is imported, because settings take what they do not say from it."""
    settings.register_profile(
        "talespan",
        max_examples=_scaled(DEFAULT_COUNT),
        derandomize=_profile() != CHANCE,
        database=None,
        deadline=None,  # nothing is timed: a busy machine is no fault
        print_blob=_profile() == CHANCE,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("talespan")


def _profile() -> str:
    return os.environ.get(VARIABLE, ORDINARY)


def _scaled(count: int) -> int:
    return max(LEAST, round(count * SHARES[_profile()]))
