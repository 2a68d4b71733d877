"""The summary by a model: in the background, in pieces that fit its window, and only where the person wants it.

Called by ``SummaryService``, one chat at a time, behind the extractive summary, of which each piece is some whole segments: so
it needs no second idea of what is new or stale. Whatever the model does wrong, what was there before stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace

from desktop_app.domain.chat import BranchRow, Chat
from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    ChatRequest,
    ConnectionProfile,
    FinishReason,
    StreamFailed,
    StreamFinished,
    TextDelta,
    Usage,
    UsageReported,
)
from desktop_app.domain.memory import SummaryMaker, SummarySentence
from desktop_app.domain.ports import ChatProvider, ChatRepository, Clock, ProviderRegistry
from desktop_app.domain.settings import Settings
from desktop_app.domain.summary import Covered, SummarySegment, ToldMessage
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.writing import prompt_language
from desktop_app.services.kept_segments import KeptSegments
from desktop_app.services.summary_branch import Standing, standing
from desktop_app.services.summary_extractive import named_by, segment_id, told_message
from desktop_app.services.summary_pieces import MOST_MESSAGES, Desk, portions
from desktop_app.services.summary_reply import summary_of

# A server whose window is smaller than it is said to be is shown less, so often.
_SHORTER = 3

_LANGUAGES = {"en": "English", "ru": "Russian", "zh": "Chinese"}
_OF_THE_CHAT = "the language of the conversation"


class ModelSummary:
    """Writes segments by a model. ``prompts``: the program's own, by language code. ``spend`` hears of every call."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        kept: KeptSegments,
        providers: ProviderRegistry,
        prompts: Mapping[str, str],
        lemmas: Lemmas,
        clock: Clock,
        spend: Callable[[str, Usage | None], None],
    ) -> None:
        self._chats = chats
        self._kept = kept
        self._providers = providers
        self._prompts = prompts
        self._lemmas = lemmas
        self._clock = clock
        self._spend = spend

    async def make_next(self, chat: Chat, rows: Sequence[BranchRow], settings: Settings) -> bool:
        """Writes one piece; False where nothing is left to write. Raises ``ProviderError``: then nothing has changed."""
        segments = await self._kept.of(chat.id)
        pieces, model = await asyncio.to_thread(_unwritten, rows, segments)
        if not pieces:
            return False
        connection = settings.connection(settings.summary.connection_id or chat.connection_id)
        wanted = [each.message_id for piece in pieces for each in piece]
        messages = await self._chats.messages(wanted)
        told = [told_message(messages[id_]) for id_ in wanted if id_ in messages]
        provider = self._providers.provider(connection)
        desk = self._desk(connection, provider, settings, told)
        covers = await asyncio.to_thread(_as_fits, pieces, told, desk)
        if any(
            each.message_id not in messages or messages[each.message_id].revision != each.revision for each in covers
        ):
            return True  # it has changed since the branch was read
        ids = {each.message_id for each in covers}
        written = await self._write(chat.id, provider, desk, [message for message in told if message.id in ids])
        old = [segment for segment in model.partly if any(each.message_id in ids for each in segment.covers)]
        segment = self._segment(chat.id, connection.model, covers, written, old)
        await self._kept.put(chat.id, [segment], [each.id for each in old])
        return True

    def _desk(
        self, connection: ConnectionProfile, provider: ChatProvider, settings: Settings, told: Sequence[ToldMessage]
    ) -> Desk:
        summary = settings.summary
        code = summary.language or prompt_language(message.text for message in told)
        language = _LANGUAGES.get(code, code) if summary.language else _OF_THE_CHAT
        prompt = summary.prompt.strip() or self._prompts.get(code) or self._prompts["en"]
        window = summary.window or connection.context_limit
        counter = provider.counter()
        return Desk(
            connection, min(window, connection.context_limit), prompt, language, lambda text: counter.count(text).tokens
        )

    async def _write(
        self, chat_id: str, provider: ChatProvider, desk: Desk, told: Sequence[ToldMessage]
    ) -> list[SummarySentence]:
        room = desk.room
        for shorter in range(_SHORTER + 1):
            try:
                return await self._write_in(chat_id, provider, desk, told, room >> shorter)
            except ProviderError as error:
                if error.kind is not ProviderErrorKind.CONTEXT_TOO_LONG or shorter == _SHORTER:
                    raise
        raise AssertionError  # the last time raises

    async def _write_in(
        self, chat_id: str, provider: ChatProvider, desk: Desk, told: Sequence[ToldMessage], room: int
    ) -> list[SummarySentence]:
        made: list[SummarySentence] = []
        for portion in await asyncio.to_thread(portions, told, room, desk.count):
            reply = await self._ask(chat_id, provider, desk.request(portion))
            excerpts = [excerpt for excerpt, _ in portion]
            sentences = await asyncio.to_thread(summary_of, reply, excerpts, self._lemmas)
            made += [replace(sentence, id=str(len(made) + at)) for at, sentence in enumerate(sentences)]
        return made

    async def _ask(self, chat_id: str, provider: ChatProvider, request: ChatRequest) -> str:
        """The whole reply. Raises ``ProviderError`` where it did not come to its end."""
        pieces: list[str] = []
        usage: Usage | None = None
        try:
            async with aclosing(provider.stream(request)) as events:
                async for event in events:
                    match event:
                        case TextDelta(text=text):
                            pieces.append(text)
                        case UsageReported(usage=reported):
                            usage = reported
                        case StreamFinished(reason=reason):
                            _refuse_unfinished(reason)
                            return "".join(pieces)
                        case StreamFailed(error=error):
                            raise error
                        case _:
                            continue
        finally:
            self._spend(chat_id, usage)
        raise ProviderError(ProviderErrorKind.INTERRUPTED)

    def _segment(
        self,
        chat_id: str,
        model: str,
        covers: Sequence[Covered],
        written: Sequence[SummarySentence],
        old: Sequence[SummarySegment],
    ) -> SummarySegment:
        id_ = segment_id(chat_id, SummaryMaker.MODEL, covers)
        known = {(sentence.text, sentence.sources): sentence.id for segment in old for sentence in segment.sentences}
        named = [named_by(id_, sentence, known) for sentence in written]
        locked = [sentence for segment in old for sentence in segment.sentences if sentence.locked]
        return SummarySegment(
            id=id_,
            chat_id=chat_id,
            covers=tuple(covers),
            sentences=(*named, *locked),
            maker=SummaryMaker.MODEL,
            model=model,
            created_at=self._clock.now(),
        )


