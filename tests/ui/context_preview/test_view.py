"""The dock as it is used: what stays from plan to plan, search, details, menus, the prompt and what the cache keeps of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.context.plan import Block, BlockKind, ContextPlan, Disposition, DroppedRun, Hit, Lane, LaneUse
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.generation import ChatMessage
from desktop_app.domain.message import Role
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.prompt import prompt_text, stable_end
from desktop_app.ui.context_preview.prompt_page import PROMPT_LIMIT, common_length
from desktop_app.ui.context_preview.summary import cache_line, header_line, stable_tokens, strategy_line
from desktop_app.ui.context_preview.view import ContextPreview, Mode
from desktop_app.ui.docks import MINIMUM_PREVIEW_WIDTH
from tests.ui.context_preview.plans import OLDER, PLAN, block, plan_of, trace

KEY = reason(ReasonCode.HAD_ROOM)


class Heard:
    """What a signal told."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def __call__(self, *what: object) -> None:
        self.told.append(what)


def row(view: ContextPreview, key: str) -> Node:
    return next(node for node in view._tree._nodes.made() if node.key == key)


def choose(view: ContextPreview, key: str) -> Node:
    node = row(view, key)
    view._tree.setCurrentIndex(view._tree._nodes.index_of(node))
    return node


def unfold(view: ContextPreview, key: str) -> None:
    node = row(view, key)
    view._tree.expand(view._tree._nodes.index_of(node))
    node.look_inside()


def shown(view: ContextPreview) -> list[str]:
    return [node.key for node in view._tree._nodes.made()]


@pytest.fixture
def lore_plan() -> ContextPlan:
    """An entry that a key in a message put in."""
    entry = trace("a", KEY, hits=[Hit("key", "m1", 4, 7)])
    return plan_of(
        block(BlockKind.LORE, 5, "a", text="It lies under the step."),
        block(BlockKind.HISTORY, 5, "m1", text="The key?"),
        block(BlockKind.HISTORY, 5, "m2", text="Under the step."),
        entries=(entry, trace("b")),
        dropped=(DroppedRun("m-9", "m-5", 5, 90, Disposition.TRIMMED, OLDER),),
    )


@pytest.mark.usefixtures("english")
def test_the_header_says_what_is_used_of_what_and_marks_estimates() -> None:
    assert header_line(PLAN) == "132 used of 1,000 · 100 reserved"
    assert header_line(replace(PLAN, exact=False)) == "≈ 132 used of 1,000 · 100 reserved"


@pytest.mark.usefixtures("english")
def test_the_header_says_what_the_cache_keeps() -> None:
    system = replace(block(BlockKind.SYSTEM, 500), rendered=(0,))
    said = replace(block(BlockKind.INPUT, 93), rendered=(1,))
    plan = replace(plan_of(system, said), stable=1)
    assert stable_tokens(plan) == 504  # and half of the overhead of 7
    assert cache_line(plan) == "The cache keeps ≈ 504 of 600 (84 %)"
    assert cache_line(replace(plan, stable=0)) == ""
    assert stable_tokens(replace(plan, stable=2)) == plan.used


def test_a_candidate_and_a_note_are_told_with_the_strategy() -> None:
    assert strategy_line(PLAN, is_candidate=True).startswith("Trim, not chosen yet")
    assert "ranked by words" in strategy_line(replace(PLAN, strategy_note="ranked by words"))


def test_a_server_that_counts_nothing_is_not_said_to_have_counted() -> None:
    counted = replace(PLAN, tokenizer="server")
    guessed = replace(counted, exact=False, blocks=tuple(replace(block, exact=False) for block in counted.blocks))
    assert strategy_line(counted).endswith("the model's own tokenizer")
    assert strategy_line(guessed).endswith("estimated")
    assert strategy_line(replace(guessed, tokenizer="estimate")).endswith("estimated")
    assert strategy_line(replace(guessed, tokenizer="o200k_base")).endswith("o200k_base")


def test_the_prompt_is_copied_to_the_letter(view: ContextPreview) -> None:
    view.show_plan(PLAN)
    view.copy_prompt()
    assert QGuiApplication.clipboard().text() == "── system ──\nBe <b>kind</b>.\n\n── user ──\n  spaces  stay\n"


