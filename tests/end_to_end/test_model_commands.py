"""``talespan servers`` and ``talespan models``, as a person types them."""

from __future__ import annotations

from desktop_app.domain.settings import DownloadSettings, Settings
from tests.end_to_end.home import Home
from tests.fakes.file_server import FileServer
from tests.fakes.gguf_files import gguf, without

NAME, FILE = "qwen2.5-0.5b", "qwen2.5-0.5b-instruct-q4_k_m.gguf"


def test_a_model_is_listed_downloaded_and_then_here(home: Home) -> None:
    content = gguf() + bytes(3_000_000)
    with FileServer(content, breaks=[1_500_000]) as mirror:
        home.save_settings(Settings(downloads=DownloadSettings(mirror=mirror.root)))
        before, got, after = home.run_each(("models", "list"), ("models", "download", NAME), ("models", "list"))

        file = home.paths.models / FILE
        assert (got.code, got.out.strip()) == (0, str(file))
        assert "(100 %)" in got.err
        assert file.read_bytes() == content
        assert [request.path for request in mirror.requests] == [
            f"/Qwen/Qwen2.5-0.5B-Instruct-GGUF/resolve/main/{FILE}"
        ] * 2
    assert state_of(before.out) == "≈"
    assert state_of(after.out) == "here"
    assert not home.paths.database.exists()


def test_what_cannot_be_downloaded_is_one_sentence(home: Home) -> None:
    with FileServer(gguf(without("tokenizer.chat_template"))) as mirror:
        home.save_settings(Settings(downloads=DownloadSettings(mirror=mirror.root)))
        base, unknown = home.run_each(("models", "download", NAME), ("models", "download", "nothing"))

    assert base.code == 1
    assert "base model" in base.err
    assert "Traceback" not in base.err
    assert (unknown.code, unknown.err) == (2, "talespan: There is no model with the id nothing.\n")


def test_servers_are_looked_for_and_none_is_no_failure(home: Home) -> None:
    text, listed = home.run_each(("servers",), ("servers", "--json"))

    assert (text.code, text.err, listed.code) == (0, "", 0)
    assert text.out
    assert isinstance(listed.json, list)


def state_of(listing: str) -> str:
    """What the list says of the model, whether it is here or how large it is."""
    (line,) = [line for line in listing.splitlines() if line.startswith(NAME)]
    return line.split()[1]
