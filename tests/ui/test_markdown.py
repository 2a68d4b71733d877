"""Messages as documents: what chat markdown means, and that hostile text loads nothing, links nowhere and freezes nothing."""

from __future__ import annotations

import base64
import http.server
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QUrl
from PySide6.QtGui import QColor, QFont, QImage, QTextDocument

from desktop_app.ui import highlight
from desktop_app.ui.markdown import Decoration, MessageDocument
from desktop_app.ui.markdown_source import (
    BREAK,
    RUN_LIMIT,
    SHOWN_LIMIT,
    is_allowed,
    plain_text,
    prepare,
    shown_address,
    split_addresses,
)
from desktop_app.ui.markdown_writer import CODE_PADDING
from desktop_app.ui.theme import DARK, LIGHT, Tokens
from tests.ui.test_theme import contrast
from tests.ui.text_documents import LOOK, blocks, count_pixels, format_of, painted, words_of, written

MAGENTA = "#ff00ff"

CELL_PADDING = 6

GUARD_S = 20.0
"""For one hostile message; the slowest takes half a second."""

pytestmark = pytest.mark.usefixtures("qapp")


# What people write


def test_a_single_newline_is_a_line_break_in_the_same_paragraph() -> None:
    document = written("first line\nsecond line")
    assert document.blockCount() == 1
    assert words_of(document) == "first line\nsecond line"


def test_an_action_is_italic_and_speech_is_not() -> None:
    document = written('*She looks up.* "You are late."')
    assert format_of(document, "looks").fontItalic()
    assert not format_of(document, "late").fontItalic()
    assert words_of(document) == 'She looks up. "You are late."'


def test_emphasis_strikethrough_and_code_are_marked() -> None:
    document = written("**bold** ~~gone~~ `code`")
    assert format_of(document, "bold").fontWeight() == QFont.Weight.Bold
    assert format_of(document, "gone").fontStrikeOut()
    assert format_of(document, "code").fontFixedPitch()


def test_headings_are_larger_by_little() -> None:
    document = written("# One\n\nText")
    heading, text = (block.layout().lineAt(0).height() for block in blocks(document))
    assert text < heading < 2 * text


def test_a_line_of_dashes_makes_no_heading_of_the_text_above() -> None:
    document = written("A thought\n---\nanother")
    assert [block.text() for block in blocks(document)] == ["A thought", BREAK, "another"]
    assert plain_text("a\n\n---\n\nb") == "a\nb"
    assert [item.kind for item in document.decorations()] == [Decoration.RULE]


def test_an_indented_paragraph_is_no_code() -> None:
    assert not written("    The lamp was lit.").decorations()


def test_html_stays_text() -> None:
    document = written("a <b>bold</b> <img src=x> word\n\n<div>block</div>")
    assert words_of(document) == "a <b>bold</b> <img src=x> word\n<div>block</div>"
    assert format_of(document, "bold").fontWeight() == QFont.Weight.Normal


def test_an_ordered_list_keeps_its_first_number_and_its_nesting() -> None:
    document = written("7. seven\n   - below\n8. eight")
    lists = [block.textList() for block in blocks(document)]
    assert [item.format().indent() for item in lists] == [1, 2, 1]
    assert lists[0].format().start() == 7
    assert lists[0].itemText(next(blocks(document))) == "7."


def test_what_follows_a_list_is_no_item() -> None:
    document = written("- item\n\nafter")
    assert [block.textList() is not None for block in blocks(document)] == [True, False]


def test_quotes_have_a_bar_for_each_depth() -> None:
    document = written("> outer\n>\n> > inner\n\nafter")
    bars = [item.rect for item in document.decorations() if item.kind is Decoration.QUOTE_BAR]
    assert [bar.x() for bar in bars] == [LOOK.indent, 0]
    inner, outer = bars
    assert outer.top() < inner.top()
    assert outer.bottom() >= inner.bottom()


def test_code_is_one_block_on_a_card_with_coloured_parts() -> None:
    document = written("before\n\n```python\ndef light(lamp):\n    return 5  # soon\n```\n\nafter")
    cards = [item.rect for item in document.decorations() if item.kind is Decoration.CODE_CARD]
    assert len(cards) == 1
    code = next(block for block in blocks(document) if "def light" in block.text())
    assert cards[0].contains(document.documentLayout().blockBoundingRect(code))
    assert format_of(document, "def").foreground().color() == QColor(highlight.color(highlight.Part.KEYWORD, LIGHT))
    assert format_of(document, "# soon").foreground().color() == QColor(LIGHT.muted)
    assert "def light(lamp):\n    return 5  # soon" in words_of(document)


