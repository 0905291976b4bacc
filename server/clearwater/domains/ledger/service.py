"""Balances and transactions of clients, and the ledger check; the interface for other domains."""

import time
import uuid
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from decimal import ROUND_DOWN, Decimal
from typing import Any

from sqlalchemy import Row, update
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.ledger import HOUSE
from clearwater.core.money import to_text
from clearwater.core.state import DAY_MS
from clearwater.core.views import View
from clearwater.domains.clients import service as clients
from clearwater.domains.ledger import queries
from clearwater.domains.ledger.models import TRANSFER_KINDS, Balance, EngineLeader
from clearwater.domains.ledger.movements import TransactionFilter
from clearwater.domains.ledger.ports import TransferDetails, TransferDirectory
from clearwater.domains.ledger.queries import find_transfer_status, has_balance
from clearwater.domains.ledger.schemas import (
    AccountView,
    Asset,
    Assets,
    ClientLedger,
    CoinSum,
    HoldDifference,
    HouseAccounts,
    LedgerCheck,
    LedgerStatus,
)
from clearwater.domains.ledger.transactions import (
    UNSEEN,
    Transactions,
    transaction_of_event,
    transaction_of_row,
    with_details,
)
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.service import Prices
from clearwater.domains.membership.service import Figures, TradingFacts
from clearwater.kit.clock import milliseconds
from clearwater.kit.errors import NotFound
from clearwater.kit.fields import format_decimal

__all__ = [
    "TRANSFER_KINDS",
    "UNSEEN",
    "LedgerFigures",
    "TransactionFilter",
    "Transactions",
    "TransferDetails",
    "TransferDirectory",
    "asset_of",
    "assets_of",
    "find_transfer_status",
    "has_balance",
    "transaction_of_event",
    "transaction_of_row",
    "with_details",
]


PURPOSES = ("available", "orders", "withdrawals", "earn", "premarket")
DIGITS = Decimal("0.00000001")
CENT = Decimal("0.01")
VOLUME_DAYS = 30
SHOWN_DIFFERENCES = 20


async def accept_loss(session: AsyncSession) -> int:
    """Have the journal served though it lacks acknowledged entries; returns its last one."""
    await session.execute(update(EngineLeader).values(timeline=EngineLeader.timeline + 1))
    return await queries.find_last_seq(session)


class LedgerFigures:
    """Clients' figures from the tables alone, also available in a process without the engine."""

    async def figures_of(
        self, session: AsyncSession, client_ids: Collection[uuid.UUID], *, now: datetime
    ) -> dict[uuid.UUID, Figures]:
        """30-day volume, total balance, and withdrawals of this UTC day, of each client.

        The volume is that of this UTC day and of the 30 days before, so that none is cut in two.
        """
        owners, prices = [str(client_id) for client_id in client_ids], await markets.load_prices(session)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        today = milliseconds(now) // DAY_MS
        traded = await queries.sum_traded(session, owners, since_day=today - VOLUME_DAYS)
        withdrawn = await queries.sum_withdrawn(session, owners, since_ms=milliseconds(midnight))
        balances = await queries.sum_balances(session, owners)
        return {
            client_id: Figures(
                volume_30d=total_in_usdt(prices, traded.get(owner, {})),
                balance=total_in_usdt(prices, balances.get(owner, {})),
                withdrawn_day=withdrawn.get(owner, 0) * CENT,
            )
            for client_id, owner in zip(client_ids, owners, strict=True)
        }


def total_in_usdt(prices: Prices, units_by_coin: Mapping[str, int]) -> Decimal:
    """The total value of amounts; coins without a price count as zero."""
    values = (prices.value_in_usdt(coin, units) for coin, units in units_by_coin.items())
    worth = sum((value for value in values if value is not None), Decimal(0))
    # Rounded down to whole cents, which levels are compared with.
    return worth.quantize(CENT, rounding=ROUND_DOWN)


def sum_units(view: View, owner: str) -> dict[str, int]:
    """Total balance of an owner by coin, over all purposes."""
    return {coin: sum(view.balance(owner, coin, purpose) for purpose in PURPOSES) for coin in view.coins}


def worth_of(view: View, owner: str) -> Decimal:
    """What an owner's balances are worth now, in USDT."""
    return total_in_usdt(Prices.of(view), sum_units(view, owner))


def value_text(amount: Decimal) -> str:
    """Format a value, rounded down."""
    return format_decimal(amount.quantize(DIGITS, rounding=ROUND_DOWN))


def asset_of(view: View, prices: Prices, owner: str, coin: str) -> Asset:
    """An owner's balance of one coin, and its value."""
    decimals = view.coins[coin].decimals
    amounts = [view.balance(owner, coin, purpose) for purpose in PURPOSES]
    available, in_orders, in_withdrawals, in_earn, in_premarket = (
        to_text(amount, decimals) for amount in amounts
    )
    value = prices.value_in_usdt(coin, sum(amounts))
    return Asset(
        symbol=coin,
        available=available,
        in_orders=in_orders,
        in_withdrawals=in_withdrawals,
        in_earn=in_earn,
        in_premarket=in_premarket,
        total=to_text(sum(amounts), decimals),
        value=None if value is None else value_text(value),
    )


def assets_of(view: View, owner: str, *, include_empty: bool) -> Assets:
    """An owner's balances, the most valuable first."""
    prices = Prices.of(view)
    totals = sum_units(view, owner)
    values = {coin: prices.value_in_usdt(coin, units) for coin, units in totals.items()}
    worth = sum((value for value in values.values() if value is not None), Decimal(0))
    bitcoin = prices.price_of("BTC")
    shown = [coin for coin, units in totals.items() if units or include_empty]
    shown.sort(key=lambda coin: (-(values[coin] or 0), coin))
    return Assets(
        items=[asset_of(view, prices, owner, coin) for coin in shown],
        total_usdt=value_text(worth),
        total_btc=None if bitcoin is None else value_text(worth / bitcoin),
    )


async def require_client(session: AsyncSession, client_id: uuid.UUID) -> None:
    if await clients.find_client(session, client_id) is None:
        raise NotFound("Client not found.")


async def client_ledger(
    session: AsyncSession, facts: TradingFacts, client_id: uuid.UUID, *, now: datetime
) -> ClientLedger:
    """A client's balances, and the figures that determine the level."""
    await require_client(session, client_id)
    prices = await markets.load_prices(session)
    held = await queries.list_accounts(session, str(client_id))
    figures = (await facts.figures_of(session, [client_id], now=now))[client_id]
    return ClientLedger(
        client_id=client_id,
        accounts=_accounts(held, prices),
        total_usdt=value_text(figures.balance),
        open_orders=await queries.count_open(session, str(client_id)),
        volume_30d=value_text(figures.volume_30d),
    )


async def house_accounts(session: AsyncSession) -> HouseAccounts:
    prices = await markets.load_prices(session)
    held = await queries.list_accounts(session, HOUSE)
    return HouseAccounts(items=_accounts(held, prices))


def _accounts(held: Iterable[Balance], prices: Prices) -> list[AccountView]:
    shown = []
    for account in held:
        value = prices.value_in_usdt(account.coin, account.amount)
        shown.append(
            AccountView(
                coin=account.coin,
                purpose=account.purpose,
                amount=to_text(account.amount, prices.decimals_of(account.coin)),
                value=None if value is None else value_text(value),
            )
        )
    return shown


async def check_ledger(session: AsyncSession, *, now: datetime) -> LedgerCheck:
    """Every coin sums to zero, no client is negative, and holds match open orders and withdrawals.

    All sums are read in one database snapshot.
    """
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
