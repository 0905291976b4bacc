"""Account security: step-up, password and e-mail address, TOTP, passkeys, API keys."""

import uuid
from functools import partial

from fastapi import APIRouter, Request, Response

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import EmailTaken, LevelRequired
from clearwater.domains.clients.service import AppClientFacts, ClientAnswer
from clearwater.domains.security import api_keys, credentials, passkeys, queries
from clearwater.domains.security.codes import RESEND_AFTER
from clearwater.domains.security.errors import CodeExpired, CodeInvalid, CodeResendTooSoon
from clearwater.domains.security.guards import AppGuards
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
from clearwater.domains.security.step_up import AppStepUps
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
from clearwater.kit.db import transaction
from clearwater.kit.dependencies import AppClock, AppPasswords, AppSeal, AppSessions
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
from clearwater.kit.visitor import CurrentVisitor

router = APIRouter(prefix="/v1/client", tags=["security"], route_class=UnitOfWorkRoute)


@router.post(
    "/step-up",
    responses=problems(
        *CHANGING_REFUSALS, InvalidCredentials, StepUpRequired, PasskeysUnavailable, TooManyAttempts
    ),
)
async def prove_again(
    *,
    proof: StepUp,
    owner: ChangingOwner,
    site: CurrentSite,
    request: Request,
    clock: AppClock,
    sessions: AppSessions,
    response: Response,
    step_ups: AppStepUps,
) -> SteppedUpUntil:
    """Step up: authenticate again, which allows sensitive calls for five minutes.

    A browser gets a new cookie `sid`, and the previous one becomes invalid.
    """
    now = clock.now()
    if proof.totp is not None:
        until = await step_ups.with_totp(site, owner, proof.totp, now=now)
    elif proof.credential is not None:
        party = passkeys.party_of(request, site)
        until = await step_ups.with_passkey(site, owner, party, proof.credential, now=now)
    else:
        assert proof.password is not None
        until = await step_ups.with_password(site, owner, proof.password.get_secret_value(), now=now)
    async with transaction(sessions) as session:
        await renew_cookie(session, request, response, owner, now=now)
    return SteppedUpUntil(until=int(until.timestamp()))


@router.post("/step-up/options", responses=problems(*CHANGING_REFUSALS, PasskeysUnavailable))
async def offer_step_up_passkey(
    owner: ChangingOwner, site: CurrentSite, session: WriteSession, request: Request, clock: AppClock
) -> PasskeyRequestOptions:
    """WebAuthn options to step up with one of the client's passkeys."""
    party = passkeys.party_of(request, site)
    now = clock.now()
    return await passkeys.offer_step_up(session, party, owner.client, now=now)


@router.patch(
    "/password",
    status_code=204,
    responses=problems(*STEPPED_UP_REFUSALS, InvalidCredentials, TooManyAttempts),
)
async def change_password(
    *,
    change: PasswordChange,
    owner: ChangingOwner,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
    clock: AppClock,
    response: Response,
    step_ups: AppStepUps,
    passwords: AppPasswords,
    visitor: CurrentVisitor,
) -> None:
    """Set a new password; every other session ends, and this one gets a new cookie.

    With two-factor authentication the current password alone is not enough.
    """
    now = clock.now()
    if owner.caller.has_second_factor:
        owner.caller.require_step_up(now)
    await credentials.change_password(
        session,
        step_ups,
        passwords,
        site,
        owner,
        current_password=change.current_password.get_secret_value(),
        password=change.password.get_secret_value(),
        visitor=visitor,
        now=now,
    )
    await renew_cookie(session, request, response, owner, now=now)


@router.post(
    "/email",
    status_code=202,
    responses=problems(*STEPPED_UP_REFUSALS, EmailTaken, CodeResendTooSoon, TooManyAttempts),
)
async def ask_for_email_change(
    *,
    change: EmailChange,
    owner: SteppedUpOwner,
    site: CurrentSite,
    session: WriteSession,
    clock: AppClock,
    guards: AppGuards,
    seal: AppSeal,
    sessions: AppSessions,
) -> ResendAnswer:
    """Request a change of the e-mail address; a code goes to the new one, a notice to the old one."""
    now = clock.now()
    await credentials.ask_for_email_change(
        session, guards, seal, site, owner, sessions=sessions, email=change.email, now=now
    )
    return ResendAnswer(retry_after=int(RESEND_AFTER.total_seconds()))


@router.patch("/email", responses=problems(*CHANGING_REFUSALS, CodeInvalid, CodeExpired, EmailTaken))
async def confirm_email_change(
    *,
    confirmation: EmailChangeConfirmation,
    owner: ChangingOwner,
    site: CurrentSite,
    session: WriteSession,
    clock: AppClock,
    facts: AppClientFacts,
    seal: AppSeal,
    sessions: AppSessions,
) -> ClientAnswer:
    """Confirm the new e-mail address with its code; the change takes effect."""
    client = await credentials.confirm_email_change(
        session, sessions, seal, site, owner.client.id, digits=confirmation.code, now=clock.now()
    )
    return ClientAnswer(client=await clients.present(session, facts, client, site))


