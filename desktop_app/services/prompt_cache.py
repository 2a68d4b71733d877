"""Which connections are known to keep the beginning of a prompt from one request to the next.

Asked by the request maker: there a long stable beginning is worth more than the last old message that would still fit.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from desktop_app.domain.generation import ConnectionKind, ConnectionProfile

# Their documentation speaks of prompt (or context) caching that needs no request of its own.
_CACHING_HOSTS = ("api.openai.com", "api.deepseek.com", "openrouter.ai", "api.x.ai", "api.moonshot.cn", "api.groq.com")

_LOCAL_NAMES = ("localhost",)
_LOCAL_ENDINGS = (".local", ".lan", ".home.arpa", ".internal")


def keeps_prompts(connection: ConnectionProfile) -> bool:
    """Whether the server reads only what is new of a prompt: models of this machine or network, and some known services."""
    if connection.kind in {ConnectionKind.BUILTIN, ConnectionKind.OLLAMA}:
        return True
    host = _host(connection.base_url)
    return host in _CACHING_HOSTS or _is_near(host)


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_near(host: str) -> bool:
    """A server of one's own: llama.cpp, LM Studio and the like keep what they have read."""
    if host in _LOCAL_NAMES or host.endswith(_LOCAL_ENDINGS):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private
