"""Ways to a server: proxies, certificates, redirects, and where a key may travel (S4, S5)."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ConnectionProfile, Proxy, ProxyMode
from desktop_app.providers.transport import proxy_for, tls_context
from tests.fakes.model_replies import html, redirect
from tests.fakes.model_server import ModelServer
from tests.fakes.provider_bench import CANARY, collect, failure_in, open_provider, profile_for, request_of, text_in
from tests.fakes.socks_proxy import SocksProxy

NEAR = [
    "http://localhost:1/v1",
    "http://127.0.0.1/v1",
    "https://192.168.1.9/v1",
    "http://[::1]/v1",
    "http://nas.local/v1",
]


def answer_over(profile: ConnectionProfile, *, key: str = CANARY) -> str:
    async def ask() -> str:
        async with open_provider(profile, key=key) as provider:
            return text_in(await collect(provider))

    return asyncio.run(ask())


def failure_over(profile: ConnectionProfile, *, key: str = CANARY) -> ProviderError:
    async def ask() -> ProviderError:
        async with open_provider(profile, key=key) as provider:
            return failure_in(await collect(provider)).error

    return asyncio.run(ask())


@pytest.fixture
def system_proxy(monkeypatch: pytest.MonkeyPatch) -> str:
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "proxy.example:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    return "http://proxy.example:3128"


@pytest.mark.parametrize("url", NEAR)
@pytest.mark.parametrize(
    "proxy",
    [
        Proxy(ProxyMode.SYSTEM),
        Proxy(ProxyMode.HTTP, "http://p.example:1"),
        Proxy(ProxyMode.SOCKS5, "socks5://p.example:1"),
    ],
)
def test_no_proxy_on_the_way_to_what_is_near(url: str, proxy: Proxy, system_proxy: str) -> None:
    assert proxy_for(url, proxy) == ""


def test_the_systems_proxy_is_used_for_the_internet_alone(system_proxy: str) -> None:
    assert proxy_for("https://api.example/v1", Proxy(ProxyMode.SYSTEM)) == system_proxy
    assert proxy_for("https://inside.example/v1", Proxy(ProxyMode.SYSTEM)) == ""
    assert proxy_for("https://api.example/v1", Proxy(ProxyMode.NONE)) == ""


def test_a_socks_proxy_for_everything_as_desktops_write_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("all_proxy", "socks://proxy.example:1080/")

    assert proxy_for("https://api.example/v1", Proxy(ProxyMode.SYSTEM)) == "socks5://proxy.example:1080/"


@pytest.mark.parametrize(
    ("proxy", "meant"),
    [
        (Proxy(ProxyMode.HTTP, "p.example:1"), "http://p.example:1"),
        (Proxy(ProxyMode.SOCKS5, " p.example:1 "), "socks5://p.example:1"),
        (Proxy(ProxyMode.SOCKS5, "socks5h://u:p@p.example:1"), "socks5h://u:p@p.example:1"),
    ],
)
def test_a_proxy_of_the_connection(proxy: Proxy, meant: str) -> None:
    assert proxy_for("https://api.example/v1", proxy) == meant


@pytest.mark.parametrize("url", ["", "ftp://p.example", "http://"])
def test_a_proxy_that_is_none_is_a_known_error(url: str) -> None:
    with pytest.raises(ProviderError) as caught:
        proxy_for("https://api.example/v1", Proxy(ProxyMode.HTTP, url))

    assert caught.value.reason == "network.proxy"


def test_a_local_server_is_reached_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with ModelServer() as server:
        assert answer_over(profile_for(server.url, proxy=Proxy(ProxyMode.SYSTEM))) == "You said: hello"
        assert not server.requests[0].proxied


def test_through_an_http_proxy() -> None:
    with ModelServer() as server:
        profile = profile_for("http://model.example/v1", proxy=Proxy(ProxyMode.HTTP, server.root))

        assert answer_over(profile, key="") == "You said: hello"
        assert server.requests[0].proxied
        assert server.requests[0].headers["host"] == "model.example"


def test_through_a_socks_proxy_that_looks_up_the_name() -> None:
    with ModelServer() as server, SocksProxy(server.port) as proxy:
        profile = profile_for("http://model.example/v1", proxy=Proxy(ProxyMode.SOCKS5, proxy.url))

        assert answer_over(profile, key="") == "You said: hello"
        assert proxy.wanted == [("model.example", 80)]


@pytest.mark.parametrize("mode", [ProxyMode.HTTP, ProxyMode.SOCKS5])
def test_a_proxy_that_is_not_there_is_named(mode: ProxyMode, dead_port: int) -> None:
    proxy = Proxy(mode, f"127.0.0.1:{dead_port}")

    error = failure_over(profile_for("https://model.example/v1", proxy=proxy))

    assert (error.kind, error.reason) == (ProviderErrorKind.NETWORK, "network.proxy")
    assert f"127.0.0.1:{dead_port}" in str(error)


def test_a_key_does_not_travel_unencrypted_beyond_this_machine() -> None:
    with ModelServer() as server:
        through_proxy = Proxy(ProxyMode.HTTP, server.root)
        profile = profile_for("http://model.example/v1", proxy=through_proxy)

        assert failure_over(profile).kind is ProviderErrorKind.INSECURE
        assert server.requests == []

        allowed = profile_for("http://model.example/v1", proxy=through_proxy, allow_plain_http=True)
        assert answer_over(allowed) == "You said: hello"
        assert server.requests[0].headers["authorization"] == f"Bearer {CANARY}"


def test_a_key_travels_in_a_header_and_nowhere_else() -> None:
    with ModelServer(key=CANARY) as server:
        assert answer_over(profile_for(server.url)) == "You said: hello"
        request = server.requests[0]
        assert request.headers["authorization"] == f"Bearer {CANARY}"
        assert request.headers["accept-encoding"] == "identity"
        assert CANARY not in request.path
        assert CANARY.encode() not in request.body


@pytest.mark.parametrize("key", ["sk test", "sk-\nX-Evil: 1", "ключ", "sk\x00"])
def test_what_cannot_be_a_key_is_not_sent(key: str) -> None:
    with ModelServer() as server:
        error = failure_over(profile_for(server.url), key=key)

        assert (error.kind, error.reason) == (ProviderErrorKind.AUTH, "key.unsendable")
        assert server.requests == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(status: int) -> None:
    with ModelServer() as other:
        elsewhere = f"http://localhost:{other.port}/v1/chat/completions"
        with ModelServer([redirect(elsewhere, status)]) as server:
            error = failure_over(profile_for(server.url))

        assert error.reason == "address.redirect"
        assert elsewhere in str(error)
        assert other.requests == []


def test_cookies_are_not_kept() -> None:
    with ModelServer([html(500), html(500)]) as server:
        server._models_reply = redirect("/x", 302)

        async def ask_twice() -> None:
            async with open_provider(profile_for(server.url)) as provider:
                await collect(provider)
                await collect(provider)

        asyncio.run(ask_twice())
        assert len(server.chats) == 2
        assert all("cookie" not in request.headers for request in server.requests)


class Certificates:
    """An authority that nobody trusts, and servers' certificates of it."""

    def __init__(self, folder: Path) -> None:
        self.authority = trustme.CA()
        self.ca_file = str(folder / "ca.pem")
        self.authority.cert_pem.write_to_path(self.ca_file)

    def server(self, *names: str, days: int = 1) -> ssl.SSLContext:
        until = datetime.now(UTC) + timedelta(days=days)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        since = datetime.now(UTC) - timedelta(days=10)
        certificate = self.authority.issue_cert(*names, not_before=since, not_after=until)
        # trustme's own type names pyOpenSSL, which is not installed.
        certificate.configure_cert(context)  # pyright: ignore[reportUnknownMemberType]
        return context


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(tmp_path_factory.mktemp("certificates"))


