"""The audit log for staff."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from clearwater.domains.staff import queries, service
from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid
from clearwater.domains.staff.schemas import AuditView, ChainView
from clearwater.domains.staff.service import Operator, allowed_to
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import problems
from clearwater.kit.fields import ONE_LINE
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(route_class=UnitOfWorkRoute)

Auditor = Annotated[Operator, Depends(allowed_to("audit"))]
FilesAuditor = Annotated[Operator, Depends(allowed_to("files_audit"))]
Filter = Annotated[str | None, Query(max_length=200, pattern=ONE_LINE)]


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
    await service.record(
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
