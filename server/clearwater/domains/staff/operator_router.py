"""The operator console beyond the other domains: staff, the audit log, and the outbox of emails."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from clearwater.domains.staff import account_router, queries, service, team_router, token_router
from clearwater.domains.staff.errors import Forbidden, MailSent, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.schemas import AuditView, ChainView, MailContentView, MailStatus, MailView
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.fields import ONE_LINE
from clearwater.kit.outbox import Mail
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator", tags=["operator"], route_class=UnitOfWorkRoute)
for part in (token_router, account_router, team_router):
    router.include_router(part.router)

Auditor = Annotated[Operator, Depends(allowed_to("audit"))]
FilesAuditor = Annotated[Operator, Depends(allowed_to("files_audit"))]
Filter = Annotated[str | None, Query(max_length=200, pattern=ONE_LINE)]
Postmaster = Annotated[Operator, Depends(allowed_to("outbox"))]
MailReader = Annotated[Operator, Depends(stepped_up("outbox"))]
Recipient = Annotated[str | None, Query(max_length=320, pattern=ONE_LINE)]


@router.get("/audit", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_audit_entries(
    auditor: Auditor,
    paging: Paging,
    session: ReadSession,
    *,
    act: Filter = None,
    staff: Filter = None,
    subject: Filter = None,
) -> Page[AuditView]:
    """The audit log, newest first; each filter is exact."""
    entries = queries.select_entries(act=act, staff=staff, subject=subject)
    return await read_page(session, entries, queries.AUDIT_ORDER, paging, AuditView.of)


@router.post("/audit/verify", responses=problems(OperatorTokenInvalid, Forbidden))
async def verify_audit_log(auditor: Auditor, clock: AppClock, session: WriteSession) -> ChainView:
    """Recompute every hash of the audit log from the first entry on."""
    report = await service.verify_chain(session)
    await record(
        session,
        auditor,
        "audit.verified",
        subject="audit",
        detail={"ok": report.ok, "entries": report.entries},
        now=clock.now(),
    )
    return ChainView.of(report)


@router.get("/files/audit", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_file_views(
    auditor: FilesAuditor,
    paging: Paging,
    session: ReadSession,
    *,
    staff: Filter = None,
    subject: Filter = None,
    client_id: uuid.UUID | None = None,
) -> Page[AuditView]:
    """Views of clients' files by staff, newest first."""
    entries = queries.select_entries(
        act=service.FILE_VIEWED, staff=staff, subject=subject, client_id=client_id
    )
    return await read_page(session, entries, queries.AUDIT_ORDER, paging, AuditView.of)


@router.get("/outbox", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_mails(
    postmaster: Postmaster,
    paging: Paging,
    session: ReadSession,
    to: Recipient = None,
    status: MailStatus | None = None,
) -> Page[MailView]:
    """The outbox, newest first, without contents."""
    recipient = to.strip().lower() if to else None
    emails = queries.select_emails(recipient=recipient, status=status)
    return await read_page(session, emails, queries.MAIL_ORDER, paging, MailView.of)


@router.get(
    "/outbox/{mail_id}", responses=problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound)
)
async def show_mail(
    mail_id: uuid.UUID, reader: MailReader, clock: AppClock, session: WriteSession
) -> MailContentView:
    """One email with its text, codes and links redacted; the access is audited."""
    mail = require_found(await queries.find_mail(session, mail_id))
    await record(session, reader, "mail.viewed", subject=f"mail:{mail.id}", now=clock.now())
    return MailContentView.of(mail)


@router.post(
    "/outbox/{mail_id}/retry", responses=problems(OperatorTokenInvalid, Forbidden, NotFound, MailSent)
)
async def retry_mail(
    mail_id: uuid.UUID, postmaster: Postmaster, clock: AppClock, session: WriteSession
) -> MailView:
    """Retry an email now, with the full number of attempts."""
    mail = require_found(await queries.lock_mail(session, mail_id))
    if mail.sent_at is not None:
        raise MailSent
    now = clock.now()
    mail.next_attempt_at, mail.attempts = now, 0
    await record(session, postmaster, "mail.retried", subject=f"mail:{mail.id}", now=now)
    return MailView.of(mail)


def require_found(mail: Mail | None) -> Mail:
    if mail is None:
        raise NotFound("Email not found.")
    return mail
