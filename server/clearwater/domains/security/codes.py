"""Emailed one-time codes, bound to a purpose, with few attempts and a short lifetime."""

import base64
import hmac
import math
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, cast, get_args

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.service import Client
from clearwater.domains.security import queries
from clearwater.domains.security.errors import (
    AskedElsewhere,
    AttemptsLeft,
    CodeExpired,
    CodeInvalid,
    CodeResendTooSoon,
)
from clearwater.domains.security.models import OneTimeCode
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message
from clearwater.kit.secrets import Seal, hash_token, new_digits, new_token
from clearwater.kit.visitor import Visitor

Purpose = Literal["email_confirmation", "email_change", "knock", "password_reset", "withdrawal"]

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
DIGITS = 6
MAX_ATTEMPTS = 5
LIFETIME = timedelta(minutes=10)
RESEND_AFTER = timedelta(seconds=60)
RESEND_WINDOW = timedelta(hours=1)
MAX_RESENDS_PER_WINDOW = 5
# Emails per hour and account that unknown devices can request together.
MAX_MAILS_PER_WINDOW = 20
# Anybody can request these, so a new code must not invalidate earlier ones.
PUBLIC_PURPOSES: frozenset[Purpose] = frozenset({"knock", "password_reset"})
# Each of these codes is for one thing, its target; several things can be waiting for their codes.
PURPOSES_WITH_TARGET: frozenset[Purpose] = frozenset({"withdrawal"})
SIGN_IN_LINK_COOKIE = "knock"
KEPT_FOR = timedelta(days=1)
SEAL_PURPOSE = "one-time-code"
# 80 bits: enough to identify the account by the code alone, short enough to type.
LINK_CODE_LENGTH = 16


@dataclass(frozen=True)
class IssuedCode:
    """The code for the email; only its hash is stored."""

    digits: str
    link_code: str


async def issue(
    session: AsyncSession,
    seal: Seal,
    client_id: uuid.UUID,
    purpose: Purpose,
    *,
    now: datetime,
    target: str | None = None,
    asked_from: str | None = None,
    browser: str | None = None,
) -> IssuedCode:
    """Create a code; one that only the client can request invalidates the previous one.

    The caller has locked the client's row. With `browser`, the code works only in that browser.
    """
    issued = IssuedCode(
        digits=new_digits(DIGITS),
        link_code=_new_link_code(new_token()) if purpose == "knock" else new_token(),
    )
    if purpose not in PUBLIC_PURPOSES:
        only = target if purpose in PURPOSES_WITH_TARGET else None
        await queries.close_codes(session, client_id, purpose, target=only, now=now)
    session.add(
        OneTimeCode(
            id=new_id(),
            client_id=client_id,
            purpose=purpose,
            code_hash=_digits_hashes(seal, client_id, purpose, issued.digits)[0],
            link_hash=hash_token(issued.link_code),
            target=target,
            browser_hash=hash_token(browser) if browser is not None else None,
            asked_from=asked_from,
            attempts_left=MAX_ATTEMPTS,
            created_at=now,
            expires_at=now + LIFETIME,
        )
    )
    await session.flush()
    return issued


async def require_resend_allowed(
    session: AsyncSession, client: Client, purpose: Purpose, *, now: datetime
) -> None:
    """Emails are at least a minute apart and at most five an hour, besides that of the registration."""
    sent = await queries.list_sent(session, client.id, purpose, since=now - RESEND_WINDOW)
    wait = _resend_wait([at for at, _ in sent], client, now=now)
    if wait > timedelta(0):
        seconds = math.ceil(wait.total_seconds())
        raise CodeResendTooSoon(
            Message("You can request a new code in {seconds} s.", seconds=seconds),
            headers={"Retry-After": str(seconds)},
        )


async def may_mail(
    session: AsyncSession,
    client: Client,
    purpose: Purpose,
    *,
    asked_from: str,
    is_known: bool,
    now: datetime,
) -> bool:
    """Whether this request may send an email; requests of others never block the owner.

    The total of all unknown devices is limited too, so that a mailbox cannot be flooded; each known device
    has a limit of its own.
    """
    sent = await queries.list_sent(session, client.id, purpose, since=now - RESEND_WINDOW)
    if not is_known and len(sent) >= MAX_MAILS_PER_WINDOW:
        return False
    from_here = [at for at, sent_from in sent if sent_from == asked_from]
    return _resend_wait(from_here, client, now=now) <= timedelta(0)


def _resend_wait(sent: Sequence[datetime], client: Client, *, now: datetime) -> timedelta:
    if not sent:
        return timedelta(0)
    wait = max(sent) + RESEND_AFTER - now
    asked_for = [at for at in sent if at > client.created_at]
    if len(asked_for) >= MAX_RESENDS_PER_WINDOW:
        wait = max(wait, sorted(asked_for)[-MAX_RESENDS_PER_WINDOW] + RESEND_WINDOW - now)
    return wait


