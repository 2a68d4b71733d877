"""Portraits beside the rows of a chat and in the list of chats; initials where there are none."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.message import Role
from desktop_app.domain.transfer import PORTRAIT
from desktop_app.ui.chat.faces import Faces
from desktop_app.ui.chat.row_layout import RowContent
from desktop_app.ui.chat_list.delegate import FACE_SIZE
from desktop_app.ui.chat_list.model import FACES_ROLE
from desktop_app.ui.icons import Icons
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.gallery.bench import Bench, benched
from tests.ui.test_portraits import png

GREEN = "#11aa33"


async def content_of(bench: Bench, chat_id: str, row: int) -> RowContent:
    """A row as the painter is given it."""
    message = (await bench.program.branch_messages(chat_id))[row]
    return RowContent((await bench.program.chats.branch(chat_id))[row], message, message.speaker.name or "You")


async def test_who_speaks_has_a_face_and_the_person_that_of_the_persona(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        mira = await bench.add(Character("", "Mira", first_mes="Hello."), png(40, 40, rest=GREEN))
        me = await bench.program.library.save_persona(Persona("", "Me"))
        await bench.program.file_repository.set_files(me.id, {PORTRAIT: png(40, 40, rest="#aa1133")})
        chat = await bench.program.chats.start_chat(mira)
        await bench.program.chats.send(chat.id, "Hi")
        hers, mine = [await content_of(bench, chat.id, row) for row in range(2)]
        assert mine.row.role is Role.USER
        portraits = Portraits(bench.program.gallery.portrait, bench.program.bus, bench.window.launch)
        faces = Faces(portraits)
        faces.open(me.id)
        seen: list[str] = []
        portraits.circle_arrived.connect(seen.append)
        assert faces.of(hers, 1.0) is None
        assert faces.of(mine, 1.0) is None
        await until(lambda: set(seen) == {mira.id, me.id})
        for content, color in ((hers, GREEN), (mine, "#aa1133")):
            made = faces.of(content, 1.0)
            assert made is not None
            assert made.toImage().pixelColor(16, 16).name() == color
        unread = RowContent(hers.row, None, hers.name)
        assert faces.of(unread, 1.0) is not None  # as the row above it, whose text is here
        faces.open(None)
        assert faces.of(unread, 1.0) is None
        assert faces.of(mine, 1.0) is None
        portraits.close()


async def test_the_list_has_a_place_for_faces_as_soon_as_a_chat_has_a_character(theme: AppTheme, icons: Icons) -> None:
    async with benched(theme, icons) as bench:
        plain = await bench.program.chats.new_chat("Plain")
        bench.list_model.set_chats([plain])
        first = bench.list_model.index(0)
        assert first.data(FACES_ROLE) is False
        mira = await bench.add(Character("", "Mira"), png(40, 40, rest=GREEN))
        chat = await bench.program.chats.start_chat(mira)
        bench.list_model.put(chat)
        assert bench.list_model.index_of(plain.id).data(FACES_ROLE) is True
        bench.panel.resize(260, 300)
        bench.panel.show()
        view = bench.panel.view
        place = view.visualRect(bench.list_model.index_of(chat.id))

        def shot() -> QImage:
            return view.viewport().grab().toImage()

        middle = QPoint(place.left() + 16 + FACE_SIZE // 2, place.center().y() + 2)
        await until(lambda: shot().pixelColor(middle).name() == GREEN)
        bench.list_model.drop(chat.id)
        assert bench.list_model.index_of(plain.id).data(FACES_ROLE) is False
