"""Passkeys: one's own, and signing in with one."""

import uuid

from fastapi import APIRouter, Request, Response

from clearwater.domains.sessions import passkeys, sign_in
from clearwater.domains.sessions import security_queries as queries
from clearwater.domains.sessions.callers import ChangingOwner, ReadingOwner, SteppedUpOwner
from clearwater.domains.sessions.errors import (
    CHANGING_REFUSALS,
    READING_REFUSALS,
    STEPPED_UP_REFUSALS,
    InvalidCredentials,
)
from clearwater.domains.sessions.schemas import TokenView
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.passkey_messages import (
    NewPasskey,
    PasskeyCreationOptions,
    PasskeyRequestOptions,
    PasskeySignIn,
    PasskeyView,
)
from clearwater.kit.passkeys import PasskeysUnavailable
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1", tags=["security"], route_class=UnitOfWorkRoute)


@router.get("/client/passkeys", responses=problems(*READING_REFUSALS))
async def list_passkeys(owner: ReadingOwner, page: Paging, session: ReadSession) -> Page[PasskeyView]:
    """One's passkeys, newest first."""
    statement = queries.select_passkeys(owner.client.id)
    return await read_page(session, statement, queries.PASSKEYS_NEWEST_FIRST, page, PasskeyView.of)


@router.post("/client/passkeys/options", responses=problems(*STEPPED_UP_REFUSALS, PasskeysUnavailable))
async def offer_passkey(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> PasskeyCreationOptions:
    """Options to make a passkey for this account."""
    party = passkeys.party_of(request, site)
    now = request.app.state.services.clock.now()
    return await passkeys.offer_registration(session, party, owner.client, now=now)


@router.post("/client/passkeys", status_code=201, responses=problems(*CHANGING_REFUSALS, PasskeysUnavailable))
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


@router.delete(
    "/client/passkeys/{passkey_id}", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound)
)
async def remove_passkey(
    passkey_id: uuid.UUID, owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> None:
    """Remove a passkey; it no longer signs in."""
    now = request.app.state.services.clock.now()
    await passkeys.remove(session, site, owner.client.id, passkey_id, now=now)


@router.post("/token/passkey/options", responses=problems(PasskeysUnavailable))
async def offer_passkey_sign_in(
    site: CurrentSite, session: WriteSession, request: Request
) -> PasskeyRequestOptions:
    """Options to sign in with a passkey; the passkey says whose it is."""
    party = passkeys.party_of(request, site)
    return await passkeys.offer_sign_in(session, party, now=request.app.state.services.clock.now())


@router.post(
    "/token/passkey",
    status_code=201,
    response_model=TokenView,
    responses=problems(InvalidCredentials, PasskeysUnavailable, TooManyAttempts),
)
async def sign_in_with_passkey(draft: PasskeySignIn, site: CurrentSite, request: Request) -> Response:
    """Sign in with a passkey, which counts as both factors."""
    now = request.app.state.services.clock.now()
    opened = await passkeys.come_in(request, site, draft.credential, now=now)
    return sign_in.answer(opened, request)
