"""Connections that need few words or none: to a found server, to a model file, to a well-known provider.

For the first-run page and the dialog of connections. Nothing is stored or asked here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from desktop_app.domain.generation import SERVER_TOKENIZER, ConnectionKind, ConnectionProfile, GenerationSettings
from desktop_app.domain.models import FoundServer
from desktop_app.services.identity import new_id

# What a model that is loaded for us is opened with, from a file or by an Ollama, which gives whatever it is asked for:
# more costs memory that few machines have to spare (131,072 tokens of a model of 3B take 14 GB).
LOADED_CONTEXT = 8192

# Every chat model that the providers below offer reads more; a person who wants to pay for more says so.
HOSTED_CONTEXT = 32_768

# A reply may take at most this share of a small context.
_REPLY_SHARE = 4


@dataclass(frozen=True, slots=True)
class HostedProvider:
    """A provider that wants a key. ``model`` is one that it has had for long, or a name that it keeps for its newest."""

    name: str
    base_url: str
    model: str


HOSTED = (
    HostedProvider("OpenAI", "https://api.openai.com/v1", "gpt-4o-mini"),
    HostedProvider("OpenRouter", "https://openrouter.ai/api/v1", "openrouter/auto"),
    HostedProvider("DeepSeek", "https://api.deepseek.com/v1", "deepseek-chat"),
    HostedProvider("Mistral", "https://api.mistral.ai/v1", "mistral-small-latest"),
)


def of_server(server: FoundServer, model_id: str) -> ConnectionProfile:
    """A connection to a server of this machine and one of its models (empty: whatever it answers with)."""
    limits = {model.id: model.context_limit for model in server.models}
    profile = ConnectionProfile(
        id=new_id(), name=server.name, kind=server.kind, base_url=server.base_url, model=model_id
    )
    known = limits.get(model_id, 0)
    return _with_context(profile, min(LOADED_CONTEXT, known) if server.kind is ConnectionKind.OLLAMA else known)


def of_file(path: Path, name: str, trained_context: int = 0) -> ConnectionProfile:
    """A connection to a model file; ``trained_context`` in tokens, 0 where the file does not say."""
    profile = ConnectionProfile(
        id=new_id(), name=name, kind=ConnectionKind.BUILTIN, model=str(path), tokenizer=SERVER_TOKENIZER
    )
    return _with_context(profile, min(LOADED_CONTEXT, trained_context))


def of_hosted(provider: HostedProvider | None, name: str) -> ConnectionProfile:
    """A connection that still wants its key; for None, its address too. ``name`` is for that one."""
    if provider is None:
        return ConnectionProfile(id=new_id(), name=name)
    return ConnectionProfile(
        id=new_id(),
        name=provider.name,
        base_url=provider.base_url,
        model=provider.model,
        context_limit=HOSTED_CONTEXT,
        generation=GenerationSettings(max_tokens=1024),
    )


def _with_context(profile: ConnectionProfile, limit: int) -> ConnectionProfile:
    """``limit`` 0 leaves what a profile has without being told."""
    limit = limit or profile.context_limit
    reply = min(profile.generation.max_tokens, limit // _REPLY_SHARE)
    return replace(profile, context_limit=limit, generation=replace(profile.generation, max_tokens=reply))
