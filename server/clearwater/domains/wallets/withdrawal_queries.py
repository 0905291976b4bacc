"""All SQL of withdrawals, their reviews, and address books."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Select, and_, delete, exists, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets.incident_models import WalletIncident
from clearwater.domains.wallets.models import (
    ChainTransaction,
    SavedAddress,
    Withdrawal,
    WithdrawalPolicy,
    WithdrawalReview,
)
from clearwater.kit.paging import Keyset

NEWEST_FIRST = Keyset[Withdrawal]((Withdrawal.created_at, Withdrawal.id))
# The request was refused, or given up before the ledger had the hold: nobody has ever seen it.
NEVER_MADE = and_(Withdrawal.status == "failed", Withdrawal.confirmed_at.is_(None))
BEING_MADE = and_(Withdrawal.status == "awaiting_confirmation", Withdrawal.is_held.is_(False))
# Ended without a payment, and the hold is still to be released.
TO_RELEASE = and_(
    Withdrawal.is_held,
    or_(Withdrawal.status.in_(("canceled", "rejected")), NEVER_MADE),
)


async def add(session: AsyncSession, withdrawal: Withdrawal) -> bool:
    """False when a concurrent request has the same idempotency key."""
    values = {column.name: getattr(withdrawal, column.name) for column in Withdrawal.__table__.columns}
    statement = insert(Withdrawal).values(values).on_conflict_do_nothing().returning(Withdrawal.id)
    return await session.scalar(statement) is not None


async def find_by_key(session: AsyncSession, client_id: uuid.UUID, key: bytes) -> Withdrawal | None:
    return await session.scalar(
        select(Withdrawal).where(Withdrawal.client_id == client_id, Withdrawal.idempotency_key == key)
    )


async def count_waiting(session: AsyncSession, client_id: uuid.UUID) -> int:
    """How many of the client's withdrawals wait for their confirmation."""
    is_waiting = Withdrawal.status == "awaiting_confirmation"
    counted = select(func.count()).where(Withdrawal.client_id == client_id, is_waiting)
    return await session.scalar(counted) or 0


async def pause(session: AsyncSession, client_id: uuid.UUID, *, until: datetime, cause: str) -> None:
    """Let a client withdraw nothing until a time."""
    values = {"client_id": client_id, "allow_list_only": False, "held_until": until, "hold_cause": cause}
    statement = insert(WithdrawalPolicy).values(values)
    changed = {"held_until": until, "hold_cause": cause}
    await session.execute(statement.on_conflict_do_update(index_elements=["client_id"], set_=changed))


async def find(session: AsyncSession, withdrawal_id: uuid.UUID) -> Withdrawal | None:
    return await session.get(Withdrawal, withdrawal_id)


async def list_by_ids(session: AsyncSession, ids: Collection[uuid.UUID]) -> Sequence[Withdrawal]:
    return (await session.scalars(select(Withdrawal).where(Withdrawal.id.in_(ids)))).all()


async def lock(session: AsyncSession, withdrawal_id: uuid.UUID) -> Withdrawal | None:
    statement = select(Withdrawal).where(Withdrawal.id == withdrawal_id).with_for_update()
    return await session.scalar(statement.execution_options(populate_existing=True))


async def has_transaction(session: AsyncSession, withdrawal_id: uuid.UUID) -> bool:
    """Whether a payment of it was ever planned, and may have been signed."""
    statement = select(exists().where(ChainTransaction.withdrawal_id == withdrawal_id))
    return bool(await session.scalar(statement))


def select_own(client_id: uuid.UUID) -> Select[Withdrawal]:
    """What a client sees of the withdrawals."""
    return select(Withdrawal).where(Withdrawal.client_id == client_id, ~BEING_MADE, ~NEVER_MADE)


def select_all(*, status: str | None, client_id: uuid.UUID | None) -> Select[Withdrawal]:
    statement: Select[Withdrawal] = select(Withdrawal).where(~BEING_MADE, ~NEVER_MADE)
    if status is not None:
        statement = statement.where(Withdrawal.status == status)
    return statement if client_id is None else statement.where(Withdrawal.client_id == client_id)


async def list_expired(session: AsyncSession, *, now: datetime, limit: int) -> Sequence[uuid.UUID]:
    statement = select(Withdrawal.id).where(
        Withdrawal.status == "awaiting_confirmation", Withdrawal.expires_at <= now
    )
    return (await session.scalars(statement.order_by(Withdrawal.created_at).limit(limit))).all()


async def list_to_release(session: AsyncSession, *, limit: int) -> Sequence[uuid.UUID]:
    statement = select(Withdrawal.id).where(TO_RELEASE).order_by(Withdrawal.created_at).limit(limit)
    return (await session.scalars(statement)).all()


async def list_internal(session: AsyncSession, *, limit: int) -> Sequence[uuid.UUID]:
    """Transfers to other clients that are still to be settled."""
    statement = select(Withdrawal.id).where(
        Withdrawal.status == "processing", Withdrawal.receiver_id.is_not(None)
    )
    return (await session.scalars(statement.order_by(Withdrawal.created_at).limit(limit))).all()


