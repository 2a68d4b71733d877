"""What people enter as a server's address, and which hosts are near."""

from __future__ import annotations

import pytest

from desktop_app.providers.addresses import is_loopback, is_near, normalize_base_url, server_root, shown


@pytest.mark.parametrize(
    ("entered", "meant"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/", "https://api.openai.com/v1"),
        ("https://api.openai.com", "https://api.openai.com/v1"),
        ("https://api.openai.com/", "https://api.openai.com/v1"),
        (" https://api.openai.com/v1/chat/completions\n", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/models?x=1#y", "https://api.openai.com/v1"),
        ("https://openrouter.ai/api/v1/chat/completions/", "https://openrouter.ai/api/v1"),
        ("https://api.z.ai/api/paas/v4", "https://api.z.ai/api/paas/v4"),
        ("api.openai.com", "https://api.openai.com/v1"),
        ("localhost:1234", "http://localhost:1234/v1"),
        ("192.168.1.5:8080/v1", "http://192.168.1.5:8080/v1"),
        ("http://[::1]:8080", "http://[::1]:8080/v1"),
        ("https://user:secret@host.example/v1", "https://host.example/v1"),
    ],
)
def test_a_base_url_is_made_of_what_people_paste(entered: str, meant: str) -> None:
    assert normalize_base_url(entered) == meant
    assert normalize_base_url(meant) == meant


@pytest.mark.parametrize(
    "entered", ["", "   ", "ftp://host/v1", "http://", "http://host:port/v1", "file:///etc/passwd"]
)
def test_what_is_no_address_is_refused(entered: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        normalize_base_url(entered)


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost.", "a.localhost", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]
)
def test_loopback_is_known_by_name(host: str) -> None:
    assert is_loopback(host)
    assert is_near(host)


@pytest.mark.parametrize(
    "host", ["10.1.2.3", "172.16.0.1", "192.168.0.9", "169.254.1.1", "fe80::1", "fd00::1", "nas.local", "100.64.0.7"]
)
def test_the_own_network_is_near_but_not_loopback(host: str) -> None:
    assert is_near(host)
    assert not is_loopback(host)


@pytest.mark.parametrize(
    "host", ["api.openai.com", "8.8.8.8", "2606:4700::1111", "localhost.evil.example", "127.0.0.1.nip.example", ""]
)
def test_the_internet_is_neither(host: str) -> None:
    assert not is_near(host)
    assert not is_loopback(host)


def test_llama_cpp_has_its_own_endpoints_above_the_api() -> None:
    assert server_root("http://localhost:8080/v1") == "http://localhost:8080"
    assert server_root("http://localhost:8080/llm/v1") == "http://localhost:8080/llm"


@pytest.mark.parametrize(
    ("url", "seen"), [("https://u:p@h:1/x?key=sk", "https://h:1"), ("nonsense", ""), ("http://h:99999999/", "")]
)
def test_only_scheme_and_host_of_a_url_are_shown(url: str, seen: str) -> None:
    assert shown(url) == seen
