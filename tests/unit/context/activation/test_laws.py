"""The laws of activation, for any request: one reason for everything, the same answer always, no gate passed by force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given

from desktop_app.context.activation import ScanMemory
from desktop_app.context.active import ActiveEntry
from desktop_app.context.decorators import decorated
from desktop_app.context.plan import EntryKind
from desktop_app.context.reasons import ReasonCode
from desktop_app.context.request import ContextRequest
from desktop_app.domain.lore import Lorebook, LorebookEntry, MeaningMode, ScanSource
from desktop_app.domain.memory import KeywordMatch
from desktop_app.domain.message import MessageKind, text_of
from desktop_app.language.keys import KeyRules, LiteralKey, Reading, key_spans, read_key
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.patterns import PatternBudget, PatternKey, PatternMemory
from tests.examples import examples
from tests.unit.context.activation.chances import requests
from tests.unit.context.activation.material import scan

THOROUGH = examples(100)

_LEMMAS = Lemmas()
_MEMORY = ScanMemory()


def expected_traces(request: ContextRequest) -> Counter[tuple[EntryKind, str, str]]:
    """Every entry of every book once, and every memory."""
    books = {linked.book.id: linked.book for linked in request.books}.values()
    lore = [(EntryKind.LORE, book.id, entry.id) for book in books for entry in book.entries]
    return Counter([*lore, *((EntryKind.MEMORY, "", memory.id) for memory in request.memories)])


@THOROUGH
@given(requests())
def test_every_entry_is_active_or_has_one_trace(request: ContextRequest) -> None:
    found = scan(request)
    told = Counter((item.kind, item.book_id, item.entry_id) for item in (*found.active, *found.inactive))
    assert told == expected_traces(request)
    assert all(item.reason.code.startswith("included") for item in found.active)
    assert all(item.reason.code.startswith("inactive") and not item.included for item in found.inactive)
    assert all(item.text and item.text == item.text.strip() for item in found.active)


@THOROUGH
@given(requests())
def test_the_same_request_has_the_same_answer_whatever_was_scanned_before(request: ContextRequest) -> None:
    found = scan(request)
    assert scan(request, _MEMORY) == found
    assert scan(request, _MEMORY) == found
    assert scan(replace(request, branch=tuple(request.branch)), ScanMemory()) == found


@THOROUGH
@given(requests())
def test_hits_stand_where_they_are_told(request: ContextRequest) -> None:
    found = scan(request)
    texts = {row.id: text_of(row.parts) for row in request.branch if row.parts}
    if request.draft is not None:
        texts.setdefault(request.draft.id, request.draft.text)
    texts |= {item.entry_id: item.text for item in found.active}
    scannable = {row.id for row in request.branch if row.flags.sendable and row.kind is not MessageKind.NOTE} | {
        "draft"
    }
    for item in (*found.active, *found.inactive):
        for hit in item.hits:
            assert 0 <= hit.start <= hit.end
            if hit.where in texts:
                assert hit.end <= len(texts[hit.where]) or hit.where not in scannable
            if hit.where.startswith("m"):
                assert hit.where in scannable


@THOROUGH
@given(requests())
def test_budgets_caps_and_groups_hold(request: ContextRequest) -> None:
    found = scan(request)
    books = {linked.book.id: linked.book for linked in request.books}
    groups = Counter[str]()
    used = Counter[str]()
    for item in found.active:
        entry = source(request, item)
        if entry is None:
            continue
        groups.update({group.strip() for group in entry.groups if group.strip()})
        assert entry.token_cap is None or item.tokens <= entry.token_cap
        if not (item.always or entry.ignore_budget):
            used[item.book_id] += item.tokens
    assert all(count == 1 for count in groups.values())
    for book_id, tokens in used.items():
        book = books[book_id]
        limits = [
            book.token_budget,
            request.limit * book.budget_percent // 100 if book.budget_percent is not None else None,
        ]
        assert all(limit is None or tokens <= limit for limit in limits)


@THOROUGH
@given(requests())
def test_no_active_entry_has_a_failing_gate(request: ContextRequest) -> None:
    """A plain reading of the rules, entry by entry, without any of the engine's lists."""
    found = scan(request)
    texts = {item.entry_id: item for item in found.active}
    for item in found.active:
        entry = source(request, item)
        if entry is None:
            continue
        book = next(linked.book for linked in request.books if linked.book.id == item.book_id)
        assert book.enabled
        assert entry.enabled
        assert not entry.kinds or request.kind in entry.kinds
        if entry.only_for.characters:
            assert (request.character is not None) != entry.only_for.exclude
        if item.reason.code in {ReasonCode.STICKY, ReasonCode.KEPT_ACTIVE}:
            assert not item.fresh
            continue
        assert item.fresh
        assert entry.probability > 0
        seen = [text for text in scan_texts(request, book, entry, item, texts) if text]
        needs_key = not entry.constant and entry.meaning in {MeaningMode.KEYS, MeaningMode.BOTH}
        if needs_key:
            assert any(hits(key, text, book, entry, request) for key in entry.keys for text in seen)
        if not entry.constant and entry.meaning in {MeaningMode.MEANING, MeaningMode.BOTH}:
            assert request.relevance[entry.id].score >= request.relevance[entry.id].threshold
        if item.passed == 0:
            depth = widest(request, book, entry)
            messages = message_texts(request, book)[:depth]
            sources = [text for source in entry.scan_sources for text in [source_text(request, source)]]
            assert not any(
                hits(key, text, book, entry, request)
                for key in entry.anti_keys
                for text in (*messages[: near(book, entry)], *sources)
            )
        assert item.passed >= entry.recursion_level


