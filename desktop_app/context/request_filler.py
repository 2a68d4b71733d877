"""A request with filler in the place of its texts, for bug reports: nobody can read what was written, the plan stays alike.

Called by the command line (``talespan plan --save-request FILE --filler``). Ids, numbers, roles, macros, decorators and patterns
(``/…/``) stay as they are; foreign extensions and the hashes of the last prompt are left out.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b

from desktop_app.context.hashes import digest
from desktop_app.context.parts import DEPTH_PROMPT, depth_prompt
from desktop_app.context.plan import TextChange
from desktop_app.context.request import BranchMessage, ContextRequest, LastPrompt, LinkedBook
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.lore import LorebookEntry, Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import (
    OpaquePart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

# Common words: as many tokens as other common words of their length.
_LATIN = """a i of to in the and one time life hand place point world people moment number nothing evening weather question
distance mountain important different direction everything understand government information development particularly""".split()
_CYRILLIC = """я и на не мы дом год мир рука день дело время место слово работа минута дорога человек история
вечером движение здоровье разговор отношение состояние результат количество построение возможность
руководитель исследование организация""".split()

_VOWELS = {"latin": "aeiou", "cyrillic": "аеиоу"}
_CONSONANTS = {"latin": "bdfglmnprst", "cyrillic": "бвгдлмнпрст"}

# What has a meaning for the engine: the heads of macros (dice and clocks whole), marks, decorators with their numbers.
_KEPT = (
    r"\{\{\s*(?:roll|datetimeformat)[^{}]*\}\}|\{\{\s*(?://|[a-z_]+)|<(?:start|user|bot|char)>|(?m:^@@+\w*[ \t]*\d*)"
)
_LETTER = r"[^\W_]"
_NOTHING = r"(?!)"


def with_filler(request: ContextRequest) -> ContextRequest:
    """The request with other texts of the same length and script, and the same keys where keys were the same.

    Where a literal key stood in a text, the filler of that key stands, so that most hits survive. Hits by inflection, by
    patterns or by names that macros put in may be lost, and with them the entries: a plan of it may differ.
    """
    return _Filler(request).filled(request)


class _Filler:
    """One filling. Seeded by the request: the same one has the same filler, and nothing can be looked up in a table."""

    def __init__(self, request: ContextRequest) -> None:
        self._salt = digest(request).encode()
        key = _any_of({literal for literal in _literals(request) if literal.strip()})
        self._pieces = re.compile(rf"{_KEPT}|(?P<key>{key})|(?:(?!{key}){_LETTER})+", re.IGNORECASE)
        self._words: dict[tuple[str, int], list[str]] = defaultdict(list)
        for script, words in (("latin", _LATIN), ("cyrillic", _CYRILLIC)):
            for word in words:
                self._words[script, len(word)].append(word)

    def filled(self, request: ContextRequest) -> ContextRequest:
        """The whole request."""
        return replace(
            request,
            branch=tuple(self._message(row) for row in request.branch),
            draft=request.draft and replace(request.draft, text=self.text(request.draft.text)),
            system_prompt=self.text(request.system_prompt),
            post_history=self.text(request.post_history),
            character=request.character and self._character(request.character),
            persona=request.persona and self._persona(request.persona),
            user_name=self.name(request.user_name),
            books=tuple(self._linked(linked) for linked in request.books),
            memories=tuple(self._memory(memory) for memory in request.memories),
            recall=tuple(
                replace(item, text=self.text(item.text), chat_title=self.name(item.chat_title))
                for item in request.recall
            ),
            summary=tuple(replace(sentence, text=self.text(sentence.text)) for sentence in request.summary),
            note=replace(request.note, text=self.text(request.note.text)),
            group=request.group
            and replace(request.group, members=tuple(self._character(member) for member in request.group.members)),
            speaking=tuple(replace(speaker, name=self.name(speaker.name)) for speaker in request.speaking),
            last_prompt=LastPrompt(first_kept_id=request.last_prompt.first_kept_id),
            changed=tuple(self._change(change) for change in request.changed),
        )

    def text(self, text: str) -> str:
        """Filler for running text."""
        return self._pieces.sub(self._piece, text)

    def name(self, name: str) -> str:
        """Filler for a key or a name: the same for the same one, whatever its case."""
        folded = name.casefold()
        return "".join(
            _cased(self._letter(letter, f"{folded}|{index}", index), letter) if letter.isalnum() else letter
            for index, letter in enumerate(name)
        )

    def _piece(self, found: re.Match[str]) -> str:
        typed = found.group()
        if found["key"] is not None:
            return self.name(typed)
        return typed if not typed[0].isalnum() else self._word(typed)

    def _word(self, word: str) -> str:
        """A common word of the same length, else letter by letter."""
        script = _script(word[0])
        if all(letter.isalpha() and _script(letter) == script for letter in word):
            choices = self._words.get((script, len(word)))
            if choices:
                chosen = choices[self._chance(word.casefold()) % len(choices)]
                return "".join(_cased(letter, typed) for letter, typed in zip(chosen, word, strict=True))
        return self.name(word)

    def _letter(self, letter: str, seed: str, index: int) -> str:
        """A letter or digit of the same kind; in the scripts with words of filler, one that can be read aloud."""
        chance = self._chance(seed)
        if letter.isdigit():
            return str(chance % 10) if letter.isascii() else letter
        script = _script(letter)
        if script in _VOWELS:
            letters = (_VOWELS if index % 2 else _CONSONANTS)[script]
            return letters[chance % len(letters)]
        # Sixteen neighbours in Unicode are of one script.
        first = ord(letter) & ~0xF
        neighbours = [chr(first + step) for step in range(16) if chr(first + step).isalpha()]
        return neighbours[chance % len(neighbours)] if neighbours else letter

    def _chance(self, seed: str) -> int:
        whole = blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=8, key=self._salt)
        return int.from_bytes(whole.digest(), "big")

    def _change(self, change: TextChange) -> TextChange:
        scripts, slow = (tuple(self.name(name) for name in names) for names in (change.scripts, change.slow))
        return replace(change, scripts=scripts, before=self.text(change.before), slow=slow)

    def _message(self, row: BranchMessage) -> BranchMessage:
        parts = None if row.parts is None else tuple(self._part(part) for part in row.parts)
        return replace(row, speaker_name=self.name(row.speaker_name), parts=parts)

    def _part(self, part: Part) -> Part:
        match part:
            case TextPart(text=text) | ReasoningPart(text=text):
                return replace(part, text=self.text(text))
            case ToolCallPart(name=name, arguments=arguments):
                return replace(part, name=self.name(name), arguments=self.text(arguments))
            case ToolResultPart(name=name, text=text):
                return replace(part, name=self.name(name), text=self.text(text))
            case OpaquePart():
                return replace(part, payload="{}")
            case _:
                return part

    def _persona(self, persona: Persona) -> Persona:
        return replace(persona, name=self.name(persona.name), description=self.text(persona.description), extensions={})

    def _character(self, card: Character) -> Character:
        prompt = depth_prompt(card)
        extensions = (
            {} if prompt is None else {DEPTH_PROMPT: _extension(self.text(prompt.text), prompt.depth, prompt.role)}
        )
        return replace(
            card,
            name=self.name(card.name),
            description=self.text(card.description),
            personality=self.text(card.personality),
            scenario=self.text(card.scenario),
            first_mes=self.text(card.first_mes),
            mes_example=self.text(card.mes_example),
            system_prompt=self.text(card.system_prompt),
            post_history_instructions=self.text(card.post_history_instructions),
            alternate_greetings=tuple(map(self.text, card.alternate_greetings)),
            creator_notes=self.text(card.creator_notes),
            tags=self._names(card.tags),
            creator=self.name(card.creator),
            extensions=extensions,
            nickname=self.name(card.nickname),
            group_only_greetings=tuple(map(self.text, card.group_only_greetings)),
            assets=(),
            creator_notes_multilingual={},
            source=(),
        )

    def _linked(self, linked: LinkedBook) -> LinkedBook:
        book = linked.book
        return LinkedBook(
            replace(
                book,
                name=self.name(book.name),
                description=self.text(book.description),
                entries=tuple(self._entry(entry) for entry in book.entries),
                extensions={},
            ),
            tuple(self._scope(scope) for scope in linked.scopes),
        )

    def _entry(self, entry: LorebookEntry) -> LorebookEntry:
        return replace(
            entry,
            name=self.name(entry.name),
            keys=self._keys(entry.keys),
            secondary_keys=self._keys(entry.secondary_keys),
            anti_keys=self._keys(entry.anti_keys),
            content=self.text(entry.content),
            outlet=self.name(entry.outlet),
            groups=self._names(entry.groups),
            only_for=replace(
                entry.only_for, characters=self._names(entry.only_for.characters), tags=self._names(entry.only_for.tags)
            ),
            extensions={},
        )

    def _memory(self, memory: MemoryEntry) -> MemoryEntry:
        return replace(
            memory,
            content=self.text(memory.content),
            title=self.name(memory.title),
            keywords=self._keys(memory.keywords),
            scope=self._scope(memory.scope),
            extensions={},
        )

    def _keys(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Patterns stay: they are what such a report is about."""
        return tuple(key if _is_special(key) else self.name(key) for key in keys)

    def _names(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.name, names))

    def _scope(self, scope: Scope) -> Scope:
        """A folder is known by its name."""
        return replace(scope, id=self.name(scope.id)) if scope.kind == "folder" else scope


