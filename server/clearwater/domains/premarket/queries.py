"""SQL of pre-markets. Only the engine writes pre-markets, orders and contracts."""

import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import Numeric, Select, cast, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.premarket_settlement import PROTECTION_PARTS
from clearwater.domains.premarket.models import (
    MATCHED_SQL,
    OPEN_SQL,
    CandleUnits,
    DayStatistics,
    OwnContract,
    PreMarketAnnouncement,
    PreMarketContract,
    PreMarketMailing,
    PreMarketOrderRow,
    PreMarketProposal,
    PreMarketRow,
    WantedStatus,
)
from clearwater.kit.db import first_id_from
from clearwater.kit.paging import Keyset

ORDERS_NEWEST_FIRST: Keyset[PreMarketOrderRow] = Keyset([PreMarketOrderRow.id])
OWN_NEWEST_FIRST: Keyset[OwnContract] = Keyset([OwnContract.id])
CONTRACTS_NEWEST_FIRST: Keyset[PreMarketContract] = Keyset([PreMarketContract.id])
SHOWN_TRADES = 50
SHOWN_CONTRACTS = 100
# Literal, as in the conditions of the partial indexes.
IS_OPEN = text(OPEN_SQL)
IS_MATCHED = text(MATCHED_SQL)
SUM = Numeric(38, 0)
DAY_STATISTICS = text(
    "SELECT symbol, (array_agg(price ORDER BY id))[1], sum(value)"
    " FROM premarket_contracts WHERE id >= :first_id GROUP BY symbol"
)
CANDLES = text(
    "SELECT created_ms / :length * :length AS start_ms, (array_agg(price ORDER BY id))[1], max(price),"
    " min(price), (array_agg(price ORDER BY id DESC))[1], sum(quantity)"
    " FROM premarket_contracts WHERE symbol = :symbol AND id >= :first_id GROUP BY 1 ORDER BY 1"
)

# What each client was to be told: by outcome how many contracts, and what was delivered or paid out.
ENDED = text(
    """
    WITH ended AS (
        SELECT buyer AS client,
               CASE status WHEN 'settled' THEN 'delivered' WHEN 'defaulted' THEN 'compensated'
               ELSE 'voided' END AS kind,
               quantity,
               CASE status WHEN 'settled' THEN 0
               WHEN 'defaulted' THEN value + buyer_fee + collateral - collateral / :protection_parts
               ELSE value + buyer_fee END AS amount
        FROM premarket_contracts WHERE symbol = :symbol AND status <> 'matched'
        UNION ALL
        SELECT seller, CASE status WHEN 'defaulted' THEN 'defaulted' ELSE 'voided' END, quantity,
               CASE status WHEN 'defaulted' THEN collateral ELSE collateral + seller_fee END
        FROM premarket_contracts WHERE symbol = :symbol AND status IN ('defaulted', 'voided')
    )
    SELECT client, kind, count(*) AS contracts, sum(quantity) AS quantity, sum(amount) AS amount
    FROM ended GROUP BY client, kind
    HAVING count(*) > coalesce((
        SELECT told.contracts FROM premarket_announcements told
        WHERE told.symbol = :symbol AND told.client = ended.client AND told.kind = ended.kind
    ), 0)
    ORDER BY client, kind LIMIT :limit
    """
)
DUE = text(
    """
    SELECT seller AS client, 'due' AS kind, count(*) AS contracts, sum(quantity) AS quantity,
           sum(collateral) AS amount
    FROM premarket_contracts WHERE symbol = :symbol AND status = 'matched' AND NOT EXISTS (
        SELECT FROM premarket_announcements told
        WHERE told.symbol = :symbol AND told.client = seller AND told.kind = 'due'
    )
    GROUP BY seller ORDER BY seller LIMIT :limit
    """
)


class Announced(NamedTuple):
    """Contracts of a kind, of one client: how many, their quantity, and an amount of the quote coin."""

    client: str
    kind: str
    contracts: int
    quantity: int
    amount: int

    def less(self, told: PreMarketAnnouncement | None) -> "Announced":
        """Without what the client was told before."""
        if told is None:
            return self
        return self._replace(
            contracts=self.contracts - told.contracts,
            quantity=self.quantity - told.quantity,
            amount=self.amount - told.amount,
        )


class OpenFigures(NamedTuple):
    """What is not settled in a pre-market."""

    orders: int = 0
    contracts: int = 0
    value: int = 0
    collateral: int = 0


