"""What a model is asked and what it answers: connections, requests, stream events, turns.

Neutral of every provider; ``providers`` turns a ``ChatRequest`` into a wire format and a wire format into ``StreamEvent``s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from desktop_app.domain.errors import ProviderError
from desktop_app.domain.message import ImagePart, Role


class ConnectionKind(StrEnum):
    """Which dialect a connection speaks."""

    BUILTIN = "builtin"
    OPENAI_COMPATIBLE = "openai-compatible"
    OLLAMA = "ollama"


# The value of ``ConnectionProfile.tokenizer`` that means: ask the server itself.
SERVER_TOKENIZER = "server"
# The name of the counter that only estimates.
ESTIMATE = "estimate"


class RoleStyle(StrEnum):
    """Which order of roles a server accepts; the prompt is fitted to it and shown as it will be sent.

    ``AS_IS``: any. ``SYSTEM_FIRST``: one system message, in front; later ones join it. ``SYSTEM_AS_USER``: the same, but
    later ones stay where they are and become the user's. ``ALTERNATE``: as that, and user and assistant strictly take
    turns, the user first: neighbours of one role are merged.
    """

    AS_IS = "as-is"
    SYSTEM_FIRST = "system-first"
    SYSTEM_AS_USER = "system-as-user"
    ALTERNATE = "alternate"


class Sees(StrEnum):
    """Whether a connection's model sees pictures. ``ASK``: as the server tells, else as models of its name are known to."""

    ASK = "ask"
    YES = "yes"
    NO = "no"


class ProxyMode(StrEnum):
    """How a connection reaches the internet; loopback and private addresses never go through a proxy."""

    NONE = "none"
    SYSTEM = "system"
    HTTP = "http"
    SOCKS5 = "socks5"


@dataclass(frozen=True, slots=True)
class Proxy:
    """``url`` counts only for ``HTTP`` and ``SOCKS5``."""

    mode: ProxyMode = ProxyMode.SYSTEM
    url: str = ""


@dataclass(frozen=True, slots=True)
class GenerationSettings:
    """How a model writes. ``max_tokens`` is also the space reserved for the reply. ``None`` leaves it to the server.

    ``extra`` are fields of the request that only some servers know, such as llama.cpp's ``min_p``, by name.
    """

    max_tokens: int = 512
    temperature: float | None = 0.8
    top_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    extra: tuple[tuple[str, bool | int | float | str], ...] = ()


@dataclass(frozen=True, slots=True)
class ConnectionProfile:
    """A way to a model. The API key is not here: it is the secret named ``connection:<id>``.

    ``context_limit`` is in tokens. ``model`` is the server's name for the model; for ``BUILTIN`` it is the path of a GGUF
    file, empty for the demo model. ``tokenizer`` names a tiktoken encoding (``o200k_base``, ``cl100k_base``), ``server`` for
    the server's own tokenize call, or ``auto``.
    """

    id: str
    name: str
    kind: ConnectionKind = ConnectionKind.OPENAI_COMPATIBLE
    base_url: str = ""
    model: str = ""
    context_limit: int = 8192
    tokenizer: str = "auto"
    proxy: Proxy = Proxy()
    ca_file: str = ""
    allow_plain_http: bool = False
    generation: GenerationSettings = GenerationSettings()
    role_style: RoleStyle = RoleStyle.AS_IS
    sees_pictures: Sees = Sees.ASK

    @property
    def secret_name(self) -> str:
        """The name of this connection's API key in the ``SecretStore``."""
        return f"connection:{self.id}"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as a request repeats it."""

    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a request, already rendered: what the provider receives, and what the preview shows.

    ``pictures`` stand behind the text; their bytes are in ``ChatRequest.files``.
    """

    role: Role
    content: str
    name: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    pictures: tuple[ImagePart, ...] = ()


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """All that a provider needs for one answer. ``files``: the bytes of its messages' pictures, by digest."""

    model: str
    messages: tuple[ChatMessage, ...]
    settings: GenerationSettings = GenerationSettings()
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the visible answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More of the model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """More of the tool call number ``index``; the fields are pieces to be joined."""

    index: int
    call_id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counts them."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


@dataclass(frozen=True, slots=True)
class UsageReported:
    """The provider told its counts."""

    usage: Usage


class FinishReason(StrEnum):
    """Why an answer ended. ``INTERRUPTED``: the stream ended without its end mark, or the program did."""

    STOP = "stop"
    LENGTH = "length"
    TOOL_CALLS = "tool_calls"
    CONTENT_FILTER = "content_filter"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class StreamFinished:
    """The end as the server marked it."""

    reason: FinishReason
    response_id: str = ""
    system_fingerprint: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True)
class StreamFailed:
    """The end by a known error; what came before it is kept."""

    error: ProviderError


StreamEvent: TypeAlias = TextDelta | ReasoningDelta | ToolCallDelta | UsageReported | StreamFinished | StreamFailed


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model as a server lists it; ``context_limit`` 0 means the server does not say."""

    id: str
    context_limit: int = 0


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A plan as it is kept with its turn: a skeleton (bytes) that names texts by hash, and these texts."""

    skeleton: bytes
    texts: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Activated:
    """An entry that took part in a turn; timers are a pure function of these along the branch.

    ``kind``: ``fresh`` (a key, meaning, recursion or *constant* activated it) or ``sticky`` (it stayed from an earlier turn).
    """

    entry_id: str
    revision: int
    kind: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One request to a model and its result. ``message_id`` is the answer. Times are Unix milliseconds, UTC; 0: not yet."""

    id: str
    chat_id: str
    message_id: str
    connection_id: str
    connection_name: str
    model: str
    settings: GenerationSettings
    plan: StoredPlan | None = None
    activated: tuple[Activated, ...] = ()
    reroll: int = 0
    usage: Usage | None = None
    response_id: str = ""
    system_fingerprint: str = ""
    finish_reason: FinishReason | None = None
    error_code: str = ""
    error_text: str = ""
    started_at: int = 0
    first_token_at: int = 0
    finished_at: int = 0
