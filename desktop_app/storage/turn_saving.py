"""What a turn is as columns of its row. Used by the repositories of turns and imports, inside their transactions."""

from __future__ import annotations

from sqlalchemy import Connection

from desktop_app.domain.generation import Turn
from desktop_app.storage.codec import to_json
from desktop_app.storage.plan_texts import store_plan


def turn_columns(connection: Connection, turn: Turn) -> dict[str, object]:
    """All of a new turn; the texts of its plan are stored."""
    return {
        "id": turn.id,
        "chat_id": turn.chat_id,
        "message_id": turn.message_id,
        "connection_id": turn.connection_id,
        "connection_name": turn.connection_name,
        "settings": to_json(turn.settings),
        "reroll": turn.reroll,
        **plan_columns(connection, turn),
        **result_columns(turn),
    }


def plan_columns(connection: Connection, turn: Turn) -> dict[str, object]:
    """What the engine decided."""
    skeleton, text_ids = (None, None) if turn.plan is None else store_plan(connection, turn.plan)
    activated = to_json(turn.activated) if turn.activated else None
    return {"plan_skeleton": skeleton, "plan_text_ids": text_ids, "activated": activated}


def result_columns(turn: Turn) -> dict[str, object]:
    """What is known only at the end."""
    usage = turn.usage
    return {
        "model": turn.model,
        "prompt_tokens": usage and usage.prompt_tokens,
        "completion_tokens": usage and usage.completion_tokens,
        "total_tokens": usage and usage.total_tokens,
        "response_id": turn.response_id,
        "system_fingerprint": turn.system_fingerprint,
        "finish_reason": turn.finish_reason and turn.finish_reason.value,
        "error_code": turn.error_code,
        "error_text": turn.error_text,
        "started_at": turn.started_at,
        "first_token_at": turn.first_token_at,
        "finished_at": turn.finished_at,
    }
