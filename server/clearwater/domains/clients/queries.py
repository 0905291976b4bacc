"""All SQL of clients."""

import uuid
from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.models import Client
from clearwater.kit.paging import Keyset

CLIENT_ORDER = Keyset[Client]((Client.created_at, Client.id))


async def find_by_email(session: AsyncSession, site_id: uuid.UUID, email: str) -> Client | None:
    return await session.scalar(select(Client).where(Client.site_id == site_id, Client.email == email))


async def find_by_id(session: AsyncSession, client_id: uuid.UUID) -> Client | None:
    return await session.get(Client, client_id)


async def find_by_ids(session: AsyncSession, ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Client]:
    rows = await session.scalars(select(Client).where(Client.id.in_(ids)))
    return {row.id: row for row in rows}


async def insert_client(session: AsyncSession, **columns: Any) -> Client | None:
    """Insert a client; None if the site already has one with this address."""
    statement = (
        insert(Client)
        .values(columns)
        .on_conflict_do_nothing(index_elements=[Client.site_id, Client.email])
        .returning(Client)
    )
    return await session.scalar(statement)


async def delete_client(session: AsyncSession, client_id: uuid.UUID) -> None:
    await session.execute(delete(Client).where(Client.id == client_id))


async def lock_by_id(session: AsyncSession, client_id: uuid.UUID) -> Client:
    """The client's row, locked until the transaction ends."""
    answer = await session.scalars(select(Client).where(Client.id == client_id).with_for_update())
    return answer.one()


async def lock_by_ids(session: AsyncSession, ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Client]:
    """The clients' rows, locked in the order of ids, so that two who lock several cannot deadlock."""
    locking = select(Client).where(Client.id.in_(ids)).order_by(Client.id).with_for_update()
    return {row.id: row for row in await session.scalars(locking)}


async def advance_totp_step(session: AsyncSession, client_id: uuid.UUID, step: int) -> bool:
    """Mark a TOTP step as used; False when it, or a later one, was used before.

    The database compares and updates atomically, so of two concurrent requests with one code only one
    succeeds.
    """
    advanced = await session.scalar(
        update(Client)
        .where(
            Client.id == client_id,
            or_(Client.totp_last_step.is_(None), Client.totp_last_step < step),
        )
        .values(totp_last_step=step)
        .returning(Client.id)
    )
    return advanced is not None


def select_clients(wanted: str | None) -> Select[Client]:
    """Clients with this id, or whose e-mail address, username or name contains the text."""
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


async def find_locked(session: AsyncSession, client_id: uuid.UUID) -> Client | None:
    return await session.scalar(
        select(Client)
        .where(Client.id == client_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
