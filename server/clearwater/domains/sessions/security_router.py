"""Step-up, sessions, sign-in history, API keys and the self-freeze."""

import uuid
from functools import partial

from fastapi import APIRouter, Request, Response

from clearwater.domains.clients.errors import LevelRequired
from clearwater.domains.sessions import api_keys, freezing, passkeys, renewal, step_up
from clearwater.domains.sessions import queries as session_queries
from clearwater.domains.sessions import security_queries as queries
from clearwater.domains.sessions.callers import ChangingOwner, ReadingOwner, SteppedUpOwner
from clearwater.domains.sessions.errors import (
    CHANGING_REFUSALS,
    READING_REFUSALS,
    STEPPED_UP_REFUSALS,
    InvalidCredentials,
    StepUpRequired,
)
from clearwater.domains.sessions.security_schemas import (
    ApiKeyView,
    CreatedApiKey,
    LoginView,
    NewApiKey,
    SessionView,
    SteppedUpUntil,
    StepUp,
)
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.exports import Exports
from clearwater.kit.paging import Page, Paging, every_page, read_page, wants_csv
from clearwater.kit.passkey_messages import PasskeyRequestOptions
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
        await renewal.renew_cookie(session, request, response, owner.session_id, now=now)
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


@router.get("/sessions", responses=problems(*READING_REFUSALS))
async def list_sessions(
    owner: ReadingOwner, page: Paging, session: ReadSession, request: Request
) -> Page[SessionView]:
    """Where one is signed in, newest first."""
    statement = queries.select_sessions(owner.client.id, now=request.app.state.services.clock.now())
    view = partial(SessionView.of, current=owner.session_id)
    return await read_page(session, statement, queries.SESSIONS_NEWEST_FIRST, page, view)


@router.delete("/sessions/{session_id}", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound))
async def end_session(
    session_id: uuid.UUID, owner: ChangingOwner, session: WriteSession, request: Request
) -> None:
    """End one session at once; another than this one takes a step-up."""
    if session_id != owner.session_id:
        owner.caller.require_step_up(request.app.state.services.clock.now())
    if not await session_queries.end_session(session, owner.client.id, session_id):
        raise NotFound("You have no such session.")


@router.delete("/sessions", status_code=204, responses=problems(*STEPPED_UP_REFUSALS))
async def end_other_sessions(owner: SteppedUpOwner, session: WriteSession) -> None:
    """End every session but this one."""
    await session_queries.end_sessions(session, owner.client.id, keep=owner.session_id)


@router.get(
    "/login-history",
    response_model=Page[LoginView],
    responses=problems(*READING_REFUSALS) | {200: {"content": {"text/csv": {}}}},
)
async def list_logins(
    owner: ReadingOwner, page: Paging, session: ReadSession, request: Request
) -> Page[LoginView] | Response:
    """Tries to sign in to one's account, newest first."""
    statement = queries.select_logins(owner.client.id)
    if wants_csv(request):
        exports: Exports = request.app.state.services.exports
        pages = every_page(statement, queries.LOGINS_NEWEST_FIRST)
        caller = f"client:{owner.client.id}"
        return exports.answer(caller, "login-history", LoginView.HEADER, pages, LoginView.cells)
    return await read_page(session, statement, queries.LOGINS_NEWEST_FIRST, page, LoginView.of)


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


@router.post("/freeze", status_code=204, responses=problems(*STEPPED_UP_REFUSALS))
async def freeze_account(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> None:
    """Stop one's own account; only staff open it again."""
    now = request.app.state.services.clock.now()
    await freezing.freeze_own_account(session, site, owner.client.id, keep=owner.session_id, now=now)
