"""The preview: sums that reconcile, plans in time, nothing stale, and the prompt to the letter."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLineEdit, QTreeView

from desktop_app.context.plan import Block, BlockKind, ContextPlan, Disposition, DroppedRun, Reason
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.generation import ChatMessage
from desktop_app.domain.message import Role
from desktop_app.services.context_service import ContextService, WhatIf
from desktop_app.ui.context_preview.budget_bar import MINIMUM_SEGMENT, BudgetBar
from desktop_app.ui.context_preview.nodes import Node, tree_of
from desktop_app.ui.context_preview.parts import Part, PartKind, parts_of
from desktop_app.ui.context_preview.presenter import DELAY_MS, ContextPreviewPresenter
from desktop_app.ui.context_preview.summary import header_line
from desktop_app.ui.context_preview.tree_model import PlanTreeModel
from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.rig import Window

AS_IT_IS = WhatIf()

BECAUSE = Reason("included.in-window", {}, "One of the newest messages that fit.")


def block(
    kind: BlockKind, tokens: int, name: str = "x", disposition: Disposition = Disposition.INCLUDED, text: str = "text"
) -> Block:
    return Block(f"{kind.value}:{name}", kind, name, text, tokens, True, disposition, BECAUSE)


def plan_of(*blocks: Block, dropped: tuple[DroppedRun, ...] = (), reserve: int = 100, note: str = "") -> ContextPlan:
    used = sum(one.tokens for one in blocks if one.disposition is Disposition.INCLUDED) + 7
    return ContextPlan(
        chat_id="c",
        model="m",
        tokenizer="words",
        exact=True,
        limit=1000,
        reserve=reserve,
        safety=10,
        available=1000 - reserve - 10,
        used=used,
        overhead=7,
        strategy="truncate",
        strategy_note=note,
        blocks=blocks,
        dropped=dropped,
        messages=(ChatMessage(Role.SYSTEM, "Be <b>kind</b>."), ChatMessage(Role.USER, "  spaces  stay\n")),
        warnings=(),
        fingerprint="f",
    )


PLAN = plan_of(
    block(BlockKind.SYSTEM, 50),
    block(BlockKind.HISTORY, 30, "one"),
    block(BlockKind.HISTORY, 40, "two"),
    block(BlockKind.HISTORY, 999, "out", Disposition.EXCLUDED),
    block(BlockKind.INPUT, 5),
    dropped=(DroppedRun("a", "b", 12, 3400, Disposition.TRIMMED, BECAUSE),),
)


def test_the_parts_are_the_whole_limit() -> None:
    parts = {part.kind: part.tokens for part in parts_of(PLAN)}
    assert sum(parts.values()) == PLAN.limit
    assert parts[BlockKind.HISTORY] == 70
    assert parts[PartKind.RESERVE] == 100
    assert parts[PartKind.FREE] == PLAN.available - PLAN.used
    assert sum(tokens for kind, tokens in parts.items() if isinstance(kind, BlockKind)) + 7 == PLAN.used


def test_segments_fill_the_bar_and_none_is_invisible(theme: AppTheme) -> None:
    bar = BudgetBar(theme)
    bar.resize(300, 16)
    parts = [Part(BlockKind.SYSTEM, 1), Part(BlockKind.HISTORY, 700), Part(PartKind.RESERVE, 299)]
    bar.show_parts(parts)
    segments = list(bar.segments())
    assert [part for _, part in segments] == parts
    assert min(rect.width() for rect, _ in segments) >= MINIMUM_SEGMENT
    assert segments[0][0].left() == 0
    assert round(segments[-1][0].right()) == bar.width()
    gaps = [after[0].left() - before[0].right() for before, after in pairwise(segments)]
    assert all(0.9 < gap < 1.1 for gap in gaps)


def test_the_tree_reconciles_with_the_header() -> None:
    top = tree_of(PLAN)
    assert [node.key for node in top] == ["kind:system", "kind:history", "kind:input", "overhead", "out"]
    assert sum(node.tokens for node in top if node.key != "out") == PLAN.used
    out = top[-1]
    assert out.title == "Left out (13)"
    assert [child.tokens for child in out.children] == [3400, 999]
    assert all(child.reason for child in out.children)


def test_the_tree_model_keeps_qts_rules() -> None:
    model = PlanTreeModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_nodes(tree_of(PLAN))
    assert model.rowCount() == 5
    model.show_nodes([])
    assert model.rowCount() == 0


def test_what_is_folded_is_not_made(theme: AppTheme) -> None:
    del theme  # only a Qt application is needed
    made: list[str] = []

    def below() -> list[Node]:
        made.append("rows")
        return [Node("block:a", "A", 5, exact=True, kind=BlockKind.LORE)]

    group = Node("kind:lore", "Lore", 5, exact=True, kind=BlockKind.LORE, below=below)
    model, tree = PlanTreeModel(), QTreeView()
    tree.setModel(model)
    tree.show()
    model.show_nodes([group])
    tree.grab()
    assert model.hasChildren(model.index(0, 0))
    assert not made
    tree.expand(model.index(0, 0))
    assert made == ["rows"]
    assert model.rowCount(model.index(0, 0)) == 1


@pytest.fixture
def view(theme: AppTheme, icons: Icons) -> ContextPreview:
    preview = ContextPreview(theme, icons)
    preview.resize(340, 700)
    preview.show()
    return preview


@pytest.fixture
def english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


@pytest.mark.usefixtures("english")
def test_the_header_says_what_is_used_of_what_and_marks_estimates() -> None:
    assert header_line(PLAN) == "132 used of 1,000 · 100 reserved"
    assert header_line(replace(PLAN, exact=False)) == "≈ 132 used of 1,000 · 100 reserved"


def test_the_prompt_is_copied_to_the_letter(view: ContextPreview) -> None:
    view.show_plan(PLAN)
    view.copy_prompt()
    assert QGuiApplication.clipboard().text() == "── system ──\nBe <b>kind</b>.\n\n── user ──\n  spaces  stay\n"


def test_what_is_open_and_chosen_stays_with_the_next_plan(view: ContextPreview) -> None:
    view.show_plan(PLAN)
    tree = view._tree
    history = tree.model().index(1, 0)
    tree.expand(history)
    tree.setCurrentIndex(tree.model().index(1, 0, history))
    chosen: list[Node | None] = []
    tree.chosen.connect(chosen.append)
    view.show_plan(plan_of(block(BlockKind.SYSTEM, 1), *PLAN.blocks[1:3]))
    history = tree.model().index(1, 0)
    assert tree.isExpanded(history)
    assert chosen[-1] is not None
    assert chosen[-1].key == "block:history:two"


class Bench:
    """The dock with its presenter; plans are made by hand and come when the test lets them."""

    def __init__(self, view: ContextPreview) -> None:
        self.program = make_program()
        self.window = Window(self.program)
        self.view = view
        self.asked: list[tuple[str, str]] = []
        self.what_ifs: list[WhatIf] = []
        self.answers: list[asyncio.Future[ContextPlan]] = []
        bench = self

        class Held(ContextService):
            async def preview(self, chat_id: str, draft_text: str, *, what_if: WhatIf = AS_IT_IS) -> ContextPlan:
                bench.asked.append((chat_id, draft_text))
                bench.what_ifs.append(what_if)
                answer: asyncio.Future[ContextPlan] = asyncio.get_running_loop().create_future()
                bench.answers.append(answer)
                return await asyncio.shield(answer)

        self.program.context.__class__ = Held
        self.presenter = ContextPreviewPresenter(self.window.services, self.window.launch, view)

    async def end(self) -> None:
        self.presenter.close()
        await self.program.tasks.close()


@pytest.fixture
def bench(view: ContextPreview) -> Bench:
    return Bench(view)


async def test_keys_in_a_row_ask_once_for_the_last_text(bench: Bench) -> None:
    bench.presenter.open("c", "")
    for end in range(1, 6):
        bench.presenter.set_draft("Hello"[:end])
    await until(lambda: bool(bench.asked))
    assert bench.asked == [("c", "Hello")]
    assert DELAY_MS <= 80
    await bench.end()


async def test_a_plan_that_comes_too_late_is_dropped(bench: Bench) -> None:
    bench.presenter.open("c", "old")
    await until(lambda: len(bench.asked) == 1)
    bench.presenter.set_draft("new")
    await until(lambda: len(bench.asked) == 2)
    new, old = plan_of(block(BlockKind.SYSTEM, 2)), plan_of(block(BlockKind.SYSTEM, 1))
    bench.answers[1].set_result(new)
    await until(lambda: bench.view.plan is new)
    bench.answers[0].set_result(old)
    await asyncio.sleep(0.02)
    assert bench.view.plan is new
    await bench.end()


async def test_a_plan_of_another_chat_is_dropped(bench: Bench) -> None:
    bench.presenter.open("one", "")
    await until(lambda: len(bench.asked) == 1)
    bench.presenter.open("", "")
    bench.answers[0].set_result(PLAN)
    await asyncio.sleep(0.02)
    assert bench.view.plan is None
    await bench.end()


async def test_what_does_not_fit_is_said_in_a_sentence_and_the_keyboard_stays(bench: Bench) -> None:
    field = QLineEdit()
    field.show()
    field.setFocus()
    await until(field.hasFocus)
    bench.presenter.open("c", "x" * 100)
    await until(lambda: len(bench.asked) == 1)
    bench.answers[0].set_exception(ContextTooLargeError(needed=900, available=400, largest="System (900)"))
    await until(lambda: "900" in bench.view._problem.sentence())
    assert bench.view._problem.sentence().startswith("What must be sent needs")
    assert bench.view.plan is None
    assert not bench.view._tree.model().rowCount()
    bench.presenter.set_draft("x")
    await until(lambda: len(bench.asked) == 2)
    bench.answers[1].set_result(PLAN)
    await until(lambda: bench.view.plan is PLAN)
    assert bench.view._problem.sentence() == ""
    assert field.hasFocus()
    await bench.end()


async def test_an_old_answers_plan_stays_until_the_person_goes_back(bench: Bench) -> None:
    old = plan_of(block(BlockKind.SYSTEM, 3))
    bench.presenter.open("c", "")
    await until(lambda: len(bench.asked) == 1)
    bench.presenter.show_plan(old, "What the model saw for this answer")
    bench.answers[0].set_result(PLAN)
    bench.presenter.set_draft("typing on")
    await asyncio.sleep(0.02)
    assert bench.view.plan is old
    assert bench.view._old.isVisible()
    bench.view.back_pressed.emit()
    await until(lambda: len(bench.asked) == 2)
    assert bench.asked[1] == ("c", "typing on")
    bench.answers[1].set_result(PLAN)
    await until(lambda: bench.view.plan is PLAN)
    assert bench.view._old.isHidden()
    await bench.end()


async def test_a_candidate_is_shown_at_once_and_is_not_what_counts(bench: Bench) -> None:
    planned: list[ContextPlan] = []
    bench.presenter.planned.connect(planned.append)
    bench.presenter.open("c", "text")
    await until(lambda: len(bench.asked) == 1)
    bench.answers[0].set_result(PLAN)
    await until(lambda: planned == [PLAN])
    bench.presenter.show_candidate("manual")
    await until(lambda: len(bench.asked) == 2)
    assert bench.what_ifs == [AS_IT_IS, WhatIf(strategy="manual")]
    candidate = replace(PLAN, strategy="manual")
    bench.answers[1].set_result(candidate)
    await until(lambda: bench.view.plan is candidate)
    bench.presenter.set_draft("text and more")
    await until(lambda: len(bench.asked) == 3)
    assert bench.what_ifs[2] == WhatIf(strategy="manual")
    bench.presenter.show_candidate(None)
    await until(lambda: len(bench.asked) == 4)
    bench.answers[3].set_result(PLAN)
    await until(lambda: bench.view.plan is PLAN)
    assert planned == [PLAN, PLAN]
    assert bench.what_ifs[3] == AS_IT_IS
    await bench.end()


async def test_a_candidate_brings_the_dock_back_from_an_old_answer(bench: Bench) -> None:
    bench.presenter.open("c", "text")
    bench.presenter.show_plan(plan_of(block(BlockKind.SYSTEM, 3)), "What the model saw for this answer")
    bench.presenter.show_candidate("manual")
    await until(lambda: bool(bench.asked))
    bench.answers[-1].set_result(PLAN)
    await until(lambda: bench.view.plan is PLAN)
    assert bench.view._old.isHidden()
    await bench.end()


async def test_nothing_is_built_for_a_dock_that_nobody_sees(bench: Bench) -> None:
    bench.presenter.set_wanted(wanted=False)
    bench.presenter.open("c", "text")
    await _pass_delay()
    assert bench.asked == []
    bench.presenter.set_wanted(wanted=True)
    await until(lambda: bench.asked == [("c", "text")])
    await bench.end()


async def test_the_dock_shows_byte_for_byte_what_the_model_receives(view: ContextPreview) -> None:
    """Parity: the plan on screen before Send, and the request that goes out."""
    program = make_program()
    window = Window(program)
    presenter = ContextPreviewPresenter(window.services, window.launch, view)
    chat = await program.chats.new_chat("Lighthouse")
    await program.chats.send(chat.id, "I am Ilya.")
    presenter.open(chat.id, "What is my name?")
    await until(_shows(view, "What is my name?"))
    shown = view.plan
    presenter.close()
    await program.chats.send(chat.id, "What is my name?")
    assert shown is not None
    assert program.provider.requests[-1].messages == shown.messages
    await program.tasks.close()


def _shows(view: ContextPreview, text: str) -> Callable[[], bool]:
    return lambda: view.plan is not None and view.plan.messages[-1].content == text


async def _pass_delay() -> None:
    """Longer than the presenter waits, in short steps."""
    loop = asyncio.get_running_loop()
    end = loop.time() + 3 * DELAY_MS / 1000
    await until(lambda: loop.time() > end)
