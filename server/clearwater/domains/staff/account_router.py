"""The operator's own account: enrolment, password, second factor, passkeys and sessions."""

import uuid
from datetime import datetime

from fastapi import APIRouter, Request, Response

from clearwater.domains.staff import audit, enrolment, passkeys, queries
from clearwater.domains.staff.account_schemas import (
    EnrolmentDraft,
    EnrolmentOpening,
    EnrolmentView,
    OperatorAccount,
    OperatorPasswordChange,
    OperatorSessionView,
    OperatorTotpConfirmation,
    OperatorTotpSetup,
)
from clearwater.domains.staff.errors import (
    EnrolmentCodeInvalid,
    EnrolmentLinkInvalid,
    OperatorCredentialsInvalid,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
)
from clearwater.domains.staff.schemas import OperatorToken
from clearwater.domains.staff.service import Operator, Staff, SteppedUpStaff, record
from clearwater.domains.staff.sign_in import STAFF_IDLE_TIMEOUT, Visit, open_session
from clearwater.domains.staff.step_up import AppStaffStepUps
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.dependencies import AppClock, AppSeal, AppSessions, StaffPasswords
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.passkey_messages import NewPasskey, PasskeyCreationOptions, PasskeyView
from clearwater.kit.passkeys import PasskeysUnavailable
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(route_class=UnitOfWorkRoute)

Refusals = (OperatorTokenInvalid, OperatorStepUpRequired)


@router.post("/enrolment/open", responses=problems(EnrolmentLinkInvalid))
async def open_enrolment(
    opening: EnrolmentOpening, clock: AppClock, seal: AppSeal, session: ReadSession
) -> EnrolmentView:
    """The account of a link, with a TOTP secret to set up; does not use the link up."""
    token, now = opening.token.get_secret_value(), clock.now()
    member, setup = await enrolment.open_link(session, seal, token, now=now)
    return EnrolmentView.model_validate(
        {"login": member.login, "role": member.role, "totp": OperatorTotpSetup.of(setup)}
    )


@router.post("/enrolment", status_code=201, responses=problems(EnrolmentLinkInvalid, EnrolmentCodeInvalid))
async def enrol_operator(
    *,
    draft: EnrolmentDraft,
    request: Request,
    clock: AppClock,
    sessions: AppSessions,
    seal: AppSeal,
    passwords: StaffPasswords,
    response: Response,
    session: WriteSession,
) -> OperatorToken:
    """Set password and second factor of the account; uses the link up and opens a session."""
    now, token = clock.now(), draft.token.get_secret_value()
    password = draft.password.get_secret_value()
    # Closed before argon2 runs, so that no connection is held meanwhile.
    async with sessions() as reading:
        member, _ = await enrolment.open_link(reading, seal, token, now=now)
    enrolment.require_good_password(password, login=member.login)
    sealed, step = enrolment.confirm_setup(seal, member.id, draft.setup, draft.code, now=now)
    password_hash = await passwords.hash(password)
    member = await enrolment.enrol(session, token, password_hash, totp_sealed=sealed, totp_step=step, now=now)
    await audit.append(
        session,
        staff_id=member.id,
        staff_login=member.login,
        act="staff.enrolled",
        subject=f"staff:{member.login}",
        detail={},
        now=now,
    )
    opened = await open_session(session, member, Visit.of(request), now=now)
    return opened.answer(request, response, seal, now=now)


@router.get("/account", responses=problems(OperatorTokenInvalid))
async def show_operator_account(staff: Staff, clock: AppClock, session: ReadSession) -> OperatorAccount:
    """Passkeys and open sessions of the operator's account."""
    now = clock.now()
    member = await queries.get_member(session, staff.id)
    kept = await queries.list_passkeys(session, staff.id)
    opened = await queries.list_sessions(session, staff.id, seen_after=now - STAFF_IDLE_TIMEOUT, now=now)
    assert member.enrolled_at is not None, "somebody who is signed in has enrolled"
    return OperatorAccount.model_validate(
        {
            "login": member.login,
            "role": member.role,
            "enrolled_at": int(member.enrolled_at.timestamp()),
            "passkeys": [PasskeyView.of(passkey) for passkey in kept],
            "sessions": [OperatorSessionView.of(one, current=staff.session_id) for one in opened],
        }
    )


