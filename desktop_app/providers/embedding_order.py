"""Which vectors are wanted of which connection: what the registry keeps embedders by, and what tells their vectors apart."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from desktop_app.domain.embedding import TextKind
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.providers.addresses import host_of, is_loopback, normalize_base_url, normalize_root

# Ollama passes what is asked of such a model on to its own computers.
_ELSEWHERE = re.compile(r"[:-]cloud$")


@dataclass(frozen=True, slots=True)
class EmbeddingOrder:
    """``model`` of ``connection`` (of the built-in kind: a GGUF file), and what stands before what is asked and what is kept."""

    connection: ConnectionProfile
    model: str
    query_prefix: str = ""
    passage_prefix: str = ""

    @property
    def identity(self) -> str:
        """Kind, address, model and prefixes, as JSON. User and password in an address are left out: it is kept and shown."""
        parts = (self.connection.kind.value, self._address, self.model, self.query_prefix, self.passage_prefix)
        return json.dumps(parts, ensure_ascii=False)

    @property
    def local(self) -> bool:
        """Whether no text leaves this machine."""
        if self.connection.kind is ConnectionKind.BUILTIN:
            return True
        return is_loopback(host_of(self._address)) and not _ELSEWHERE.search(self.model)

    def prefix(self, kind: TextKind) -> str:
        """What stands before a text of this kind."""
        return self.query_prefix if kind is TextKind.QUERY else self.passage_prefix

    @property
    def _address(self) -> str:
        """The base URL; empty where there is none, or where what was entered is none."""
        if self.connection.kind is ConnectionKind.BUILTIN:
            return ""
        normalize = normalize_root if self.connection.kind is ConnectionKind.OLLAMA else normalize_base_url
        try:
            return normalize(self.connection.base_url)
        except ValueError:
            return ""
