"""Signing in and out, and the list of where a client is signed in."""

import uuid
from functools import partial

from fastapi import APIRouter, Request, Response

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen
from clearwater.domains.security.errors import AskedElsewhere, CodeExpired, CodeInvalid
from clearwater.domains.security.service import codes, passkeys
from clearwater.domains.sessions import queries, recovery, sign_in
from clearwater.domains.sessions.callers import ChangingOwner, Reader, ReadingOwner, SignedIn, SteppedUpOwner
from clearwater.domains.sessions.errors import (
    READING_REFUSALS,
    STEPPED_UP_REFUSALS,
    InvalidCredentials,
    ScopeMissing,
    TokenInvalid,
    TwoFactorRequired,
)
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
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.cookies import set_cookie
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.exports import Exports
from clearwater.kit.paging import Page, Paging, every_page, read_page, wants_csv
from clearwater.kit.passkey_messages import PasskeyRequestOptions, PasskeySignIn
from clearwater.kit.passkeys import PasskeysUnavailable
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(tags=["sessions"], route_class=UnitOfWorkRoute)

NO_STORE = "no-store"


@router.post(
    "/v1/token",
    status_code=201,
    response_model=TokenView,
    responses=problems(InvalidCredentials, TwoFactorRequired, CodeExpired, AskedElsewhere, TooManyAttempts),
)
async def come_in(request: Request, draft: SignIn, site: CurrentSite) -> Response:
    """Sign in. A browser also gets the cookie `sid`; its session then needs both halves."""
    now = request.app.state.services.clock.now()
    return sign_in.answer(await sign_in.sign_in(request, site, draft, now=now), request)


@router.post("/v1/token/passkey/options", responses=problems(PasskeysUnavailable))
async def offer_passkey_sign_in(
    site: CurrentSite, session: WriteSession, request: Request
) -> PasskeyRequestOptions:
    """Options to sign in with a passkey; the passkey says whose it is."""
    party = passkeys.party_of(request, site)
    return await passkeys.offer_sign_in(session, party, now=request.app.state.services.clock.now())


@router.post(
    "/v1/token/passkey",
    status_code=201,
    response_model=TokenView,
    responses=problems(InvalidCredentials, PasskeysUnavailable, TooManyAttempts),
)
async def sign_in_with_passkey(draft: PasskeySignIn, site: CurrentSite, request: Request) -> Response:
    """Sign in with a passkey, which counts as both factors."""
    now = request.app.state.services.clock.now()
    opened = await sign_in.sign_in_with_passkey(request, site, draft.credential, now=now)
    return sign_in.answer(opened, request)


@router.delete("/v1/token", status_code=204, responses=problems(TokenInvalid, ScopeMissing))
async def sign_out(request: Request, caller: SignedIn, session: WriteSession) -> Response:
    """End this session."""
    assert caller.session_id is not None, "no key comes this far"
    await queries.end_session(session, caller.client.id, caller.session_id)
    response = Response(status_code=204, headers={"Cache-Control": NO_STORE})
    sign_in.clear_cookie(response, request)
    return response


@router.get("/bff/auth/validate", responses=problems(*READING_REFUSALS))
async def validate_token(response: Response, _caller: Reader) -> TokenState:
    """Say whether the token or the key is good."""
    response.headers["Cache-Control"] = NO_STORE
    return TokenState()


@router.get("/bff/auth/user", responses=problems(*READING_REFUSALS))
async def show_current_client(
    request: Request, response: Response, caller: SignedIn, site: CurrentSite, session: ReadSession
) -> CurrentClientView:
    """The signed-in client; no API key learns who its owner is."""
    services = request.app.state.services
    response.headers["Cache-Control"] = NO_STORE
    view = await clients.present(session, services.client_facts, caller.client, site)
    transactions = await services.client_facts.transactions_of(session, caller.client)
    return CurrentClientView(client=view, transactions=transactions)


@router.post("/v1/knock", status_code=202)
async def knock(
    request: Request, response: Response, draft: MailRequest, site: CurrentSite
) -> MailRequestAnswer:
    """Ask for a mail that lets its reader in without a password, in the browser that asks."""
    now = request.app.state.services.clock.now()
    browser = recovery.browser_that_asks(request)
    await recovery.ask_for_mail(request, site, "knock", draft.email, browser=browser, now=now)
    if browser is not None:
        set_cookie(response, request, codes.KNOCK_COOKIE, browser, for_=codes.GOOD_FOR)
    return MailRequestAnswer()


@router.post("/v1/password-reset", status_code=202)
async def ask_for_password_reset(
    request: Request, draft: MailRequest, site: CurrentSite
) -> MailRequestAnswer:
    """Ask for a mail with a link that sets a new password."""
    now = request.app.state.services.clock.now()
    await recovery.ask_for_mail(request, site, "password_reset", draft.email, now=now)
    return MailRequestAnswer()


@router.patch(
    "/v1/password-reset", status_code=204, responses=problems(AccountFrozen, CodeInvalid, CodeExpired)
)
async def reset_password(request: Request, draft: PasswordReset, site: CurrentSite) -> None:
    """Set a new password with the code of the mailed link; all sessions end."""
    await recovery.reset_password(request, site, draft, now=request.app.state.services.clock.now())


@router.get("/v1/client/sessions", responses=problems(*READING_REFUSALS))
async def list_sessions(
    owner: ReadingOwner, page: Paging, session: ReadSession, request: Request
) -> Page[SessionView]:
    """Where one is signed in, newest first."""
    statement = queries.select_sessions(owner.client.id, now=request.app.state.services.clock.now())
    view = partial(SessionView.of, current=owner.session_id)
    return await read_page(session, statement, queries.SESSIONS_NEWEST_FIRST, page, view)


@router.delete(
    "/v1/client/sessions/{session_id}", status_code=204, responses=problems(*STEPPED_UP_REFUSALS, NotFound)
)
async def end_session(
    session_id: uuid.UUID, owner: ChangingOwner, session: WriteSession, request: Request
) -> None:
    """End one session at once; another than this one takes a step-up."""
    if session_id != owner.session_id:
        owner.caller.require_step_up(request.app.state.services.clock.now())
    if not await queries.end_session(session, owner.client.id, session_id):
        raise NotFound("Session not found.")


@router.delete("/v1/client/sessions", status_code=204, responses=problems(*STEPPED_UP_REFUSALS))
async def end_other_sessions(owner: SteppedUpOwner, session: WriteSession) -> None:
    """End every session but this one."""
    await queries.end_sessions(session, owner.client.id, keep=owner.session_id)


@router.get(
    "/v1/client/login-history",
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