def test_what_is_open_and_chosen_stays_with_the_next_plan(view: ContextPreview) -> None:
    view.show_plan(PLAN)
    tree = view._tree
    unfold(view, "kind:history")
    choose(view, "block:history:two")
    chosen: list[Node | None] = []
    tree.chosen.connect(chosen.append)
    view.show_plan(plan_of(block(BlockKind.SYSTEM, 1), *PLAN.blocks[1:3]))
    assert tree.isExpanded(tree._nodes.index_of(row(view, "kind:history")))
    assert chosen[-1] is not None
    assert chosen[-1].key == "block:history:two"


def test_the_search_opens_what_it_finds_and_gives_the_rows_back(view: ContextPreview, qtbot: QtBot) -> None:
    view.show_plan(PLAN)
    before = shown(view)
    view._search.field.setText("two")
    qtbot.waitUntil(lambda: "block:history:out" not in shown(view) and len(shown(view)) < len(before))
    assert shown(view) == ["kind:history"]
    view._search.field.setText("nothing has this")
    qtbot.waitUntil(view._nothing.isVisible)
    assert view._tree.isHidden()
    view._search.clear()
    assert shown(view) == before
    view._search.only_out.setChecked(True)
    assert [key.split(":trimmed")[0] for key in shown(view)] == ["out", "run", "block:history:out"]


def test_typing_among_the_rows_begins_a_search(view: ContextPreview, qtbot: QtBot) -> None:
    view.activateWindow()
    view.show_plan(PLAN)
    view._tree.setFocus()
    qtbot.waitUntil(view._tree.hasFocus)
    QTest.keyClicks(view._tree, "t")
    assert view._search.field.text() == "t"
    qtbot.waitUntil(view._search.field.hasFocus)
    QTest.keyClick(view._search.field, Qt.Key.Key_Escape)
    assert view._search.field.text() == ""
    assert view._tree.hasFocus()


def test_a_row_is_copied_with_its_reason_and_text(view: ContextPreview) -> None:
    view.show_plan(plan_of(block(BlockKind.SYSTEM, 5, text="Be kind."), block(BlockKind.INPUT, 3)))
    choose(view, "kind:system")
    QTest.keyClick(view._tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "System\t5\tOne of the newest messages that fit.\nBe kind."


def test_a_click_goes_to_the_message_and_enter_opens_the_entry(view: ContextPreview, lore_plan: ContextPlan) -> None:
    went, opened = Heard(), Heard()
    view.message_activated.connect(went)
    view.entry_activated.connect(opened)
    view.show_plan(lore_plan)
    tree = view._tree
    for key in ("kind:lore", "kind:history", "out"):
        unfold(view, key)
    for key in ("block:history:m2", "block:lore:a", shown(view)[-1]):
        index = tree._nodes.index_of(row(view, key))
        tree.scrollTo(index)
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(index).center())
    assert went.told == [("m2", -1, -1), ("m-9", -1, -1)]
    assert opened.told == []
    choose(view, "block:lore:a")
    QTest.keyClick(tree, Qt.Key.Key_Return)
    view._detail._to_entry.click()
    assert opened.told == [("lore", "book", "a")] * 2


def test_the_detail_says_why_and_leads_to_the_key(view: ContextPreview, lore_plan: ContextPlan) -> None:
    went = Heard()
    view.message_activated.connect(went)
    view.show_plan(lore_plan)
    unfold(view, "kind:lore")
    choose(view, "block:lore:a")
    detail = view._detail
    assert detail.isVisible()
    assert detail._title.text().startswith("In context")
    assert detail._text.toPlainText() == "It lies under the step."
    assert detail._change.isHidden()
    item = detail._lines.itemAt(0)
    assert item is not None
    line = item.widget()
    assert isinstance(line, QPushButton)
    assert line.accessibleName() == "m1, 5–7: The key?"
    line.click()
    assert went.told == [("m1", 4, 7)]


