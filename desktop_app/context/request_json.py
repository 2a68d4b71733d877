"""The JSON form of a request: ``talespan plan --request FILE.json`` and ``--save-request FILE``, bug reports, golden cases.

Called by the command line and by tests. The shape is promised by ``resources/schemas/request.schema.json``: the fields of
``ContextRequest`` by their names, those that are as usual left out. For files that a person writes: a message may have ``text``
in the place of ``parts``, needs no ``revision`` and no ``tokens`` (then it is counted), a request needs only its ``limit``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from desktop_app.context.json_values import from_json, to_json
from desktop_app.context.request import BranchMessage, ContextRequest
from desktop_app.domain.errors import RequestUnreadableError
from desktop_app.domain.message import sendable_text
from desktop_app.domain.ports import TokenCounter

# Grows when a field changes its meaning or goes; a new field alone does not change it.
FORMAT_VERSION = 1

# What a request needs and a file may leave out.
USUAL = {"chat_id": "request", "model": "", "reserve": 512, "strategy": "truncate"}

_NOT_COUNTED = -1


def request_to_json(request: ContextRequest) -> dict[str, Any]:
    """The request as values that ``json.dumps`` takes."""
    return {"format": FORMAT_VERSION, **to_json(request)}


def request_from_json(data: Any, counter: TokenCounter) -> ContextRequest:
    """The request. ``counter`` counts messages that come without tokens.

    Raises ``RequestUnreadableError`` with the place of what is not as the schema says.
    """
    if not isinstance(data, dict):
        raise RequestUnreadableError(where="it", problem="must be an object")
    given: dict[str, Any] = {**USUAL, **cast("dict[str, Any]", data)}
    if given.pop("format", FORMAT_VERSION) != FORMAT_VERSION:
        raise RequestUnreadableError(where="format", problem=f"must be {FORMAT_VERSION}")
    branch = given.get("branch", [])
    if isinstance(branch, list):
        given["branch"] = [_message(item) for item in cast("list[Any]", branch)]
    request: ContextRequest = from_json(ContextRequest, given)
    _check_numbers(request)
    _check_ids(request)
    return replace(request, branch=tuple(_counted(row, counter) for row in request.branch))


def _message(item: Any) -> Any:
    """A message of a file, with what it may leave out."""
    if not isinstance(item, dict):
        return item
    whole: dict[str, Any] = {"revision": 1, "tokens": _NOT_COUNTED, **cast("dict[str, Any]", item)}
    if "text" in whole and "parts" not in whole:
        whole["parts"] = [{"type": "text", "text": whole.pop("text")}]
    return whole


def _check_numbers(request: ContextRequest) -> None:
    """Less than no tokens would make room that is not there."""
    overhead = request.overhead
    numbers = {
        "reserve": request.reserve,
        "safety": request.safety,
        "overhead.per_message": overhead.per_message,
        "overhead.per_name": overhead.per_name,
        "overhead.per_request": overhead.per_request,
        **{f"branch[{place}].tokens": row.tokens for place, row in enumerate(request.branch)},
    }
    for where, number in numbers.items():
        if number < 0 and not (number == _NOT_COUNTED and where.endswith(".tokens")):
            raise RequestUnreadableError(where=where, problem="must not be negative")


def _check_ids(request: ContextRequest) -> None:
    """Everything is known by its id: of two that share one, neither could be told apart from the other."""
    ids = {
        "branch": [row.id for row in request.branch],
        "memories": [memory.id for memory in request.memories],
        **{
            f"books[{place}].book.entries": [entry.id for entry in linked.book.entries]
            for place, linked in enumerate(request.books)
        },
    }
    for where, known in ids.items():
        seen: set[str] = set()
        for id_ in known:
            if id_ in seen:
                raise RequestUnreadableError(where=where, problem=f"has the id “{id_}” twice")
            seen.add(id_)


def _counted(row: BranchMessage, counter: TokenCounter) -> BranchMessage:
    if row.tokens != _NOT_COUNTED:
        return row
    count = counter.count(sendable_text(row.parts or ()))
    return replace(row, tokens=count.tokens, exact=count.exact)
