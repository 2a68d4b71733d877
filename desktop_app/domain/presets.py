"""Presets of other programs: how a model writes and what it is told, kept until a person applies them. Used by services."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.generation import ConnectionKind, GenerationSettings

# What has another name behind llama.cpp than behind most servers.
REPETITION, REPETITION_OF_LLAMA = "repetition_penalty", "repeat_penalty"


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset. ``None`` and empty: it says nothing about it, and what is set stays.

    ``extra`` as in ``GenerationSettings``. ``prompt`` is the system prompt of chats with a character, ``post_history`` stands
    behind the history, ``order`` names rows of the prompt (``prompt_order.PromptRow``). ``left_out``: what of it has no place here.
    """

    name: str
    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    extra: tuple[tuple[str, float], ...] = ()
    prompt: str = ""
    post_history: str = ""
    order: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def applied_to(self, now: GenerationSettings, kind: ConnectionKind, limit: int) -> GenerationSettings:
        """The settings with what the preset says. ``limit``: the connection's context, of which a reply takes half at most."""
        extra = dict(now.extra)
        for name, value in self.extra:
            llama = name == REPETITION and kind is ConnectionKind.BUILTIN
            extra[REPETITION_OF_LLAMA if llama else name] = int(value) if value == int(value) else value
        return GenerationSettings(
            max_tokens=now.max_tokens if self.max_tokens is None else max(1, min(self.max_tokens, limit // 2)),
            temperature=now.temperature if self.temperature is None else self.temperature,
            top_p=now.top_p if self.top_p is None else self.top_p,
            frequency_penalty=now.frequency_penalty if self.frequency_penalty is None else self.frequency_penalty,
            presence_penalty=now.presence_penalty if self.presence_penalty is None else self.presence_penalty,
            seed=now.seed if self.seed is None else self.seed,
            stop=self.stop or now.stop,
            extra=tuple(extra.items()),
        )
