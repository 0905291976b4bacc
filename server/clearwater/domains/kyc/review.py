"""Review of identity checks by staff. Each decision writes an audit entry and sends an email."""

import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.kyc import emails, queries
from clearwater.domains.kyc.errors import CaseConflict
from clearwater.domains.kyc.models import KycCase
from clearwater.domains.kyc.schemas import (
    CaseRef,
    CaseStatus,
    KycCaseRow,
    KycCaseView,
    Rejection,
    Revocation,
)
from clearwater.domains.kyc.service import step_of
from clearwater.domains.sites import service as sites
from clearwater.domains.sites.service import LinkOrigins
from clearwater.domains.staff import service as staff_service
from clearwater.domains.staff.service import Operator
from clearwater.kit.emails import Email
from clearwater.kit.errors import NotFound
from clearwater.kit.messages import Message
from clearwater.kit.notices import Notice, announce
from clearwater.kit.paging import Page, PageRequest, read_page

PAGE = "/personal/kyc"


async def list_cases(
    session: AsyncSession, status: CaseStatus | None, request: PageRequest
) -> Page[KycCaseRow]:
    """Cases by waiting time, longest first."""
    page = await read_page(
        session, queries.select_cases(status), queries.CASES_BY_WAITING, request, CaseRef.of
    )
    found = await clients.find_clients(session, {item.client_id for item in page.items})
    items = [KycCaseRow.with_person(item, found[item.client_id]) for item in page.items]
    return Page(items=items, next_cursor=page.next_cursor)


async def view_case(
    session: AsyncSession, operator: Operator, client_id: uuid.UUID, *, now: datetime
) -> KycCaseView:
    """One case with all details; the access is audited."""
    case = await queries.find_case(session, client_id)
    if case is None:
        raise NotFound("This client has not submitted documents.")
    view = await _view(session, case)
    await staff_service.record(session, operator, "kyc.viewed", subject=_subject(client_id), now=now)
    return view


async def approve(
    origins: LinkOrigins, session: AsyncSession, operator: Operator, client_id: uuid.UUID, *, now: datetime
) -> KycCaseView:
    case = await _lock_case(session, client_id, "pending")
    case.status, case.message, case.approved_at = "approved", None, now
    return await _decide(origins, session, operator, case, emails.approved, now=now)


async def reject(
    origins: LinkOrigins,
    session: AsyncSession,
    operator: Operator,
    client_id: uuid.UUID,
    rejection: Rejection,
    *,
    now: datetime,
) -> KycCaseView:
    case = await _lock_case(session, client_id, "pending")
    case.status, case.reason, case.message = "rejected", rejection.reason, rejection.message
    email = partial(emails.rejected, reason=rejection.reason, message=rejection.message)
    return await _decide(origins, session, operator, case, email, now=now)


async def revoke(
    origins: LinkOrigins,
    session: AsyncSession,
    operator: Operator,
    client_id: uuid.UUID,
    revocation: Revocation,
    *,
    now: datetime,
) -> KycCaseView:
    case = await _lock_case(session, client_id, "approved")
    case.status, case.message, case.approved_at = "revoked", revocation.message, None
    email = partial(emails.revoked, message=revocation.message)
    return await _decide(origins, session, operator, case, email, now=now)


async def _lock_case(session: AsyncSession, client_id: uuid.UUID, status: CaseStatus) -> KycCase:
    case = await queries.lock_case(session, client_id)
    if case is None:
        raise NotFound("This client has not submitted documents.")
    if case.status != status:
        raise CaseConflict(
            Message(
                "This case is {status}; only one that is {needed} allows that.",
                status=case.status,
                needed=status,
            )
        )
    return case


async def _decide(
    origins: LinkOrigins,
    session: AsyncSession,
    operator: Operator,
    case: KycCase,
    email_with: Callable[[str], Email],
    *,
    now: datetime,
) -> KycCaseView:
    session.add(step_of(case, case.status, now=now, staff_login=operator.login))
    await session.flush()
    await announce(session, Notice("kyc", case.client_id, {"status": case.status}), is_recorded=True)
    client = await _client(session, case.client_id)
    site = await sites.get_site_by_id(session, client.site_id)
    link = f"{origins.of(site)}{PAGE}"
    clients.send_email(session, site, client, email_with(link), now=now)
    view = await _view(session, case)
    detail = {"reason": case.reason, "message": case.message}
    await staff_service.record(
        session, operator, f"kyc.{case.status}", subject=_subject(case.client_id), detail=detail, now=now
    )
    return view


async def _client(session: AsyncSession, client_id: uuid.UUID) -> Client:
    client = await clients.find_client(session, client_id)
    assert client is not None, "a case belongs to a client"
    return client


async def _view(session: AsyncSession, case: KycCase) -> KycCaseView:
    client = await _client(session, case.client_id)
    return KycCaseView.whole(case, client, await queries.list_steps(session, case.client_id))


def _subject(client_id: uuid.UUID) -> str:
    return f"client:{client_id}"
