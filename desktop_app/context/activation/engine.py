"""Activation: which entries of lorebooks and memory want to be in the prompt of this turn, and why all others do not.

``activate`` is called by ``builder``, for the preview and for Send alike; the rules are those of section 2 of the
context-engine page. Pure: the request, a scope of macros and a counter in, an ``Activation`` out; ``ScanMemory`` only makes
it quick. Order of things: what was found in the messages and around them (pass 0), recursion until nothing new comes, more
messages where a book has a least number of active entries, book budgets. Group and gate by gate in ``verdicts``, ``groups``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from desktop_app.context.activation.book_budget import budget_of, left_out
from desktop_app.context.activation.chance import Chance
from desktop_app.context.activation.compiled import CompiledEntry
from desktop_app.context.activation.evidence import Evidence
from desktop_app.context.activation.filters import Filters
from desktop_app.context.activation.groups import Candidate, resolve
from desktop_app.context.activation.outcome import outcome, relevance_of
from desktop_app.context.activation.scan_memory import ScanMemory
from desktop_app.context.activation.timers import Timers
from desktop_app.context.activation.verdicts import Judge, Refusal, Wish
from desktop_app.context.activation.window import Window
from desktop_app.context.active import Activation
from desktop_app.context.macros import MacroScope
from desktop_app.context.plan import EntryKind
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import ContextRequest
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.ports import TokenCounter
from desktop_app.language.patterns import PatternBudget

_EMPTY = reason(ReasonCode.EMPTY_ENTRY)
_OTHER_BRANCH = reason(ReasonCode.OTHER_BRANCH)


def activate(
    request: ContextRequest, scope: MacroScope, counter: TokenCounter, memory: ScanMemory | None = None
) -> Activation:
    """The active entries, in the order of the prompt within each position, and one trace for every other entry.

    ``scope``: what macros know in this request (``{{outlet::…}}`` need not be in it); its ``newest_id`` seeds chance. A book
    that is linked twice counts once. What is not in ``request.relevance`` was not measured.
    """
    memory = memory or ScanMemory()
    budget = PatternBudget()
    while True:
        changes = memory.pattern_changes
        activation = _Run(request, scope, counter, memory, budget).activation()
        # A pattern that became too slow on the way is off from the beginning. The budget ends this.
        if memory.pattern_changes == changes:
            return activation


class _Run:
    """One activation."""

    def __init__(
        self,
        request: ContextRequest,
        scope: MacroScope,
        counter: TokenCounter,
        memory: ScanMemory,
        budget: PatternBudget,
    ) -> None:
        self._request = request
        self._chance = Chance(request.chat_id, scope.newest_id, request.reroll)
        self._judge = Judge(request, scope, counter, Timers(request), self._chance)
        self._window = Window(request, scope)
        self._filters = Filters(request, scope)
        self._active: dict[CompiledEntry, Wish] = {}
        self._refused: dict[CompiledEntry, Refusal] = {}
        self._groups: dict[str, CompiledEntry] = {}
        self._counts = Counter[Evidence]()
        books: dict[str, Lorebook] = {}
        for linked in request.books:
            books.setdefault(linked.book.id, linked.book)
        scanners = [memory.book(book) for book in books.values() if book.enabled]
        if request.memories:
            scanners.append(memory.memories(request.memories))
        self._off = [book for book in books.values() if not book.enabled]
        self._evidence = [
            Evidence(scanner.compiled, scanner.for_scope(scope), self._window, budget) for scanner in scanners
        ]
        self._place = {
            (evidence.compiled.kind, evidence.compiled.book.id): place for place, evidence in enumerate(self._evidence)
        }

    def activation(self) -> Activation:
        """Runs all stages."""
        first = {entry for evidence in self._evidence for entry in self._first(evidence)}
        self._recurse(self._settle(first, 0))
        for evidence in self._evidence:
            self._reach_minimum(evidence)
        self._drop_empty()
        for evidence in self._evidence:
            self._hold_budget(evidence)
        clock = self._judge.used_clock or self._window.used_clock or any(item.used_clock for item in self._evidence)
        return outcome(self._request, self._evidence, self._off, self._active, self._refused, self._window, clock)

    def _first(self, evidence: Evidence) -> set[CompiledEntry]:
        """Whom anything in this turn may have to do with; refuses for good those who are for others."""
        watched = evidence.compiled.watched
        for entry in watched.limited:
            against = self._filters.against(entry)
            if against is not None:
                self._refused[entry] = Refusal(against, final=True)
        if self._request.elsewhere and evidence.compiled.kind is EntryKind.MEMORY:
            self._refuse_elsewhere(evidence)
        stays = {entry for entry in watched.timed if self._judge.stays(entry)}
        return evidence.hit | set(watched.always) | stays

    def _refuse_elsewhere(self, evidence: Evidence) -> None:
        """Memory of what was said on another branch is not of this one, whatever is found."""
        elsewhere = frozenset(self._request.elsewhere)
        for entry in evidence.compiled.entries:
            if entry.entry.id in elsewhere and entry.never is None:
                self._refused[entry] = Refusal(_OTHER_BRANCH, final=True)

    def _settle(self, candidates: Iterable[CompiledEntry], passed: int) -> list[Wish]:
        """Judges candidates and lets groups decide between those that want to be active: who is active now."""
        wishes: list[Wish] = []
        for entry in self._in_order(candidates):
            refused = self._refused.get(entry)
            if entry in self._active or (refused is not None and refused.final):
                continue
            verdict = self._judge.judge(entry, self._evidence_of(entry), passed)
            if isinstance(verdict, Refusal):
                self._refused[entry] = verdict
            elif not self._group_is_taken(verdict):
                wishes.append(verdict)
        losses = resolve(
            [self._candidate(number, wish) for number, wish in enumerate(wishes) if _groups_of(wish.entry)]
        )
        for number, loss in losses.items():
            self._lose(wishes[number], loss.group, wishes[loss.winner].entry)
        winners = [wish for number, wish in enumerate(wishes) if number not in losses]
        for wish in winners:
            self._active[wish.entry] = wish
            self._refused.pop(wish.entry, None)
            self._counts[wish.evidence] += 1
            self._groups.update(dict.fromkeys(_groups_of(wish.entry), wish.entry))
        return winners

    def _recurse(self, newly: Sequence[Wish]) -> None:
        """Passes of recursion: the texts of those who became active are scanned, until nobody does."""
        books = [item for item in self._evidence if item.compiled.book.recursive_scanning]
        passed = 0
        while True:
            pulling = [wish for wish in newly if _pulls(wish)]
            levels = [level for item in books if (level := item.next_level) is not None]
            if pulling:
                passed += 1
            elif levels:
                passed = min(levels)  # nothing new came: on to those who wait for a later pass
            else:
                return
            candidates: set[CompiledEntry] = set()
            for item in books:
                if 0 < item.compiled.book.max_recursion_steps < passed:
                    continue
                candidates |= item.reach(passed)
                for wish in pulling:
                    candidates |= item.pull(wish.entry, (wish.shaped.text, *wish.shaped.hidden))
            newly = self._settle(candidates, passed)

    def _reach_minimum(self, evidence: Evidence) -> None:
        book = evidence.compiled.book
        while self._counts[evidence] < book.min_activations and not 0 < book.max_depth <= evidence.depth:
            found = evidence.widen()
            if found is None:
                return
            newly = self._settle(found, 0)
            if newly:
                self._recurse(newly)

    def _drop_empty(self) -> None:
        for entry, wish in list(self._active.items()):
            if not wish.shaped.text:
                del self._active[entry]
                self._refused[entry] = Refusal(_EMPTY, final=True, cause=wish.cause, passed=wish.passed)

    def _hold_budget(self, evidence: Evidence) -> None:
        """Takes out what the book's own budget has no room for."""
        book = evidence.compiled.book
        budget = budget_of(book, self._request.limit)
        if budget is None:
            return
        asking = sorted(
            (wish for wish in self._active.values() if wish.evidence is evidence and _has_to_fit(wish.entry)),
            key=lambda wish: (
                -wish.entry.entry.priority,
                -relevance_of(wish.entry, self._request)[0],
                wish.entry.entry.insertion_order,
                wish.entry.index,
            ),
        )
        out = left_out([wish.shaped.count.tokens for wish in asking], budget)
        for place, why in out.items():
            wish = asking[place]
            del self._active[wish.entry]
            self._refused[wish.entry] = Refusal(
                reason(ReasonCode.OVER_BOOK_BUDGET, needs=why.needs, had=why.had, more=why.more, book=book.name),
                final=True,
                cause=wish.cause,
                passed=wish.passed,
                tokens=wish.shaped.count.tokens,
            )

    def _group_is_taken(self, wish: Wish) -> bool:
        """Whether a group of the entry has somebody from an earlier pass."""
        for group in sorted(_groups_of(wish.entry)):
            if group in self._groups:
                self._lose(wish, group, self._groups[group])
                return True
        return False

    def _lose(self, wish: Wish, group: str, winner: CompiledEntry) -> None:
        why = reason(ReasonCode.LOST_GROUP, group=group, title=winner.title)
        tokens = wish.shaped.count.tokens
        self._refused[wish.entry] = Refusal(why, final=True, cause=wish.cause, passed=wish.passed, tokens=tokens)

    def _candidate(self, number: int, wish: Wish) -> Candidate:
        entry = wish.entry.entry
        book = wish.evidence.compiled.book
        return Candidate(
            number=number,
            groups=_groups_of(wish.entry),
            sticky=wish.cause.stays,
            by_keys=book.group_scoring if entry.group_scoring is None else entry.group_scoring,
            keys=wish.cause.keys,
            by_order=entry.group_by_order,
            order=entry.insertion_order,
            arrival=self._chance.arrival(entry.id, entry.group_weight),
            tie=(entry.id, wish.entry.book_id),
        )

    def _evidence_of(self, entry: CompiledEntry) -> Evidence:
        return self._evidence[self._place[entry.kind, entry.book_id]]

    def _in_order(self, entries: Iterable[CompiledEntry]) -> list[CompiledEntry]:
        return sorted(entries, key=lambda entry: (self._place[entry.kind, entry.book_id], entry.index))


def _groups_of(entry: CompiledEntry) -> frozenset[str]:
    return frozenset(group.strip() for group in entry.entry.groups if group.strip())


def _pulls(wish: Wish) -> bool:
    """Whether the entry's text is scanned for others: memory entries pull nothing."""
    book = wish.evidence.compiled.book
    return book.recursive_scanning and not wish.entry.entry.cannot_pull and wish.entry.kind is EntryKind.LORE


def _has_to_fit(entry: CompiledEntry) -> bool:
    return not (entry.entry.ignore_budget or entry.always)
