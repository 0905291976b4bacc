"""The ledger check: invariants verified by SQL sums in one database snapshot."""

import time
from datetime import datetime
from typing import Any

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import to_text
from clearwater.domains.ledger import queries
from clearwater.domains.ledger.schemas import CoinSum, HoldDifference, LedgerCheck, LedgerStatus
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.service import Prices

SHOWN_DIFFERENCES = 20


async def check_ledger(session: AsyncSession, *, now: datetime) -> LedgerCheck:
    """Every coin sums to zero, no client is negative, and holds match open orders and withdrawals."""
    started = time.perf_counter()
    await queries.begin_snapshot(session)
    prices = await markets.load_prices(session)
    sums = await queries.sum_coins(session)
    wrong = await queries.find_wrong_holds(session, queries.select_held())
    coins = [_coin_sum(row, prices) for row in sums]
    negative = sum(row.negative for row in sums)
    return LedgerCheck(
        ok=all(coin.ok for coin in coins) and not negative and not wrong,
        seq=await queries.find_last_seq(session),
        coins=coins,
        accounts=sum(row.accounts for row in sums),
        negative_accounts=negative,
        open_orders=await queries.count_open(session),
        held_withdrawals=await queries.count_held_withdrawals(session),
        wrong_holds=len(wrong),
        differences=[_difference(row, prices) for row in wrong[:SHOWN_DIFFERENCES]],
        checked_at=int(now.timestamp()),
        milliseconds=round((time.perf_counter() - started) * 1000),
    )


async def last_status(session: AsyncSession) -> LedgerStatus:
    last = await queries.find_last_check(session)
    if last is None:
        return LedgerStatus(balanced=None, checked_at=None, seq=None)
    return LedgerStatus(balanced=last.ok, checked_at=int(last.checked_at.timestamp()), seq=last.seq)


def _coin_sum(row: Row[Any], prices: Prices) -> CoinSum:
    digits = prices.decimals_of(row.coin)
    total = row.clients + row.house + row.outside
    return CoinSum(
        coin=row.coin,
        accounts=row.accounts,
        clients=to_text(int(row.clients), digits),
        house=to_text(int(row.house), digits),
        outside=to_text(int(row.outside), digits),
        sum=to_text(int(total), digits),
        ok=not total and not row.negative,
    )


def _difference(row: Row[Any], prices: Prices) -> HoldDifference:
    digits = prices.decimals_of(row.coin)
    return HoldDifference(
        owner=row.owner,
        coin=row.coin,
        purpose=row.purpose,
        held=to_text(int(row.held), digits),
        expected=to_text(int(row.expected), digits),
    )