async def find_market(session: AsyncSession, symbol: str) -> PreMarketRow | None:
    return await session.get(PreMarketRow, symbol)


async def day_statistics(session: AsyncSession, *, since_ms: int) -> dict[str, DayStatistics]:
    """The fills since a time, by pre-market."""
    first_id = await first_id_from(session, "premarket_contracts", "created_ms", since_ms)
    rows = await session.execute(DAY_STATISTICS, {"first_id": first_id})
    return {symbol: DayStatistics(price, int(value)) for symbol, price, value in rows}


async def list_trades(session: AsyncSession, symbol: str) -> Sequence[PreMarketContract]:
    """The last fills, newest first."""
    statement = (
        select(PreMarketContract)
        .where(PreMarketContract.symbol == symbol)
        .order_by(PreMarketContract.id.desc())
        .limit(SHOWN_TRADES)
    )
    return (await session.scalars(statement)).all()


async def list_candles(
    session: AsyncSession, symbol: str, *, length_ms: int, limit: int
) -> list[CandleUnits]:
    """Up to so many periods, the last of which is that of the last fill."""
    newest = select(func.max(PreMarketContract.id)).where(PreMarketContract.symbol == symbol)
    last_ms = await session.scalar(
        select(PreMarketContract.created_ms).where(PreMarketContract.id == newest.scalar_subquery())
    )
    if last_ms is None:
        return []
    first_ms = last_ms // length_ms * length_ms - (limit - 1) * length_ms
    first_id = await first_id_from(session, "premarket_contracts", "created_ms", first_ms)
    values = {"symbol": symbol, "first_id": first_id, "length": length_ms}
    rows = await session.execute(CANDLES, values)
    return [CandleUnits(*map(int, row)) for row in rows]


def select_orders(
    owner: str, *, symbol: str | None, status: WantedStatus | None
) -> Select[PreMarketOrderRow]:
    """A client's orders."""
    statement: Select[PreMarketOrderRow] = select(PreMarketOrderRow).where(PreMarketOrderRow.client == owner)
    if symbol is not None:
        statement = statement.where(PreMarketOrderRow.symbol == symbol)
    if status is not None:
        is_open = PreMarketOrderRow.status.in_(("open", "partially_filled"))
        statement = statement.where(is_open if status == "open" else ~is_open)
    return statement


async def list_open_orders(session: AsyncSession, owner: str, symbol: str) -> Sequence[PreMarketOrderRow]:
    """A client's open orders, newest first; the rules allow 100 (PRM-3)."""
    statement = select_orders(owner, symbol=symbol, status=None).where(IS_OPEN)
    return (await session.scalars(statement.order_by(PreMarketOrderRow.id.desc()))).all()


async def find_order(session: AsyncSession, owner: str, order_id: int) -> PreMarketOrderRow | None:
    """A client's order; None for another client's."""
    row = await session.get(PreMarketOrderRow, order_id)
    return row if row is not None and row.client == owner else None


async def find_by_key(session: AsyncSession, owner: str, key: str) -> PreMarketOrderRow | None:
    """The order that was asked for by a request with this key."""
    return await session.scalar(
        select(PreMarketOrderRow).where(
            PreMarketOrderRow.client == owner, PreMarketOrderRow.idempotency_key == key
        )
    )


def select_contracts(owner: str, *, symbol: str | None, status: WantedStatus | None) -> Select[OwnContract]:
    """A client's contracts, bought and sold."""
    statement: Select[OwnContract] = select(OwnContract).where(OwnContract.client == owner)
    if symbol is not None:
        statement = statement.where(OwnContract.symbol == symbol)
    if status is not None:
        is_open = OwnContract.status == "matched"
        statement = statement.where(is_open if status == "open" else ~is_open)
    return statement


async def list_contracts(session: AsyncSession, owner: str, symbol: str) -> Sequence[OwnContract]:
    """A client's newest contracts in a pre-market, newest first."""
    statement = select_contracts(owner, symbol=symbol, status=None)
    return (await session.scalars(statement.order_by(OwnContract.id.desc()).limit(SHOWN_CONTRACTS))).all()


async def find_contract(session: AsyncSession, owner: str, contract_id: int) -> OwnContract | None:
    """A contract of which the client is a side."""
    return await session.scalar(
        select(OwnContract).where(OwnContract.client == owner, OwnContract.id == contract_id)
    )


