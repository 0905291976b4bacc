"""Authentication, permissions and independence of operators, and the audit entry of each action."""

import hmac
import uuid
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries, team
from clearwater.domains.staff.audit import ChainReport, find_head, verify_chain
from clearwater.domains.staff.decisions import (
    Decisions,
    decision_transaction,
    require_independent,
    require_second_admin,
)
from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid
from clearwater.domains.staff.operators import COMMAND_LINE, Operator, record
from clearwater.domains.staff.permissions import Permission, Role
from clearwater.domains.staff.recorded_desk import RecordedDesk
from clearwater.domains.staff.sign_in import SID_COOKIE, STAFF_IDLE_TIMEOUT, TOTP_PURPOSE
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppClock, AppSessions
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
    "decision_transaction",
    "find_head",
    "record",
    "require_independent",
    "require_second_admin",
    "stepped_up",
    "team",
    "verify_chain",
]


FILE_VIEWED = "file.viewed"
# Limits writes: the console sends many requests, and the last activity need not be exact.
SEEN_EVERY = timedelta(minutes=1)
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
