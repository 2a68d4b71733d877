"""CHARX, and what hostile archives try (H-05, H3)."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.character import CardAsset
from desktop_app.interchange.charx import write_charx
from desktop_app.interchange.errors import (
    BombError,
    DamagedFileError,
    InterchangeError,
    TooManyPartsError,
    UnsafeNameError,
    UnsupportedFormatError,
)
from tests.unit.interchange.files import CARD, archive, as_json, card, only_card, png, read

PICTURE = png()


def charx_card(*uris: str) -> dict[str, Any]:
    """A V3 card with icons at these addresses."""
    assets = [
        {"type": "icon", "uri": uri, "name": f"n{place}" if place else "main", "ext": "png"}
        for place, uri in enumerate(uris)
    ]
    return {**card(assets=assets), "spec": "chara_card_v3", "spec_version": "3.0"}


@pytest.mark.parametrize(
    ("uri", "member"),
    [
        ("embeded://assets/icon/images/a.png", "assets/icon/images/a.png"),
        ("embedded://assets/icon/images/a.png", "Assets/Icon/images/A.PNG"),
        ("__asset:assets/icon/image/a.png", "assets/icon/images/a.png"),
        ("embeded://assets/icon/images/a.png", "assets\\icon\\images\\a.png"),
    ],
)
@pytest.mark.parametrize("name", ["card.json", "./card.json", "sub/Card.json"])
@pytest.mark.parametrize("before", [b"", b"\xff\xd8\xff\xe0 a picture"])
def test_charx_is_read_however_it_was_packed(uri: str, member: str, name: str, before: bytes) -> None:
    found = only_card(before + archive({name: as_json(charx_card(uri)), member: PICTURE, "x_meta/1.json": b"{}"}))
    assert found.character.name == "Mira"
    assert found.files == {uri: PICTURE}
    assert found.portrait == PICTURE


def test_a_missing_file_and_a_remote_one_are_warnings() -> None:
    result = read(archive({"card.json": as_json(charx_card("embeded://no.png", "https://example.org/a.png"))}))
    assert [note.code for note in result.report.warnings] == ["import.asset-remote", "import.asset-missing"]


def test_files_that_the_card_does_not_speak_of_are_told() -> None:
    members = dict.fromkeys(("module.risum", "x_meta/1.json", "x_meta/2.json", "x_meta/3.json", "a.png"), b"x")
    result = read(archive({"card.json": as_json(charx_card("embeded://a.png")), **members}))
    (note,) = result.report.skipped
    assert note.code == "import.files-left-out"
    assert note.params == {"count": 4, "names": "module.risum, x_meta/1.json, x_meta/2.json …"}


def test_charx_goes_out_and_comes_in_again() -> None:
    character = only_card(CARD).character
    uri = "embeded://assets/emotion/images/joy.png"
    character = replace(character, assets=(CardAsset("emotion", uri, "joy", "png"),))
    again = only_card(write_charx(character, None, PICTURE, {uri: b"joy"}))
    assert again.portrait == PICTURE
    assert again.files[uri] == b"joy"
    assert [asset.type for asset in again.character.assets] == ["icon", "emotion"]
    assert write_charx(again.character, None, b"", again.files) == write_charx(again.character, None, b"", again.files)


@pytest.mark.parametrize("name", ["../../evil.txt", "/abs.txt", "C:\\evil.txt", "a\\..\\..\\b", "con.png", "a/NUL"])
def test_h05_names_that_lead_out_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnsafeNameError):
        read(archive({"card.json": as_json(CARD), name: b"x"}))
    assert list(tmp_path.iterdir()) == []


def test_h05_a_link_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("card.json", as_json(CARD))
        link = zipfile.ZipInfo("assets/link")
        link.external_attr = 0o120777 << 16
        made.writestr(link, "/etc/passwd")
    with pytest.raises(UnsafeNameError):
        read(out.getvalue())


def test_h05_a_bomb_is_refused_while_it_inflates() -> None:
    uri = "embeded://assets/a.png"
    with pytest.raises(BombError):
        read(archive({"card.json": as_json(charx_card(uri)), "assets/a.png": bytes(30_000_000)}))


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (archive({f"{n}": b"" for n in range(2001)}), TooManyPartsError),
        (archive({"manifest.json": b"{}", "characters/a/character.json": b"{}"}), UnsupportedFormatError),
        (archive({"other.txt": b"x"}), UnsupportedFormatError),
        (archive({"card.json": as_json(CARD)})[:-30], DamagedFileError),
        (b"PK\x03\x04 no zip", DamagedFileError),
        (archive({"card.json": b"{"}), InterchangeError),
    ],
)
def test_what_is_no_charx_is_refused_with_a_sentence(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"\.$"):
        read(data, "a.charx")
