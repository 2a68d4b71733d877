"""What is held of a chat weighs what it is said to weigh, and a part is never taken for the whole."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace
from itertools import pairwise

import pytest

from desktop_app.domain.message import Message, Origin, ReasoningPart, Speaker, TextPart
from desktop_app.storage.chat_tails import DEFAULT_LIMIT, KEPT_MESSAGES, ChatTails, weight_of
from tests.contract.worlds import text_message


def _chain(count: int, chat_id: str = "chat") -> list[Message]:
    ids = [f"{chat_id}-{number:05}" for number in range(count)]
    root = text_message(ids[0], chat_id=chat_id)
    return [root, *(text_message(after, before, chat_id=chat_id) for before, after in pairwise(ids))]


def _ids(messages: list[Message] | None) -> list[str] | None:
    return None if messages is None else [message.id for message in messages]


@pytest.mark.parametrize("text", ["Hello.", "Привет, как дела? " * 60, "北京 🎄" * 100])
def test_the_weight_is_the_memory_that_is_used(text: str) -> None:
    gc.collect()
    tracemalloc.start()
    try:
        made = [_long_message(number, text) for number in range(200)]
        used, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used * 0.75 < sum(map(weight_of, made)) < used * 1.6


def _long_message(number: int, text: str) -> Message:
    """As a reader makes it: no text is shared with another message."""
    parts = (TextPart(f"{text}{number}"), ReasoningPart(f"{number}{text}"))
    plain = text_message(f"message-with-a-long-id-{number}", f"message-with-a-long-id-{number - 1}", parts=parts)
    return replace(plain, speaker=Speaker(f"Speaker {number}"), origin=Origin(f"s{number}", {f"key{number}": text}))


def test_a_part_of_a_chat_is_not_taken_for_the_whole() -> None:
    tails, chain = ChatTails(), _chain(10)
    tails.keep("chat", 5, chain[-5:])
    assert _ids(tails.find("chat", 5)) == _ids(chain[-5:])
    assert _ids(tails.find("chat", 2)) == _ids(chain[-2:])
    assert tails.find("chat", 6) is None
    tails.keep("chat", 10, chain)  # ten were asked for and ten came: there may be more
    assert tails.find("chat", 11) is None
    tails.keep("chat", 11, chain)
    assert _ids(tails.find("chat", 1000)) == _ids(chain)


def test_no_more_than_a_tail_is_held() -> None:
    tails, chain = ChatTails(), _chain(KEPT_MESSAGES + 1)
    tails.keep("chat", 10_000, chain)
    assert _ids(tails.find("chat", KEPT_MESSAGES)) == _ids(chain[1:])
    assert tails.find("chat", KEPT_MESSAGES + 1) is None
    tails.append(text_message("next", chain[-1].id))
    assert _ids(tails.find("chat", 2)) == [chain[-1].id, "next"]
    assert tails.find("chat", KEPT_MESSAGES + 1) is None


def test_an_empty_chat_is_known_to_be_empty() -> None:
    tails = ChatTails()
    tails.keep("chat", 60, [])
    assert tails.find("chat", 60) == []
    tails.append(text_message("first"))
    assert _ids(tails.find("chat", 60)) == ["first"]


def test_another_variant_cuts_off_what_was_below_the_old_one() -> None:
    tails, chain = ChatTails(), _chain(6)
    tails.keep("chat", 60, chain)
    tails.append(text_message("variant", chain[2].id))
    assert _ids(tails.find("chat", 60)) == [*(message.id for message in chain[:3]), "variant"]


def test_below_an_unknown_message_the_chat_is_read_again() -> None:
    tails, chain = ChatTails(), _chain(6)
    tails.keep("chat", 3, chain[-3:])
    tails.append(text_message("variant", chain[0].id))
    assert tails.find("chat", 1) is None


def test_two_equal_messages_stay_two() -> None:
    tails = ChatTails()
    twice = [text_message("a", None, "The same."), text_message("b", "a", "The same.")]
    tails.keep("chat", 60, [])
    for message in twice:
        tails.append(message)
    assert tails.find("chat", 60) == twice
    tails.revise(replace(twice[0], parts=(TextPart("Another."),), revision=2))
    assert [message.text for message in tails.find("chat", 60) or []] == ["Another.", "The same."]


def test_an_older_revision_changes_nothing() -> None:
    tails = ChatTails()
    newest = replace(text_message("a", text="Newest."), revision=3)
    tails.keep("chat", 60, [newest])
    tails.revise(replace(newest, revision=2, parts=(TextPart("Older."),)))
    tails.rewrite(replace(newest, revision=2, parts=(TextPart("Older."),)), only_streaming=False)
    tails.rewrite(replace(newest, parts=(TextPart("Late."),)), only_streaming=True)
    assert tails.find("chat", 60) == [newest]


def test_ten_megabytes_are_never_passed() -> None:
    tails = ChatTails()
    heaviest = 0
    for number in range(200):
        chat_id = f"chat{number}"
        chain = [replace(message, parts=(TextPart("x" * 3000),)) for message in _chain(40, chat_id)]
        tails.keep(chat_id, 60, chain)
        heaviest = max(heaviest, tails.cache.bytes)
        assert tails.find(chat_id, 60) == chain
    assert DEFAULT_LIMIT * 0.9 < heaviest <= DEFAULT_LIMIT == tails.cache.limit
    assert tails.cache.evictions > 100
