"""Balance, volume and withdrawals of an owner, in USDT at the last prices."""

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
from clearwater.kit.clock import milliseconds
from clearwater.kit.fields import plain

PURPOSES = ("available", "orders", "withdrawals", "earn", "premarket")
DIGITS = Decimal("0.00000001")
CENT = Decimal("0.01")
VOLUME_WINDOW = timedelta(days=30)


class LedgerFigures:
    """A client's figures from the tables alone, also available in a process without the engine."""

    async def figures_of(self, session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> Figures:
        """30-day volume, total balance, and withdrawals of this UTC day."""
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
    """The total value of amounts; coins without a price count as zero."""
    values = (prices.value_in_usdt(coin, units) for coin, units in units_by_coin.items())
    worth = sum((value for value in values if value is not None), Decimal(0))
    # Rounded down to whole cents, which levels are compared with.
    return worth.quantize(CENT, rounding=ROUND_DOWN)


def sum_units(view: View, owner: str) -> dict[str, int]:
    """Total balance of an owner by coin, over all purposes."""
    return {coin: sum(view.balance(owner, coin, purpose) for purpose in PURPOSES) for coin in view.coins}


def value_text(amount: Decimal) -> str:
    """Format a value, rounded down."""
    return plain(amount.quantize(DIGITS, rounding=ROUND_DOWN))


def _by_quote(traded: Mapping[str, int]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for pair, units in traded.items():
        quote = pair.rpartition("-")[2]
        sums[quote] = sums.get(quote, 0) + units
    return sums
