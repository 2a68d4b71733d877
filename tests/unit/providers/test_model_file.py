"""Why a file cannot be used, in a sentence; and that a good one passes."""

from __future__ import annotations

import json
import os
import struct
import zipfile
from pathlib import Path

import pytest

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers.demo_model import DEMO_MODEL_FILE, find_demo_model
from desktop_app.providers.model_file import REASONS, check_embedding_file, check_model_file, pooling_of
from tests.fakes.gguf_files import CHAT_MODEL, gguf, without

_SAFETENSORS = json.dumps({"weight": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()

BAD_FILES = {
    "model-file.empty": b"",
    "model-file.blank": bytes(4096),
    "model-file.not-gguf": b"just some words, long enough to be read",
    "model-file.web-page": b"\n  <!DOCTYPE html><html><title>Log in</title>",
    "model-file.safetensors": struct.pack("<Q", len(_SAFETENSORS)) + _SAFETENSORS + bytes(4),
    "model-file.pointer": b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 98362432\n",
    "model-file.old-ggml": b"tjgg" + bytes(64),
    "model-file.byte-order": gguf(order=">"),
    "model-file.version": gguf(version=1),
    "model-file.cut-short": gguf()[:-1],
    "model-file.damaged": gguf(without("general.architecture")),
    "model-file.vocabulary": gguf(tensors=(), data_bytes=0),
    "model-file.adapter": gguf({**CHAT_MODEL, "general.type": "adapter"}),
    "model-file.embedding": gguf({**CHAT_MODEL, "general.architecture": "nomic-bert"}),
    "model-file.base": gguf(without("tokenizer.chat_template")),
}


def refusal(path: Path) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        check_model_file(path)
    error = caught.value
    assert error.kind is ProviderErrorKind.MODEL_FILE
    assert str(error) == f"The model file cannot be used. {REASONS[error.reason].format(**error.params)}"
    return error


@pytest.mark.parametrize("reason", BAD_FILES)
def test_says_why_a_file_cannot_be_used(tmp_path: Path, reason: str) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(BAD_FILES[reason])
    assert refusal(path).reason == reason


def test_a_header_cut_short_names_the_size(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(gguf()[:100])
    error = refusal(path)
    assert error.reason == "model-file.cut-short"
    assert "100 bytes" in str(error)


def test_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data.pkl", "x")
    assert refusal(path).reason == "model-file.archive"


@pytest.mark.parametrize(
    "fields",
    [
        {**CHAT_MODEL, "general.architecture": "qwen3", "qwen3.pooling_type": 3},
        {**CHAT_MODEL, "llama.attention.causal": False},
    ],
)
def test_an_embedding_model_of_a_chat_architecture(tmp_path: Path, fields: dict[str, str | int]) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(gguf(fields))
    assert refusal(path).reason == "model-file.embedding"
    architecture = fields["general.architecture"]
    assert pooling_of(check_embedding_file(path)) == fields.get(f"{architecture}.pooling_type", 1)


def test_parts_of_a_split_model(tmp_path: Path) -> None:
    first, second = (tmp_path / f"m-0000{number}-of-00002.gguf" for number in (1, 2))
    first.write_bytes(gguf({**CHAT_MODEL, "split.count": 2, "split.no": 0}))
    assert refusal(first).params["missing"] == second.name
    second.write_bytes(gguf({"general.architecture": "llama", "split.count": 2, "split.no": 1}))
    assert refusal(second).reason == "model-file.part"
    assert check_model_file(first).context_length == 4096


def test_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "gone.gguf").reason == "model-file.missing"
    assert refusal(tmp_path).reason == "model-file.not-a-file"
    assert refusal(Path("a\0b")).reason == "model-file.missing"
    assert refusal(tmp_path / ("x" * 300)).reason == "model-file.unreadable"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    assert refusal(tmp_path / "pipe.gguf").reason == "model-file.not-a-file"


def test_the_demo_model_can_chat() -> None:
    assert check_model_file(find_demo_model()).architecture == "llama"


def test_the_demo_model_may_lie_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_demo_model().name == DEMO_MODEL_FILE
    monkeypatch.setenv("TALESPAN_DEMO_MODEL", str(tmp_path / "other.gguf"))
    assert find_demo_model() == tmp_path / "other.gguf"


def test_a_missing_demo_model_is_a_known_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TALESPAN_DEMO_MODEL", raising=False)
    monkeypatch.setattr("desktop_app.providers.demo_model._PACKAGE", "no_such_package")
    with pytest.raises(ProviderError, match=r"demo model is not installed.*run\.sh") as caught:
        find_demo_model()
    assert caught.value.reason == "demo-model.missing"
