"""Staff members. At least one active admin must always remain."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries
from clearwater.domains.staff.errors import StaffConflict
from clearwater.domains.staff.models import StaffMember
from clearwater.domains.staff.schemas import StaffDraft
from clearwater.domains.staff.sign_in import TOTP_PURPOSE
from clearwater.kit import totp
from clearwater.kit.errors import NotFound
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal, new_token


@dataclass(frozen=True)
class FreshSecrets:
    """Credentials that are printed once and stored only hashed and sealed."""

    password: str
    password_hash: str
    totp_secret: str
    totp_sealed: bytes

    @classmethod
    async def make(cls, passwords: Passwords, seal: Seal) -> "FreshSecrets":
        password, secret = new_token(), totp.new_secret()
        return cls(
            password=password,
            password_hash=await passwords.hash(password),
            totp_secret=secret,
            totp_sealed=seal.seal(secret.encode(), purpose=TOTP_PURPOSE),
        )


async def add_member(
    session: AsyncSession, draft: StaffDraft, *, secrets: FreshSecrets | None = None, now: datetime
) -> StaffMember:
    """Add a member; without secrets the account waits for enrolment."""
    member = StaffMember(
        id=new_id(),
        login=draft.login,
        password_hash=secrets.password_hash if secrets else None,
        totp_secret=secrets.totp_sealed if secrets else None,
        role=draft.role,
        is_active=True,
        created_at=now,
        enrolled_at=now if secrets else None,
    )
    if not await queries.insert_member(session, member):
        raise StaffConflict(Message("The username {login} is taken.", login=draft.login))
    return member


async def change_member(
    session: AsyncSession, staff_id: uuid.UUID, *, role: str | None = None, is_active: bool | None = None
) -> StaffMember:
    """Change the role or whether the member may sign in; ends open sessions, which have the old role."""
    admins = await queries.lock_active_admins(session)
    member = await lock_member(session, staff_id)
    role = role or member.role
    is_active = member.is_active if is_active is None else is_active
    stays_admin = role == "admin" and is_active
    if not stays_admin and [admin.id for admin in admins] == [member.id]:
        raise StaffConflict("This is the last administrator. Create another one first.")
    member.role, member.is_active = role, is_active
    await queries.end_sessions(session, member.id)
    return member


async def reset_member(
    session: AsyncSession, staff_id: uuid.UUID, *, secrets: FreshSecrets | None = None, now: datetime
) -> StaffMember:
    """Remove password, second factor and passkeys; without new ones the owner has to enrol again."""
    member = await lock_member(session, staff_id)
    member.password_hash = secrets.password_hash if secrets else None
    member.totp_secret, member.totp_last_step = secrets.totp_sealed if secrets else None, None
    member.enrolled_at, member.invited_by_id = now if secrets else None, None
    await queries.delete_passkeys(session, member.id)
    await queries.delete_link(session, member.id)
    await queries.end_sessions(session, member.id)
    return member


async def get_member(session: AsyncSession, login: str) -> StaffMember:
    member = await queries.find_by_login(session, login)
    if member is None:
        raise NotFound(
            Message("There is nobody of the staff with the login {login}.", login=repr(login[:40]))
        )
    return member


async def list_members(session: AsyncSession) -> Sequence[StaffMember]:
    return await queries.list_members(session)


async def lock_member(session: AsyncSession, staff_id: uuid.UUID) -> StaffMember:
    member = await queries.lock_member(session, staff_id)
    if member is None:
        raise NotFound("Staff member not found.")
    return member
