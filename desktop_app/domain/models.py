"""Where models come from: servers that run on this machine, and files that can be downloaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.domain.generation import ConnectionKind, ModelInfo, Proxy


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server on this machine. ``name`` is the program's own name, ``base_url`` what a connection to it says."""

    kind: ConnectionKind
    name: str
    base_url: str
    models: tuple[ModelInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A GGUF file that can be downloaded. ``url`` is its address at the hub; ``size`` in bytes, approximate until the server says.

    ``sha256`` is empty where nobody has noted it. ``checked``: somebody has opened the address and read the licence there.
    """

    name: str
    title: str
    file: str
    url: str
    licence: str
    languages: tuple[str, ...]
    size: int
    sha256: str = ""
    checked: bool = False


@dataclass(frozen=True, slots=True)
class DownloadOrder:
    """A file to get: from ``url`` to ``file``. ``sha256`` empty: only what the server itself says is compared.

    ``mirror`` is a base URL that takes the place of the address's scheme and host (empty: none). No key is ever sent.
    """

    url: str
    file: Path
    sha256: str = ""
    mirror: str = ""
    proxy: Proxy = field(default_factory=Proxy)
    ca_file: str = ""


@dataclass(frozen=True, slots=True)
class DownloadProgress:
    """``done`` of ``total`` bytes are on the disk (``total`` 0: the server does not say); ``speed`` in bytes a second.

    ``checking``: all is there, and is being compared with its checksum.
    """

    done: int
    total: int
    speed: float = 0.0
    checking: bool = False
