"""Authentication, permissions and independence of operators, and the audit entry of each action."""

import hmac
import uuid
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Generic, Protocol, TypeVar

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import audit, queries, team
from clearwater.domains.staff.audit import ChainReport, find_head, verify_chain
from clearwater.domains.staff.errors import (
    Forbidden,
    NotIndependent,
    OperatorTokenInvalid,
    ProposalDecided,
)
from clearwater.domains.staff.models import StaffMember
from clearwater.domains.staff.operators import COMMAND_LINE, Operator, record
from clearwater.domains.staff.permissions import Permission, Role
from clearwater.domains.staff.recorded_desk import RecordedDesk
from clearwater.domains.staff.sign_in import SID_COOKIE, STAFF_IDLE_TIMEOUT, TOTP_PURPOSE
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.errors import NotFound
from clearwater.kit.http import read_cookie
from clearwater.kit.messages import Message
from clearwater.kit.secrets import SealedColumn, hash_token

__all__ = [
    "COMMAND_LINE",
    "ChainReport",
    "CurrentPermissionCheck",
    "Decisions",
    "MaybeStaff",
    "Operator",
    "Permission",
    "PermissionCheck",
    "RecordedDesk",
    "Role",
    "Staff",
    "SteppedUpStaff",
    "allowed_to",
    "find_head",
    "record",
    "require_independent",
    "stepped_up",
    "team",
    "verify_chain",
]


FILE_VIEWED = "file.viewed"
# Limits writes: the console sends many requests, and the last activity need not be exact.
SEEN_EVERY = timedelta(minutes=1)
YOUNG_FOR = timedelta(hours=24)
INVITED_BY_PROPOSER_FOR = timedelta(days=7)
# Columns that are re-encrypted when keys are rotated.
SEALED_COLUMNS = (SealedColumn("staff", "totp_secret", TOTP_PURPOSE),)


@dataclass(frozen=True)
class EmailCounts:
    """Emails that are not sent yet: queued, and failed at least once."""

    waiting: int
    failing: int


async def _find_signed_in(request: Request, sessions: AppSessions, clock: AppClock) -> Operator | None:
    """For endpoints shared by clients and staff, such as files; an invalid token is rejected."""
    token = request.headers.get("x-operator-token")
    if token is None:
        return None
    now = clock.now()
    # Closed before the request is handled, which would otherwise hold two connections.
    async with sessions() as session:
        found = await queries.find_signed_in(session, hash_token(token), now=now)
    if found is None:
        raise OperatorTokenInvalid
    member, opened, has_passkeys = found
    if opened.sid_hash is not None and not _has_sid_cookie(request, opened.sid_hash):
        raise OperatorTokenInvalid
    if now - opened.last_seen_at >= STAFF_IDLE_TIMEOUT:
        async with transaction(sessions) as session:
            await queries.end_session(session, opened.id)
        raise OperatorTokenInvalid("You were signed out after 30 minutes without activity.")
    if now - opened.last_seen_at >= SEEN_EVERY:
        async with transaction(sessions) as session:
            await queries.mark_seen(session, opened.id, now=now)
    return Operator(
        id=member.id,
        login=member.login,
        role=member.role,
        session_id=opened.id,
        expires_at=opened.expires_at,
        stepped_up_until=opened.stepped_up_until,
        has_passkeys=has_passkeys,
    )


def _has_sid_cookie(request: Request, sid_hash: bytes) -> bool:
    return hmac.compare_digest(hash_token(read_cookie(request, SID_COOKIE) or ""), sid_hash)


MaybeStaff = Annotated[Operator | None, Depends(_find_signed_in)]


async def _signed_in(staff: MaybeStaff) -> Operator:
    if staff is None:
        raise OperatorTokenInvalid
    return staff


Staff = Annotated[Operator, Depends(_signed_in)]


@dataclass(frozen=True)
class PermissionCheck:
    """Rejects calls that the role does not permit, and audits each rejection."""

    sessions: SessionFactory
    clock: Clock
    method: str
    path: str

    async def require(self, staff: Operator, permission: Permission) -> None:
        if permission not in staff.permissions:
            await self._record_refusal(staff, permission)
            raise Forbidden(
                Message(
                    "The role {role} does not include {permission}.", role=staff.role, permission=permission
                )
            )

    async def _record_refusal(self, staff: Operator, permission: Permission) -> None:
        """In a separate transaction, because that of the request is rolled back."""
        detail = {"method": self.method, "permission": permission}
        async with transaction(self.sessions) as session:
            await record(
                session, staff, "access.refused", subject=self.path, detail=detail, now=self.clock.now()
            )


async def _permission_check(request: Request, sessions: AppSessions, clock: AppClock) -> PermissionCheck:
    return PermissionCheck(sessions, clock, request.method, request.url.path)


CurrentPermissionCheck = Annotated[PermissionCheck, Depends(_permission_check)]


def allowed_to(permission: Permission) -> Callable[..., Awaitable[Operator]]:
    """A dependency: the caller, if the role has the permission.

    `operator: Annotated[Operator, Depends(allowed_to("kyc"))]`
    """

    async def require_permission(staff: Staff, check: CurrentPermissionCheck) -> Operator:
        await check.require(staff, permission)
        return staff

    return require_permission


def stepped_up(permission: Permission) -> Callable[..., Awaitable[Operator]]:
    """A dependency: the caller, if the role has the permission and the step-up is recent."""
    require_permission = allowed_to(permission)

    async def require_step_up(
        operator: Annotated[Operator, Depends(require_permission)], clock: AppClock
    ) -> Operator:
        operator.require_step_up(clock.now())
        return operator

    return require_step_up


