"""*Test connection* says what is wrong in a sentence."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.domain.generation import ModelInfo
from desktop_app.domain.ports import ConnectionReport
from tests.fakes.model_replies import Reply, error, html, json_reply, redirect, words
from tests.fakes.model_server import ModelServer
from tests.fakes.provider_bench import CANARY, open_provider, profile_for


def report_on(url: str, *, model: str = "fake-model", key: str = CANARY) -> ConnectionReport:
    async def check() -> ConnectionReport:
        async with open_provider(profile_for(url, model=model), key=key) as provider:
            return await provider.check()

    return asyncio.run(check())


def assert_wrong(report: ConnectionReport, reason: str, *parts: str) -> None:
    assert not report.ok
    assert report.error is not None
    assert report.error.reason == reason
    assert report.sentence == str(report.error)
    for part in parts:
        assert part in report.sentence


def test_all_is_well() -> None:
    with ModelServer(models=["a", "fake-model"], key=CANARY) as server:
        report = report_on(server.url)

    assert report == ConnectionReport(
        ok=True, sentence="The model answers.", models=(ModelInfo("a"), ModelInfo("fake-model"))
    )


def test_no_model_is_chosen_yet() -> None:
    with ModelServer(models=["a"]) as server:
        report = report_on(server.url, model="")

        assert report.ok
        assert report.models == (ModelInfo("a"),)
        assert server.chats == []


@pytest.mark.parametrize("suffix", ["/chat/completions", "/", "/models"])
def test_what_people_paste_works(suffix: str) -> None:
    with ModelServer() as server:
        assert report_on(server.url + suffix).ok
        assert report_on(server.root).ok


def test_the_path_is_wrong() -> None:
    with ModelServer(prefix="/api/v1") as server:
        assert_wrong(report_on(server.root + "/v1"), "address.other-path", server.root + "/api/v1")
        assert_wrong(report_on(server.root + "/api"), "address.other-path", server.root + "/api/v1")


def test_there_is_no_api_at_all() -> None:
    with ModelServer(prefix="/hidden/away") as server:
        assert_wrong(report_on(server.url.replace("/hidden/away", "/v1")), "address.no-api", server.root + "/v1")


def test_it_is_a_web_page() -> None:
    with ModelServer([html()], models_reply=html()) as server:
        assert_wrong(report_on(server.url), "answer.web-page")


def test_it_is_another_service() -> None:
    with ModelServer([error(404, "nothing")], models_reply=json_reply({"hello": "world"})) as server:
        assert_wrong(report_on(server.url), "answer.no-reply")


def test_the_key_is_refused_by_the_list() -> None:
    with ModelServer(key="another") as server:
        report = report_on(server.url)

    assert_wrong(report, "", "refused the API key")
    assert "CANARY" not in report.sentence


def test_the_key_is_refused_by_the_model_alone() -> None:
    with ModelServer([error(401, "User not found.")]) as server:
        assert_wrong(report_on(server.url), "", "refused the API key", "User not found.")


def test_there_is_no_key() -> None:
    with ModelServer(key="needed") as server:
        assert_wrong(report_on(server.url, key=""), "key.missing")


def test_the_model_is_not_in_the_list() -> None:
    with ModelServer([error(404, "The model `x` does not exist", code="model_not_found")], models=["a", "b"]) as server:
        report = report_on(server.url, model="x")

    assert_wrong(report, "model.unlisted", "“x”")
    assert [model.id for model in report.models] == ["a", "b"]


def test_a_server_that_answers_to_any_name_is_fine() -> None:
    with ModelServer(models=["a"]) as server:
        assert report_on(server.url, model="whatever").ok


def test_a_server_without_a_list_is_fine() -> None:
    with ModelServer(models_reply=error(404, "no list")) as server:
        assert report_on(server.url).ok


def test_the_server_redirects() -> None:
    with ModelServer(models_reply=redirect("https://elsewhere.example/v1/models", 301)) as server:
        assert_wrong(report_on(server.url), "address.redirect", "elsewhere.example")
        assert len(server.requests) == 1


def test_nobody_is_there() -> None:
    with ModelServer() as server:
        url = server.url
    assert_wrong(report_on(url), "network.refused", "could not be reached")


def test_it_speaks_no_tls() -> None:
    with ModelServer() as server:
        assert_wrong(report_on(server.url.replace("http:", "https:")), "tls.not-tls")


@pytest.mark.parametrize("url", ["", "nonsense://x", "http://"])
def test_it_is_no_address(url: str) -> None:
    assert_wrong(report_on(url), "address.invalid")


def test_the_key_would_travel_unencrypted() -> None:
    assert_wrong(report_on("http://192.168.7.7:8080"), "key.insecure", "192.168.7.7")


@pytest.mark.parametrize("reply", [words("Hi"), words("")])
def test_the_question_is_short_and_any_sign_of_an_answer_is_enough(reply: Reply) -> None:
    with ModelServer([reply]) as server:
        assert report_on(server.url).ok
        assert server.chats[0].json["max_tokens"] <= 16
