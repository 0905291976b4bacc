"""Signing up, coming in and going out, and the codes that are mailed."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen, EmailTaken
from clearwater.domains.clients.service import (
    ClientAnswer,
    RegisteredClientView,
    Registration,
    RegistrationAnswer,
)
from clearwater.domains.sessions import codes, confirmation, queries, recovery, sign_in
from clearwater.domains.sessions.errors import (
    READING_REFUSALS,
    AlreadyConfirmed,
    AskedElsewhere,
    CodeExpired,
    CodeInvalid,
    CodeResendTooSoon,
    InvalidCredentials,
    ScopeMissing,
    TokenInvalid,
    TwoFactorRequired,
)
from clearwater.domains.sessions.schemas import (
    CurrentClientView,
    MailedCode,
    MailRequest,
    MailRequestAnswer,
    PasswordReset,
    ResendAnswer,
    SignIn,
    TokenState,
    TokenView,
)
from clearwater.domains.sessions.service import MaybeCaller, Reader, SignedIn, Unfrozen
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.cookies import set_cookie
from clearwater.kit.errors import problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(tags=["sessions"], route_class=UnitOfWorkRoute)

NO_STORE = "no-store"


@router.post("/v1/client", status_code=201, responses=problems(EmailTaken))
async def register(
    request: Request, response: Response, draft: Registration, site: CurrentSite, session: WriteSession
) -> RegistrationAnswer:
    """Become a client; a code to confirm the address is on its way."""
    services = request.app.state.services
    response.headers["Cache-Control"] = NO_STORE
    client = await confirmation.sign_up(request, session, site, draft, now=services.clock.now())
    view = await clients.present(session, services.client_facts, client, site)
    password = draft.password.get_secret_value()
    return RegistrationAnswer(client=RegisteredClientView(**view.model_dump(), password=password))


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


@router.patch(
    "/v1/client/email-confirmation",
    responses=problems(TokenInvalid, ScopeMissing, AccountFrozen, CodeInvalid, CodeExpired),
)
async def confirm_email(
    *,
    request: Request,
    response: Response,
    code: Annotated[MailedCode, Query(description="The six digits, or the code of the mailed link.")],
    caller: MaybeCaller,
    site: CurrentSite,
    session: WriteSession,
) -> ClientAnswer:
    """Confirm the e-mail address: signed in with six digits, or with the link's code."""
    services = request.app.state.services
    response.headers["Cache-Control"] = NO_STORE
    client = await confirmation.confirm_email(request, session, site, caller, code, now=services.clock.now())
    return ClientAnswer(client=await clients.present(session, services.client_facts, client, site))


@router.post(
    "/v1/client/resend-email-confirmation",
    status_code=202,
    responses=problems(TokenInvalid, ScopeMissing, AccountFrozen, AlreadyConfirmed, CodeResendTooSoon),
)
async def resend_confirmation(
    request: Request, caller: Unfrozen, site: CurrentSite, session: WriteSession
) -> ResendAnswer:
    """Mail a fresh confirmation code; the one before it is no longer good."""
    now = request.app.state.services.clock.now()
    await confirmation.resend_code(request, session, site, caller, now=now)
    return ResendAnswer(retry_after=int(codes.RESEND_AFTER.total_seconds()))


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
