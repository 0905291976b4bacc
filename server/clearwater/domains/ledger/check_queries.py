"""The SQL of the ledger check, all in one snapshot."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Numeric, Row, Select, and_, cast, delete, func, literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.ledger import EXTERNAL, HOUSE
from clearwater.domains.ledger.models import Balance, LedgerCheckRow, Transfer

IS_OUTSIDE = and_(Balance.owner == HOUSE, Balance.purpose.startswith(EXTERNAL))
SUM = Numeric(38, 0)


async def freeze(session: AsyncSession) -> None:
    """Read from one snapshot; must be called before the session's first query."""
    await session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


async def sum_coins(session: AsyncSession) -> Sequence[Row[Any]]:
    """By coin: number of accounts, negative accounts, and sums of clients, house and external accounts."""

    def total(*those: Any) -> Any:
        return cast(func.coalesce(func.sum(Balance.amount).filter(*those), 0), SUM)

    statement = (
        select(
            Balance.coin,
            func.count().label("accounts"),
            func.count().filter(Balance.amount < 0, ~IS_OUTSIDE).label("negative"),
            total(Balance.owner != HOUSE).label("clients"),
            total(Balance.owner == HOUSE, ~IS_OUTSIDE).label("house"),
            total(IS_OUTSIDE).label("outside"),
        )
        .group_by(Balance.coin)
        .order_by(Balance.coin)
    )
    return (await session.execute(statement)).all()


async def find_wrong_holds(
    session: AsyncSession, held_by_orders: Select[tuple[str, str, int]]
) -> Sequence[Row[Any]]:
    """Accounts whose holds differ from open orders or held withdrawals."""
    orders = held_by_orders.subquery()
    owner, coin, amount = orders.columns
    withdrawals = (
        select(
            Transfer.client,
            Transfer.coin,
            literal("withdrawals"),
            func.sum(Transfer.amount + Transfer.fee),
        )
        .where(Transfer.status == "held")
        .group_by(Transfer.client, Transfer.coin)
    )
    expected = union_all(select(owner, coin, literal("orders"), amount), withdrawals).subquery()
    expected_owner, expected_coin, expected_purpose, expected_amount = expected.columns
    held = (
        select(Balance.owner, Balance.coin, Balance.purpose, Balance.amount)
        .where(Balance.owner != HOUSE, Balance.purpose.in_(("orders", "withdrawals")))
        .subquery()
    )
    is_same = and_(
        held.c.owner == expected_owner, held.c.coin == expected_coin, held.c.purpose == expected_purpose
    )
    is_wrong = func.coalesce(held.c.amount, 0) != func.coalesce(expected_amount, 0)
    statement = (
        select(
            func.coalesce(held.c.owner, expected_owner).label("owner"),
            func.coalesce(held.c.coin, expected_coin).label("coin"),
            func.coalesce(held.c.purpose, expected_purpose).label("purpose"),
            func.coalesce(held.c.amount, 0).label("held"),
            cast(func.coalesce(expected_amount, 0), SUM).label("expected"),
        )
        .select_from(held.join(expected, is_same, full=True))
        .where(is_wrong)
        .order_by("owner", "coin", "purpose")
    )
    found: Sequence[Row[Any]] = (await session.execute(statement)).all()
    return found


async def count_held_withdrawals(session: AsyncSession) -> int:
    return await session.scalar(select(func.count()).where(Transfer.status == "held")) or 0


async def delete_checks_before(session: AsyncSession, before: datetime) -> None:
    await session.execute(delete(LedgerCheckRow).where(LedgerCheckRow.checked_at < before))