def test_cards_never_lie_on_other_text() -> None:
    document = written("```\nfirst\n```\n\n```\nsecond\n```\ntext\n\n```\nthird\n```")
    cards = [item.rect for item in document.decorations()]
    assert len(cards) == 3
    texts = [document.documentLayout().blockBoundingRect(block) for block in blocks(document) if block.text() == "text"]
    assert not cards[0].intersects(cards[1])
    assert not any(card.intersects(texts[0]) for card in cards)
    assert cards[0].top() >= 0
    assert cards[2].bottom() <= document.size().height()


def test_code_in_an_unknown_language_is_shown_plain() -> None:
    document = written("```klingon\nqapla'\n```")
    assert "qapla'" in words_of(document)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_code_colours_are_readable(tokens: Tokens) -> None:
    for part in highlight.Part:
        assert contrast(highlight.color(part, tokens), tokens.panel) >= 4.5
        assert contrast(highlight.color(part, tokens), tokens.card) >= 4.5


def test_the_head_of_a_table_is_bold_also_right_after_code() -> None:
    document = written("```\ncode\n```\n| First | Second |\n|:--|--:|\n| a | 12 |\n\nafter")
    assert format_of(document, "First").fontWeight() == QFont.Weight.DemiBold
    assert format_of(document, "Second").fontWeight() == QFont.Weight.DemiBold
    assert format_of(document, "12").fontWeight() == QFont.Weight.Normal
    assert format_of(document, "after").fontWeight() == QFont.Weight.Normal


@pytest.mark.parametrize("after", ["```\nlast\n```", "last"])
def test_a_table_keeps_its_distance_on_both_sides(after: str) -> None:
    document = written(f"first\n\n| cell |\n|---|\n| row |\n\n{after}")
    head, row = edges_of(document, "cell"), edges_of(document, "row")
    assert head[0] - edges_of(document, "first")[1] >= LOOK.gap + CELL_PADDING
    hangs_over = CODE_PADDING if after != "last" else 0
    assert edges_of(document, "last")[0] - hangs_over - (row[1] + CELL_PADDING) >= LOOK.gap / 2


def edges_of(document: QTextDocument, words: str) -> tuple[float, float]:
    """Where the paragraph with these words begins and ends."""
    place = document.documentLayout().blockBoundingRect(document.find(words).block())
    return place.top(), place.bottom()


def test_a_huge_table_is_shown_as_text() -> None:
    table = "|a" * 50 + "|\n" + "|-" * 50 + "|\n" + ("|b" * 50 + "|\n") * 60
    document = written(table)
    assert document.blockCount() < 10
    assert "b | b" in words_of(document)


def test_plain_words_have_no_markup() -> None:
    text = "# Head\n\n*She* says **no** to [this](https://example.org).\n\n```\na\n```\n\n- one\n- two"
    assert plain_text(text) == "Head\nShe says no to this.\na\none\ntwo"


# Streaming


def test_streaming_in_pieces_gives_the_same_document() -> None:
    text = (
        "Hello *you*.\n\nA second paragraph\nwith a break.\n\n1. one\n2. two\n\n> quoted\n\n```python\nx = 1\n\ny = 2\n```\n\n"
        "| A | B |\n|---|---|\n| c | d |\n\nThe **end**."
    )
    whole = written(text)
    chance = random.Random(5)
    document = MessageDocument(LOOK)
    document.setTextWidth(600)
    end = 0
    while end < len(text):
        end = min(len(text), end + chance.randint(1, 9))
        document.stream(text[:end])
    assert words_of(document) == words_of(whole)
    assert document.size().height() == pytest.approx(whole.size().height(), abs=2)
    assert format_of(document, "end").fontWeight() == QFont.Weight.Bold


def test_streaming_another_text_begins_anew() -> None:
    document = MessageDocument(LOOK)
    document.stream("one\n\ntwo\n\nthree")
    document.stream("other\n\nwords")
    assert words_of(document) == "other\nwords"


def test_streaming_does_not_write_finished_paragraphs_again() -> None:
    document = MessageDocument(LOOK)
    text = "".join(f"Paragraph {n}.\n\n" for n in range(50))
    document.stream(text + "The")
    document.documentLayout()
    changed: list[int] = []

    def note(position: int, _removed: int, _added: int) -> None:
        changed.append(position)

    document.contentsChange.connect(note)
    document.stream(text + "The last")
    assert changed
    assert min(changed) > document.characterCount() // 2


# Hostile text


@pytest.fixture
def canary(tmp_path: Path) -> tuple[Path, str]:
    """A magenta picture: its file, and the same as base64."""
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill(QColor(MAGENTA))
    path = tmp_path / "canary.png"
    assert image.save(str(path))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType] - the stub lacks the device form
    return path, base64.b64encode(data.data()).decode()