@router.patch(
    "/account/password",
    status_code=204,
    response_class=Response,
    responses=problems(*Refusals, OperatorCredentialsInvalid, TooManyAttempts),
)
async def change_operator_password(
    *,
    change: OperatorPasswordChange,
    staff: SteppedUpStaff,
    passwords: StaffPasswords,
    clock: AppClock,
    session: WriteSession,
    step_ups: AppStaffStepUps,
) -> None:
    """Set a new password; all other sessions end."""
    password = change.password.get_secret_value()
    await step_ups.require_password(staff, change.current_password.get_secret_value())
    enrolment.require_good_password(password, login=staff.login)
    password_hash = await passwords.hash(password)
    member = await queries.lock_member(session, staff.id)
    assert member is not None, "rows of the staff stay for ever"
    member.password_hash = password_hash
    await queries.end_sessions(session, staff.id, but=staff.session_id)
    await record(session, staff, "staff.password_changed", subject=f"staff:{staff.login}", now=clock.now())


@router.post("/account/totp", responses=problems(*Refusals))
async def offer_operator_totp(
    staff: SteppedUpStaff, seal: AppSeal, clock: AppClock, session: ReadSession
) -> OperatorTotpSetup:
    """Create a TOTP secret to replace the current one, which stays valid until the new one is confirmed."""
    member = await queries.get_member(session, staff.id)
    return OperatorTotpSetup.of(enrolment.TotpSetup.make(seal, member, now=clock.now()))


@router.patch(
    "/account/totp",
    status_code=204,
    response_class=Response,
    responses=problems(*Refusals, EnrolmentCodeInvalid),
)
async def change_operator_totp(
    confirmation: OperatorTotpConfirmation,
    staff: SteppedUpStaff,
    seal: AppSeal,
    clock: AppClock,
    session: WriteSession,
) -> None:
    """Replace the second factor; all other sessions end."""
    now = clock.now()
    sealed, step = enrolment.confirm_setup(seal, staff.id, confirmation.setup, confirmation.code, now=now)
    member = await queries.lock_member(session, staff.id)
    assert member is not None, "rows of the staff stay for ever"
    member.totp_secret, member.totp_last_step = sealed, step
    await queries.end_sessions(session, staff.id, but=staff.session_id)
    await record(session, staff, "staff.totp_changed", subject=f"staff:{staff.login}", now=now)


@router.post("/account/passkeys/options", responses=problems(*Refusals, PasskeysUnavailable))
async def offer_operator_passkey(
    staff: SteppedUpStaff, request: Request, clock: AppClock, session: WriteSession
) -> PasskeyCreationOptions:
    """WebAuthn options to register a passkey for the operator's account."""
    party = await passkeys.party_of(request)
    return await passkeys.offer_registration(session, party, staff.id, now=clock.now())


@router.post("/account/passkeys", status_code=201, responses=problems(*Refusals, PasskeysUnavailable))
async def add_operator_passkey(
    *,
    draft: NewPasskey,
    staff: SteppedUpStaff,
    request: Request,
    sessions: AppSessions,
    clock: AppClock,
    session: WriteSession,
) -> PasskeyView:
    """Register the passkey that was created from the options."""
    now = clock.now()
    party = await passkeys.party_of(request)
    passkey = await passkeys.register(
        session, sessions, party, staff.id, draft.credential, name=draft.name or "Passkey", now=now
    )
    await _record_passkey(session, staff, "staff.passkey_added", passkey.name, now=now)
    return PasskeyView.of(passkey)


@router.delete(
    "/account/passkeys/{passkey_id}",
    status_code=204,
    response_class=Response,
    responses=problems(*Refusals, NotFound),
)
async def remove_operator_passkey(
    passkey_id: uuid.UUID, staff: SteppedUpStaff, clock: AppClock, session: WriteSession
) -> None:
    """Remove a passkey, which can no longer sign in."""
    if not await queries.delete_passkey(session, staff.id, passkey_id):
        raise NotFound("Passkey not found.")
    await _record_passkey(session, staff, "staff.passkey_removed", str(passkey_id), now=clock.now())


@router.delete(
    "/account/sessions", status_code=204, response_class=Response, responses=problems(OperatorTokenInvalid)
)
async def end_other_operator_sessions(staff: Staff, clock: AppClock, session: WriteSession) -> None:
    """End all other sessions of the operator."""
    await queries.end_sessions(session, staff.id, but=staff.session_id)
    now = clock.now()
    await record(session, staff, "staff.sessions_ended", subject=f"staff:{staff.login}", now=now)


async def _record_passkey(
    session: WriteSession, staff: Operator, act: str, name: str, *, now: datetime
) -> None:
    await record(session, staff, act, subject=f"staff:{staff.login}", detail={"passkey": name}, now=now)
