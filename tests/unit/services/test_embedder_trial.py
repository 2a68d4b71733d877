"""Trying out what makes vectors: our own sentences, a time, and whether they would leave this machine."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from desktop_app.domain.embedding import TextKind
from desktop_app.domain.errors import NotFoundError, ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.settings import RecallSettings, Settings, SummarySettings
from desktop_app.services.embedder_trial import EmbedderTrial, EmbedderTrials
from tests.fakes.program import make_program

HOME = ConnectionProfile(id="home", name="Home", base_url="http://192.168.0.7/v1")
WANTED = RecallSettings(
    embedder_connection_id="home", embedder_model="e5", query_prefix="query: ", passage_prefix="passage: "
)
SETTINGS = Settings(
    connections=(HOME,), recall=WANTED, summary=SummarySettings(connection_id="home"), first_run_done=True
)


def test_a_trial_tells_the_numbers_of_a_vector_and_the_time_of_a_text() -> None:
    program = make_program(settings=SETTINGS)
    ticks = itertools.count(10.0, 0.2)
    trials = EmbedderTrials(program.settings, program.providers, lambda: next(ticks))

    trial = asyncio.run(trials.run(WANTED))
    assert trial == EmbedderTrial(16, trial.milliseconds)
    assert trial.milliseconds == pytest.approx(25.0)
    (embedder,) = program.providers.embedders.values()
    assert "query: \npassage: " in embedder.identity
    assert [(len(texts), kind) for texts, kind in embedder.asked] == [(1, TextKind.QUERY), (8, TextKind.PASSAGE)]


def test_what_stays_here_is_what_comes_with_the_program_or_runs_here() -> None:
    trials = make_program(settings=SETTINGS).embedders

    assert trials.stays_here(RecallSettings())
    assert trials.stays_here(RecallSettings(embedder_connection_id="builtin"))
    assert not trials.stays_here(WANTED)


def test_a_failure_is_the_servers_and_a_connection_that_is_gone_is_none() -> None:
    program = make_program(settings=SETTINGS)
    program.providers.embeds = ProviderError(ProviderErrorKind.NETWORK)

    with pytest.raises(ProviderError):
        asyncio.run(program.embedders.models("home"))
    with pytest.raises(NotFoundError):
        asyncio.run(program.embedders.run(RecallSettings(embedder_connection_id="gone", embedder_model="m")))


def test_a_connection_that_is_removed_embeds_and_summarises_no_more() -> None:
    program = make_program(settings=SETTINGS)

    asyncio.run(program.settings.remove_connection("home"))
    assert program.settings.settings.recall == RecallSettings()
    assert program.settings.settings.summary == SummarySettings()
