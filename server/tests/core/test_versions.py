"""EXC-7: a journal leads to where it once led, whatever the rules have become."""

from itertools import count, takewhile

import pytest

from clearwater.core.commands import decode
from clearwater.core.events import Event, OrderUpdated, Refused
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.versions import DEFAULTS, RULES_VERSION
from tests.core.recorded import mark, path_of, plain, read

# A version that is still being made has no journal yet.
RECORDED = list(takewhile(lambda version: path_of(version).exists(), count(1)))


def test_every_version_before_todays_has_its_journal_and_its_defaults() -> None:
    assert RECORDED[: RULES_VERSION - 1] == list(range(1, RULES_VERSION))
    assert list(DEFAULTS) == list(range(1, RULES_VERSION))


@pytest.mark.parametrize("version", RECORDED)
def test_a_journal_leads_to_where_it_once_led(version: int) -> None:
    recorded = read(version)
    exchange, shapes = Exchange(), recorded.shapes
    exchange.follow_rules(version)

    for number, (kind, payload, told) in enumerate(recorded.entries, 1):
        events = exchange.apply(decode(kind, payload, version))
        # What is told since by a type that there was not yet is left out.
        known = [event for event in events if type(event).__name__ in shapes]
        assert mark(known, shapes) == told, f"entry {number}, {kind}, leads to {known}"

    # As it was written, with JSON's lists for all tuples.
    assert plain(exchange.export(), shapes) == recorded.state
    assert list(find_faults(exchange.state)) == []


@pytest.mark.parametrize("version", RECORDED)
def test_what_an_entry_leaves_out_is_what_it_was(version: int) -> None:
    recorded = read(version)
    one_of_each = {entry.kind: entry.payload for entry in recorded.entries}
    for kind, defaults in recorded.defaults.items():
        required = {name: value for name, value in one_of_each[kind].items() if name not in defaults}
        command = decode(kind, required, version)
        assert {name: getattr(command, name) for name in defaults} == defaults


@pytest.mark.parametrize("version", RECORDED)
def test_a_kept_journal_has_everything_there_is(version: int) -> None:
    recorded = read(version)
    orders = [payload for kind, payload, _ in recorded.entries if kind == "PlaceOrder"]
    exchange = Exchange()
    exchange.follow_rules(version)
    told: list[list[Event]] = [
        exchange.apply(decode(kind, payload, version)) for kind, payload, _ in recorded.entries
    ]

    assert {entry.kind for entry in recorded.entries} == set(recorded.defaults)
    assert {order["type"] for order in orders} == ORDER_TYPES
    assert {order.get("time_in_force") for order in orders} == {None, "ioc", "fok", "gtd"}
    assert any("display_quantity" in order for order in orders)
    assert any("quote_quantity" in order for order in orders)
    assert {event.reason for events in told for event in events if isinstance(event, OrderUpdated)} == REASONS
    # Refused, and yet in the journal for what its time has ended.
    assert any(isinstance(event, Refused) for events in told for event in events)


ORDER_TYPES = {
    "limit",
    "market",
    "stop_limit",
    "stop_market",
    "take_profit_limit",
    "take_profit_market",
    "trailing_stop",
    "oco",
}
REASONS = {
    "",
    "client",
    "staff",
    "oco",
    "time_in_force",
    "expire_at",
    "no_liquidity",
    "market_guard",
    "self_trade_prevention",
}
