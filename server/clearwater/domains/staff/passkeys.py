"""Passkeys of staff: registered while signed in, used to sign in or to step up."""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import queries
from clearwater.domains.staff.errors import OperatorCredentialsInvalid
from clearwater.domains.staff.models import StaffPasskey, StaffPasskeyChallenge
from clearwater.kit import passkey_store, passkeys
from clearwater.kit.app_services import AppService
from clearwater.kit.db import SessionFactory
from clearwater.kit.passkey_messages import (
    CreatedCredential,
    PasskeyCreationOptions,
    PasskeyRequestOptions,
    ShownCredential,
)
from clearwater.kit.passkeys import REGISTER, SIGN_IN, STEP_UP, Party


class Parties(Protocol):
    """Implemented by sites, which are a layer above."""

    async def get_party(self, request: Request) -> Party:
        """The WebAuthn relying party for the host of a request."""
        ...


_parties = AppService[Parties]("sites")


async def party_of(request: Request) -> Party:
    """The WebAuthn relying party for the host of this request."""
    return await _parties.of(request.app).get_party(request)


async def offer_registration(
    session: AsyncSession, party: Party, staff_id: uuid.UUID, *, now: datetime
) -> PasskeyCreationOptions:
    member = await queries.get_member(session, staff_id)
    known = await queries.list_passkeys(session, staff_id)
    passkeys.require_room(len(known))
    return passkeys.creation_options(
        party,
        user_id=staff_id.bytes,
        user_name=f"{member.login} (staff)",
        challenge=await _new_challenge(session, REGISTER, staff_id, now=now),
        known_ids=[passkey.credential_id for passkey in known],
    )


async def register(
    session: AsyncSession,
    sessions: SessionFactory,
    party: Party,
    staff_id: uuid.UUID,
    credential: CreatedCredential,
    *,
    name: str,
    now: datetime,
) -> StaffPasskey:
    """Register a passkey that answers a challenge of this operator."""
    challenge = await _take_challenge(sessions, credential, purposes=(REGISTER,), staff_id=staff_id, now=now)
    verified = passkeys.verify_registration(party, credential, challenge)
    await queries.lock_member(session, staff_id)
    passkeys.require_room(await queries.count_passkeys(session, staff_id))
    return await passkey_store.add_passkey(
        session, StaffPasskey, verified, name=name, now=now, staff_id=staff_id
    )


async def offer_sign_in(session: AsyncSession, party: Party, *, now: datetime) -> PasskeyRequestOptions:
    challenge = await _new_challenge(session, SIGN_IN, None, now=now)
    return passkeys.request_options(party, challenge=challenge)


async def offer_step_up(
    session: AsyncSession, party: Party, staff_id: uuid.UUID, *, now: datetime
) -> PasskeyRequestOptions:
    known = await queries.list_passkeys(session, staff_id)
    challenge = await _new_challenge(session, STEP_UP, staff_id, now=now)
    known_ids = [passkey.credential_id for passkey in known]
    return passkeys.request_options(party, challenge=challenge, known_ids=known_ids)


async def use(
    session: AsyncSession,
    sessions: SessionFactory,
    party: Party,
    credential: ShownCredential,
    *,
    owner_id: uuid.UUID | None,
    now: datetime,
) -> uuid.UUID:
    """Verify a passkey and update its counter; returns its owner. With `owner_id`, only theirs."""
    purposes = (SIGN_IN,) if owner_id is None else (STEP_UP,)
    challenge = await _take_challenge(sessions, credential, purposes=purposes, staff_id=owner_id, now=now)
    passkey = await queries.lock_passkey(session, passkeys.raw_bytes(credential.raw_id))
    if challenge is None or passkey is None or owner_id not in (None, passkey.staff_id):
        raise _invalid_passkey()
    is_valid = passkey_store.count_use(
        passkey, party, credential, challenge, owner_id=passkey.staff_id, now=now
    )
    if not is_valid:
        raise _invalid_passkey()
    return passkey.staff_id


async def _new_challenge(
    session: AsyncSession, purpose: str, staff_id: uuid.UUID | None, *, now: datetime
) -> bytes:
    return await passkey_store.new_challenge(
        session, StaffPasskeyChallenge, purpose, now=now, staff_id=staff_id
    )


async def _take_challenge(
    sessions: SessionFactory,
    credential: CreatedCredential | ShownCredential,
    *,
    purposes: Collection[str],
    staff_id: uuid.UUID | None,
    now: datetime,
) -> bytes | None:
    """A challenge is bound to the operator who requested it; a sign-in challenge to nobody yet."""
    taken = await passkey_store.take_challenge(
        sessions, StaffPasskeyChallenge, credential, purposes=purposes, now=now
    )
    return taken.challenge if taken is not None and taken.staff_id == staff_id else None


def _invalid_passkey() -> OperatorCredentialsInvalid:
    return OperatorCredentialsInvalid("This passkey could not be verified.")
