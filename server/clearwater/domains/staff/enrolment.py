"""Enrolment: staff set their own credentials by a one-time link, so that nobody else has seen them."""

import json
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries
from clearwater.domains.staff.errors import (
    EnrolmentCodeInvalid,
    EnrolmentLinkInvalid,
    NotIndependent,
    StaffConflict,
)
from clearwater.domains.staff.models import EnrolmentLink, StaffMember
from clearwater.domains.staff.sign_in import TOTP_PURPOSE
from clearwater.kit import totp
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.passwords import is_common
from clearwater.kit.secrets import Seal, hash_token, new_token

LINK_LIFE = timedelta(hours=24)
SETUP_PURPOSE = "staff-totp-setup"
SETUP_LIFE = timedelta(hours=1)
ISSUER = "Clearwater staff"


@dataclass(frozen=True)
class NewLink:
    """A new link; its token is stored nowhere."""

    token: str
    expires_at: datetime


@dataclass(frozen=True)
class TotpSetup:
    """A TOTP secret during setup: shown to its owner, and stored only after a code of it was confirmed.

    It is sent sealed to the person who sets it up. If it were stored with the link, the admin who hands over
    the link could open it first and would know the secret that the colleague then confirms.
    """

    secret: str
    uri: str
    sealed: str

    @classmethod
    def make(cls, seal: Seal, member: StaffMember, *, now: datetime) -> "TotpSetup":
        secret = totp.new_secret()
        expires_at = int((now + SETUP_LIFE).timestamp())
        content = json.dumps({"staff": str(member.id), "secret": secret, "expires_at": expires_at})
        sealed = seal.seal(content.encode(), purpose=SETUP_PURPOSE).hex()
        return cls(secret, totp.provisioning_uri(secret, account=member.login, issuer=ISSUER), sealed)


async def make_link(
    session: AsyncSession, staff_id: uuid.UUID, made_by_id: uuid.UUID, *, now: datetime
) -> tuple[StaffMember, NewLink]:
    """Create a link for an account that has not enrolled; older links become invalid."""
    member = await queries.lock_member(session, staff_id)
    if member is None:
        raise NotFound("Staff member not found.")
    if not member.is_active or member.enrolled_at is not None:
        raise StaffConflict("This account is not awaiting enrollment.")
    if await queries.find_enrolment_proposer(session, staff_id) == made_by_id:
        # Otherwise a colleague who does not exist would be a second self, by the good faith of the approver.
        raise NotIndependent("You proposed this account. Another administrator must hand over its link.")
    link = NewLink(new_token(), now + LINK_LIFE)
    await queries.delete_link(session, staff_id)
    session.add(
        EnrolmentLink(
            staff_id=staff_id,
            token_hash=hash_token(link.token),
            made_by_id=made_by_id,
            created_at=now,
            expires_at=link.expires_at,
        )
    )
    return member, link


async def open_link(
    session: AsyncSession, seal: Seal, token: str, *, now: datetime
) -> tuple[StaffMember, TotpSetup]:
    """The account of a link, and a new TOTP secret for it. Does not use the link up."""
    found = await queries.find_link(session, hash_token(token), now=now)
    if found is None:
        raise EnrolmentLinkInvalid
    member = found[1]
    return member, TotpSetup.make(seal, member, now=now)


async def enrol(
    session: AsyncSession,
    token: str,
    password_hash: str,
    *,
    totp_sealed: bytes,
    totp_step: int,
    now: datetime,
) -> StaffMember:
    """Set an account's credentials and use the link up; of two concurrent requests one succeeds."""
    taken = await queries.take_link(session, hash_token(token), now=now)
    member = await queries.lock_member(session, taken[0]) if taken else None
    if taken is None or member is None or not member.is_active:
        raise EnrolmentLinkInvalid
    member.password_hash = password_hash
    member.totp_secret, member.totp_last_step = totp_sealed, totp_step
    member.enrolled_at, member.invited_by_id = now, taken[1]
    return member


def confirm_setup(
    seal: Seal, member_id: uuid.UUID, sealed: str, code: str, *, now: datetime
) -> tuple[bytes, int]:
    """The sealed TOTP secret to store, and the time step of the code that confirms it."""
    try:
        content = json.loads(seal.open(bytes.fromhex(sealed), purpose=SETUP_PURPOSE))
    except ValueError:
        raise EnrolmentCodeInvalid("This setup is invalid. Start again.") from None
    if content["staff"] != str(member_id) or content["expires_at"] <= now.timestamp():
        raise EnrolmentCodeInvalid("This setup has expired. Start again.")
    secret: str = content["secret"]
    step = totp.find_step(secret, code, last_step=None, now=now)
    if step is None:
        raise EnrolmentCodeInvalid
    return seal.seal(secret.encode(), purpose=TOTP_PURPOSE), step


def require_good_password(password: str, *, login: str) -> None:
    """Reject common passwords; the schema checks the length."""
    if is_common(password):
        raise _password_refused("password_common", "This password is too common.")
    if login in password.lower():
        raise _password_refused("password_has_login", "The password must not contain your username.")


def _password_refused(code: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError(field="password", code=code, message=message)])
