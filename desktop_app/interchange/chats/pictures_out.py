"""The pictures of a chat on their way out: in the text itself as ``data:`` addresses, or as files in a folder beside it.

Made by ``writers`` for each chat that is written; counts what is left out.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from urllib.parse import quote

from desktop_app.domain.message import ImagePart
from desktop_app.interchange.attached import MAX_PICTURE
from desktop_app.interchange.limits import MB

# Of all pictures in one text: more, and browsers and other programs take too long to open it.
MAX_EMBEDDED = 64 * MB
# Of all pictures in one line of JSONL, where that of the shown variant stands twice: within what a reader takes.
MAX_OF_LINE = 20 * MB
# Of all pictures beside one text; they are all in memory at once.
MAX_BESIDE = 512 * MB

_ENDINGS: Mapping[str, str] = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
# Letters that have a meaning in an address or in Markdown; others stay readable.
_MEANING = re.compile(r"[\x00-\x20\x7f\"#%()*<>?\[\\\]^_`{|}~&]")


class PicturesOut:
    """``pictures``: their bytes by digest. ``left_out``: how many places in the chat have none in the text."""

    def __init__(self, pictures: Mapping[str, bytes], room: int) -> None:
        self.left_out = 0
        self._pictures = pictures
        self._room = room

    def taken(self, picture: ImagePart, *, most: int) -> bytes | None:
        """The bytes, where there are any and room for them."""
        data = self._pictures.get(picture.digest)
        if data is None or picture.media_type not in _ENDINGS or len(data) > min(most, self._room):
            self.left_out += 1
            return None
        self._room -= len(data)
        return data


class Embedded(PicturesOut):
    """Pictures in the text. A format that has a message a line says where one begins."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        super().__init__(pictures, MAX_EMBEDDED)
        self._of_line = MAX_EMBEDDED

    def begin_line(self) -> None:
        """Another line: it has room of its own."""
        self._of_line = MAX_OF_LINE

    def address(self, picture: ImagePart) -> str | None:
        """The whole picture as an address; None: it is left out."""
        data = self.taken(picture, most=min(MAX_PICTURE, self._of_line))
        if data is None:
            return None
        self._of_line -= len(data)
        return f"data:{picture.media_type};base64,{base64.b64encode(data).decode()}"


class Beside(PicturesOut):
    """Pictures in a folder beside the text. ``files``: by name in the folder, each once."""

    def __init__(self, pictures: Mapping[str, bytes], folder: str) -> None:
        super().__init__(pictures, MAX_BESIDE)
        self.files: dict[str, bytes] = {}
        self._folder = folder
        self._names: dict[str, str] = {}

    def address(self, picture: ImagePart) -> str | None:
        """Where it lies, from the text on, as it can stand in a link; None: it is left out."""
        name = self._names.get(picture.digest)
        if name is None:
            data = self.taken(picture, most=MAX_BESIDE)
            if data is None:
                return None
            # Of its content: what lies there under this name already is the same picture.
            name = f"{hashlib.sha256(data).hexdigest()[:16]}.{_ENDINGS[picture.media_type]}"
            self._names[picture.digest], self.files[name] = name, data
        return _MEANING.sub(lambda letter: quote(letter[0], safe=""), f"{self._folder}/{name}")
