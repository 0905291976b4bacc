"""EXC-7: a journal leads to where it once led, whatever the rules have become."""

import json

import pytest

from clearwater.core.coding import decode
from clearwater.core.events import Event, OrderUpdated, Refused
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.limits import LIMITS_OF, Limits
from clearwater.core.money import MAX_UNITS
from clearwater.core.versions import DEFAULTS, RULES_VERSION
from tests.core.recorded import list_names, mark, name_of, plain, read


def test_every_version_before_todays_has_its_journal_and_its_defaults() -> None:
    """That of today gets its own once it is settled."""
    kept = {read(name).version for name in list_names()}
    assert kept | {RULES_VERSION} == set(range(1, RULES_VERSION + 1))
    assert list(DEFAULTS) == list(range(1, RULES_VERSION))


def test_the_limits_of_a_version_never_change() -> None:
    """EXC-8: what a command left to those that followed is not in the journal."""
    assert list(LIMITS_OF) == list(range(1, RULES_VERSION + 1))
    assert LIMITS_OF[1] == (MAX_UNITS,) * 6
    assert {LIMITS_OF[version] for version in (2, 3, 4, 5)} == {(250, 100, 10, 200, 20, 1_000)}
    assert LIMITS_OF[RULES_VERSION] == Limits()


@pytest.mark.parametrize("name", list_names())
def test_a_recorded_journal_replays_to_its_recorded_events_and_state(name: str) -> None:
    recorded = read(name)
    version = recorded.version
    exchange, shapes = Exchange(recorded.limits), recorded.shapes
    exchange.follow_rules(version)

    for number, (kind, payload, expected) in enumerate(recorded.entries, 1):
        events = exchange.apply(decode(kind, payload, version))
        # Events of types that were added since are left out.
        known = [event for event in events if name_of(event, shapes) in shapes]
        assert mark(known, shapes) == expected, f"entry {number}, {kind}, leads to {known}"

    # As it was written, with JSON's lists for all tuples.
    assert plain(exchange.export(), shapes) == recorded.state
    assert list(find_faults(exchange.state)) == []


@pytest.mark.parametrize("name", list_names())
def test_omitted_fields_of_an_entry_have_the_recorded_defaults(name: str) -> None:
    recorded = read(name)
    version = recorded.version
    one_of_each = {entry.kind: entry.payload for entry in recorded.entries}
    for kind, defaults in recorded.defaults.items():
        required = {name: value for name, value in one_of_each[kind].items() if name not in defaults}
        command = decode(kind, required, version)
        found = {name: getattr(command, name) for name in defaults}
        # JSON has lists for tuples.
        assert json.loads(json.dumps(found)) == defaults


@pytest.mark.parametrize("name", list_names())
def test_a_recorded_journal_covers_every_command_order_type_and_reason(name: str) -> None:
    recorded = read(name)
    version = recorded.version
    orders = [payload for kind, payload, _ in recorded.entries if kind == "PlaceOrder"]
    exchange = Exchange(recorded.limits)
    exchange.follow_rules(version)
    outcomes: list[list[Event]] = [
        exchange.apply(decode(kind, payload, version)) for kind, payload, _ in recorded.entries
    ]

    assert {entry.kind for entry in recorded.entries} == set(recorded.defaults)
    assert {order["type"] for order in orders} == ORDER_TYPES
    assert {order.get("time_in_force") for order in orders} == {None, "ioc", "fok", "gtd"}
    assert any("display_quantity" in order for order in orders)
    assert any("quote_quantity" in order for order in orders)
    reasons = {event.reason for events in outcomes for event in events if isinstance(event, OrderUpdated)}
    assert reasons - {"fill_limit"} == REASONS
    assert ("fill_limit" in reasons) == name.endswith("-limits.jsonl.gz")
    # Refused, and yet in the journal for what its time has ended.
    assert any(isinstance(event, Refused) for events in outcomes for event in events)


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
