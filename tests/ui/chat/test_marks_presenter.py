"""Marks in the whole program: excluded, said, taken back, by range and by search; the model receives nothing of it."""

from __future__ import annotations

import pytest

from desktop_app.domain.message import MessageFlags
from desktop_app.services.marks_service import MessageMark
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_presenter import ChatPresenter
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.find_bar import FindBar
from desktop_app.ui.chat.find_presenter import FindPresenter
from desktop_app.ui.chat.marks_presenter import MarksPresenter
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from desktop_app.ui.undo_bar import UndoBar
from tests.fakes.program import make_program
from tests.fakes.providers import ScriptedProvider, words
from tests.ui.conftest import until
from tests.ui.rig import Window

SAID = ("Where is the ёлка?", "Who has the harbour key?", "And the елка again?", "Good night.")


class Talk:
    """A chat of four exchanges with all that marks its messages."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.program = make_program(ScriptedProvider(scripts=[words("Under the lamp")]))
        self.window = Window(self.program)
        self.model = ChatModel()
        self.view = ChatView(self.model, theme, icons)
        self.undo = UndoBar()
        self.find_bar = FindBar(icons)
        services, launch = self.window.services, self.window.launch
        self.conversation = ChatPresenter(services.chat, services.bus, self.model, self.view, launch)
        self.marks = MarksPresenter(services.marks, launch, self.model, self.view, self.undo)
        self.find = FindPresenter(services.marks, launch, self.view, self.find_bar, self.marks.mark)
        self.view.resize(800, 600)
        self.view.show()

    async def begin(self) -> list[str]:
        """Says everything; returns the ids."""
        chat = await self.program.chats.new_chat("Lighthouse")
        for text in SAID:
            await self.program.chats.send(chat.id, text)
        self.chat_id = chat.id
        self.conversation.open(chat.id)
        self.marks.open(chat.id)
        self.find.open(chat.id)
        await until(lambda: self.model.rowCount() == 2 * len(SAID))
        return [self.model.row(row).id for row in range(self.model.rowCount())]

    def flags(self) -> list[MessageFlags]:
        """Of all messages as the view has them."""
        return [self.model.row(row).flags for row in range(self.model.rowCount())]

    def excluded(self) -> list[int]:
        """The rows that are excluded."""
        return [row for row, flags in enumerate(self.flags()) if flags.excluded]

    async def end(self) -> None:
        self.conversation.close()
        await self.program.tasks.close()


@pytest.fixture
def talk(theme: AppTheme, icons: Icons) -> Talk:
    return Talk(theme, icons)


async def test_excluded_is_out_of_the_next_prompt_and_undone_is_in_again(talk: Talk) -> None:
    await talk.begin()
    talk.view.activate(2)
    talk.view.row_actions.marks.exclude.trigger()
    await until(lambda: talk.excluded() == [2])
    await until(lambda: "1" in talk.undo.sentence())
    await talk.program.chats.send(talk.chat_id, "What then?")
    assert SAID[1] not in [message.content for message in talk.program.provider.requests[-1].messages]
    talk.undo.undo_pressed.emit()
    await until(lambda: talk.excluded() == [])
    assert talk.undo.isHidden()
    await talk.program.chats.send(talk.chat_id, "And now?")
    assert SAID[1] in [message.content for message in talk.program.provider.requests[-1].messages]
    await talk.end()


async def test_undo_gives_each_message_what_it_had(talk: Talk) -> None:
    ids = await talk.begin()
    talk.marks.mark(ids[:2], MessageMark.EXCLUDE)
    await until(lambda: talk.excluded() == [0, 1])
    talk.marks.mark(ids[4:5], MessageMark.ALWAYS_IN_CONTEXT)
    await until(lambda: talk.flags()[4].always_in_context)
    before = talk.flags()
    talk.marks.mark(ids, MessageMark.NEVER_SEND)
    await until(lambda: all(flags.never_send for flags in talk.flags()))
    talk.view._reveal.go(ids[0])  # the shortcut acts whatever is shown
    talk.marks._take_back.trigger()
    await until(lambda: not any(flags.never_send for flags in talk.flags()))
    await until(lambda: not talk.program.tasks.running("undo mark"))
    assert talk.flags() == before
    await talk.end()


async def test_from_here_up_excludes_all_before(talk: Talk) -> None:
    await talk.begin()
    talk.view.activate(3)
    talk.view.row_actions.marks.from_here_up.trigger()
    await until(lambda: "4" in talk.undo.sentence())
    assert talk.excluded() == [0, 1, 2, 3]
    await talk.end()


async def test_chosen_messages_are_marked_together_and_are_chosen_no_more(talk: Talk) -> None:
    await talk.begin()
    talk.view.picking.toggle(1)
    talk.view.picking.extend(3)
    talk.view.pick_bar.marks.exclude.trigger()
    await until(lambda: talk.undo.sentence() != "")
    assert talk.excluded() == [1, 2, 3]
    assert not talk.view.picking.any
    await talk.end()


async def test_what_was_done_in_another_chat_is_not_undone_from_here(talk: Talk) -> None:
    ids = await talk.begin()
    talk.marks.mark(ids[:1], MessageMark.EXCLUDE)
    await until(lambda: talk.undo.sentence() != "")
    talk.marks.open("elsewhere")
    assert talk.undo.isHidden()
    talk.marks.undo()
    assert talk.excluded() == [0]
    await talk.end()


async def test_all_found_are_excluded(talk: Talk) -> None:
    await talk.begin()
    talk.find.start()
    assert talk.find_bar.isVisible()
    talk.find_bar.field.setText("ЕЛКА")
    await until(lambda: talk.find._found != [])
    assert talk.find_bar._place.text() == "2 of 2"
    talk.find_bar.step_pressed.emit(1)
    assert talk.find_bar._place.text() == "1 of 2"
    assert talk.view._reveal.framed_id == talk.model.row(0).id
    talk.find_bar._exclude.click()
    await until(lambda: talk.excluded() == [0, 4])
    await talk.end()


async def test_the_found_words_are_selected(talk: Talk) -> None:
    await talk.begin()
    talk.find.start()
    talk.find_bar.field.setText("harbour")
    await until(lambda: talk.view.selection is not None)
    assert talk.view.copying.selected_text({}) == "harbour"
    talk.find_bar.field.setText("nowhere at all")
    await until(lambda: talk.find._found == [])
    assert not talk.find_bar._exclude.isEnabled()
    talk.find_bar.close_bar()
    assert talk.find_bar.isHidden()
    await talk.end()


async def test_selected_words_are_looked_for_at_once(talk: Talk) -> None:
    await talk.begin()
    await until(lambda: talk.model.message(2) is not None)
    talk.view.grab()
    talk.view.reveal(talk.model.row(2).id, SAID[1].index("key"), SAID[1].index("key") + 3)
    talk.find.start()
    assert talk.find_bar.field.text() == "key"
    await until(lambda: talk.find._found == [talk.model.row(2).id])
    talk.find.open("elsewhere")
    assert talk.find_bar.isHidden()
    await talk.end()