async def use_digits(
    session: AsyncSession,
    client_id: uuid.UUID,
    purpose: Purpose,
    digits: str,
    *,
    sessions: SessionFactory,
    seal: Seal,
    now: datetime,
) -> OneTimeCode:
    """Use the client's open code, or raise. The attempt counts even if the request is rolled back."""
    tried = await try_digits(sessions, seal, client_id, purpose, digits, now=now)
    return await use(session, tried, now=now)


async def try_digits(
    sessions: SessionFactory,
    seal: Seal,
    client_id: uuid.UUID,
    purpose: Purpose,
    digits: str,
    *,
    target: str | None = None,
    now: datetime,
) -> OneTimeCode:
    """Check a code against the client's open one, or raise; it is not used yet, but the attempt is."""
    async with transaction(sessions) as counting:
        tried = await queries.take_attempt(counting, client_id, purpose, target=target, now=now)
    if tried is None:
        raise CodeExpired
    if not _has_digits(tried, seal, digits):
        raise CodeInvalid(fields=AttemptsLeft(attempts_left=tried.attempts_left))
    return tried


async def count_wrong(session: AsyncSession, client_id: uuid.UUID, purpose: Purpose, *, now: datetime) -> int:
    """How many wrong codes of a purpose were entered within a day, over all its targets."""
    return await queries.count_wrong(session, client_id, purpose, since=now - KEPT_FOR, allowed=MAX_ATTEMPTS)


async def was_used(
    session: AsyncSession, seal: Seal, client_id: uuid.UUID, purpose: Purpose, digits: str, *, target: str
) -> bool:
    """Whether this was the code that was used for a target."""
    used = await queries.list_used(session, client_id, purpose, target)
    return any(_has_digits(code, seal, digits) for code in used)


def _has_digits(code: OneTimeCode, seal: Seal, digits: str) -> bool:
    hashes = _digits_hashes(seal, code.client_id, cast("Purpose", code.purpose), digits)
    return any(hmac.compare_digest(code.code_hash, right) for right in hashes)


async def use_link_code(
    session: AsyncSession, site_id: uuid.UUID, purpose: Purpose, link_code: str, *, now: datetime
) -> OneTimeCode:
    """Use the code of an emailed link, or raise."""
    found = await get_link_code(session, site_id, purpose, link_code, now=now)
    return await use(session, found, now=now)


async def get_link_code(
    session: AsyncSession, site_id: uuid.UUID, purpose: Purpose, link_code: str, *, now: datetime
) -> OneTimeCode:
    """The open code of an emailed link, without using it."""
    found = await queries.find_by_link(session, site_id, purpose, hash_token(link_code))
    if found is None:
        raise CodeInvalid(fields=AttemptsLeft(attempts_left=0))
    if found.used_at is not None or found.expires_at <= now:
        raise CodeExpired
    return found


async def take_attempt(session: AsyncSession, code: OneTimeCode, *, now: datetime) -> bool:
    """Use one of a code's remaining attempts; the caller commits this before checking the code."""
    return await queries.take_attempt_of(session, code.id, now=now)


def require_browser(visitor: Visitor, code: OneTimeCode) -> None:
    """Reject a code in another browser than the one that requested it; it stays valid there."""
    if code.browser_hash is None:
        return
    shown = hash_token(visitor.cookies.get(SIGN_IN_LINK_COOKIE) or "")
    if not hmac.compare_digest(shown, code.browser_hash):
        raise AskedElsewhere


async def use(session: AsyncSession, code: OneTimeCode, *, now: datetime) -> OneTimeCode:
    """Use a code; of two concurrent requests only one succeeds."""
    used = await queries.use_code(session, code.id, now=now)
    if used is None:
        raise CodeExpired
    return used


def normalise_link_code(code: str) -> str:
    """Normalise a typed code of a sign-in link."""
    return code.replace("-", "").upper()


def format_link_code(link_code: str) -> str:
    """Format the code of a sign-in link in readable groups."""
    return "-".join(link_code[start : start + 4] for start in range(0, len(link_code), 4))


def _new_link_code(token: str) -> str:
    return base64.b32encode(hash_token(token)).decode()[:LINK_CODE_LENGTH]


def _digits_hashes(seal: Seal, client_id: uuid.UUID, purpose: Purpose, digits: str) -> list[bytes]:
    """The hashes under each key, the newest first."""
    return seal.digests(f"{client_id}:{purpose}:{digits}", purpose=SEAL_PURPOSE)