async def delete_never_made(session: AsyncSession, *, before: datetime) -> None:
    await session.execute(
        delete(Withdrawal).where(NEVER_MADE, Withdrawal.is_held.is_(False), Withdrawal.created_at < before)
    )


async def sum_others(
    session: AsyncSession, withdrawal: Withdrawal, *, reviewed_by_fewer_than: int, since: datetime
) -> int:
    """The value of others that fewer people review: of this client, or to this address, whichever is more."""
    counted = and_(
        Withdrawal.id != withdrawal.id,
        Withdrawal.confirmed_at >= since,
        Withdrawal.reviews_needed < reviewed_by_fewer_than,
        Withdrawal.status.not_in(("failed", "rejected", "canceled")),
    )
    total = select(func.coalesce(func.sum(Withdrawal.value), 0)).where(counted)
    of_client = total.where(Withdrawal.client_id == withdrawal.client_id)
    to_address = total.where(
        Withdrawal.network == withdrawal.network, Withdrawal.address == withdrawal.address
    )
    return int(max((await session.scalars(of_client)).one(), (await session.scalars(to_address)).one()))


async def list_known_destinations(
    session: AsyncSession, client_ids: Collection[uuid.UUID], addresses: Collection[str]
) -> set[tuple[uuid.UUID, str, str]]:
    """Client, network and address of completed withdrawals to these addresses."""
    statement = (
        select(Withdrawal.client_id, Withdrawal.network, Withdrawal.address)
        .where(
            Withdrawal.client_id.in_(client_ids),
            Withdrawal.address.in_(addresses),
            Withdrawal.status == "completed",
        )
        .distinct()
    )
    return {(row.client_id, row.network, row.address) for row in await session.execute(statement)}


async def list_reviews(
    session: AsyncSession, withdrawal_ids: Collection[uuid.UUID]
) -> Sequence[WithdrawalReview]:
    statement = select(WithdrawalReview).where(WithdrawalReview.withdrawal_id.in_(withdrawal_ids))
    return (await session.scalars(statement.order_by(WithdrawalReview.created_at))).all()


async def find_with_incidents(session: AsyncSession, client_ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Which of these clients have an open incident."""
    statement = select(WalletIncident.client_id).where(
        WalletIncident.client_id.in_(client_ids), WalletIncident.resolved_at.is_(None)
    )
    return {client_id for client_id in await session.scalars(statement) if client_id is not None}


async def find_policy(session: AsyncSession, client_id: uuid.UUID) -> WithdrawalPolicy | None:
    return await session.get(WithdrawalPolicy, client_id)


async def lock_policy(session: AsyncSession, client_id: uuid.UUID) -> WithdrawalPolicy:
    """The client's policy, made when there is none."""
    statement = insert(WithdrawalPolicy).values(client_id=client_id, allow_list_only=False)
    await session.execute(statement.on_conflict_do_nothing())
    locking = select(WithdrawalPolicy).where(WithdrawalPolicy.client_id == client_id).with_for_update()
    return (await session.scalars(locking)).one()


async def list_addresses(session: AsyncSession, client_id: uuid.UUID) -> Sequence[SavedAddress]:
    """The whole address book, newest first; its size is limited."""
    statement = select(SavedAddress).where(SavedAddress.client_id == client_id)
    ordered = statement.order_by(SavedAddress.created_at.desc(), SavedAddress.id.desc())
    return (await session.scalars(ordered)).all()


async def count_addresses(session: AsyncSession, client_id: uuid.UUID) -> int:
    statement = select(func.count()).select_from(SavedAddress).where(SavedAddress.client_id == client_id)
    return await session.scalar(statement) or 0


async def add_address(session: AsyncSession, saved: SavedAddress) -> bool:
    """False when the client has saved it before."""
    values = {column.name: getattr(saved, column.name) for column in SavedAddress.__table__.columns}
    statement = insert(SavedAddress).values(values).on_conflict_do_nothing().returning(SavedAddress.id)
    return await session.scalar(statement) is not None


async def find_address(
    session: AsyncSession, client_id: uuid.UUID, address_id: uuid.UUID
) -> SavedAddress | None:
    return await session.scalar(
        select(SavedAddress).where(SavedAddress.client_id == client_id, SavedAddress.id == address_id)
    )


async def find_saved(
    session: AsyncSession, client_id: uuid.UUID, *, coin: str, network: str, address: str, memo: str
) -> SavedAddress | None:
    return await session.scalar(
        select(SavedAddress).where(
            SavedAddress.client_id == client_id,
            SavedAddress.coin == coin,
            SavedAddress.network == network,
            SavedAddress.address == address,
            SavedAddress.memo == memo,
        )
    )


async def delete_address(session: AsyncSession, client_id: uuid.UUID, address_id: uuid.UUID) -> bool:
    deleted = await session.scalar(
        delete(SavedAddress)
        .where(SavedAddress.client_id == client_id, SavedAddress.id == address_id)
        .returning(SavedAddress.id)
    )
    return deleted is not None
