"""Storage of passkeys and their challenges, for clients and staff."""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from webauthn.helpers import generate_challenge
from webauthn.registration.verify_registration_response import VerifiedRegistration

from clearwater.kit import passkeys
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.ids import new_id
from clearwater.kit.passkey_messages import CreatedCredential, ShownCredential
from clearwater.kit.passkey_rows import ChallengeColumns, PasskeyColumns
from clearwater.kit.passkeys import Party

Challenge = TypeVar("Challenge", bound=ChallengeColumns)
Passkey = TypeVar("Passkey", bound=PasskeyColumns)


async def add_passkey(
    session: AsyncSession,
    table: type[Passkey],
    verified: VerifiedRegistration,
    *,
    name: str,
    now: datetime,
    **owner: Any,
) -> Passkey:
    """Store a verified passkey; one that is registered already is refused."""
    passkey = table(
        id=new_id(),
        credential_id=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        name=name,
        created_at=now,
        **owner,
    )
    session.add(passkey)
    try:
        await session.flush()
    except IntegrityError:
        raise passkeys.refused("This passkey is already registered.") from None
    return passkey


def count_use(
    passkey: PasskeyColumns,
    party: Party,
    credential: ShownCredential,
    challenge: bytes,
    *,
    owner_id: uuid.UUID,
    now: datetime,
) -> bool:
    """Whether the passkey was really shown, by its owner; if so, the use is counted."""
    if not passkeys.is_owned_by(credential, owner_id.bytes):
        return False
    sign_count = passkeys.verify_assertion(
        party, credential, challenge, public_key=passkey.public_key, sign_count=passkey.sign_count
    )
    if sign_count is None:
        return False
    passkey.sign_count, passkey.last_used_at = sign_count, now
    return True


async def new_challenge(
    session: AsyncSession, table: type[ChallengeColumns], purpose: str, *, now: datetime, **owner: Any
) -> bytes:
    """Issue a challenge, and delete expired ones."""
    await session.execute(delete(table).where(table.expires_at <= now))
    challenge = generate_challenge()
    session.add(table(challenge=challenge, purpose=purpose, expires_at=now + passkeys.CHALLENGE_TTL, **owner))
    return challenge


async def take_challenge(
    sessions: SessionFactory,
    table: type[Challenge],
    credential: CreatedCredential | ShownCredential,
    *,
    purposes: Collection[str],
    now: datetime,
) -> Challenge | None:
    """The challenge that a credential answers, used up whatever becomes of the ceremony.

    It goes in a transaction of its own: a ceremony that fails is rolled back, its challenge is not.
    A second use finds none.
    """
    challenge = passkeys.challenge_of(credential)
    if challenge is None:
        return None
    async with transaction(sessions) as session:
        taken: Challenge | None = await session.scalar(
            delete(table).where(table.challenge == challenge).returning(table)
        )
    if taken is None or taken.expires_at <= now or taken.purpose not in purposes:
        return None
    return taken
