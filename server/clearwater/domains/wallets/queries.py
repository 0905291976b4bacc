"""All SQL of networks, addresses and deposits."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    Select,
    TableValuedAlias,
    and_,
    cast,
    column,
    func,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy import delete as sql_delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from clearwater.domains.wallets.models import (
    OPEN_TRANSACTIONS,
    ChainBlock,
    ChainNonce,
    ChainOutput,
    ChainTransaction,
    Deposit,
    DepositAddress,
    Network,
)
from clearwater.domains.wallets.ports import BlockRef
from clearwater.kit.paging import Keyset

DEPOSITS_NEWEST_FIRST = Keyset[Deposit]((Deposit.created_at, Deposit.id))
IS_OPEN = text("status IN ('detected', 'confirming', 'below_minimum')")
# A batch of full blocks of a public chain uses up hundreds of thousands of outputs.
SPENT_AT_ONCE = 10_000
DEPOSIT_KEY = (Deposit.network, Deposit.tx_id, Deposit.place)
# What belongs to the client's list; the rest is for staff.
SHOWN = Deposit.status != "unassigned"


async def ensure_network(
    session: AsyncSession, key: str, *, height: int, now: datetime, status: str = "enabled"
) -> None:
    statement = insert(Network).values(
        key=key, status=status, height=height, node_height=0, addresses=0, updated_at=now
    )
    await session.execute(statement.on_conflict_do_nothing())


async def list_networks(session: AsyncSession) -> dict[str, Network]:
    return {network.key: network for network in await session.scalars(select(Network))}


async def find_network(session: AsyncSession, key: str) -> Network | None:
    return await session.get(Network, key)


async def lock_network(session: AsyncSession, key: str) -> Network | None:
    return await session.scalar(select(Network).where(Network.key == key).with_for_update())


async def end_sweep_request(session: AsyncSession, key: str, requested_at: datetime) -> None:
    """End a request that was carried out; one that was made meanwhile stays."""
    statement = update(Network).where(Network.key == key, Network.sweep_requested_at == requested_at)
    await session.execute(statement.values(sweep_requested_at=None))


async def find_address(session: AsyncSession, network: str, client_id: uuid.UUID) -> DepositAddress | None:
    statement = select(DepositAddress).where(
        DepositAddress.network == network, DepositAddress.client_id == client_id
    )
    return await session.scalar(statement)


async def find_owner(session: AsyncSession, network: str, address: str) -> uuid.UUID | None:
    """Whose address it is; None when it is not one of ours."""
    statement = select(DepositAddress.client_id).where(
        DepositAddress.network == network, DepositAddress.address == address
    )
    return await session.scalar(statement)


async def list_addresses_since(
    session: AsyncSession, network: str, index: int
) -> Sequence[tuple[int, str, uuid.UUID]]:
    """Addresses from a number on, in the order in which they were given away."""
    statement = (
        select(DepositAddress.index, DepositAddress.address, DepositAddress.client_id)
        .where(DepositAddress.network == network, DepositAddress.index >= index)
        .order_by(DepositAddress.index)
    )
    return [(number, address, owner) for number, address, owner in await session.execute(statement)]


async def list_blocks(session: AsyncSession, network: str, *, from_height: int) -> Sequence[ChainBlock]:
    """Stored blocks, the newest first."""
    statement = (
        select(ChainBlock)
        .where(ChainBlock.network == network, ChainBlock.height >= from_height)
        .order_by(ChainBlock.height.desc())
    )
    return (await session.scalars(statement)).all()


async def add_blocks(session: AsyncSession, network: str, blocks: Iterable[BlockRef]) -> None:
    rows = [
        {"network": network, "height": block.height, "hash": block.hash, "parent": block.parent}
        for block in blocks
    ]
    await session.execute(insert(ChainBlock), rows)


async def delete_blocks(
    session: AsyncSession, network: str, *, above: int | None = None, below: int | None = None
) -> None:
    statement = sql_delete(ChainBlock).where(ChainBlock.network == network)
    if above is not None:
        statement = statement.where(ChainBlock.height > above)
    if below is not None:
        statement = statement.where(ChainBlock.height < below)
    await session.execute(statement)


async def find_own_transactions(session: AsyncSession, network: str, tx_ids: Collection[str]) -> set[str]:
    """Which of these are transactions of the house."""
    statement = select(ChainTransaction.tx_id).where(
        ChainTransaction.network == network, ChainTransaction.tx_id.in_(tx_ids)
    )
    return {tx_id for tx_id in await session.scalars(statement) if tx_id is not None}


async def find_deposits(
    session: AsyncSession, network: str, places: Collection[tuple[str, int]]
) -> dict[tuple[str, int], Deposit]:
    """Known deposits by transaction and place."""
    wanted = _unnest(places, tx_id=Deposit.tx_id, place=Deposit.place)
    statement = select(Deposit).where(
        Deposit.network == network, Deposit.tx_id == wanted.c.tx_id, Deposit.place == wanted.c.place
    )
    return {(deposit.tx_id, deposit.place): deposit for deposit in await session.scalars(statement)}


async def list_deposits_above(session: AsyncSession, network: str, height: int) -> Sequence[Deposit]:
    statement = select(Deposit).where(Deposit.network == network, Deposit.height > height)
    return (await session.scalars(statement)).all()


async def list_open_deposits(session: AsyncSession, network: str) -> Sequence[Deposit]:
    statement = select(Deposit).where(Deposit.network == network, IS_OPEN)
    return (await session.scalars(statement.order_by(Deposit.created_at))).all()


async def list_deposits_to_credit(
    session: AsyncSession, network: str, *, up_to: int, limit: int
) -> Sequence[Deposit]:
    """Deposits with enough confirmations, the oldest first."""
    statement = (
        select(Deposit)
        .where(Deposit.network == network, IS_OPEN, Deposit.status == "confirming", Deposit.height <= up_to)
        .order_by(Deposit.height, Deposit.id)
        .limit(limit)
    )
    return (await session.scalars(statement)).all()


async def list_below_minimum(
    session: AsyncSession, network: str, client_id: uuid.UUID, coin: str
) -> Sequence[Deposit]:
    """A client's deposits of a coin that were too small so far."""
    statement = select(Deposit).where(
        Deposit.network == network,
        IS_OPEN,
        Deposit.status == "below_minimum",
        Deposit.client_id == client_id,
        Deposit.coin == coin,
    )
    return (await session.scalars(statement)).all()


