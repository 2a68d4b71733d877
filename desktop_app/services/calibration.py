"""How a model's own count of a prompt follows from ours: learned from what its provider reports after each answer.

Pure; ``Counting`` keeps one ``Calibration`` a model. The model of it is *reported = factor × counted + per message ×
messages*, fitted by Bayes' rule: before anything is known our own figures are believed within some ten percent, and the
band that is shown (±) holds in 95 of 100 also while little was seen.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# As many of the newest answers are kept: the texts of a chat change slowly, and old ones say less about the next.
KEPT = 24
_FADING = 0.94

# The overhead of a message that may be found, in tokens (templates of 1 to 20 tokens are usual), and how likely each was
# before anything is known: nearer to the published 3 is likelier.
_OVERHEADS = range(31)
_USUAL_OVERHEAD = 3
_OVERHEAD_SPREAD = 6.0

# Before anything is known the factor is 1 ± this share: by script the estimate was within 6 % on the lab's texts, and
# vocabularies of other models are up to 15 % coarser or finer.
_FACTOR_SPREAD = 0.1
# The variance of a single token's error, and how many answers' worth of belief that has.
_TOKEN_VARIANCE = 0.3
_BELIEF = 2.0
# Texts differ: however often the same chat was counted, the next one may be in another language.
_BETWEEN_TEXTS = 0.004

# Two-sided 95 %: Student's t by degrees of freedom from 4 on, then the normal curve's.
_T95 = (2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
_NORMAL95 = 1.96

# A report outside of these shares of our own figure (and some tokens a message) says nothing about counting: a server that
# cut the prompt, or that reports only what its cache did not hold. Inside are vocabularies made for Chinese (.6 of our
# estimate for it) and old ones that have hardly any (2).
_LEAST, _MOST = 0.5, 2.2

# A count that the tokenizer itself is sure of is believed as long as reports differ by no more than this share (and a token
# a message).
_EXACT_WITHIN = 0.02


@dataclass(frozen=True, slots=True)
class Observation:
    """One answer: what we counted of the texts alone, in how many messages, and the prompt tokens that were reported.

    ``exact``: the tokenizer was sure of our figure.
    """

    counted: int
    messages: int
    reported: int
    exact: bool = False

    @property
    def contradicts(self) -> bool:
        """Whether the report shows that our figure is not exact, whatever its tokenizer says."""
        expected = self.counted + _USUAL_OVERHEAD * (self.messages + 1)
        return abs(self.reported - expected) > _EXACT_WITHIN * self.reported + self.messages


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is known of one model's counting: ``factor`` and ``per_message`` make its count of ours."""

    observations: tuple[Observation, ...] = ()
    factor: float = 1.0
    per_message: int = _USUAL_OVERHEAD
    fits: tuple[_Fit, ...] = ()

    @classmethod
    def of(cls, observations: Sequence[Observation]) -> Calibration:
        """Learns from these answers, the newest last; from those that were counted as that one was."""
        kept = tuple(item for item in observations if item.exact == observations[-1].exact)[-KEPT:]
        fits = tuple(_Fit.of(kept, overhead) for overhead in _OVERHEADS)
        likeliest = max(fits, key=lambda fit: fit.evidence)
        return cls(kept, round(likeliest.factor, 3), likeliest.per_message, fits)

    @classmethod
    def from_json(cls, text: str) -> Calibration:
        """What ``to_json`` kept; anything else is nothing known."""
        try:
            kept = [Observation(*map(int, item[:3]), exact=bool(item[3])) for item in json.loads(text)["observations"]]
            return cls.of(kept)
        except (ValueError, TypeError, LookupError):
            return cls()

    def to_json(self) -> str:
        """For the store."""
        kept: dict[str, Any] = {
            "observations": [[item.counted, item.messages, item.reported, item.exact] for item in self.observations]
        }
        return json.dumps(kept, separators=(",", ":"))

    def with_report(self, observation: Observation) -> Calibration:
        """After one more answer; the same where its report cannot be about counting."""
        expected = self.tokens(observation.counted, observation.messages)
        if not _LEAST * expected <= observation.reported <= _MOST * expected + _OVERHEADS[-1] * observation.messages:
            return self
        return Calibration.of((*self.observations, observation))

    @property
    def known(self) -> bool:
        """Whether any answer was seen."""
        return bool(self.observations)

    @property
    def needed(self) -> bool:
        """Whether our figures have to be corrected: not those of a tokenizer that is sure, until two answers contradict."""
        last = self.observations[-2:]
        return self.known and not (last[-1].exact and not (len(last) > 1 and all(item.contradicts for item in last)))

    @property
    def exact_too(self) -> bool:
        """Whether also those figures are corrected that a tokenizer is sure of."""
        return self.known and self.observations[-1].exact

    def tokens(self, counted: int, messages: int) -> int:
        """The model's own count of a prompt."""
        return round(self.factor * counted + self.per_message * messages)

    def band(self, counted: int, messages: int) -> int:
        """In 95 of 100 prompts the model's count is within ± this of ``tokens``."""
        middle = self.factor * counted + self.per_message * messages
        best = max(fit.evidence for fit in self.fits)
        weights = [math.exp(fit.evidence - best) for fit in self.fits]
        spread = sum(
            weight * (fit.variance(counted) + (fit.factor * counted + fit.per_message * messages - middle) ** 2)
            for weight, fit in zip(weights, self.fits, strict=True)
        ) / sum(weights)
        spread += (_BETWEEN_TEXTS * counted) ** 2
        return math.ceil(_t95(len(self.observations)) * math.sqrt(spread)) + 1


@dataclass(frozen=True, slots=True)
class _Fit:
    """The fit for one overhead a message: the factor's mean, what one counted token adds to its certainty, and the errors.

    ``evidence`` is the logarithm of how well this overhead explains the answers (up to what all fits share).
    """

    per_message: int
    factor: float
    certainty: float
    token_variance: float
    evidence: float

    @classmethod
    def of(cls, observations: Sequence[Observation], per_message: int) -> _Fit:
        """The normal-inverse-gamma posterior, the variance of a report growing with its tokens; old answers fade."""
        seen = [
            (_FADING**age, item.counted, item.reported - per_message * item.messages)
            for age, item in enumerate(reversed(observations))
            if item.counted > 0
        ]
        prior = _TOKEN_VARIANCE / _FACTOR_SPREAD**2
        certainty = prior + sum(weight * counted for weight, counted, _ in seen)
        factor = (prior + sum(weight * rest for weight, _, rest in seen)) / certainty
        errors = prior * (factor - 1) ** 2 + sum(
            weight * (rest - factor * counted) ** 2 / counted for weight, counted, rest in seen
        )
        answers = sum(weight for weight, _, _ in seen)
        shape = _BELIEF + answers / 2
        scale = _BELIEF * _TOKEN_VARIANCE + errors / 2
        evidence = (
            -shape * math.log(scale)
            - math.log(certainty) / 2
            - ((per_message - _USUAL_OVERHEAD) / _OVERHEAD_SPREAD) ** 2 / 2
        )
        return cls(per_message, factor, certainty, scale / shape, evidence)

    def variance(self, counted: int) -> float:
        """Of the next report."""
        return self.token_variance * (counted + counted**2 / self.certainty)


def _t95(answers: int) -> float:
    at = int(2 * _BELIEF) + answers - 4
    return _T95[at] if at < len(_T95) else _NORMAL95
