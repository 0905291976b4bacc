import json
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clearwater.core.coding import decode, encode
from clearwater.core.commands import (
    KINDS,
    AmendOrder,
    CancelOrder,
    ChangePair,
    Command,
    Deposit,
    ListPair,
    PlaceOrder,
    Tick,
)
from clearwater.core.events import Filled, LevelChanged, OrderAccepted
from clearwater.core.exchange import RULES, Depth, Exchange
from clearwater.core.invariants import EventChecker, find_faults
from clearwater.core.matching import FillEstimate
from clearwater.core.placing import place_order
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.simulation import SET_UP, CommandGenerator, simulate
from clearwater.core.simulation_coverage import find_missed
from clearwater.core.state import State
from tests.core.builders import NOON, PAIR, Floor, an_order, btc, pair_rules, price
from tests.core.projection import Tables


def a_day(seed: int, count: int) -> list[Command]:
    """The commands of a simulation."""
    exchange, commands = Exchange(), list(SET_UP)
    for command in SET_UP:
        exchange.apply(command)
    generator = CommandGenerator(seed, exchange)
    for _ in range(count):
        commands.append(generator.next())
        exchange.apply(commands[-1])
    return commands


@settings(max_examples=20)
@given(seed=st.integers(0, 2**64 - 1), at=st.integers(0, 120))
def test_a_restored_exchange_continues_identically(seed: int, at: int) -> None:
    """EXC-1, EXC-3: two from zero, one of them restored at any moment."""
    first, second = Exchange(), Exchange()
    for number, command in enumerate(a_day(seed, 120)):
        if number == at:
            second = Exchange.restore(second.export())
            assert second.digest() == first.digest()
        assert first.apply(command) == second.apply(command)
    assert first.export() == second.export()


@settings(max_examples=20)
@given(seed=st.integers(0, 2**64 - 1))
def test_an_exchange_without_level_events_reaches_the_same_state(seed: int) -> None:
    """EXC-1: only levels are left out."""
    whole, brief = Exchange(), Exchange()
    brief.state.omit_level_events()
    for command in a_day(seed, 120):
        outcome = whole.apply(command)
        assert brief.apply(command) == [event for event in outcome if not isinstance(event, LevelChanged)]
    assert brief.export() == whole.export()


@settings(max_examples=25)
@given(seed=st.integers(0, 2**64 - 1))
def test_every_rule_holds_after_every_command(seed: int) -> None:
    """EXC-4, LED-2, LED-3, LED-9, ORD-12, MAT-2"""
    assert simulate(seed, 120).failure is None