async def lock_deposits(session: AsyncSession, ids: Collection[uuid.UUID]) -> Sequence[Deposit]:
    statement = select(Deposit).where(Deposit.id.in_(ids)).order_by(Deposit.id).with_for_update()
    return (await session.scalars(statement)).all()


def select_deposits(client_id: uuid.UUID) -> Select[Deposit]:
    statement: Select[Deposit] = select(Deposit).where(Deposit.client_id == client_id, SHOWN)
    return statement


def select_all_deposits(
    *, status: str | None, network: str | None, is_handled: bool | None = None
) -> Select[Deposit]:
    statement: Select[Deposit] = select(Deposit)
    if is_handled is not None:
        handled = Deposit.handled_at
        statement = statement.where(handled.is_not(None) if is_handled else handled.is_(None))
    if status is not None:
        statement = statement.where(Deposit.status == status)
    if network is not None:
        statement = statement.where(Deposit.network == network)
    return statement


async def find_deposits_by_id(session: AsyncSession, ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Deposit]:
    return {row.id: row for row in await session.scalars(select(Deposit).where(Deposit.id.in_(ids)))}


async def find_references(session: AsyncSession, references: Collection[str]) -> Sequence[Deposit]:
    """Deposits by what the ledger knows them by; other references are ignored."""
    places = []
    for reference in references:
        kind, *parts = reference.split(":")
        if kind == "deposit" and len(parts) == len(DEPOSIT_KEY) and parts[-1].isdecimal():
            places.append((parts[0], parts[1], int(parts[2])))
    if not places:
        return ()
    statement = select(Deposit).where(tuple_(*DEPOSIT_KEY).in_(places))
    return (await session.scalars(statement)).all()


