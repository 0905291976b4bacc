"""What an owner has, trades and withdraws, and what it is worth in USDT at the last prices."""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import ROUND_DOWN, Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.views import View
from clearwater.domains.ledger import queries, trade_queries
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.service import Prices
from clearwater.domains.membership.service import Figures
from clearwater.kit.amounts import plain
from clearwater.kit.clock import milliseconds

PURPOSES = ("available", "orders", "withdrawals", "earn", "premarket")
DIGITS = Decimal("0.00000001")
CENT = Decimal("0.01")
VOLUME_WINDOW = timedelta(days=30)


class LedgerFigures:
    """A client's figures from the tables alone, so that a process without an engine has them, too."""

    async def figures_of(self, session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> Figures:
        """What the client has traded in 30 days, has now, and has withdrawn on this day of UTC."""
        owner, prices = str(client_id), await markets.load_prices(session)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        since_ms = milliseconds(now - VOLUME_WINDOW)
        traded = await trade_queries.sum_traded(session, owner, since_ms=since_ms)
        withdrawn = await queries.sum_withdrawals(session, owner, since_ms=milliseconds(midnight))
        return Figures(
            volume_30d=total_in_usdt(prices, _by_quote(traded)),
            balance=total_in_usdt(prices, await queries.sum_balances(session, owner)),
            withdrawn_day=total_in_usdt(prices, withdrawn),
        )


def total_in_usdt(prices: Prices, units_by_coin: Mapping[str, int]) -> Decimal:
    """The value of some amounts; coins that have no price count nothing."""
    values = (prices.value_in_usdt(coin, units) for coin, units in units_by_coin.items())
    worth = sum((value for value in values if value is not None), Decimal(0))
    # Levels count in whole cents; nobody reaches one by a part of a cent.
    return worth.quantize(CENT, rounding=ROUND_DOWN)


def sum_units(view: View, owner: str) -> dict[str, int]:
    """Everything that an owner has, for whatever purpose, by coin."""
    return {coin: sum(view.balance(owner, coin, purpose) for purpose in PURPOSES) for coin in view.coins}


def value_text(amount: Decimal) -> str:
    """A value as it is shown, never more than it is."""
    return plain(amount.quantize(DIGITS, rounding=ROUND_DOWN))


def _by_quote(traded: Mapping[str, int]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for pair, units in traded.items():
        quote = pair.rpartition("-")[2]
        sums[quote] = sums.get(quote, 0) + units
    return sums
