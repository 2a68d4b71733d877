"""The strategies that come with the program, by name: how the context shifts when it is full."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.context.strategies.base import Strategy
from desktop_app.context.strategies.manual import Manual
from desktop_app.context.strategies.summarize import Summarize
from desktop_app.context.strategies.truncate import Truncate
from desktop_app.context.strategies.vector_recall import VectorRecall

_ALL: tuple[Strategy, ...] = (Truncate(), Summarize(), VectorRecall(), Manual())

BUILT_IN: Mapping[str, Strategy] = MappingProxyType({strategy.name: strategy for strategy in _ALL})
