"""Limits of withdrawals, withdrawals to clients of this exchange, and what the house pays to networks."""

import pytest

from clearwater.core.commands import (
    Fund,
    HoldWithdrawal,
    PayNetworkFee,
    ReleaseWithdrawal,
    SettleWithdrawal,
    Tick,
)
from clearwater.core.events import Posting, TransferChanged
from clearwater.core.exchange import Exchange
from clearwater.core.state import DAY_MS
from clearwater.core.transfers import MAX_VALUE
from tests.core.builders import Floor, btc

LIMIT = 1_000


def ask_for(
    floor: Floor, reference: str, value: int, *, at: int = 5, limit: int = LIMIT, client: str = "ann"
) -> str:
    command = HoldWithdrawal(at, reference, client, "BTC", "bitcoin", btc("0.1"), 0, value, limit)
    return floor.ask(command).code


def test_withdrawals_of_a_day_stay_within_its_limit() -> None:
    """LED-17"""
    floor = Floor()
    assert ask_for(floor, "w1", 600) == ""
    refused = floor.ask(HoldWithdrawal(5, "w2", "ann", "BTC", "bitcoin", btc("0.1"), 0, 401, LIMIT))
    assert refused.code == "LIMIT_EXCEEDED"
    assert refused.refusal is not None
    assert (refused.refusal.available, refused.refusal.needed) == (400, 401)
    assert ask_for(floor, "w3", 400) == ""
    assert ask_for(floor, "w4", 1) == "LIMIT_EXCEEDED"
    assert ask_for(floor, "w5", 1_000, client="bob") == ""


def test_fifty_withdrawals_of_everything_are_one() -> None:
    """LED-17, LED-3"""
    floor = Floor()
    codes = [
        floor.ask(HoldWithdrawal(5, f"w{number}", "ann", "BTC", "bitcoin", btc("10"), 0, 900, LIMIT)).code
        for number in range(50)
    ]
    assert codes == ["", *["LIMIT_EXCEEDED"] * 49]


def test_the_limit_is_free_again_the_next_day() -> None:
    """LED-17"""
    floor = Floor()
    assert ask_for(floor, "w1", 1_000, at=DAY_MS - 1) == ""
    assert ask_for(floor, "w2", 1, at=DAY_MS - 1) == "LIMIT_EXCEEDED"
    assert ask_for(floor, "w3", 1_000, at=DAY_MS) == ""


def test_a_released_withdrawal_gives_its_part_of_the_limit_back_the_same_day_only() -> None:
    """LED-17"""
    floor = Floor()
    ask_for(floor, "w1", 1_000)
    floor.ask(ReleaseWithdrawal(6, "w1"))
    assert ask_for(floor, "w2", 1_000, at=6) == ""
    floor.ask(Tick(DAY_MS))
    assert ask_for(floor, "w3", 700, at=DAY_MS) == ""
    floor.ask(ReleaseWithdrawal(DAY_MS, "w2"))
    assert ask_for(floor, "w4", 301, at=DAY_MS) == "LIMIT_EXCEEDED"


def test_a_settled_withdrawal_keeps_its_part_of_the_limit_across_a_restart() -> None:
    """LED-17, EXC-4"""
    floor = Floor()
    ask_for(floor, "w1", 1_000)
    floor.ask(SettleWithdrawal(6, "w1"))
    floor.exchange = Exchange.restore(floor.exchange.export())
    assert ask_for(floor, "w2", 1, at=6) == "LIMIT_EXCEEDED"


@pytest.mark.parametrize(("value", "limit"), [(-1, 0), (MAX_VALUE + 1, 0), (1, -1), (1, 2**63)])
def test_odd_values_and_limits_are_refused(value: int, limit: int) -> None:
    assert ask_for(Floor(), "w", value, limit=limit) == "VALIDATION_FAILED"


def test_a_withdrawal_to_another_client_is_a_deposit_there() -> None:
    """LED-18: it leaves by the network's account and comes back, so both have their transactions."""
    floor = Floor()
    outside = floor.has("house", "BTC", "external:bitcoin")
    floor.ask(HoldWithdrawal(5, "w", "ann", "BTC", "bitcoin", btc("2"), btc("0.001")))
    settled = floor.ask(SettleWithdrawal(6, "w", receiver="bob"))
    assert (floor.has("ann", "BTC"), floor.has("ann", "BTC", "withdrawals")) == ("7.999", "0")
    assert floor.has("bob", "BTC") == "12"
    assert floor.has("house", "BTC", "external:bitcoin") == outside
    kinds = [event.kind for event in settled.events if isinstance(event, Posting)]
    assert kinds == ["withdrawal", "withdrawal_fee", "deposit"]
    assert settled.events[-1] == TransferChanged(
        "w:receipt", "deposit", "credited", "bob", "BTC", "bitcoin", btc("2"), 0, 6
    )
    assert floor.ask(SettleWithdrawal(6, "w", receiver="bob")).code == "STATE_CONFLICT"


def test_a_withdrawal_goes_to_no_account_of_the_house() -> None:
    """LED-18"""
    floor = Floor()
    floor.ask(HoldWithdrawal(5, "w", "ann", "BTC", "bitcoin", btc("2"), 0))
    assert floor.ask(SettleWithdrawal(6, "w", receiver="house")).code == "VALIDATION_FAILED"


def test_network_fees_come_from_fees_then_from_the_treasury() -> None:
    """LED-19"""
    floor = Floor()
    floor.ask(Fund(5, "f", "BTC", "bitcoin", btc("1")))
    floor.ask(HoldWithdrawal(5, "w", "ann", "BTC", "bitcoin", btc("2"), btc("0.001")))
    floor.ask(SettleWithdrawal(5, "w"))
    assert floor.ask(PayNetworkFee(6, "n", "BTC", "bitcoin", btc("0.003"))).code == ""
    assert (floor.has("house", "BTC", "fees"), floor.has("house", "BTC", "treasury")) == ("0", "0.998")
    assert floor.ask(PayNetworkFee(6, "n", "BTC", "bitcoin", btc("0.003"))).code == "STATE_CONFLICT"


def test_network_fees_never_touch_what_clients_have() -> None:
    """LED-19"""
    refused = Floor().ask(PayNetworkFee(5, "n", "BTC", "bitcoin", 1))
    assert refused.code == "INSUFFICIENT_BALANCE"
