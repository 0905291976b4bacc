"""Another cookie for a session whose client has just shown again who he is (ASVS 7.2.4).

A browser's session needs two halves, a token and a cookie; renewing the cookie makes the pair before
it worthless, and all tabs of the browser have the new one at once. A program has the token alone and
keeps it: nobody else could have put it there.
"""

import uuid
from datetime import datetime

from fastapi import Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sessions import queries
from clearwater.domains.sessions.service import SID_COOKIE
from clearwater.kit.cookies import set_cookie
from clearwater.kit.secrets import hash_token, new_token


async def renew_cookie(
    session: AsyncSession, request: Request, response: Response, session_id: uuid.UUID, *, now: datetime
) -> None:
    sid = new_token()
    expires_at = await queries.renew_sid(session, session_id, hash_token(sid), now=now)
    if expires_at is not None:
        set_cookie(response, request, SID_COOKIE, sid, for_=expires_at - now)
