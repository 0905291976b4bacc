"""The past that a demo begins with: made up, but always the same, plausible, and in agreement with itself."""

import pytest

from clearwater.domains.demo.coins import PAIR_BY_SYMBOL, PAIRS, Pair
from clearwater.domains.demo.history import DAY_MS, HISTORY_DAYS, MINUTE_MS, Candle, aggregate, make_history
from clearwater.domains.markets.candles import INTERVALS, Interval, start_of

# Monday, 2 November 2026, 00:00 UTC, and 13 hours and 7 minutes later.
MONDAY_MS = 1_793_577_600_000
END_MS = MONDAY_MS + (13 * 60 + 7) * MINUTE_MS
BITCOIN = PAIR_BY_SYMBOL["BTC-USDT"]


@pytest.fixture(scope="module")
def bitcoin() -> dict[Interval, list[Candle]]:
    return make_history(BITCOIN, END_MS, HISTORY_DAYS)


def test_the_history_is_deterministic(bitcoin: dict[Interval, list[Candle]]) -> None:
    from clearwater.domains.demo.history import clear_path_caches

    clear_path_caches()

    assert make_history(BITCOIN, END_MS, HISTORY_DAYS) == bitcoin


def test_the_history_covers_ninety_days_and_today(bitcoin: dict[Interval, list[Candle]]) -> None:
    first = MONDAY_MS - HISTORY_DAYS * DAY_MS

    assert {interval: len(candles) for interval, candles in bitcoin.items()} == {
        "1m": 2 * 1440 + 13 * 60 + 7,
        "5m": 90 * 288 + 13 * 12 + 2,
        "15m": 90 * 96 + 13 * 4 + 1,
        "1h": 90 * 24 + 14,
        "4h": 90 * 6 + 4,
        "1d": 91,
        "1w": 14,
    }
    assert [bitcoin[interval][0].start_ms for interval in ("5m", "1d")] == [first, first]
    assert bitcoin["1m"][-1].start_ms == END_MS - MINUTE_MS


def test_the_history_ends_at_the_price_where_the_bots_start(bitcoin: dict[Interval, list[Candle]]) -> None:
    assert {candles[-1].close for candles in bitcoin.values()} == {9_825_000}


@pytest.mark.parametrize("interval", INTERVALS[1:])
def test_candles_are_consistent(bitcoin: dict[Interval, list[Candle]], interval: Interval) -> None:
    before = None
    for candle in bitcoin[interval]:
        assert candle.start_ms == start_of(interval, candle.start_ms)
        assert 0 < candle.low <= min(candle.open, candle.close)
        assert candle.high >= max(candle.open, candle.close)
        assert 0 <= candle.taker_buy_volume <= candle.volume
        assert candle.trades > 0
        assert candle.volume > 0
        assert before is None or (before.start_ms < candle.start_ms and before.close == candle.open)
        before = candle


@pytest.mark.parametrize(
    ("finer", "coarser"),
    [("1m", "5m"), ("1m", "1h"), ("1m", "1d"), ("5m", "15m"), ("5m", "1d"), ("1h", "4h"), ("4h", "1w")],
)
def test_a_coarser_candle_is_the_sum_of_the_finer_ones(
    bitcoin: dict[Interval, list[Candle]], finer: Interval, coarser: Interval
) -> None:
    known_from = bitcoin[finer][0].start_ms
    expected = [candle for candle in bitcoin[coarser] if candle.start_ms >= known_from]

    assert aggregate(bitcoin[finer], coarser)[-len(expected) :] == expected


def test_weeks_begin_on_mondays(bitcoin: dict[Interval, list[Candle]]) -> None:
    assert bitcoin["1w"][-1].start_ms == MONDAY_MS
    # 90 days before this Monday was a Tuesday: of the first week only six days are known.
    assert bitcoin["1w"][0].start_ms == MONDAY_MS - 91 * DAY_MS


def test_prices_stay_plausible(bitcoin: dict[Interval, list[Candle]]) -> None:
    days = bitcoin["1d"]
    moves = sorted(abs(day.close - day.open) / day.open for day in days)

    assert 0.004 < moves[len(moves) // 2] < 0.04
    assert moves[-1] < 0.25
    assert max(day.high for day in days) < 4 * min(day.low for day in days)


def test_volume_is_lower_at_night(bitcoin: dict[Interval, list[Candle]]) -> None:
    def traded(hour: int) -> int:
        return sum(candle.trades for candle in bitcoin["1h"] if candle.start_ms // 3_600_000 % 24 == hour)

    assert traded(5) * 3 < traded(15) * 2


def test_a_pair_of_two_coins_follows_both() -> None:
    ether, cross = (make_history(PAIR_BY_SYMBOL[name], END_MS, 3)["1h"] for name in ("ETH-USDT", "ETH-BTC"))
    bitcoin = make_history(BITCOIN, END_MS, 3)["1h"]

    for one, both, other in zip(ether, cross, bitcoin, strict=True):
        assert abs(both.close / 10**5 - one.close / other.close) <= 0.000_01


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.symbol)
def test_every_pair_has_prices_and_quantities_that_its_rules_allow(pair: Pair) -> None:
    rules, candles = pair.rules, make_history(pair, END_MS, 0)["1m"]

    assert len(candles) == 13 * 60 + 7
    assert candles[-1].close == pair.reference_price
    for candle in candles:
        assert not any(price % rules.tick for price in candle[1:5])
        assert not candle.volume % rules.step
        assert not candle.taker_buy_volume % rules.step
