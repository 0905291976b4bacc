"""Signing in to the operator console."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from clearwater.domains.staff import queries
from clearwater.domains.staff.errors import OperatorCredentialsInvalid, OperatorTokenInvalid
from clearwater.domains.staff.schemas import Credentials, OperatorMe, OperatorToken
from clearwater.domains.staff.service import Staff, record
from clearwater.domains.staff.sign_in import Door
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.errors import problems
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

router = APIRouter(route_class=UnitOfWorkRoute)


def _door(request: Request) -> Door:
    services = request.app.state.services
    return Door(services.sessions, services.clock, services.staff_passwords, services.seal)


@router.post("/token", status_code=201, responses=problems(OperatorCredentialsInvalid, TooManyAttempts))
async def sign_in_operator(
    credentials: Credentials, request: Request, session: WriteSession, door: Annotated[Door, Depends(_door)]
) -> OperatorToken:
    """Sign in to the operator console; a code of the second factor is always asked for."""
    ip = request.client.host if request.client else "unknown"
    agent = request.headers.get("user-agent", "")
    device = "".join(character for character in agent if character.isprintable())[:200]
    return await door.sign_in(session, credentials, ip=ip, device=device)


@router.delete("/token", status_code=204, response_class=Response, responses=problems(OperatorTokenInvalid))
async def sign_out_operator(staff: Staff, request: Request, session: WriteSession) -> None:
    """End this session of the operator console."""
    await queries.end_session(session, staff.session_id)
    now = request.app.state.services.clock.now()
    await record(session, staff, "staff.signed_out", subject=f"staff:{staff.login}", now=now)


@router.get("/me", responses=problems(OperatorTokenInvalid))
async def show_operator(staff: Staff) -> OperatorMe:
    """Who is signed in to the console and what they may do there."""
    permissions = sorted(staff.permissions)
    return OperatorMe.model_validate({"login": staff.login, "role": staff.role, "permissions": permissions})
