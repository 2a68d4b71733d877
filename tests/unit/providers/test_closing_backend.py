"""A stop during the TLS handshake closes the connection at once, not when Python looks for garbage."""

from __future__ import annotations

import asyncio
import gc
import ssl

import httpx

from desktop_app.providers.closing_backend import closing_transport


def test_a_handshake_that_is_broken_off_closes_its_connection() -> None:
    greeted, gone = asyncio.Event(), asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):  # the client's hello, which is never answered
            greeted.set()
        gone.set()
        writer.close()

    async def scenario() -> bool:
        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        transport = closing_transport(ssl.create_default_context(), None)
        async with (
            server,
            httpx.AsyncClient(transport=transport, trust_env=False) as client,
            asyncio.TaskGroup() as group,
        ):
            asking = group.create_task(client.get(f"https://127.0.0.1:{port}/"))
            await asyncio.wait_for(greeted.wait(), 20)
            asking.cancel()
            return await asyncio.wait_for(gone.wait(), 20)

    gc.disable()
    try:
        assert asyncio.run(scenario())
    finally:
        gc.enable()
