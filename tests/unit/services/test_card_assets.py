"""The files that a card speaks of: added, called otherwise, taken out, and kept while an earlier version speaks of them."""

from __future__ import annotations

import pytest

from desktop_app.domain.character import CardAsset, Character
from desktop_app.domain.transfer import PORTRAIT
from desktop_app.services import card_assets
from desktop_app.services.card_assets import NewFile, TooManyAssetsError, with_asset, with_files, without
from tests.fakes.program import Program, make_program
from tests.unit.services.scenario import run

MAIN_ICON = CardAsset("icon", PORTRAIT, "main", "png")


def test_new_files_get_plain_addresses_of_their_own() -> None:
    files = [
        NewFile("Joy!", "png", b"1", is_picture=True),
        NewFile("joy", "png", b"2", is_picture=True),
        NewFile("Лампа", "mp3", b"3"),
        NewFile("x" * 300, "zip", b"4"),
    ]
    assets, kept = with_files((MAIN_ICON,), files)
    assert assets[0] == MAIN_ICON
    assert [(asset.type, asset.name, asset.ext, kept[asset.uri]) for asset in assets[1:3]] == [
        ("emotion", "Joy!", "png", b"1"),
        ("emotion", "joy", "png", b"2"),
    ]
    assert [asset.uri.removeprefix("embeded://assets/") for asset in assets[1:]] == [
        "emotion/images/joy.png",
        "emotion/images/joy-2.png",
        "other/audio/file.mp3",
        f"other/other/{'x' * 24}.zip",
    ]
    assert len(assets[-1].name) == 200


def test_there_is_one_main_icon() -> None:
    others = (MAIN_ICON, CardAsset("icon", "a", "old"), CardAsset("emotion", "b", "main"))
    called = with_asset(others, 1, name="main")
    assert [asset.name for asset in called] == ["main 2", "main", "main"]
    assert [asset.name for asset in with_asset(called, 2, type="icon")] == ["main 2", "main 3", "main"]
    assert without(called, {0, 2}) == called[1:2]


def test_files_are_kept_with_the_card_and_bytes_stay_while_an_earlier_version_speaks_of_them() -> None:
    async def scenario(program: Program) -> None:
        library = program.library
        mira = await library.save_character(Character(id="mira", name="Mira", assets=(MAIN_ICON,)))
        await library.set_portrait(mira, b"face")
        assets, kept = with_files(mira.assets, [NewFile("joy", "png", b"joy", is_picture=True)])
        assert (await library.set_assets("mira", assets, kept)).assets == assets
        joy = assets[1].uri
        assert {uri: file.data for uri, file in (await library.files("mira")).items()} == {
            PORTRAIT: b"face",
            joy: b"joy",
        }
        without_joy = await library.set_assets("mira", without(assets, {1}))
        assert without_joy.assets == (MAIN_ICON,)
        assert (await library.files("mira"))[joy].data == b"joy"
        assert (await library.set_assets("mira", assets)).assets == assets

        anna = await library.save_character(Character(id="anna", name="Anna"))
        await library.set_file(anna, "embeded://nobody", b"left over")
        await library.set_assets("anna", (), {})
        assert await library.files("anna") == {}

    run(scenario, make_program())


def test_a_card_with_too_many_files_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_assets, "MOST_BYTES", 5)

    async def scenario(program: Program) -> None:
        mira = await program.library.save_character(Character(id="mira", name="Mira"))
        assets, kept = with_files((), [NewFile("a", "bin", b"123"), NewFile("b", "bin", b"123")])
        with pytest.raises(TooManyAssetsError):
            await program.library.set_assets("mira", assets, kept)
        assert await program.library.files("mira") == {}
        assert await program.library.get_character("mira") == mira
        await program.library.set_assets("mira", assets[:1], {assets[0].uri: b"123"})

    run(scenario, make_program())
