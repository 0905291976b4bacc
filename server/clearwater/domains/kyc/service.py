"""Identity checks: submissions of clients and decisions of reviewers."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client, KycReason
from clearwater.domains.files import service as files
from clearwater.domains.kyc import queries
from clearwater.domains.kyc.errors import KycApproved, KycPending
from clearwater.domains.kyc.models import KycCase, KycStep
from clearwater.domains.kyc.schemas import KycSubmission
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.ids import new_id
from clearwater.kit.notices import Notice, announce

KycStatus = Literal["unverified", "pending", "approved", "rejected", "revoked"]


@dataclass(frozen=True)
class KycDetails:
    """The status of a client's identity check; pictures by their urls."""

    status: KycStatus
    type: str | None = None
    reason: KycReason | None = None
    message: str | None = None
    selfie: str | None = None
    document_front: str | None = None
    document_back: str | None = None
    submitted_at: datetime | None = None


async def facts_of(session: AsyncSession, client_id: uuid.UUID) -> KycDetails:
    case = await queries.find_case(session, client_id)
    if case is None:
        return KycDetails("unverified")
    return KycDetails(
        status=case.status,  # type: ignore[arg-type]  # the table's own check allows no other
        type=case.type,
        reason=case.reason,  # type: ignore[arg-type]  # only reasons of a Rejection are written
        message=case.message,
        selfie=files.url_of(case.selfie_id),
        document_front=files.url_of(case.document_front_id),
        document_back=files.url_of(case.document_back_id) if case.document_back_id else None,
        submitted_at=case.submitted_at,
    )


async def find_approvals(
    session: AsyncSession, client_ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, datetime]:
    """When each of these clients was approved; who is not approved now is left out."""
    return await queries.find_approvals(session, client_ids)


async def submit(
    session: AsyncSession, client_id: uuid.UUID, submission: KycSubmission, *, now: datetime
) -> Client:
    """Submit pictures for review; the row lock on the client lets only one of two concurrent ones pass."""
    _require_sides(submission)
    client = await clients.lock_client(session, client_id)
    case = await queries.lock_case(session, client_id)
    if case is not None and case.status == "pending":
        raise KycPending
    if case is not None and case.status == "approved":
        raise KycApproved
    pictures = await _claim_pictures(session, client_id, submission, now=now)
    if case is None:
        case = KycCase(client_id=client_id)
    case.selfie_id, case.document_front_id, case.document_back_id = pictures
    case.status, case.type = "pending", submission.type
    case.reason, case.message = None, None
    case.submitted_at, case.approved_at = now, None
    session.add_all([case, step_of(case, "submitted", now=now)])
    await session.flush()
    await announce(session, Notice("kyc", client_id, {"status": case.status}))
    return client


def step_of(
    case: KycCase,
    act: str,
    *,
    now: datetime,
    staff_login: str | None = None,
) -> KycStep:
    """A step of the case's history, with the case's current pictures."""
    return KycStep(
        id=new_id(),
        client_id=case.client_id,
        at=now,
        act=act,
        type=case.type,
        reason=case.reason,
        message=case.message,
        staff_login=staff_login,
        selfie_id=case.selfie_id,
        document_front_id=case.document_front_id,
        document_back_id=case.document_back_id,
    )


def _require_sides(submission: KycSubmission) -> None:
    if submission.document_back is None:
        fault = None if submission.type == "passport" else "Add the back of this document."
    else:
        is_same = submission.document_back == submission.document_front
        fault = "Front and back are the same photo." if is_same else None
    if fault is not None:
        raise ValidationFailed(
            errors=[FieldError(field="document_back", code="document_back", message=fault)]
        )


async def _claim_pictures(
    session: AsyncSession, client_id: uuid.UUID, submission: KycSubmission, *, now: datetime
) -> tuple[uuid.UUID, uuid.UUID, uuid.UUID | None]:
    async def claim(field: str, url: str, kind: Literal["kyc_selfie", "kyc_document"]) -> uuid.UUID:
        return (await files.claim_file(session, client_id, url, [kind], field=field, now=now)).id

    selfie = await claim("selfie", submission.selfie, "kyc_selfie")
    front = await claim("document_front", submission.document_front, "kyc_document")
    if submission.document_back is None:
        return selfie, front, None
    return selfie, front, await claim("document_back", submission.document_back, "kyc_document")
