"""What would have to change for something to be in the prompt: so many tokens more of context.

Called when a person asks *why not*, in a worker thread. Found by building, not by reckoning, so that it is true: with so many
tokens it is in, with one less it is out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from desktop_app.context.plan import ContextPlan
from desktop_app.context.request import ContextRequest
from desktop_app.domain.errors import ContextTooLargeError

# No context is larger; what does not come in here does not come in by room.
LARGEST_CONTEXT = 1 << 24


def tokens_needed(request: ContextRequest, id_: str, build: Callable[[ContextRequest], ContextPlan]) -> int | None:
    """By how many tokens the context limit must grow for the block or message ``id_`` to be in; 0: it is in.

    ``None`` where room alone does not help. ``build`` makes the plan of a request.
    """

    def inside(more: int) -> bool:
        return _holds(replace(request, limit=request.limit + more), id_, build)

    if inside(0):
        return 0
    out, found = 0, 1
    while not inside(found):
        out, found = found, found * 2
        if request.limit + found > LARGEST_CONTEXT:
            return None
    while found - out > 1:
        middle = (out + found) // 2
        if inside(middle):
            found = middle
        else:
            out = middle
    return found


def _holds(request: ContextRequest, id_: str, build: Callable[[ContextRequest], ContextPlan]) -> bool:
    try:
        plan = build(request)
    except ContextTooLargeError:
        return False
    return any(block.id == id_ and block.rendered for block in plan.blocks)