def test_the_detail_says_what_would_have_to_change_and_asks_for_room(view: ContextPreview) -> None:
    asked: list[str] = []
    view.room_asked.connect(asked.append)
    over = reason(ReasonCode.OVER_LANE_ALONE, needs=60, had=20)
    out = replace(block(BlockKind.LORE, 60, "big", Disposition.TRIMMED), reason=over)
    plan = plan_of(block(BlockKind.SYSTEM, 5), out, entries=(trace("big", over), trace("far")))
    view.show_plan(replace(plan, lanes=(LaneUse(Lane.KEYED_LORE, 40, 60),)))
    unfold(view, "kind:lore")
    choose(view, "block:lore:big")
    detail = view._detail
    assert asked[-1] == out.id
    assert detail._needed.isHidden()
    assert "40" in detail._lanes.text()
    view.show_needed("other", 7)
    assert detail._needed.isHidden()
    view.show_needed(out.id, 212)
    assert "212" in detail._needed.text()
    unfold(view, "far:lore:inactive.no-key-hit")
    choose(view, "entry:lore:far")
    assert asked[-1] == ""
    assert detail._needed.isHidden()
    assert detail._change.text().startswith("It would be in if one of its keys")


def test_a_line_about_another_entry_leads_to_its_row(view: ContextPreview) -> None:
    castle = trace("castle", KEY, hits=[Hit("castle", "m1", 0, 1)])
    king = replace(trace("king", KEY, hits=[Hit("king", "castle", 0, 4)]), pulled_by="castle")
    view.show_plan(
        plan_of(block(BlockKind.LORE, 1, "castle"), block(BlockKind.LORE, 1, "king"), entries=(castle, king))
    )
    assert view.show_row(lambda node: node.trace is king)
    assert view._tree.currentIndex().data() == "Entry king"
    (line, *_) = [b for b in view._detail.findChildren(QPushButton) if "Entry castle" in b.accessibleName()]
    line.click()
    assert view._tree.currentIndex().data() == "Entry castle"


def test_a_place_is_shown_through_a_search_that_hides_it(view: ContextPreview, lore_plan: ContextPlan) -> None:
    view.show_plan(lore_plan)
    view._tabs.setCurrentIndex(1)
    view._search.field.setText("under")
    view._search._tell()
    assert view.show_row(lambda node: node.message_id == "m1" and node.run is None)
    assert view._tabs.currentIndex() == 0
    assert view._search.field.text() == ""
    assert not view.show_row(lambda node: node.message_id == "nowhere")


def test_a_rows_menu_has_the_same_actions(view: ContextPreview, lore_plan: ContextPlan) -> None:
    heard: list[str] = []

    def fill(node: Node, menu: QMenu) -> None:
        heard.append(node.key)
        menu.addAction("Exclude")

    view.row_menu_requested.connect(fill)
    view.show_plan(lore_plan)
    unfold(view, "kind:lore")
    for key, expected in (
        ("block:lore:a", ["Open", "Exclude", "Copy row"]),
        ("out", ["Exclude", "Copy row"]),
    ):
        view._tree.menu_requested.emit(row(view, key), view.mapToGlobal(view.rect().center()))
        menu = next(menu for menu in view.findChildren(QMenu) if menu.isVisible())
        assert [action.text() for action in menu.actions()] == expected
        menu.close()
        menu.setParent(None)  # it deletes itself when the loop comes round
    assert heard == ["block:lore:a", "out"]


def test_the_prompt_is_changed_only_where_it_differs_and_keeps_its_place(view: ContextPreview) -> None:
    long = ChatMessage(Role.SYSTEM, "\n".join(f"Line {number}" for number in range(500)))
    view._tabs.setCurrentIndex(1)
    view.show_plan(replace(PLAN, messages=(long, ChatMessage(Role.USER, "H"))))
    text = view._prompt._text
    text.verticalScrollBar().setValue(200)
    plan = replace(PLAN, messages=(long, ChatMessage(Role.USER, "He 🙂 said\r\nso"), ChatMessage(Role.USER, "🙂 end")))
    view.show_plan(plan)
    assert text.toPlainText() == prompt_text(plan).replace("\r\n", "\n")
    assert text.verticalScrollBar().value() == 200
    view.show_plan(replace(plan, messages=(long,)))
    assert text.toPlainText() == prompt_text(replace(plan, messages=(long,)))


def test_the_hairline_of_the_cache_lies_above_the_first_message_that_is_new(view: ContextPreview) -> None:
    messages = (ChatMessage(Role.SYSTEM, "One\r\ntwo"), ChatMessage(Role.USER, "three"), ChatMessage(Role.USER, "four"))
    plan = replace(PLAN, messages=messages, stable=2)
    assert prompt_text(plan)[stable_end(plan) :].startswith("── user ──\nfour")
    view._tabs.setCurrentIndex(1)
    view.show_plan(plan)
    text = view._prompt._text
    assert text.document().findBlockByNumber(text.mark_line + 1).text() == "four"
    with_line = text.grab().toImage()
    view.show_plan(replace(plan, stable=0))
    assert text.mark_line == -1
    assert text.grab().toImage() != with_line
    assert stable_end(replace(plan, stable=3)) == 0


