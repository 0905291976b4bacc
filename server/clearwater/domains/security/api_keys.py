"""API keys: scopes and allowed networks."""

import uuid
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client, ClientFacts
from clearwater.domains.security import emails, queries
from clearwater.domains.security.models import ApiKey
from clearwater.domains.security.schemas import RANK_NEEDED, NewApiKey
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message
from clearwater.kit.notices import Notice, announce
from clearwater.kit.secrets import hash_token, new_token

KEY_PREFIX = "cw_"
MAX_API_KEYS = 30


async def create_api_key(
    session: AsyncSession,
    facts: ClientFacts,
    site: CurrentSite,
    client_id: uuid.UUID,
    draft: NewApiKey,
    *,
    now: datetime,
) -> tuple[ApiKey, str]:
    """Create a key; also returns its secret, of which only a hash is stored."""
    client = await clients.lock_client(session, client_id)
    rank = max(RANK_NEEDED[scope] for scope in draft.scopes)
    if rank:
        await facts.require_rank(session, client, rank)
    if await queries.count_api_keys(session, client_id) >= MAX_API_KEYS:
        message = Message(
            "You can have at most {max_api_keys} API keys. Remove one first.", max_api_keys=MAX_API_KEYS
        )
        raise ValidationFailed(message, errors=[FieldError(field="name", code="too_many", message=message)])
    key = KEY_PREFIX + new_token()
    row = ApiKey(
        id=new_id(),
        client_id=client_id,
        name=draft.name,
        key_hash=hash_token(key),
        scopes=list(draft.scopes),
        ip_allow_list=list(dict.fromkeys(draft.ip_allow_list)),
        created_at=now,
    )
    session.add(row)
    await announce(
        session, Notice("security", client_id, {"change": "api_key", "act": "added"}), is_recorded=True
    )
    clients.send_email(session, site, client, emails.api_key_created(row.name, row.scopes), now=now)
    await session.flush()
    return row, key


async def delete_api_key(
    session: AsyncSession, site: CurrentSite, client: Client, key_id: uuid.UUID, *, now: datetime
) -> None:
    """Delete a key, effective immediately."""
    name = await queries.delete_api_key(session, client.id, key_id)
    if name is None:
        raise NotFound("API key not found.")
    await announce(
        session, Notice("security", client.id, {"change": "api_key", "act": "removed"}), is_recorded=True
    )
    clients.send_email(session, site, client, emails.api_key_deleted(name), now=now)
