"""The real files beside the project: each comes in, or is refused, as its index says."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.lore import Lorebook
from desktop_app.interchange.cards.character import write_card
from desktop_app.interchange.errors import NoCardError, NothingUsableError
from desktop_app.interchange.json_reading import load_json
from desktop_app.interchange.lorebooks.world_info import write_world_info
from desktop_app.interchange.reader import read_file
from desktop_app.interchange.report import Notes
from tests.unit.interchange.files import CORPUS, only_card

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is not beside the project")


@pytest.mark.parametrize(
    ("name", "character", "greetings"),
    [
        ("choral-default-chan-v3only.png", "Default-chan", 3),
        ("shodan-v2-chub.png", "Shodan", 0),
        ("skynet-v1-metadata.png", "Skynet", 0),
        ("st-gloria.png", "Gloria, PA", 1),
    ],
)
def test_real_cards(name: str, character: str, greetings: int) -> None:
    data = (CORPUS / "card-png" / name).read_bytes()
    found = only_card(data)
    assert found.character.name == character
    assert (len(found.character.alternate_greetings) > 0) is (greetings > 0)
    assert found.portrait == data
    assert write_card(found.character, found.book)["data"]["description"] == found.character.description


def test_a_picture_without_a_card_says_so() -> None:
    with pytest.raises(NoCardError):
        read_file((CORPUS / "card-png-bad" / "choral-invalid-character.png").read_bytes(), "a.png")


def test_real_world_info_comes_back_equal() -> None:
    data = (CORPUS / "lorebook-st" / "chub-style-example.json").read_bytes()
    (book,) = read_file(data, "a.json").contents
    assert isinstance(book, Lorebook)
    assert (book.name, len(book.entries), book.scan_depth) == ("Sengoku Jidai 1550~1600", 57, 50)
    assert write_world_info(book) == load_json(data, Notes("a.json"))


@pytest.mark.parametrize("path", sorted((CORPUS / "lorebook-nai").glob("*")), ids=lambda path: path.name)
def test_novelai_books_with_nothing_in_them_are_no_success(path: Path) -> None:
    with pytest.raises(NothingUsableError, match="NovelAI"):
        read_file(path.read_bytes(), path.name)