def test_in_a_narrow_dock_the_controls_of_the_prompt_stand_one_below_the_other(
    view: ContextPreview, qtbot: QtBot
) -> None:
    page = view._prompt
    view.setMinimumWidth(MINIMUM_PREVIEW_WIDTH)  # as the dock does
    view._tabs.setCurrentWidget(page)
    page._copy.setText("Copy the whole prompt, in a language of many letters")
    needed = page._fixed.sizeHint().width() + page._copy.sizeHint().width()
    view.resize(needed + 100, 600)
    assert page._fixed.geometry().center().y() == page._copy.geometry().center().y()
    view.resize(needed - 20, 600)
    qtbot.waitUntil(lambda: page._fixed.geometry().bottom() < page._copy.geometry().top())
    for control in (page._fixed, page._copy):
        assert control.width() >= control.sizeHint().width()


def test_an_endless_prompt_is_shown_by_its_beginning(view: ContextPreview) -> None:
    view._tabs.setCurrentIndex(1)
    view.show_plan(replace(PLAN, messages=(ChatMessage(Role.USER, "x " * PROMPT_LIMIT),)))
    shown_text = view._prompt._text.toPlainText()
    assert len(shown_text) < PROMPT_LIMIT + 200
    assert shown_text.endswith("copies all of it.")


@pytest.mark.parametrize(
    ("first", "second", "expected"), [("", "", 0), ("abc", "abd", 2), ("abc", "abc", 3), ("x", "y", 0)]
)
def test_common_beginnings_are_found(first: str, second: str, expected: int) -> None:
    assert common_length(first, second) == expected


def test_what_is_not_what_would_be_sent_says_so(view: ContextPreview) -> None:
    view.show_plan(PLAN)
    banner = view.head.banner
    for mode, words in (
        (Mode.OLD, "For this answer"),
        (Mode.WHAT_IF, "nothing is changed"),
        (Mode.CANDIDATE, ""),
        (Mode.NOW, ""),
    ):
        view.show_mode(mode, "For this answer")
        assert words in banner.sentence()
        assert bool(banner.sentence()) is bool(words)


def test_the_character_is_called_by_name(view: ContextPreview) -> None:
    card = [
        Block(f"prompt.{name}", BlockKind.CHARACTER, name, "text", 5, True, Disposition.INCLUDED, KEY, rendered=(0,))
        for name in ("Description", "Scenario")
    ]
    view.set_character("Mira")
    view.show_plan(plan_of(*card))
    assert row(view, "kind:character").title == "Mira"


@pytest.mark.usefixtures("english")
def test_the_newest_message_is_said_by_the_persona(view: ContextPreview) -> None:
    picture = replace(block(BlockKind.INPUT, 3), id="m1/picture-0", title="Picture 8 × 6", text="", origin_id="m1")
    said = replace(block(BlockKind.INPUT, 5, "m1"), title="Current input", text="Look!", origin_id="m1")
    view.show_plan(plan_of(said, picture))
    assert row(view, "kind:input").title == "Your message (2)"
    assert [node.title for node in row(view, "kind:input").children] == ["Your message: Look!", "Picture 8 × 6"]
    view.set_persona("Arik")
    assert row(view, "kind:input").title == "Your message as Arik"
    view.show_mode(Mode.OLD, "For this answer")
    view.show_plan(plan_of(said))
    assert row(view, "kind:input").title == "Your message", "then it may have been another"


@pytest.mark.parametrize("width", [MINIMUM_PREVIEW_WIDTH, 480])
def test_the_buttons_of_the_banner_are_never_cut(view: ContextPreview, width: int) -> None:
    view.resize(width, 700)
    banner = view.head.banner
    banner.show_sentence("What the model saw for this answer", "info", "Back to what is sent now", compares=True)
    QGuiApplication.sendPostedEvents()
    buttons = [button for button in banner.findChildren(QPushButton) if button.isVisible()]
    assert len(buttons) == 2
    for button in buttons:
        assert button.contentsRect().width() >= button.fontMetrics().horizontalAdvance(button.text())
        assert banner.rect().contains(button.geometry())
