"""Why a foreign file cannot be used: ``InterchangeError`` in kinds, each one sentence that names the file and what it really is.

Raised by every reader of ``interchange``. ``kind`` is the proper name of a format (WebP, HTML, BYAF), the same in all languages.
"""

from __future__ import annotations

from desktop_app.domain.errors import InterchangeError


class EmptyFileError(InterchangeError):
    """Nothing in it, or white space only."""

    code = "interchange.empty-file"
    template = "The file {file} is empty."


class UnknownFormatError(InterchangeError):
    """Neither the first bytes nor the content are known."""

    code = "interchange.unknown-format"
    template = "The file {file} is of a kind that Talespan does not know."


class UnsupportedFormatError(InterchangeError):
    """Known, but not read."""

    code = "interchange.unsupported-format"
    template = "The file {file} is {kind}. Talespan cannot read this kind."


class OtherFormatError(InterchangeError):
    """Another kind of file than this reader is for."""

    code = "interchange.other-format"
    template = "The file {file} is {kind}, not {wanted}."


class AmbiguousFormatError(InterchangeError):
    """Two readers would take it; the person has to say which."""

    code = "interchange.ambiguous-format"
    template = "The file {file} can be read as more than one kind: {kinds}. Choose one."


class NoCardError(InterchangeError):
    """A sound picture without a card."""

    code = "interchange.no-card"
    template = "The picture {file} ({kind}) holds no character card. Messengers, image hosts and picture editors take it out: get the original file."


class UnreadableCardError(InterchangeError):
    """The picture has a card, but its text is no JSON."""

    code = "interchange.unreadable-card"
    template = "The picture {file} holds a character card, but its text is damaged."


class EncryptedError(InterchangeError):
    """Only the program that wrote it has the key."""

    code = "interchange.encrypted"
    template = "The file {file} is encrypted. Export it anew without encryption."


class DamagedFileError(InterchangeError):
    """The container is broken."""

    code = "interchange.damaged"
    template = "The file {file} is damaged: it is not sound {kind}."


class NotJsonError(InterchangeError):
    """It looks like JSON, and is not. ``line`` and ``column`` count from 1."""

    code = "interchange.not-json"
    template = "The file {file} is not valid JSON: something is wrong at line {line}, column {column}."


class NumberError(InterchangeError):
    """NaN, infinity, or a number that no other program could hold."""

    code = "interchange.number"
    template = "The file {file} holds the number {number}, which cannot be used."


class TooDeepError(InterchangeError):
    """Nested brackets without end."""

    code = "interchange.too-deep"
    template = "The data in {file} is nested too deeply: more than {limit} levels."


class TooLargeError(InterchangeError):
    """More than a file of its kind may hold; ``limit`` in MB."""

    code = "interchange.too-large"
    template = "The file {file} holds more than Talespan reads: over {limit} MB at once."


class TooManyPartsError(InterchangeError):
    """Chunks, members or nodes without end."""

    code = "interchange.too-many-parts"
    template = "The file {file} has more than {limit} parts."


class BombError(InterchangeError):
    """Small when packed, and huge when not."""

    code = "interchange.bomb"
    template = "The file {file} unpacks to a multiple of its size that no honest file has. It was not read."


class UnsafeNameError(InterchangeError):
    """A member of an archive wants to be written outside it."""

    code = "interchange.unsafe-name"
    template = "The archive {file} was refused: the name {member} in it leads out of it."


class NothingUsableError(InterchangeError):
    """Right in its form, but nothing to take over."""

    code = "interchange.nothing-usable"
    template = "The file {file} is {kind}, but there is nothing in it that could be used."


class NotPngError(InterchangeError):
    """A card can be written into PNG only."""

    code = "interchange.not-png"
    template = "A card can be put into a PNG picture only; {file} is {kind}."
