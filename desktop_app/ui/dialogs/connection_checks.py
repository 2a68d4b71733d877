"""What can be said about a connection before any server is asked: a sentence per field. Used by ``ConnectionForm``."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.generation import ConnectionKind, ConnectionProfile, ProxyMode
from desktop_app.services.settings_service import MINIMUM_CONTEXT

SCHEMES = {ProxyMode.HTTP: ("http://", "https://"), ProxyMode.SOCKS5: ("socks5://", "socks5h://")}


def problems_of(profile: ConnectionProfile) -> dict[str, str]:
    """Sentences by the name of the field; empty where all is well."""
    translate = QCoreApplication.translate
    problems: dict[str, str] = {}
    server = profile.kind is not ConnectionKind.BUILTIN
    if not profile.name:
        problems["name"] = translate("ConnectionChecks", "The connection needs a name.")
    if server and not profile.base_url.startswith(("http://", "https://")):
        problems["base_url"] = translate("ConnectionChecks", "The address begins with http:// or https://.")
    if profile.context_limit < MINIMUM_CONTEXT:
        sentence = translate("ConnectionChecks", "At least {count} tokens are needed.")
        problems["context_limit"] = sentence.format(count=MINIMUM_CONTEXT)
    if not 0 < profile.generation.max_tokens < profile.context_limit:
        sentence = translate("ConnectionChecks", "More than nothing, and less than the context size.")
        problems["max_tokens"] = sentence
    schemes = SCHEMES.get(profile.proxy.mode)
    if server and schemes is not None and not profile.proxy.url.startswith(schemes):
        sentence = translate("ConnectionChecks", "The address of the proxy begins with {scheme}.")
        problems["proxy_url"] = sentence.format(scheme=schemes[0])
    return problems
