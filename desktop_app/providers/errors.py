"""The one place where foreign errors become ``ProviderError``s: httpx exceptions, HTTP statuses, servers' error bodies.

Called by ``endpoint`` and the providers. Knows httpx by the names of its exceptions, so that it loads without it; a
test holds the map complete. No key gets into an error: what a server says is cleaned of it first (servers repeat the key
they refuse).
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import cast

from desktop_app.domain.errors import ErrorAction, ProviderError, ProviderErrorKind
from desktop_app.providers.error_bodies import ServerComplaint, one_line, read_complaint

# English sentences by the code in ``ProviderError.reason``; ``ui`` translates by the code.
REASONS = {
    "address.invalid": "“{url}” is not the address of a web server.",
    "address.no-api": "There is no model API at {url}.",
    "address.other-path": "There is no model API at {url}, but there is one at {found}. Use that address.",
    "address.redirect": "The server wants to be asked at {location} instead. If you trust that address, enter it.",
    "answer.compressed": "It was compressed, though the server was asked not to.",
    "answer.no-reply": "It is not the answer of a model server.",
    "answer.not-json": "It is not JSON.",
    "answer.too-large": "It was larger than {limit} bytes.",
    "answer.web-page": "A web page came instead: perhaps a login page of the network, a proxy, or a wrong address.",
    "download.redirect": "It sent the download on to {location}, which cannot be trusted.",
    "embedding.count": "{wanted} texts were sent, and {found} vectors came back.",
    "embedding.dimension": "Its vectors have {found} numbers now and had {known} before. Perhaps the server has another model by this name.",
    "embedding.empty": "A vector came that is empty or all zeros.",
    "embedding.no-api": "There is no API for vectors at {url}.",
    "embedding.no-model": "No model is chosen for it.",
    "embedding.not-numbers": "A vector came that holds something else than numbers.",
    "embedding.unsupported": "“{model}” makes no vectors. Choose an embedding model.",
    "key.insecure": "{host} would get it over plain http. Use https, or allow it for this connection.",
    "key.missing": "No API key is stored for this connection.",
    "key.unreadable": "The key ring did not give the API key: {cause}",
    "key.unsendable": "It holds characters that no API key has; perhaps something was pasted along with it.",
    "model.unlisted": "The server does not list the model “{model}”.",
    "network.name-unknown": "The name {host} is not known.",
    "network.proxy": "The proxy {proxy} could not be used.",
    "network.refused": "Nothing answers at {host}.",
    "ollama.missing-model": "Ollama does not have the model “{model}”. Get it with: ollama pull {model}",
    "ollama.no-models": "Ollama has no model yet. Get one with “ollama pull” and the name of a model.",
    "ollama.not-there": "There is no Ollama at {url}. For another server choose the kind “Model server”.",
    "timeout.silent": "Nothing came for {seconds} seconds.",
    "tls.ca-file": "The certificate file {file} could not be read.",
    "tls.expired": "It has expired.",
    "tls.host": "It belongs to another host than {host}.",
    "tls.not-tls": "{host} does not speak TLS there. Perhaps the address begins with http://.",
    "tls.unknown-issuer": "Nobody whom this system trusts has signed it. If it is your company's or your own, set its CA file in the connection.",
    "window.smaller": "It reads {found} tokens at most, and the connection says {wanted}. Set the context size to {found}.",
}

# The public exceptions of httpx by name. ``None``: wrong use of httpx, a bug of ours that must not be hidden.
HTTPX_KINDS: Mapping[str, ProviderErrorKind | None] = {
    "HTTPError": ProviderErrorKind.NETWORK,
    "HTTPStatusError": ProviderErrorKind.BAD_RESPONSE,
    "RequestError": ProviderErrorKind.NETWORK,
    "TransportError": ProviderErrorKind.NETWORK,
    "TimeoutException": ProviderErrorKind.TIMEOUT,
    "ConnectTimeout": ProviderErrorKind.TIMEOUT,
    "ReadTimeout": ProviderErrorKind.TIMEOUT,
    "WriteTimeout": ProviderErrorKind.TIMEOUT,
    "PoolTimeout": ProviderErrorKind.TIMEOUT,
    "NetworkError": ProviderErrorKind.NETWORK,
    "ConnectError": ProviderErrorKind.NETWORK,
    "ReadError": ProviderErrorKind.NETWORK,
    "WriteError": ProviderErrorKind.NETWORK,
    "CloseError": ProviderErrorKind.NETWORK,
    "ProxyError": ProviderErrorKind.NETWORK,
    "ProtocolError": ProviderErrorKind.BAD_RESPONSE,
    "LocalProtocolError": ProviderErrorKind.BAD_REQUEST,
    # The connection ended in the middle of an answer, or what came is no HTTP.
    "RemoteProtocolError": ProviderErrorKind.NETWORK,
    "UnsupportedProtocol": ProviderErrorKind.BAD_REQUEST,
    "DecodingError": ProviderErrorKind.BAD_RESPONSE,
    "TooManyRedirects": ProviderErrorKind.BAD_RESPONSE,
    "InvalidURL": ProviderErrorKind.BAD_REQUEST,
    "CookieConflict": None,
    "StreamError": None,
    "StreamConsumed": None,
    "StreamClosed": None,
    "ResponseNotRead": None,
    "RequestNotRead": None,
}

_ACTIONS = {
    ProviderErrorKind.RATE_LIMIT: ErrorAction.RETRY,
    ProviderErrorKind.SERVER: ErrorAction.RETRY,
    ProviderErrorKind.NETWORK: ErrorAction.RETRY,
    ProviderErrorKind.TIMEOUT: ErrorAction.RETRY,
    ProviderErrorKind.INTERRUPTED: ErrorAction.RETRY,
    ProviderErrorKind.BAD_RESPONSE: ErrorAction.OPEN_CONNECTION,
    ProviderErrorKind.AUTH: ErrorAction.OPEN_CONNECTION,
    ProviderErrorKind.QUOTA: ErrorAction.OPEN_CONNECTION,
    ProviderErrorKind.NOT_FOUND: ErrorAction.OPEN_CONNECTION,
    ProviderErrorKind.TLS: ErrorAction.OPEN_CONNECTION,
    ProviderErrorKind.INSECURE: ErrorAction.OPEN_CONNECTION,
    ProviderErrorKind.WINDOW: ErrorAction.OPEN_CONNECTION,
    ProviderErrorKind.EMBEDDING: ErrorAction.OPEN_CONNECTION,
    ProviderErrorKind.CONTEXT_TOO_LONG: ErrorAction.OPEN_PREVIEW,
}

# The kinds of a status whose body says nothing better.
_STATUS_KINDS = {
    401: ProviderErrorKind.AUTH,
    402: ProviderErrorKind.QUOTA,
    403: ProviderErrorKind.AUTH,
    404: ProviderErrorKind.NOT_FOUND,
    405: ProviderErrorKind.NOT_FOUND,
    408: ProviderErrorKind.TIMEOUT,
    410: ProviderErrorKind.NOT_FOUND,
    413: ProviderErrorKind.CONTEXT_TOO_LONG,
    429: ProviderErrorKind.RATE_LIMIT,
    504: ProviderErrorKind.TIMEOUT,
    524: ProviderErrorKind.TIMEOUT,  # Cloudflare: the server behind it was too slow
}

# OpenSSL's codes of a failed verification (x509_vfy.h).
_CERTIFICATE_EXPIRED = 10
_HOST_MISMATCHES = frozenset({62, 64})

# With asterisks in its middle: so OpenAI repeats a key.
_KEY_LIKE = re.compile(r"[\w…-]*\*{4,}[\w-]*|\b(?:sk|pk|key|gsk|xai|hf)[-_][\w-]{8,}|(?<=Bearer )\S+")
_KEPT_BACK = "…"
# A part of the key as long as this is not shown either: servers cut the key they repeat.
_KEY_PIECE = 8


def reasoned(kind: ProviderErrorKind, reason: str, *, status: int = 0, **params: object) -> ProviderError:
    """An error with a sentence of our own from ``REASONS``."""
    detail = REASONS[reason].format_map(params)
    return ProviderError(
        kind, detail=detail, status=status, action=_ACTIONS.get(kind, ""), reason=reason, params=params
    )


def plain(
    kind: ProviderErrorKind, *, detail: str = "", status: int = 0, retry_after: float | None = None
) -> ProviderError:
    """An error with the server's own text or none; ``retry_after`` in seconds."""
    return ProviderError(kind, detail=detail, status=status, retry_after=retry_after, action=_ACTIONS.get(kind, ""))


