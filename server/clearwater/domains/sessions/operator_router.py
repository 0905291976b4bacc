"""Sessions of clients, for staff; and how the installation is."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from clearwater.domains.clients import service as clients
from clearwater.domains.sessions import queries
from clearwater.domains.sessions.schemas import InstallationHealth
from clearwater.domains.staff import service as staff
from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, record
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator", tags=["operator"], route_class=UnitOfWorkRoute)

Freezer = Annotated[Operator, Depends(allowed_to("clients_freeze"))]
Watcher = Annotated[Operator, Depends(allowed_to("health"))]
OnOneClient = problems(OperatorTokenInvalid, Forbidden, NotFound)


@router.delete(
    "/clients/{client_id}/sessions", status_code=204, response_class=Response, responses=OnOneClient
)
async def end_client_sessions(
    client_id: uuid.UUID, freezer: Freezer, clock: AppClock, session: WriteSession
) -> None:
    """Sign a client out everywhere."""
    if await clients.find_client(session, client_id) is None:
        raise NotFound("Client not found.")
    ended = await queries.end_sessions(session, client_id)
    subject, detail = f"client:{client_id}", {"ended": len(ended)}
    await record(session, freezer, "client.sessions_ended", subject=subject, detail=detail, now=clock.now())


@router.delete(
    "/clients/{client_id}/sessions/{session_id}",
    status_code=204,
    response_class=Response,
    responses=OnOneClient,
)
async def end_client_session(
    client_id: uuid.UUID, session_id: uuid.UUID, freezer: Freezer, clock: AppClock, session: WriteSession
) -> None:
    """End one session of a client."""
    if not await queries.end_session(session, client_id, session_id):
        raise NotFound("Session not found.")
    subject, detail = f"client:{client_id}", {"session": str(session_id)}
    await record(session, freezer, "client.session_ended", subject=subject, detail=detail, now=clock.now())


@router.get("/health", responses=problems(OperatorTokenInvalid, Forbidden))
async def show_health_to_staff(watcher: Watcher, clock: AppClock, session: ReadSession) -> InstallationHealth:
    """How the installation is, in figures counted just now."""
    emails = await staff.count_emails(session)
    sessions = await queries.count_open(session, now=clock.now())
    return InstallationHealth(
        database="ok", outbox_waiting=emails.waiting, outbox_failing=emails.failing, sessions=sessions
    )