def _literals(request: ContextRequest) -> Iterator[str]:
    """Keys and the names of outlets: what a text may hold that something is looked for by."""
    for linked in request.books:
        for entry in linked.book.entries:
            yield from (key for key in (*entry.keys, *entry.secondary_keys, *entry.anti_keys) if not _is_special(key))
            yield entry.outlet
    for memory in request.memories:
        yield from (key for key in memory.keywords if not _is_special(key))


def _any_of(literals: Iterable[str]) -> str:
    """A pattern for any of these, the longest first; by first letters, for a thousand one after the other take seconds."""
    by_first: dict[str, list[str]] = {}
    for literal in sorted(literals, key=lambda item: (-len(item), item)):
        by_first.setdefault(literal[0], []).append(re.escape(literal[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_first.items()) or _NOTHING


def _is_special(key: str) -> bool:
    """A pattern, or a key with macros."""
    return key.startswith("/") or "{{" in key


def _extension(text: str, depth: int, role: str) -> str:
    return json.dumps({"prompt": text, "depth": depth, "role": role}, ensure_ascii=False)


def _script(letter: str) -> str:
    if letter < "ɐ":
        return "latin"
    return "cyrillic" if "Ѐ" <= letter < "԰" else "other"


def _cased(letter: str, typed: str) -> str:
    """The letter in the case of the typed one."""
    return letter.upper() if typed.isupper() and len(letter.upper()) == 1 else letter
