"""Two plans side by side: what each kind takes, what leaves and comes, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from desktop_app.context.plan import Block, BlockKind, Disposition, DroppedRun
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.generation import ConnectionProfile, GenerationSettings
from desktop_app.domain.settings import Settings
from desktop_app.ui.context_preview.compare_dialog import CompareDialog
from desktop_app.ui.context_preview.compare_rows import Total, changed_rows, totals
from desktop_app.ui.context_preview.comparisons import Comparisons
from desktop_app.ui.context_preview.parts import PartKind
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.context_preview.plans import OLDER, block, plan_of
from tests.ui.rig import Window


def history(*names: str) -> list[Block]:
    return [block(BlockKind.HISTORY, 10, name) for name in names]


def test_the_totals_of_both_plans_stand_beside_each_other() -> None:
    before, after = plan_of(*history("a", "b")), plan_of(block(BlockKind.SUMMARY, 7), *history("b"))
    found = {total.kind: total for total in totals(before, after)}
    assert found[BlockKind.SUMMARY] == Total(BlockKind.SUMMARY, 0, 7)
    assert found[BlockKind.HISTORY] == Total(BlockKind.HISTORY, 20, 10)
    assert found[PartKind.RESERVE] == Total(PartKind.RESERVE, 100, 100)
    assert sum(total.before for total in found.values()) == before.limit
    assert BlockKind.LORE not in found


def test_what_leaves_has_the_reason_of_the_plan_that_leaves_it_out() -> None:
    excluded = replace(
        block(BlockKind.LORE, 5, "l", Disposition.EXCLUDED), reason=reason(ReasonCode.OVER_LANE_ALONE, needs=5, had=1)
    )
    before = plan_of(block(BlockKind.LORE, 5, "l"), *history("a", "b", "c"))
    run = DroppedRun("much-older", "b", 7, 70, Disposition.TRIMMED, OLDER)
    after = plan_of(block(BlockKind.SUMMARY, 4), excluded, *history("c", "d"), dropped=(run,))
    leaving, coming = changed_rows(before, after)
    assert (leaving.title, leaving.tokens) == ("Leaves (3)", 25)
    assert [(row.key, row.sentence, row.is_in) for row in leaving.children] == [
        ("block:lore:l", "Needs 5 tokens, had 1.", False),
        ("block:history:a", "Older than the window.", False),
        ("block:history:b", "Older than the window.", False),
    ]
    assert [row.key for row in coming.children] == ["block:summary:x", "block:history:d"]


def test_another_text_of_the_same_block_is_told() -> None:
    before = plan_of(block(BlockKind.SUMMARY, 4, text="short"))
    (row,) = changed_rows(before, plan_of(block(BlockKind.SUMMARY, 9, text="longer")))
    assert (row.title, row.children[0].text) == ("Other text (1)", "longer")
    assert changed_rows(before, before) == []


class Desk:
    """A chat that does not fit, its preview, and the comparisons that are opened."""

    def __init__(self, theme: AppTheme, icons: Icons, view: ContextPreview) -> None:
        small = ConnectionProfile(
            "small", "Small", base_url="http://h/v1", context_limit=200, generation=GenerationSettings(max_tokens=40)
        )
        settings = Settings(first_run_done=True, connections=(small,), default_connection_id="small")
        self.program = make_program(settings=settings)
        self.window = Window(self.program)
        self.view = view
        self.dialogs: list[CompareDialog] = []
        self.presenter = ContextPreviewPresenter(self.window.services, self.window.launch, view)
        services, launch = self.window.services, self.window.launch
        self.comparisons = Comparisons(services, launch, self.presenter, (theme, icons), self._open, view)

    async def begin(self) -> None:
        chat = await self.program.chats.new_chat("Lighthouse")
        for number in range(12):
            await self.program.chats.send(chat.id, f"Question {number} about the lamp and the harbour key")
        self.presenter.open(chat.id, "And the boat?")
        await until(lambda: self.view.plan is not None)
        self.answer = (await self.program.branch_messages(chat.id))[-1].id

    def _open(self, dialog: QDialog) -> None:
        assert isinstance(dialog, CompareDialog)
        dialog.show()
        self.dialogs.append(dialog)

    async def end(self) -> None:
        for dialog in self.dialogs:
            if isValid(dialog):
                dialog.close()
        self.presenter.close()
        await self.program.tasks.close()


@pytest.fixture
def desk(theme: AppTheme, icons: Icons, view: ContextPreview) -> Desk:
    return Desk(theme, icons, view)


async def test_two_strategies_are_compared_and_nothing_is_chosen(desk: Desk) -> None:
    await desk.begin()
    told = len(desk.program.told)
    desk.comparisons.compare_strategies()
    (dialog,) = desk.dialogs
    await until(lambda: all(plan is not None for plan in dialog._plans))
    first, second = dialog._plans
    assert first is not None
    assert second is not None
    assert (first.strategy, second.strategy) == ("truncate", "summarize")
    assert dialog._sentence.text() != ""
    assert [row.key for row in dialog._model.top] != []
    dialog._columns[1]._choice.setCurrentIndex(3)
    await until(lambda: (plan := dialog._plans[1]) is not None and plan.strategy == "manual")
    assert len(desk.program.told) == told
    await desk.end()


async def test_an_old_answers_plan_is_compared_with_today(desk: Desk) -> None:
    await desk.begin()
    old = await desk.program.context.stored_plan(desk.answer)
    assert old is not None
    desk.presenter.show_plan(old, "What the model saw for this answer")
    desk.view.compare_pressed.emit()
    (dialog,) = desk.dialogs
    await until(lambda: all(plan is not None for plan in dialog._plans))
    assert dialog._plans[0] is old
    assert dialog.side(0).name == "What the model saw for this answer"
    assert [row.title.split(" ")[0] for row in dialog._model.top] == ["Leaves", "Comes"]
    await desk.end()


async def test_a_side_that_does_not_fit_says_so(desk: Desk) -> None:
    await desk.begin()
    desk.presenter.set_draft("word " * 400)
    desk.comparisons.compare_strategies()
    (dialog,) = desk.dialogs
    await until(lambda: dialog._problem.sentence() != "")
    assert dialog._model.top == []
    await desk.end()


async def test_a_plan_for_a_closed_comparison_harms_nobody(desk: Desk) -> None:
    await desk.begin()
    desk.comparisons.compare_strategies()
    (dialog,) = desk.dialogs
    dialog.deleteLater()
    await until(lambda: not isValid(dialog))
    await until(lambda: not desk.program.tasks.running("comparison"))
    assert desk.program.bugs == []
    await desk.end()


async def test_a_row_leads_to_its_message(desk: Desk) -> None:
    await desk.begin()
    went: list[str] = []

    def note(message_id: str, _start: int, _end: int) -> None:
        went.append(message_id)

    desk.comparisons.message_activated.connect(note)
    desk.comparisons.compare_strategies()
    (dialog,) = desk.dialogs
    await until(lambda: dialog._model.top != [])
    row = dialog._model.top[0].children[0]
    dialog._tree.opened.emit(row)
    assert went == ([row.message_id] if row.message_id else [])
    assert dialog.isHidden() is bool(row.message_id)
    await desk.end()
