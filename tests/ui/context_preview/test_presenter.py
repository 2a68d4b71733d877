"""The preview's presenter: plans in time, nothing stale, nothing shown for what it is not, and the prompt to the letter."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLineEdit

from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.services.context_service import ContextService, WhatIf
from desktop_app.services.events import RecallProgressed, RecallState
from desktop_app.ui.context_preview.presenter import DELAY_MS, UNSEEN_DELAY_MS, ContextPreviewPresenter
from desktop_app.ui.context_preview.view import ContextPreview
from tests.fakes.program import make_program
from tests.fakes.recall import FakeRecall
from tests.ui.conftest import until
from tests.ui.context_preview.plans import PLAN, block, plan_of
from tests.ui.rig import Window

AS_IT_IS = WhatIf()


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
            async def preview(
                self, chat_id: str, draft_text: str, *, what_if: WhatIf = AS_IT_IS, wait: bool = False
            ) -> ContextPlan:
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
    await until(lambda: "900" in bench.view.head.problem.sentence())
    assert bench.view.head.problem.sentence().startswith("What must be sent needs")
    assert bench.view.plan is None
    assert not bench.view._tree.model().rowCount()
    bench.presenter.set_draft("x")
    await until(lambda: len(bench.asked) == 2)
    bench.answers[1].set_result(PLAN)
    await until(lambda: bench.view.plan is PLAN)
    assert bench.view.head.problem.sentence() == ""
    assert field.hasFocus()
    await bench.end()


async def test_an_old_answers_plan_stays_until_the_person_goes_back(bench: Bench) -> None:
    """Meanwhile the marks in the conversation stay right."""
    planned: list[ContextPlan] = []
    bench.presenter.planned.connect(planned.append)
    old = plan_of(block(BlockKind.SYSTEM, 3))
    bench.presenter.open("c", "")
    await until(lambda: len(bench.asked) == 1)
    bench.presenter.show_plan(old, "What the model saw for this answer")
    bench.answers[0].set_result(PLAN)
    bench.presenter.set_draft("typing on")
    await until(lambda: len(bench.asked) == 2)
    now = replace(PLAN, used=1)
    bench.answers[1].set_result(now)
    await until(lambda: planned == [now])
    assert bench.view.plan is old
    assert bench.view.head.banner.sentence() == "What the model saw for this answer"
    bench.view.back_pressed.emit()
    assert bench.view.plan is now
    assert bench.view.head.banner.isHidden()
    assert bench.asked[1:] == [("c", "typing on")]
    await bench.end()


async def test_a_problem_does_not_hide_an_old_answers_plan(bench: Bench) -> None:
    old = plan_of(block(BlockKind.SYSTEM, 3))
    bench.presenter.open("c", "")
    bench.presenter.show_plan(old, "What the model saw for this answer")
    bench.presenter.set_draft("x" * 100)
    await until(lambda: len(bench.asked) == 1)
    bench.answers[0].set_exception(ContextTooLargeError(needed=900, available=400, largest="System (900)"))
    await until(lambda: not bench.program.tasks.running("preview"))
    assert bench.view.plan is old
    bench.view.back_pressed.emit()
    await until(lambda: len(bench.asked) == 2)
    bench.answers[1].set_exception(ContextTooLargeError(needed=900, available=400, largest="System (900)"))
    await until(lambda: "900" in bench.view.head.problem.sentence())
    await bench.end()


async def test_a_message_without_a_plan_says_so(bench: Bench) -> None:
    bench.presenter.show_plan(None, "What the model saw for this answer")
    assert bench.view.plan is None
    assert bench.view.head.problem.sentence().startswith("Nothing is kept")
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
    assert bench.view.head.banner.isHidden()
    await bench.end()


async def test_what_counted_before_a_candidate_comes_back_at_once(bench: Bench) -> None:
    bench.presenter.open("c", "text")
    await until(lambda: len(bench.asked) == 1)
    bench.answers[0].set_result(PLAN)
    await until(lambda: bench.view.plan is PLAN)
    bench.presenter.show_candidate("summarize")
    await until(lambda: len(bench.asked) == 2)
    bench.answers[1].set_result(replace(PLAN, strategy="summarize"))
    await until(lambda: bench.view.plan is not PLAN)
    assert bench.view.head.strategy.text().startswith("Summarize, not chosen yet")
    bench.presenter.show_candidate(None)
    assert bench.view.plan is PLAN
    assert bench.view.head.banner.isHidden()
    assert len(bench.asked) == 2
    await bench.end()


async def test_a_what_if_changes_nothing_and_says_so(bench: Bench) -> None:
    planned: list[ContextPlan] = []
    bench.presenter.planned.connect(planned.append)
    bench.presenter.open("c", "text")
    await until(lambda: len(bench.asked) == 1)
    bench.answers[0].set_result(PLAN)
    await until(lambda: planned == [PLAN])
    bench.view.what_if._limit.setValue(4096)
    await until(lambda: len(bench.asked) == 2)
    assert bench.what_ifs[1] == WhatIf(limit=4096)
    other = replace(PLAN, limit=4096)
    bench.answers[1].set_result(other)
    await until(lambda: bench.view.plan is other)
    assert bench.view.head.banner.sentence() == "What if — nothing is changed"
    assert planned == [PLAN]
    bench.view.back_pressed.emit()
    assert bench.view.plan is PLAN
    assert bench.view.what_if.what_if == AS_IT_IS
    assert bench.view.what_if._limit.value() == PLAN.limit
    await bench.end()


async def test_what_is_sent_now_is_made_again_behind_a_what_if(bench: Bench) -> None:
    """The conversation's marks are of what would be sent, not of what is tried."""
    planned: list[ContextPlan] = []
    bench.presenter.planned.connect(planned.append)
    bench.presenter.open("c", "text")
    await until(lambda: len(bench.asked) == 1)
    bench.answers[0].set_result(PLAN)
    await until(lambda: planned == [PLAN])
    bench.presenter.show_what_if(WhatIf(reserve=1))
    bench.presenter.set_draft("other text")
    await until(lambda: len(bench.asked) == 2)
    tried, now = replace(PLAN, reserve=1), replace(PLAN, used=1)
    bench.answers[1].set_result(tried)
    await until(lambda: len(bench.asked) == 3)
    assert bench.what_ifs[1:] == [WhatIf(reserve=1), AS_IT_IS]
    bench.answers[2].set_result(now)
    await until(lambda: planned == [PLAN, now])
    assert bench.view.plan is tried
    await bench.end()


