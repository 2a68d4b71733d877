"""A key is in no log record, no exception, no traceback and no repr, whatever goes wrong (S3, H-39)."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Sequence

import pytest

from desktop_app.domain.generation import StreamEvent, StreamFailed
from tests.fakes.model_replies import Drop, Reply, error, failed_in_the_middle, html, redirect, whole, words
from tests.fakes.model_server import ModelServer
from tests.fakes.provider_bench import CANARY, collect, open_provider, profile_for

SCRIPTS: dict[str, Sequence[Reply]] = {
    "good": [words("fine")],
    "refused": [error(401, f"Incorrect API key provided: {CANARY}. Find yours at …")],
    "refused in part": [error(401, f"Incorrect API key: {CANARY[:10]}***{CANARY[-9:]}")],
    "in the middle": [failed_in_the_middle("a", message=f"key {CANARY} has no credit", code="x")],
    "a refusal that quotes it": [whole("", refusal=f"I will not repeat {CANARY}")],
    "page": [html(502, CANARY)],
    "dead": [Reply(200, {}, (Drop(),), "chunked")],
    "redirect": [redirect("https://elsewhere.example/")],
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_trace_of_the_key(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with ModelServer(SCRIPTS[name]) as server:
        seen = asyncio.run(everything_said(server.url))

    assert server.chats[0].headers["authorization"] == f"Bearer {CANARY}"
    seen += [record.getMessage() + str(record.exc_text or "") + repr(record.args) for record in caplog.records]
    assert [text for text in seen if "CANARY" in text] == []


@pytest.mark.parametrize("key", [f"{CANARY}\nX-Evil: 1", f"{CANARY} ключ"])
def test_no_trace_of_what_cannot_be_sent(key: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with ModelServer() as server:
        seen = asyncio.run(everything_said(server.url, key))

    seen += [record.getMessage() for record in caplog.records]
    assert [text for text in seen if "CANARY" in text] == []


async def everything_said(url: str, key: str = CANARY) -> list[str]:
    """Events, errors with their tracebacks and causes, reports and reprs of one connection."""
    async with open_provider(profile_for(url), key=key) as provider:
        events = await collect(provider)
        report = await provider.check()
        count = await provider.count_prompt(())
        return [
            *map(shown, events),
            repr(report),
            repr(count),
            repr(provider),
            repr(vars(provider)),
            repr(report.error),
        ]


def shown(event: StreamEvent) -> str:
    text = repr(event)
    if isinstance(event, StreamFailed):
        text += str(event.error) + repr(vars(event.error)) + "".join(traceback.format_exception(event.error))
        cause = event.error.__cause__ or event.error.__context__
        text += "".join(traceback.format_exception(cause)) if cause else ""
    return text
