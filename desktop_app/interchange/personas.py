"""SillyTavern's backup of personas, and its settings, where they stand too. Called by the reader of files.

Pictures are not in it; a persona without a description and a description without a persona are both taken (formats page,
section 15).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from desktop_app.domain.character import Persona
from desktop_app.domain.importing import ImportedPersona
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject
from desktop_app.interchange.report import NoteCode


def read_personas(given: Fields) -> Iterator[ImportedPersona]:
    """All of them, in the order of the file."""
    if "personas" not in given.data and given.has("power_user"):
        given = given.inside("power_user")
    names, descriptions = given.inside("personas"), given.inside("persona_descriptions")
    default = given.data.get("default_persona")
    for picture in dict.fromkeys((*names.data, *descriptions.data)):
        name = names.text(picture).strip()
        if not name:
            name = picture.rpartition(".")[0] or picture
            given.notes.warn(NoteCode.NAMELESS, names.at(picture), name=name)
        told = descriptions.data.get(picture)
        if isinstance(told, dict):
            fields = Fields(cast("JsonObject", told), descriptions.at(picture), given.notes)
            text, book = fields.text("description"), fields.text("lorebook") if fields.has("lorebook") else ""
        else:
            text, book = descriptions.text(picture), ""
        yield ImportedPersona(Persona("", name, text), book, picture, default=picture == default)
