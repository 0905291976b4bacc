"""EXC-2: a refusal is the command's own, whatever its time brought about besides."""

import pytest
from msgspec.structs import replace

from clearwater.core.commands import (
    AmendOrder,
    CancelAll,
    CancelOrder,
    Command,
    Deposit,
    HoldWithdrawal,
    SettleWithdrawal,
    Tick,
)
from clearwater.core.events import NOT_FOUND, OrderUpdated
from tests.core.builders import PAIR, Floor, an_order, btc

LATER = 2_000
REFUSED: list[tuple[Command, str]] = [
    (replace(an_order("ann", "buy", "1000", "100"), at=LATER), "INSUFFICIENT_BALANCE"),
    (CancelOrder(LATER, "ann", 99), "NOT_FOUND"),
    (AmendOrder(LATER, "ann", 99, quantity=btc("1")), "NOT_FOUND"),
    (CancelAll(LATER, None, None), "VALIDATION_FAILED"),
    (Deposit(LATER, "btc-ann", "ann", "BTC", "bitcoin", 1), "STATE_CONFLICT"),
    (HoldWithdrawal(LATER, "out", "ann", "BTC", "bitcoin", btc("11"), 0), "INSUFFICIENT_BALANCE"),
    (SettleWithdrawal(LATER, "nothing"), "NOT_FOUND"),
]


def with_expiring_order() -> tuple[Floor, int]:
    floor = Floor()
    waiting = floor.place("bob", "sell", "1", "110", time_in_force="gtd", expire_at=LATER)
    return floor, waiting.order_id


@pytest.mark.parametrize(("command", "code"), REFUSED)
def test_a_refused_command_still_expires_orders_of_its_time(command: Command, code: str) -> None:
    floor, waiting = with_expiring_order()
    others, _ = with_expiring_order()

    outcome = floor.ask(command)
    others.ask(Tick(LATER))

    assert floor.exchange.refusal == outcome.refusal
    assert outcome.code == code
    ended = [event for event in outcome.events if isinstance(event, OrderUpdated)]
    assert [(event.order_id, event.status, event.reason) for event in ended] == [
        (waiting, "expired", "expire_at")
    ]
    # Nothing but time has passed.
    assert floor.exchange.digest() == others.exchange.digest()


def test_the_refusal_of_an_earlier_command_is_cleared() -> None:
    floor = Floor()
    refusals = []
    for order_id in (99, floor.place("ann", "buy", "1", "90").order_id):
        floor.cancel("ann", order_id)
        refusals.append(floor.exchange.refusal)

    assert refusals == [NOT_FOUND, None]
    assert floor.depth() == ([], [])


def test_a_time_beyond_64_bits_is_refused() -> None:
    """EXC-6"""
    floor = Floor()
    floor.ask(CancelAll(2**63, None, PAIR))
    assert floor.exchange.refusal is not None
