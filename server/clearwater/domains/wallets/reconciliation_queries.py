"""What the tables say we must have on a network; all sums come from one snapshot of the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, String, and_, column, exists, func, or_, select, table
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.ledger import EXTERNAL, HOUSE
from clearwater.domains.wallets.incident_models import Reconciliation
from clearwater.domains.wallets.models import (
    ChainTransaction,
    Deposit,
    DepositAddress,
    NetworkFee,
    Withdrawal,
)

# The model belongs to `ledger`.
BALANCES = table(
    "balances",
    column("owner", String),
    column("coin", String),
    column("purpose", String),
    column("amount", BigInteger),
)
Sums = dict[str, int]


async def begin_snapshot(session: AsyncSession) -> None:
    """Read from one snapshot; must be called before the session's first query."""
    await session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


async def sum_brought_in(session: AsyncSession, network: str) -> Sums:
    """By coin, what the ledger has from a network, in its units."""
    statement = select(BALANCES.c.coin, -BALANCES.c.amount).where(
        BALANCES.c.owner == HOUSE, BALANCES.c.purpose == EXTERNAL + network
    )
    return {coin: int(amount) for coin, amount in await session.execute(statement)}


async def sum_dust(session: AsyncSession, network: str) -> Sums:
    """By coin, what credited deposits had below a unit of the ledger; native."""
    statement = select(Deposit.coin, func.sum(Deposit.dust)).where(
        Deposit.network == network, Deposit.status == "credited", Deposit.coin.is_not(None)
    )
    return _sums(await session.execute(statement.group_by(Deposit.coin)))


async def sum_uncredited(session: AsyncSession, network: str) -> Sums:
    """By coin, what is in blocks for us, and not credited; native."""
    statement = select(Deposit.coin, func.sum(Deposit.native)).where(
        Deposit.network == network,
        Deposit.status != "credited",
        Deposit.height.is_not(None),
        Deposit.coin.is_not(None),
    )
    return _sums(await session.execute(statement.group_by(Deposit.coin)))


async def list_paid_unsettled(session: AsyncSession, network: str) -> Sequence[tuple[str, int]]:
    """Withdrawals that a block has paid and the ledger still holds: coin, and units that have left."""
    statement = (
        select(Withdrawal.coin, Withdrawal.amount - Withdrawal.fee)
        .join(ChainTransaction, ChainTransaction.withdrawal_id == Withdrawal.id)
        .where(
            Withdrawal.network == network,
            Withdrawal.status.in_(("processing", "broadcast")),
            or_(
                ChainTransaction.status == "confirmed",
                and_(ChainTransaction.status == "broadcast", ChainTransaction.height.is_not(None)),
            ),
        )
    )
    return [(coin, int(units)) for coin, units in await session.execute(statement)]


async def sum_fees(session: AsyncSession, network: str) -> tuple[int, int]:
    """Of all transactions in blocks, what they cost natively, and how many units of it are booked."""
    amount = select(func.coalesce(func.sum(NetworkFee.native), 0)).where(NetworkFee.network == network)
    units = select(func.coalesce(func.sum(NetworkFee.amount), 0)).where(
        NetworkFee.network == network, NetworkFee.booked_at.is_not(None)
    )
    # After a deep reorganisation a transaction waits for blocks again whose fee was booked before.
    is_noted = exists().where(NetworkFee.network == network, NetworkFee.tx_id == ChainTransaction.tx_id)
    waiting = select(func.coalesce(func.sum(ChainTransaction.fee_paid), 0)).where(
        ChainTransaction.network == network,
        ChainTransaction.status == "broadcast",
        ChainTransaction.height.is_not(None),
        ~is_noted,
    )
    native = int(await session.scalar(amount) or 0) + int(await session.scalar(waiting) or 0)
    return native, int(await session.scalar(units) or 0)


async def list_used_addresses(session: AsyncSession, network: str, *, limit: int) -> Sequence[str]:
    """Addresses of clients that ever got something."""
    statement = (
        select(DepositAddress.address)
        .where(
            DepositAddress.network == network,
            DepositAddress.address.in_(select(Deposit.address).where(Deposit.network == network)),
        )
        .order_by(DepositAddress.index.desc())
        .limit(limit)
    )
    return (await session.scalars(statement)).all()


async def find_reconciliation(session: AsyncSession, network: str, coin: str) -> Reconciliation | None:
    return await session.get(Reconciliation, (network, coin))


async def list_reconciliations(session: AsyncSession) -> Sequence[Reconciliation]:
    statement = select(Reconciliation).order_by(Reconciliation.network, Reconciliation.coin)
    return (await session.scalars(statement)).all()


def _sums(rows: Any) -> Sums:
    return {coin: int(amount) for coin, amount in rows}
