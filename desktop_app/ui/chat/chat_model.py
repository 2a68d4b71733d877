"""The visible branch of one chat as a list model that never holds more than a window of its texts.

Every row is there as a light ``BranchRow``; the messages of about ``TEXTS_HELD`` rows, the last wanted ones, are held, the
others are asked for by ``texts_wanted`` when the view comes near them and then given to ``supply``. Filled by
``chat_presenter``, read by ``chat_view``; it stores nothing and calls no service.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.message import Message, MessageState, ReasoningPart, Role, TextPart
from desktop_app.domain.pictures import pictures_of
from desktop_app.domain.settings import Settings
from desktop_app.services.turn_runner import DEFAULT_NAME
from desktop_app.ui.chat.picture_places import picture_words
from desktop_app.ui.chat.row_difference import RowDifference, ShownRows, difference
from desktop_app.ui.markdown_source import plain_text

TEXTS_HELD = 200

TEXTS_NEAR, TEXTS_AROUND = 20, 40
"""Rows above and below the visible ones: where a text is missing nearer than the first, all within the second are fetched.

Many at once, because each reading costs a frame of scrolling."""

SPOKEN_LIMIT = 4_000
"""Characters of one message that a screen reader is given with its row."""

Index = QModelIndex | QPersistentModelIndex

_NO_PARENT = QModelIndex()

# Stored where nobody has given a name; they are words of a language, and shown in the person's own.
_NAMES_OF_NOBODY = ("", Settings().user_name, DEFAULT_NAME)


class ChatModel(QAbstractListModel):
    """Rows from the root to the tip of a branch. All writing methods emit Qt's usual signals, each once.

    ``texts_wanted`` carries the ids of messages whose texts are needed; each is asked for once until supplied.
    """

    texts_wanted = Signal(list)

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` tells seconds, for how long a model thinks."""
        self._clock = clock
        self._rows: list[BranchRow] = []
        self._version = 0
        self._row_of: dict[str, int] = {}
        self._messages: OrderedDict[str, Message] = OrderedDict()
        self._asked: set[str] = set()
        self._notes: dict[str, str] = {}
        self._model_names: dict[str, str] = {}
        self._thinking: dict[str, tuple[float, float]] = {}
        self._waiting: set[str] = set()
        self.showing: Callable[[int, Message], tuple[Message, str]] | None = None
        super().__init__(parent)

    # Reading

    def row(self, row: int) -> BranchRow:
        """The light row."""
        return self._rows[row]

    def row_of(self, message_id: str) -> int:
        """Where a message is, or -1."""
        return self._row_of.get(message_id, -1)

    def message(self, row: int) -> Message | None:
        """The message with its text, or None while it is not held."""
        return self._messages.get(self._rows[row].id)

    def shown(self, row: int) -> tuple[Message | None, str]:
        """The message as it is shown, by ``showing`` where scripts change that, and what is to be said about it."""
        message = self.message(row)
        return (message, "") if message is None or self.showing is None else self.showing(row, message)

    def note(self, message_id: str) -> str:
        """The sentence under a message, or empty."""
        return self._notes.get(message_id, "")

    def model_name(self, message_id: str) -> str:
        """The model that wrote a message, where it is known."""
        return self._model_names.get(message_id, "")

    def thought_seconds(self, message_id: str) -> int:
        """How long the model was seen thinking before it wrote this message; 0 where nobody saw it."""
        started, ended = self._thinking.get(message_id, (0.0, 0.0))
        return max(1, round(ended - started)) if ended else 0

    def waits(self, message_id: str) -> bool:
        """Whether an answer has not begun and the wait for it is worth a word."""
        message = self._messages.get(message_id) if message_id in self._waiting else None
        return (
            message is not None and message.state is MessageState.STREAMING and not (message.text or message.reasoning)
        )

    @property
    def texts_held(self) -> int:
        """The number of messages held with their texts."""
        return len(self._messages)

    def lacks(self, rows: Iterable[int]) -> bool:
        """Whether a text of these rows is neither here nor asked for."""
        ids = (self._rows[row].id for row in rows)
        return any(message_id not in self._messages and message_id not in self._asked for message_id in ids)

    def want(self, rows: Iterable[int]) -> None:
        """Keeps the texts of these rows, and asks for those that are missing."""
        missing: list[str] = []
        for row in rows:
            message_id = self._rows[row].id
            if message_id in self._messages:
                self._messages.move_to_end(message_id)
            elif message_id not in self._asked:
                missing.append(message_id)
        if missing:
            self._asked.update(missing)
            self.texts_wanted.emit(missing)

    def want_near(self, first: int, last: int) -> None:
        """Wants the texts around the visible rows ``first`` to ``last``, where one of the near ones is missing."""
        count = len(self._rows)
        near, around = (range(max(0, first - rows), min(count, last + rows + 1)) for rows in (TEXTS_NEAR, TEXTS_AROUND))
        if self.lacks(near):
            self.want(around)

    # Writing

    def reset_rows(self, rows: Sequence[BranchRow], messages: Mapping[str, Message] | None = None) -> None:
        """Another chat."""
        self.beginResetModel()
        self._messages.clear()
        for known in (self._asked, self._notes, self._model_names, self._thinking, self._waiting):
            known.clear()
        self._take_rows(rows)
        self._hold(messages or {})
        self.endResetModel()

    @property
    def version(self) -> int:
        """Another one after each change of a row."""
        return self._version

    def shown_rows(self) -> ShownRows:
        """All rows as they are now, for a comparison beside the window's thread."""
        return ShownRows(self._version, tuple(self._rows))

    def replace_rows(self, rows: Sequence[BranchRow], found: RowDifference | None = None) -> None:
        """The same chat's branch as it is now; what it shares with the one before stays untouched.

        ``found``: the comparison with ``shown_rows``; it is made again where something was changed since.
        """
        if found is None or found.version != self._version:
            found = difference(self.shown_rows(), rows)
        self._remove(found.first, len(self._rows) - found.last - 1)
        self._insert(found.first, rows[found.first : len(rows) - found.last])
        for position in found.changed:
            self._replace(position, rows[position])

    def supply(self, messages: Mapping[str, Message]) -> None:
        """The texts that were asked for; a newer state that is held already is not overwritten."""
        self._asked.difference_update(messages)
        news = {key: value for key, value in messages.items() if key in self._row_of and key not in self._messages}
        self._hold(news)
        for message_id in news:
            self._tell(self._row_of[message_id])

    def add(self, message: Message) -> None:
        """A new message at the tip."""
        self._hold({message.id: message})
        self._insert(len(self._rows), [light_row(message)])

    def change(self, message: Message) -> None:
        """The same message in another state, with another text or with other flags; unknown ones are ignored."""
        row = self.row_of(message.id)
        if row < 0:
            return
        before = self._rows[row]
        self._version += 1
        self._rows[row] = replace(light_row(message), variant=before.variant, variants=before.variants)
        self._hold({message.id: message})
        self._end_thinking(message.id)
        self._tell(row)

    def extend(self, message_id: str, text: str, reasoning: str) -> None:
        """More of a streaming message; unknown ones are ignored."""
        message = self._messages.get(message_id)
        if message is None or message_id not in self._row_of:
            return
        if reasoning and message_id not in self._thinking:
            self._thinking[message_id] = (self._clock(), 0.0)
        if text:
            self._end_thinking(message_id)
        parts: list[ReasoningPart | TextPart] = []
        if thoughts := message.reasoning + reasoning:
            parts.append(ReasoningPart(thoughts))
        parts.append(TextPart(message.text + text))
        self._messages[message_id] = replace(message, parts=tuple(parts))
        self._tell(self._row_of[message_id])

    def set_note(self, message_id: str, sentence: str) -> None:
        """Shows a sentence under a message, or with an empty one takes it away."""
        if self.note(message_id) == sentence:
            return
        if sentence:
            self._notes[message_id] = sentence
        else:
            del self._notes[message_id]
        if (row := self.row_of(message_id)) >= 0:
            self._tell(row)

    def clear_notes(self) -> None:
        """Takes all sentences away."""
        for message_id in list(self._notes):
            self.set_note(message_id, "")

    def set_waiting(self, message_id: str) -> None:
        """The wait for this answer has become long."""
        self._waiting.add(message_id)
        if (row := self.row_of(message_id)) >= 0:
            self._tell(row)

    def set_model_name(self, message_id: str, name: str) -> None:
        """Remembers which model wrote a message."""
        self._model_names[message_id] = name

    # Qt

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """The number of messages."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What is said, by whom, in plain words; everything else the view asks by methods."""
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return self._spoken(index.row())

    def speaker(self, row: int) -> str:
        """The name to show for a row."""
        light = self._rows[row]
        if light.speaker_name not in _NAMES_OF_NOBODY:
            return light.speaker_name
        return self.tr("You") if light.role is Role.USER else self.tr("Assistant")

    def _spoken(self, row: int) -> str:
        light, message = self._rows[row], self.message(row)
        if light.flags.deleted:
            return self.tr("Deleted message")
        if message is None:
            return self.tr("{name}: not loaded yet").format(name=self.speaker(row))
        words = plain_text(message.text, limit=SPOKEN_LIMIT)
        seen = picture_words(pictures_of(message.parts))
        remarks = ", ".join(remark for remark in (*seen, self.note(light.id), *self._decided(light)) if remark)
        return f"{self.speaker(row)}: {words}" + (f" ({remarks})" if remarks else "")

    def _decided(self, row: BranchRow) -> list[str]:
        """What the person has decided about a message, in words; others see it by its icons."""
        flags = row.flags
        found = ((flags.always_in_context, self.tr("always in context")), (flags.never_send, self.tr("never sent")))
        out = (flags.excluded or flags.hidden) and not flags.never_send
        return [word for holds, word in (*found, (out, self.tr("excluded"))) if holds]

    def _take_rows(self, rows: Sequence[BranchRow]) -> None:
        self._version += 1
        self._rows = list(rows)
        self._row_of = {row.id: position for position, row in enumerate(self._rows)}

    def _remove(self, first: int, last: int) -> None:
        if last < first:
            return
        self.beginRemoveRows(_NO_PARENT, first, last)
        for row in self._rows[first : last + 1]:
            self._messages.pop(row.id, None)
        self._take_rows([*self._rows[:first], *self._rows[last + 1 :]])
        self.endRemoveRows()

    def _insert(self, position: int, rows: Sequence[BranchRow]) -> None:
        if not rows:
            return
        self.beginInsertRows(_NO_PARENT, position, position + len(rows) - 1)
        if position == len(self._rows):
            self._version += 1
            self._row_of.update((row.id, position + offset) for offset, row in enumerate(rows))
            self._rows.extend(rows)
        else:
            self._take_rows([*self._rows[:position], *rows, *self._rows[position:]])
        self.endInsertRows()

    def _replace(self, position: int, row: BranchRow) -> None:
        held = self._messages.get(row.id)
        if held is not None and (held.revision, held.flags) != (row.revision, row.flags):
            del self._messages[row.id]
        elif held is not None:  # events told more than the database, which may have been read before them
            row = replace(row, state=held.state, length=len(held.text))
        self._version += 1
        self._rows[position] = row
        self._tell(position)

    def _hold(self, messages: Mapping[str, Message]) -> None:
        self._messages.update(messages)
        for message_id in [key for key, held in self._messages.items() if held.state is MessageState.STREAMING]:
            self._messages.move_to_end(message_id)  # nobody else could give back what was streamed
        while len(self._messages) > TEXTS_HELD:
            self._messages.popitem(last=False)

    def _end_thinking(self, message_id: str) -> None:
        started, ended = self._thinking.get(message_id, (0.0, 0.0))
        if started and not ended:
            self._thinking[message_id] = (started, self._clock())

    def _tell(self, row: int) -> None:
        index = self.index(row)
        self.dataChanged.emit(index, index)


def light_row(message: Message) -> BranchRow:
    """The row of a message as far as it can tell: as the only variant at its place."""
    return BranchRow(
        message.id,
        message.revision,
        message.role,
        message.kind,
        message.state,
        message.speaker.name,
        len(message.text),
        message.flags,
    )
