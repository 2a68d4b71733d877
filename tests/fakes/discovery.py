"""A look round this machine that finds what the test says."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.domain.models import FoundServer


@dataclass
class FakeDiscovery:
    """``servers`` are found; ``looks`` counts how often somebody looked."""

    servers: list[FoundServer] = field(default_factory=list[FoundServer])
    looks: int = 0

    async def find(self) -> list[FoundServer]:
        """What the test says."""
        self.looks += 1
        return self.servers
