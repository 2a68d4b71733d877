"""Opens HTTP clients: one per way out (proxy, CA file), with the program's rules for proxies, certificates and headers.

Called by ``endpoint``; the registry makes one ``Transport`` and closes it. httpx and the certificates are loaded in a thread
at the first request (130 ms and 25 ms measured), never while the window is opening. Nothing here knows a key.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.domain.errors import ProviderErrorKind
from desktop_app.domain.generation import Proxy, ProxyMode
from desktop_app.providers.addresses import host_of, is_near, shown
from desktop_app.providers.errors import reasoned

if TYPE_CHECKING:
    import httpx

# Where systems keep their certificates when the OpenSSL that is shipped with the program looks elsewhere (a frozen build
# made on Debian has Debian's path in it). After certifi-system-store's list, as truststore has it.
_CA_BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/ssl/cert.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/cert.pem",
    "/etc/ssl/ca-bundle.pem",
)
_PROXY_SCHEMES = frozenset({"http", "https", "socks5", "socks5h"})
_PLATFORMS_WITH_OWN_STORE = frozenset({"win32", "darwin"})


class Transport:
    """Keeps the clients. ``connect_timeout`` in seconds; how long an answer may take is the caller's business.

    Clients follow no redirect (a key must not reach another host), keep no cookies, and take nothing from the environment.
    """

    def __init__(self, *, connect_timeout: float = 15.0) -> None:
        self._connect_timeout = connect_timeout
        self._clients: dict[tuple[str, str], httpx.AsyncClient] = {}
        self._lock = asyncio.Lock()

    async def client(self, url: str, proxy: Proxy, ca_file: str) -> tuple[httpx.AsyncClient, str]:
        """The client to reach ``url`` with, and the proxy it goes through, as it may be shown (empty: none).

        Raises ``ProviderError`` where the proxy or the CA file cannot be used.
        """
        async with self._lock:
            proxy_url = await asyncio.to_thread(proxy_for, url, proxy)
            way = (proxy_url, ca_file)
            if way not in self._clients:
                self._clients[way] = await asyncio.to_thread(self._open, *way)
            return self._clients[way], shown(proxy_url)

    async def aclose(self) -> None:
        """Closes all connections."""
        clients = list(self._clients.values())
        self._clients.clear()
        for client in clients:
            await client.aclose()

    def _open(self, proxy_url: str, ca_file: str) -> httpx.AsyncClient:
        from http.cookiejar import CookieJar, DefaultCookiePolicy

        import httpx

        from desktop_app.providers.closing_backend import closing_transport

        quiet_loggers()
        # httpx would load it at the first connection: 60 ms in which the window stands still.
        with suppress(ImportError):
            import_module("anyio._backends._asyncio")
        return httpx.AsyncClient(
            transport=closing_transport(tls_context(ca_file), _proxy(proxy_url)),
            trust_env=False,
            follow_redirects=False,
            timeout=httpx.Timeout(None, connect=self._connect_timeout),
            # Compressed answers can be bombs, and a stream gains nothing (reliability page, H4).
            headers={"Accept-Encoding": "identity", "User-Agent": "Talespan"},
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        )


def proxy_for(url: str, proxy: Proxy) -> str:
    """The proxy's URL on the way to ``url``, empty for none. Hosts that are near never get one. Raises ``ProviderError``.

    May ask the system (and on Windows and macOS its resolver): call it in a thread.
    """
    host = host_of(url)
    if proxy.mode is ProxyMode.NONE or is_near(host):
        return ""
    if proxy.mode is ProxyMode.SYSTEM:
        return _system_proxy(url, host)
    default = "socks5" if proxy.mode is ProxyMode.SOCKS5 else "http"
    return _checked(proxy.url.strip(), default)


def tls_context(ca_file: str, platform: str = sys.platform) -> ssl.SSLContext:
    """Verifies by the system's certificates and, where given, by those in ``ca_file`` too. Raises ``ProviderError``.

    Windows and macOS keep theirs where OpenSSL does not look (``truststore`` asks the system itself). Elsewhere OpenSSL's
    own paths are right, and reading them once, here, spares the 25 ms that truststore takes at each connection.
    """
    if platform in _PLATFORMS_WITH_OWN_STORE:
        import truststore

        context: ssl.SSLContext = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    else:
        # Not create_default_context: since Python 3.13 it adds a strictness that many a company's certificate fails.
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_default_certs()
        _add_bundle_if_none(context)
    context.minimum_version = (
        ssl.TLSVersion.TLSv1_2
    )  # Debian's Python leaves it to a system setting that may allow less
    if ca_file:
        try:
            context.load_verify_locations(cafile=ca_file)
        except (OSError, ssl.SSLError):
            raise reasoned(ProviderErrorKind.TLS, "tls.ca-file", file=ca_file) from None
    return context


def quiet_loggers() -> None:
    """Hold httpx and httpcore at WARNING: httpx writes whole URLs at INFO, httpcore headers at DEBUG: neither belongs into a log."""
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)


def _system_proxy(url: str, host: str) -> str:
    import urllib.request

    proxies: Mapping[str, str] = urllib.request.getproxies()
    if urllib.request.proxy_bypass(host):
        return ""
    scheme = url.partition(":")[0].lower()
    found = proxies.get(scheme) or proxies.get("all") or ""
    return _checked(found, "http") if found else ""


def _checked(url: str, default_scheme: str) -> str:
    """``url`` in a form that httpx takes; desktops write ``socks://`` and leave the scheme out."""
    if "://" not in url:
        url = f"{default_scheme}://{url}"
    if url.startswith("socks://"):
        url = "socks5" + url.removeprefix("socks")
    if not shown(url) or url.partition(":")[0] not in _PROXY_SCHEMES:
        raise reasoned(ProviderErrorKind.NETWORK, "network.proxy", proxy=shown(url) or "?")
    return url


def _proxy(url: str) -> httpx.Proxy | None:
    import httpx

    if not url:
        return None
    try:
        return httpx.Proxy(url)
    except (ValueError, httpx.InvalidURL):
        raise reasoned(ProviderErrorKind.NETWORK, "network.proxy", proxy=shown(url)) from None


def _add_bundle_if_none(context: ssl.SSLContext) -> None:
    paths = ssl.get_default_verify_paths()
    if paths.cafile or (paths.capath and any(Path(paths.capath).glob("*.0"))):
        return
    for bundle in _CA_BUNDLES:
        if Path(bundle).is_file():
            context.load_verify_locations(cafile=bundle)
            return
