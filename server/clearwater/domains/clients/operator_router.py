"""Clients for staff: search, details, freezing and unfreezing."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from clearwater.domains.clients import freezing, queries, service
from clearwater.domains.clients.errors import FreezeConflict
from clearwater.domains.clients.operator_schemas import ClientDetail, ClientRow, FreezeReason
from clearwater.domains.clients.service import AppClientFacts
from clearwater.domains.sessions import service as sessions
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.fields import ONE_LINE, mask_email
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/clients", tags=["operator"], route_class=UnitOfWorkRoute)

Finder = Annotated[Operator, Depends(allowed_to("clients"))]
Freezer = Annotated[Operator, Depends(stepped_up("clients_freeze"))]
Unfreezer = Annotated[Operator, Depends(stepped_up("clients_unfreeze"))]
Wanted = Annotated[str | None, Query(max_length=254, pattern=ONE_LINE, examples=["ann@example.org"])]

OnFreezing = problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound, FreezeConflict)


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def search_clients(
    finder: Finder, paging: Paging, clock: AppClock, session: WriteSession, q: Wanted = None
) -> Page[ClientRow]:
    """Search clients by e-mail address, id, username or name, newest first; the search is audited."""
    wanted = (q or "").strip() or None
    clients = queries.select_clients(wanted)
    page = await read_page(session, clients, queries.CLIENT_ORDER, paging, ClientRow.of)
    # The audit log is kept forever, so e-mail addresses are masked in it.
    shown = mask_email(wanted) if wanted and "@" in wanted else wanted
    await record(
        session,
        finder,
        "client.searched",
        subject="clients",
        detail={"q": shown, "found": len(page.items)},
        now=clock.now(),
    )
    return page


@router.get("/{client_id}", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def show_client_to_staff(
    client_id: uuid.UUID, finder: Finder, facts: AppClientFacts, clock: AppClock, session: WriteSession
) -> ClientDetail:
    """One client: profile, identity check, level, security and open sessions; the access is audited."""
    client = await service.find_client(session, client_id)
    if client is None:
        raise NotFound("Client not found.")
    now = clock.now()
    view = ClientDetail.of(
        client,
        kyc=await facts.kyc_of(session, client),
        security=await facts.security_of(session, client),
        level=await facts.level_of(session, client),
        sessions=await sessions.list_for_staff(session, client.id, now=now),
        with_identity="kyc" in finder.permissions,
    )
    await record(session, finder, "client.viewed", subject=f"client:{client.id}", now=now)
    return view


@router.post("/{client_id}/freeze", responses=OnFreezing)
async def freeze_client(
    client_id: uuid.UUID, body: FreezeReason, freezer: Freezer, clock: AppClock, session: WriteSession
) -> ClientRow:
    """Block every change by the client; signing in and reading stay possible."""
    now = clock.now()
    client = await freezing.freeze_client(session, client_id, now=now)
    subject, detail = f"client:{client.id}", {"reason": body.reason}
    await record(session, freezer, "client.frozen", subject=subject, detail=detail, now=now)
    return ClientRow.of(client)


@router.post("/{client_id}/unfreeze", responses=OnFreezing)
async def unfreeze_client(
    client_id: uuid.UUID, unfreezer: Unfreezer, clock: AppClock, session: WriteSession
) -> ClientRow:
    """Unfreeze an account."""
    now = clock.now()
    client = await freezing.unfreeze_client(session, client_id, now=now)
    await record(session, unfreezer, "client.unfrozen", subject=f"client:{client.id}", now=now)
    return ClientRow.of(client)
