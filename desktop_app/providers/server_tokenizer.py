"""Counts tokens by the server itself, where it is llama.cpp's: ``/apply-template`` and ``/tokenize`` beside the API.

Used by ``openai_compatible`` for whole prompts, and by token counters for single texts. Whether a server has these
endpoints is found out once, with a text of one letter, so that no prompt is sent where it cannot be counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ChatMessage
from desktop_app.providers.addresses import server_root
from desktop_app.providers.endpoint import Endpoint
from desktop_app.providers.errors import plain, reasoned
from desktop_app.providers.openai_encode import encode_messages

# Failures that say nothing about what the server can do.
_PASSING = frozenset(
    {
        ProviderErrorKind.NETWORK,
        ProviderErrorKind.TIMEOUT,
        ProviderErrorKind.TLS,
        ProviderErrorKind.RATE_LIMIT,
        ProviderErrorKind.AUTH,
    }
)


class ServerTokenizer:
    """``seconds`` is the time limit of one call."""

    def __init__(self, endpoint: Endpoint, seconds: float) -> None:
        self._endpoint = endpoint
        self._seconds = seconds
        self._exists: bool | None = None

    async def count(self, text: str) -> int:
        """The tokens of ``text`` inside a prompt, without begin and end marks. Raises ``ProviderError`` where it cannot say."""
        if not await self._found():
            raise plain(ProviderErrorKind.NOT_FOUND)
        return await self._tokenize(text, whole_prompt=False)

    async def count_prompt(self, messages: Sequence[ChatMessage]) -> int | None:
        """The tokens of ``messages`` by the model's own template, or None where the server cannot say."""
        try:
            if not await self._found():
                return None
            answer = await self._post("/apply-template", {"messages": encode_messages(messages)})
            prompt = answer.get("prompt")
            return await self._tokenize(prompt, whole_prompt=True) if isinstance(prompt, str) else None
        except ProviderError:
            return None

    async def _found(self) -> bool:
        if self._exists is None:
            try:
                await self._tokenize("a", whole_prompt=False)
                self._exists = True
            except ProviderError as error:
                if error.kind in _PASSING or error.status >= 500:
                    raise
                self._exists = False
        return self._exists

    async def _tokenize(self, text: str, *, whole_prompt: bool) -> int:
        # llama.cpp reads a chat's prompt with its begin mark added and special tokens understood (server/README.md, /tokenize).
        body = {"content": text, "add_special": whole_prompt, "parse_special": True}
        tokens = (await self._post("/tokenize", body)).get("tokens")
        if not isinstance(tokens, list):
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
        return len(cast("list[object]", tokens))

    async def _post(self, path: str, body: Mapping[str, object]) -> Mapping[str, object]:
        value = await self._endpoint.fetch("POST", server_root(self._endpoint.base_url) + path, self._seconds, body)
        return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}
