"""What is stored, what is only shown, and what comes back: the selector over the real services, with the dock beside it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from desktop_app.context.compare import difference
from desktop_app.context.plan import ContextPlan
from desktop_app.context.plan_store import dump
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.chat import ChatContext
from desktop_app.domain.errors import StorageError
from desktop_app.domain.generation import StoredPlan
from desktop_app.services.context_service import ContextService, WhatIf
from desktop_app.services.marks_service import MessageMark
from desktop_app.services.strategy_service import StrategyOrigin, StrategyService
from desktop_app.ui.icons import Icons
from desktop_app.ui.plan_difference import difference_sentence
from desktop_app.ui.strategies import STRATEGIES
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.ui.composer.bench import Bench
from tests.ui.composer.hand import SETTINGS, click, drag_to, long_chat, middle, release, settings, turn_wheel
from tests.ui.conftest import until
from tests.ui.rig import press

TRIM, SUMMARIZE, RECALL, MANUAL = STRATEGIES

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def bench(theme: AppTheme, icons: Icons) -> Bench:
    return Bench(theme, icons, make_program(settings=SETTINGS))


def stored_bytes(plan: ContextPlan | None) -> StoredPlan:
    """A plan as it is kept, to the byte."""
    assert plan is not None
    return dump(plan)


async def test_a_held_thumb_is_shown_and_nothing_is_stored(bench: Bench) -> None:
    """Press, move to the third, no release."""
    await bench.open(await long_chat(bench.program))
    before = stored_bytes(bench.view.plan)
    drag_to(bench.track, RECALL)
    await until(lambda: bench.shown == RECALL)
    await until(lambda: bench.line != "")
    assert await bench.stored() == (TRIM, StrategyOrigin.DEFAULT)
    assert (await bench.program.chats.get_chat(bench.chat_id)).strategy is None
    press(bench.elsewhere, Qt.Key.Key_Escape)
    await until(lambda: bench.shown == TRIM)
    assert stored_bytes(bench.view.plan) == before
    assert bench.line == ""
    release(bench.track, middle(bench.track, RECALL))
    await bench.settle()
    assert await bench.stored() == (TRIM, StrategyOrigin.DEFAULT)
    await bench.end()


async def test_release_stores_and_a_second_program_finds_it(theme: AppTheme, icons: Icons, bench: Bench) -> None:
    chat_id = await bench.open(await long_chat(bench.program))
    drag_to(bench.track, SUMMARIZE)
    release(bench.track, middle(bench.track, SUMMARIZE))
    assert bench.track.value == SUMMARIZE
    await bench.settle()
    assert await bench.stored() == (SUMMARIZE, StrategyOrigin.CHAT)
    await until(lambda: bench.shown == SUMMARIZE)
    other = (await bench.program.chats.new_chat("Other")).id
    await bench.open(other)
    assert bench.track.value == TRIM
    assert bench.track._look().hollow
    await bench.open(chat_id)
    assert bench.track.value == SUMMARIZE
    assert not bench.track._look().hollow
    await bench.end()


async def test_a_choice_is_stored_though_the_window_closes_at_once(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program))
    click(bench.track, MANUAL)
    await bench.end()
    assert await bench.stored() == (MANUAL, StrategyOrigin.CHAT)


async def test_once_is_for_one_message(bench: Bench) -> None:
    """1×: the second Send uses the old strategy."""
    chat_id = await bench.open(await long_chat(bench.program))
    bench.composer.strategy.scope_chosen.emit(SUMMARIZE, StrategyOrigin.ONCE)
    await until(lambda: bench.track._segments[1].mark == "1×")
    assert not bench.track._look().hollow
    used: list[str] = []
    for text in ("First", "Second"):
        await bench.program.chats.send(chat_id, text)
        answer = (await bench.program.branch_messages(chat_id))[-1]
        plan = await bench.program.context.stored_plan(answer.id)
        assert plan is not None
        used.append(plan.strategy)
        await bench.settle()
    assert used == [SUMMARIZE, TRIM]
    assert (bench.track.value, bench.track._look().hollow) == (TRIM, True)
    await bench.end()


async def test_ten_steps_of_the_wheel_change_nothing(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program))
    turn_wheel(bench.track, 10)
    await bench.settle()
    assert await bench.stored() == (TRIM, StrategyOrigin.DEFAULT)
    assert bench.shown == TRIM
    await bench.end()


async def test_a_drag_while_an_answer_comes_leaves_its_plan_alone(theme: AppTheme, icons: Icons) -> None:
    provider = ScriptedProvider(scripts=[words("Said slowly")], hold=asyncio.Event())
    program = make_program(provider, settings=SETTINGS)
    bench = Bench(theme, icons, program)
    chat_id = await bench.open(await long_chat(program))
    bench.composer.editor.insertPlainText("Go on")
    press(bench.composer.editor, Qt.Key.Key_Return)
    await until(lambda: (part := program.chats.partial(chat_id)) is not None and bool(part.text))
    partial = program.chats.partial(chat_id)
    assert partial is not None
    before = stored_bytes(await program.context.stored_plan(partial.id))
    drag_to(bench.track, RECALL)
    await until(lambda: bench.line.endswith("(from the next message)") or bench.line.startswith("No difference"))
    release(bench.track, middle(bench.track, RECALL))
    await bench.settle()
    assert stored_bytes(await program.context.stored_plan(partial.id)) == before
    assert provider.hold is not None
    provider.hold.set()
    await until(lambda: not program.chats.is_streaming(chat_id))
    assert stored_bytes(await program.context.stored_plan(partial.id)) == before
    await program.chats.send(chat_id, "And now")
    plan = await program.context.stored_plan((await program.branch_messages(chat_id))[-1].id)
    assert plan is not None
    assert plan.strategy == RECALL
    await bench.end()


async def test_the_line_compares_two_plans_of_the_same_draft(bench: Bench) -> None:
    chat_id = await bench.open(await long_chat(bench.program))
    await bench.program.marks.mark(chat_id, ["m059", "m058"], MessageMark.EXCLUDE)
    bench.composer.editor.insertPlainText("Draft")
    drag_to(bench.track, RECALL)
    await until(lambda: bench.line != "")
    before = await bench.program.context.preview(chat_id, "Draft", what_if=WhatIf(strategy=TRIM))
    after = await bench.program.context.preview(chat_id, "Draft", what_if=WhatIf(strategy=RECALL))
    found = difference(before, after)
    assert (found.used_before, found.used_after) == (before.used, after.used)
    assert bench.line == difference_sentence(found)
    press(bench.elsewhere, Qt.Key.Key_Escape)
    release(bench.track, middle(bench.track, TRIM))
    await bench.end()


async def test_where_everything_fits_it_says_so_and_for_how_long(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program, messages=4))
    bench.presenter._on_attended(attended=True)
    await until(lambda: bench.line.startswith("Everything fits; no difference for about"))
    bench.presenter._on_attended(attended=False)
    assert bench.line == ""
    drag_to(bench.track, MANUAL)
    await until(lambda: bench.line.startswith("Everything fits"))
    release(bench.track, middle(bench.track, TRIM))
    await bench.end()


async def test_what_cannot_be_sent_at_all_is_said_in_the_line(bench: Bench) -> None:
    await bench.open((await bench.program.chats.new_chat("Short")).id)
    bench.composer.editor.insertPlainText("word " * 1000)
    drag_to(bench.track, MANUAL)
    await until(lambda: bench.line.startswith("What must be sent needs"))
    release(bench.track, middle(bench.track, TRIM))
    assert bench.window.errors == []
    await bench.end()


async def test_the_difference_is_announced_once_when_it_has_come_to_rest(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program, messages=4))
    bench.track.focus_value()
    press(bench.track.radio(TRIM), Qt.Key.Key_Right)
    press(bench.track.radio(SUMMARIZE), Qt.Key.Key_Right)
    await until(lambda: bool(bench.announced))
    await bench.settle()
    assert len(bench.announced) == 1
    assert bench.announced[0] == bench.line
    await bench.end()


async def test_escape_brings_back_what_counted_when_the_keyboard_came(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program))
    bench.track.focus_value()
    press(bench.track.radio(TRIM), Qt.Key.Key_End)
    await bench.settle()
    assert await bench.stored() == (MANUAL, StrategyOrigin.CHAT)
    press(bench.track.radio(MANUAL), Qt.Key.Key_Left)
    press(bench.track.radio(RECALL), Qt.Key.Key_Escape)
    await bench.settle()
    assert await bench.stored() == (TRIM, StrategyOrigin.DEFAULT)
    assert (bench.track.value, bench.track._look().hollow) == (TRIM, True)
    assert bench.track.radio(TRIM).isChecked()
    await bench.end()


async def test_escape_brings_back_once_above_the_chats_own(bench: Bench) -> None:
    chat_id = await bench.open(await long_chat(bench.program))
    await bench.program.strategies.choose(chat_id, RECALL, StrategyOrigin.CHAT)
    await bench.program.strategies.choose(chat_id, MANUAL, StrategyOrigin.ONCE)
    await until(lambda: bench.track._segments[3].mark == "1×")
    bench.track.focus_value()
    press(bench.track.radio(MANUAL), Qt.Key.Key_Home)
    press(bench.track.radio(TRIM), Qt.Key.Key_Escape)
    await bench.settle()
    choice = await bench.program.strategies.choice(chat_id)
    assert (choice.strategy, choice.origin, choice.below) == (MANUAL, StrategyOrigin.ONCE, RECALL)
    await bench.end()


async def test_many_keys_in_a_row_end_where_the_thumb_is(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program))
    bench.track.focus_value()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Left):
        press(bench.track.radio(bench.track.value), key)
    assert bench.track.value == RECALL
    await bench.settle()
    assert await bench.stored() == (RECALL, StrategyOrigin.CHAT)
    assert bench.track.value == RECALL
    await bench.end()


async def test_a_choice_that_cannot_be_stored_goes_back(bench: Bench) -> None:
    class FullDisk(StrategyService):
        async def choose(self, chat_id: str, strategy: str, origin: StrategyOrigin) -> None:
            raise StorageError(detail="the disk is full")

    await bench.open(await long_chat(bench.program))
    bench.program.strategies.__class__ = FullDisk
    click(bench.track, MANUAL)
    assert bench.track.value == MANUAL
    await until(lambda: bool(bench.window.errors))
    await bench.settle()
    assert (bench.track.value, bench.track._look().hollow) == (TRIM, True)
    await until(lambda: bench.shown == TRIM)
    await bench.end()


async def test_other_scopes_and_reset(theme: AppTheme, icons: Icons) -> None:
    bench = Bench(theme, icons, make_program(settings=settings(strategy=SUMMARIZE)))
    chat_id = await bench.open(await long_chat(bench.program))
    await bench.program.chats.set_folder(chat_id, "Winter")
    await until(lambda: bench.presenter._choice is not None and bench.presenter._choice.folder == "Winter")
    choose = bench.composer.strategy.scope_chosen.emit
    choose(RECALL, StrategyOrigin.FOLDER)
    await until(lambda: bench.track.value == RECALL)
    assert "From the folder “Winter”." in bench.track._tips[RECALL]
    choose(MANUAL, StrategyOrigin.DEFAULT)
    await until(lambda: bench.program.settings.settings.context.strategy == MANUAL)
    assert bench.track.value == RECALL
    choose(TRIM, StrategyOrigin.CHAT)
    await bench.settle()
    assert await bench.stored() == (TRIM, StrategyOrigin.CHAT)
    bench.composer.strategy.reset_pressed.emit()
    await bench.settle()
    assert await bench.stored() == (RECALL, StrategyOrigin.FOLDER)
    assert bench.track.value == RECALL
    await bench.end()


async def test_a_default_changed_elsewhere_is_seen_at_once(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program))
    await bench.program.strategies.choose("", MANUAL, StrategyOrigin.DEFAULT)
    await until(lambda: bench.track.value == MANUAL)
    assert bench.track._look().hollow
    await until(lambda: bench.shown == MANUAL)
    await bench.end()


async def test_a_strategy_that_is_not_there_is_told_and_kept(bench: Bench) -> None:
    chat_id = await long_chat(bench.program)
    await bench.program.strategies.choose(chat_id, "of-a-plugin", StrategyOrigin.CHAT)
    bench.chat_id = chat_id
    await bench.writing.open(chat_id)
    await bench.presenter.open(chat_id)
    assert bench.line == "“of-a-plugin” is not there. Trim used instead."
    assert bench.composer.line._warning
    assert bench.track.missing
    assert await bench.stored() == ("of-a-plugin", StrategyOrigin.CHAT)
    click(bench.track, SUMMARIZE)
    await bench.settle()
    assert not bench.track.missing
    assert await bench.stored() == (SUMMARIZE, StrategyOrigin.CHAT)
    await bench.end()


async def test_a_strategy_that_failed_is_told_and_kept(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program))
    assert bench.view.plan is not None
    failed = reason(ReasonCode.STRATEGY_FAILED, strategy=TRIM, error="ValueError")
    bench.dock.planned.emit(replace(bench.view.plan, warnings=(failed,)))
    assert bench.line == "“truncate” failed. Trim used instead."
    assert bench.track._segments[0].missing
    assert bench.track.value == TRIM
    bench.dock.planned.emit(bench.view.plan)
    assert bench.line == ""
    assert not bench.track._segments[0].missing
    await bench.end()


async def test_the_small_switches_are_the_chats(bench: Bench) -> None:
    chat_id = await bench.open(await long_chat(bench.program))
    bench.composer.strategy.summary.click()
    await until(lambda: bench.presenter._chat.context == ChatContext(use_summary=True))
    bench.composer.strategy.recall.click()
    bench.composer.strategy.recall.click()
    await until(lambda: bench.presenter._chat.context == ChatContext(use_summary=True, use_recall=False))
    assert (await bench.program.chats.get_chat(chat_id)).context == ChatContext(use_summary=True, use_recall=False)
    await bench.end()


async def test_a_candidate_shows_what_it_would_use(bench: Bench) -> None:
    await bench.open(await long_chat(bench.program))
    selector = bench.composer.strategy
    assert (selector.summary.on, selector.recall.on) == (False, False)
    drag_to(bench.track, RECALL)
    assert (selector.summary.on, selector.recall.on) == (True, True)
    press(bench.elsewhere, Qt.Key.Key_Escape)
    assert (selector.summary.on, selector.recall.on) == (False, False)
    release(bench.track, middle(bench.track, TRIM))
    await bench.end()


async def test_a_drag_is_given_up_with_its_chat(bench: Bench) -> None:
    first = await bench.open(await long_chat(bench.program))
    other = (await bench.program.chats.new_chat("Other")).id
    drag_to(bench.track, MANUAL)
    await bench.open(other)
    release(bench.track, middle(bench.track, MANUAL))
    await bench.settle()
    for chat_id in (first, other):
        assert (await bench.program.strategies.choice(chat_id)).origin is StrategyOrigin.DEFAULT
    await bench.end()


async def test_no_model_is_asked_on_the_way(theme: AppTheme, icons: Icons) -> None:
    """No paid work before Send: previews build plans, and nothing else."""
    provider = ScriptedProvider()
    bench = Bench(theme, icons, make_program(provider, settings=SETTINGS))
    await bench.open(await long_chat(bench.program))
    for code in (SUMMARIZE, RECALL, MANUAL):
        drag_to(bench.track, code)
        await until(lambda code=code: bench.shown == code)
        press(bench.elsewhere, Qt.Key.Key_Escape)
        release(bench.track, middle(bench.track, code))
    assert provider.requests == []
    await bench.end()


async def test_a_late_difference_is_not_shown(bench: Bench) -> None:
    gate = asyncio.Event()

    class Slow(ContextService):
        async def preview(self, chat_id: str, draft_text: str, *, what_if: WhatIf) -> ContextPlan:  # pyright: ignore[reportIncompatibleMethodOverride] - always given here
            if what_if.strategy == RECALL:
                await gate.wait()
            return await super().preview(chat_id, draft_text, what_if=what_if)

    await bench.open(await long_chat(bench.program))
    bench.program.context.__class__ = Slow
    drag_to(bench.track, RECALL)
    await until(lambda: bench.program.tasks.running("strategy difference"))
    press(bench.elsewhere, Qt.Key.Key_Escape)
    gate.set()
    await until(lambda: not bench.program.tasks.running("strategy difference"))
    assert bench.line == ""
    release(bench.track, middle(bench.track, TRIM))
    await bench.end()
