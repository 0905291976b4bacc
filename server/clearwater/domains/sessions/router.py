"""Signing in and out, and a client's sessions and sign-in history."""

import uuid
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen
from clearwater.domains.clients.service import app_client_facts
from clearwater.domains.security.errors import AskedElsewhere, CodeExpired, CodeInvalid
from clearwater.domains.security.service import codes, passkeys
from clearwater.domains.sessions import queries, recovery, sign_in
from clearwater.domains.sessions.callers import (
    ChangingOwner,
    ReadingOwner,
    SignedIn,
    SteppedUpOwner,
    get_reader,
    get_signed_in,
    open_to_readers,
    signed_in,
)
from clearwater.domains.sessions.errors import (
    READING_REFUSALS,
    STEPPED_UP_REFUSALS,
    InvalidCredentials,
    ScopeMissing,
    TokenInvalid,
    TwoFactorRequired,
)
from clearwater.domains.sessions.ports import app_private_channels
from clearwater.domains.sessions.schemas import (
    CurrentClientView,
    LoginView,
    MailRequest,
    MailRequestAnswer,
    PasswordReset,
    SessionView,
    SignIn,
    TokenState,
    TokenView,
)
from clearwater.domains.sessions.sign_in import SignIns
from clearwater.domains.sites.service import CurrentOrigins, CurrentSite, find_site
from clearwater.kit.attempts import Attempts, TooManyAttempts
from clearwater.kit.dependencies import AppClock, AppPasswords, AppSeal, AppSessions, CsvExports
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.http import set_cookie
from clearwater.kit.paging import Page, Paging, every_page, read_page
from clearwater.kit.passkey_messages import PasskeyRequestOptions, PasskeySignIn
from clearwater.kit.passkeys import PasskeysUnavailable
from clearwater.kit.plain_route import model_answer, plain_get
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession
from clearwater.kit.visitor import CurrentVisitor

router = APIRouter(tags=["sessions"], route_class=UnitOfWorkRoute)

NO_STORE = "no-store"
PRIVATE_SEQ = "X-Private-Seq"
WITH_PRIVATE_SEQ: dict[int | str, dict[str, Any]] = {
    200: {
        "headers": {
            PRIVATE_SEQ: {
                "description": "Position of the client's private channels: a subscription with it as `resume`"
                " gets every event that this answer does not show. Absent while it is unknown.",
                "schema": {"type": "integer"},
            }
        }
    }
}


@router.post(
    "/v1/token",
    status_code=201,
    response_model=TokenView,
    responses=problems(InvalidCredentials, TwoFactorRequired, CodeExpired, AskedElsewhere, TooManyAttempts),
)
async def create_token(
    request: Request, clock: AppClock, draft: SignIn, site: CurrentSite, sign_ins: SignIns
) -> Response:
    """Sign in. A browser also gets the cookie `sid`; its session then requires both token and cookie."""
    now = clock.now()
    return sign_in.answer(await sign_ins.sign_in(site, draft, now=now), request)


@router.post("/v1/token/passkey/options", responses=problems(PasskeysUnavailable))
async def offer_passkey_sign_in(
    site: CurrentSite, session: WriteSession, request: Request, clock: AppClock
) -> PasskeyRequestOptions:
    """WebAuthn options to sign in with a discoverable passkey."""
    party = passkeys.party_of(request, site)
    return await passkeys.offer_sign_in(session, party, now=clock.now())


@router.post(
    "/v1/token/passkey",
    status_code=201,
    response_model=TokenView,
    responses=problems(InvalidCredentials, PasskeysUnavailable, TooManyAttempts),
)
async def sign_in_with_passkey(
    draft: PasskeySignIn, site: CurrentSite, request: Request, clock: AppClock, sign_ins: SignIns
) -> Response:
    """Sign in with a passkey, which counts as both factors."""
    now = clock.now()
    party = passkeys.party_of(request, site)
    opened = await sign_ins.sign_in_with_passkey(site, party, draft.credential, now=now)
    return sign_in.answer(opened, request)


@router.delete("/v1/token", status_code=204, responses=problems(TokenInvalid, ScopeMissing))
async def sign_out(request: Request, caller: SignedIn, session: WriteSession) -> Response:
    """End this session."""
    assert caller.session_id is not None, "API keys are rejected before"
    await queries.end_session(session, caller.client.id, caller.session_id)
    response = Response(status_code=204, headers={"Cache-Control": NO_STORE})
    sign_in.clear_cookie(response, request)
    return response


@plain_get(
    router,
    "/bff/auth/validate",
    open_to_readers,
    response_model=TokenState,
    responses=problems(*READING_REFUSALS),
)
async def validate_token(request: Request) -> Response:
    """Check whether the token or the API key is valid."""
    await get_reader(request)
    return model_answer(TokenState())


