"""Random requests for the laws: any branch, any card, any limit, any decision."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from desktop_app.context.plan import Reason
from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage, Overhead
from desktop_app.context.strategies import BUILT_IN
from desktop_app.context.strategies.base import Decision, Strategy
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.message import (
    ImagePart,
    MessageFlags,
    MessageKind,
    OpaquePart,
    Part,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    sendable_text,
)
from desktop_app.domain.pictures import PictureTerms, PriceRule
from desktop_app.domain.ports import TokenCounter
from tests.fakes.providers import WordCounter
from tests.fakes.strategies import FakeStrategy, hostile_strategies
from tests.unit.context.knowledge_chances import with_knowledge
from tests.unit.context.material import ErraticCounter

COUNTERS: tuple[TokenCounter, ...] = (WordCounter(), ErraticCounter())

TEXTS = st.one_of(
    st.sampled_from(
        ["", " \n", "a", "one two three ", "word " * 20, "{{char}} and {{user}}", "привет 北京 🙂", "\n\nx  "]
    ),
    st.text(max_size=12),
)
CALL_IDS = st.sampled_from(["", "", "a", "b"])
PARTS = st.one_of(
    TEXTS.map(TextPart),
    TEXTS.map(ReasoningPart),
    CALL_IDS.map(lambda id_: ToolCallPart(id_, "look", '{"q": 1}')),
    st.builds(ToolResultPart, CALL_IDS, st.just("look"), TEXTS),
    st.sampled_from([ImagePart("d", "image/png", 300, 100), OpaquePart("x", "{}")]),
)
FLAGS = st.one_of(
    st.just(MessageFlags()),
    st.sampled_from(["hidden", "excluded", "never_send", "always_in_context", "deleted"]).map(
        lambda name: MessageFlags(**{name: True})
    ),
)

PICTURES = (
    PictureTerms(),
    PictureTerms(seen=True, rule=PriceRule.ANTHROPIC),
    PictureTerms(seen=True, rule=PriceRule.ANTHROPIC, newest=1),
)


@st.composite
def messages(draw: st.DrawFn) -> BranchMessage:
    """Any message, not counted yet; most of them plain."""
    if draw(st.booleans()):
        parts: tuple[Part, ...] | None = (TextPart(draw(TEXTS)),)
    else:
        parts = draw(st.one_of(st.none(), st.lists(PARTS, max_size=4).map(tuple)))
    return BranchMessage(
        id="",
        revision=draw(st.integers(1, 3)),
        role=draw(st.sampled_from([Role.USER, Role.ASSISTANT, Role.USER, Role.ASSISTANT, Role.TOOL, Role.SYSTEM])),
        tokens=draw(st.integers(0, 30)),
        flags=draw(FLAGS),
        kind=draw(st.sampled_from([MessageKind.NORMAL] * 4 + list(MessageKind))),
        speaker_name=draw(st.sampled_from(["", "", "Ann", "Анна", "Bo b", "{{char}}"])),
        parts=parts,
    )


@st.composite
def requests(draw: st.DrawFn, counter: TokenCounter) -> ContextRequest:
    """Any request; the branch is counted as the service counts it."""
    branch = tuple(
        _counted(replace(item, id=f"m{number}"), counter)
        for number, item in enumerate(draw(st.lists(messages(), max_size=14)))
    )
    card = st.builds(
        Character,
        id=st.just("c"),
        name=st.sampled_from(["Mira", "{{user}}", ""]),
        description=TEXTS,
        personality=TEXTS,
        scenario=TEXTS,
        mes_example=st.sampled_from(["", "<START>a b<START>c", "x <START> {{char}}: y <START>" + "word " * 9]),
        system_prompt=st.sampled_from(["", "{{original}} and more", "{{random:a,b}} {{time}}"]),
        post_history_instructions=TEXTS,
        extensions=st.sampled_from(
            [{}, {}, {"depth_prompt": '{"prompt": "one {{char}}", "depth": 2, "role": "user"}'}]
        ),
    )
    bare = ContextRequest(
        chat_id="chat",
        model="model",
        limit=draw(st.integers(0, 250)),
        reserve=draw(st.integers(0, 40)),
        strategy=draw(st.sampled_from([*BUILT_IN, "nobody's"])),
        branch=branch,
        draft=draw(st.one_of(st.none(), TEXTS.map(lambda text: InputMessage("draft", text)))),
        system_prompt=draw(st.one_of(TEXTS, st.just("The outlet: {{outlet::o}}"))),
        character=draw(st.one_of(st.none(), card)),
        persona=draw(st.one_of(st.none(), st.builds(Persona, st.just("p"), st.just("Ann"), TEXTS))),
        overhead=draw(st.builds(Overhead, st.integers(0, 5), st.integers(0, 2), st.integers(0, 5))),
        safety=draw(st.integers(0, 10)),
        now_minutes=draw(st.integers(0, 30_000_000)),
        post_history=draw(TEXTS),
        role_style=draw(st.sampled_from(list(RoleStyle))),
        pictures=draw(st.sampled_from(PICTURES)),
    )
    return draw(with_knowledge(bare)) if draw(st.booleans()) else bare


@st.composite
def asked(draw: st.DrawFn) -> tuple[ContextRequest, TokenCounter]:
    """A request and who counts."""
    counter = draw(st.sampled_from(COUNTERS))
    return draw(requests(counter)), counter


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    """Hostile ones too: ids that are protected, unknown, or of everything at once."""
    names = [
        *(f"m{n}" for n in range(14)),
        *(f"{kind}.e{n}" for kind in ("lore", "memory") for n in range(8)),
        *(f"memory.k{n}" for n in range(4)),
    ]
    ids = st.sampled_from(
        [*names, *(f"recall.r{n}" for n in range(5)), "draft", "prompt.system", "prompt.example.1", "?"]
    )
    why = Reason("plugin.mood", {"score": 0.5}, "By mood.")
    steps = st.lists(ids, max_size=3).map(lambda step: dict.fromkeys(step, why))
    return Decision(
        dropped=dict.fromkeys(draw(st.lists(ids, max_size=20)), why),
        note="By mood.",
        summary=draw(st.booleans()),
        recall=draw(st.booleans()),
        then=tuple(draw(st.lists(steps, max_size=5))),
    )


def deciders() -> st.SearchStrategy[Strategy]:
    """Strategies of the house, those that do what none should, and any decision at all."""
    return st.one_of(
        st.sampled_from(list(BUILT_IN.values())),
        st.sampled_from(hostile_strategies()),
        decisions().map(lambda decision: FakeStrategy("plugin", lambda _: decision)),
    )


def _counted(item: BranchMessage, counter: TokenCounter) -> BranchMessage:
    if item.parts is None:
        return item
    count = counter.count(sendable_text(item.parts))
    return replace(item, tokens=count.tokens, exact=count.exact)
