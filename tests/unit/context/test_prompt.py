"""What the prompt is made of, in which order, and in which roles it is sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.context.builder import build
from desktop_app.context.plan import BlockKind, Disposition
from desktop_app.context.prompt_words import words_of
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.generation import RoleStyle
from desktop_app.domain.message import MessageFlags, MessageKind, ReasoningPart, Role, TextPart
from tests.fakes.providers import WordCounter
from tests.unit.context.material import (
    FREE,
    assistant,
    block_of,
    contents,
    dialogue,
    included,
    reasons_of_runs,
    request,
    row,
    user,
    words,
)

CARD = Character(
    id="c1",
    name="Mira",
    description="{{char}} keeps a lighthouse.",
    personality="calm",
    scenario="{{user}} knocks.",
    mes_example="<START>\n{{user}}: Hi\n<start>{{char}}: Welcome\n<START>\n  \n",
    system_prompt="Stay Mira. {{original}}",
    post_history_instructions="Be brief. {{original}}",
)
PERSONA = Persona(id="p1", name="Ilya", description="{{user}} is a sailor.")
COUNTER = WordCounter()
OPENING = words_of("en").opening


def test_everything_stands_in_the_default_order() -> None:
    plan = build(
        request(
            *dialogue(2),
            draft="Hello",
            character=CARD,
            persona=PERSONA,
            system_prompt="Talk with {{user}}.",
            post_history="Answer {{char}}-like.",
        ),
        COUNTER,
    )
    assert [(block.kind.value, block.text) for block in plan.blocks] == [
        ("system", "Stay Mira. Talk with Ilya."),
        ("character", "Mira keeps a lighthouse."),
        ("character", "calm"),
        ("character", "Ilya knocks."),
        ("character", "Ilya is a sailor."),
        ("examples", "[Example dialogue]\nIlya: Hi"),
        ("examples", "[Example dialogue]\nMira: Welcome"),
        ("history", words("m1", 10)),
        ("history", words("m2", 10)),
        ("input", "Hello"),
        ("post-history", "Be brief. Answer Mira-like."),
    ]
    assert [message.role.value for message in plan.messages] == ["system", "user", "assistant", "user", "system"]
    assert plan.messages[0].content == "\n\n".join(block.text for block in plan.blocks[:7])
    assert [block.rendered for block in plan.blocks] == [*[(0,)] * 7, (1,), (2,), (3,), (4,)]
    assert block_of(plan, "prompt.description").origin_id == "c1"
    assert block_of(plan, "prompt.persona").origin_id == "p1"


def test_blank_parts_are_not_made() -> None:
    card = Character(id="c", name="Mira", description=" \n", mes_example="<START>\n<START>")
    plan = build(request(draft="Hi", character=card, persona=Persona("p", "I"), system_prompt="\t"), COUNTER)
    assert [block.kind for block in plan.blocks] == [BlockKind.INPUT]


def test_without_a_card_the_persons_own_prompt_is_used() -> None:
    plan = build(request(draft="Hi", system_prompt="You are {{char}}, I am {{user}}.{{original}}"), COUNTER)
    assert plan.messages[0].content == "You are Assistant, I am You."


def test_h15_a_field_in_a_field_is_expanded_once() -> None:
    card = Character(id="c", name="{{user}}", description="{{char}}: {{scenario}}", scenario="{{description}} <USER>")
    plan = build(request(draft="Hi", character=card, persona=Persona("p", "{{char}}")), COUNTER)
    assert block_of(plan, "prompt.description").text == "{{user}}: {{description}} {{char}}"


def test_a_nickname_is_what_char_stands_for() -> None:
    card = Character(id="c", name="Mira the Baker", description="{{char}} bakes.", nickname="Mira")
    plan = build(request(draft="Hi", character=card), COUNTER)
    assert block_of(plan, "prompt.description").text == "Mira bakes."


def test_messages_are_sent_as_they_stand() -> None:
    plan = build(request(user("m1", "What does {{char}} do?"), draft="And {{random:a,b}}?"), COUNTER)
    assert contents(plan) == [("user", "What does {{char}} do?"), ("user", "And {{random:a,b}}?")]


def test_what_must_not_be_sent_is_out_with_its_reason() -> None:
    secret = "the safe code is 4711"
    branch = (
        user("m1", secret, flags=MessageFlags(hidden=True)),
        user("m2", secret, flags=MessageFlags(hidden=True)),
        user("m3", secret, flags=MessageFlags(excluded=True)),
        user("m4", secret, flags=MessageFlags(never_send=True, excluded=True)),
        user("m5", secret, flags=MessageFlags(deleted=True, always_in_context=True)),
        user("m6", secret, kind=MessageKind.NOTE),
        assistant("m7", ReasoningPart(secret), TextPart("Good morning")),
    )
    plan = build(request(*branch, draft="Hi"), COUNTER)
    assert contents(plan) == [("assistant", "Good morning"), ("user", "Hi")]
    assert reasons_of_runs(plan) == [
        ("m1", "m2", 2, "excluded.hidden"),
        ("m3", "m3", 1, "excluded.by-user"),
        ("m4", "m4", 1, "excluded.never-send"),
        ("m5", "m5", 1, "excluded.deleted"),
        ("m6", "m6", 1, "excluded.note"),
    ]
    assert secret not in repr(plan.blocks)


def test_h20_blank_messages_are_not_sent_and_the_person_is_told() -> None:
    plan = build(request(user("m1"), assistant("m2", ""), user("m3", " \n"), draft="Are you there?"), COUNTER)
    assert contents(plan) == [("user", "m1"), ("user", "Are you there?")]
    for id_ in ("m2", "m3"):
        assert block_of(plan, id_).disposition is Disposition.EXCLUDED
        assert block_of(plan, id_).reason.code == "excluded.empty"
        assert block_of(plan, id_).rendered == ()
    assert [warning.code for warning in plan.warnings] == ["warning.empty-not-sent"]
    assert "2" in plan.warnings[0].sentence


def test_a_last_assistant_text_is_trimmed_at_its_end_only() -> None:
    plan = build(request(user("m1", "Go on  "), assistant("m2", "  Once upon \n\n")), COUNTER)
    assert contents(plan) == [("user", "Go on  "), ("assistant", "  Once upon")]
    plan = build(request(assistant("m1", "Once upon \n"), draft="Go on"), COUNTER)
    assert contents(plan)[0] == ("assistant", "Once upon \n")


def test_without_a_draft_the_last_message_of_the_user_is_the_input() -> None:
    plan = build(request(user("m1"), assistant("m2"), user("m3"), assistant("m4")), COUNTER)
    assert [block.kind.value for block in plan.blocks] == ["history", "history", "input", "history"]
    assert [block.protected for block in plan.blocks] == [False, False, True, True]
    assert block_of(plan, "m3").reason.code == "included.current-input"
    assert block_of(plan, "m4").reason.code == "included.newest-message"


def test_a_blank_draft_and_one_that_is_stored_by_now_change_nothing() -> None:
    branch = (*dialogue(2), user("draft", "Hello"))
    stored = build(request(*branch), COUNTER)
    assert build(request(*branch, draft=" \n "), COUNTER) == stored
    assert build(request(*branch, draft="Hello"), COUNTER) == stored


def test_a_stored_message_and_its_draft_make_the_same_plan() -> None:
    before = build(request(*dialogue(2), draft="Hello there"), COUNTER)
    after = build(request(*dialogue(2), user("draft", "Hello there", speaker_name="You")), COUNTER)
    # Only before a draft the message before it is protected.
    assert replace(after, blocks=(), lanes=()) == replace(before, blocks=(), lanes=())
    assert [block.text for block in after.blocks] == [block.text for block in before.blocks]


def test_names_are_sent_only_where_several_speak_in_one_role() -> None:
    alone = (user("m1", speaker_name="Ann"), assistant("m2", speaker_name="Mira"))
    persona = Persona("p", "Ann")
    assert [message.name for message in build(request(*alone, persona=persona), COUNTER).messages] == ["", ""]
    group = (*alone, assistant("m3", speaker_name="Old Tom"))
    plan = build(request(*group, persona=persona, draft="Hi"), COUNTER)
    assert [message.name for message in plan.messages] == ["", "Mira", "Old_Tom", ""]


@pytest.mark.parametrize("other", ["Том", "Old_Mira"])
def test_names_that_the_field_cannot_tell_apart_stand_before_the_text(other: str) -> None:
    branch = (assistant("m1", "Hi", speaker_name="Old Mira"), assistant("m2", "Ho", speaker_name=other))
    plan = build(request(*branch, draft="Hello"), COUNTER)
    assert contents(plan) == [("assistant", "Old Mira: Hi"), ("assistant", f"{other}: Ho"), ("user", "Hello")]
    assert [message.name for message in plan.messages] == ["", "", ""]
    assert plan.used == sum(len(message.content.split()) for message in plan.messages) + 3 * 3 + 3


NARRATED = (
    assistant("m1", "Greetings"),
    user("m2", "Hello"),
    row("m3", Role.SYSTEM, "Night falls.", kind=MessageKind.NARRATOR),
    user("m4", "Light the lamp"),
)


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (
            RoleStyle.AS_IS,
            [
                ("system", "Be kind."),
                ("assistant", "Greetings"),
                ("user", "Hello"),
                ("system", "Night falls."),
                ("user", "Light the lamp"),
                ("system", "Be brief."),
            ],
        ),
        (
            RoleStyle.SYSTEM_FIRST,
            [
                ("system", "Be kind.\n\nNight falls.\n\nBe brief."),
                ("assistant", "Greetings"),
                ("user", "Hello"),
                ("user", "Light the lamp"),
            ],
        ),
        (
            RoleStyle.SYSTEM_AS_USER,
            [
                ("system", "Be kind."),
                ("assistant", "Greetings"),
                ("user", "Hello"),
                ("user", "Night falls."),
                ("user", "Light the lamp"),
                ("user", "Be brief."),
            ],
        ),
        (
            RoleStyle.ALTERNATE,
            [
                ("system", "Be kind."),
                ("user", OPENING),
                ("assistant", "Greetings"),
                ("user", "Hello\n\nNight falls.\n\nLight the lamp\n\nBe brief."),
            ],
        ),
    ],
)
def test_h19_roles_are_fitted_to_what_the_server_takes(style: RoleStyle, expected: list[tuple[str, str]]) -> None:
    asked = request(*NARRATED, system_prompt="Be kind.", post_history="Be brief.", role_style=style)
    plan = build(asked, COUNTER)
    assert contents(plan) == expected
    for block in plan.blocks:
        assert len(block.rendered) == 1
        assert block.text in plan.messages[block.rendered[0]].content


def test_examples_leave_before_history_and_the_last_one_first() -> None:
    card = Character(id="c", name="M", mes_example="<START>one two<START>three four")
    asked = request(*dialogue(2), draft="Hi", character=card, overhead=FREE, reserve=0)
    for limit, expected in (
        (29, ["prompt.example.1", "prompt.example.2", "m1", "m2", "draft"]),
        (28, ["prompt.example.1", "m1", "m2", "draft"]),
        (24, ["m1", "m2", "draft"]),
        (21, ["m1", "m2", "draft"]),
    ):
        plan = build(replace(asked, limit=limit), COUNTER)
        assert included(plan) == expected
    assert block_of(plan, "prompt.example.1").disposition is Disposition.TRIMMED
    assert block_of(plan, "prompt.example.1").reason.code == "trimmed.no-room"


def test_no_example_leaves_for_a_message_that_could_not_even_be_in_alone() -> None:
    card = Character(id="c", name="M", mes_example="<START>one two<START>three four")
    plan = build(request(*dialogue(2), draft="Hi", character=card, overhead=FREE, reserve=0, limit=20), COUNTER)
    assert included(plan) == ["prompt.example.1", "prompt.example.2", "m2", "draft"]
    assert plan.dropped[0].reason.code == "trimmed.over-lane-alone"
