"""Says whether a file is a model that can chat, or one that makes vectors, and if not, why, in a sentence a person understands.

Called by ``local_models`` before a child process is started (llama.cpp gives no reason), and by the dialog that picks a file.
Blocking but short (a 98 MB model 45 ms, most of it its vocabulary): call it in a thread.
"""

from __future__ import annotations

import struct
from pathlib import Path

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.message import clean_text
from desktop_app.providers.gguf import GgufError, GgufHeader, read_header

# English sentences by the code in ``ProviderError.reason``; ``ui`` translates by the code.
REASONS = {
    "model-file.missing": "The file {file} is not there.",
    "model-file.unreadable": "The file {file} cannot be read: {cause}.",
    "model-file.not-a-file": "{file} is not a file.",
    "model-file.empty": "The file {file} is empty.",
    "model-file.not-gguf": "{file} is not a GGUF file. Look for a file whose name ends in .gguf.",
    "model-file.blank": "{file} holds nothing but zeros at its start: its download was probably not finished.",
    "model-file.web-page": "{file} is a web page, not a model: the download probably led to a page that asks to log in.",
    "model-file.archive": "{file} is an archive or a PyTorch model. A GGUF file is needed; unpack it, or download the GGUF version.",
    "model-file.safetensors": "{file} is a safetensors file. Download the GGUF version of this model.",
    "model-file.pointer": "{file} is a Git LFS pointer of a few lines, not the model itself: download the large file.",
    "model-file.old-ggml": "{file} has an old GGML format from before GGUF. Download the GGUF version of this model.",
    "model-file.byte-order": "{file} was made for big-endian machines. Download the ordinary (little-endian) version.",
    "model-file.version": "{file} has GGUF version {version}; versions 2 and 3 can be used.",
    "model-file.cut-short": "{file} is cut short: it has {size:,} bytes and needs at least {needed:,}. Download it again.",
    "model-file.damaged": "{file} is damaged: {cause}. Download it again.",
    "model-file.part": "{file} is part {part} of {parts}. Choose part 1; all parts must lie in one folder.",
    "model-file.part-missing": "{file} is part 1 of {parts}, and {missing} is not beside it.",
    "model-file.vocabulary": "{file} holds only a vocabulary, no model.",
    "model-file.adapter": "{file} is an addition to another model (an adapter or projector), not a model by itself.",
    "model-file.embedding": "{file} is an embedding model: it compares texts and cannot chat.",
    "model-file.base": "{file} is a base model without a chat template: it continues texts and cannot chat. Choose its “instruct” or “chat” version.",
    "model-file.no-vectors": "{file} compares a question with an answer (a reranker): it makes no vectors.",
    "model-file.refused": "llama.cpp could not load {file}: {cause}",
}

_OLD_MAGICS = (b"lmgg", b"fmgg", b"tjgg", b"algg")
_ARCHIVE_MAGICS = (
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
    b"\x80\x02",
)
_PAGE_STARTS = (b"<!doctype", b"<html", b"<?xml", b"<head", b"<body")
_NO_MODEL_TYPES = frozenset({"adapter", "mmproj", "imatrix"})
_POOLING_NONE = 0
_POOLING_MEAN = 1
_POOLING_RANK = 4
# Encoders among llama.cpp's architectures; the others are told by their pooling or by attention in both directions.
_ENCODERS = frozenset(
    {
        "bert",
        "nomic-bert",
        "nomic-bert-moe",
        "jina-bert-v2",
        "jina-bert-v3",
        "neo-bert",
        "modern-bert",
        "t5encoder",
        "gemma-embedding",
    }
)


def model_file_error(reason: str, path: Path, **params: object) -> ProviderError:
    """The known error for ``reason``, a key of ``REASONS``."""
    params = {"file": clean_text(path.name), **params}
    return ProviderError(
        ProviderErrorKind.MODEL_FILE, detail=REASONS[reason].format(**params), reason=reason, params=params
    )


