"""Second factors: TOTP codes, recovery codes, passkeys."""

import base64
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.security import queries
from clearwater.kit import totp
from clearwater.kit.secrets import Seal, hash_token, new_token

TOTP_PURPOSE = "totp"
RECOVERY_PURPOSE = "recovery-code"
RECOVERY_CODES = 10
# Of 32 letters and digits: 80 bits.
RECOVERY_CODE_LENGTH = 16

Method = Literal["totp", "recovery_code", "passkey"]


async def methods_of(session: AsyncSession, client: Client) -> list[Method]:
    """The client's 2FA methods; empty without 2FA."""
    methods: list[Method] = []
    if client.totp_secret is not None:
        methods.append("totp")
        if await queries.count_unused_recovery_codes(session, client.id):
            methods.append("recovery_code")
    if await queries.count_passkeys(session, [client.id]):
        methods.append("passkey")
    return methods


async def use_totp(session: AsyncSession, seal: Seal, client: Client, code: str, *, now: datetime) -> bool:
    """Verify and use a TOTP code; a code works only once."""
    step = _find_step(seal, client, code, now=now)
    return step is not None and await clients.advance_totp_step(session, client.id, step)


def is_totp(seal: Seal, client: Client, code: str, *, now: datetime) -> bool:
    """Verify a TOTP code without using it."""
    return _find_step(seal, client, code, now=now) is not None


def _find_step(seal: Seal, client: Client, code: str, *, now: datetime) -> int | None:
    if client.totp_secret is None:
        return None
    secret = seal.open(client.totp_secret, purpose=TOTP_PURPOSE).decode()
    return totp.find_step(secret, code, last_step=client.totp_last_step, now=now)


async def use_recovery_code(
    session: AsyncSession, seal: Seal, client: Client, code: str, *, now: datetime
) -> bool:
    """Verify and use a recovery code."""
    if client.totp_secret is None:
        return False
    return await queries.mark_recovery_code_used(session, client.id, _recovery_hashes(seal, code), now=now)


async def renew_recovery_codes(session: AsyncSession, seal: Seal, client: Client) -> list[str]:
    """Replace the recovery codes by ten new ones; only their hashes are stored."""
    codes = [_new_recovery_code() for _ in range(RECOVERY_CODES)]
    await queries.replace_recovery_codes(
        session, client.id, [_recovery_hashes(seal, code)[0] for code in codes]
    )
    return codes


def _new_recovery_code() -> str:
    letters = base64.b32encode(hash_token(new_token())).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, RECOVERY_CODE_LENGTH, 4))


def _recovery_hashes(seal: Seal, code: str) -> list[bytes]:
    """The hashes under each key, the newest first; dashes and case do not matter."""
    typed = "".join(character for character in code.lower() if character.isalnum())
    return seal.digests(typed, purpose=RECOVERY_PURPOSE)