async def sum_contracts(session: AsyncSession, owner: str, symbol: str) -> int:
    """The value of a client's contracts that have not ended."""
    total = cast(func.coalesce(func.sum(PreMarketContract.value), 0), SUM)
    found: Decimal | None = await session.scalar(
        select(total).where(
            or_(PreMarketContract.buyer == owner, PreMarketContract.seller == owner),
            PreMarketContract.symbol == symbol,
            IS_MATCHED,
        )
    )
    return int(found or 0)


async def sum_open(session: AsyncSession) -> dict[str, OpenFigures]:
    """By pre-market: how many orders and contracts are open, and what the contracts are worth."""
    counts = select(PreMarketOrderRow.symbol, func.count()).where(IS_OPEN).group_by(PreMarketOrderRow.symbol)
    figures = {symbol: OpenFigures(orders=number) for symbol, number in await session.execute(counts)}
    sums = (
        select(
            PreMarketContract.symbol,
            func.count(),
            cast(func.sum(PreMarketContract.value), SUM),
            cast(func.sum(PreMarketContract.collateral), SUM),
        )
        .where(IS_MATCHED)
        .group_by(PreMarketContract.symbol)
    )
    for symbol, number, value, collateral in await session.execute(sums):
        known = figures.get(symbol, OpenFigures())
        figures[symbol] = OpenFigures(known.orders, number, int(value), int(collateral))
    return figures


def select_contracts_of(symbol: str, status: str | None) -> Select[PreMarketContract]:
    """All contracts of a pre-market, for staff."""
    statement: Select[PreMarketContract] = select(PreMarketContract).where(PreMarketContract.symbol == symbol)
    return statement if status is None else statement.where(PreMarketContract.status == status)


def select_proposals(*, status: str | None, symbol: str | None) -> Select[PreMarketProposal]:
    statement: Select[PreMarketProposal] = select(PreMarketProposal)
    if status is not None:
        statement = statement.where(PreMarketProposal.status == status)
    if symbol is not None:
        statement = statement.where(PreMarketProposal.symbol == symbol)
    return statement


async def find_open_proposals(session: AsyncSession) -> dict[str, uuid.UUID]:
    """By pre-market: the proposal that is not decided or not executed yet."""
    rows = await session.execute(
        select(PreMarketProposal.symbol, PreMarketProposal.id).where(
            text("status IN ('proposed', 'approved')")
        )
    )
    return {row.symbol: row.id for row in rows}


async def list_finished_mailings(session: AsyncSession) -> set[str]:
    """Pre-markets of which there is nothing more to tell."""
    statement = select(PreMarketMailing.symbol).where(PreMarketMailing.ended_at.is_not(None))
    return set(await session.scalars(statement))


async def lock_mailing(session: AsyncSession, symbol: str) -> PreMarketMailing:
    """The mailing of a pre-market, begun if it is the first time; one job at a time."""
    await session.execute(insert(PreMarketMailing).values(symbol=symbol).on_conflict_do_nothing())
    statement = select(PreMarketMailing).where(PreMarketMailing.symbol == symbol).with_for_update()
    return (await session.scalars(statement)).one()


async def list_due(session: AsyncSession, symbol: str, *, limit: int) -> list[Announced]:
    """Sellers who were not told yet that they have to deliver."""
    rows = await session.execute(DUE, {"symbol": symbol, "limit": limit})
    return [Announced(client, kind, *map(int, sums)) for client, kind, *sums in rows]


async def list_ended(session: AsyncSession, symbol: str, *, limit: int) -> list[Announced]:
    """Clients with contracts that have ended since they were last told."""
    values = {"symbol": symbol, "limit": limit, "protection_parts": PROTECTION_PARTS}
    rows = await session.execute(ENDED, values)
    return [Announced(client, kind, *map(int, sums)) for client, kind, *sums in rows]


async def find_announcement(
    session: AsyncSession, symbol: str, client: str, kind: str
) -> PreMarketAnnouncement | None:
    return await session.get(PreMarketAnnouncement, (symbol, client, kind))


async def has_matched(session: AsyncSession, symbol: str) -> bool:
    """Whether a contract of a pre-market has not ended."""
    statement = select(PreMarketContract.id).where(PreMarketContract.symbol == symbol, IS_MATCHED).limit(1)
    return await session.scalar(statement) is not None
