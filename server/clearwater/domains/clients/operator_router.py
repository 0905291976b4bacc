"""Clients, for staff: finding them, freezing and unfreezing."""

import uuid
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import letters, operator_queries, service
from clearwater.domains.clients.errors import FreezeConflict
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.operator_schemas import ClientRow, FreezeReason
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.mail_templates import Letter
from clearwater.kit.notices import Notice, announce
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.text import ONE_LINE, mask_email
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/clients", tags=["operator"], route_class=UnitOfWorkRoute)

Finder = Annotated[Operator, Depends(allowed_to("clients"))]
Freezer = Annotated[Operator, Depends(stepped_up("clients_freeze"))]
Unfreezer = Annotated[Operator, Depends(stepped_up("clients_unfreeze"))]
Wanted = Annotated[str | None, Query(max_length=254, pattern=ONE_LINE, examples=["ann@example.org"])]

OnFreezing = problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound, FreezeConflict)


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def search_clients(
    finder: Finder, paging: Paging, request: Request, session: WriteSession, q: Wanted = None
) -> Page[ClientRow]:
    """Clients by e-mail address, id, username or name, newest first; the search is recorded."""
    wanted = (q or "").strip() or None
    clients = operator_queries.select_clients(wanted)
    page = await read_page(session, clients, operator_queries.CLIENT_ORDER, paging, ClientRow.of)
    # The log stays for ever, so it tells what was looked for but not whole addresses.
    shown = mask_email(wanted) if wanted and "@" in wanted else wanted
    await record(
        session,
        finder,
        "client.searched",
        subject="clients",
        detail={"q": shown, "found": len(page.items)},
        now=request.app.state.services.clock.now(),
    )
    return page


@router.post("/{client_id}/freeze", responses=OnFreezing)
async def freeze_client(
    client_id: uuid.UUID, body: FreezeReason, freezer: Freezer, request: Request, session: WriteSession
) -> ClientRow:
    """Stop everything a client could change; signing in and looking stay possible."""
    client = await _lock(session, client_id)
    if client.frozen_at is not None:
        raise FreezeConflict("This account is frozen already.")
    now = client.frozen_at = request.app.state.services.clock.now()
    subject, detail = f"client:{client.id}", {"reason": body.reason}
    await announce(session, Notice("security", client.id, {"change": "freeze"}))
    await _mail(session, client, letters.frozen_by_staff(), now=now)
    await record(session, freezer, "client.frozen", subject=subject, detail=detail, now=now)
    return ClientRow.of(client)


@router.post("/{client_id}/unfreeze", responses=OnFreezing)
async def unfreeze_client(
    client_id: uuid.UUID, unfreezer: Unfreezer, request: Request, session: WriteSession
) -> ClientRow:
    """Give a frozen account back to its owner."""
    client = await _lock(session, client_id)
    if client.frozen_at is None:
        raise FreezeConflict("This account is not frozen.")
    client.frozen_at = None
    now = request.app.state.services.clock.now()
    await announce(session, Notice("security", client.id, {"change": "freeze"}))
    await _mail(session, client, letters.unfrozen_by_staff(), now=now)
    await record(session, unfreezer, "client.unfrozen", subject=f"client:{client.id}", now=now)
    return ClientRow.of(client)


async def _mail(session: AsyncSession, client: Client, letter: Letter, *, now: datetime) -> None:
    site = await sites.get_site_by_id(session, client.site_id)
    service.mail_client(session, site, client, letter, now=now)


async def _lock(session: AsyncSession, client_id: uuid.UUID) -> Client:
    client = await operator_queries.lock_client(session, client_id)
    if client is None:
        raise NotFound("There is no such client.")
    return client