@THOROUGH
@given(requests())
def test_memories_follow_their_keywords(request: ContextRequest) -> None:
    found = scan(request)
    active = {item.entry_id for item in found.active if item.kind is EntryKind.MEMORY}
    texts = message_texts(request, None)
    newest_is_input = bool(texts) and first_is_input(request)
    window = texts[: request.dialogue_messages + newest_is_input]
    gone = {memory.supersedes for memory in request.memories if memory.enabled}
    for memory in request.memories:
        if not memory.enabled or not memory.content.strip():
            assert memory.id not in active
            continue
        if memory.id in gone or memory.always_in_context:
            continue
        words = memory.match is KeywordMatch.WHOLE_WORDS
        rules = KeyRules(whole_words=words, inflected=words)
        keys = [key for key in memory.keywords if key.strip()]
        if keys:
            matched = any(key_hits(expanded(key, request), text, rules) for key in keys for text in window)
            assert (memory.id in active) == matched
        else:
            measured = request.relevance.get(memory.id)
            enough = measured is not None and measured.score >= measured.threshold
            assert (memory.id in active) == (enough and request.use_recall is not False)


def source(request: ContextRequest, item: ActiveEntry) -> LorebookEntry | None:
    """The entry that a book has, decorators carried out; None for a memory."""
    for linked in request.books:
        if item.kind is EntryKind.LORE and linked.book.id == item.book_id:
            return decorated(next(entry for entry in linked.book.entries if entry.id == item.entry_id)).entry
    return None


def near(book: Lorebook, entry: LorebookEntry) -> int:
    return entry.scan_depth if entry.scan_depth is not None else book.scan_depth


def widest(request: ContextRequest, book: Lorebook, entry: LorebookEntry) -> int:
    """The most messages that the entry can see."""
    if entry.scan_depth is not None or not book.min_activations:
        return near(book, entry)
    return max(book.scan_depth, book.max_depth or len(request.branch) + 1)


def message_texts(request: ContextRequest, book: Lorebook | None) -> list[str]:
    """What is scanned of the chat, newest first, with names where the book wants them."""
    told: list[tuple[str, str]] = []
    draft = request.draft
    user = request.persona.name if request.persona else request.user_name
    if draft is not None and draft.text.strip():
        told.append((user, draft.text))
    for row in reversed(request.branch):
        if not row.flags.sendable or row.kind is MessageKind.NOTE:
            continue
        text = text_of(row.parts) if row.parts is not None else None
        if text is None or text.strip():
            char = request.character.name if request.character else "Assistant"
            told.append((row.speaker_name or (user if row.role == "user" else char), text or ""))
    with_names = book is not None and book.include_names
    return [f"{name}: {text}" if with_names and text else text for name, text in told]


def first_is_input(request: ContextRequest) -> bool:
    if request.draft is not None and request.draft.text.strip():
        return True
    for row in reversed(request.branch):
        if (
            row.flags.sendable
            and row.kind is not MessageKind.NOTE
            and (row.parts is None or text_of(row.parts).strip())
        ):
            return row.role == "user"
    return False


def source_text(request: ContextRequest, source: ScanSource) -> str:
    card = request.character
    templates = {
        ScanSource.CHARACTER_DESCRIPTION: card.description if card else "",
        ScanSource.PERSONA: request.persona.description if request.persona else "",
        ScanSource.AUTHORS_NOTE: request.note.text,
    }
    if source is ScanSource.SUMMARY:
        return "\n".join(sentence.text for sentence in request.summary)
    return expanded(templates.get(source, ""), request)


def scan_texts(
    request: ContextRequest, book: Lorebook, entry: LorebookEntry, item: ActiveEntry, active: dict[str, ActiveEntry]
) -> list[str]:
    """All texts in which a key of the entry may have been found."""
    texts = message_texts(request, book)[: widest(request, book, entry)]
    texts.extend(source_text(request, found) for found in entry.scan_sources)
    if book.recursive_scanning and not entry.cannot_be_pulled:
        texts.extend(other.text for other in active.values() if other.kind is EntryKind.LORE)
        texts.append("king")  # the one hidden key there is
        texts.extend(expanded(other.content, request) for other in all_entries(request))
    return texts


def all_entries(request: ContextRequest) -> list[LorebookEntry]:
    """Those that went out again behind recursion: over a budget, or empty."""
    return [decorated(entry).entry for linked in request.books for entry in linked.book.entries]


def hits(key: str, text: str, book: Lorebook, entry: LorebookEntry, request: ContextRequest) -> bool:
    rules = KeyRules(
        case_sensitive=book.case_sensitive if entry.case_sensitive is None else entry.case_sensitive,
        whole_words=book.whole_words if entry.whole_words is None else entry.whole_words,
        inflected=book.inflected if entry.inflected is None else entry.inflected,
        near=bool(entry.near_names),
    )
    return key_hits(expanded(key, request), text, rules)


def key_hits(key: str, text: str, rules: KeyRules) -> bool:
    read = read_key(key, rules)
    if isinstance(read, LiteralKey):
        return bool(key_spans(read, Reading(text, read.fold_rules), _LEMMAS))
    return isinstance(read, PatternKey) and bool(PatternMemory().find(read, text, PatternBudget()))


def expanded(text: str, request: ContextRequest) -> str:
    """The two macros that are used here, once."""
    char = request.character.name if request.character else "Assistant"
    user = request.persona.name if request.persona else request.user_name
    return text.replace("{{user}}", "\0").replace("{{char}}", char).replace("\0", user)
