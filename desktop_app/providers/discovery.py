"""Looks for model servers on this machine: a few loopback ports, all at once, each known by what it answers.

Called by the settings service when a person asks for it, never by itself. It sends no key, goes through no proxy, follows no
redirect and leaves this machine never.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile, ModelInfo, Proxy, ProxyMode
from desktop_app.domain.models import FoundServer
from desktop_app.providers.addresses import normalize_root
from desktop_app.providers.endpoint import Endpoint
from desktop_app.providers.json_values import array, count, mapping, text
from desktop_app.providers.ollama_models import OllamaModels
from desktop_app.providers.openai_decode import decode_models
from desktop_app.providers.transport import Transport

# Ollama, LM Studio, llama.cpp, KoboldCpp, vLLM, text-generation-webui as they come; any of them may be at any of these.
USUAL_PORTS = (11434, 1234, 8080, 5001, 8000, 5000)
_HOSTS = ("127.0.0.1", "[::1]")
_SECONDS = 1.5
_SECONDS_PER_PORT = 6.0

_SILENT = frozenset({ProviderErrorKind.NETWORK, ProviderErrorKind.TIMEOUT})


class LoopbackDiscovery:
    """``ports`` to look at; ``seconds`` for one answer."""

    def __init__(self, transport: Transport, ports: Sequence[int] = USUAL_PORTS, seconds: float = _SECONDS) -> None:
        self._transport = transport
        self._ports = ports
        self._seconds = seconds

    async def find(self) -> list[FoundServer]:
        """See the port; in the order of ``ports``."""
        found = await asyncio.gather(*(self._at_port(port) for port in self._ports))
        return [server for server in found if server is not None]

    async def _at_port(self, port: int) -> FoundServer | None:
        try:
            async with asyncio.timeout(_SECONDS_PER_PORT):
                for host in _HOSTS:
                    look = _Look(f"http://{host}:{port}", self._transport, self._seconds)
                    found = await look.recognise()
                    if found is not None:
                        return found
        except TimeoutError:
            return None
        return None


class _Look:
    """One look at one address."""

    def __init__(self, root: str, transport: Transport, seconds: float) -> None:
        profile = ConnectionProfile("discovery", "discovery", base_url=root, proxy=Proxy(ProxyMode.NONE))
        self._root = root
        self._endpoint = Endpoint(profile, transport, _no_key, normalize_root)
        self._seconds = seconds
        self._silent = False

    async def recognise(self) -> FoundServer | None:
        """What is there. Those that also answer like another one (KoboldCpp like Ollama) come before it."""
        for recogniser in (
            self._koboldcpp,
            self._ollama,
            self._llama_cpp,
            self._lm_studio,
            self._text_generation_webui,
            self._openai_compatible,
        ):
            found = await recogniser()
            if found is not None or self._silent:
                return found
        return None

    async def _koboldcpp(self) -> FoundServer | None:
        if (await self._object("/api/extra/version")).get("result") != "KoboldCpp":
            return None
        limit = count((await self._object("/api/extra/true_max_context_length")).get("value")) or 0
        return await self._with_listed_models("KoboldCpp", limit)

    async def _ollama(self) -> FoundServer | None:
        if not text((await self._object("/api/version")).get("version")):
            return None
        try:
            models = await OllamaModels(self._fetch).list()
        except ProviderError:
            return None
        return FoundServer(ConnectionKind.OLLAMA, "Ollama", self._root, tuple(models))

    async def _llama_cpp(self) -> FoundServer | None:
        properties = await self._object("/props")
        if "default_generation_settings" not in properties:
            return None
        limit = count(mapping(properties["default_generation_settings"]).get("n_ctx")) or 0
        return await self._with_listed_models("llama.cpp", limit)

    async def _lm_studio(self) -> FoundServer | None:
        entries = [mapping(entry) for entry in array((await self._object("/api/v0/models")).get("data"))]
        if not any("compatibility_type" in entry for entry in entries):
            return None
        models = tuple(
            ModelInfo(text(entry.get("id")), _lm_studio_context(entry))
            for entry in entries
            if entry.get("type") != "embeddings" and text(entry.get("id"))
        )
        return self._found("LM Studio", models)

    async def _text_generation_webui(self) -> FoundServer | None:
        about = await self._object("/v1/internal/model/info")
        if "model_name" not in about:
            return None
        # Its list of models has names of OpenAI's in it, for programs that insist on them.
        name = text(about["model_name"])
        return self._found("text-generation-webui", (ModelInfo(name),) if name not in {"", "None"} else ())

    async def _openai_compatible(self) -> FoundServer | None:
        """VLLM says who it is; anything else that lists models is a server without a name."""
        listed = await self._object("/v1/models")
        try:
            models = tuple(decode_models(listed))
        except ProviderError:
            return None
        owners = {text(mapping(entry).get("owned_by")) for entry in array(listed.get("data"))}
        return self._found("vLLM" if "vllm" in owners else "Model server", models)

    async def _with_listed_models(self, name: str, limit: int) -> FoundServer:
        """A server whose models are in ``/v1/models``, all with a context of ``limit`` tokens (0: unknown)."""
        try:
            models = decode_models(await self._object("/v1/models"))
        except ProviderError:
            models = []
        return self._found(name, tuple(replace(model, context_limit=limit or model.context_limit) for model in models))

    def _found(self, name: str, models: tuple[ModelInfo, ...]) -> FoundServer:
        return FoundServer(ConnectionKind.OPENAI_COMPATIBLE, name, f"{self._root}/v1", models)

    async def _object(self, path: str) -> Mapping[str, object]:
        """The object at ``path``; empty where there is none."""
        if self._silent:
            return {}
        try:
            return mapping(await self._fetch("GET", path))
        except ProviderError as error:
            self._silent = error.kind in _SILENT
            return {}

    async def _fetch(self, method: str, path: str, body: Mapping[str, object] | None = None) -> object:
        return await self._endpoint.fetch(method, self._root + path, self._seconds, body)


def _lm_studio_context(entry: Mapping[str, object]) -> int:
    """What the model is loaded with, else what it can be loaded with."""
    return count(entry.get("loaded_context_length")) or count(entry.get("max_context_length")) or 0


async def _no_key() -> str:
    return ""