def check_model_file(path: Path) -> GgufHeader:
    """The header of a file that can chat. Raises ``ProviderError`` of kind ``MODEL_FILE`` with the reason."""
    header = _checked(path)
    both_ways = header.fields.get(f"{header.architecture}.attention.causal") is False
    if header.architecture in _ENCODERS or _pooling(header) != _POOLING_NONE or both_ways:
        raise model_file_error("model-file.embedding", path)
    _refuse_cut_short(path, header)
    if not header.has_chat_template:
        raise model_file_error("model-file.base", path)
    return header


def check_embedding_file(path: Path) -> GgufHeader:
    """The header of a file that can make vectors; models that chat can too. Raises like ``check_model_file``."""
    header = _checked(path)
    if _pooling(header) == _POOLING_RANK:
        raise model_file_error("model-file.no-vectors", path)
    _refuse_cut_short(path, header)
    return header


def pooling_of(header: GgufHeader) -> int:
    """llama.cpp's number for how the vectors of all tokens become one: as the file says, else their mean."""
    return _pooling(header) or _POOLING_MEAN


def _checked(path: Path) -> GgufHeader:
    try:
        header = _read(path)
        _refuse_what_is_no_model(path, header)
        _refuse_parts(path, header)
    except OSError as error:
        raise model_file_error("model-file.unreadable", path, cause=error.strerror or error) from error
    return header


def _pooling(header: GgufHeader) -> int:
    return header.number(f"{header.architecture}.pooling_type")


def _refuse_cut_short(path: Path, header: GgufHeader) -> None:
    if header.needed > header.size:
        raise model_file_error("model-file.cut-short", path, size=header.size, needed=header.needed)


def _read(path: Path) -> GgufHeader:
    if not path.exists():
        raise model_file_error("model-file.missing", path)
    if not path.is_file():
        raise model_file_error("model-file.not-a-file", path)
    try:
        return read_header(path)
    except GgufError as error:
        raise _explain(path, error) from error


def _explain(path: Path, error: GgufError) -> ProviderError:
    match error.reason:
        case "magic":
            with path.open("rb") as file:
                return model_file_error(_what_it_is(file.read(512)), path)
        case "byte-order":
            return model_file_error("model-file.byte-order", path)
        case "version":
            return model_file_error("model-file.version", path, version=error.version)
        case "short":
            size = path.stat().st_size
            return model_file_error("model-file.cut-short", path, size=size, needed=size + 1)
        case _:
            return model_file_error("model-file.damaged", path, cause=str(error))


def _what_it_is(start: bytes) -> str:
    """The reason for a file that does not begin with ``GGUF``, from its first bytes."""
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if not start:
        return "model-file.empty"
    if not start.strip(b"\0"):
        return "model-file.blank"
    if start.startswith(_OLD_MAGICS):
        return "model-file.old-ggml"
    if start.startswith(_ARCHIVE_MAGICS):
        return "model-file.archive"
    if text.startswith(b"version https://git-lfs"):
        return "model-file.pointer"
    if text.startswith(_PAGE_STARTS):
        return "model-file.web-page"
    if len(start) > 9 and start[8:9] == b"{" and struct.unpack_from("<Q", start)[0] < 100 << 20:
        return "model-file.safetensors"
    return "model-file.not-gguf"


def _refuse_what_is_no_model(path: Path, header: GgufHeader) -> None:
    if header.text("general.type") in _NO_MODEL_TYPES or header.architecture == "clip":
        raise model_file_error("model-file.adapter", path)
    if not header.architecture:
        raise model_file_error("model-file.damaged", path, cause="it does not say what kind of model it is")
    if header.tensor_count == 0 and header.number("split.count") < 2:
        raise model_file_error("model-file.vocabulary", path)


def _refuse_parts(path: Path, header: GgufHeader) -> None:
    parts = header.number("split.count")
    if parts < 2:
        return
    part = header.number("split.no") + 1
    if part != 1:
        raise model_file_error("model-file.part", path, part=part, parts=parts)
    # llama.cpp looks for the others by this very name: "<name>-00001-of-00003.gguf".
    first = f"-00001-of-{parts:05d}.gguf"
    for number in range(2, parts + 1):
        other = path.with_name(path.name.removesuffix(first) + f"-{number:05d}-of-{parts:05d}.gguf")
        if not other.is_file():
            raise model_file_error("model-file.part-missing", path, parts=parts, missing=other.name)