def answer_too_large(limit: int) -> ProviderError:
    """The answer exceeded a cap of ``limit`` bytes."""
    return reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.too-large", limit=f"{limit:,}")


def from_exception(error: Exception, host: str, proxy: str = "") -> ProviderError | None:
    """The known error behind an exception of httpx at ``host`` (with its port), or None where it is a bug of ours.

    ``proxy`` is the one on the way, if any: it is what could not be reached then.
    """
    kind = _httpx_kind(error)
    if kind is None:
        return None
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLError):
            return _from_tls(cause, host)
    if proxy and type(error).__name__ in {"ProxyError", "ConnectError"}:
        return reasoned(ProviderErrorKind.NETWORK, "network.proxy", proxy=proxy)
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            return reasoned(ProviderErrorKind.NETWORK, "network.name-unknown", host=host)
        if isinstance(cause, ConnectionRefusedError):
            return reasoned(ProviderErrorKind.NETWORK, "network.refused", host=host)
    return plain(kind)


def from_response(status: int, headers: Mapping[str, str], body: bytes, secrets: tuple[str, ...]) -> ProviderError:
    """The error that an answer with an error status, or a redirect, stands for. ``body`` may be cut short."""
    if 300 <= status < 400:
        return reasoned(
            ProviderErrorKind.BAD_RESPONSE,
            "address.redirect",
            status=status,
            location=one_line(headers.get("location", ""))[:200],
        )
    complaint = read_complaint(body)
    if complaint.is_web_page:
        return reasoned(_kind(status, complaint), "answer.web-page", status=status)
    return _from_complaint(complaint, status, secrets, _seconds(headers.get("retry-after", "")))


def from_error_object(value: object, secrets: tuple[str, ...]) -> ProviderError:
    """The error that an ``error`` object inside a good answer stands for (H-29); its ``code`` may be a status."""
    complaint = ServerComplaint.of(value)
    status = int(complaint.code) if re.fullmatch(r"[45]\d\d", complaint.code) else 0
    return _from_complaint(complaint, status, secrets, None)


def redact(text: str, secrets: tuple[str, ...]) -> str:
    """``text`` without the secrets, pieces of them, and whatever else looks like a key."""
    for secret in secrets:
        pieces = (secret, secret[:_KEY_PIECE], secret[-_KEY_PIECE:]) if len(secret) > _KEY_PIECE else (secret,)
        for piece in pieces:
            text = text.replace(piece, _KEPT_BACK)
    return _KEY_LIKE.sub(_KEPT_BACK, text)


def _from_complaint(
    complaint: ServerComplaint, status: int, secrets: tuple[str, ...], retry_after: float | None
) -> ProviderError:
    detail = redact(complaint.message, secrets)
    return plain(_kind(status, complaint), detail=detail, status=status, retry_after=retry_after)


def _kind(status: int, complaint: ServerComplaint) -> ProviderErrorKind:
    said = complaint.kind
    if said is not None:
        return said
    if status in _STATUS_KINDS:
        return _STATUS_KINDS[status]
    if 400 <= status < 500:
        return ProviderErrorKind.BAD_REQUEST
    return ProviderErrorKind.SERVER


def _from_tls(error: ssl.SSLError, host: str) -> ProviderError:
    if isinstance(error, ssl.SSLCertVerificationError):
        code = cast("int", getattr(error, "verify_code", 0))
        if code == _CERTIFICATE_EXPIRED:
            return reasoned(ProviderErrorKind.TLS, "tls.expired")
        if code in _HOST_MISMATCHES:
            return reasoned(ProviderErrorKind.TLS, "tls.host", host=host)
        return reasoned(ProviderErrorKind.TLS, "tls.unknown-issuer")
    if error.reason in {"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL", "RECORD_LAYER_FAILURE"}:
        return reasoned(ProviderErrorKind.TLS, "tls.not-tls", host=host)
    return plain(ProviderErrorKind.TLS)


def _httpx_kind(error: Exception) -> ProviderErrorKind | None:
    for ancestor in type(error).__mro__:
        if ancestor.__name__ in HTTPX_KINDS:
            return HTTPX_KINDS[ancestor.__name__]
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """``error`` and everything behind it, exception groups (anyio tries several addresses) opened."""
    seen: set[int] = set()
    waiting: list[BaseException] = [error]
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        waiting += [cause for cause in (current.__cause__, current.__context__) if cause is not None]
        if isinstance(current, BaseExceptionGroup):
            waiting += cast("BaseExceptionGroup[BaseException]", current).exceptions


def _seconds(retry_after: str) -> float | None:
    """The header's seconds or date (RFC 9110, 10.2.3) as seconds from now, never negative."""
    if re.fullmatch(r"\d{1,9}(\.\d+)?", retry_after, re.ASCII):
        return float(retry_after)
    try:
        moment = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
