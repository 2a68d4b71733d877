"""Settings are stored before they are told; a connection and its key come and go together."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.domain.errors import SecretError, SettingsError, StorageError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile, GenerationSettings
from desktop_app.domain.models import FoundServer
from desktop_app.domain.ports import ConnectionReport
from desktop_app.domain.settings import BUILTIN_CONNECTION_ID, SecretPlace
from desktop_app.services.events import SettingsChanged
from tests.fakes.program import make_program
from tests.fakes.providers import ScriptedProvider

PROFILE = ConnectionProfile("lm", "LM Studio", base_url="http://127.0.0.1:1234/v1")


def test_a_change_is_stored_and_told_and_no_change_is_neither() -> None:
    program = make_program()
    asyncio.run(program.settings.change(lambda settings: replace(settings, user_name="Илья")))
    asyncio.run(program.settings.change(lambda settings: settings))
    assert program.settings_store.settings.user_name == "Илья"
    assert [event.settings.user_name for event in program.of_kind(SettingsChanged)] == ["Илья"]


def test_a_change_that_cannot_be_stored_is_no_change() -> None:
    program = make_program()
    program.settings_store.broken = True
    with pytest.raises(StorageError):
        asyncio.run(program.settings.change(lambda settings: replace(settings, user_name="Илья")))
    assert program.settings.settings.user_name == "You"
    assert program.of_kind(SettingsChanged) == []


def test_a_connection_is_kept_without_its_key() -> None:
    program = make_program()
    asyncio.run(program.settings.save_connection(PROFILE, "sk-secret"))
    assert program.secrets.kept == {"connection:lm": ("sk-secret", SecretPlace.KEYRING)}
    assert "sk-secret" not in repr(program.settings_store.settings)
    assert asyncio.run(program.settings.has_key("lm"))
    assert program.providers.forgotten == ["lm"]


def test_saving_without_a_key_leaves_it_and_an_empty_key_removes_it() -> None:
    program = make_program()
    asyncio.run(program.settings.save_connection(PROFILE, "sk-secret"))
    asyncio.run(program.settings.save_connection(replace(PROFILE, name="Home"), None))
    assert asyncio.run(program.settings.has_key("lm"))
    assert [known.name for known in program.settings.settings.connections] == ["Home"]
    asyncio.run(program.settings.save_connection(PROFILE, ""))
    assert not asyncio.run(program.settings.has_key("lm"))


def test_edits_at_once_lose_nothing_and_a_wrong_one_changes_nothing() -> None:
    async def story() -> None:
        await program.settings.save_connection(PROFILE, None)
        await program.settings.change(lambda settings: replace(settings, default_connection_id="lm"))
        await asyncio.gather(
            program.settings.edit_connection("lm", lambda profile: replace(profile, model="small")),
            program.settings.edit_connection(None, lambda profile: replace(profile, context_limit=4096)),
        )
        with pytest.raises(SettingsError):
            await program.settings.edit_connection("lm", lambda profile: replace(profile, name=""))

    program = make_program()
    asyncio.run(story())
    assert program.settings_store.settings.connections == (replace(PROFILE, model="small", context_limit=4096),)


def test_without_a_key_ring_nothing_is_stored_until_the_person_decides() -> None:
    program = make_program()
    program.secrets.keyring = False
    with pytest.raises(SecretError):
        asyncio.run(program.settings.save_connection(PROFILE, "sk-secret"))
    assert program.settings.settings.connections == ()
    assert not asyncio.run(program.settings.keyring_available())
    asyncio.run(program.settings.choose_secret_place(SecretPlace.SESSION))
    asyncio.run(program.settings.save_connection(PROFILE, "sk-secret"))
    assert program.secrets.kept["connection:lm"] == ("sk-secret", SecretPlace.SESSION)


def test_a_removed_connection_takes_its_key_along_and_breaks_no_chat() -> None:
    program = make_program()

    async def scenario() -> str:
        await program.settings.save_connection(PROFILE, "sk-secret")
        await program.settings.change(lambda settings: replace(settings, default_connection_id="lm"))
        chat = await program.chats.new_chat()
        await program.chats.set_connection(chat.id, "lm")
        await program.settings.remove_connection("lm")
        turn = await program.chats.send(chat.id, "Still there?")
        return turn.connection_id

    assert asyncio.run(scenario()) == BUILTIN_CONNECTION_ID
    assert program.secrets.kept == {}
    assert program.settings.settings.default_connection_id == BUILTIN_CONNECTION_ID


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": "  "}, "name"),
        ({"base_url": "127.0.0.1:1234"}, "http"),
        ({"context_limit": 100}, "256"),
        ({"generation": GenerationSettings(max_tokens=8192)}, "reply"),
        ({"generation": GenerationSettings(max_tokens=0)}, "reply"),
    ],
)
def test_a_profile_that_cannot_work_is_refused_with_a_sentence(changes: dict[str, object], says: str) -> None:
    program = make_program()
    profile = replace(PROFILE, **changes)
    with pytest.raises(SettingsError, match=says):
        asyncio.run(program.settings.save_connection(profile, None))
    report = asyncio.run(program.settings.check(profile, None))
    assert not report.ok
    assert says in report.sentence


def test_a_key_that_is_tried_out_is_kept_nowhere_afterwards() -> None:
    program = make_program()
    report = asyncio.run(program.settings.check(PROFILE, "sk-trial"))
    models = asyncio.run(program.settings.models(PROFILE, "sk-trial"))
    assert report.ok
    assert [model.id for model in models] == ["scripted"]
    assert program.secrets.kept == {}
    assert {asked.id for asked in program.providers.asked} == {"trial:1:lm", "trial:2:lm"}
    assert program.settings.settings.connections == ()


def test_two_trials_at_once_have_a_key_each_to_their_end() -> None:
    program = make_program()
    keys: list[str | None] = []

    def provider(connection: ConnectionProfile) -> ScriptedProvider:
        class Asking(ScriptedProvider):
            async def check(self) -> ConnectionReport:
                for _ in range(5 + 5 * len(program.providers.asked)):  # the second asks when the first has ended
                    await asyncio.sleep(0.001)
                keys.append(program.secrets.get(connection.secret_name))
                return await super().check()

        program.providers.asked.append(connection)
        return Asking()

    async def both() -> None:
        await asyncio.gather(program.settings.check(PROFILE, "sk-one"), program.settings.check(PROFILE, "sk-two"))

    program.providers.provider = provider
    asyncio.run(both())
    assert keys == ["sk-one", "sk-two"]
    assert program.secrets.kept == {}


def test_the_builtin_model_needs_no_address() -> None:
    program = make_program()
    builtin = replace(PROFILE, kind=ConnectionKind.BUILTIN, base_url="", model="/models/mine.gguf")
    asyncio.run(program.settings.save_connection(builtin, None))
    assert program.settings.settings.connections == (builtin,)


def test_servers_are_looked_for_only_when_somebody_asks() -> None:
    async def run() -> None:
        program = make_program()
        program.discovery.servers.append(FoundServer(ConnectionKind.OLLAMA, "Ollama", "http://127.0.0.1:11434"))
        before = program.discovery.looks

        assert await program.settings.find_servers() == program.discovery.servers
        assert (before, program.discovery.looks) == (0, 1)

    asyncio.run(run())