@router.post("/totp", responses=problems(*STEPPED_UP_REFUSALS))
async def begin_totp(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, seal: AppSeal
) -> TotpSetup:
    """Create a TOTP secret for an authenticator app; it becomes active with its first code."""
    secret = await credentials.begin_totp_setup(session, seal, owner.client.id)
    uri = totp.provisioning_uri(secret, account=owner.client.email, issuer=site.sitename)
    return TotpSetup(secret=secret, uri=uri)


@router.patch("/totp", responses=problems(*CHANGING_REFUSALS, CodeInvalid, CodeExpired, TooManyAttempts))
async def confirm_totp(
    *,
    confirmation: TotpConfirmation,
    owner: ChangingOwner,
    site: CurrentSite,
    session: WriteSession,
    clock: AppClock,
    step_ups: AppStepUps,
) -> RecoveryCodes:
    """Activate TOTP with the app's first code; returns the recovery codes, only once."""
    now = clock.now()
    recovery_codes = await credentials.confirm_totp_setup(
        session, step_ups, site, owner, confirmation.code, now=now
    )
    return RecoveryCodes(recovery_codes=recovery_codes)


@router.delete("/totp", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound))
async def remove_totp(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, clock: AppClock
) -> None:
    """Remove TOTP; the recovery codes become invalid."""
    now = clock.now()
    await credentials.remove_totp(session, site, owner.client.id, now=now)


@router.get("/passkeys", responses=problems(*READING_REFUSALS))
async def list_passkeys(owner: ReadingOwner, page: Paging, session: ReadSession) -> Page[PasskeyView]:
    """The client's passkeys, newest first."""
    statement = queries.select_passkeys(owner.client.id)
    return await read_page(session, statement, queries.PASSKEYS_NEWEST_FIRST, page, PasskeyView.of)


@router.post("/passkeys/options", responses=problems(*STEPPED_UP_REFUSALS, PasskeysUnavailable))
async def offer_passkey(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request, clock: AppClock
) -> PasskeyCreationOptions:
    """WebAuthn options to register a passkey for this account."""
    party = passkeys.party_of(request, site)
    now = clock.now()
    return await passkeys.offer_registration(session, party, owner.client, now=now)


@router.post("/passkeys", status_code=201, responses=problems(*CHANGING_REFUSALS, PasskeysUnavailable))
async def add_passkey(
    *,
    draft: NewPasskey,
    owner: ChangingOwner,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
    clock: AppClock,
    sessions: AppSessions,
) -> PasskeyView:
    """Register the passkey that was created from the options."""
    now = clock.now()
    name, party = draft.name or "Passkey", passkeys.party_of(request, site)
    passkey = await passkeys.register(
        session, sessions, party, site, owner.client, credential=draft.credential, name=name, now=now
    )
    return PasskeyView.of(passkey)


@router.delete("/passkeys/{passkey_id}", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound))
async def remove_passkey(
    passkey_id: uuid.UUID, owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, clock: AppClock
) -> None:
    """Remove a passkey, which can no longer sign in."""
    now = clock.now()
    await passkeys.remove(session, site, owner.client.id, passkey_id, now=now)


@router.get("/api-keys", responses=problems(*READING_REFUSALS))
async def list_api_keys(
    owner: ReadingOwner, page: Paging, session: ReadSession, facts: AppClientFacts
) -> Page[ApiKeyView]:
    """The client's API keys, newest first; without the secrets."""
    rank = await facts.rank_of(session, owner.client)
    statement = queries.select_api_keys(owner.client.id)
    view = partial(ApiKeyView.of, rank=rank)
    return await read_page(session, statement, queries.API_KEYS_NEWEST_FIRST, page, view)


@router.post("/api-keys", status_code=201, responses=problems(*STEPPED_UP_REFUSALS, LevelRequired))
async def create_api_key(
    *,
    draft: NewApiKey,
    owner: SteppedUpOwner,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
    clock: AppClock,
) -> CreatedApiKey:
    """Create an API key; its secret is returned only here."""
    row, key = await api_keys.create_api_key(session, facts, site, owner.client.id, draft, now=clock.now())
    return CreatedApiKey.with_key(row, key)


@router.delete("/api-keys/{key_id}", status_code=204, responses=problems(*CHANGING_REFUSALS, NotFound))
async def delete_api_key(
    key_id: uuid.UUID, owner: ChangingOwner, site: CurrentSite, session: WriteSession, clock: AppClock
) -> None:
    """Revoke an API key immediately."""
    now = clock.now()
    await api_keys.delete_api_key(session, site, owner.client, key_id, now=now)
