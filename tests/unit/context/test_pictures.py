"""Pictures in a plan: priced and bounded, blocks of their own, words in their place where the model does not get them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.plan import Block, ContextPlan, Disposition
from desktop_app.context.plan_store import dump, load
from desktop_app.context.reasons import ReasonCode
from desktop_app.context.request import ContextRequest, InputMessage
from desktop_app.context.request_json import request_from_json, request_to_json
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.message import ImagePart, TextPart
from desktop_app.domain.pictures import PictureTerms, PriceRule, price_of
from tests.fakes.providers import WordCounter
from tests.unit.context.material import assistant, dialogue, request, user

COUNTER = WordCounter()
SEEN = PictureTerms(seen=True, rule=PriceRule.OPENAI_TILES)
SEA, TREE = ImagePart("sea", "image/png", 512, 512), ImagePart("tree", "image/jpeg", 640, 480)
ONE_TILE, TWO_TILES = 255, 425


def asked(*, draft: str = "And now?", terms: PictureTerms = SEEN, limit: int = 2_000) -> ContextRequest:
    """A chat in which the first question has a picture, with one more in the draft."""
    first = user("u1", "What is this?")
    first = replace(first, parts=(*(first.parts or ()), SEA))
    made = request(first, assistant("a1", "The sea."), draft=draft, limit=limit)
    return replace(made, pictures=terms, draft=InputMessage("d", draft, pictures=(TREE,)))


def pictures_in(plan: ContextPlan) -> list[tuple[str, ...]]:
    """The digests by message."""
    return [tuple(picture.digest for picture in message.pictures) for message in plan.messages]


def picture_blocks(plan: ContextPlan) -> list[Block]:
    """The blocks that are pictures."""
    return [block for block in plan.blocks if "/picture-" in block.id]


def reconciles(plan: ContextPlan) -> bool:
    """Whether the sums are right and the limit holds."""
    included = sum(block.tokens for block in plan.blocks if block.disposition is Disposition.INCLUDED)
    return included + plan.overhead == plan.used <= plan.available == plan.limit - plan.reserve - plan.safety


def test_pictures_go_with_their_messages_as_blocks_of_their_own() -> None:
    plan = build(asked(), COUNTER)
    assert pictures_in(plan) == [("sea",), (), ("tree",)]
    sea, tree = picture_blocks(plan)
    assert (sea.title, sea.tokens, sea.origin_id, sea.rendered) == ("Picture 512 × 512", ONE_TILE, "u1", (0,))
    assert (tree.title, tree.tokens, tree.origin_id, tree.rendered) == ("Picture 640 × 480", TWO_TILES, "d", (2,))
    assert reconciles(plan)
    without = build(replace(asked(), draft=InputMessage("d", "And now?")), COUNTER)
    assert plan.used - without.used == TWO_TILES


@pytest.mark.parametrize(
    ("language", "words"), [("en", "[picture]"), ("ru", "[изображение]"), ("zh", "[图片]"), ("fi", "[picture]")]
)
def test_a_model_that_does_not_see_gets_words_in_their_place(language: str, words: str) -> None:
    plan = build(replace(asked(terms=PictureTerms()), language=language), COUNTER)
    assert pictures_in(plan) == [(), (), ()]
    assert plan.messages[0].content == f"What is this?\n\n{words}"
    for block in picture_blocks(plan):
        assert (block.disposition, block.tokens, block.rendered) == (Disposition.EXCLUDED, 0, ())
        assert block.reason.code == ReasonCode.PICTURE_NOT_SEEN
    assert reconciles(plan)


def test_only_the_newest_pictures_are_sent_where_the_person_wants_it() -> None:
    plan = build(asked(terms=replace(SEEN, newest=1)), COUNTER)
    assert pictures_in(plan) == [(), (), ("tree",)]
    assert plan.messages[0].content.endswith("[picture]")
    assert picture_blocks(plan)[0].reason.code == ReasonCode.PICTURE_OLDER
    assert pictures_in(build(asked(terms=replace(SEEN, newest=2)), COUNTER)) == [("sea",), (), ("tree",)]


def test_old_pictures_leave_with_their_message() -> None:
    plan = build(asked(limit=1_000), COUNTER)
    assert pictures_in(plan) == [("sea",), (), ("tree",)]
    tight = build(asked(limit=plan.used + plan.reserve - ONE_TILE), COUNTER)
    assert pictures_in(tight)[-1] == ("tree",)
    assert "sea" not in {digest for found in pictures_in(tight) for digest in found}
    assert tight.dropped[0].tokens >= ONE_TILE
    assert reconciles(tight)


def test_a_picture_that_does_not_fit_is_named() -> None:
    with pytest.raises(ContextTooLargeError, match="Current input"):
        build(asked(limit=300), COUNTER)


def test_a_picture_alone_is_a_message() -> None:
    plan = build(asked(draft=""), COUNTER)
    assert plan.messages[-1].content == ""
    assert pictures_in(plan)[-1] == ("tree",)
    assert reconciles(plan)


@pytest.mark.parametrize("style", list(RoleStyle))
def test_pictures_stay_where_roles_are_fitted(style: RoleStyle) -> None:
    """Also where two messages of one role become one."""
    made = asked()
    branch = (*made.branch[:1], replace(user("u2", "Look again"), parts=(TextPart("Look again"), TREE)))
    plan = build(replace(made, branch=branch, role_style=style), COUNTER)
    assert [digest for found in pictures_in(plan) for digest in found] == ["sea", "tree", "tree"]
    assert reconciles(plan)


def test_a_draft_and_its_message_make_the_same_prompt() -> None:
    """What the preview shows is what is sent."""
    made = asked()
    assert made.draft is not None
    stored = replace(user("d", "And now?"), parts=made.draft.parts)
    sent = replace(made, branch=(*made.branch, stored), draft=None)
    assert build(sent, COUNTER).messages == build(made, COUNTER).messages


@pytest.mark.parametrize("terms", [SEEN, PictureTerms(), replace(SEEN, newest=1)])
def test_plans_and_requests_come_back_as_they_were_kept(terms: PictureTerms) -> None:
    made = asked(terms=terms)
    plan = build(made, COUNTER)
    assert load(dump(plan)) == plan
    assert request_from_json(request_to_json(made), COUNTER) == made


def test_where_there_are_none_nothing_is_different() -> None:
    plain = request(*dialogue(6), draft="Hello")
    assert build(replace(plain, pictures=SEEN), COUNTER).blocks == build(plain, COUNTER).blocks


# The figures are those of the providers' own pages (see ``domain.pictures``).
@pytest.mark.parametrize(
    ("rule", "width", "height", "tokens"),
    [
        (PriceRule.OPENAI_TILES, 1024, 1024, 765),
        (PriceRule.OPENAI_TILES, 2048, 4096, 1105),
        (PriceRule.OPENAI_TILES, 512, 512, 255),
        (PriceRule.OPENAI_SMALL_TILES, 512, 512, 8500),
        (PriceRule.ANTHROPIC, 200, 200, 54),
        (PriceRule.ANTHROPIC, 1000, 1000, 1334),
        (PriceRule.ANTHROPIC, 4000, 4000, 1600),
        (PriceRule.GEMINI, 384, 384, 258),
        (PriceRule.GEMINI, 960, 540, 1548),
        (PriceRule.ESTIMATE, 28, 28, 576),
        (PriceRule.ESTIMATE, 1120, 1120, 1600),
        (PriceRule.ESTIMATE, 9000, 9000, 2880),
    ],
)
def test_the_price_of_a_picture(rule: PriceRule, width: int, height: int, tokens: int) -> None:
    assert price_of(rule, width, height).tokens == tokens


@pytest.mark.parametrize("rule", list(PriceRule))
def test_every_price_is_bounded_and_an_unknown_size_costs_the_most(rule: PriceRule) -> None:
    sizes = [(1, 1), (1, 60_000), (60_000, 1), (640, 480), (60_000, 60_000), (0, 0)]
    found = [price_of(rule, width, height).tokens for width, height in sizes]
    assert min(found) > 0
    assert max(found) <= 60_000
    assert found[-1] >= price_of(rule, 640, 480).tokens
