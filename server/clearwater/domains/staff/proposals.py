"""Changes of staff: one admin proposes, another decides, only then anything changes."""

import uuid
from datetime import datetime
from typing import Any, Literal

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries, team
from clearwater.domains.staff.errors import StaffConflict
from clearwater.domains.staff.models import StaffMember, StaffProposal
from clearwater.domains.staff.schemas import StaffChange, StaffDraft
from clearwater.domains.staff.service import Decisions, Operator, record, require_second_admin
from clearwater.kit.db import SessionFactory
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
    async with DECISIONS.decide(sessions, admin, proposal_id, "approved", now=now) as (session, proposal):
        proposal.staff_id = (await _carry_out(session, proposal, now=now)).id
    return proposal


async def reject(
    sessions: SessionFactory, admin: Operator, proposal_id: uuid.UUID, *, now: datetime
) -> StaffProposal:
    """Reject a colleague's proposal, or withdraw one's own."""
    async with DECISIONS.decide(
        sessions, admin, proposal_id, "rejected", may_be_own=True, now=now
    ) as decided:
        return decided[1]


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
    proposal = StaffProposal(id=new_id(), kind=kind, staff_id=staff_id, login=login, role=role)
    try:
        await DECISIONS.add(session, admin, proposal, now=now)
    except IntegrityError as error:
        raise StaffConflict(Message("A proposal about {login} is already pending.", login=login)) from error
    await _record(session, admin, "proposed", proposal, now=now)
    return proposal


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    proposal: StaffProposal,
    more: dict[str, Any] | None = None,
    *,
    now: datetime,
) -> None:
    detail: dict[str, object] = {"kind": proposal.kind, "proposal": str(proposal.id), **(more or {})}
    if proposal.role is not None:
        detail["role"] = proposal.role
    if act != "proposed":
        detail["proposed_by"] = proposal.proposed_by
    await record(session, operator, f"staff.{act}", subject=f"staff:{proposal.login}", detail=detail, now=now)


DECISIONS = Decisions(StaffProposal, "staff-proposal", _record)