@plain_get(
    router,
    "/bff/auth/user",
    signed_in,
    response_model=CurrentClientView,
    responses=WITH_PRIVATE_SEQ | problems(*READING_REFUSALS),
)
async def show_current_client(request: Request) -> Response:
    """The signed-in client; not available to API keys."""
    site = await find_site(request)
    caller = await get_signed_in(request, site)
    # Before anything is read, which can then only be newer.
    position = app_private_channels.of(request.app).position_of(str(caller.client.id))
    known = await app_client_facts.of(request.app).find_known(caller.client)
    view = CurrentClientView(
        client=clients.present_known(caller.client, known, site),
        transactions=known.transactions,
        has_deposited=known.has_deposited,
        asks_terms=caller.has_begun_since(known.terms_asked_since),
    )
    answer = model_answer(view)
    if position is not None:
        answer.raw_headers.append((PRIVATE_SEQ.lower().encode(), str(position).encode()))
    return answer


@router.post("/v1/knock", status_code=202)
async def knock(
    *,
    request: Request,
    clock: AppClock,
    response: Response,
    draft: MailRequest,
    site: CurrentSite,
    sessions: AppSessions,
    seal: AppSeal,
    visitor: CurrentVisitor,
    origins: CurrentOrigins,
) -> MailRequestAnswer:
    """Request an email with a sign-in link that works without a password, in the same browser only."""
    now = clock.now()
    browser = recovery.requesting_browser(visitor)
    await recovery.request_mail(
        sessions,
        seal,
        visitor,
        site,
        "knock",
        email=draft.email,
        origin=origins.of(site),
        browser=browser,
        now=now,
    )
    if browser is not None:
        set_cookie(response, request, codes.SIGN_IN_LINK_COOKIE, browser, for_=codes.LIFETIME)
    return MailRequestAnswer()


@router.post("/v1/password-reset", status_code=202)
async def ask_for_password_reset(
    *,
    clock: AppClock,
    draft: MailRequest,
    site: CurrentSite,
    sessions: AppSessions,
    seal: AppSeal,
    visitor: CurrentVisitor,
    origins: CurrentOrigins,
) -> MailRequestAnswer:
    """Request an email with a link that resets the password."""
    now = clock.now()
    await recovery.request_mail(
        sessions, seal, visitor, site, "password_reset", email=draft.email, origin=origins.of(site), now=now
    )
    return MailRequestAnswer()


@router.patch(
    "/v1/password-reset", status_code=204, responses=problems(AccountFrozen, CodeInvalid, CodeExpired)
)
async def reset_password(
    *,
    clock: AppClock,
    draft: PasswordReset,
    site: CurrentSite,
    sessions: AppSessions,
    passwords: AppPasswords,
    visitor: CurrentVisitor,
) -> None:
    """Set a new password with the code of the emailed link; all sessions end."""
    await recovery.reset_password(
        sessions, Attempts(sessions, clock), passwords, site, draft, visitor=visitor, now=clock.now()
    )


@router.get("/v1/client/sessions", responses=problems(*READING_REFUSALS))
async def list_sessions(
    owner: ReadingOwner, page: Paging, session: ReadSession, clock: AppClock
) -> Page[SessionView]:
    """The client's sessions, newest first."""
    statement = queries.select_sessions(owner.client.id, now=clock.now())
    view = partial(SessionView.of, current=owner.session_id)
    return await read_page(session, statement, queries.SESSIONS_NEWEST_FIRST, page, view)


@router.delete(
    "/v1/client/sessions/{session_id}", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound)
)
async def end_session(
    session_id: uuid.UUID, owner: ChangingOwner, session: WriteSession, clock: AppClock
) -> None:
    """End one session immediately; any but the current one requires a step-up."""
    if session_id != owner.session_id:
        owner.caller.require_step_up(clock.now())
    if not await queries.end_session(session, owner.client.id, session_id):
        raise NotFound("Session not found.")


@router.delete("/v1/client/sessions", status_code=204, responses=problems(*STEPPED_UP_REFUSALS))
async def end_other_sessions(owner: SteppedUpOwner, session: WriteSession) -> None:
    """End all other sessions."""
    await queries.end_sessions(session, owner.client.id, keep=owner.session_id)


@router.get(
    "/v1/client/login-history",
    response_model=Page[LoginView],
    responses=problems(*READING_REFUSALS) | {200: {"content": {"text/csv": {}}}},
)
async def list_logins(
    owner: ReadingOwner, page: Paging, session: ReadSession, exports: CsvExports
) -> Page[LoginView] | Response:
    """Sign-in attempts of the client's account, newest first."""
    statement = queries.select_logins(owner.client.id)
    if exports is not None:
        pages = every_page(statement, queries.LOGINS_NEWEST_FIRST)
        caller = f"client:{owner.client.id}"
        return exports.answer(caller, "login-history", LoginView.HEADER, pages, LoginView.cells)
    return await read_page(session, statement, queries.LOGINS_NEWEST_FIRST, page, LoginView.of)
