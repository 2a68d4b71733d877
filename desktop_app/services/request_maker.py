"""Gathers all that goes into a ``ContextRequest``: the one place that decides where each of its fields comes from.

Owned by the context service. What takes long is done in threads; what is not there yet is named in ``pending`` where the
caller does not want to wait, and computed beside it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from desktop_app.context.prompt_words import in_language
from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage, PastTurn, Relevance
from desktop_app.domain.chat import Chat, ChatContext
from desktop_app.domain.embedding import Embedder, TextKind
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.message import Role, TextPart, text_of
from desktop_app.domain.pictures import PictureTerms, pictures_of
from desktop_app.domain.ports import Clock
from desktop_app.language.writing import prompt_language
from desktop_app.services.answering import Answerer, Asked
from desktop_app.services.branch_memory import on_branch
from desktop_app.services.counting import Count
from desktop_app.services.group_turns import around_speaker, scene_of
from desktop_app.services.knowledge import Knowledge, Past, Surroundings
from desktop_app.services.prompt_cache import keeps_prompts
from desktop_app.services.prompt_scripts import PromptScripts
from desktop_app.services.recall_service import AS_SEND_DOES, RECALL, Later, Patience, Recalled, RecallService
from desktop_app.services.relevance import Ranked, Relevances
from desktop_app.services.scripts_active import active_scripts
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.shown_requests import ShownRequests
from desktop_app.services.sight import Sights
from desktop_app.services.strategy_choice import strategy_choice
from desktop_app.services.summary_service import SummaryService

# Names of what may be pending.
RELEVANCE, SUMMARY = "relevance", "summary"

# The name of the task that makes the vectors of entries beside a preview.
MEANING = "meaning"

# As many texts are read by the ranker while the preview waits; with more it comes without their relevance first.
RANKED_AT_ONCE = 1_500

# The strategies that want a summary, and those that weigh messages, where the chat does not decide otherwise.
_SUMMARISING = frozenset({"summarize", "vector-recall"})
_WEIGHING = frozenset({"vector-recall"})
_OF_THE_HOUSE = _SUMMARISING | {"truncate", "manual"}

# So many of the newest messages say in which language a chat is. More of them, and a chat that changes its language would be
# late; less, and one quotation would change it.
TEXTS_OF_LANGUAGE = 12
_SPEAKERS = frozenset({Role.USER, Role.ASSISTANT})


@dataclass(frozen=True, slots=True)
class Said:
    """What was said: the branch, and the input apart from it."""

    branch: tuple[BranchMessage, ...]
    draft: InputMessage | None

    @classmethod
    def up_to_tip(cls, branch: tuple[BranchMessage, ...]) -> Said:
        """A plain user message at the tip is the current input, just as it was when it was a draft: the plans are the same."""
        if not branch:
            return cls(branch, None)
        tip = branch[-1]
        if tip.role is not Role.USER or not tip.flags.sendable or not tip.parts:
            return cls(branch, None)
        draft = InputMessage(tip.id, text_of(tip.parts), tip.revision, pictures_of(tip.parts))
        plain = draft.parts == tip.parts or all(isinstance(part, TextPart) for part in tip.parts)
        return cls(branch[:-1], draft) if plain else cls(branch, None)

    @classmethod
    def up_to(cls, branch: tuple[BranchMessage, ...], message_id: str | None) -> Said:
        """The branch from the root to this message (None: nothing). Raises ``NotFoundError`` where it is not in it."""
        if message_id is None:
            return cls((), None)
        end = next((index for index in range(len(branch), 0, -1) if branch[index - 1].id == message_id), None)
        if end is None:
            raise NotFoundError(kind="message", id=message_id)
        return cls.up_to_tip(branch if end == len(branch) else branch[:end])


class RequestMaker:
    """Makes requests. ``recalls`` None: nothing is found by meaning."""

    def __init__(
        self,
        *,
        knowledge: Knowledge,
        settings: SettingsService,
        relevances: Relevances,
        summaries: SummaryService,
        recalls: RecallService | None,
        clock: Clock,
        shown: ShownRequests,
    ) -> None:
        self._shown = shown
        self._recalls = recalls
        self._knowledge = knowledge
        self._settings = settings
        self._relevances = relevances
        self._sights = Sights()
        self._summaries = summaries
        self._clock = clock
        self._scripts = PromptScripts()

    async def request(
        self,
        answerer: Answerer,
        said: Said,
        asked: Asked,
        count: Count,
        *,
        strategy: str | None,
        patience: Patience = AS_SEND_DOES,
        as_shown: bool = False,
    ) -> ContextRequest:
        """The request for an answer. ``strategy``: instead of the one that counts here.

        Where there is endless ``patience`` nothing is pending; Send waits a while for what is found by meaning. ``as_shown``:
        what was found for the preview of the same question is found again.
        """
        surroundings = around_speaker(await self._knowledge.surroundings(answerer.chat.id), answerer)
        past = await self._knowledge.past(answerer.chat.id)
        request = self._plain(answerer, surroundings, past, said, asked)
        request = replace(request, strategy=strategy or request.strategy, overhead=count.overhead)
        if self._sights.any_in(request):
            request = replace(request, pictures=await self.picture_terms(answerer, anew=patience.later is None))
        scripted = await self._scripted(request, answerer, count)
        if as_shown and (known := await self._shown.as_shown(scripted, answerer.chat.context)) is not None:
            return known
        patience = patience.begun()
        recalled = await self._recalled(request, answerer.chat, patience)
        relevance, in_part = await self._relevance(request, answerer.chat, recalled, patience)
        summary = await self._summary(request, patience.later)
        waiting = ((RELEVANCE, relevance is None or in_part), (SUMMARY, summary is None), (RECALL, recalled.pending))
        return replace(
            scripted,
            relevance={**(relevance or {}), **recalled.relevance},
            recall=recalled.candidates,
            summary=summary or (),
            pending=tuple(name for name, pending in waiting if pending),
        )

    async def picture_terms(self, answerer: Answerer, *, anew: bool = False) -> PictureTerms:
        """How pictures go to who answers. ``anew``: a server that did not answer before is asked again."""
        newest = self._settings.settings.context.newest_pictures
        return await self._sights.terms(answerer.connection, answerer.provider, newest, anew=anew)

    async def with_draft_only(self, request: ContextRequest, chat: Chat, draft: InputMessage) -> ContextRequest:
        """The same question about a text alone, as if nothing else had been said."""
        request = replace(request, branch=(), draft=draft, past=(), summary=(), recall=())
        relevance, _ = await self._relevance(request, chat, Recalled(), AS_SEND_DOES)
        return replace(request, relevance=relevance or {}, pending=())

    async def _scripted(self, request: ContextRequest, answerer: Answerer, count: Count) -> ContextRequest:
        """With its texts as switched-on scripts send them; what ranks them has seen them as they are stored."""
        cards = () if answerer.character is None else (answerer.character,)
        scripts = active_scripts(self._settings.settings.scripts, cards)
        if not scripts:
            return request
        return await asyncio.to_thread(self._scripts.applied, request, scripts, count.counter)

    def _plain(
        self, answerer: Answerer, surroundings: Surroundings, past: Past, said: Said, asked: Asked
    ) -> ContextRequest:
        """Everything that needs no work."""
        chat, connection = answerer.chat, answerer.connection
        settings = self._settings.settings
        context = settings.context
        language = prompt_language(_newest_texts(said), settings.appearance.language)
        prompt = context.character_prompt if answerer.character else context.assistant_prompt
        memory = on_branch(surroundings.memories, chat.id, surroundings.born_here, _path(said))
        choice = strategy_choice(chat, asked.strategy_once, surroundings.folders, context.strategy)
        return ContextRequest(
            chat_id=chat.id,
            model=connection.model,
            limit=connection.context_limit,
            reserve=connection.generation.max_tokens,
            strategy=choice.strategy,
            branch=said.branch,
            draft=said.draft,
            system_prompt=in_language(prompt, language),
            character=answerer.character,
            group=scene_of(answerer),
            speaking=answerer.speaking,
            persona=answerer.persona,
            user_name=settings.user_name,
            role_style=connection.role_style,
            now_minutes=self._clock.local_minutes(),
            kind=asked.kind,
            reroll=asked.reroll,
            books=surroundings.books,
            memories=memory.memories,
            elsewhere=memory.elsewhere,
            past=_turns_of(past, said.branch),
            note=chat.context.note,
            lanes=context.lanes,
            examples=context.examples,
            dialogue_messages=context.dialogue_messages,
            keep_exchanges=context.keep_exchanges,
            post_history=context.post_history,
            post_history_first=context.post_history_first,
            use_summary=chat.context.use_summary,
            use_recall=chat.context.use_recall,
            cut_in_steps=_cuts_in_steps(chat.context, connection),
            last_prompt=past.last_prompt_on(connection),
            language=language,
            order=context.order if chat.context.order is None else chat.context.order,
        )

    async def _recalled(self, request: ContextRequest, chat: Chat, patience: Patience) -> Recalled:
        wanted = _weighs(request)
        if self._recalls is None or request.use_recall is False or not (request.use_recall or wanted):
            return Recalled()
        return await self._recalls.recall(request, chat, patience, weighs=wanted)

    async def _relevance(
        self, request: ContextRequest, chat: Chat, recalled: Recalled, patience: Patience
    ) -> tuple[Mapping[str, Relevance] | None, bool]:
        """The relevance of entries and, where recall did not measure them, of messages; and whether meaning is still to come."""
        ranked = _ranked(request, with_messages=_weighs(request) and not recalled.relevance)
        embedder = None if self._recalls is None else self._recalls.embedder_for(chat)
        if embedder is not None and self._recalls is not None:
            if await self._read(self._recalls, embedder, ranked, patience):
                return await self._relevances.measure(ranked, embedder.identity), False
            in_part = patience.later is not None and self._recalls.answers(embedder)
        else:
            in_part = False
        if patience.later is None or self._relevances.unread(ranked) <= RANKED_AT_ONCE:
            return await self._relevances.measure(ranked), in_part

        async def measure() -> None:
            await self._relevances.measure(ranked)

        patience.later(RELEVANCE, measure)
        return None, in_part

    async def _read(self, recalls: RecallService, embedder: Embedder, ranked: Ranked, patience: Patience) -> bool:
        """Whether all vectors are at hand that ranking by meaning needs."""
        passages, questions = self._relevances.passages(ranked), self._relevances.questions(ranked)
        if not passages or not questions:
            return False
        held = self._relevances.held(ranked, embedder.identity)
        if not held and not await recalls.read(embedder, passages, TextKind.PASSAGE, patience, MEANING):
            return False
        return await recalls.read(embedder, questions, TextKind.QUERY, patience, MEANING)

    async def _summary(self, request: ContextRequest, later: Later | None) -> tuple[SummarySentence, ...] | None:
        wanted = request.strategy in _SUMMARISING or request.strategy not in _OF_THE_HOUSE
        if request.use_summary is False or not (request.use_summary or wanted):
            return ()
        chat_id, branch = request.chat_id, request.branch
        if later is None:
            return await self._summaries.sentences(chat_id, branch)
        if (found := await self._summaries.sentences_at_once(chat_id, branch)) is not None:
            return found

        async def read() -> None:
            await self._summaries.sentences(chat_id, branch)

        later(SUMMARY, read)
        return None


def _path(said: Said) -> Iterator[str]:
    yield from (row.id for row in said.branch)
    if said.draft is not None:
        yield said.draft.id


def _weighs(request: ContextRequest) -> bool:
    return request.strategy in _WEIGHING or request.strategy not in _OF_THE_HOUSE


def _ranked(request: ContextRequest, *, with_messages: bool) -> Ranked:
    return Ranked(request.books, request.memories, request.branch, request.draft, with_messages=with_messages)


def _newest_texts(said: Said) -> Iterator[str]:
    """What was said last, by which the language of a chat is known: the draft, then the newest messages."""
    if said.draft is not None:
        yield said.draft.text
    for row in said.branch[-TEXTS_OF_LANGUAGE:]:
        if row.parts and row.flags.sendable and row.role in _SPEAKERS:
            yield text_of(row.parts)


def _turns_of(past: Past, branch: tuple[BranchMessage, ...]) -> tuple[PastTurn, ...]:
    """The turns of the messages that are answered: not that of an answer which is made anew."""
    if not past.turns:
        return ()
    ids = {row.id for row in branch}
    return (
        past.turns
        if all(turn.message_id in ids for turn in past.turns)
        else tuple(turn for turn in past.turns if turn.message_id in ids)
    )


def _cuts_in_steps(context: ChatContext, connection: ConnectionProfile) -> bool:
    return keeps_prompts(connection) if context.cut_in_steps is None else context.cut_in_steps
