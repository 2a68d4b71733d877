"""What every ``VectorStore`` and ``EmbeddingCacheStore`` does: the fake ones and those on SQLite."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import FlagsPatch, MessageFlags, MessageState, TextPart
from tests.contract.worlds import EMBEDDINGS, World, a_turn, add_chat, an_answer, append, text_message

_SMALL = "builtin/small"
_LARGE = "https://北京.example/large\nquery: "


def _vector(source_id: str, start: int = 0, revision: int = 1, data: bytes = b"\x00\x3c") -> PassageVector:
    return PassageVector(source_id, revision, start, start + 5, data)


def _save(world: World, *vectors: PassageVector, embedder: str = _SMALL, chat_id: str = "chat") -> None:
    world.run(world.vectors.save_vectors(embedder, chat_id, vectors))


def _kept(world: World, embedder: str = _SMALL, chat_id: str = "chat") -> list[PassageVector]:
    return world.run(world.vectors.vectors(embedder, chat_id))


def _three_messages(world: World) -> None:
    add_chat(world)
    append(world, text_message("a"), text_message("b", "a"), text_message("c", "b"))


def test_vectors_come_back_by_source_and_place(world: World) -> None:
    _three_messages(world)
    given = [_vector("b", 9, data=b"9"), _vector("b", 0), _vector("a", 0, data=bytes(range(256)))]
    _save(world, *given)
    assert _kept(world) == [given[2], given[0], given[1]]
    assert _kept(world, _LARGE) == _kept(world, chat_id="elsewhere") == []


def test_saving_replaces_those_of_the_sources_named_and_of_this_embedder(world: World) -> None:
    _three_messages(world)
    _save(world, _vector("a"), _vector("a", 5), _vector("b"))
    _save(world, _vector("a"), embedder=_LARGE)
    _save(world, _vector("a", 7, data=b"new"), _vector("c"))
    assert _kept(world) == [_vector("a", 7, data=b"new"), _vector("b"), _vector("c")]
    assert _kept(world, _LARGE) == [_vector("a")]
    _save(world)
    assert len(_kept(world)) == 3


def test_embedders_are_counted_by_sources_and_forgotten(world: World) -> None:
    _three_messages(world)
    assert world.run(world.vectors.embedders()) == {}
    _save(world, _vector("a"), _vector("a", 5), _vector("b"))
    _save(world, _vector("c"), embedder=_LARGE + "\ud83d")
    assert world.run(world.vectors.embedders()) == {_SMALL: 2, _LARGE + "\ufffd": 1}
    assert _kept(world, _LARGE + "\ud83d") == [_vector("c")]
    for embedder in (_SMALL, "unknown"):
        world.run(world.vectors.forget_embedder(embedder))
    assert world.run(world.vectors.embedders()) == {_LARGE + "\ufffd": 1}
    assert _kept(world) == []


def test_what_was_overtaken_is_left_out_and_what_is_there_stays(world: World) -> None:
    _three_messages(world)
    world.run(world.chats.revise(text_message("a", text="Changed.")))
    _save(world, _vector("a", revision=2))
    world.run(world.chats.set_flags(["b"], MessageFlags(deleted=True)))
    add_chat(world, "other")
    append(world, text_message("d", chat_id="other"))
    _save(
        world, _vector("a", 3), _vector("a", 9, revision=3), _vector("b"), _vector("c"), _vector("d"), _vector("gone")
    )
    assert _kept(world) == [_vector("a", revision=2), _vector("c")]
    assert _kept(world, chat_id="other") == []


def _edit(world: World) -> None:
    world.run(world.chats.revise(text_message("b", text="Changed.")))


def _delete(world: World) -> None:
    world.run(world.chats.change_flags("chat", {"b": FlagsPatch(deleted=True)}))


def _delete_among_others(world: World) -> None:
    world.run(world.chats.set_flags(["b"], MessageFlags(deleted=True)))


@pytest.mark.parametrize("change", [_edit, _delete, _delete_among_others])
def test_a_change_of_the_text_or_its_deletion_takes_exactly_its_vectors_out(
    world: World, change: Callable[[World], None]
) -> None:
    _three_messages(world)
    for embedder in (_SMALL, _LARGE):
        _save(world, _vector("a"), _vector("b"), _vector("b", 5), _vector("c"), embedder=embedder)
    change(world)
    assert _kept(world) == _kept(world, _LARGE) == [_vector("a"), _vector("c")]


def test_what_is_restored_has_no_vectors_until_they_are_made_again(world: World) -> None:
    _three_messages(world)
    _save(world, _vector("b"))
    for deleted in (True, False):
        world.run(world.chats.change_flags("chat", {"b": FlagsPatch(deleted=deleted)}))
    assert _kept(world) == []
    _save(world, _vector("b"))
    assert _kept(world) == [_vector("b")]


def test_other_flags_and_another_branch_leave_vectors_alone(world: World) -> None:
    _three_messages(world)
    _save(world, _vector("a"), _vector("b"), _vector("c"))
    patch = FlagsPatch(hidden=True, excluded=True, never_send=True, always_in_context=True)
    world.run(world.chats.change_flags("chat", dict.fromkeys("abc", patch)))
    append(world, text_message("b2", "a"))
    world.run(world.chats.choose("c"))
    assert len(_kept(world)) == 3


def test_an_answer_has_vectors_only_when_it_is_whole(world: World) -> None:
    _three_messages(world)
    answer = an_answer("c", text="Once")
    world.run(world.turns.open_turn(a_turn(), answer))
    _save(world, _vector("answer"))
    assert _kept(world) == []
    final = replace(answer, parts=(TextPart("Once upon a time"),), state=MessageState.COMPLETE)
    world.run(world.turns.finish_turn(a_turn(), final))
    _save(world, _vector("answer"))
    assert _kept(world) == [_vector("answer")]
    world.run(world.turns.finish_turn(a_turn(), replace(final, parts=(TextPart("Otherwise"),))))
    assert _kept(world) == []


def test_a_message_that_is_removed_leaves_no_vectors(world: World) -> None:
    _three_messages(world)
    append(world, text_message("d", "c", text=""))
    _save(world, _vector("c"), _vector("d"))
    world.run(world.chats.remove_message("d"))
    assert _kept(world) == [_vector("c")]
    append(world, text_message("d", "c"))
    assert _kept(world) == [_vector("c")]


def test_a_change_that_is_refused_leaves_vectors(world: World) -> None:
    _three_messages(world)
    _save(world, _vector("b"))
    with pytest.raises(NotFoundError):
        world.run(world.chats.set_flags(["b", "nowhere"], MessageFlags(deleted=True)))
    assert _kept(world) == [_vector("b")]


def test_a_cached_vector_is_found_by_its_key(world: World) -> None:
    world.run(world.embeddings.put_many({"a": b"1", "北京 \ud83d": b"2"}))
    world.run(world.embeddings.put_many({"a": b"3"}))
    world.run(world.embeddings.put_many({}))
    assert world.run(world.embeddings.get_many(["x", "北京 \ud83d", "a"])) == {"北京 \ud83d": b"2", "a": b"3"}
    assert world.run(world.embeddings.get_many([])) == world.run(world.embeddings.get_many(["A"])) == {}


def test_the_cache_keeps_what_was_used_last(world: World) -> None:
    def kept() -> str:
        return "".join(sorted(world.run(world.embeddings.get_many("abcdefghij"))))

    world.run(world.embeddings.put_many(dict.fromkeys("abcd", b"x")))
    world.run(world.embeddings.get_many(["b", "a"]))
    world.run(world.embeddings.put_many({"e": b"x"}))
    assert (len("abcd"), kept()) == (EMBEDDINGS, "abde")
    world.run(world.embeddings.get_many(["b", "a"]))
    world.run(world.embeddings.put_many({"d": b"y", "f": b"x"}))
    assert kept() == "abdf"
    world.run(world.embeddings.put_many(dict.fromkeys("cdefghij", b"x")))
    assert kept() == "ghij"
