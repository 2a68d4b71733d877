"""The first day below the window: who is asked, what a choice stores, and what connections are made of."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import SERVER_TOKENIZER, ConnectionKind, ModelInfo
from desktop_app.domain.models import FoundServer
from desktop_app.domain.settings import BUILTIN_CONNECTION_ID, Settings
from desktop_app.services import connection_presets as presets
from desktop_app.services.settings_service import check_profile
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider

OLLAMA = FoundServer(
    ConnectionKind.OLLAMA,
    "Ollama",
    "http://127.0.0.1:11434",
    (ModelInfo("small", 2000), ModelInfo("large", 131_072), ModelInfo("quiet")),
)


class FileProvider(ScriptedProvider):
    """A model file of so many trained tokens; none: a file that is no model."""

    trained: int | None = 131_072

    async def models(self) -> list[ModelInfo]:
        """What the header says."""
        if self.trained is None:
            raise ProviderError(ProviderErrorKind.MODEL_FILE, detail="x is empty.", reason="model-file.empty")
        return [ModelInfo("x.gguf", self.trained)]


def fresh(provider: ScriptedProvider | None = None) -> Program:
    """A program that nobody has used."""
    return make_program(provider, settings=Settings())


def test_only_somebody_new_is_asked() -> None:
    async def story() -> None:
        assert await fresh().first_run.wanted()
        assert not await make_program(settings=Settings(first_run_done=True)).first_run.wanted()
        known = presets.of_server(OLLAMA, "small")
        assert not await make_program(settings=Settings(connections=(known,))).first_run.wanted()
        with_a_chat = fresh()
        await with_a_chat.chats.new_chat()
        assert not await with_a_chat.first_run.wanted()

    asyncio.run(story())


def test_a_server_answers_from_now_on() -> None:
    async def story(program: Program) -> None:
        chat = await program.first_run.begin(presets.of_server(OLLAMA, "small"), user_name="Вы")
        settings = program.settings_store.settings
        assert settings.first_run_done
        assert settings.user_name == "Вы"
        answers = settings.connection(chat.connection_id)
        assert (answers.kind, answers.base_url, answers.model) == (ConnectionKind.OLLAMA, OLLAMA.base_url, "small")
        assert not await program.first_run.wanted()
        assert (await program.branch_texts(chat.id), chat.title) == ([], "")

    asyncio.run(story(fresh()))


def test_the_demo_model_is_there_already_and_a_sample_may_begin() -> None:
    async def story(program: Program) -> None:
        chat = await program.first_run.begin(None, sample="zh")
        assert program.settings.settings.connection(chat.connection_id).id == BUILTIN_CONNECTION_ID
        assert program.settings.settings.connections == ()
        assert chat.title == "米拉"
        assert program.settings.settings.user_name == Settings().user_name

    asyncio.run(story(fresh()))


def test_a_name_that_was_chosen_stays() -> None:
    program = make_program(settings=Settings(user_name="Ilya"))
    asyncio.run(program.first_run.begin(None, user_name="Вы"))
    assert program.settings.settings.user_name == "Ilya"


def test_what_cannot_be_stored_begins_nothing() -> None:
    async def story(program: Program) -> None:
        program.settings_store.broken = True
        with pytest.raises(Exception, match="the disk is gone"):
            await program.first_run.begin(presets.of_server(OLLAMA, "small"))
        program.settings_store.broken = False
        assert await program.first_run.wanted()

    asyncio.run(story(fresh()))


def test_a_model_file_is_opened_with_what_memory_allows() -> None:
    async def story() -> None:
        program = fresh(FileProvider())
        profile = await program.first_run.open_file(Path("/models/x.gguf"), "Model file")
        assert (profile.kind, profile.model) == (ConnectionKind.BUILTIN, str(Path("/models/x.gguf")))
        assert (profile.context_limit, profile.tokenizer) == (presets.LOADED_CONTEXT, SERVER_TOKENIZER)
        assert program.settings.settings.connections == ()
        wrong = FileProvider()
        wrong.trained = None
        with pytest.raises(ProviderError, match="x is empty"):
            await fresh(wrong).first_run.open_file(Path("/models/x.gguf"), "Model file")

    asyncio.run(story())


def test_connections_that_need_no_form_can_work() -> None:
    for profile in (
        presets.of_server(OLLAMA, "small"),
        presets.of_server(OLLAMA, "quiet"),
        presets.of_file(Path("x.gguf"), "Model file", 512),
        *(presets.of_hosted(provider, "") for provider in presets.HOSTED),
    ):
        check_profile(profile)
    assert presets.of_server(OLLAMA, "small").context_limit == 2000
    assert presets.of_server(OLLAMA, "large").context_limit == presets.LOADED_CONTEXT  # Ollama would load all of it
    loaded = FoundServer(ConnectionKind.OPENAI_COMPATIBLE, "vLLM", "http://127.0.0.1:8000/v1", OLLAMA.models)
    assert presets.of_server(loaded, "large").context_limit == 131_072
    assert presets.of_file(Path("x.gguf"), "x", 512).generation.max_tokens == 128
    assert presets.of_hosted(None, "New").base_url == ""
    assert all(provider.base_url.startswith("https://") for provider in presets.HOSTED)
