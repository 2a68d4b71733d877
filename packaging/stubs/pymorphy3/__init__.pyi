# The part of pymorphy3 that desktop_app/language/lemmas.py uses.

from collections.abc import Sequence

from pymorphy3 import units as units
from pymorphy3.units import Unit

class Tag:
    case: str | None
    number: str | None

class Parse:
    word: str
    normal_form: str
    tag: Tag
    def inflect(self, required_grammemes: set[str]) -> Parse | None: ...

class MorphAnalyzer:
    def __init__(
        self, path: str, *, lang: str, probability_estimator_cls: None, units: Sequence[Sequence[Unit]]
    ) -> None: ...
    def normal_forms(self, word: str) -> list[str]: ...
    def word_is_known(self, word: str) -> bool: ...
    def parse(self, word: str) -> list[Parse]: ...
