"""An account whose address nobody has confirmed belongs to nobody yet: the mailbox decides.

A stranger may have registered the address of somebody else, and wait for its owner to confirm it.
So whoever shows the mailbox takes the account over empty: what was there before he came is gone.
"""

import uuid
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.sessions import code_queries, codes, device_queries, queries, security_queries

# How long a registration keeps its address for itself: as long as its own code is good.
RESERVED_FOR = codes.GOOD_FOR


async def claim(session: AsyncSession, client: Client, *, password_hash: str, now: datetime) -> None:
    """Make an unconfirmed account the mailbox owner's alone. The caller holds the client's row."""
    assert not client.email_is_confirmed, "what is confirmed is nobody else's to take"
    client.password_hash = password_hash
    client.password_changed_at = now
    client.email_is_confirmed = True
    clients.clear_profile(client)
    await remove_ways_in(session, client.id, now=now)


async def remove_ways_in(session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> None:
    """End everything that opens an account but its password."""
    await queries.end_sessions(session, client_id)
    await device_queries.delete_devices(session, client_id)
    await security_queries.delete_all_credentials(session, client_id)
    for purpose in codes.PURPOSES:
        await code_queries.close_codes(session, client_id, purpose, now=now)


async def give_way(session: AsyncSession, site_id: uuid.UUID, email: str, *, now: datetime) -> None:
    """Make room for a new registration of an address that was registered a while ago and never confirmed."""
    found = await clients.find_client_by_email(session, site_id, email)
    if found is None or not is_void(found, now=now):
        return
    client = await clients.lock_client(session, found.id)
    if is_void(client, now=now):
        await queries.end_sessions(session, client.id)
        await clients.delete_unconfirmed(session, client)


def is_void(client: Client, *, now: datetime) -> bool:
    is_reserved = now < client.created_at + RESERVED_FOR
    return not client.email_is_confirmed and client.frozen_at is None and not is_reserved
