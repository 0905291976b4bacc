"""What staff ask the table of clients."""

import uuid

from sqlalchemy import Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.models import Client
from clearwater.kit.paging import Keyset

CLIENT_ORDER = Keyset[Client]((Client.created_at, Client.id))


def select_clients(wanted: str | None) -> Select[Client]:
    """Clients whose id this is, or in whose e-mail address, username or name it occurs."""
    statement = select(Client)
    if wanted is None:
        return statement
    try:
        return statement.where(Client.id == uuid.UUID(wanted))
    except ValueError:
        pass
    name = func.concat_ws(" ", Client.first_name, Client.last_name)
    return statement.where(
        or_(
            Client.email.icontains(wanted, autoescape=True),
            Client.username.icontains(wanted, autoescape=True),
            name.icontains(wanted, autoescape=True),
        )
    )


async def lock_client(session: AsyncSession, client_id: uuid.UUID) -> Client | None:
    return await session.scalar(
        select(Client)
        .where(Client.id == client_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
