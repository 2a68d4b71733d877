"""Whether a model makes vectors, by what it is called or how it is built: a hint where a server tells nothing more. Pure."""

from __future__ import annotations

import re

# The names of families that make vectors, as servers list them; a reranker is none though it may be called like one.
_EMBEDS = re.compile(
    r"embed|minilm|paraphrase-multilingual|(^|[^a-z0-9])(bge|e5|gte|uae|sentence|sbert|labse|text2vec|m3e|stella)(?![a-z])"
)
_RERANKS = re.compile(r"rerank|cross-encoder")
# Ollama's and llama.cpp's names for encoders.
_ENCODERS = re.compile(r"bert|embedding|t5encoder")


def names_embedding_model(name: str) -> bool:
    """Whether a model of this name makes vectors, as far as a name can tell."""
    known = name.lower()
    return bool(_EMBEDS.search(known)) and not _RERANKS.search(known)


def is_encoder(architecture: str) -> bool:
    """Whether networks of this architecture make vectors and nothing else."""
    return bool(_ENCODERS.search(architecture.lower()))
