"""The files of a card go out and come in again: in a CHARX and in a PNG, with the portrait as the main icon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.domain.character import CardAsset, Character
from desktop_app.domain.exporting import CardFormat, CardMaterial
from desktop_app.domain.importing import ImportedCard
from desktop_app.domain.transfer import PORTRAIT
from desktop_app.interchange.cards import containers
from desktop_app.interchange.cards import pictures as card_pictures
from desktop_app.interchange.writers import Writers
from tests.unit.interchange.files import only_card, png

JOY = "embeded://assets/emotion/images/joy.png"
LONG = f"embeded://assets/other/other/{'лампа ' * 20}.bin"
UPPER = "embeded://assets/emotion/images/JOY.png"
MAIN = "embeded://assets/icon/images/main.webp"

ASSETS = (
    CardAsset("icon", PORTRAIT, "main", "png"),
    CardAsset("emotion", JOY, "joy", "png"),
    CardAsset("emotion", UPPER, "JOY", "png"),
    CardAsset("other", LONG, "lamp", "bin"),
    CardAsset("background", "https://example.org/sea.png", "sea", "png"),
)
FILES = {JOY: b"joy", UPPER: b"JOY", LONG: bytes(range(256))}
MIRA = Character(id="", name="Mira", description="A keeper.", assets=ASSETS)


def out_and_in(material: CardMaterial, form: CardFormat) -> ImportedCard:
    return only_card(Writers().card(material, form).data)


def of(card: ImportedCard) -> CardMaterial:
    return CardMaterial(card.character, card.book, card.portrait, card.files)


def contents(card: ImportedCard) -> list[tuple[str, str, str, bytes]]:
    return [(one.type, one.name, one.ext, card.files.get(one.uri, b"")) for one in card.character.assets]


@pytest.mark.parametrize("form", [CardFormat.PNG, CardFormat.CHARX])
def test_files_come_back_as_they_went_and_stay_so(form: CardFormat) -> None:
    portrait = png()
    again = out_and_in(CardMaterial(MIRA, None, portrait, FILES), form)
    assert [item for item in contents(again) if item[0] != "icon"] == [
        (one.type, one.name, one.ext, FILES.get(one.uri, b"")) for one in ASSETS[1:]
    ]
    assert again.portrait == portrait
    once_more = out_and_in(of(again), form)
    assert (once_more.character, once_more.files, once_more.portrait) == (again.character, again.files, again.portrait)


def test_an_address_that_png_can_bear_is_the_same_in_both_containers() -> None:
    card = CardMaterial(replace(MIRA, assets=ASSETS[:2]), None, png(), {JOY: b"joy"})
    assert out_and_in(card, CardFormat.PNG).character.assets == ASSETS[:2]
    through = out_and_in(of(out_and_in(card, CardFormat.CHARX)), CardFormat.PNG)
    back = out_and_in(of(through), CardFormat.CHARX)
    assert {asset.uri for asset in back.character.assets} == {"embeded://assets/icon/images/main.png", JOY}
    assert back.files[JOY] == b"joy"


@pytest.mark.parametrize("form", [CardFormat.PNG, CardFormat.CHARX])
def test_the_main_icon_is_the_portrait_as_it_is_now(form: CardFormat) -> None:
    portrait = png()
    assets = (CardAsset("icon", MAIN, "main", "webp"), CardAsset("emotion", JOY, "joy", "png"))
    card = CardMaterial(replace(MIRA, assets=assets), None, portrait, {MAIN: b"an old picture", JOY: b"joy"})
    again = out_and_in(card, form)
    assert contents(again) == [("icon", "main", "png", portrait), ("emotion", "joy", "png", b"joy")]
    assert again.portrait == portrait


def test_an_icon_of_another_name_that_shows_the_portrait_is_no_reason_for_a_second_one() -> None:
    portrait, uri = png(), "embeded://assets/icon/images/mira.png"
    card = CardMaterial(replace(MIRA, assets=(CardAsset("icon", uri, "mira", "png"),)), None, portrait, {uri: portrait})
    again = out_and_in(card, CardFormat.CHARX)
    assert again.character.assets == card.character.assets


def test_files_of_which_the_card_does_not_speak_any_more_stay_at_home() -> None:
    gone = "embeded://assets/emotion/images/gone.png"
    written = Writers().card(CardMaterial(MIRA, None, png(), {**FILES, gone: b"gone"}), CardFormat.CHARX)
    assert b"gone.png" not in written.data


def test_what_a_png_has_no_room_for_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_pictures, "MAX_FILES_IN_PNG", 30)
    written = Writers().card(CardMaterial(MIRA, None, png(), FILES), CardFormat.PNG)
    assert [(note.code, note.params) for note in written.notes] == [("export.no-files", {"count": 1})]
    assert set(only_card(written.data).files.values()) == {b"joy", b"JOY"}


def test_a_portrait_that_is_too_large_to_be_there_twice_is_the_picture_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MAX_ICON_IN_PNG", 10)
    assets = (CardAsset("icon", MAIN, "main", "webp"), CardAsset("emotion", JOY, "joy", "png"))
    card = CardMaterial(replace(MIRA, assets=assets), None, png(), {MAIN: b"RIFF....WEBP old", JOY: b"joy"})
    again = out_and_in(card, CardFormat.PNG)
    assert again.portrait == png()
    assert contents(again) == [("icon", "main", "png", b""), ("emotion", "joy", "png", b"joy")]
    assert again.character.assets[0].uri == PORTRAIT


def test_a_portrait_that_is_no_png_goes_along_as_a_file() -> None:
    portrait = b"\xff\xd8\xff\xe0 a photograph"
    card = CardMaterial(replace(MIRA, assets=ASSETS[:2]), None, portrait, {JOY: b"joy"})
    again = out_and_in(card, CardFormat.PNG)
    assert again.portrait == portrait
    assert contents(again) == [("icon", "main", "jpg", portrait), ("emotion", "joy", "png", b"joy")]
    through = out_and_in(of(out_and_in(of(again), CardFormat.CHARX)), CardFormat.PNG)
    assert (through.portrait, contents(through)) == (again.portrait, contents(again))


def test_the_portrait_of_a_picture_with_files_does_not_hold_them_once_more() -> None:
    again = out_and_in(CardMaterial(MIRA, None, png(), {JOY: bytes(100_000)}), CardFormat.PNG)
    assert len(again.portrait) < 1_000
