"""Pictures from a draft to a model: kept, sent, said before sending, and left out where the model does not see them."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import DiskFullError, EmptyMessageError, ProviderError, ProviderErrorKind, StorageError
from desktop_app.domain.exporting import ChatFormat
from desktop_app.domain.generation import ConnectionKind, Sees, Usage, UsageReported
from desktop_app.domain.message import ImagePart, TextPart
from desktop_app.domain.pictures import MOST_PICTURES, PriceRule, TooManyPicturesError, rule_of, sees_by_name
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider, words

RED, BLUE = b"\x89PNG red", b"\x89PNG blue"
RED_DIGEST = hashlib.sha256(RED).hexdigest()


async def chat_with_red(program: Program) -> Chat:
    """A chat with a red picture in its draft."""
    chat = await program.chats.new_chat()
    await program.pictures.attach(chat.id, RED, "image/png", 512, 512)
    return chat


def run(scenario: Callable[[Program], Awaitable[None]], provider: ScriptedProvider | None = None) -> None:
    """Runs a scenario on a fresh program."""
    program = make_program(provider)
    asyncio.run(asyncio.wait_for(scenario(program), 60))
    assert program.bugs == []


async def no_room(*_message: object, **_how: object) -> None:
    """What storing a message says where the disk is full."""
    raise DiskFullError


def test_a_picture_goes_to_a_model_that_sees() -> None:
    provider = ScriptedProvider(sees=True)

    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        plan = await program.context.preview(chat.id, "What is it?")
        await program.chats.send(chat.id, "What is it?")
        request = provider.requests[-1]
        assert request.messages == plan.messages
        assert request.messages[-1].pictures == (ImagePart(RED_DIGEST, "image/png", 512, 512),)
        assert request.files == {RED_DIGEST: RED}
        message = (await program.chats.tail(chat.id, 2))[0]
        assert message.parts == (TextPart("What is it?"), ImagePart(RED_DIGEST, "image/png", 512, 512))
        assert await program.pictures.drafted(chat.id) == ()
        assert provider.asked_for_sight == 1

    run(scenario, provider)


@pytest.mark.parametrize("sees", [False, None, ProviderError(ProviderErrorKind.NETWORK)])
def test_a_model_that_does_not_see_is_told_in_words(sees: bool | ProviderError | None) -> None:
    provider = ScriptedProvider(sees=sees)

    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        assert not (await program.pictures.terms(chat.id)).seen
        await program.chats.send(chat.id, "Что это такое, скажи мне?")
        request = provider.requests[-1]
        assert request.messages[-1].content.endswith("\n\n[изображение]")
        assert request.messages[-1].pictures == ()
        assert request.files == {}

    run(scenario, provider)


def test_the_person_knows_better_than_the_server() -> None:
    provider = ScriptedProvider(sees=False)

    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        connection = program.settings.settings.connection(None)
        await program.settings.save_connection(replace(connection, sees_pictures=Sees.YES), None)
        assert (await program.pictures.terms(chat.id)).seen
        await program.settings.save_connection(replace(connection, sees_pictures=Sees.NO), None)
        assert not (await program.pictures.terms(chat.id)).seen
        assert provider.asked_for_sight == 0

    run(scenario, provider)


def test_a_server_that_could_not_be_asked_is_asked_again_when_it_is_sent() -> None:
    provider = ScriptedProvider(sees=ProviderError(ProviderErrorKind.NETWORK))

    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        for text in ("a", "b"):
            await program.context.preview(chat.id, text)
        assert provider.asked_for_sight == 1
        provider.sees = True
        await program.chats.send(chat.id, "Look")
        assert provider.requests[-1].files == {RED_DIGEST: RED}

    run(scenario, provider)


def test_a_text_alone_asks_nobody_about_pictures() -> None:
    provider = ScriptedProvider(sees=True)

    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.context.preview(chat.id, "Hello")
        await program.chats.send(chat.id, "Hello")
        assert provider.asked_for_sight == 0

    run(scenario, provider)


def test_a_picture_alone_is_a_message_and_nothing_is_none() -> None:
    provider = ScriptedProvider(sees=True)

    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        plan = await program.context.preview(chat.id, " ")
        await program.chats.send(chat.id, " ")
        assert provider.requests[-1].messages == plan.messages
        assert (await program.chats.tail(chat.id, 2))[0].parts == (ImagePart(RED_DIGEST, "image/png", 512, 512),)
        with pytest.raises(EmptyMessageError):
            await program.chats.send(chat.id, " ")

    run(scenario, provider)


def test_editing_and_asking_again_keep_the_pictures() -> None:
    provider = ScriptedProvider(sees=True)

    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        await program.chats.send(chat.id, "What is it?")
        question, answer = await program.chats.tail(chat.id, 2)
        edited = await program.chats.edit(question.id, "What?")
        assert edited.parts == (TextPart("What?"), ImagePart(RED_DIGEST, "image/png", 512, 512))
        assert (await program.chats.edit(question.id, "")).parts == edited.parts[1:]
        await program.chats.regenerate(answer.id)
        assert provider.requests[-1].files == {RED_DIGEST: RED}
        await program.chats.edit_and_resend(question.id, "And what is this?")
        sibling = (await program.chats.tail(chat.id, 2))[0]
        assert sibling.id != question.id
        assert sibling.parts[1:] == edited.parts[1:]
        assert provider.requests[-1].files == {RED_DIGEST: RED}

    run(scenario, provider)


def test_pictures_are_bounded_and_each_is_there_once() -> None:
    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        await program.pictures.attach(chat.id, RED, "image/png", 512, 512)
        assert len(await program.pictures.drafted(chat.id)) == 1
        for number in range(MOST_PICTURES - 1):
            await program.pictures.attach(chat.id, b"%d" % number, "image/png", 1, 1)
        with pytest.raises(TooManyPicturesError, match="at most 10 pictures"):
            await program.pictures.attach(chat.id, BLUE, "image/png", 1, 1)
        await program.pictures.detach(chat.id, RED_DIGEST)
        assert await program.pictures.data([RED_DIGEST]) == {}
        await program.pictures.attach(chat.id, BLUE, "image/png", 1, 1)

    run(scenario)


def test_what_could_not_be_stored_is_not_there() -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat()
        await program.pictures.drafted(chat.id)
        program.state.fail_next = DiskFullError()
        with pytest.raises(DiskFullError):
            await program.pictures.attach(chat.id, RED, "image/png", 1, 1)
        assert await program.pictures.drafted(chat.id) == ()

    run(scenario)


def test_a_message_that_could_not_be_stored_gives_its_pictures_back() -> None:
    provider = ScriptedProvider(sees=True)

    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        await program.context.preview(chat.id, "Look")
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(program.chat_repository, "append", no_room)
            with pytest.raises(DiskFullError):
                await program.chats.send(chat.id, "Look")
        assert [picture.digest for picture in await program.pictures.drafted(chat.id)] == [RED_DIGEST]
        await program.chats.save_draft(chat.id, "Look")
        await program.chats.send(chat.id, "Look")
        assert provider.requests[-1].files == {RED_DIGEST: RED}

    run(scenario, provider)


def test_what_pictures_cost_teaches_nothing_about_texts() -> None:
    provider = ScriptedProvider([[UsageReported(Usage(9_000, 5, 9_005)), *words("A sea")]], sees=True)

    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        await program.chats.send(chat.id, "Look")
        assert program.state.calibrations == {}

    run(scenario, provider)


@pytest.mark.parametrize(
    ("model", "sees"),
    [
        ("gpt-4o", True),
        ("openai/gpt-4.1-mini", True),
        ("anthropic/claude-sonnet-4.5", True),
        ("google/gemini-2.5-flash", True),
        ("qwen2.5-vl-7b-instruct", True),
        ("Qwen/Qwen2.5-VL-72B", True),
        ("llava:13b", True),
        ("gemma-3-4b-it", True),
        ("llama-3.2-11b-vision", True),
        ("gpt-3.5-turbo", False),
        ("mistral-7b-instruct", False),
        ("llama-3.1-8b", False),
        ("deepseek-chat", False),
        ("gemma-2-9b", False),
        ("", False),
    ],
)
def test_models_that_see_are_known_by_their_names(model: str, sees: bool) -> None:
    assert sees_by_name(model) is sees


@pytest.mark.parametrize(
    ("model", "rule"),
    [
        ("gpt-4o-2024-08-06", PriceRule.OPENAI_TILES),
        ("gpt-4o-mini", PriceRule.OPENAI_SMALL_TILES),
        ("openai/gpt-4.1-nano", PriceRule.OPENAI_PATCHES),
        ("gpt-5", PriceRule.OPENAI_NEWER_TILES),
        ("o3", PriceRule.OPENAI_REASONING_TILES),
        ("anthropic/claude-3.5-sonnet", PriceRule.ANTHROPIC),
        ("gemini-2.0-flash", PriceRule.GEMINI),
        ("qwen2-vl", PriceRule.ESTIMATE),
    ],
)
def test_the_rule_is_that_of_who_made_the_model(model: str, rule: PriceRule) -> None:
    async def scenario(program: Program) -> None:
        connection = replace(
            program.settings.settings.connection(None), model=model, kind=ConnectionKind.OPENAI_COMPATIBLE
        )
        assert rule_of(connection) is rule
        assert rule_of(replace(connection, kind=ConnectionKind.OLLAMA)) is PriceRule.ESTIMATE

    run(scenario)


def test_what_goes_out_in_an_archive_comes_in_with_its_pictures(tmp_path: Path) -> None:
    async def scenario(program: Program) -> None:
        chat = await chat_with_red(program)
        await program.chats.send(chat.id, "Look")
        export = await program.exports.chat(chat.id, ChatFormat.ARCHIVE)
        [file] = await program.exports.save(export, tmp_path)
        other = make_program()
        preview = await other.imports.plan((file,))
        await other.imports.run(preview, {})
        assert await other.branch_messages(chat.id) == await program.branch_messages(chat.id)
        assert await other.pictures.data([RED_DIGEST]) == {RED_DIGEST: RED}

    run(scenario)


def names_in(folder: Path) -> list[str]:
    """In their order."""
    return sorted(path.name for path in folder.iterdir())


def test_markdown_is_saved_with_its_pictures_in_a_folder_beside_it(tmp_path: Path) -> None:
    async def scenario(program: Program) -> None:
        chat = await program.chats.new_chat("Red: what?")
        await program.pictures.attach(chat.id, RED, "image/png", 512, 512)
        await program.chats.send(chat.id, "What is it?")
        made = await program.exports.chat(chat.id, ChatFormat.MARKDOWN)
        [name] = made.beside
        for target in (tmp_path, tmp_path / "mine.md"):
            text, folder = await program.exports.save(made, target)
            assert folder == tmp_path / "Red what files"
            assert f"![](Red%20what%20files/{name})" in text.read_text("utf-8")
            assert (folder / name).read_bytes() == RED
        assert names_in(tmp_path) == ["Red what files", "Red what.md", "mine.md"]
        [page] = await program.exports.save(await program.exports.chat(chat.id, ChatFormat.HTML), tmp_path)
        assert b"data:image/png;base64," in page.read_bytes()

        (tmp_path / "taken").mkdir()
        (tmp_path / "taken" / "Red what files").write_bytes(b"a file of this name")
        with pytest.raises(StorageError):
            await program.exports.save(made, tmp_path / "taken")
        assert names_in(tmp_path / "taken") == ["Red what files"]

    run(scenario, ScriptedProvider([words("Red.")], sees=True))