@pytest.fixture
def listener() -> Iterator[tuple[int, list[str]]]:
    """A server on this machine that notes what it is asked for."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, *args: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - its first argument is named like a builtin
            """Quiet."""

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port, asked
        server.shutdown()
        thread.join()


def test_no_picture_is_ever_loaded(canary: tuple[Path, str], listener: tuple[int, list[str]]) -> None:
    path, data = canary
    port, asked = listener
    for hostile in (
        f"![x](file://{path})",
        f"![x]({path})",
        f"![x](http://127.0.0.1:{port}/m)",
        f"![x](data:image/png;base64,{data})",
        f'text <img src="file://{path}"> text',
        f'<img src="{path}">',
        f"[![x]({path})](https://example.org)",
    ):
        assert count_pixels(painted(written(hostile)), MAGENTA) == 0, hostile
    assert asked == []


def test_the_document_itself_answers_with_nothing(canary: tuple[Path, str]) -> None:
    """Whatever way a picture came into a document, Qt asks ``loadResource`` and would open the path on a null answer."""
    path, _ = canary
    document = MessageDocument(LOOK)
    document.setHtml(f'<img src="{path}"><img src="file://{path}">')
    assert count_pixels(painted(document), MAGENTA) == 0
    answer = document.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(f"file://{path}"))
    assert not answer.isNull()


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "smb://host/share",
        "data:text/html,x",
        "C:/Windows/x.exe",
        "\\\\host\\share",
        "//host/share",
        "/etc/passwd",
        "vbscript:x",
        "http:",
    ],
)
def test_only_web_and_mail_addresses_are_links(address: str) -> None:
    assert not is_allowed(address)
    document = written(f"[words](<{address}>) end")
    assert not any(form.format.isAnchor() for block in blocks(document) for form in block.textFormats())


@pytest.mark.parametrize("address", ["https://example.org/a?b=c", "http://example.org", "mailto:a@example.org"])
def test_web_and_mail_addresses_are_links(address: str) -> None:
    assert format_of(written(f"[words]({address})"), "words").anchorHref() == address


def test_bare_addresses_are_links_without_the_punctuation_after_them() -> None:
    text = "see https://example.org/a_(b), or (http://x.org)."
    assert list(split_addresses(text)) == [
        ("see ", False),
        ("https://example.org/a_(b)", True),
        (", or (", False),
        ("http://x.org", True),
        (").", False),
    ]
    assert format_of(written(text), "x.org").anchorHref() == "http://x.org"


def test_a_disguised_host_is_shown_as_it_is() -> None:
    assert shown_address("https://аpple.com/x") == "https://xn--pple-43d.com/x"
    assert shown_address("https://google.com@evil.org:8080/x") == "https://evil.org:8080/x"
    assert shown_address("mailto:a@example.org") == "mailto:a@example.org"


def test_long_messages_are_cut_and_say_so() -> None:
    document = MessageDocument(LOOK)
    document.write("word " * SHOWN_LIMIT)
    assert document.cut
    assert document.characterCount() <= SHOWN_LIMIT + 1
    document.write("word", limit=SHOWN_LIMIT)
    assert not document.cut


def test_long_runs_are_breakable_and_copied_whole() -> None:
    run = "x" * (3 * RUN_LIMIT)
    source = prepare(run)
    assert max(len(piece) for piece in source.text.split(BREAK)) == RUN_LIMIT
    assert source.text.replace(BREAK, "") == run
    assert prepare("x" * RUN_LIMIT + " y").text == "x" * RUN_LIMIT + " y"
    assert plain_text(run) == run


BOMBS = {
    "quotes": ">" * 20_000 + "x",
    "nested list": "\n".join("  " * depth + "- a" for depth in range(1000)),
    "brackets": "[" * 50_000,
    "links": "[a](" * 50_000,
    "stars": "*" * 100_000,
    "star words": "*a " * 50_000,
    "table": "|a" * 50 + "|\n" + "|-" * 50 + "|\n" + ("|b" * 50 + "|\n") * 2000,
    "wide table": "|a" * 2000 + "|\n" + "|-" * 2000 + "|\n",
    "one line": "x" * 1_000_000,
    "one word after another": "word " * 200_000,
    "paragraphs": "a\n\n" * 100_000,
    "emoji": "😀" * 100_000,
    "zalgo": "a" + "\u0301" * 100_000,
    "right to left": "\u202e" * 1000 + "abc" * 1000,
    "nul": "a\0b" * 1000,
    "html": "<div>" * 20_000 + "x",
    "html tables": "<table><tr><td>" * 2000 + "x",
    "ticks": "".join("`" * n + " " for n in range(400)),
    "code": "```python\n" + "(" * 50_000 + "\n```",
    "reference definitions": "[a]: b\n" * 14_000,
    "unclosed fence": "```" * 20_000,
    "line separators": "\u2028" * 50_000,
    "lone surrogates": "\ud83d" * 10_000,
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_a_message_like_any_other(text: str) -> None:
    began = time.process_time()
    document = written(text)
    assert document.size().height() > 0
    document.decorations()
    document.stream(text)
    plain_text(text)
    assert time.process_time() - began < GUARD_S
