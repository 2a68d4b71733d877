"""Calibration by reported usage: how soon it is right, how far its band holds, and what it must not learn from."""

from __future__ import annotations

import math
import random

import pytest

from desktop_app.services.calibration import KEPT, Calibration, Observation

CHATS = 25
REPLIES = 30


class Server:
    """Counts otherwise than we do: so many times our tokens (differently for each text), and so much a message."""

    def __init__(self, seed: int, factor: float, per_message: int, noise: float) -> None:
        self._chance = random.Random(seed)
        self._factor, self._per_message, self._noise = factor, per_message, noise
        self._texts: list[tuple[int, float]] = []
        self.say(50)

    def say(self, tokens: int | None = None) -> None:
        """One more message in the chat."""
        counted = tokens or self._chance.randint(8, 150)
        self._texts.append((counted, counted * self._factor * self._chance.gauss(1, self._noise)))

    def next_prompt(self) -> Observation:
        """A question, its answer later; what is reported of the prompt."""
        self.say()
        reported = math.ceil(sum(theirs for _, theirs in self._texts)) + self._per_message * len(self._texts)
        seen = Observation(sum(ours for ours, _ in self._texts), len(self._texts), reported)
        self.say()
        return seen


@pytest.mark.parametrize(
    ("factor", "per_message", "noise"), [(1.13, 7, 0.0), (1.13, 7, 0.04), (0.9, 3, 0.04), (1.0, 20, 0.0)]
)
def test_after_five_replies_the_count_is_right_and_the_band_holds(
    factor: float, per_message: int, noise: float
) -> None:
    wrong_by: list[float] = []
    held: list[bool] = []
    for seed in range(CHATS):
        server = Server(seed, factor, per_message, noise)
        calibration = Calibration()
        for reply in range(REPLIES):
            seen = server.next_prompt()
            if reply >= 5:
                error = abs(calibration.tokens(seen.counted, seen.messages) - seen.reported)
                held.append(error <= calibration.band(seen.counted, seen.messages))
                wrong_by.append(error / seen.reported)
            calibration = calibration.with_report(seen)
    wrong_by.sort()
    assert wrong_by[int(0.95 * len(wrong_by))] <= 0.02
    assert sum(held) / len(held) >= 0.95


def test_the_band_narrows_with_what_is_seen_and_widens_for_what_is_far_from_it() -> None:
    server = Server(1, 1.13, 7, 0.04)
    after: list[int] = []
    calibration = Calibration()
    for _ in range(20):
        calibration = calibration.with_report(server.next_prompt())
        after.append(calibration.band(1_000, 15))
    assert after[0] > after[5] > after[19]
    assert calibration.band(20_000, 40) > calibration.band(1_000, 15)


def test_reports_that_are_not_about_counting_teach_nothing() -> None:
    known = Calibration().with_report(Observation(1_000, 10, 1_050))
    cut_by_the_server = Observation(4_000, 40, 900)
    only_what_was_not_cached = Observation(1_200, 12, 30)
    nonsense = Observation(100, 1, 900_000)
    for seen in (cut_by_the_server, only_what_was_not_cached, nonsense):
        assert known.with_report(seen) is known


def test_a_template_may_cost_much_beside_a_short_text() -> None:
    calibration = Calibration().with_report(Observation(6, 2, 50))
    assert calibration.known


def test_a_tokenizer_that_is_sure_is_believed_until_two_answers_contradict() -> None:
    right = Observation(1_000, 10, 1_033, exact=True)
    wrong = Observation(1_000, 10, 1_200, exact=True)
    assert not Calibration.of([right, right]).needed
    assert not Calibration.of([right, wrong]).needed
    contradicted = Calibration.of([wrong, wrong])
    assert contradicted.needed
    assert contradicted.exact_too
    estimated = Calibration.of([Observation(1_000, 10, 1_033)])
    assert estimated.needed
    assert not estimated.exact_too


def test_estimates_and_exact_counts_are_not_mixed() -> None:
    exact = Observation(1_000, 10, 1_400, exact=True)
    estimated = Observation(1_000, 10, 1_033)
    assert Calibration.of([exact, exact, estimated]).observations == (estimated,)


def test_it_is_kept_and_read_again_and_forgets_the_oldest() -> None:
    server = Server(3, 1.13, 7, 0.02)
    calibration = Calibration()
    for _ in range(KEPT + 5):
        calibration = calibration.with_report(server.next_prompt())
    assert len(calibration.observations) == KEPT
    assert Calibration.from_json(calibration.to_json()) == calibration


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"observations": [[1]]}', '{"observations": [["a", 1, 2, 3]]}', "null"]
)
def test_what_cannot_be_read_is_nothing_known(text: str) -> None:
    assert Calibration.from_json(text) == Calibration()
