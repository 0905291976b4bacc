"""Random conversions, as `simulation` makes commands for everything else."""

from collections.abc import Callable, Sequence

from clearwater.core.commands import Convert, ConvertLeg, MoveHouse, PlaceOrder
from clearwater.core.convert import PURPOSE
from clearwater.core.exchange import Exchange
from clearwater.core.ledger import HOUSE
from clearwater.core.seeded_random import SeededRandom

# So little that it runs out, and is won again from what the books give beyond a promise.
STOCK = (MoveHouse(1, "stock-usdt", "USDT", "treasury", PURPOSE, 40),)
# Ways and amounts of a conversion that are tried for one that the books can give.
MAX_ATTEMPTS = 8
WAYS: tuple[tuple[ConvertLeg, ...], ...] = (
    (ConvertLeg("BTC-USDT", "sell"),),
    (ConvertLeg("BTC-USDT", "buy"),),
    (ConvertLeg("ETH-BTC", "sell"),),
    (ConvertLeg("ETH-BTC", "buy"),),
)
WAYS_OF_TWO: tuple[tuple[ConvertLeg, ...], ...] = (
    (ConvertLeg("ETH-BTC", "sell"), ConvertLeg("BTC-USDT", "sell")),
    (ConvertLeg("BTC-USDT", "buy"), ConvertLeg("ETH-BTC", "buy")),
)
BROKEN_WAYS: tuple[tuple[ConvertLeg, ...], ...] = (
    (),
    (ConvertLeg("BTC-USDT", "sell"), ConvertLeg("BTC-USDT", "buy")),
    (ConvertLeg("BTC-USDT", "sell"), ConvertLeg("ETH-BTC", "sell")),
    (ConvertLeg("ETH-USDT", "sell"),),
    WAYS_OF_TWO[0] + WAYS[1],
)


def make_command(
    exchange: Exchange,
    rng: SeededRandom,
    number: Callable[[int], int],
    *,
    now: int,
    client: str,
    reference: str,
) -> Convert:
    """Mostly one that the books can give; sometimes too dear, or by a way that is none.

    `number` makes one of the edge values of a usual number once in a while.
    """
    found, attempts = 0, 0
    legs, amount = BROKEN_WAYS[0], 0
    while not found and attempts < MAX_ATTEMPTS:
        attempts += 1
        legs = rng.pick(BROKEN_WAYS if rng.one_in(12) else rng.pick((WAYS, WAYS_OF_TWO)))
        amount = number(100 + rng.below(rng.pick((20, 200, 1_000, 3_000))))
        found = find_proceeds(exchange, legs, amount)
    # Sometimes a little more than there is.
    gross = number(max(1, found - rng.below(20) + 30 * rng.one_in(6)))
    fee = number(min(gross - 1, rng.below(30))) if gross > 1 else 0
    return Convert(now, client, reference, legs, amount, gross - fee, fee)


def find_proceeds(exchange: Exchange, legs: Sequence[ConvertLeg], amount: int) -> int:
    """What the books and the house's stock give for an amount by way of some pairs; 0 where it is not all."""
    for leg in legs:
        market = exchange.state.markets.get(leg.pair)
        if market is None or market.state != "trading":
            return 0
        step, is_buy = market.rules.step, leg.side == "buy"
        quantity, budget = (0, amount) if is_buy else (amount - amount % step, 0)
        if quantity + budget <= 0:
            return 0
        terms = PlaceOrder(1, "", leg.pair, leg.side, "market", quantity, quote_quantity=budget)
        found = exchange.preview(terms).estimate_fill
        if not found.is_complete:
            return 0
        paid, given = found.quantity, found.quote_quantity
        if is_buy:
            paid, given = given, paid
        if not paid:
            return 0
        held = exchange.balance(HOUSE, market.base.symbol if is_buy else market.quote.symbol, PURPOSE)
        amount = given + min(held, (amount - paid) * given // paid)
    return amount if legs else 0