async def add_outputs(session: AsyncSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store outputs that are ours; one that was known gets the height at which it is now."""
    statement = insert(ChainOutput)
    statement = statement.on_conflict_do_update(
        index_elements=["network", "tx_id", "place"], set_={"height": statement.excluded.height}
    )
    await session.execute(statement, list(rows))


async def mark_spent(session: AsyncSession, network: str, spent: Sequence[tuple[str, int, str, int]]) -> None:
    """Note which outputs a block has spent: transaction, place, by which transaction, at which height."""
    for start in range(0, len(spent), SPENT_AT_ONCE):
        by = _unnest(
            spent[start : start + SPENT_AT_ONCE],
            tx_id=ChainOutput.tx_id,
            place=ChainOutput.place,
            spent_by=ChainOutput.tx_id,
            at=ChainOutput.height,
        )
        statement = (
            update(ChainOutput)
            .where(
                ChainOutput.network == network,
                ChainOutput.tx_id == by.c.tx_id,
                ChainOutput.place == by.c.place,
            )
            .values(spent_tx_id=by.c.spent_by, spent_height=by.c["at"])
            .execution_options(synchronize_session=False)
        )
        await session.execute(statement)


def _unnest(rows: Collection[tuple[Any, ...]], **columns: InstrumentedAttribute[Any]) -> TableValuedAlias:
    """Rows as a table, with one parameter for each column: PostgreSQL takes no more than 32,767."""
    values = zip(*rows, strict=True) if rows else [()] * len(columns)
    arrays = [cast(list(one), ARRAY(like.type)) for one, like in zip(values, columns.values(), strict=True)]
    names = [column(name, like.type) for name, like in columns.items()]
    return func.unnest(*arrays).table_valued(*names, name="rows").render_derived()


async def rewind_outputs(session: AsyncSession, network: str, height: int) -> None:
    """Undo what blocks above a height did to our outputs."""
    unspent = (
        update(ChainOutput)
        .where(ChainOutput.network == network, ChainOutput.spent_height > height)
        .values(spent_tx_id=None, spent_height=None)
    )
    unmined = (
        update(ChainOutput)
        .where(ChainOutput.network == network, ChainOutput.height > height)
        .values(height=None)
    )
    for statement in (unspent, unmined):
        await session.execute(statement.execution_options(synchronize_session=False))


async def rewind_transactions(session: AsyncSession, network: str, height: int) -> None:
    """Those of the house that were in blocks above a height wait for a block again."""
    is_open = and_(ChainTransaction.network == network, ChainTransaction.status.in_(OPEN_TRANSACTIONS))
    unmined = update(ChainTransaction).where(is_open, ChainTransaction.height > height)
    # What has taken the place of one may be gone, too, or be in a block of its own again.
    unreplaced = update(ChainTransaction).where(is_open, ChainTransaction.replaced_height > height)
    for statement in (
        unmined.values(height=None, block_hash=None, fee_paid=None),
        unreplaced.values(replaced_height=None),
    ):
        await session.execute(statement.execution_options(synchronize_session=False))


async def list_final_above(session: AsyncSession, network: str, height: int) -> Sequence[ChainTransaction]:
    """Transactions of the house that had an end for good, by blocks above a height."""
    is_mined = ChainTransaction.status.in_(("confirmed", "reverted"))
    is_replaced = ChainTransaction.status == "replaced"
    statement = select(ChainTransaction).where(
        ChainTransaction.network == network,
        or_(
            and_(is_mined, ChainTransaction.height > height),
            and_(is_replaced, ChainTransaction.replaced_height > height),
        ),
    )
    return (await session.scalars(statement.order_by(ChainTransaction.created_at))).all()


async def reopen_transactions(session: AsyncSession, references: Collection[str]) -> None:
    """All attempts at these are followed and sent again; one of them will be in a block."""
    statement = (
        update(ChainTransaction)
        .where(ChainTransaction.reference.in_(references), ChainTransaction.raw.is_not(None))
        .values(status="broadcast", height=None, block_hash=None, fee_paid=None, replaced_height=None)
    )
    await session.execute(statement.execution_options(synchronize_session=False))


async def forget_chain(session: AsyncSession, network: str) -> None:
    """A development chain has begun again: nothing of the former one is there, and its nonces are free."""
    for table in (ChainBlock, ChainOutput, ChainNonce):
        await session.execute(sql_delete(table).where(table.network == network))
    await session.execute(
        update(ChainTransaction)
        .where(ChainTransaction.network == network, ChainTransaction.status.in_(OPEN_TRANSACTIONS))
        .values(status="replaced")
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(ChainTransaction)
        .where(ChainTransaction.network == network)
        .values(nonce=None, tx_id=None)
        .execution_options(synchronize_session=False)
    )


async def count_unswept(session: AsyncSession, network: str) -> int:
    statement = select(func.count()).where(
        Deposit.network == network, Deposit.status == "credited", Deposit.swept_by.is_(None)
    )
    return await session.scalar(statement) or 0