async def _stepped_up_staff(staff: Staff, clock: AppClock) -> Operator:
    staff.require_step_up(clock.now())
    return staff


SteppedUpStaff = Annotated[Operator, Depends(_stepped_up_staff)]


async def find_logins(session: AsyncSession, staff_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    """Logins by staff id, to show who wrote or did something."""
    return await queries.find_logins(session, set(staff_ids))


async def count_emails(session: AsyncSession) -> EmailCounts:
    waiting, failing = await queries.count_emails(session)
    return EmailCounts(waiting, failing)


def find_dependence(
    decider: StaffMember, *, proposer_id: uuid.UUID | None, subject_id: uuid.UUID | None = None, now: datetime
) -> str | None:
    """Why somebody may not decide on a colleague's proposal (the four-eyes principle), or None.

    One rule for every proposal, of money as of staff. Otherwise the proposer could create an account, use its
    enrolment link and approve the proposal with it.

    Accounts created at the command line are independent of any admin: whoever has the shell has the database,
    too, so a waiting period would protect nothing.
    """
    if decider.id == proposer_id:
        return "Someone else must decide on your proposal."
    if decider.id == subject_id:
        return "This is about your own account. Someone else must decide."
    if decider.enrolled_at is None or decider.invited_by_id is None:
        return None
    age = now - decider.enrolled_at
    if age < YOUNG_FOR:
        return "Your account is less than 24 hours old and cannot decide on proposals yet."
    if decider.invited_by_id == proposer_id and age < INVITED_BY_PROPOSER_FOR:
        return "Your account is less than 7 days old and was created by the person who proposed this."
    return None


async def require_independent(
    sessions: SessionFactory,
    decider_id: uuid.UUID,
    *,
    proposer_id: uuid.UUID | None,
    subject_id: uuid.UUID | None = None,
    about: str,
    now: datetime,
) -> None:
    """Raise if the operator may be the same person as the proposer; the rejected attempt is audited."""
    async with transaction(sessions) as session:
        decider = await queries.get_member(session, decider_id)
        reason = find_dependence(decider, proposer_id=proposer_id, subject_id=subject_id, now=now)
        if reason is None:
            return
        await audit.append(
            session,
            staff_id=decider.id,
            staff_login=decider.login,
            act="access.refused",
            subject=about,
            detail={"reason": "own proposal" if decider.id == proposer_id else "not independent"},
            now=now,
        )
    raise NotIndependent(reason)


class Proposed(Protocol):
    """A proposal that a second person decides on."""

    status: Any
    proposed_by_id: Any
    decided_by_id: Any
    decided_by: Any
    decided_at: Any
    remark: Any
    ended_at: Any


ProposedT = TypeVar("ProposedT", bound=Proposed)
Proposed_contra = TypeVar("Proposed_contra", bound=Proposed, contravariant=True)


class RecordDecision(Protocol[Proposed_contra]):
    """Writes into the audit log what happened to a proposal."""

    async def __call__(
        self,
        session: AsyncSession,
        operator: Operator,
        act: str,
        proposal: Proposed_contra,
        more: dict[str, Any] | None = None,
        *,
        now: datetime,
    ) -> None: ...


@dataclass(frozen=True)
class Decisions(Generic[ProposedT]):
    """How a second person decides on proposals of one table; `about` names them in the audit log."""

    about: str
    find: Callable[[AsyncSession, uuid.UUID], Awaitable[ProposedT | None]]
    lock: Callable[[AsyncSession, uuid.UUID], Awaitable[ProposedT | None]]
    record: RecordDecision[ProposedT]

    async def approve(
        self, sessions: SessionFactory, operator: Operator, proposal_id: uuid.UUID, *, now: datetime
    ) -> None:
        """Store that a proposal is approved; nothing is executed yet."""
        await self._require_other_person(sessions, operator, proposal_id, now=now)
        async with transaction(sessions) as session:
            proposal = await self._decide(session, operator, proposal_id, "approved", now=now)
            await self.record(session, operator, "approved", proposal, now=now)

    async def reject(
        self,
        sessions: SessionFactory,
        operator: Operator,
        proposal_id: uuid.UUID,
        remark: str,
        *,
        now: datetime,
    ) -> None:
        """Store that a proposal is rejected, and why."""
        await self._require_other_person(sessions, operator, proposal_id, now=now)
        async with transaction(sessions) as session:
            proposal = await self._decide(session, operator, proposal_id, "rejected", now=now)
            proposal.remark, proposal.ended_at = remark, now
            await self.record(session, operator, "rejected", proposal, {"reason": remark}, now=now)

    async def _require_other_person(
        self, sessions: SessionFactory, operator: Operator, proposal_id: uuid.UUID, *, now: datetime
    ) -> None:
        """Neither the proposer nor an account that may belong to the same person can decide."""
        async with sessions() as session:
            proposal = await self.find(session, proposal_id)
        if proposal is None or proposal.status != "proposed":
            return
        about, proposer_id = f"{self.about}:{proposal_id}", proposal.proposed_by_id
        await require_independent(sessions, operator.id, proposer_id=proposer_id, about=about, now=now)

    async def _decide(
        self,
        session: AsyncSession,
        operator: Operator,
        proposal_id: uuid.UUID,
        status: str,
        *,
        now: datetime,
    ) -> ProposedT:
        proposal = await self.lock(session, proposal_id)
        if proposal is None:
            raise NotFound("Proposal not found.")
        if proposal.status != "proposed":
            raise ProposalDecided
        proposal.status = status
        proposal.decided_by_id, proposal.decided_by, proposal.decided_at = operator.id, operator.login, now
        return proposal
