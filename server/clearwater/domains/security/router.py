"""What secures a client's account: step-up, password and address, authenticator app, passkeys, API keys."""

import uuid
from functools import partial

from fastapi import APIRouter, Request, Response

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import EmailTaken, LevelRequired
from clearwater.domains.clients.service import ClientAnswer
from clearwater.domains.security import api_keys, credentials, passkeys, queries, step_up, totp_setup
from clearwater.domains.security.codes import RESEND_AFTER
from clearwater.domains.security.errors import CodeExpired, CodeInvalid, CodeResendTooSoon
from clearwater.domains.security.schemas import (
    ApiKeyView,
    CreatedApiKey,
    EmailChange,
    EmailChangeConfirmation,
    NewApiKey,
    PasswordChange,
    RecoveryCodes,
    ResendAnswer,
    SteppedUpUntil,
    StepUp,
    TotpConfirmation,
    TotpSetup,
)
from clearwater.domains.sessions.errors import (
    CHANGING_REFUSALS,
    READING_REFUSALS,
    STEPPED_UP_REFUSALS,
    InvalidCredentials,
    StepUpRequired,
)
from clearwater.domains.sessions.service import ChangingOwner, ReadingOwner, SteppedUpOwner, renew_cookie
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit import totp
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.passkey_messages import (
    NewPasskey,
    PasskeyCreationOptions,
    PasskeyRequestOptions,
    PasskeyView,
)
from clearwater.kit.passkeys import PasskeysUnavailable
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1/client", tags=["security"], route_class=UnitOfWorkRoute)


@router.post(
    "/step-up",
    responses=problems(
        *CHANGING_REFUSALS, InvalidCredentials, StepUpRequired, PasskeysUnavailable, TooManyAttempts
    ),
)
async def prove_again(
    proof: StepUp, owner: ChangingOwner, site: CurrentSite, request: Request, response: Response
) -> SteppedUpUntil:
    """Show once more that it is you: what is sensitive is open for five minutes.

    A browser gets another cookie `sid`, and the one before it is no longer good.
    """
    now = request.app.state.services.clock.now()
    if proof.totp is not None:
        until = await step_up.with_totp(request, site, owner, proof.totp, now=now)
    elif proof.credential is not None:
        until = await step_up.with_passkey(request, site, owner, proof.credential, now=now)
    else:
        assert proof.password is not None
        until = await step_up.with_password(request, site, owner, proof.password.get_secret_value(), now=now)
    async with request.app.state.services.sessions() as session:
        await renew_cookie(session, request, response, owner.session_id, now=now)
        await session.commit()
    return SteppedUpUntil(until=int(until.timestamp()))


@router.post("/step-up/options", responses=problems(*CHANGING_REFUSALS, PasskeysUnavailable))
async def offer_step_up_passkey(
    owner: ChangingOwner, site: CurrentSite, session: WriteSession, request: Request
) -> PasskeyRequestOptions:
    """Options to step up with one of one's own passkeys."""
    party = passkeys.party_of(request, site)
    now = request.app.state.services.clock.now()
    return await passkeys.offer_step_up(session, party, owner.client, now=now)


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
    await renew_cookie(session, request, response, owner.session_id, now=now)


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


@router.post("/totp", responses=problems(*STEPPED_UP_REFUSALS))
async def begin_totp(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> TotpSetup:
    """Get a secret for an authenticator app; it counts once its first code has come back."""
    secret = await totp_setup.begin(session, request.app.state.services.seal, owner.client.id)
    uri = totp.provisioning_uri(secret, account=owner.client.email, issuer=site.sitename)
    return TotpSetup(secret=secret, uri=uri)


@router.patch("/totp", responses=problems(*CHANGING_REFUSALS, CodeInvalid, CodeExpired, TooManyAttempts))
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


@router.delete("/totp", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound))
async def remove_totp(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> None:
    """Stop asking for codes; the recovery codes end with it."""
    now = request.app.state.services.clock.now()
    await totp_setup.remove(session, site, owner.client.id, now=now)


@router.get("/passkeys", responses=problems(*READING_REFUSALS))
async def list_passkeys(owner: ReadingOwner, page: Paging, session: ReadSession) -> Page[PasskeyView]:
    """One's passkeys, newest first."""
    statement = queries.select_passkeys(owner.client.id)
    return await read_page(session, statement, queries.PASSKEYS_NEWEST_FIRST, page, PasskeyView.of)


@router.post("/passkeys/options", responses=problems(*STEPPED_UP_REFUSALS, PasskeysUnavailable))
async def offer_passkey(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> PasskeyCreationOptions:
    """Options to make a passkey for this account."""
    party = passkeys.party_of(request, site)
    now = request.app.state.services.clock.now()
    return await passkeys.offer_registration(session, party, owner.client, now=now)


@router.post("/passkeys", status_code=201, responses=problems(*CHANGING_REFUSALS, PasskeysUnavailable))
async def add_passkey(
    draft: NewPasskey, owner: ChangingOwner, site: CurrentSite, session: WriteSession, request: Request
) -> PasskeyView:
    """Keep the passkey that was made from the options."""
    now = request.app.state.services.clock.now()
    name = draft.name or "Passkey"
    passkey = await passkeys.register(
        request, session, site, owner.client, draft.credential, name=name, now=now
    )
    return PasskeyView.of(passkey)


@router.delete("/passkeys/{passkey_id}", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound))
async def remove_passkey(
    passkey_id: uuid.UUID, owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> None:
    """Remove a passkey; it no longer signs in."""
    now = request.app.state.services.clock.now()
    await passkeys.remove(session, site, owner.client.id, passkey_id, now=now)


@router.get("/api-keys", responses=problems(*READING_REFUSALS))
async def list_api_keys(
    owner: ReadingOwner, page: Paging, session: ReadSession, request: Request
) -> Page[ApiKeyView]:
    """One's API keys, newest first; never the keys themselves."""
    rank = await request.app.state.services.client_facts.rank_of(session, owner.client)
    statement = queries.select_api_keys(owner.client.id)
    view = partial(ApiKeyView.of, rank=rank)
    return await read_page(session, statement, queries.API_KEYS_NEWEST_FIRST, page, view)


@router.post("/api-keys", status_code=201, responses=problems(*STEPPED_UP_REFUSALS, LevelRequired))
async def create_api_key(
    draft: NewApiKey, owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> CreatedApiKey:
    """Make an API key; this answer alone shows it."""
    services = request.app.state.services
    row, key = await api_keys.create_api_key(
        session, services.client_facts, site, owner.client.id, draft, now=services.clock.now()
    )
    return CreatedApiKey.with_key(row, key)


@router.delete("/api-keys/{key_id}", status_code=204, responses=problems(*CHANGING_REFUSALS, NotFound))
async def delete_api_key(
    key_id: uuid.UUID, owner: ChangingOwner, site: CurrentSite, session: WriteSession, request: Request
) -> None:
    """End an API key at once."""
    now = request.app.state.services.clock.now()
    await api_keys.delete_api_key(session, site, owner.client, key_id, now=now)
