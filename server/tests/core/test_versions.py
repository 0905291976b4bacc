"""EXC-7: a journal leads to where it once led, whatever the rules have become."""

import json
from hashlib import sha256

import pytest

from clearwater.core.coding import decode
from clearwater.core.events import Event, OrderUpdated, Refused
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.limits import LIMITS_OF, Limits
from clearwater.core.money import MAX_UNITS
from clearwater.core.versions import DEFAULTS, RULES_VERSION
from tests.core.recorded import FOLDER, list_names, mark, name_of, plain, read


def test_every_version_has_its_journal_and_those_before_todays_their_defaults() -> None:
    assert {read(name).version for name in list_names()} == set(range(1, RULES_VERSION + 1))
    assert list(DEFAULTS) == list(range(1, RULES_VERSION))


# What does not lead there any more is another version: a journal that has landed is not recorded again.
RECORDED = {
    "version-1.jsonl.gz": "c8e66fb65b3d41fe7b3ec376c4c440619e8617c9d35df95601a6f8951f4e5b5a",
    "version-2-limits.jsonl.gz": "47facfe04e7556df4ca5b5ebf45ce88ae55dd10d5cdd4a6e82eda4fd962d3404",
    "version-2.jsonl.gz": "98b3aa5927c4a06d307ac9d5da11510cbca69d15da1a1215586a4afb7c91bba4",
    "version-3-limits.jsonl.gz": "c8f91f6ec42cb24cac20c8940b4430a1db09ce8a15de221f25d8af0a59775d8b",
    "version-3.jsonl.gz": "0cf71a9aa503440da82ff200d31483e54449923d422a51930a6e6c33791b3179",
    "version-4-limits.jsonl.gz": "15d15c5661df9f13c6aae05b3f394ff86d466b38f5d8e00a8bb4ee00c514a444",
    "version-4.jsonl.gz": "8e42478dd2a14ea86973f27304250b3618124d680e012e9d01aa2ce4a6c8856c",
    "version-5-limits.jsonl.gz": "d8a63c0e3974e9e2aa47ff55da25b72babc4b0ae0a60bd0ba24b99a7831bdcf3",
    "version-5.jsonl.gz": "9556cd5ee7afdf0ceb89158da1768a53630f89567801b07ed3f1a4298d97133d",
}


def test_a_recorded_journal_is_never_replaced() -> None:
    """EXC-7: a version's meaning is settled once it has landed, and its journal with it."""
    found = {name: sha256((FOLDER / name).read_bytes()).hexdigest() for name in list_names()}
    assert found == RECORDED


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
