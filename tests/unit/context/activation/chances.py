"""Random chats, books and memories for the laws of activation, each from a number: words few enough to be found often.

(Drawn by ``random`` from a seed that hypothesis chooses: drawing so many fields one by one takes it longer than the laws.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage, LinkedBook, PastTurn, Relevance
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.generation import Activated
from desktop_app.domain.lore import (
    EntryFilter,
    GenerationKind,
    Lorebook,
    LorebookEntry,
    MeaningMode,
    Position,
    ScanSource,
    SecondaryLogic,
    TrimDirection,
)
from desktop_app.domain.memory import KeywordMatch, MemoryEntry, SummarySentence
from desktop_app.domain.message import MessageFlags, MessageKind, Role, TextPart

WORDS = ["castle", "king", "дракон", "драконы", "北京", "Mira", "x"]
KEYS = [*WORDS, "", " ", "{{char}}", "{{user}}", "/k.ng/", "/(bad/", "the castle"]
DECORATORS = [
    *[""] * 14,
    "@@activate\n",
    "@@dont_activate\n",
    "@@scan_depth 1\n@@nobody\n",
    "@@additional_keys king,x\n",
    "@@exclude_keys x\n",
    "@@keep_activate_after_match\n",
    "@@activate_only_every 2\n",
    "@@reverse_depth 1\n",
]
IDS = [f"e{number}" for number in range(6)]


def text(random: Random) -> str:
    """Some words, some of them keys."""
    return " ".join(random.choices([*WORDS, "the", ".", "{{char}}"], k=random.randint(0, 6)))


def keys(random: Random) -> tuple[str, ...]:
    """Up to three keys."""
    return tuple(random.choices(KEYS, k=random.randint(0, 3)))


def few(random: Random) -> int:
    """A small number."""
    return random.randint(0, 4)


def switch(random: Random) -> bool | None:
    """On, off, or as the book says."""
    return random.choice([None, True, False])


def rarely(random: Random) -> bool:
    """One time of five."""
    return random.random() < 0.2


def flip(random: Random) -> bool:
    """One time of two."""
    return random.random() < 0.5


def some(*choices: Any) -> Callable[[Random], Any]:
    """One of these."""
    return lambda random: random.choice(choices)


OPTIONS: Mapping[str, Callable[[Random], Any]] = {
    "enabled": flip,
    "constant": flip,
    "insertion_order": few,
    "priority": few,
    "position": some(*Position),
    "secondary_keys": keys,
    "secondary_logic": some(*SecondaryLogic),
    "anti_keys": keys,
    "case_sensitive": switch,
    "whole_words": switch,
    "inflected": switch,
    "near_names": switch,
    "scan_depth": few,
    "scan_sources": lambda random: tuple(random.sample(list(ScanSource), 2)),
    "meaning": some(*MeaningMode),
    "probability": some(0, 50, 100),
    "groups": lambda random: tuple(random.choices(["a", "b", " "], k=2)),
    "group_weight": few,
    "group_by_order": flip,
    "group_scoring": switch,
    "cannot_be_pulled": flip,
    "cannot_pull": flip,
    "recursion_level": few,
    "sticky": few,
    "cooldown": few,
    "delay": few,
    "token_cap": few,
    "trim": some(*TrimDirection),
    "ignore_budget": flip,
    "only_for": lambda random: EntryFilter(("mira",), exclude=flip(random)),
    "kinds": some((GenerationKind.NORMAL,)),
}


def entry(random: Random, name: str) -> LorebookEntry:
    """Any entry; most options as usual."""
    plain = LorebookEntry(
        id=name,
        name=random.choice(["", name]),
        keys=keys(random),
        content=random.choice(DECORATORS)
        + text(random)
        + random.choice(["", "{{hidden_key:king}}", ". More. And more."]),
    )
    return replace(plain, **{option: OPTIONS[option](random) for option in random.sample(list(OPTIONS), few(random))})


def book(random: Random, name: str, ids: list[str]) -> Lorebook:
    """Any book with these entries."""
    return Lorebook(
        id=name,
        name=name,
        entries=tuple(entry(random, id_) for id_ in ids),
        scan_depth=few(random),
        token_budget=random.choice([None, None, 0, 5]),
        budget_percent=random.choice([None, None, 1]),
        recursive_scanning=flip(random),
        max_recursion_steps=random.choice([0, 0, 1]),
        min_activations=random.choice([0, 0, 2]),
        max_depth=random.choice([0, 3]),
        case_sensitive=rarely(random),
        whole_words=not rarely(random),
        include_names=flip(random),
        group_scoring=rarely(random),
        behind_history=rarely(random),
        enabled=not rarely(random),
    )


def memory(random: Random, name: str) -> MemoryEntry:
    """Any memory entry."""
    return MemoryEntry(
        id=name,
        content=text(random),
        keywords=keys(random),
        match=random.choice(list(KeywordMatch)),
        always_in_context=rarely(random),
        enabled=not rarely(random),
        importance=random.choice([0.5, 1.0, 2.0]),
        supersedes=random.choice(["", "", "n0", "n1"]),
    )


def message(random: Random, number: int) -> BranchMessage:
    """Any message, most of them plain."""
    flag = random.choice([*[""] * 6, "hidden", "excluded", "never_send", "deleted"])
    return BranchMessage(
        id=f"m{number}",
        revision=1,
        role=random.choice([Role.USER, Role.ASSISTANT]),
        tokens=1,
        flags=MessageFlags(**({flag: True} if flag else {})),
        kind=MessageKind.NOTE if rarely(random) else MessageKind.NORMAL,
        speaker_name=random.choice(["", "Mira"]),
        parts=None if rarely(random) else (TextPart(text(random)),),
    )


def request_of(seed: int) -> ContextRequest:
    """Any request with books and memories."""
    random = Random(seed)
    branch = tuple(message(random, number) for number in range(random.randint(0, 6)))
    cut = random.randint(0, len(IDS))
    one, two = LinkedBook(book(random, "one", IDS[:cut])), LinkedBook(book(random, "two", IDS[cut:]))
    measured = random.sample([*IDS, "n0", "n1"], few(random))
    return ContextRequest(
        chat_id="chat",
        model="model",
        limit=500,
        reserve=0,
        strategy="truncate",
        branch=branch,
        draft=InputMessage("draft", text(random)) if flip(random) else None,
        character=Character("c", "Mira", description=text(random)) if flip(random) else None,
        persona=Persona("p", "{{char}}", text(random)) if flip(random) else None,
        note=AuthorsNote(text(random)),
        summary=(SummarySentence("s", text(random), ()),),
        kind=random.choice(list(GenerationKind)),
        reroll=few(random),
        books=tuple(random.sample([one, two, one], 3)),
        memories=tuple(memory(random, f"n{number}") for number in range(few(random))),
        past=tuple(
            PastTurn(row.id, (Activated(random.choice(IDS), 1, random.choice(["fresh", "sticky"])),))
            for row in branch[1::2]
        ),
        relevance={name: Relevance(random.choice([0.1, 0.5, 0.9]), 0.5) for name in measured},
        use_recall=switch(random),
        dialogue_messages=few(random),
    )


def requests() -> st.SearchStrategy[ContextRequest]:
    """Any of them."""
    return st.integers(0, 10**12).map(request_of)
