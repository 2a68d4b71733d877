"""Opens a file on the web from a byte on: mirror, redirects, ranges, what the server says about the file.

Used by ``downloads``. No key is ever sent, so redirects to other hosts may be followed; but never from https to http, nor from
the internet into this machine or its network.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from desktop_app.domain.errors import DownloadRefusedError, ProviderError, ProviderErrorKind
from desktop_app.domain.models import DownloadOrder
from desktop_app.providers.addresses import host_of, is_near, mirrored, shown
from desktop_app.providers.endpoint import Answer, known_errors
from desktop_app.providers.errors import from_response, reasoned
from desktop_app.providers.transport import Transport

if TYPE_CHECKING:
    import httpx

_MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_WANTS_A_NAME = frozenset({401, 403})
_RANGE_REFUSED = 416
_PARTIAL = 206
_CONTENT_RANGE = re.compile(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18})", re.ASCII)
_SHA256 = re.compile(r'"?([0-9a-f]{64})"?', re.ASCII)
_LONGEST_BODY = 65_536


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server gives: the bytes from ``start`` on (-1: it cannot begin where it was asked to) of ``total`` (0: unknown).

    ``validator`` is a strong ETag or a date, by which a change is noticed; ``sha256`` what the hub says of the whole file.
    """

    start: int
    total: int
    validator: str
    sha256: str


class Source:
    """The file of one order. ``seconds``: how long the server may take to answer."""

    def __init__(self, order: DownloadOrder, transport: Transport, seconds: float) -> None:
        self._order = order
        self._transport = transport
        self._seconds = seconds

    @asynccontextmanager
    async def open(self, byte_range: str = "", validator: str = "") -> AsyncGenerator[tuple[Offer, Answer]]:
        """The offer and its bytes. ``byte_range`` as in ``5-``; with a ``validator`` only if the file is still the same.

        Raises ``ProviderError``, ``DownloadRefusedError``. Leaving the block closes the connection.
        """
        headers = {"Accept": "*/*"}
        if byte_range:
            headers["Range"] = f"bytes={byte_range}"
        if byte_range and validator:
            headers["If-Range"] = validator
        response, host, told = await self._follow(headers)
        try:
            answer = Answer(response.aiter_raw(), host)
            await self._refuse_bad(response, answer)
            yield _offer(response, told), answer
        finally:
            await response.aclose()

    async def _follow(self, headers: Mapping[str, str]) -> tuple[httpx.Response, str, str]:
        """The answer at the end of all redirects, its host, and the checksum that was told on the way."""
        url, told = self._first_url(), ""
        for _ in range(_MAX_REDIRECTS + 1):
            response = await self._send(url, headers)
            told = told or _sha256_in(response.headers)
            location = response.headers.get("location", "")
            if response.status_code not in _REDIRECTS or not location:
                return response, shown(url).partition("://")[2], told
            await response.aclose()
            url = _trusted(url, location)
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "download.redirect", location=shown(url))

    async def _send(self, url: str, headers: Mapping[str, str]) -> httpx.Response:
        client, proxy = await self._transport.client(url, self._order.proxy, self._order.ca_file)
        async with known_errors(shown(url).partition("://")[2], self._seconds, proxy):
            return await client.send(client.build_request("GET", url, headers=headers), stream=True)

    def _first_url(self) -> str:
        url = self._order.url
        try:
            if self._order.mirror:
                url = mirrored(url, self._order.mirror)
        except ValueError:
            raise _invalid(self._order.mirror) from None
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in parts.netloc:
            raise _invalid(url)
        return url

    async def _refuse_bad(self, response: httpx.Response, answer: Answer) -> None:
        if response.status_code in _WANTS_A_NAME:
            raise DownloadRefusedError(file=self._order.file.name)
        if response.status_code != _RANGE_REFUSED and not 200 <= response.status_code < 300:
            body = (await answer.read(self._seconds) or b"")[:_LONGEST_BODY]
            raise from_response(response.status_code, response.headers, body, ())
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.compressed", status=response.status_code)


def _offer(response: httpx.Response, told: str) -> Offer:
    headers = response.headers
    etag = headers.get("etag", "")
    # A weak ETag says nothing about single bytes (RFC 9110, 13.1.5).
    validator = etag if etag and not etag.startswith("W/") else headers.get("last-modified", "")
    start, total = 0, 0
    if response.status_code == _RANGE_REFUSED:
        start = -1
    elif response.status_code == _PARTIAL:
        found = _CONTENT_RANGE.fullmatch(headers.get("content-range", ""))
        start, total = (int(found[1]), int(found[2])) if found else (-1, 0)
    elif re.fullmatch(r"\d{1,18}", headers.get("content-length", ""), re.ASCII):
        total = int(headers["content-length"])
    return Offer(start, total, validator, told)


def _sha256_in(headers: Mapping[str, str]) -> str:
    """Hugging Face tells the sha256 of a large file beside the redirect to it."""
    found = _SHA256.fullmatch(headers.get("x-linked-etag", ""))
    return found[1] if found else ""


def _trusted(url: str, location: str) -> str:
    """Where ``location`` leads to, seen from ``url``. Raises ``ProviderError`` where one does not go there."""
    try:
        target = urljoin(url, location)
        parts = urlsplit(target)
        host = parts.hostname or ""
    except ValueError:
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "download.redirect", location="?") from None
    unsafe = url.startswith("https://") and parts.scheme != "https"
    inwards = is_near(host) and not is_near(host_of(url))
    if unsafe or inwards or not host or parts.scheme not in {"http", "https"} or "@" in parts.netloc:
        raise reasoned(ProviderErrorKind.BAD_RESPONSE, "download.redirect", location=shown(target) or "?")
    return target


def _invalid(url: str) -> ProviderError:
    return reasoned(ProviderErrorKind.BAD_REQUEST, "address.invalid", url=shown(url) or url[:200])