def _refuse_unfinished(reason: FinishReason) -> None:
    if reason is FinishReason.CONTENT_FILTER:
        raise ProviderError(ProviderErrorKind.REFUSED)
    if reason is not FinishReason.STOP:
        raise ProviderError(ProviderErrorKind.INTERRUPTED)


def _unwritten(
    rows: Sequence[BranchRow], segments: Sequence[SummarySegment]
) -> tuple[list[tuple[Covered, ...]], Standing]:
    """The first run of extractive segments that no model has told, each as its messages, and what stands by model.

    Not the one at the very end of the branch: its last answer may be asked for anew.
    """
    extractive = standing(rows, segments, SummaryMaker.EXTRACTIVE)
    model = standing(rows, segments, SummaryMaker.MODEL)
    written = {each for segment in model.whole for each in segment.covers}
    pieces: list[tuple[Covered, ...]] = []
    messages = behind = 0
    for start, piece in _open_pieces(extractive, written):
        if pieces and (start != behind or messages + len(piece) > MOST_MESSAGES):
            break
        pieces.append(piece)
        messages += len(piece)
        behind = start + len(piece)
    return pieces, model


def _open_pieces(extractive: Standing, written: Collection[Covered]) -> Iterator[tuple[int, tuple[Covered, ...]]]:
    """What of each segment is not written, as runs without a hole, each with the place of its first message."""
    for segment, start in extractive.spans:
        if start + len(segment.covers) == len(extractive.told):
            return
        run: list[Covered] = []
        for place, each in enumerate(segment.covers, start):
            if each not in written:
                run.append(each)
            elif run:
                yield place - len(run), tuple(run)
                run = []
        if run:
            yield start + len(segment.covers) - len(run), tuple(run)


def _as_fits(pieces: Sequence[tuple[Covered, ...]], told: Sequence[ToldMessage], desk: Desk) -> tuple[Covered, ...]:
    """The messages of as many pieces as fit at once; of the first one in any case."""
    cost = {message.id: desk.count(message.text) + 12 for message in told}
    covers = list(pieces[0])
    used = sum(cost.get(each.message_id, 0) for each in covers)
    for piece in pieces[1:]:
        used += sum(cost.get(each.message_id, 0) for each in piece)
        if used > desk.room:
            break
        covers += piece
    return tuple(covers)
