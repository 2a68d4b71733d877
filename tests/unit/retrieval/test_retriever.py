"""The index of a chat: what it answers depends on what it holds, vectors of two embedders never meet, branches do not leak."""

from __future__ import annotations

from array import array

from desktop_app.domain.embedding import PassageVector, Vectors
from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.domain.recalling import RecallFound, RecallQuery, RecallQuestion
from desktop_app.language.lemmas import Lemmas
from desktop_app.retrieval.chunks import small_passages
from desktop_app.retrieval.retriever import ChatRetriever
from desktop_app.retrieval.vector_ranker import VectorRanker
from tests.fakes.embedders import unit_word_row

TEXTS = [
    RankedText(f"t{number:03}", 1, f"Word{number} and word{number * 7 % 90} stand here. So does x{number}.")
    for number in range(90)
]
FACT = RankedText("fact", 1, "The ferryman at the crossing is called Benedek.")
DIMENSION = 48


def rows(*texts: str) -> Vectors:
    values = array("f", [value for text in texts for value in unit_word_row(text, DIMENSION)])
    return Vectors(DIMENSION, values.tobytes())


def read(retriever: ChatRetriever, embedder: str = "words") -> None:
    """Makes all vectors that are missing."""
    passages = retriever.unread("chat", embedder)
    packed = VectorRanker(Lemmas()).packed(rows(*(passage.text for passage in passages)))
    retriever.take(
        "chat",
        embedder,
        [
            PassageVector(passage.source_id, passage.revision, passage.start, passage.end, row)
            for passage, row in zip(passages, packed, strict=True)
        ],
    )
    retriever.settle("chat")


def ask(retriever: ChatRetriever, query: str, *texts: RankedText, allowed: frozenset[str] | None = None) -> RecallFound:
    question = RecallQuestion(
        (RecallQuery(query),),
        tuple((text.id, text.revision) for text in texts),
        frozenset(text.id for text in texts) if allowed is None else allowed,
        vectors=rows(query),
    )
    return retriever.search("chat", question)


def test_the_order_in_which_things_came_does_not_matter() -> None:
    at_once, by_and_by = ChatRetriever(Lemmas()), ChatRetriever(Lemmas())
    at_once.hold("chat", [*TEXTS, FACT])
    read(at_once)
    by_and_by.hold("chat", [FACT, RankedText("t003", 7, "Something else.")])
    read(by_and_by)
    for text in reversed(TEXTS):
        by_and_by.hold("chat", [text])
        read(by_and_by)

    for query in ("Who is the ferryman?", "word14 and word2", "nothing at all"):
        first, second = ask(at_once, query, *TEXTS, FACT), ask(by_and_by, query, *TEXTS, FACT)
        assert [hit.source_id for hit in first.hits] == [hit.source_id for hit in second.hits]
        assert first == second


def test_only_what_is_asked_for_in_this_revision_is_found() -> None:
    retriever = ChatRetriever(Lemmas())
    retriever.hold("chat", [*TEXTS, FACT])
    read(retriever)
    asked = "ferryman at the crossing"

    assert ask(retriever, asked, *TEXTS, FACT).hits[0].source_id == "fact"
    assert all(hit.source_id != "fact" for hit in ask(retriever, asked, *TEXTS).hits)
    assert all(hit.source_id != "fact" for hit in ask(retriever, asked, *TEXTS, FACT, allowed=frozenset()).hits)
    retriever.hold("chat", [RankedText("fact", 2, "Nobody rows any more.")])
    read(retriever)
    assert all("Benedek" not in hit.text for hit in ask(retriever, asked, *TEXTS, FACT).hits)
    assert all("Benedek" not in hit.text for hit in ask(retriever, asked, *TEXTS, RankedText("fact", 2, "")).hits)


def test_vectors_of_another_embedder_are_let_go() -> None:
    retriever = ChatRetriever(Lemmas())
    retriever.hold("chat", [FACT])
    read(retriever, "one")

    assert retriever.unread("chat", "one") == []
    assert [passage.text for passage in retriever.unread("chat", "two")] == [FACT.text]
    assert [passage.text for passage in retriever.unread("chat", "one")] == [FACT.text]


def test_texts_go_and_come_again_without_end() -> None:
    retriever = ChatRetriever(Lemmas())
    for round_ in range(12):
        retriever.hold("chat", [RankedText(text.id, round_, text.text) for text in TEXTS[:20]])
        read(retriever)
    retriever.hold("chat", [FACT], gone=[text.id for text in TEXTS[:15]])
    read(retriever)

    assert len(retriever.held("chat")) == 6
    assert ask(retriever, "ferryman at the crossing", FACT).hits[0].text == FACT.text


def test_small_passages_are_sentences_and_short_ones_go_with_the_next() -> None:
    text = "Yes. I keep the key under the stone. It is cold outside! Oh."

    assert [piece.text for piece in small_passages("t", text)] == [
        "Yes. I keep the key under the stone.",
        "It is cold outside! Oh.",
    ]
    assert len(small_passages("t", "One more sentence stands here. " * 900)) <= 70
    assert small_passages("t", "  ") == []
