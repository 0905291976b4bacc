"""Random commands for pre-markets, as `simulation` makes them for everything else."""

from collections.abc import Sequence
from typing import Literal

from clearwater.core.commands import Command, Deposit, ListCoin
from clearwater.core.premarket_commands import (
    CancelPreMarket,
    CancelPreMarketOrder,
    CreatePreMarket,
    DeliverContract,
    ListPreMarket,
    PlacePreMarketOrder,
    SchedulePreMarket,
)
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.state import State

# One after another: few at a time meet more often.
SYMBOLS = tuple(f"PRE{number}" for number in range(24))
AT_ONCE = 3
# Short ones, so that a simulation sees every ending.
WINDOW_MS, LATE_MS = 900, 5_000


def set_up(clients: Sequence[str]) -> tuple[Command, ...]:
    """The coins, of which not everybody has enough to deliver."""
    return (
        *(ListCoin(1, symbol, 2, 10**9 + number) for number, symbol in enumerate(SYMBOLS)),
        *(
            Deposit(1, f"first-{client}-{symbol}", client, symbol, "tron", 900)
            for client in clients[:2]
            for symbol in SYMBOLS
        ),
    )


def make_command(state: State, rng: SeededRandom, now: int, clients: Sequence[str], edge: int) -> Command:
    """A command about pre-markets, mostly a sensible one; `edge` is a number that seldom is."""
    known = state.premarkets.by_symbol
    live = [key for key, market in known.items() if market.terms.status not in {"settled", "canceled"}]
    if len(live) < AT_ONCE and len(known) < len(SYMBOLS):
        return _create(rng, now, SYMBOLS[len(known)])
    symbol = rng.pick(live) if live and not rng.one_in(20) else rng.pick(SYMBOLS)
    is_delivering = any(known[key].terms.status == "delivering" for key in live)
    roll = 17 if is_delivering and rng.one_in(3) else rng.below(24)
    if roll < 15:
        return _order(rng, now, rng.pick(clients), symbol, edge)
    if roll < 17:
        return _cancel(state, rng, now, clients)
    if roll < 20:
        return _deliver(state, rng, now, clients)
    return _act(rng, now, symbol)


def _order(rng: SeededRandom, now: int, client: str, symbol: str, edge: int) -> Command:
    side: Literal["buy", "sell"] = rng.pick(("buy", "sell"))
    price = 1_000 + 10 * (rng.below(13) - 6) + rng.one_in(60)
    quantity = 10 * (1 + rng.below(20)) + rng.one_in(60)
    if rng.one_in(40):
        price, quantity = rng.pick(((edge, quantity), (price, edge)))
    key = f"key-{rng.below(60)}" if rng.one_in(6) else None
    return PlacePreMarketOrder(now, client, symbol, side, price, quantity, key)


def _act(rng: SeededRandom, now: int, symbol: str) -> Command:
    """What staff do: mostly nothing that ends a pre-market."""
    roll = rng.below(12)
    if roll < 2:
        return CancelPreMarket(now, symbol)
    if roll < 7:
        return ListPreMarket(now, symbol, now + rng.below(1_500) - 5)
    opens_at = now + rng.below(200) if rng.one_in(2) else 0
    return SchedulePreMarket(now, symbol, opens_at, now + 500 + rng.below(4_000))


def _create(rng: SeededRandom, now: int, symbol: str) -> Command:
    return CreatePreMarket(
        now,
        symbol,
        quote="USDT",
        price_decimals=2,
        tick=10,
        step=10,
        min_quantity=10,
        max_quantity=2_000,
        max_exposure=rng.pick((30_000, 400_000)),
        opens_at=now + rng.below(300) - 2,
        closes_at=now + 1_500 + rng.below(6_000),
        fee_ppm=rng.pick((0, 20_000, 33_333)),
        collateral_ppm=rng.pick((1_000_000, 1_234_567)),
        window_ms=WINDOW_MS,
        late_ms=LATE_MS,
    )


def _cancel(state: State, rng: SeededRandom, now: int, clients: Sequence[str]) -> Command:
    numbers = list(state.premarkets.orders)
    if not numbers or rng.one_in(8):
        return CancelPreMarketOrder(now, rng.pick(clients), rng.below(state.premarkets.last_order_id + 3))
    number = rng.pick(numbers)
    owner = state.premarkets.orders[number].orders[number].client
    return CancelPreMarketOrder(now, owner if not rng.one_in(10) else rng.pick(clients), number)


def _deliver(state: State, rng: SeededRandom, now: int, clients: Sequence[str]) -> Command:
    markets = list(state.premarkets.by_symbol.values())
    delivering = [market for market in markets if market.terms.status == "delivering" and market.contracts]
    contracts = [one for market in delivering or markets for one in market.contracts.values()]
    if not contracts or rng.one_in(8):
        return DeliverContract(now, rng.pick(clients), rng.below(state.premarkets.last_contract_id + 3))
    contract = rng.pick(contracts)
    return DeliverContract(
        now, rng.pick((contract.seller, contract.seller, contract.buyer)), contract.contract_id
    )
