"""Candles, the last day and sparklines, against slow definitions."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clearwater.core.commands import Side
from clearwater.domains.markets.candles import (
    DAY_MS,
    HOUR_MS,
    INTERVALS,
    LENGTH_MS,
    Candle,
    Trade,
    start_of,
    without_gaps,
)
from clearwater.domains.markets.tape import KEPT_HOURS, KEPT_TRADES, Tape
from tests.domains.markets.naive_candles import naive, roll_up, values

NOON_MS = int(datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp() * 1000)
# The whole run has little time: what a few examples miss, the next run may find.
QUICKLY = settings(max_examples=40)
# Within a second, to the next minutes, hours, days or weeks.
PAUSES = st.sampled_from((0, 1, 400, 999, 1_000, 20_000, 60_000, 7 * 60_000, HOUR_MS, 5 * HOUR_MS, DAY_MS))


@st.composite
def trades(draw: st.DrawFn) -> list[Trade]:
    made: list[Trade] = []
    number, at = 0, NOON_MS + draw(st.integers(0, DAY_MS))
    for _ in range(draw(st.integers(1, 25))):
        number += draw(st.integers(1, 3))
        at += draw(PAUSES)
        price, quantity = draw(st.integers(1, 9)), draw(st.integers(1, 10**6))
        side: Side = draw(st.sampled_from(("buy", "sell")))
        made.append(Trade(number, price, quantity, price * quantity, side, at))
    return made


def tape_of(history: list[Trade]) -> Tape:
    tape = Tape()
    for trade in history:
        tape.add(trade)
    return tape


@QUICKLY
@given(history=trades())
def test_every_interval_sums_up_its_trades(history: list[Trade]) -> None:
    """MKD-1: open, high, low, close and volumes of each interval are those of the trades in it."""
    tape = tape_of(history)

    for interval in INTERVALS:
        assert [values(candle) for candle in tape.unsaved(interval)] == naive(history, interval)
        assert values(tape.running[interval]) == naive(history, interval)[-1]


@QUICKLY
@given(history=trades())
def test_all_intervals_agree(history: list[Trade]) -> None:
    """MKD-2: a candle is what the shorter candles in it make together."""
    tape = tape_of(history)

    for shorter, longer in (
        ("1s", "1m"),
        ("1m", "5m"),
        ("1m", "1h"),
        ("15m", "4h"),
        ("1h", "1d"),
        ("1d", "1w"),
    ):
        made = roll_up(tape.unsaved(shorter), longer)  # type: ignore[arg-type]
        assert [values(candle) for candle in made] == [values(one) for one in tape.unsaved(longer)]  # type: ignore[arg-type]


@QUICKLY
@given(history=trades(), doubled=st.data())
def test_a_trade_that_is_added_again_counts_once(history: list[Trade], doubled: st.DataObject) -> None:
    """MKD-3: what was added before is recognised by its number."""
    back = doubled.draw(st.integers(0, len(history)))
    tape = tape_of(history)

    for trade in history[back:]:
        tape.add(trade)

    for interval in INTERVALS:
        assert [values(candle) for candle in tape.unsaved(interval)] == naive(history, interval)
    assert tape.day.trades == tape_of(history).day.trades


@QUICKLY
@given(history=trades(), later=st.integers(0, 30 * HOUR_MS))
def test_the_rolling_24_hours_are_exact_to_the_minute(history: list[Trade], later: int) -> None:
    """MKD-4: the 1,440 minutes before the running one, and that one; nothing older, nothing less."""
    tape, seen = Tape(), []
    moments = [(trade.at, trade) for trade in history] + [(history[-1].at + later, None)]
    for now, trade in moments:
        if trade is not None:
            tape.add(trade)
            seen.append(trade)
        tape.day.slide(now)

        inside = [one for one in seen if one.at >= start_of("1m", now) - DAY_MS]
        prices = [one.price for one in inside]
        assert (tape.day.open, tape.day.high, tape.day.low) == (
            (prices[0], max(prices), min(prices)) if prices else (0, 0, 0)
        )
        assert tape.day.volume == sum(one.quantity for one in inside)
        assert tape.day.quote_volume == sum(one.quote_quantity for one in inside)
        assert tape.day.trades == len(inside)


@QUICKLY
@given(history=trades(), later=st.integers(0, 30 * HOUR_MS))
def test_a_sparkline_is_the_price_at_the_end_of_each_hour(history: list[Trade], later: int) -> None:
    """MKD-5: 24 closes, the running hour included; a quiet hour closes where the one before did."""
    now = history[-1].at + later
    expected = []
    for hour in range(start_of("1h", now) - 23 * HOUR_MS, now + 1, HOUR_MS):
        before = [trade.price for trade in history if trade.at < hour + HOUR_MS]
        expected += before[-1:]

    assert tape_of(history).sparkline(now) == expected


@QUICKLY
@given(history=trades(), cut=st.data())
def test_a_tape_continues_from_stored_candles(history: list[Trade], cut: st.DataObject) -> None:
    """MKD-6: stored candles and the fills after them give what was there before the stop."""
    at = cut.draw(st.integers(0, len(history)))
    whole, stored = tape_of(history), tape_of(history[:at])
    minutes, hours = stored.unsaved("1m"), stored.unsaved("1h")
    newest = minutes[-1].start_ms if minutes else 0

    restored = Tape(
        history[at - 1].id if at else 0,
        running=[candle.copy() for candle in stored.running.values()],
        minutes=[minute for minute in minutes if minute.start_ms >= newest - DAY_MS],
        hours=hours[-KEPT_HOURS:],
        trades=history[:at][-KEPT_TRADES:],
    )
    for trade in history:
        restored.add(trade)

    now = history[-1].at
    restored.day.slide(now)
    whole.day.slide(now)
    for interval in INTERVALS:
        assert values(restored.running[interval]) == values(whole.running[interval])
    assert list(restored.trades) == list(whole.trades)
    assert restored.sparkline(now) == whole.sparkline(now)
    assert (restored.last_fill_id, restored.last_price) == (history[-1].id, history[-1].price)
    for name in ("open", "high", "low", "volume", "quote_volume", "trades"):
        assert getattr(restored.day, name) == getattr(whole.day, name)


@QUICKLY
@given(history=trades())
def test_a_candle_that_changes_while_it_is_stored_is_stored_again(history: list[Trade]) -> None:
    """MKD-6: a candle that changed while its copy was being stored is stored again."""
    half = len(history) // 2
    tape = tape_of(history[:half])
    fill_id = tape.last_fill_id
    for trade in history[half:]:
        tape.add(trade)

    tape.mark_stored(fill_id)

    again = {(candle.interval, candle.start_ms) for candle in tape.changed.values()}
    touched = {(interval, start_of(interval, trade.at)) for trade in history[half:] for interval in INTERVALS}
    assert again == touched
    assert tape.stored_fill_id == fill_id


@pytest.mark.parametrize("day", range(16, 23))
def test_weeks_begin_on_monday(day: int) -> None:
    """MKD-2: the week of 16 November 2026, a Monday, from its first to its last millisecond."""
    monday = int(datetime(2026, 11, 16, tzinfo=UTC).timestamp() * 1000)
    begin = int(datetime(2026, 11, day, tzinfo=UTC).timestamp() * 1000)
    assert start_of("1w", begin) == start_of("1w", begin + DAY_MS - 1) == monday


def test_quiet_intervals_are_flat() -> None:
    """MKD-7: no gaps, and nothing before the first trade."""
    minute = LENGTH_MS["1m"]
    first = Candle.beginning_with("1m", Trade(1, 70, 5, 350, "buy", NOON_MS + 2 * minute + 1))
    filled = without_gaps({first.start_ms: first}, None, "1m", NOON_MS, NOON_MS + 4 * minute)
    assert [values(candle) for candle in filled] == [
        (NOON_MS + 2 * minute, 70, 70, 70, 70, 5, 350, 1, 5),
        (NOON_MS + 3 * minute, 70, 70, 70, 70, 0, 0, 0, 0),
        (NOON_MS + 4 * minute, 70, 70, 70, 70, 0, 0, 0, 0),
    ]

    earlier = Candle("1m", NOON_MS - minute, 60)
    filled = without_gaps({first.start_ms: first}, earlier, "1m", NOON_MS, NOON_MS + 2 * minute)
    assert [(candle.open, candle.close) for candle in filled] == [(60, 60), (60, 60), (70, 70)]
