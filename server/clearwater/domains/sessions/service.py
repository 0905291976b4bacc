"""Sessions for other domains: who calls, and which sessions are open; end or renew one."""

import uuid
from collections.abc import Collection
from datetime import datetime

from fastapi import Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions import queries
from clearwater.domains.sessions.authentication import (
    SID_COOKIE,
    Caller,
    CallerCache,
    Credential,
    credential_of,
    is_visitor,
)
from clearwater.domains.sessions.callers import (
    ChangingOwner,
    Confirmed,
    MaybeCaller,
    OpenToKeys,
    Owner,
    Reader,
    ReadingOwner,
    SignedIn,
    SteppedUp,
    SteppedUpOwner,
    Unfrozen,
    UnfrozenSteppedUp,
    get_reader,
    get_signed_in,
    open_to_keys,
    open_to_readers,
    signed_in,
)
from clearwater.domains.sessions.queries import end_sessions, set_stepped_up
from clearwater.domains.sessions.schemas import SessionForStaff
from clearwater.kit.http import set_cookie
from clearwater.kit.secrets import hash_token, new_token

__all__ = [
    "SID_COOKIE",
    "Caller",
    "CallerCache",
    "ChangingOwner",
    "Confirmed",
    "Credential",
    "MaybeCaller",
    "OpenToKeys",
    "Owner",
    "Reader",
    "ReadingOwner",
    "SessionForStaff",
    "SignedIn",
    "SteppedUp",
    "SteppedUpOwner",
    "Unfrozen",
    "UnfrozenSteppedUp",
    "credential_of",
    "end_sessions",
    "get_reader",
    "get_signed_in",
    "is_visitor",
    "list_for_staff",
    "list_open_sessions",
    "open_to_keys",
    "open_to_readers",
    "renew_cookie",
    "set_stepped_up",
    "signed_in",
]


async def list_open_sessions(
    session: AsyncSession, ids: Collection[uuid.UUID], *, now: datetime
) -> set[uuid.UUID]:
    """Which of these sessions are still open."""
    return await queries.list_open(session, ids, now=now)


async def list_for_staff(
    session: AsyncSession, client_id: uuid.UUID, *, now: datetime
) -> list[SessionForStaff]:
    """The client's open sessions, the one used last first."""
    return [SessionForStaff.of(row) for row in await queries.list_sessions(session, client_id, now=now)]


async def renew_cookie(
    session: AsyncSession, request: Request, response: Response, owner: Owner, *, now: datetime
) -> None:
    """Another cookie for a session whose client has just shown again who he is (ASVS 7.2.4).

    A browser's session needs two halves, a token and a cookie; renewing the cookie makes the pair before
    it worthless, and all tabs of the browser have the new one at once. A program has the token alone and
    keeps it: nobody else could have put it there.
    """
    sid = new_token()
    expires_at = await queries.renew_sid(session, owner.session_id, hash_token(sid), now=now)
    if expires_at is not None:
        set_cookie(response, request, SID_COOKIE, sid, for_=expires_at - now)
