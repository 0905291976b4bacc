"""/v1/client/password and /v1/client/email: changing what one signs in with."""

from fastapi import APIRouter, Request, Response

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import EmailTaken
from clearwater.domains.clients.service import ClientAnswer
from clearwater.domains.sessions import credentials, renewal
from clearwater.domains.sessions.callers import ChangingOwner, SteppedUpOwner
from clearwater.domains.sessions.codes import RESEND_AFTER
from clearwater.domains.sessions.errors import (
    CHANGING_REFUSALS,
    STEPPED_UP_REFUSALS,
    CodeExpired,
    CodeInvalid,
    CodeResendTooSoon,
    InvalidCredentials,
)
from clearwater.domains.sessions.schemas import ResendAnswer
from clearwater.domains.sessions.security_schemas import EmailChange, EmailChangeConfirmation, PasswordChange
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.errors import problems
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1/client", tags=["security"], route_class=UnitOfWorkRoute)


@router.patch(
    "/password", status_code=204, responses=problems(*CHANGING_REFUSALS, InvalidCredentials, TooManyAttempts)
)
async def change_password(
    *,
    change: PasswordChange,
    owner: ChangingOwner,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
    response: Response,
) -> None:
    """Set a new password; every other session ends, and this one gets another cookie."""
    now = request.app.state.services.clock.now()
    await credentials.change_password(
        request,
        session,
        site,
        owner,
        current_password=change.current_password.get_secret_value(),
        password=change.password.get_secret_value(),
        now=now,
    )
    await renewal.renew_cookie(session, request, response, owner.session_id, now=now)


@router.post(
    "/email",
    status_code=202,
    responses=problems(*STEPPED_UP_REFUSALS, EmailTaken, CodeResendTooSoon, TooManyAttempts),
)
async def ask_for_email_change(
    change: EmailChange, owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> ResendAnswer:
    """Ask for another e-mail address; a code goes to the new one, a notice to the old one."""
    now = request.app.state.services.clock.now()
    await credentials.ask_for_email_change(request, session, site, owner, change.email, now=now)
    return ResendAnswer(retry_after=int(RESEND_AFTER.total_seconds()))


@router.patch("/email", responses=problems(*CHANGING_REFUSALS, CodeInvalid, CodeExpired, EmailTaken))
async def confirm_email_change(
    confirmation: EmailChangeConfirmation,
    owner: ChangingOwner,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Send the code from the new address; from then on it is the client's."""
    services = request.app.state.services
    client = await credentials.confirm_email_change(
        request, session, site, owner.client.id, confirmation.code, now=services.clock.now()
    )
    return ClientAnswer(client=await clients.present(session, services.client_facts, client, site))
