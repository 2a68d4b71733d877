"""The shipped tokenizers: equal to tiktoken's own, without its cache folder or the network, and not to be brought down."""

from __future__ import annotations

import lzma
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import tiktoken
import tiktoken.model
from hypothesis import given
from hypothesis import strategies as st

from desktop_app import assets
from desktop_app.providers.vocabularies import PIECE_CHARACTERS, VOCABULARIES, Encoding, vocabulary_for_model
from tests.examples import examples

# Where tiktoken looks for a vocabulary in its cache: the SHA-1 of the address it would download it from.
_CACHE_NAMES = {
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
}
_LOADED = {name: Encoding(vocabulary) for name, vocabulary in VOCABULARIES.items()}

# Lines, blanks, slashes and marks are what the patterns' edges are made of.
TEXT = st.text(st.sampled_from("ab Z9é漢😀'!/\n\r\t\u2028.,sтЫ")) | st.text(st.characters(exclude_categories=["Cs"]))


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tiktoken.Encoding]]:
    """The encodings of tiktoken itself, made from its cache folder as it wants it."""
    folder = tmp_path_factory.mktemp("tiktoken")
    for name, vocabulary in VOCABULARIES.items():
        (folder / _CACHE_NAMES[name]).write_bytes(lzma.decompress(assets.read_bytes(vocabulary.file)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
        yield {name: tiktoken.get_encoding(name) for name in VOCABULARIES}


@pytest.mark.parametrize("name", VOCABULARIES)
def test_is_what_tiktoken_has(originals: dict[str, tiktoken.Encoding], name: str) -> None:
    ours, theirs = _LOADED[name]._encoding, originals[name]
    assert ours._pat_str == theirs._pat_str
    assert ours._mergeable_ranks == theirs._mergeable_ranks


@pytest.mark.parametrize("name", VOCABULARIES)
@examples(100)
@given(text=TEXT)
def test_counts_like_tiktoken(originals: dict[str, tiktoken.Encoding], name: str, text: str) -> None:
    assert _LOADED[name].count(text) == (len(originals[name].encode_ordinary(text)), True)


@pytest.mark.parametrize("name", VOCABULARIES)
@examples(150)
@given(text=TEXT, piece=st.integers(1, 12))
def test_a_cut_said_to_be_exact_is_exact(name: str, text: str, piece: int) -> None:
    tokens, exact = _LOADED[name].count(text, piece)
    if exact:
        assert tokens == _LOADED[name].count(text)[0]


@pytest.mark.parametrize("name", VOCABULARIES)
def test_what_looks_like_a_special_token_is_text(name: str) -> None:
    tokens, exact = _LOADED[name].count("<|endoftext|>")
    assert exact
    assert tokens > 1


@pytest.mark.parametrize("name", VOCABULARIES)
@pytest.mark.parametrize("character", ["a", " ", "\n", "0", "漢", "^"])
def test_a_million_times_the_same_character(name: str, character: str) -> None:
    tokens, exact = _LOADED[name].count(character * 1_000_000)
    assert not exact
    assert 1_000 < tokens < 3_000_000


def test_long_prose_is_exact(originals: dict[str, tiktoken.Encoding]) -> None:
    text = "He looked back, once.\n\n  “So it ends,” she said!\n/me nods\n" * (3 * PIECE_CHARACTERS // 60)
    assert _LOADED["o200k_base"].count(text) == (len(originals["o200k_base"].encode_ordinary(text)), True)


def test_lone_surrogates_are_counted() -> None:
    assert _LOADED["o200k_base"].count("a\ud800b")[0] > 0


def test_loading_opens_no_socket_and_reads_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was made")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("DATA_GYM_CACHE_DIR", str(tmp_path / "nowhere"))
    assert Encoding(VOCABULARIES["cl100k_base"]).count("hello world") == (2, True)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("data", [b"no xz", lzma.compress(b"IQ== 0\n")])
def test_a_damaged_file_is_a_known_error(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    def read_bytes(_: str) -> bytes:
        return data

    monkeypatch.setattr(assets, "read_bytes", read_bytes)
    with pytest.raises(assets.AssetMissingError, match=r"o200k_base.tiktoken.xz"):
        Encoding(VOCABULARIES["o200k_base"])


def test_models_have_the_vocabulary_that_tiktoken_gives_them() -> None:
    known = tiktoken.model.MODEL_TO_ENCODING | tiktoken.model.MODEL_PREFIX_TO_ENCODING
    for model, name in known.items():
        ours = vocabulary_for_model(model + ("x" if model.endswith("-") else ""))
        assert ours == (
            name.replace("o200k_harmony", "o200k_base") if name in {*VOCABULARIES, "o200k_harmony"} else None
        )


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai/gpt-4o-mini:online", "o200k_base"),
        ("GPT-4o", "o200k_base"),
        ("gpt-5.1-codex", "o200k_base"),
        ("openai/o3", "o200k_base"),
        ("openai/gpt-4", "cl100k_base"),
        ("azure/gpt-35-turbo", "cl100k_base"),
        ("claude-sonnet-4.5", None),
        ("meta-llama/llama-3-70b", None),
        ("someone/gpt-4o-distill", None),
        ("", None),
    ],
)
def test_names_of_servers(model: str, name: str | None) -> None:
    assert vocabulary_for_model(model) == name
