"""Proposals for memory entries in the database, and what was looked through for them: ``ProposalRepository`` for the services.

One that is damaged on the disk is logged and left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from desktop_app.domain.lore import Scope
from desktop_app.domain.summary import Covered, Proposal, ProposalState
from desktop_app.storage.batches import in_batches
from desktop_app.storage.clean import cleaned
from desktop_app.storage.codec import readable_json, to_json
from desktop_app.storage.database import Database
from desktop_app.storage.tables import memory_proposals, proposal_readings


class SqlProposalRepository:
    """Fulfils ``ProposalRepository``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def proposals(self, state: ProposalState | None = ProposalState.WAITING) -> list[Proposal]:
        """Oldest first."""
        return await self._database.read(lambda connection: _proposals(connection, state))

    async def save_proposals(self, proposals: Sequence[Proposal]) -> None:
        """All of them or none."""
        given = {proposal.id: proposal for proposal in cleaned(tuple(proposals))}
        await self._database.write(lambda connection: _save(connection, list(given.values())))

    async def read_up_to(self, chat_id: str) -> dict[str, int]:
        """By message."""
        return await self._database.read(lambda connection: _read_up_to(connection, chat_id))

    async def mark_read(self, chat_id: str, read: Sequence[Covered]) -> None:
        """In the place of what was known of these messages."""
        given = {each.message_id: each.revision for each in cleaned(tuple(read))}
        await self._database.write(lambda connection: _mark_read(connection, chat_id, given))


def forget_waiting(connection: Connection, scope: Scope) -> None:
    """Nothing is proposed any more for a scope that is gone."""
    waiting = _proposals(connection, ProposalState.WAITING)
    for some in in_batches(proposal.id for proposal in waiting if proposal.entry.scope == scope):
        connection.execute(delete(memory_proposals).where(memory_proposals.c.id.in_(some)))


def _proposals(connection: Connection, state: ProposalState | None) -> list[Proposal]:
    query = select(memory_proposals.c.id, memory_proposals.c.proposal)
    if state is not None:
        query = query.where(memory_proposals.c.state == state.value)
    rows = connection.execute(query.order_by(memory_proposals.c.created_at, memory_proposals.c.id))
    found = (readable_json(row.proposal, Proposal, f"memory proposal {row.id}") for row in rows)
    return [proposal for proposal in found if proposal is not None]


def _save(connection: Connection, proposals: Sequence[Proposal]) -> None:
    for some in in_batches(proposals):
        ids = [proposal.id for proposal in some]
        connection.execute(delete(memory_proposals).where(memory_proposals.c.id.in_(ids)))
        connection.execute(insert(memory_proposals), [_columns(proposal) for proposal in some])


def _columns(proposal: Proposal) -> dict[str, object]:
    return {
        "id": proposal.id,
        "chat_id": proposal.chat_id,
        "state": proposal.state.value,
        "created_at": proposal.created_at,
        "proposal": to_json(proposal),
    }


def _read_up_to(connection: Connection, chat_id: str) -> dict[str, int]:
    query = select(proposal_readings).where(proposal_readings.c.chat_id == chat_id)
    return {row.message_id: row.revision for row in connection.execute(query)}


def _mark_read(connection: Connection, chat_id: str, read: dict[str, int]) -> None:
    for some in in_batches(read):
        known = (proposal_readings.c.chat_id == chat_id, proposal_readings.c.message_id.in_(some))
        connection.execute(delete(proposal_readings).where(*known))
        rows = [{"chat_id": chat_id, "message_id": each, "revision": read[each]} for each in some]
        connection.execute(insert(proposal_readings), rows)
