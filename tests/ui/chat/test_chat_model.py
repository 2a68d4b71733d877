"""The rows of a branch: a window of texts, changes told once, streaming."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt

from desktop_app.domain.message import MessageFlags, MessageState
from desktop_app.ui.chat.chat_model import TEXTS_HELD, ChatModel
from tests.ui.chat.stories import message, rows_of, story, streaming

pytestmark = pytest.mark.usefixtures("qapp")


class Watched(ChatModel):
    """A model that notes what it asks for and tells."""

    def __init__(self) -> None:
        super().__init__(clock=lambda: self.now)
        self.now = 0.0
        self.asked: list[list[str]] = []
        self.changed: list[int] = []
        self.inserted: list[tuple[int, int]] = []
        self.removed: list[tuple[int, int]] = []
        self.texts_wanted.connect(self.asked.append)
        self.dataChanged.connect(self._on_changed)
        self.rowsInserted.connect(self._on_inserted)
        self.rowsRemoved.connect(self._on_removed)

    def _on_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        self.changed.extend(range(first.row(), last.row() + 1))

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.inserted.append((first, last))

    def _on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.removed.append((first, last))


def test_missing_texts_are_asked_for_once() -> None:
    model, messages = Watched(), story(10)
    model.reset_rows(rows_of(messages))
    model.want(range(3, 6))
    model.want(range(3, 7))
    assert model.asked == [["m3", "m4", "m5"], ["m6"]]
    model.supply({"m3": messages[3]})
    assert model.message(3) == messages[3]
    assert model.changed == [3]
    model.want(range(3, 7))
    assert len(model.asked) == 2
    assert not model.lacks(range(3, 7))
    assert model.lacks(range(3, 8))


def test_the_number_of_texts_is_bounded() -> None:
    model, messages = Watched(), story(1000)
    model.reset_rows(rows_of(messages))
    for start in range(0, 1000, 50):
        model.want(range(start, start + 50))
        model.supply({key: messages[int(key[1:])] for key in model.asked[-1]})
        assert model.texts_held <= TEXTS_HELD
    assert model.message(999) is not None
    assert model.message(0) is None
    model.want(range(10))
    assert model.asked[-1] == [f"m{n}" for n in range(10)]


def test_a_streaming_message_is_never_dropped() -> None:
    model, messages = Watched(), story(1000)
    model.reset_rows(rows_of(messages))
    model.add(streaming(1000, "so far"))
    for start in range(0, 1000, 50):
        model.want(range(start, start + 50))
        model.supply({key: messages[int(key[1:])] for key in model.asked[-1]})
    held = model.message(1000)
    assert held is not None
    assert held.text == "so far"


def test_deltas_extend_text_and_reasoning() -> None:
    model = Watched()
    model.reset_rows(rows_of([message(0, "Hi")]))
    model.add(streaming(1))
    model.extend("m1", "", "I think")
    model.extend("m1", "", " it over.")
    model.extend("m1", "Hel", "")
    model.extend("m1", "lo", "")
    model.extend("other", "lost", "")
    held = model.message(1)
    assert held is not None
    assert (held.text, held.reasoning) == ("Hello", "I think it over.")
    assert model.changed == [1, 1, 1, 1]


def test_the_time_of_thinking_is_seen() -> None:
    model = Watched()
    model.add(streaming(0))
    model.now = 10.0
    model.extend("m0", "", "hm")
    model.now = 22.4
    model.extend("m0", "So", "")
    model.now = 60.0
    model.extend("m0", " be it", "")
    assert model.thought_seconds("m0") == 12
    assert model.thought_seconds("m9") == 0


def test_a_branch_changes_only_where_it_differs() -> None:
    model, messages = Watched(), story(10)
    model.reset_rows(rows_of(messages), {item.id: item for item in messages})
    rows = rows_of(messages)
    other = replace(message(6, "another"), id="variant")
    model.replace_rows([*rows[:6], *rows_of([other]), *rows[7:9]])
    assert model.removed == [(6, 6), (9, 9)] or model.removed == [(6, 9)]
    assert [model.row(row).id for row in range(9)] == ["m0", "m1", "m2", "m3", "m4", "m5", "variant", "m7", "m8"]
    assert model.message(2) is messages[2]
    assert model.row_of("m9") == -1


def test_older_rows_come_in_above() -> None:
    model, messages = Watched(), story(100)
    model.reset_rows(rows_of(messages[60:]), {item.id: item for item in messages[60:]})
    model.replace_rows(rows_of(messages))
    assert model.inserted == [(0, 59)]
    assert model.removed == []
    assert model.message(99) is messages[99]
    assert model.row_of("m60") == 60


def test_variants_and_revisions_of_kept_rows_are_taken_over() -> None:
    model, messages = Watched(), story(3)
    model.reset_rows(rows_of(messages), {item.id: item for item in messages})
    rows = rows_of(messages)
    model.replace_rows([replace(rows[0], variants=3), replace(rows[1], revision=2), rows[2]])
    assert model.row(0).variants == 3
    assert model.message(0) is messages[0]
    assert model.message(1) is None
    assert model.changed == [0, 1]


def test_a_branch_read_before_the_answer_ended_does_not_make_it_stream_again() -> None:
    model = Watched()
    stale = rows_of([message(0, "Hi"), streaming(1)])
    model.reset_rows(stale)
    model.change(replace(streaming(1, "Hello"), state=MessageState.COMPLETE))
    model.replace_rows(stale)
    assert model.row(1).state is MessageState.COMPLETE


def test_a_changed_message_keeps_its_variants() -> None:
    model, messages = Watched(), story(2)
    model.reset_rows([replace(row, variant=2, variants=3) for row in rows_of(messages)])
    model.change(replace(messages[1], flags=MessageFlags(deleted=True)))
    assert (model.row(1).variant, model.row(1).variants) == (2, 3)
    assert model.row(1).flags.deleted
    model.change(message(77, "unknown"))
    assert model.changed == [1]


def test_notes_come_and_go() -> None:
    model, messages = Watched(), story(2)
    model.reset_rows(rows_of(messages))
    model.set_note("m1", "The server could not be reached.")
    model.set_note("m1", "The server could not be reached.")
    assert model.note("m1") == "The server could not be reached."
    model.clear_notes()
    assert model.note("m1") == ""
    assert model.changed == [1, 1]


def test_rows_speak_plainly() -> None:
    model = Watched()
    said = message(0, "*She looks up.* See [the log](https://example.org) and `x`.")
    gone = replace(message(1, "gone"), flags=MessageFlags(deleted=True))
    model.reset_rows(rows_of([said, gone, message(2, "later")]), {"m0": said, "m1": gone})
    model.set_note("m0", "Interrupted.")
    spoken = [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert spoken == [
        "Mira: She looks up. See the log and x. (Interrupted.)",
        "Deleted message",
        "Mira: not loaded yet",
    ]
    assert model.asked == []


def test_a_screen_reader_hears_what_was_decided() -> None:
    model = ChatModel()
    flags = [
        MessageFlags(),
        MessageFlags(excluded=True),
        MessageFlags(never_send=True, excluded=True),
        MessageFlags(always_in_context=True),
    ]
    messages = [replace(message(number, "Yes."), flags=one) for number, one in enumerate(flags)]
    model.reset_rows(rows_of(messages), {one.id: one for one in messages})
    spoken = [model.data(model.index(row)).partition("Yes.")[2] for row in range(4)]
    assert spoken == ["", " (excluded)", " (never sent)", " (always in context)"]
