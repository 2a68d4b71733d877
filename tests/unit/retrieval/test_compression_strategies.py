"""What the two ways to compress keep, leave out and never do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from desktop_app.retrieval.heuristic import HeuristicStrategy
from desktop_app.retrieval.llm_summary import LLMSummaryStrategy
from desktop_app.retrieval.session import CompressedBlock, Session
from tests.unit.retrieval.llms import FakeLlm, SilentLlm

CHATTER = "The rain fell on the old town all night long, and in the morning the streets were as wet as a river bank."
WISH = "I decided that we travel to Porto in May, and please remember that Anna is allergic to peanuts and cannot fly."


def compressed(strategy: Any, texts: list[str], llm: Any = None) -> list[CompressedBlock]:
    messages = [{"role": "user", "content": text} for text in texts]
    return asyncio.run(strategy.compress(Session("c", messages), llm or SilentLlm()))


def by_segment(blocks: list[CompressedBlock]) -> dict[str, str]:
    return {str(block.metadata["segment"]): block.text for block in blocks}


def test_head_tail_and_what_is_important_between() -> None:
    texts = [f"m{at}" for at in range(20)]
    texts[7], texts[9], texts[11] = WISH, CHATTER, "I want tea."  # the last is too short
    blocks = compressed(HeuristicStrategy(), texts)

    assert by_segment(blocks) == {
        "head": "[user]: m0\n[user]: m1\n[user]: m2",
        "important": f"[user]: {WISH}",
        "tail": "[user]: m15\n[user]: m16\n[user]: m17\n[user]: m18\n[user]: m19",
    }
    assert [block.turns for block in blocks] == [(0, 2), (3, 14), (15, 19)]


@pytest.mark.parametrize("count", range(1, 12))
def test_head_and_tail_never_overlap_and_cover_all(count: int) -> None:
    blocks = compressed(HeuristicStrategy(), [f"message {at}!" for at in range(count)])

    lines = [line for block in blocks for line in block.text.split("\n")]
    assert len(lines) == len(set(lines)) == min(count, 8)
    turns = [turn for block in blocks for turn in range(block.turns[0], block.turns[1] + 1)]
    assert turns == list(range(count))


@pytest.mark.parametrize("counts", [(0, 0), (0, 5), (3, 0), (50, 50)])
def test_any_counts_cover_all(counts: tuple[int, int]) -> None:
    blocks = compressed(HeuristicStrategy(*counts), [f"message {at}" for at in range(12)])

    assert [turn for block in blocks for turn in range(block.turns[0], block.turns[1] + 1)] == list(range(12))


@pytest.mark.parametrize(
    ("important", "chatter"),
    [
        (WISH, CHATTER),
        (
            "Мы решили, что в мае едем в Порту, и пожалуйста, запомни: у Анны аллергия на арахис, ей нельзя его есть.",
            "Всю ночь над старым городом шёл дождь, и утром улицы были мокрыми, как берег большой и медленной реки.",
        ),
        (
            "我们决定五月去波尔图旅行，请记住安娜对花生过敏，而且她绝对不能坐飞机去那里。",
            "整夜大雨落在古老的城镇上，早晨的街道像河岸一样湿漉漉的，行人撑着伞慢慢走过石桥。",
        ),
        (
            "Il codice della cassaforte del nonno è quattro sette undici, e la chiave dorata sta dietro il quadro di Venezia.",
            "e poi e poi e poi non lo so, e poi e poi e poi non lo so, e poi e poi e poi non lo so, e poi e poi e poi, non so.",
        ),
    ],
)
def test_importance_in_several_languages(important: str, chatter: str) -> None:
    texts = [f"{at}." for at in range(20)]
    texts[6], texts[9] = chatter, important
    kept = by_segment(compressed(HeuristicStrategy(), texts))["important"]

    assert important in kept
    assert chatter not in kept


def test_han_and_kana_count_three_times() -> None:
    texts = [f"{at}." for at in range(12)]
    texts[4] = "请记住" + "我" * 24  # 27 characters count as 81
    texts[5] = "请记住" + "你" * 23  # 26 as 78
    kept = by_segment(compressed(HeuristicStrategy(), texts))

    assert kept["important"] == f"[user]: {texts[4]}"


def test_own_keywords_stand_in_the_place_of_the_lists() -> None:
    texts = [f"{at}." for at in range(12)]
    texts[4], texts[5] = WISH, CHATTER
    kept = by_segment(compressed(HeuristicStrategy(keywords=("streets",)), texts))

    assert kept["important"] == f"[user]: {CHATTER}"


def test_a_long_stretch_without_a_keyword_is_not_passed_over() -> None:
    texts = [CHATTER] * 100
    texts[50] = (
        "The lighthouse keeper's daughter Ottilie sailed alone through the Skagerrak with three lanterns and a parrot."
    )
    blocks = compressed(HeuristicStrategy(), texts)

    assert any("Ottilie" in block.text for block in blocks)
    assert len(blocks) == 5


def test_the_output_is_bounded() -> None:
    sizes = [
        sum(len(block.text) for block in compressed(HeuristicStrategy(), [WISH * 5] * count)) for count in (400, 2_000)
    ]
    assert max(sizes) <= 25_000
    assert len(compressed(HeuristicStrategy(), [WISH * 5] * 2_000)) <= 10


def test_messages_in_other_shapes() -> None:
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": [{"type": "text", "text": "a picture of"}, {"type": "image"}, {"text": "a cat"}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool"},
    ]
    blocks = asyncio.run(HeuristicStrategy().compress(Session("c", messages), SilentLlm()))

    assert [(block.text, block.turns) for block in blocks] == [("[user]: a picture of\na cat", (0, 2))]
    assert compressed(HeuristicStrategy(), []) == []
    assert compressed(HeuristicStrategy(), ["", " "]) == []


def test_every_window_is_summarised() -> None:
    llm = FakeLlm()
    blocks = compressed(LLMSummaryStrategy("m", window_size=8), [f"message {at}" for at in range(30)], llm)

    assert [block.turns for block in blocks] == [(0, 7), (8, 15), (16, 23), (24, 29)]
    assert len(llm.asked) == 4
    assert "message 29" in llm.asked[3]


@pytest.mark.parametrize("failure", ["raises", "empty", "slow", "no text"])
def test_only_the_window_that_fails_falls_back(failure: str) -> None:
    class Failing(FakeLlm):
        async def chat(self, messages: list[dict[str, Any]], model: str = "", **options: Any) -> Any:
            asked = messages[-1]["content"]
            if "message 9" not in asked:
                return f"summary of {asked.count('[user]')}"
            match failure:
                case "raises":
                    raise RuntimeError("broken")
                case "slow":
                    await asyncio.Event().wait()
                case "no text":
                    return {"error": "x"}
                case _:
                    pass
            return "  \n"

    strategy = LLMSummaryStrategy(timeout=0.05)
    blocks = compressed(strategy, [f"message {at}" for at in range(24)], Failing())

    assert [block.metadata["segment"] for block in blocks] == ["summary", "head", "tail", "summary"]
    assert [block.turns for block in blocks] == [(0, 7), (8, 10), (11, 15), (16, 23)]


def test_stopping_is_no_failure() -> None:
    class Waiting(FakeLlm):
        async def chat(self, messages: list[dict[str, Any]], model: str = "", **options: Any) -> str:
            await asyncio.Event().wait()
            return ""

    async def stop() -> None:
        async with asyncio.timeout(0.05):
            await LLMSummaryStrategy().compress(Session("c", [{"role": "user", "content": "x"}]), Waiting())

    with pytest.raises(TimeoutError):
        asyncio.run(stop())


def test_summaries_are_bounded_and_in_the_language_that_was_chosen() -> None:
    prompts: list[str] = []

    class Talkative(FakeLlm):
        async def chat(self, messages: list[dict[str, Any]], model: str = "", **options: Any) -> str:
            prompts.append(messages[0]["content"])
            return "A long sentence about nothing. " * 500

    for language in ("ru", "Suomi", ""):
        (block,) = compressed(LLMSummaryStrategy(language=language), ["x"], Talkative())
        assert len(block.text) <= 1_500
        assert block.text.endswith(".")
    assert "на русском" in prompts[0]
    assert "in Suomi" in prompts[1]
    assert "the language of the conversation" in prompts[2]
