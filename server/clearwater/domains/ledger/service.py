"""Balances and transactions of clients; the interface for other domains."""

from decimal import Decimal

from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.domains.ledger.figures import PURPOSES, LedgerFigures, sum_units, value_text
from clearwater.domains.ledger.listing import newest
from clearwater.domains.ledger.schemas import Asset, Assets
from clearwater.domains.ledger.views import transaction_of_event, transaction_of_row
from clearwater.domains.markets.service import Prices

__all__ = ["LedgerFigures", "asset_of", "assets_of", "newest", "transaction_of_event", "transaction_of_row"]


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
