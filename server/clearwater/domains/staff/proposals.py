"""Changes of staff: one admin proposes, another decides, only then anything changes."""

import uuid
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries, team
from clearwater.domains.staff.errors import ProposalDecided, StaffConflict
from clearwater.domains.staff.models import StaffMember, StaffProposal
from clearwater.domains.staff.schemas import StaffChange, StaffDraft
from clearwater.domains.staff.service import Operator, record, require_independent, require_second_admin
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import NotFound
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message

Kind = Literal["create", "role", "reset", "activate", "deactivate"]


async def propose_creation(
    session: AsyncSession, admin: Operator, draft: StaffDraft, *, now: datetime
) -> StaffProposal:
    if await queries.find_by_login(session, draft.login) is not None:
        raise StaffConflict(Message("The username {login} is taken.", login=draft.login))
    command = f"clearwater staff create --login {draft.login} --role {draft.role}"
    await require_second_admin(session, admin, command)
    return await _add(session, admin, "create", draft.login, role=draft.role, now=now)


async def propose_change(
    session: AsyncSession, admin: Operator, staff_id: uuid.UUID, change: StaffChange, *, now: datetime
) -> StaffProposal:
    """Propose a new role, or to disable or enable an account; one change per proposal."""
    member = await _get_other(session, admin, staff_id)
    if (change.role is None) == (change.is_active is None):
        raise StaffConflict("Propose either a role or whether the account is active.")
    if change.role == member.role or change.is_active == member.is_active:
        raise StaffConflict("The account is already in this state.")
    kind: Kind = "role"
    if change.is_active is not None:
        kind = "activate" if change.is_active else "deactivate"
    command = f"clearwater staff {kind} --login {member.login}"
    if change.role is not None:
        command += f" --role {change.role}"
    await require_second_admin(session, admin, command, subject_id=member.id)
    return await _add(session, admin, kind, member.login, staff_id=member.id, role=change.role, now=now)


async def propose_reset(
    session: AsyncSession, admin: Operator, staff_id: uuid.UUID, *, now: datetime
) -> StaffProposal:
    member = await _get_other(session, admin, staff_id)
    command = f"clearwater staff reset --login {member.login}"
    await require_second_admin(session, admin, command, subject_id=member.id)
    return await _add(session, admin, "reset", member.login, staff_id=member.id, now=now)


async def approve(
    sessions: SessionFactory, admin: Operator, proposal_id: uuid.UUID, *, now: datetime
) -> StaffProposal:
    """Approve and apply the change in one transaction."""
    proposal = await get_proposal(sessions, proposal_id)
    if proposal.status == "proposed":
        await require_independent(
            sessions,
            admin.id,
            proposer_id=proposal.proposed_by_id,
            subject_id=proposal.staff_id,
            about=f"staff-proposal:{proposal_id}",
            now=now,
        )
    async with transaction(sessions) as session:
        proposal = await _lock_undecided(session, proposal_id)
        member = await _carry_out(session, proposal, now=now)
        proposal.staff_id = member.id
        _decide(proposal, admin, "approved", now=now)
        await _record(session, admin, "approved", proposal, now=now)
        return proposal


async def reject(
    sessions: SessionFactory, admin: Operator, proposal_id: uuid.UUID, *, now: datetime
) -> StaffProposal:
    """Reject a proposal. The proposer may withdraw it in the same way."""
    async with transaction(sessions) as session:
        proposal = await _lock_undecided(session, proposal_id)
        _decide(proposal, admin, "rejected", now=now)
        await _record(session, admin, "rejected", proposal, now=now)
        return proposal


async def get_proposal(sessions: SessionFactory, proposal_id: uuid.UUID) -> StaffProposal:
    async with sessions() as session:
        proposal = await queries.find_proposal(session, proposal_id)
    if proposal is None:
        raise NotFound("Proposal not found.")
    return proposal


async def _carry_out(session: AsyncSession, proposal: StaffProposal, *, now: datetime) -> StaffMember:
    if proposal.kind == "create":
        draft = StaffDraft.model_validate({"login": proposal.login, "role": proposal.role})
        return await team.add_member(session, draft, now=now)
    assert proposal.staff_id is not None, "only a new account has no id yet"
    if proposal.kind == "reset":
        return await team.reset_member(session, proposal.staff_id, now=now)
    is_active = None if proposal.kind == "role" else proposal.kind == "activate"
    return await team.change_member(session, proposal.staff_id, role=proposal.role, is_active=is_active)


async def _get_other(session: AsyncSession, admin: Operator, staff_id: uuid.UUID) -> StaffMember:
    # Not locked: a proposal changes nothing yet, and decisions lock in a fixed order.
    member = await queries.find_member(session, staff_id)
    if member is None:
        raise NotFound("Staff member not found.")
    if member.id == admin.id:
        raise StaffConflict("You cannot change your own account here. Ask a colleague.")
    return member


async def _add(
    session: AsyncSession,
    admin: Operator,
    kind: Kind,
    login: str,
    *,
    staff_id: uuid.UUID | None = None,
    role: str | None = None,
    now: datetime,
) -> StaffProposal:
    proposal = StaffProposal(
        id=new_id(),
        kind=kind,
        staff_id=staff_id,
        login=login,
        role=role,
        status="proposed",
        proposed_by_id=admin.id,
        proposed_by=admin.login,
        proposed_at=now,
    )
    if not await queries.insert_proposal(session, proposal):
        raise StaffConflict(Message("A proposal about {login} is already pending.", login=login))
    await _record(session, admin, "proposed", proposal, now=now)
    return proposal


async def _lock_undecided(session: AsyncSession, proposal_id: uuid.UUID) -> StaffProposal:
    proposal = await queries.lock_proposal(session, proposal_id)
    if proposal is None:
        raise NotFound("Proposal not found.")
    if proposal.status != "proposed":
        raise ProposalDecided
    return proposal


def _decide(proposal: StaffProposal, admin: Operator, status: str, *, now: datetime) -> None:
    proposal.status = status
    proposal.decided_by_id, proposal.decided_by, proposal.decided_at = admin.id, admin.login, now


async def _record(
    session: AsyncSession, admin: Operator, act: str, proposal: StaffProposal, *, now: datetime
) -> None:
    detail: dict[str, object] = {"kind": proposal.kind, "proposal": str(proposal.id)}
    if proposal.role is not None:
        detail["role"] = proposal.role
    if act != "proposed":
        detail["proposed_by"] = proposal.proposed_by
    await record(session, admin, f"staff.{act}", subject=f"staff:{proposal.login}", detail=detail, now=now)
