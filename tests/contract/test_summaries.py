"""What every ``SummaryRepository`` does: the fake one and that on SQLite."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import pytest

from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.memory import SourceSpan, SummaryMaker, SummarySentence
from desktop_app.domain.message import FlagsPatch, MessageFlags, MessageState, TextPart
from desktop_app.domain.summary import Covered, OldSentence, SummarySegment
from tests.contract.worlds import World, a_turn, add_chat, an_answer, append, text_message


def _says(sentence_id: str, *message_ids: str, text: str = "", locked: bool = False) -> SummarySentence:
    sources = tuple(SourceSpan(message_id, 1, 0, 5) for message_id in message_ids)
    return SummarySentence(sentence_id, text or f"About {sentence_id}.", sources, locked=locked)


def _segment(segment_id: str, covers: str, *sentences: SummarySentence) -> SummarySegment:
    return SummarySegment(segment_id, "chat", tuple(Covered(each, 1) for each in covers), sentences)


# One sentence of "a", one of "b" and "c"; two of "d".
_FIRST = _segment("S1", "abc", _says("S1-0", "a"), _says("S1-1", "b", "c"))
_SECOND = _segment("S2", "d", _says("S2-0", "d"), _says("S2-1", "d"))


def _four_messages(world: World) -> None:
    add_chat(world)
    append(world, text_message("a"))
    for parent, message in zip("abc", "bcd", strict=True):
        append(world, text_message(message, parent))


def _add(world: World, *segments: SummarySegment, instead_of: str = "") -> None:
    world.run(world.summaries.add_segments(segments, instead_of=instead_of.split()))


def _segments(world: World) -> list[SummarySegment]:
    return world.run(world.summaries.segments("chat"))


def _stale(world: World) -> list[str]:
    return sorted(sentence_id for segment in _segments(world) for sentence_id in segment.stale)


def _history(world: World) -> list[str]:
    return [old.sentence.text for old in world.run(world.summaries.history("chat"))]


def _save_vectors(world: World, *source_ids: str) -> None:
    vectors = [PassageVector(source_id, 1, 0, 5, b"xx") for source_id in source_ids]
    world.run(world.vectors.save_vectors("small", "chat", vectors))


def _sources_with_vectors(world: World) -> list[str]:
    return [vector.source_id for vector in world.run(world.vectors.vectors("small", "chat"))]


def test_segments_come_back_as_they_were_added_in_their_order(world: World) -> None:
    _four_messages(world)
    rich = SummarySegment(
        "rich",
        "chat",
        (Covered("b", 1), Covered("a", 1)),
        (
            SummarySentence(
                "r-0", "Ёлка 北京 🎄", (SourceSpan("a", 1, 2, 3), SourceSpan("a", 1, 4, 5)), 0.5, SummaryMaker.MODEL
            ),
            SummarySentence("r-1", "Mine.", (), 9.0, SummaryMaker.PERSON, locked=True),
        ),
        SummaryMaker.MODEL,
        2,
        "smollm2",
        frozenset({"r-1"}),
        7,
    )
    default = SummarySegment("", "", (), ())
    assert {entry.name for entry in fields(rich) if getattr(rich, entry.name) == getattr(default, entry.name)} == {
        "revision"
    }
    _add(world, rich, _FIRST)
    _add(world, _SECOND)
    assert _segments(world) == [rich, _FIRST, _SECOND]
    add_chat(world, "other")
    assert world.run(world.summaries.segments("other")) == []
    assert _history(world) == []


def test_what_is_unknown_is_not_found(world: World) -> None:
    _four_messages(world)
    for work in (
        lambda: world.summaries.segments("nowhere"),
        lambda: world.summaries.history("nowhere"),
        lambda: world.summaries.add_segments([replace(_FIRST, chat_id="nowhere")]),
        lambda: world.summaries.add_segments([_FIRST], instead_of=["nowhere"]),
        lambda: world.summaries.revise_sentence(_says("nowhere")),
        lambda: world.summaries.remove_sentence("nowhere"),
    ):
        with pytest.raises(NotFoundError):
            world.run(work())
    assert _segments(world) == []


@pytest.mark.parametrize(
    "again", [_FIRST, replace(_SECOND, sentences=_FIRST.sentences), replace(_SECOND, sentences=_SECOND.sentences * 2)]
)
def test_no_two_segments_or_sentences_have_the_same_id(world: World, again: SummarySegment) -> None:
    _four_messages(world)
    _add(world, _FIRST)
    with pytest.raises(StorageError):
        _add(world, again)
    assert _segments(world) == [_FIRST]


def _edit(world: World) -> None:
    world.run(world.chats.revise(text_message("b", text="Changed.")))


def _delete(world: World) -> None:
    world.run(world.chats.set_flags(["b"], MessageFlags(deleted=True)))


def _remove(world: World) -> None:
    append(world, text_message("b2", "a", text=""))
    world.run(world.chats.remove_message("b2"))


@pytest.mark.parametrize("change", [_edit, _delete])
def test_a_segment_of_which_a_message_changed_since_is_left_out(world: World, change: Callable[[World], None]) -> None:
    _four_messages(world)
    change(world)
    _add(world, _FIRST, _SECOND)
    assert _segments(world) == [_SECOND]


def test_a_segment_of_what_is_not_there_is_left_out(world: World) -> None:
    _four_messages(world)
    add_chat(world, "other")
    append(world, text_message("x", chat_id="other"))
    world.run(world.turns.open_turn(a_turn(), an_answer("d", text="Half")))
    answering = replace(_SECOND, id="S3", covers=(Covered("answer", 1),), sentences=())
    _add(world, _segment("S4", "x"), _segment("S5", "z"), answering, _segment("S6", ""))
    assert [segment.id for segment in _segments(world)] == ["S6"]


@pytest.mark.parametrize("flag", ["hidden", "excluded", "never_send", "deleted"])
def test_a_flag_makes_exactly_its_sentences_stale_in_either_direction(world: World, flag: str) -> None:
    _four_messages(world)
    _add(world, _FIRST, _SECOND)
    world.run(world.chats.change_flags("chat", {"c": FlagsPatch(**{flag: True})}))
    assert _stale(world) == ["S1-1"]
    again = replace(_FIRST, id="S3", covers=_FIRST.covers[:2], sentences=(_says("S3-0", "a"),))
    _add(world, again, instead_of="S1")
    assert _stale(world) == []
    world.run(
        world.chats.change_flags("chat", {"a": FlagsPatch(**{flag: True}), "d": FlagsPatch(always_in_context=True)})
    )
    assert _stale(world) == ["S3-0"]
    world.run(world.chats.set_flags(["a", "b", "d"], MessageFlags()))
    assert _stale(world) == ["S3-0"]


def test_what_is_taken_back_makes_stale_too(world: World) -> None:
    _four_messages(world)
    world.run(world.chats.set_flags(["c", "d"], MessageFlags(excluded=True)))
    without = _segment("S1", "abc", _says("S1-0", "a"), _says("S1-1", "b"))
    _add(world, without, _segment("S2", "d"))
    world.run(world.chats.set_flags(["b"], MessageFlags(excluded=True)))
    world.run(world.chats.set_flags(["b", "c"], MessageFlags()))
    assert _stale(world) == ["S1-1"]


def test_an_edit_and_the_end_of_an_answer_make_their_sentences_stale_and_nothing_else(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST, _SECOND)
    _edit(world)
    assert _stale(world) == ["S1-1"]
    world.run(world.turns.open_turn(a_turn(message_id="e"), replace(an_answer("d"), id="e")))
    final = replace(an_answer("d"), id="e", parts=(TextPart("Once"),), state=MessageState.COMPLETE)
    world.run(world.turns.finish_turn(a_turn(message_id="e"), final))
    _add(world, _segment("S3", "e", _says("S3-0", "e")))
    assert _stale(world) == ["S1-1"]
    world.run(world.turns.finish_turn(a_turn(message_id="e"), replace(final, parts=(TextPart("Twice"),))))
    assert _stale(world) == ["S1-1", "S3-0"]


def test_another_branch_another_variant_and_a_failed_try_change_no_summary(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST, _SECOND)
    _remove(world)
    append(world, text_message("c2", "b"))
    world.run(world.chats.choose("d"))
    world.run(world.chats.choose("c2"))
    assert _segments(world) == [_FIRST, _SECOND]


def test_a_message_that_is_removed_makes_its_sentences_stale(world: World) -> None:
    _four_messages(world)
    append(world, text_message("e", "d", text=""))
    _add(world, _SECOND, _segment("S3", "e", _says("S3-0", "e")))
    world.run(world.chats.remove_message("e"))
    assert _stale(world) == ["S3-0"]


def test_a_sentence_is_stale_from_the_first_where_its_source_may_not_be_told_any_more(world: World) -> None:
    _four_messages(world)
    world.run(world.chats.set_flags(["c"], MessageFlags(never_send=True)))
    _edit(world)
    _add(
        world, _segment("S1", "ac", _says("S1-0", "a"), _says("S1-1", "a", "c"), _says("S1-2", "b"), _says("S1-3", "z"))
    )
    assert _stale(world) == ["S1-1", "S1-2", "S1-3"]


def test_what_is_replaced_is_history_and_what_is_repeated_is_not(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST, _SECOND)
    _edit(world)
    world.clock.advance(5)
    covers = (Covered("a", 1), Covered("b", 2), Covered("c", 1))
    again = replace(_FIRST, id="S3", covers=covers, sentences=(_says("S3-0", "c"), _FIRST.sentences[0]))
    _add(world, again, instead_of="S1")
    assert _segments(world) == [_SECOND, again]
    now = world.clock.now()
    assert world.run(world.summaries.history("chat")) == [OldSentence(_FIRST.sentences[1], "S1", now)]
    world.clock.advance(5)
    _add(world, instead_of="S2 S2")
    assert _segments(world) == [again]
    assert _history(world) == ["About S2-1.", "About S2-0.", "About S1-1."]
    assert [old.sentence.id for old in world.run(world.summaries.history("chat", 1))] == ["S2-1"]
    world.run(world.chats.set_flags(["d", "a"], MessageFlags(excluded=True)))
    assert _stale(world) == ["S1-0"]


def test_a_segment_may_be_made_again_under_its_own_id(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST)
    again = replace(_FIRST, sentences=(_says("S1-0", "a"), _says("S1-1", "a", text="Otherwise.")))
    _add(world, again, instead_of="S1")
    assert _segments(world) == [replace(again, revision=2)]
    assert _history(world) == ["About S1-1."]


def test_an_old_segment_stays_where_what_should_replace_it_is_left_out(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST, _SECOND)
    _edit(world)
    first, second = replace(_FIRST, id="S3", sentences=()), replace(_SECOND, id="S4", sentences=(_says("S4-0", "d"),))
    _add(world, first, second, instead_of="S1 S2")
    assert _segments(world) == [replace(_FIRST, stale=frozenset({"S1-1"})), second]
    assert _history(world) == ["About S2-1.", "About S2-0."]


def test_the_persons_words_replace_a_sentence_in_its_place(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST, _SECOND)
    world.run(world.chats.set_flags(["a", "c"], MessageFlags(excluded=True)))
    mine = replace(_says("S1-0"), text="My own \ud83d", weight=7.0, made_by=SummaryMaker.PERSON, locked=True)
    world.run(world.summaries.revise_sentence(mine))
    kept = replace(mine, text="My own \ufffd", sources=_FIRST.sentences[0].sources, weight=0.0)
    first, second = _segments(world)
    assert first == replace(_FIRST, sentences=(kept, _FIRST.sentences[1]), stale=frozenset({"S1-1"}), revision=2)
    assert second == _SECOND
    assert _history(world) == ["About S1-0."]
    world.run(world.chats.set_flags(["a"], MessageFlags()))
    assert _stale(world) == ["S1-0", "S1-1"]


def test_a_lock_alone_is_no_history(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST)
    _edit(world)
    locked = replace(_FIRST.sentences[1], locked=True)
    for _time in range(2):
        world.run(world.summaries.revise_sentence(locked))
    expected = replace(_FIRST, sentences=(_FIRST.sentences[0], locked), stale=frozenset({"S1-1"}))
    assert _segments(world) == [expected]
    assert _history(world) == []


def test_locked_words_that_are_repeated_by_id_stay_as_the_person_left_them(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST)
    for sentence in _FIRST.sentences:
        mine = replace(sentence, text=f"My {sentence.id}.", made_by=SummaryMaker.PERSON, locked=True)
        world.run(world.summaries.revise_sentence(mine))
    again = replace(_FIRST, id="S3", sentences=(_FIRST.sentences[0], _says("S3-1", "b")))
    _add(world, again, instead_of="S1")
    kept = replace(_FIRST.sentences[0], text="My S1-0.", made_by=SummaryMaker.PERSON, locked=True)
    assert _segments(world) == [replace(again, sentences=(kept, _says("S3-1", "b")))]
    assert _history(world)[0] == "My S1-1."


def test_a_sentence_taken_out_is_history_and_no_change_concerns_it(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST)
    world.run(world.summaries.remove_sentence("S1-1"))
    _edit(world)
    assert _segments(world) == [replace(_FIRST, sentences=_FIRST.sentences[:1], revision=2)]
    assert world.run(world.summaries.history("chat")) == [OldSentence(_FIRST.sentences[1], "S1", world.clock.now())]
    with pytest.raises(NotFoundError):
        world.run(world.summaries.remove_sentence("S1-1"))


def test_the_vectors_of_a_segment_go_with_its_words(world: World) -> None:
    _four_messages(world)
    _add(world, _FIRST, _SECOND)
    _save_vectors(world, "a", "S1", "S2", "S9")
    assert _sources_with_vectors(world) == ["S1", "S2", "a"]
    world.run(world.chats.set_flags(["a"], MessageFlags(excluded=True)))
    world.run(world.summaries.revise_sentence(replace(_SECOND.sentences[0], locked=True)))
    assert _sources_with_vectors(world) == ["S1", "S2", "a"]
    world.run(world.summaries.revise_sentence(replace(_SECOND.sentences[0], text="Mine.")))
    assert _sources_with_vectors(world) == ["S1", "a"]
    _save_vectors(world, "S2")
    assert _sources_with_vectors(world) == ["S1", "a"]
    vector = PassageVector("S2", 2, 0, 5, b"xx")
    world.run(world.vectors.save_vectors("small", "chat", [vector]))
    world.run(world.summaries.remove_sentence("S2-1"))
    assert _sources_with_vectors(world) == ["S1", "a"]
    _add(world, instead_of="S1")
    assert _sources_with_vectors(world) == ["a"]
