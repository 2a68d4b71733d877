"""The JSON schema of a request, made from the types of its fields: the file in ``resources`` must say the same.

``UPDATE_GOLDEN=1 pytest tests/unit/context/test_request_json.py`` writes the file anew.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Union, get_args, get_origin

from desktop_app.context.json_values import PART_TYPES, hints_of
from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.context.request_json import FORMAT_VERSION, USUAL

_PLAIN: dict[type[Any], str] = {str: "string", bool: "boolean", int: "integer", float: "number"}

# What a message of a file may leave out, and what it may have besides.
_COUNTED = {"tokens", "revision"}
_SHORT_TEXT = {"type": "string", "description": "In the place of parts: one part of plain text."}


def request_schema() -> dict[str, Any]:
    """The whole schema."""
    defs: dict[str, Any] = {}
    root = _object(ContextRequest, defs)
    root["properties"]["format"] = {"const": FORMAT_VERSION, "description": "Version of this format."}
    root["required"] = [name for name in root["required"] if name not in USUAL]
    message = defs[BranchMessage.__name__]
    message["required"] = [name for name in message["required"] if name not in _COUNTED]
    message["properties"]["text"] = _SHORT_TEXT
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Context request of Talespan",
        **root,
        "$defs": dict(sorted(defs.items())),
    }


def _schema(kind: Any, defs: dict[str, Any]) -> dict[str, Any]:
    origin, options = get_origin(kind), get_args(kind)
    if origin is types.UnionType or origin is Union:
        if type(None) in options:
            return {
                "anyOf": [*(_schema(option, defs) for option in options if option is not type(None)), {"type": "null"}]
            }
        return {"oneOf": [_reference(option, defs) for option in options]}
    if origin is tuple:
        return {"type": "array", "items": _schema(options[0], defs)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(options[1], defs)}
    if is_dataclass(kind):
        return _reference(kind, defs)
    if issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    return {"type": _PLAIN[kind]}


def _reference(kind: Any, defs: dict[str, Any]) -> dict[str, Any]:
    if kind.__name__ not in defs:
        defs[kind.__name__] = {}
        defs[kind.__name__] = _object(kind, defs)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _object(kind: Any, defs: dict[str, Any]) -> dict[str, Any]:
    hints = hints_of(kind)
    properties = {field.name: _schema(hints[field.name], defs) for field in fields(kind)}
    required = [field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING]
    names = {part: name for name, part in PART_TYPES.items()}
    if kind in names:
        properties = {"type": {"const": names[kind]}, **properties}
        required = ["type", *required]
    return {
        "type": "object",
        "description": re.sub(
            r"``|\s*\n\s*", lambda found: "" if found[0] == "``" else " ", inspect.getdoc(kind) or ""
        ),
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }
