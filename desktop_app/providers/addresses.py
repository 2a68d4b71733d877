"""Addresses of model servers: how a person's input becomes a base URL, and which hosts are near. Pure; asks no resolver."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import SplitResult, urlsplit

# What people paste along with the base URL. Longest first.
_ENDPOINTS = ("/chat/completions", "/completions", "/embeddings", "/models")
_API_PATH = re.compile(r"/(?:api|v1)(?=/|$)")


def normalize_base_url(text: str) -> str:
    """The base URL that endpoints are appended to: no trailing slash, no endpoint, ``/v1`` where there is no path at all.

    Without a scheme a near host gets http, any other https. Query, fragment and credentials are dropped (keys travel in
    headers only). Raises ``ValueError`` where no host can be found.
    """
    parts = _split(text.strip())
    path = parts.path.rstrip("/")
    for endpoint in _ENDPOINTS:
        if path.endswith(endpoint):
            path = path.removesuffix(endpoint).rstrip("/")
            break
    return f"{parts.scheme}://{_host_and_port(parts)}{path or '/v1'}"


def normalize_root(text: str) -> str:
    """The address in front of an API whose paths begin with ``/api`` or ``/v1``, as Ollama's do; else like ``normalize_base_url``."""
    parts = _split(text.strip())
    path = _API_PATH.split(parts.path, maxsplit=1)[0].rstrip("/")
    return f"{parts.scheme}://{_host_and_port(parts)}{path}"


def mirrored(url: str, mirror: str) -> str:
    """``url`` with scheme and host of ``mirror``, whose path comes in front. Raises ``ValueError`` where it is no address."""
    parts, base = urlsplit(url), _split(mirror.strip())
    query = f"?{parts.query}" if parts.query else ""
    return f"{base.scheme}://{_host_and_port(base)}{base.path.rstrip('/')}{parts.path}{query}"


def server_root(base_url: str) -> str:
    """``base_url`` without the API's version at its end: where llama.cpp has its own endpoints."""
    return base_url.removesuffix("/v1")


def host_of(url: str) -> str:
    """The host of a URL in lower case, without brackets and port; empty where there is none."""
    return urlsplit(url).hostname or ""


def shown(url: str) -> str:
    """Scheme, host and port of a URL, for sentences; what a server sends as an address may hold anything."""
    try:
        parts = urlsplit(url)
        return f"{parts.scheme}://{_host_and_port(parts)}" if parts.scheme and parts.hostname else ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine by its very name, so that nothing leaves it."""
    address = _address(host)
    if address is not None:
        return address.is_loopback
    name = _name(host)
    return name == "localhost" or name.endswith(".localhost")


def is_near(host: str) -> bool:
    """Whether ``host`` is on this machine or its network: loopback, private, link-local and shared (100.64/10) addresses, ``.local``."""
    address = _address(host)
    if address is not None:
        return not address.is_global
    return is_loopback(host) or _name(host).endswith(".local")


def _split(text: str) -> SplitResult:
    if "://" not in text:
        host = host_of(f"//{text}")
        text = f"{'http' if is_near(host) else 'https'}://{text}"
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"not an address of a web server: {shown(text)!r}")
    return parts


def _host_and_port(parts: SplitResult) -> str:
    host = parts.hostname or ""
    bracketed = f"[{host}]" if ":" in host else host
    return f"{bracketed}:{parts.port}" if parts.port is not None else bracketed


def _name(host: str) -> str:
    return host.lower().rstrip(".")


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
