"""Sign-in, step-up and sign-out of the operator console."""

from fastapi import APIRouter, Request, Response

from clearwater.domains.staff import passkeys, queries
from clearwater.domains.staff.errors import OperatorCredentialsInvalid, OperatorTokenInvalid
from clearwater.domains.staff.schemas import (
    Credentials,
    OperatorMe,
    OperatorSteppedUp,
    OperatorStepUp,
    OperatorToken,
)
from clearwater.domains.staff.service import Staff, record
from clearwater.domains.staff.sign_in import (
    SID_COOKIE,
    STAFF_IDLE_TIMEOUT,
    StaffSignIns,
    Visit,
    open_session,
    record_refusal,
)
from clearwater.domains.staff.step_up import AppStaffStepUps
from clearwater.kit import attempts
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.dependencies import AppClock, AppSeal, AppSessions
from clearwater.kit.errors import FieldError, ValidationFailed, problems
from clearwater.kit.http import delete_cookie, read_cookie
from clearwater.kit.passkey_messages import PasskeyRequestOptions, PasskeySignIn
from clearwater.kit.passkeys import PasskeysUnavailable
from clearwater.kit.secrets import hash_token
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

router = APIRouter(route_class=UnitOfWorkRoute)


@router.post("/token", status_code=201, responses=problems(OperatorCredentialsInvalid, TooManyAttempts))
async def sign_in_operator(
    *,
    credentials: Credentials,
    request: Request,
    response: Response,
    session: WriteSession,
    sign_ins: StaffSignIns,
    seal: AppSeal,
    clock: AppClock,
) -> OperatorToken:
    """Sign in to the operator console; a code of the second factor is always required."""
    opened = await sign_ins.sign_in(session, credentials, Visit.of(request))
    return opened.answer(request, response, seal, now=clock.now())


@router.post("/token/passkey/options", responses=problems(PasskeysUnavailable))
async def offer_operator_passkey_sign_in(
    request: Request, clock: AppClock, session: WriteSession
) -> PasskeyRequestOptions:
    """WebAuthn options to sign in with a discoverable passkey."""
    party = await passkeys.party_of(request)
    return await passkeys.offer_sign_in(session, party, now=clock.now())


@router.post(
    "/token/passkey",
    status_code=201,
    responses=problems(OperatorCredentialsInvalid, PasskeysUnavailable, TooManyAttempts),
)
async def sign_in_operator_with_passkey(
    *,
    draft: PasskeySignIn,
    request: Request,
    sessions: AppSessions,
    clock: AppClock,
    response: Response,
    session: WriteSession,
    seal: AppSeal,
) -> OperatorToken:
    """Sign in with a passkey, which counts as both factors."""
    visit, now = Visit.of(request), clock.now()
    party = await passkeys.party_of(request)
    try:
        staff_id = await passkeys.use(session, sessions, party, draft.credential, owner_id=None, now=now)
        member = await queries.get_member(session, staff_id)
        if not member.is_active:
            raise OperatorCredentialsInvalid
    except OperatorCredentialsInvalid:
        # Release the connection before another one is needed.
        await session.rollback()
        # Only failures are throttled: a valid passkey cannot be a guess, whoever else failed at this address.
        counts, by_ip = (
            attempts.Attempts(sessions, clock),
            attempts.by_ip("staff", visit.ip),
        )
        await counts.require_room(by_ip)
        await counts.count_failure(by_ip)
        await record_refusal(sessions, None, ip=visit.ip, now=now)
        raise
    opened = await open_session(session, member, visit, now=now)
    return opened.answer(request, response, seal, now=clock.now())


@router.post("/step-up/options", responses=problems(OperatorTokenInvalid, PasskeysUnavailable))
async def offer_operator_step_up(
    staff: Staff, request: Request, clock: AppClock, session: WriteSession
) -> PasskeyRequestOptions:
    """WebAuthn options to step up with one of the operator's passkeys."""
    party = await passkeys.party_of(request)
    return await passkeys.offer_step_up(session, party, staff.id, now=clock.now())


@router.post(
    "/step-up",
    responses=problems(
        OperatorTokenInvalid, OperatorCredentialsInvalid, PasskeysUnavailable, TooManyAttempts
    ),
)
async def step_up_operator(
    shown: OperatorStepUp, staff: Staff, request: Request, clock: AppClock, step_ups: AppStaffStepUps
) -> OperatorSteppedUp:
    """Step up with a code or a passkey; valid for 5 minutes."""
    now = clock.now()
    if shown.totp is not None and shown.credential is None:
        until = await step_ups.with_totp(staff, shown.totp, now=now)
    elif shown.credential is not None and shown.totp is None:
        party = await passkeys.party_of(request)
        until = await step_ups.with_passkey(staff, party, shown.credential, now=now)
    else:
        message = "Send either a code or a passkey."
        raise ValidationFailed(errors=[FieldError(field="totp", code="one_of", message=message)])
    return OperatorSteppedUp(until=int(until.timestamp()))


@router.delete("/token", status_code=204, response_class=Response, responses=problems(OperatorTokenInvalid))
async def sign_out_operator(
    staff: Staff, request: Request, clock: AppClock, session: WriteSession
) -> Response:
    """End this session of the operator console."""
    now, sid = clock.now(), read_cookie(request, SID_COOKIE)
    await queries.end_session(session, staff.session_id)
    answer = Response(status_code=204)
    # Keep the cookie while sessions of other tabs of this browser share it.
    if sid and not await queries.has_browser(session, staff.id, hash_token(sid), now=now):
        delete_cookie(answer, request, SID_COOKIE)
    await record(session, staff, "staff.signed_out", subject=f"staff:{staff.login}", now=now)
    return answer


@router.get("/me", responses=problems(OperatorTokenInvalid))
async def show_operator(staff: Staff) -> OperatorMe:
    """The signed-in operator and the operator's permissions."""
    return OperatorMe.model_validate(
        {
            "login": staff.login,
            "role": staff.role,
            "permissions": sorted(staff.permissions),
            "expires_at": int(staff.expires_at.timestamp()),
            "idle_limit": int(STAFF_IDLE_TIMEOUT.total_seconds()),
        }
    )
