"""Enrolment: the owner of an account opens the link and sets the credentials."""

from fastapi import APIRouter, Request, Response

from clearwater.domains.staff import audit, enrolment
from clearwater.domains.staff.account_schemas import (
    EnrolmentDraft,
    EnrolmentOpening,
    EnrolmentView,
    OperatorTotpSetup,
)
from clearwater.domains.staff.errors import EnrolmentCodeInvalid, EnrolmentLinkInvalid
from clearwater.domains.staff.schemas import OperatorToken
from clearwater.domains.staff.sign_in import Visit, open_session
from clearwater.kit.dependencies import AppClock, AppSeal, AppSessions, StaffPasswords
from clearwater.kit.errors import problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/enrolment", route_class=UnitOfWorkRoute)


@router.post("/open", responses=problems(EnrolmentLinkInvalid))
async def open_enrolment(
    opening: EnrolmentOpening, clock: AppClock, seal: AppSeal, session: ReadSession
) -> EnrolmentView:
    """The account of a link, with a TOTP secret to set up; does not use the link up."""
    token, now = opening.token.get_secret_value(), clock.now()
    member, setup = await enrolment.open_link(session, seal, token, now=now)
    return EnrolmentView.model_validate(
        {"login": member.login, "role": member.role, "totp": OperatorTotpSetup.of(setup)}
    )


@router.post("", status_code=201, responses=problems(EnrolmentLinkInvalid, EnrolmentCodeInvalid))
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
