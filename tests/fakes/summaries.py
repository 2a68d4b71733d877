"""Summary segments and proposals in memory, over the same ``FakeState`` as the other repositories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.message import MessageState
from desktop_app.domain.summary import Covered, OldSentence, Proposal, ProposalState, SummarySegment
from desktop_app.storage.clean import cleaned
from tests.fakes.state import FakeState


class FakeSummaryRepository:
    """Fulfils ``SummaryRepository``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state
        self._written = 0

    async def segments(self, chat_id: str) -> list[SummarySegment]:
        """As they were made."""
        self._state.enter()
        self._state.chat(chat_id)
        return [segment for segment in self._state.segments if segment.chat_id == chat_id]

    async def add_segments(self, segments: Sequence[SummarySegment], *, instead_of: Sequence[str] = ()) -> None:
        """Where nothing of them was overtaken."""
        self._state.enter()
        for segment in segments:
            self._state.chat(segment.chat_id)
        old_segments = [self._segment(segment_id) for segment_id in dict.fromkeys(instead_of)]
        given = cleaned(tuple(segments))
        left_out = {each.message_id for segment in given if not self._is_so(segment) for each in segment.covers}
        going = [old for old in old_segments if not left_out & {each.message_id for each in old.covers}]
        old = {sentence.id: sentence for segment in going for sentence in segment.sentences}
        added = [self._settled(segment, old) for segment in given if self._is_so(segment)]
        self._refuse_known(added, going)
        said = {each.id: each.text for segment in added for each in segment.sentences}
        for segment in going:
            for sentence in segment.sentences:
                if said.get(sentence.id) != sentence.text:
                    self._retire(segment, sentence)
            self._state.segments.remove(segment)
            self._state.drop_vectors(segment.id)
        for segment in added:
            replaced = sum(old.segment_id == segment.id for old in self._state.old_sentences.values())
            self._state.segments.append(replace(segment, revision=1 + replaced))
            for sentence in segment.sentences:
                self._number(sentence)

    async def revise_sentence(self, sentence: SummarySentence) -> None:
        """Other words, or another lock."""
        self._state.enter()
        sentence = cleaned(sentence)
        segment, stored = self._sentence(sentence.id)
        revised = replace(stored, text=sentence.text, locked=sentence.locked, made_by=sentence.made_by)
        sentences = tuple(revised if each.id == stored.id else each for each in segment.sentences)
        if revised.text == stored.text:
            self._put(segment, replace(segment, sentences=sentences))
            return
        self._retire(segment, stored)
        self._number(revised)
        stale = segment.stale - {stored.id}
        self._put(segment, replace(segment, sentences=sentences, stale=stale, revision=segment.revision + 1))
        self._state.drop_vectors(segment.id)

    async def remove_sentence(self, sentence_id: str) -> None:
        """Its segment stays."""
        self._state.enter()
        segment, stored = self._sentence(sentence_id)
        self._retire(segment, stored)
        sentences = tuple(each for each in segment.sentences if each.id != sentence_id)
        stale = segment.stale - {sentence_id}
        self._put(segment, replace(segment, sentences=sentences, stale=stale, revision=segment.revision + 1))
        self._state.drop_vectors(segment.id)

    async def history(self, chat_id: str, limit: int = 200) -> list[OldSentence]:
        """The newest first."""
        self._state.enter()
        self._state.chat(chat_id)
        found = [
            (old.replaced_at, number, old) for (of, number), old in self._state.old_sentences.items() if of == chat_id
        ]
        return [old for _at, _number, old in sorted(found, key=lambda each: each[:2], reverse=True)][: max(limit, 0)]

    def _segment(self, segment_id: str) -> SummarySegment:
        for segment in self._state.segments:
            if segment.id == segment_id:
                return segment
        raise NotFoundError(kind="summary segment", id=segment_id)

    def _sentence(self, sentence_id: str) -> tuple[SummarySegment, SummarySentence]:
        for segment in self._state.segments:
            for sentence in segment.sentences:
                if sentence.id == sentence_id:
                    return segment, sentence
        raise NotFoundError(kind="summary sentence", id=sentence_id)

    def _is_so(self, segment: SummarySegment) -> bool:
        for each in segment.covers:
            message = self._state.messages.get(each.message_id, [None])[-1]
            if message is None or (message.chat_id, message.revision) != (segment.chat_id, each.revision):
                return False
            if message.flags.deleted or message.state is MessageState.STREAMING:
                return False
        return True

    def _settled(self, segment: SummarySegment, old: dict[str, SummarySentence]) -> SummarySegment:
        """As it is stored: locked words stay, what cannot be told by now is stale."""
        sentences = tuple(_locked(each, old.get(each.id)) for each in segment.sentences)
        stale = {each.id for each in sentences if each.id in segment.stale or self._is_overtaken(each)}
        return replace(segment, sentences=sentences, stale=frozenset(stale))

    def _is_overtaken(self, sentence: SummarySentence) -> bool:
        for span in sentence.sources:
            message = self._state.messages.get(span.message_id, [None])[-1]
            if message is None or message.revision != span.revision or not message.flags.sendable:
                return True
        return False

    def _refuse_known(self, added: Sequence[SummarySegment], going: Sequence[SummarySegment]) -> None:
        staying = [segment for segment in self._state.segments if segment not in going]
        ids = [segment.id for segment in (*staying, *added)]
        sentence_ids = [each.id for segment in (*staying, *added) for each in segment.sentences]
        if len(set(ids)) < len(ids) or len(set(sentence_ids)) < len(sentence_ids):
            raise StorageError(detail="There is something with this id already.")

    def _retire(self, segment: SummarySegment, sentence: SummarySentence) -> None:
        number = self._state.sentence_numbers.pop(sentence.id)
        old = OldSentence(sentence, segment.id, self._state.clock.now())
        self._state.old_sentences[segment.chat_id, number] = old

    def _number(self, sentence: SummarySentence) -> None:
        self._written += 1
        self._state.sentence_numbers.setdefault(sentence.id, self._written)

    def _put(self, old: SummarySegment, new: SummarySegment) -> None:
        self._state.segments[self._state.segments.index(old)] = new


class FakeProposalRepository:
    """Fulfils ``ProposalRepository``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def proposals(self, state: ProposalState | None = ProposalState.WAITING) -> list[Proposal]:
        """Oldest first."""
        self._state.enter()
        found = [each for each in self._state.proposals.values() if state in {None, each.state}]
        return sorted(found, key=lambda each: (each.created_at, each.id))

    async def save_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Adds or replaces."""
        self._state.enter()
        self._state.proposals |= {each.id: each for each in cleaned(tuple(proposals))}

    async def read_up_to(self, chat_id: str) -> dict[str, int]:
        """By message."""
        self._state.enter()
        return dict(self._state.readings.get(chat_id, {}))

    async def mark_read(self, chat_id: str, read: Sequence[Covered]) -> None:
        """In the place of what was known."""
        self._state.enter()
        known = self._state.readings.setdefault(chat_id, {})
        known |= {each.message_id: each.revision for each in cleaned(tuple(read))}


def _locked(sentence: SummarySentence, old: SummarySentence | None) -> SummarySentence:
    if old is None or not old.locked:
        return sentence
    return replace(sentence, text=old.text, made_by=old.made_by, locked=True)
