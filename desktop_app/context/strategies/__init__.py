"""The strategies that come with the program, by name: how the context shifts when it is full."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.context.strategies.base import Strategy
from desktop_app.context.strategies.truncate import Truncate

BUILT_IN: Mapping[str, Strategy] = MappingProxyType({strategy.name: strategy for strategy in (Truncate(),)})
