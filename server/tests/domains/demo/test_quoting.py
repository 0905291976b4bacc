"""How makers quote and takers trade: pure, so exact."""

import pytest

from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.demo.coins import PAIR_BY_SYMBOL, PAIRS, Pair
from clearwater.domains.demo.quoting import (
    FAR_LEVELS,
    MAX_MOVE,
    MAX_ORDERS_PER_SIDE,
    NEAR_LEVELS,
    Grid,
    Prices,
    Quote,
    Resting,
    choose_quantity,
    choose_side,
    near,
    reconcile,
)

BITCOIN = PAIR_BY_SYMBOL["BTC-USDT"]
GRID = Grid(BITCOIN)
PRICE = BITCOIN.reference_price


def all_quotes(pair: Pair, price: int) -> tuple[list[Quote], list[Quote]]:
    grid = Grid(pair)
    anchor = grid.anchor(None, price)
    value = pair.base.value
    return grid.quotes("buy", anchor, value), grid.quotes("sell", anchor, value)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.symbol)
def test_both_sides_are_quoted_around_the_price_within_the_rules(pair: Pair) -> None:
    bids, asks = all_quotes(pair, pair.reference_price)
    rules = pair.rules
    divisor = 10 ** (pair.price_decimals + pair.base.decimals - pair.quote.decimals)

    assert len(bids) == len(asks) == NEAR_LEVELS + FAR_LEVELS
    assert bids[0].price <= pair.reference_price < asks[0].price
    assert [quote.price for quote in bids] == sorted({quote.price for quote in bids}, reverse=True)
    assert [quote.price for quote in asks] == sorted({quote.price for quote in asks})
    for quote in (*bids, *asks):
        assert quote.price % rules.tick == 0
        assert quote.quantity % rules.step == 0
        assert rules.min_quantity <= quote.quantity <= rules.max_quantity
        assert quote.price * quote.quantity // divisor >= rules.min_notional
        assert abs(quote.price - pair.reference_price) < pair.reference_price * 0.1


def test_the_same_price_gives_the_same_quotes() -> None:
    assert all_quotes(BITCOIN, PRICE) == all_quotes(BITCOIN, PRICE)


def test_the_grid_anchor_has_hysteresis() -> None:
    anchor = GRID.anchor(None, PRICE)
    upper = (anchor + 1) * GRID.spacing

    assert GRID.anchor(anchor, upper + GRID.spacing // 5) == anchor
    assert GRID.anchor(anchor, upper + GRID.spacing // 2) == anchor + 1
    assert GRID.anchor(anchor, anchor * GRID.spacing - GRID.spacing // 5) == anchor
    assert GRID.anchor(anchor, anchor * GRID.spacing - GRID.spacing // 2) == anchor - 1


def test_a_book_that_matches_the_quotes_is_left_alone() -> None:
    bids, _ = all_quotes(BITCOIN, PRICE)
    resting = [Resting(number, "buy", quote.price) for number, quote in enumerate(bids)]

    assert reconcile(bids, resting) == ([], [])


def test_moving_the_anchor_up_cancels_one_ask_and_adds_one_bid() -> None:
    anchor, value = GRID.anchor(None, PRICE), BITCOIN.base.value
    before = {side: GRID.quotes(side, anchor, value) for side in ("buy", "sell")}
    after = {side: GRID.quotes(side, anchor + 1, value) for side in ("buy", "sell")}
    resting = [Resting(number, "sell", quote.price) for number, quote in enumerate(before["sell"])]

    asks = reconcile(after["sell"], resting)

    assert asks.cancels == [0]
    assert len(asks.quotes) <= 2
    bids = reconcile(after["buy"], [Resting(9, "buy", quote.price) for quote in before["buy"]])
    assert bids.cancels == []
    assert [quote.price for quote in bids.quotes] == [after["buy"][0].price]


def test_crossing_far_and_duplicate_quotes_are_canceled() -> None:
    _, asks = all_quotes(BITCOIN, PRICE)
    resting = [
        Resting(1, "sell", asks[0].price - 1),
        Resting(2, "sell", asks[-1].price + 1),
        Resting(3, "sell", asks[1].price),
        Resting(4, "sell", asks[1].price),
        Resting(5, "sell", asks[0].price + 1),
    ]

    changes = reconcile(asks, resting)

    assert changes.cancels == [1, 2, 4]
    assert changes.quotes == [asks[0], *asks[2:]]


def test_surplus_quotes_are_canceled_beyond_a_limit() -> None:
    bids, _ = all_quotes(BITCOIN, PRICE)
    spare = [Resting(number, "buy", bids[0].price - number) for number in range(1, 30)]
    spare = [order for order in spare if order.price not in {quote.price for quote in bids}]

    changes = reconcile(bids, spare)

    room = MAX_ORDERS_PER_SIDE - len(bids)
    assert changes.cancels == [order.order_id for order in spare[room:]]


def test_prices_stay_near_the_last_trade() -> None:
    assert near(1_000, 1_000) == 1_000
    assert near(2_000, 1_000) == 1_080
    assert near(100, 1_000) == 920


def test_takers_tend_to_follow_the_price() -> None:
    anchor = GRID.anchor(None, PRICE)
    above = (anchor + 1) * GRID.spacing + GRID.spacing // 4
    rng = SeededRandom(1)

    bought = sum(choose_side(rng, GRID, anchor, above) == "buy" for _ in range(1_000))

    assert 700 < bought < 900


def test_most_trades_are_small_and_the_mean_is_the_usual_size() -> None:
    rng, value = SeededRandom(1), BITCOIN.base.value
    worths = sorted(choose_quantity(rng, BITCOIN, value) / 10**8 * value for _ in range(4_000))

    assert worths[2_000] < BITCOIN.trade_size < worths[3_200]
    assert 0.85 < sum(worths) / len(worths) / BITCOIN.trade_size < 1.15
    assert worths[-1] <= 10.1 * BITCOIN.trade_size


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.symbol)
def test_the_smallest_trade_meets_the_minimum_notional(pair: Pair) -> None:
    rng = SeededRandom(2)
    divisor = 10 ** (pair.price_decimals + pair.base.decimals - pair.quote.decimals)

    smallest = min(choose_quantity(rng, pair, pair.base.value) for _ in range(500))

    assert pair.reference_price * smallest // divisor >= pair.rules.min_notional


def test_prices_move_the_same_way_for_the_same_seed() -> None:
    def walk() -> list[int]:
        prices = Prices(SeededRandom(5), 0)
        quoted = []
        for second in range(1, 200):
            prices.advance(second * 1_000)
            quoted.append(prices.price_of(BITCOIN))
        return quoted

    first = walk()

    assert first == walk()
    assert len(set(first)) > 150
    assert all(abs(price - PRICE) < PRICE * 0.05 for price in first)


def test_prices_move_at_most_once_however_long_the_pause() -> None:
    prices = Prices(SeededRandom(5), 0)
    prices.advance(999)
    assert prices.price_of(BITCOIN) == PRICE

    prices.advance(30 * 86_400_000)

    assert 0 < abs(prices.price_of(BITCOIN) - PRICE) <= PRICE * MAX_MOVE


def test_a_clock_that_was_set_back_moves_nothing() -> None:
    prices = Prices(SeededRandom(5), 1_000_000)
    prices.advance(5_000)

    assert prices.price_of(BITCOIN) == PRICE
