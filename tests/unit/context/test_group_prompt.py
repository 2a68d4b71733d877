"""What a model sees in a chat of several characters: whose card, whose names, and who is to speak."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.plan import ContextPlan
from desktop_app.context.request import ContextRequest, GroupScene
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.group import NextSpeaker, SpeakerReason
from desktop_app.domain.lore import EntryFilter, GenerationKind, LorebookEntry
from desktop_app.domain.message import Role
from tests.fakes.providers import WordCounter
from tests.unit.context.known import book
from tests.unit.context.material import assistant, request, user

COUNTER = WordCounter()
DEPTH = '{"prompt": "%s stays calm", "depth": 1}'
MIRA = Character(
    "mira",
    "Mira",
    description="{{char}} keeps the lamp.",
    mes_example="<START>{{char}}: Light!",
    extensions={"depth_prompt": DEPTH % "{{char}}"},
)
TOM = Character(
    "tom",
    "Tom",
    description="{{char}} sails.",
    mes_example="<START>{{char}}: Ahoy!",
    nickname="Tommy",
    extensions={"depth_prompt": DEPTH % "{{char}}"},
)
BOTH = GroupScene((MIRA, TOM))
CALL = "[Write the next reply as Mira and as nobody else.]"


def asked(group: GroupScene | None = BOTH, **more: object) -> ContextRequest:
    """Mira answers Ilya, after Tom."""
    branch = (user("m1", "Hello"), assistant("m2", "Ahoy there", speaker_name="Tom"))
    made = request(*branch, draft="And the lamp?", character=MIRA, persona=Persona("p", "Ilya"), group=group)
    return replace(made, **more)  # pyright: ignore[reportArgumentType] - fields by name


def wire(plan: ContextPlan) -> list[tuple[str, str]]:
    """The messages as role and text."""
    return [(message.role.value, message.content) for message in plan.messages]


def notes(plan: ContextPlan) -> list[str]:
    """What it says of itself."""
    return [warning.sentence for warning in plan.warnings]


def test_the_card_of_the_speaker_alone_is_sent_and_the_others_are_known_by_name() -> None:
    plan = build(asked(system_prompt="{{char}} of {{group}}; {{charIfNotGroup}}; {{notChar}}"), COUNTER)
    text = "\n".join(content for _, content in wire(plan))
    assert "Mira of Mira, Tommy; Mira, Tommy; Tommy, Ilya" in text
    assert "Mira keeps the lamp." in text
    assert "sails" not in text
    assert "Tom stays calm" not in text
    assert notes(plan) == ["The card, lore and memory of Mira count; of the others only their names and words."]


def test_all_cards_are_sent_each_with_its_own_name() -> None:
    plan = build(asked(replace(BOTH, all_cards=True)), COUNTER)
    text = "\n".join(content for _, content in wire(plan))
    for part in ("[Mira]\nMira keeps the lamp.", "[Tommy]\nTommy sails.", "Mira: Light!", "Tommy: Ahoy!"):
        assert part in text
    assert text.index("Mira keeps") < text.index("Tommy sails")
    assert "Mira stays calm" in text
    assert "Tommy stays calm" in text
    assert notes(plan) == ["The cards, lore and memory of all members count: 2."]
    assert len({block.id for block in plan.blocks}) == len(plan.blocks)
    other = build(asked(replace(BOTH, all_cards=True), character=TOM), COUNTER)
    assert [block.text for block in other.blocks if block.title == "Description"] == [
        block.text for block in plan.blocks if block.title == "Description"
    ]


def test_macros_of_several_name_the_one_character_where_there_is_one() -> None:
    plan = build(asked(None, system_prompt="{{group}}; {{charIfNotGroup}}; {{groupNotMuted}}; {{notChar}}"), COUNTER)
    assert "Mira; Mira; Mira; Ilya" in plan.messages[0].content
    assert notes(plan) == []


def test_muted_members_are_named_by_group_but_not_by_group_not_muted() -> None:
    scene = replace(BOTH, muted=("tom",))
    plan = build(asked(scene, system_prompt="{{group}}; {{groupNotMuted}}"), COUNTER)
    assert "Mira, Tommy; Mira" in plan.messages[0].content


def test_lines_of_characters_begin_with_their_names_from_the_first_one_on() -> None:
    plan = build(asked(), COUNTER)
    assert ("assistant", "Tom: Ahoy there") in wire(plan)
    assert ("user", "Hello") in wire(plan)
    assert all(not message.name for message in plan.messages)
    alone = build(asked(None), COUNTER)
    assert ("assistant", "Ahoy there") in wire(alone)


@pytest.mark.parametrize("style", list(RoleStyle))
def test_the_last_word_is_who_speaks_and_never_an_answer_to_be_continued(style: RoleStyle) -> None:
    """Also where the last message is another character's: it must not be taken for a beginning of this one."""
    answered = asked(
        branch=(*asked().branch, user("m3", "And the lamp?"), assistant("m4", "Not me", speaker_name="Tom")), draft=None
    )
    for one in (asked(role_style=style), replace(answered, role_style=style)):
        last = build(one, COUNTER).messages[-1]
        assert last.content.endswith(CALL)
        assert last.role is not Role.ASSISTANT
    assert CALL not in str(wire(build(asked(None, role_style=style), COUNTER)))


def test_an_answer_that_goes_on_is_left_as_it_is() -> None:
    going = asked(branch=(user("m1", "Hi"), assistant("m2", "The la", speaker_name="Mira")), draft=None)
    plan = build(replace(going, kind=GenerationKind.CONTINUE), COUNTER)
    assert wire(plan)[-1] == ("assistant", "Mira: The la")


@pytest.mark.parametrize(("language", "word"), [("ru", "персонажа Mira"), ("zh", "以 Mira 的身份"), ("en", "as Mira")])
def test_who_speaks_is_said_in_the_language_of_the_chat(language: str, word: str) -> None:
    assert word in build(asked(language=language), COUNTER).messages[-1].content


def test_entries_for_one_character_count_when_that_one_speaks_or_all_cards_are_sent() -> None:
    entry = LorebookEntry("e", constant=True, content="Tom owes money.", only_for=EntryFilter(characters=("Tom",)))
    known = asked(books=(book(entry),))
    everybody = replace(known, group=replace(BOTH, all_cards=True))
    found = [
        any(block.text == "Tom owes money." for block in build(one, COUNTER).blocks)
        for one in (known, replace(known, character=TOM), everybody)
    ]
    assert found == [False, True, True]


def test_a_plan_says_who_speaks_why_and_who_then() -> None:
    turns = (
        NextSpeaker("mira", "Mira", SpeakerReason.MENTIONED),
        NextSpeaker("tom", "Tom", SpeakerReason.TALKATIVE, 70),
    )
    plan = build(asked(speaking=turns), COUNTER)
    assert notes(plan)[:2] == ["Mira speaks next: mentioned in the last message.", "After that: Tom."]
    second = build(asked(speaking=turns[1:], character=TOM), COUNTER)
    assert notes(second)[0] == "Tom speaks next: talkative (70 %), and this time it was enough."


@pytest.mark.parametrize("why", list(SpeakerReason))
def test_every_reason_has_its_sentence(why: SpeakerReason) -> None:
    told = notes(build(asked(speaking=(NextSpeaker("mira", "Mira", why, 50),)), COUNTER))[0]
    assert told.startswith("Mira speaks")
