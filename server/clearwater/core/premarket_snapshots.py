"""The state of pre-markets as plain values, each as it was last emitted."""

from collections.abc import Mapping
from typing import NamedTuple

from clearwater.core.money import Coin
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged, PreMarketOrderChanged
from clearwater.core.premarkets import PreMarket, PreMarketKey, PreMarketOrder, PreMarkets, divisor_of


class PreMarketRows(NamedTuple):
    """All pre-markets with their open orders and the contracts that have not ended."""

    last_order_id: int = 0
    last_contract_id: int = 0
    markets: tuple[PreMarketChanged, ...] = ()
    orders: tuple[PreMarketOrderChanged, ...] = ()
    contracts: tuple[ContractChanged, ...] = ()
    keys: tuple[PreMarketKey, ...] = ()


def export(premarkets: PreMarkets) -> PreMarketRows:
    """Write them down; equal states give equal rows."""
    markets = [market for _, market in sorted(premarkets.by_symbol.items())]
    orders = [order.emitted for market in markets for order in market.orders.values()]
    contracts = [contract for market in markets for contract in market.contracts.values()]
    return PreMarketRows(
        premarkets.last_order_id,
        premarkets.last_contract_id,
        tuple(market.terms for market in markets),
        tuple(sorted((order for order in orders if order is not None), key=lambda order: order.order_id)),
        tuple(sorted(contracts, key=lambda contract: contract.contract_id)),
        tuple(premarkets.recent),
    )


def restore(rows: PreMarketRows, coins: Mapping[str, Coin], now: int) -> PreMarkets:
    """Build the pre-markets that the rows describe."""
    premarkets = PreMarkets()
    premarkets.last_order_id = rows.last_order_id
    premarkets.last_contract_id = rows.last_contract_id
    for terms in rows.markets:
        divisor = divisor_of(coins[terms.symbol], coins[terms.quote], terms.price_decimals)
        premarkets.by_symbol[terms.symbol] = PreMarket(terms, divisor)
    for row in rows.orders:
        _restore_order(premarkets, row)
    for contract in rows.contracts:
        premarkets.by_symbol[contract.symbol].bind(contract)
    for key in rows.keys:
        premarkets.recent.append(key)
        premarkets.keys[key.client, key.key] = key.order_id
    for market in premarkets.by_symbol.values():
        market.book.bids.changed.clear()
        market.book.asks.changed.clear()
    premarkets.plan_next(now)
    return premarkets


def _restore_order(premarkets: PreMarkets, row: PreMarketOrderChanged) -> None:
    market = premarkets.by_symbol[row.symbol]
    order = PreMarketOrder(
        row.order_id,
        row.client,
        row.side == "buy",
        row.price,
        row.quantity,
        key=row.idempotency_key,
        at=row.created_at,
    )
    order.remaining, order.locked, order.status = row.remaining, row.locked, row.status
    order.emitted = row
    market.open(order)
    market.add_to_book(order)
    premarkets.orders[order.id] = market
