"""Reads the list of model files that the program offers: ``resources/models/catalog.json``. Pure; used by ``app``.

The list is a file of the program's own, so a mistake in it is a bug and raises what it raises (a test reads the real one).
"""

from __future__ import annotations

import json
from typing import Any

from desktop_app.domain.models import CatalogEntry

CATALOG = "models/catalog.json"


def read_catalog(text: str) -> tuple[CatalogEntry, ...]:
    """The entries in the file's order."""
    catalog = json.loads(text)
    return tuple(_entry(catalog, fields) for fields in catalog["models"])


def _entry(catalog: dict[str, Any], fields: dict[str, Any]) -> CatalogEntry:
    return CatalogEntry(
        name=fields["name"],
        title=fields["title"],
        file=fields["file"],
        url=catalog["address"].format(hub=catalog["hub"], repository=fields["repository"], file=fields["file"]),
        licence=fields["licence"],
        languages=tuple(fields["languages"]),
        size=fields["size"],
        sha256=fields["sha256"],
        checked=fields["checked"],
    )