def test_an_own_authority_is_trusted_where_the_connection_names_it(certificates: Certificates) -> None:
    with ModelServer(tls=certificates.server("127.0.0.1")) as server:
        assert answer_over(profile_for(server.url, ca_file=certificates.ca_file)) == "You said: hello"


@pytest.mark.parametrize(
    ("names", "days", "own_ca", "reason"),
    [
        (["127.0.0.1"], 1, False, "tls.unknown-issuer"),
        (["127.0.0.1"], -1, True, "tls.expired"),
        (["other.example"], 1, True, "tls.host"),
        (["127.0.0.2"], 1, True, "tls.host"),
    ],
)
def test_a_certificate_that_does_not_hold_stops_the_request(
    certificates: Certificates, names: list[str], days: int, own_ca: bool, reason: str
) -> None:
    with ModelServer(tls=certificates.server(*names, days=days)) as server:
        error = failure_over(profile_for(server.url, ca_file=certificates.ca_file if own_ca else ""))

        assert (error.kind, error.reason) == (ProviderErrorKind.TLS, reason)
        assert server.requests == []
        assert server.connections == 1, "a certificate does not become good by asking again"


def test_a_server_without_tls_is_told_from_a_bad_certificate() -> None:
    with ModelServer() as server:
        error = failure_over(profile_for(server.url.replace("http://", "https://")))

    assert (error.kind, error.reason) == (ProviderErrorKind.TLS, "tls.not-tls")


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_a_ca_file_that_cannot_be_read_is_a_known_error(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_text(content)

    error = failure_over(profile_for("https://127.0.0.1:9", ca_file=str(path)))

    assert (error.kind, error.reason) == (ProviderErrorKind.TLS, "tls.ca-file")


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_every_platform_verifies_certificate_and_host(platform: str, certificates: Certificates) -> None:
    context = tls_context(certificates.ca_file, platform)

    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2


@pytest.fixture
def dead_port() -> int:
    with ModelServer() as server:
        return server.port


def test_a_server_that_is_not_there(dead_port: int) -> None:
    error = failure_over(profile_for(f"http://127.0.0.1:{dead_port}/v1"))

    assert (error.kind, error.reason) == (ProviderErrorKind.NETWORK, "network.refused")
    assert f"127.0.0.1:{dead_port}" in str(error)


def test_httpx_is_not_loaded_before_the_first_request() -> None:
    code = "import sys, desktop_app.providers.registry; sys.exit('httpx' in sys.modules or 'truststore' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0


def test_a_first_connection_loads_no_more_of_httpx(dead_port: int) -> None:
    code = f"""
import asyncio, sys
from desktop_app.domain.generation import Proxy
from desktop_app.providers.transport import Transport

async def main():
    transport = Transport()
    client, _ = await transport.client("http://127.0.0.1:{dead_port}/", Proxy(), "")
    import httpx
    before = set(sys.modules)
    try:
        await client.get("http://127.0.0.1:{dead_port}/")
    except httpx.ConnectError:
        print([name for name in set(sys.modules) - before if name.startswith(("anyio", "http"))])
    await transport.aclose()

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


def test_messages_cross_the_wire_byte_for_byte() -> None:
    texts = ["a\u0301 é 那个👩‍🚀", "  spaces\n\n", '"quotes" \\ </script>', "\u2028\u0000\ufeff"]
    with ModelServer() as server:

        async def ask() -> None:
            async with open_provider(profile_for(server.url)) as provider:
                await collect(provider, request_of(*texts))

        asyncio.run(ask())
        assert [message["content"] for message in server.chats[0].messages] == texts