@pytest.mark.parametrize("remembered", [3, 100_000])
@pytest.mark.parametrize("seed", range(12))
def test_stored_events_rebuild_the_whole_state(
    seed: int, remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """EXC-3, EXC-4: a store of events gives the snapshot back, after every command."""
    monkeypatch.setattr("clearwater.core.state.DEDUPLICATION_WINDOW", remembered)
    monkeypatch.setattr("clearwater.core.transfers.DEDUPLICATION_WINDOW", remembered)
    exchange, tables = Exchange(), Tables()
    for command in a_day(seed, 150):
        tables.store(exchange.apply(command))
        assert tables.snapshot(exchange.state.now, remembered) == exchange.export()


def test_a_preview_estimates_the_fills_of_an_order() -> None:
    floor = Floor()
    floor.place("bob", "sell", "1", "100")
    floor.place("bob", "sell", "5", "101")
    found = floor.exchange.preview(an_order("ann", "buy", kind="market", quote="250"))
    assert found == (
        FillEstimate(btc("2.48"), 24_948, price("101"), is_complete=True, is_stopped_by_own=False),
        0,
    )
    found = floor.exchange.preview(an_order("ann", "buy", "3", "100"))
    assert found.estimate_fill == FillEstimate(
        btc("1"), 10_000, price("100"), is_complete=False, is_stopped_by_own=False
    )


def can_be_previewed(order: PlaceOrder, exchange: Exchange) -> bool:
    return order.type in {"limit", "market"} and order.pair in exchange.state.markets


@pytest.mark.parametrize("seed", range(30))
def test_a_preview_equals_the_resulting_fills(seed: int) -> None:
    """STL-3: the same quantity, the same value and the same fee, rounded for each fill."""
    exchange = Exchange()
    previewed = 0
    for command in a_day(seed, 150):
        foreseen = None
        if isinstance(command, PlaceOrder) and can_be_previewed(command, exchange):
            if command.at > exchange.state.now:
                exchange.apply(Tick(command.at))
            foreseen = exchange.preview(command)
        events = exchange.apply(command)
        if foreseen is None or exchange.refusal is not None:
            continue
        placed = next(event for event in events if isinstance(event, OrderAccepted)).order_id
        fills = [event for event in events if isinstance(event, Filled) and event.taker_order_id == placed]
        assert foreseen.estimate_fill.quantity == sum(fill.quantity for fill in fills)
        assert foreseen.estimate_fill.quote_quantity == sum(fill.quote_quantity for fill in fills)
        assert foreseen.fee == sum(fill.taker_fee for fill in fills)
        previewed += 1
    assert previewed


def test_the_same_seed_gives_the_same_day() -> None:
    """EXC-1: on any machine, so what the rng give is written down."""
    assert simulate(7, 300) == simulate(7, 300)
    assert simulate(7, 300).digest != simulate(8, 300).digest
    rng = SeededRandom(1)
    assert [rng.below(1_000) for _ in range(5)] == [465, 519, 590, 235, 761]


def test_events_are_numbered_without_gaps() -> None:
    """LED-1, MAT-7"""
    exchange, checker = Exchange(), EventChecker()
    for command in a_day(3, 200):
        assert list(checker.check(exchange.apply(command))) == []
    assert checker.last_ids["posting"] == exchange.state.ledger.last_posting_id
    assert checker.last_ids["order"] == exchange.state.last_order_id


def test_a_fault_is_found_and_its_seed_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulator would notice fees that go nowhere."""
    monkeypatch.setattr("clearwater.core.execution.settle", lambda *_: None)
    outcome = simulate(1, 300)
    assert outcome.failure is not None
    assert outcome.failure.seed == 1
    assert simulate(1, outcome.failure.made - 1).failure is None


@pytest.mark.parametrize("purpose", ["available", "orders"])
def test_a_balance_that_was_tampered_with_is_found(purpose: str) -> None:
    """LED-2, LED-9"""
    floor = Floor()
    floor.place("ann", "buy", "1", "90")
    floor.exchange.state.ledger.get("ann", "USDT", purpose).balance += 1
    faults = list(find_faults(floor.exchange.state))
    assert "USDT sums to 1, not to zero" in faults
    assert len(faults) == (1 if purpose == "available" else 2)
    assert len(list(floor.checker.compare(floor.exchange.state))) == 1


def test_depth_shows_the_best_levels() -> None:
    """MAT-7"""
    floor = Floor()
    for at in ("95", "93", "94"):
        floor.place("ann", "buy", "1", at)
    floor.place("ann", "sell", "2", "105")
    assert floor.exchange.depth(PAIR, 2) == Depth(
        4, ((price("95"), btc("1")), (price("94"), btc("1"))), ((price("105"), btc("2")),)
    )
    assert floor.exchange.depth(PAIR, 0) == Depth(4, (), ())


@pytest.mark.parametrize(
    "command",
    [
        an_order("ann", "buy", "1", "90", client_order_id="x", expire_at=5, time_in_force="gtd"),
        PlaceOrder(NOON, "ann", PAIR, "sell", "market", 100),
        CancelOrder(NOON, "ann", 5),
        AmendOrder(NOON, "ann", 5, quantity=7),
        ListPair(1, PAIR, "BTC", "USDT", 2, pair_rules(), 100),
        ChangePair(1, PAIR),
        ChangePair(1, PAIR, rules=pair_rules(tick=300)),
        Deposit(1, "a", "ann", "BTC", "bitcoin", 1),
    ],
)
def test_a_command_survives_the_journal(command: Command) -> None:
    """EXC-1"""
    kind, values = encode(command)
    assert decode(kind, json.loads(json.dumps(values))) == command


def test_default_values_are_omitted_from_the_journal() -> None:
    assert encode(AmendOrder(NOON, "ann", 5, quantity=7)) == (
        "AmendOrder",
        {"at": NOON, "client": "ann", "order_id": 5, "quantity": 7},
    )


def test_every_kind_of_command_can_be_journaled() -> None:
    seen = {type(command) for seed in range(8) for command in a_day(seed, 200)}
    assert seen == set(KINDS.values())
    for command in a_day(5, 200):
        assert decode(*encode(command)) == command


def test_time_in_events_never_runs_backwards() -> None:
    """EXC-5"""
    exchange = Exchange()
    times = []
    for command in a_day(11, 200):
        exchange.apply(command)
        times.append(exchange.state.now)
    assert all(before <= after for before, after in pairwise(times))


def test_a_limit_that_leaks_into_later_commands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """EXC-3: a snapshot does not have it, so only the events of a restored copy show it."""
    lowered: dict[State, int] = {}

    def place(state: State, command: PlaceOrder) -> None:
        state.room = min(state.room, lowered.get(state, state.room))
        place_order(state, command)
        lowered[state] = state.room

    monkeypatch.setitem(RULES, PlaceOrder, place)
    failures = [failure for seed in range(1, 8, 2) if (failure := simulate(seed, 200).failure)]
    assert failures
    assert all("a restored copy emits" in failure.faults[0] for failure in failures)


def test_a_few_seeds_reach_every_rare_state() -> None:
    reached = Counter[str]()
    for seed in range(1, 7):
        reached += simulate(seed, 1_000).reached
    assert find_missed(reached) == []


def test_without_bursts_a_rare_state_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clearwater.core.simulation.BURST_EVERY", 10**9)
    assert "orders ended by make_room" in find_missed(simulate(3, 300).reached)
