"""What the tests of imports share: files of other programs, and a program that takes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desktop_app.services.import_plan import Choice, ImportOutcome
from tests.fakes.program import Program
from tests.unit.interchange.files import as_json, book_entry, card, png, text_chunk

BOOK = {"name": "Sea", "entries": [book_entry()]}


def picture(**changes: Any) -> bytes:
    """A card in a picture."""
    return png(text_chunk(card(**changes)))


def lines(*texts: str, user: str = "Anna", **header: Any) -> bytes:
    """A SillyTavern chat: the character and the person in turn; ``a|b`` are swipes, the last one is shown."""
    rows: list[Any] = [{"user_name": user, "character_name": "Mira", "chat_metadata": {}, **header}]
    for number, text in enumerate(texts):
        swipes = text.split("|")
        row = {"name": user if number % 2 else "Mira", "is_user": bool(number % 2), "mes": swipes[-1]}
        rows.append({**row, "swipes": swipes, "swipe_id": len(swipes) - 1} if len(swipes) > 1 else row)
    return b"\n".join(as_json(row) for row in rows)


async def brought(program: Program, *files: Path, choices: dict[str, Choice] | None = None) -> ImportOutcome:
    """Imports files as proposed, or by these choices."""
    return await program.imports.run(await program.imports.plan(files), choices)


def written(folder: Path, name: str, data: bytes | dict[str, Any]) -> Path:
    """A file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else as_json(data))
    return path
