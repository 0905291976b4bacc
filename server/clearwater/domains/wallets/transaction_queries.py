"""All SQL of the house's transactions, their inputs and nonces, and of withdrawals that are paid."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime
from decimal import Decimal

from sqlalchemy import and_, case, exists, func, literal, or_, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets.models import (
    OPEN_TRANSACTIONS,
    ChainNonce,
    ChainOutput,
    ChainTransaction,
    Deposit,
    DepositAddress,
    Native,
    NetworkFee,
    Withdrawal,
)
from clearwater.domains.wallets.ports import Output

IS_OPEN = text("chain_transactions.status IN ('planned', 'signed', 'broadcast')")
IS_PAID = text("withdrawals.status IN ('processing', 'broadcast')")


async def list_open(session: AsyncSession, network: str) -> Sequence[ChainTransaction]:
    """Transactions that are not final, the oldest first."""
    statement = select(ChainTransaction).where(ChainTransaction.network == network, IS_OPEN)
    statement = statement.order_by(ChainTransaction.created_at, ChainTransaction.id)
    return (await session.scalars(statement)).all()


async def lock_transaction(session: AsyncSession, transaction_id: uuid.UUID) -> ChainTransaction:
    statement = select(ChainTransaction).where(ChainTransaction.id == transaction_id)
    return (await session.scalars(statement.with_for_update())).one()


async def list_attempts(session: AsyncSession, reference: str) -> Sequence[ChainTransaction]:
    statement = select(ChainTransaction).where(ChainTransaction.reference == reference)
    return (await session.scalars(statement.order_by(ChainTransaction.attempt))).all()


async def take_nonce(session: AsyncSession, network: str, address: str, *, at_least: int) -> int:
    """The next nonce of an address, locked until the caller commits the transaction that uses it."""
    row = insert(ChainNonce).values(network=network, address=address, next_nonce=at_least)
    await session.execute(row.on_conflict_do_nothing())
    statement = select(ChainNonce).where(ChainNonce.network == network, ChainNonce.address == address)
    found = (await session.scalars(statement.with_for_update())).one()
    nonce = max(found.next_nonce, at_least)
    found.next_nonce = nonce + 1
    return nonce


async def give_back_nonces(session: AsyncSession, row: ChainTransaction) -> bool:
    """Drop a payment that was never signed and those planned after it; they get the same nonces again.

    Returns False, and changes nothing, when something was signed with one of these nonces.
    """
    nonces = select(ChainNonce).where(ChainNonce.network == row.network, ChainNonce.address == row.sender)
    counter = (await session.scalars(nonces.with_for_update())).one()
    statement = select(ChainTransaction).where(
        ChainTransaction.network == row.network,
        ChainTransaction.sender == row.sender,
        ChainTransaction.nonce >= row.nonce,
    )
    dropped = (await session.scalars(statement.with_for_update())).all()
    if any((one.status, one.attempt, one.raw) != ("planned", 1, None) for one in dropped):
        return False
    for one in dropped:
        await session.delete(one)
    assert row.nonce is not None
    counter.next_nonce = row.nonce
    return True


async def list_refills(session: AsyncSession, network: str, *, limit: int) -> Sequence[str]:
    """The latest transactions with which a development chain's faucet has refilled the house's wallets."""
    statement = (
        select(ChainTransaction.tx_id)
        .where(ChainTransaction.network == network, ChainTransaction.purpose == "funding")
        .order_by(ChainTransaction.created_at.desc())
        .limit(limit)
    )
    return [tx_id for tx_id in await session.scalars(statement) if tx_id is not None]


async def list_unspent(
    session: AsyncSession, network: str, wallet: str, *, up_to: int, own_up_to: int | None = None
) -> Sequence[ChainOutput]:
    """Outputs that may be spent, deep enough in the chain and not reserved; the largest first, locked.

    Those of transactions of ours may be up to another height.
    """
    is_own = exists().where(ChainTransaction.network == network, ChainTransaction.tx_id == ChainOutput.tx_id)
    statement = (
        select(ChainOutput)
        .where(
            ChainOutput.network == network,
            ChainOutput.wallet == wallet,
            ChainOutput.spent_tx_id.is_(None),
            ChainOutput.reserved_for.is_(None),
            or_(ChainOutput.height <= up_to, and_(ChainOutput.height <= (own_up_to or up_to), is_own)),
        )
        .order_by(ChainOutput.amount.desc(), ChainOutput.tx_id, ChainOutput.place)
        .limit(1_000)
        .with_for_update()
    )
    return (await session.scalars(statement)).all()


async def find_outputs(
    session: AsyncSession, network: str, places: Collection[tuple[str, int]]
) -> Sequence[ChainOutput]:
    statement = select(ChainOutput).where(
        ChainOutput.network == network, tuple_(ChainOutput.tx_id, ChainOutput.place).in_(list(places))
    )
    return (await session.scalars(statement)).all()


async def list_abandoned(session: AsyncSession, network: str) -> Sequence[ChainOutput]:
    """Outputs in the chain that are reserved for what will never be, locked: every attempt at it is dead."""
    own = and_(ChainTransaction.network == network, ChainTransaction.reference == ChainOutput.reserved_for)
    is_alive = and_(own, ChainTransaction.status.in_((*OPEN_TRANSACTIONS, "confirmed")))
    statement = (
        select(ChainOutput)
        .where(
            ChainOutput.network == network,
            ChainOutput.spent_tx_id.is_(None),
            ChainOutput.height.is_not(None),
            exists().where(own),
            ~exists().where(is_alive),
        )
        .order_by(ChainOutput.amount.desc(), ChainOutput.tx_id, ChainOutput.place)
        .limit(100)
        .with_for_update()
    )
    return (await session.scalars(statement)).all()


async def reserve_change(session: AsyncSession, network: str, change: Output, reference: str) -> None:
    """Keep an output for a transaction before a block has it; the watcher adds its height."""
    row = insert(ChainOutput).values(
        network=network,
        tx_id=change.tx_id,
        place=change.place,
        wallet=change.key.wallet,
        index=change.key.index,
        amount=change.amount,
        reserved_for=reference,
    )
    await session.execute(row.on_conflict_do_nothing())


async def has_dead(session: AsyncSession, network: str, tx_ids: Collection[str]) -> bool:
    """Whether one of these is a transaction of ours that can never be in a block."""
    statement = select(ChainTransaction.id).where(
        ChainTransaction.network == network,
        ChainTransaction.tx_id.in_(tx_ids),
        ChainTransaction.status == "replaced",
    )
    return await session.scalar(statement.limit(1)) is not None


async def list_unpaid(
    session: AsyncSession, network: str, *, limit: int, now: datetime
) -> Sequence[Withdrawal]:
    """Confirmed withdrawals without a transaction, in the order in which they were confirmed."""
    has_transaction = exists().where(ChainTransaction.withdrawal_id == Withdrawal.id)
    statement = (
        select(Withdrawal)
        .where(
            Withdrawal.network == network,
            Withdrawal.status == "processing",
            Withdrawal.receiver_id.is_(None),
            ~has_transaction,
            or_(Withdrawal.retry_at.is_(None), Withdrawal.retry_at <= now),
        )
        .order_by(Withdrawal.confirmed_at, Withdrawal.id)
        .limit(limit)
    )
    return (await session.scalars(statement)).all()


async def lock_withdrawal(session: AsyncSession, withdrawal_id: uuid.UUID) -> Withdrawal | None:
    statement = select(Withdrawal).where(Withdrawal.id == withdrawal_id)
    return await session.scalar(statement.with_for_update())


async def list_sent(session: AsyncSession, network: str) -> Sequence[tuple[Withdrawal, ChainTransaction]]:
    """Withdrawals with the attempt that is nearest to a block, locked; those that are not final."""
    statement = (
        select(Withdrawal, ChainTransaction)
        .join(ChainTransaction, ChainTransaction.withdrawal_id == Withdrawal.id)
        .where(
            Withdrawal.network == network,
            IS_PAID,
            ChainTransaction.network == network,
            ChainTransaction.status == "broadcast",
        )
        .order_by(Withdrawal.id, ChainTransaction.height.desc().nulls_last(), ChainTransaction.attempt.desc())
        .with_for_update(of=Withdrawal)
    )
    nearest: dict[uuid.UUID, tuple[Withdrawal, ChainTransaction]] = {}
    for withdrawal, row in await session.execute(statement):
        nearest.setdefault(withdrawal.id, (withdrawal, row))
    return list(nearest.values())


async def list_broadcast(session: AsyncSession, network: str) -> Sequence[Withdrawal]:
    """Withdrawals that are in a block, and wait for more confirmations."""
    statement = select(Withdrawal).where(
        Withdrawal.network == network, Withdrawal.status == "broadcast", Withdrawal.height.is_not(None)
    )
    return (await session.scalars(statement)).all()


async def list_settled_on_chain(session: AsyncSession, network: str) -> Sequence[Withdrawal]:
    """Withdrawals whose transaction is final in the chain, and which the ledger still holds."""
    is_confirmed = and_(
        ChainTransaction.withdrawal_id == Withdrawal.id, ChainTransaction.status == "confirmed"
    )
    statement = select(Withdrawal).where(Withdrawal.network == network, IS_PAID, exists().where(is_confirmed))
    return (await session.scalars(statement.limit(200))).all()


async def list_dead(session: AsyncSession, network: str) -> Sequence[Withdrawal]:
    """Withdrawals of which every attempt is dead for good."""
    own = ChainTransaction.withdrawal_id == Withdrawal.id
    is_alive = and_(own, ChainTransaction.status.in_((*OPEN_TRANSACTIONS, "confirmed")))
    statement = select(Withdrawal).where(
        Withdrawal.network == network, IS_PAID, exists().where(own), ~exists().where(is_alive)
    )
    return (await session.scalars(statement.limit(200))).all()


async def add_fee(session: AsyncSession, fee: NetworkFee) -> None:
    """Note what a transaction has cost. In another block it may have cost less; what is booked stays."""
    values = {
        "network": fee.network,
        "tx_id": fee.tx_id,
        "coin": fee.coin,
        "native": fee.native,
        "amount": fee.amount,
        "created_at": fee.created_at,
    }
    row = insert(NetworkFee).values(**values)
    amount = case((NetworkFee.booked_at.is_(None), row.excluded.amount), else_=NetworkFee.amount)
    row = row.on_conflict_do_update(
        index_elements=["network", "tx_id"], set_={"native": row.excluded.native, "amount": amount}
    )
    await session.execute(row)


async def list_unbooked_fees(session: AsyncSession, network: str) -> Sequence[NetworkFee]:
    statement = select(NetworkFee).where(NetworkFee.network == network, NetworkFee.booked_at.is_(None))
    return (await session.scalars(statement.order_by(NetworkFee.created_at).limit(100))).all()


async def mark_booked(session: AsyncSession, network: str, tx_id: str, *, now: datetime) -> None:
    statement = (
        update(NetworkFee)
        .where(NetworkFee.network == network, NetworkFee.tx_id == tx_id)
        .values(booked_at=now)
    )
    await session.execute(statement.execution_options(synchronize_session=False))


async def sum_unswept(
    session: AsyncSession, network: str, *, own_coin: str, min_own: int, limit: int
) -> Sequence[tuple[int, str, str, int]]:
    """Credited deposits that are still where clients sent them: index, address, coin, native sum.

    The largest of each coin first, and of the chain's own coin only those that are worth it: what is small
    for ever must not hide what comes after it.
    """
    native = func.sum(Deposit.native)
    rank = func.row_number().over(partition_by=Deposit.coin, order_by=(native.desc(), DepositAddress.index))
    statement = (
        select(DepositAddress.index, Deposit.address, Deposit.coin, native)
        .join(
            DepositAddress,
            and_(DepositAddress.network == Deposit.network, DepositAddress.address == Deposit.address),
        )
        .where(
            Deposit.network == network,
            Deposit.status == "credited",
            Deposit.swept_by.is_(None),
            Deposit.client_id.is_not(None),
            Deposit.height.is_not(None),
        )
        .group_by(DepositAddress.index, Deposit.address, Deposit.coin)
        .having(or_(Deposit.coin != own_coin, native >= literal(Decimal(min_own), Native)))
        .order_by(rank, Deposit.coin)
        .limit(limit)
    )
    return [
        (index, address, coin, int(native))
        for index, address, coin, native in await session.execute(statement)
        if coin is not None
    ]


async def mark_swept(
    session: AsyncSession, network: str, address: str, coin: str, transaction_id: uuid.UUID
) -> None:
    statement = (
        update(Deposit)
        .where(
            Deposit.network == network,
            Deposit.address == address,
            Deposit.coin == coin,
            Deposit.status == "credited",
            Deposit.swept_by.is_(None),
        )
        .values(swept_by=transaction_id)
    )
    await session.execute(statement.execution_options(synchronize_session=False))


async def unmark_swept(session: AsyncSession, transaction_ids: Collection[uuid.UUID]) -> None:
    """The sweep has not happened: its deposits are where they were."""
    statement = update(Deposit).where(Deposit.swept_by.in_(transaction_ids)).values(swept_by=None)
    await session.execute(statement.execution_options(synchronize_session=False))