async def test_a_plan_of_an_earlier_draft_is_not_taken_for_what_is_sent_now(bench: Bench) -> None:
    bench.presenter.open("c", "text")
    await until(lambda: len(bench.asked) == 1)
    bench.presenter.set_draft("text and")
    bench.answers[0].set_result(PLAN)
    await until(lambda: len(bench.asked) == 2)
    newer = replace(PLAN, used=1)
    bench.answers[1].set_result(newer)
    await until(lambda: bench.view.plan is newer)
    assert bench.asked == [("c", "text"), ("c", "text and")]
    await bench.end()


async def test_for_a_dock_that_nobody_sees_plans_are_made_in_pauses(bench: Bench) -> None:
    """The marks in the conversation need them; what was typed in between is not built."""
    bench.presenter.set_wanted(wanted=False)
    bench.presenter.open("c", "t")
    await _pass(2 * DELAY_MS)
    assert bench.asked == []
    bench.presenter.set_draft("te")
    bench.presenter.set_wanted(wanted=True)
    await until(lambda: bench.asked == [("c", "te")])
    bench.answers[0].set_result(PLAN)
    await until(lambda: bench.view.plan is PLAN)
    bench.presenter.set_wanted(wanted=False)
    bench.presenter.set_draft("tex")
    bench.presenter.set_draft("text")
    await until(lambda: bench.asked[1:] == [("c", "text")])
    assert 2 * DELAY_MS < UNSEEN_DELAY_MS
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


async def test_it_says_when_old_messages_are_found_by_their_words_only(english: None, view: ContextPreview) -> None:
    program = make_program()
    window = Window(program)
    recall = FakeRecall(program.bus)
    presenter = ContextPreviewPresenter(replace(window.services, recall=recall), window.launch, view)
    view.show()
    status = view.head.recall
    assert status is not None
    assert not status.isVisible()

    recall.tell(RecallProgressed(RecallState.WORDS_ONLY))
    assert status.isVisible()
    assert "must be read again" in status.sentence()

    presenter.close()
    recall.tell(RecallProgressed(RecallState.READY))
    assert status.isVisible()  # it listens no more
    await program.tasks.close()


def _shows(view: ContextPreview, text: str) -> Callable[[], bool]:
    return lambda: view.plan is not None and view.plan.messages[-1].content == text


async def _pass(milliseconds: int) -> None:
    """Longer than the presenter waits, in short steps."""
    loop = asyncio.get_running_loop()
    end = loop.time() + milliseconds / 1000
    await until(lambda: loop.time() > end)
