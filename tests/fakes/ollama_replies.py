"""What the fake Ollama answers: good streams of lines and bad ones. Standard library only. Must not import the program."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Literal

from tests.fakes.model_replies import Drop, Hang, Pause, Reply, Step, json_reply

# As the server writes it; the program does not read it.
_NOW = "2026-11-30T14:00:00.000000Z"


def line(content: str = "", *, model: str = "fake-model:latest", **message: object) -> dict[str, Any]:
    """One line in the middle of an answer; more fields of the message by name."""
    return {
        "model": model,
        "created_at": _NOW,
        "message": {"role": "assistant", "content": content, **message},
        "done": False,
    }


def last_line(reason: str = "stop", *, prompt: int | None = 11, completion: int | None = 7) -> dict[str, Any]:
    """The line at the end, with the counts; None leaves one out, as old versions did for a cached prompt."""
    counts = {"prompt_eval_count": prompt, "eval_count": completion}
    durations = {"total_duration": 5_000_000, "load_duration": 1_000_000, "eval_duration": 4_000_000}
    known = {name: value for name, value in counts.items() if value is not None}
    return {**line(), "done": True, "done_reason": reason, **durations, **known}


def lines(
    values: Sequence[object],
    *,
    newline: str = "\n",
    byte_by_byte: bool = False,
    framing: Literal["chunked", "close"] = "chunked",
    pause: float = 0.0,
) -> Reply:
    """A stream of lines (objects, strings, raw bytes or steps); ``pause`` seconds behind each."""
    steps: list[Step] = []
    for value in values:
        steps.append(value if isinstance(value, bytes | Pause | Hang | Drop) else _encoded(value, newline))
        if pause:
            steps.append(Pause(pause))
    if byte_by_byte:
        whole = b"".join(step for step in steps if isinstance(step, bytes))
        steps = [whole[index : index + 1] for index in range(len(whole))]
    return Reply(200, {"Content-Type": "application/x-ndjson"}, tuple(steps), framing)


def words(text: str, *, reason: str = "stop", prompt: int = 11, pause: float = 0.0, **options: Any) -> Reply:
    """``text`` word by word, as a well-behaved server does it; ``options`` go to ``lines``."""
    pieces: list[object] = [line(piece) for piece in re.findall(r"\s*\S+|\s+$", text)]
    pieces.append(last_line(reason, prompt=prompt, completion=len(text.split())))
    return lines(pieces, pause=pause, **options)


def failure(status: int, message: str) -> Reply:
    """An error in Ollama's form."""
    return json_reply({"error": message}, status)


def _encoded(value: object, newline: str) -> bytes:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"{text}{newline}".encode()
