"""/v1/client/totp: the authenticator app."""

from fastapi import APIRouter, Request

from clearwater.domains.sessions import totp_setup
from clearwater.domains.sessions.callers import ChangingOwner, SteppedUpOwner
from clearwater.domains.sessions.errors import (
    CHANGING_REFUSALS,
    STEPPED_UP_REFUSALS,
    CodeExpired,
    CodeInvalid,
)
from clearwater.domains.sessions.security_schemas import RecoveryCodes, TotpConfirmation, TotpSetup
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit import totp
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1/client/totp", tags=["security"], route_class=UnitOfWorkRoute)


@router.post("", responses=problems(*STEPPED_UP_REFUSALS))
async def begin_totp(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> TotpSetup:
    """Get a secret for an authenticator app; it counts once its first code has come back."""
    secret = await totp_setup.begin(session, request.app.state.services.seal, owner.client.id)
    uri = totp.provisioning_uri(secret, account=owner.client.email, issuer=site.sitename)
    return TotpSetup(secret=secret, uri=uri)


@router.patch("", responses=problems(*CHANGING_REFUSALS, CodeInvalid, CodeExpired, TooManyAttempts))
async def confirm_totp(
    confirmation: TotpConfirmation,
    owner: ChangingOwner,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> RecoveryCodes:
    """Send the app's first code; the recovery codes in this answer are shown this once."""
    now = request.app.state.services.clock.now()
    recovery_codes = await totp_setup.confirm(request, session, site, owner, confirmation.code, now=now)
    return RecoveryCodes(recovery_codes=recovery_codes)


@router.delete("", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound))
async def remove_totp(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> None:
    """Stop asking for codes; the recovery codes end with it."""
    now = request.app.state.services.clock.now()
    await totp_setup.remove(session, site, owner.client.id, now=now)
