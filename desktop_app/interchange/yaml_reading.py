"""YAML of unknown origin as plain values: no tags, no aliases, bounded. For the characters of text-generation-webui.

Called by the reader of files. PyYAML's safe loader is made safer: an alias or a tag of Python's is refused, since a card
needs neither and both can be a trap.
"""

from __future__ import annotations

from typing import Any

import yaml

from desktop_app.interchange.errors import DamagedFileError, TooDeepError, TooLargeError, TooManyPartsError
from desktop_app.interchange.json_reading import Json, cleaned
from desktop_app.interchange.limits import MAX_YAML, MAX_YAML_DEPTH, MAX_YAML_NODES, MB
from desktop_app.interchange.report import Notes


def load_yaml(text: str, notes: Notes) -> Json:
    """The value; dates and other types of YAML are texts. Raises ``InterchangeError``."""
    if len(text) > MAX_YAML:
        raise TooLargeError(file=notes.file, limit=MAX_YAML // MB)
    try:
        _check(text, notes)
        value: Any = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - makes texts, lists and mappings only
    except (yaml.YAMLError, ValueError, TypeError):
        raise DamagedFileError(file=notes.file, kind="YAML") from None
    return cleaned(value, notes) if isinstance(value, dict | list) else value


def _check(text: str, notes: Notes) -> None:
    depth = 0
    for count, event in enumerate(yaml.parse(text, Loader=yaml.BaseLoader)):
        if isinstance(event, yaml.AliasEvent) or count > MAX_YAML_NODES:
            raise TooManyPartsError(file=notes.file, limit=MAX_YAML_NODES)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_YAML_DEPTH:
            raise TooDeepError(file=notes.file, limit=MAX_YAML_DEPTH)
