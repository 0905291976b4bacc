"""The outbox of emails. Codes and links are redacted, because only the recipient may see them."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from clearwater.domains.staff import queries
from clearwater.domains.staff.errors import Forbidden, MailSent, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.schemas import MailContentView, MailStatus, MailView
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.fields import ONE_LINE
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/outbox", route_class=UnitOfWorkRoute)

Postmaster = Annotated[Operator, Depends(allowed_to("outbox"))]
Reader = Annotated[Operator, Depends(stepped_up("outbox"))]
Recipient = Annotated[str | None, Query(max_length=320, pattern=ONE_LINE)]


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
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
    "/{mail_id}", responses=problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound)
)
async def show_mail(
    mail_id: uuid.UUID, reader: Reader, clock: AppClock, session: WriteSession
) -> MailContentView:
    """One email with its text, codes and links redacted; the access is audited."""
    mail = await queries.find_mail(session, mail_id)
    if mail is None:
        raise NotFound("Email not found.")
    now = clock.now()
    await record(session, reader, "mail.viewed", subject=f"mail:{mail.id}", now=now)
    return MailContentView.of(mail)


@router.post("/{mail_id}/retry", responses=problems(OperatorTokenInvalid, Forbidden, NotFound, MailSent))
async def retry_mail(
    mail_id: uuid.UUID, postmaster: Postmaster, clock: AppClock, session: WriteSession
) -> MailView:
    """Retry an email now, with the full number of attempts."""
    mail = await queries.lock_mail(session, mail_id)
    if mail is None:
        raise NotFound("Email not found.")
    if mail.sent_at is not None:
        raise MailSent
    now = clock.now()
    mail.next_attempt_at, mail.attempts = now, 0
    await record(session, postmaster, "mail.retried", subject=f"mail:{mail.id}", now=now)
    return MailView.of(mail)
