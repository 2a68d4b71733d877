"""One server, its key and its rules: requests go out, bytes or JSON come in, everything foreign is a ``ProviderError``.

Used by the providers. The only place that puts a key on the wire: in a header, to the host of the base URL, over
plain http only to this machine or where the profile allows it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ChatRequest, ConnectionProfile
from desktop_app.providers.addresses import host_of, is_loopback, normalize_base_url, shown
from desktop_app.providers.errors import answer_too_large, from_exception, from_response, reasoned
from desktop_app.providers.lines import MAX_LINE
from desktop_app.providers.transport import Transport

if TYPE_CHECKING:
    import httpx

# Reads the key of the connection; empty where there is none.
KeyReader = Callable[[], Awaitable[str]]

MAX_JSON = 20_000_000
# What may stand in front of an answer: white space and a byte order mark.
WHITE = b" \t\r\n\xef\xbb\xbf"
_MAX_ERROR_BODY = 65_536

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """In seconds. ``first_token`` and ``idle`` count from read to read; ``whole`` is for short calls that do not stream.

    A local model may read a long prompt for minutes before its first token.
    """

    first_token: float = 300.0
    idle: float = 60.0
    whole: float = 30.0


DEFAULT_TIMEOUTS = Timeouts()


class Answer:
    """A good answer that is coming in. ``read`` gives its bytes, and None at the end."""

    def __init__(self, chunks: AsyncIterator[bytes], host: str) -> None:
        self._chunks = chunks
        self._host = host

    async def read(self, seconds: float) -> bytes | None:
        """The next piece. Raises ``ProviderError`` where none comes in time or the connection breaks."""
        async with known_errors(self._host, seconds):
            return await anext(self._chunks, None)

    async def begin(self, seconds: float) -> bytes:
        """The first bytes, up to the first that is no white space at least; empty where nothing comes. ``seconds`` a piece.

        Raises ``ProviderError``, also where a web page begins.
        """
        begin = b""
        while not (visible := begin.lstrip(WHITE)):
            chunk = await self.read(seconds)
            if chunk is None:
                return begin
            begin += chunk
            if len(begin) > MAX_LINE:
                raise answer_too_large(MAX_LINE)
        if visible.startswith(b"<"):
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.web-page")
        return begin

    async def read_all(self, seconds: float, begin: bytes = b"") -> bytes:
        """The whole of a small answer behind ``begin``; ``seconds`` for each piece. Raises ``ProviderError``."""
        body = bytearray(begin)
        while (chunk := await self.read(seconds)) is not None:
            body += chunk
            if len(body) > MAX_JSON:
                raise answer_too_large(MAX_JSON)
        return bytes(body)


class Endpoint:
    """``normalize`` makes the base URL of what the person entered; it raises ``ValueError`` where that is no address."""

    def __init__(
        self,
        profile: ConnectionProfile,
        transport: Transport,
        read_key: KeyReader,
        normalize: Callable[[str], str] = normalize_base_url,
    ) -> None:
        self._profile = profile
        self._normalize = normalize
        self._transport = transport
        self._read_key = read_key
        self._secrets: tuple[str, ...] = ()

    @property
    def base_url(self) -> str:
        """The address that endpoints are appended to. Raises ``ProviderError`` where the person's input is none."""
        try:
            return self._normalize(self._profile.base_url)
        except ValueError:
            raise reasoned(ProviderErrorKind.BAD_REQUEST, "address.invalid", url=self._profile.base_url[:200]) from None

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be shown of this connection, once it has been used."""
        return self._secrets

    async def fetch(self, method: str, url: str, seconds: float, body: Mapping[str, object] | None = None) -> object:
        """The JSON that ``url`` answers with. Raises ``ProviderError``."""
        async with self.open(method, url, seconds, body) as answer:
            return parse_json(await answer.read_all(seconds))

    @asynccontextmanager
    async def open(
        self, method: str, url: str, seconds: float, body: Mapping[str, object] | bytes | None = None
    ) -> AsyncGenerator[Answer]:
        """A good answer, its headers there within ``seconds``. Leaving the block closes the connection at once.

        ``body``: what is sent as JSON, or its bytes already.

        Raises ``ProviderError``: for the request, a redirect, an error status, a compressed answer.
        """
        headers = await self._headers(url)
        client, proxy = await self._transport.client(url, self._profile.proxy, self._profile.ca_file)
        host = shown(url).partition("://")[2]
        async with known_errors(host, seconds, proxy):
            request = client.build_request(method, url, headers=headers, content=_encoded(body))
            response = await client.send(request, stream=True)
        try:
            chunks = response.aiter_raw()
            await self._refuse_bad(response, Answer(chunks, host))
            yield Answer(chunks, host)
        finally:
            await response.aclose()

    async def _headers(self, url: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream, application/json"}
        key = (await self._read_key()).strip()
        if not key:
            return headers
        self._secrets = (key,)
        # Checked before httpx sees it: its complaint about a bad header has the header in it.
        if not (key.isascii() and key.isprintable() and " " not in key):
            raise reasoned(ProviderErrorKind.AUTH, "key.unsendable")
        host = host_of(url)
        if url.startswith("http://") and not is_loopback(host) and not self._profile.allow_plain_http:
            raise reasoned(ProviderErrorKind.INSECURE, "key.insecure", host=host)
        return {**headers, "Authorization": f"Bearer {key}"}

    async def _refuse_bad(self, response: httpx.Response, answer: Answer) -> None:
        if 200 <= response.status_code < 300:
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.compressed", status=response.status_code)
            return
        error = from_response(response.status_code, response.headers, await _begin_of(answer), self._secrets)
        if error.kind is ProviderErrorKind.AUTH and not self._secrets:
            raise reasoned(ProviderErrorKind.AUTH, "key.missing", status=response.status_code)
        raise error


def parse_json(body: bytes) -> object:
    """The value in ``body``. Raises ``ProviderError`` where it is none."""
    text = body.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.web-page")
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.not-json") from None
    return value


async def body_of(request: ChatRequest, encode: Callable[[], Mapping[str, object]]) -> bytes | None:
    """A request as it goes out. With pictures in it that takes longer than the window may wait: then it is made in a thread."""
    if request.files:
        return await asyncio.to_thread(lambda: _encoded(encode()))
    return _encoded(encode())


def _encoded(body: Mapping[str, object] | bytes | None) -> bytes | None:
    if body is None or isinstance(body, bytes):
        return body
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


async def _begin_of(answer: Answer) -> bytes:
    """As much of an error's body as anyone will read; what cannot be read is left out, the status says enough."""
    body = bytearray()
    try:
        while len(body) < _MAX_ERROR_BODY and (chunk := await answer.read(5.0)) is not None:
            body += chunk
    except ProviderError:
        _logger.debug("the body of an error answer broke off after %d bytes", len(body))
    return bytes(body[:_MAX_ERROR_BODY])


@asynccontextmanager
async def known_errors(host: str, seconds: float, proxy: str = "") -> AsyncGenerator[None]:
    """Turns what httpx raises, and a wait of more than ``seconds``, into the known error."""
    import httpx  # loaded by the transport before

    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise reasoned(ProviderErrorKind.TIMEOUT, "timeout.silent", seconds=round(seconds)) from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        known = from_exception(error, host, proxy)
        if known is None:
            raise
        _logger.debug("asking %s failed: %s: %s", host, type(error).__name__, error)
        raise known from None
