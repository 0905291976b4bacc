import pytest
from hypothesis import given
from hypothesis import strategies as st

from clearwater.core.commands import (
    Adjust,
    Command,
    Defund,
    Deposit,
    Fund,
    HoldWithdrawal,
    ListCoin,
    MoveHouse,
    ReleaseWithdrawal,
    ReverseDeposit,
    SettleWithdrawal,
)
from clearwater.core.events import AccountKey, Posting, Refused, TransferChanged
from clearwater.core.ledger import Ledger, Overdrawn
from clearwater.core.money import MAX_UNITS
from tests.core.builders import Floor, btc, usdt

ODD = (-(2**63), -1, 0, 2**63, 10**40)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 50)), max_size=30))
def test_transfers_keep_the_sum_at_zero_and_no_balance_negative(moves: list[tuple[int, int, int]]) -> None:
    """LED-1, LED-2, LED-3"""
    ledger = Ledger()
    owners = [ledger.get(f"client-{number}", "BTC", "available") for number in range(5)]
    ledger.bring_in("deposit", owners[0], "bitcoin", 100, "first")
    for source, target, amount in moves:
        before = [owner.balance for owner in owners]
        try:
            ledger.move("adjustment", owners[source], owners[target], amount, "test")
        except Overdrawn:
            assert [owner.balance for owner in owners] == before
    assert sum(account.balance for account in ledger.accounts.values()) == 0
    assert all(owner.balance >= 0 for owner in owners)


@pytest.mark.parametrize("amount", [0, -1])
def test_a_posting_of_nothing_is_refused(amount: int) -> None:
    """LED-1"""
    ledger = Ledger()
    with pytest.raises(Overdrawn):
        ledger.move(
            "adjustment", ledger.get("house", "BTC", "external:x"), ledger.get("ann", "BTC", "y"), amount, 1
        )


def test_a_posting_has_both_accounts_and_their_new_balances() -> None:
    """LED-1"""
    floor = Floor()
    outcome = floor.ask(Deposit(2, "d", "ann", "BTC", "bitcoin", btc("1.5")))
    assert outcome.events[0] == Posting(
        7,
        "deposit",
        AccountKey("house", "BTC", "external:bitcoin"),
        AccountKey("ann", "BTC", "available"),
        15_000,
        -315_000,
        115_000,
        "d",
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ListCoin(1, "BTC", 4, 100), "STATE_CONFLICT"),
        (ListCoin(1, "", 4, 100), "VALIDATION_FAILED"),
        (ListCoin(1, "ETH", 9, 100), "VALIDATION_FAILED"),
        (ListCoin(1, "ETH", -1, 100), "VALIDATION_FAILED"),
        (ListCoin(1, "ETH", 8, 0), "VALIDATION_FAILED"),
        (ListCoin(1, "ETH", 8, 2**63), "VALIDATION_FAILED"),
    ],
)
def test_a_coin_is_listed_once_and_fits_64_bits(command: Command, code: str) -> None:
    """LED-4"""
    assert Floor().ask(command).code == code


@pytest.mark.parametrize("amount", ODD)
def test_invalid_amounts_move_nothing(amount: int) -> None:
    """EXC-6: nothing, less than nothing, and more than 64 bits hold."""
    floor = Floor()
    floor.ask(Fund(1, "fund", "USDT", "tron", usdt("10")))
    for command in (
        Deposit(1, "a", "ann", "BTC", "bitcoin", amount),
        HoldWithdrawal(1, "b", "ann", "BTC", "bitcoin", amount, 0),
        Fund(1, "d", "USDT", "tron", amount),
        Defund(1, "f", "USDT", "tron", amount),
        MoveHouse(1, "g", "USDT", "treasury", "fees", amount),
        Adjust(1, "c", "ann", "USDT", amount if amount != -1 else 0),
    ):
        assert floor.ask(command).code in {"VALIDATION_FAILED", "ABOVE_MAXIMUM"}
    assert floor.ask(HoldWithdrawal(1, "e", "ann", "BTC", "bitcoin", 1, amount or -2)).code != ""


def test_deposits_cannot_exceed_the_supply() -> None:
    """LED-5: 21 million less the 30 that everybody began with."""
    floor = Floor()
    assert floor.ask(Deposit(1, "a", "ann", "BTC", "bitcoin", btc("20999970.0001"))).code == "ABOVE_MAXIMUM"
    assert floor.ask(Deposit(1, "a", "ann", "BTC", "bitcoin", btc("20999970"))).code == ""
    assert floor.ask(Fund(1, "b", "BTC", "bitcoin", 1)).code == "ABOVE_MAXIMUM"


def test_the_supply_may_fill_64_bits() -> None:
    """LED-5, EXC-6"""
    floor = Floor()
    floor.ask(ListCoin(1, "BIG", 0, MAX_UNITS))
    assert floor.ask(Deposit(1, "a", "ann", "BIG", "x", MAX_UNITS)).code == ""
    assert floor.ask(Deposit(1, "b", "bob", "BIG", "y", 1)).code == "ABOVE_MAXIMUM"


def test_no_networks_counter_leaves_64_bits() -> None:
    """EXC-6: everything comes in on one network and leaves on another, over and over."""
    floor = Floor()
    floor.ask(ListCoin(1, "BIG", 0, MAX_UNITS))
    floor.ask(Deposit(1, "a", "ann", "BIG", "x", MAX_UNITS))
    floor.ask(HoldWithdrawal(1, "w", "ann", "BIG", "y", MAX_UNITS, 0))
    floor.ask(SettleWithdrawal(1, "w"))
    assert floor.ask(Deposit(1, "b", "ann", "BIG", "x", 1)).code == "ABOVE_MAXIMUM"
    assert floor.ask(Deposit(1, "b", "ann", "BIG", "y", 1)).code == ""
    floor.ask(Deposit(1, "c", "ann", "BIG", "y", 5))
    floor.ask(Deposit(1, "d", "ann", "BIG", "z", 6))
    floor.ask(HoldWithdrawal(1, "v", "ann", "BIG", "y", 7, 0))
    assert floor.ask(SettleWithdrawal(1, "v")).code == "ABOVE_MAXIMUM"


def test_the_house_gives_only_what_its_treasury_has() -> None:
    """LED-6"""
    floor = Floor()
    assert floor.ask(Adjust(1, "a", "ann", "USDT", usdt("5"))).refusal == Refused(
        "INSUFFICIENT_BALANCE", "amount", available=0, needed=500
    )
    floor.ask(Fund(1, "fund", "USDT", "tron", usdt("5")))
    assert floor.ask(Adjust(1, "b", "ann", "USDT", usdt("5"))).code == ""
    assert floor.has("ann", "USDT") == "1005"
    assert floor.ask(Adjust(1, "c", "ann", "USDT", -usdt("1005"))).code == ""
    assert (floor.has("ann", "USDT"), floor.has("house", "USDT", "treasury")) == ("0", "1005")
    assert floor.ask(Adjust(1, "d", "ann", "USDT", -1)).code == "INSUFFICIENT_BALANCE"


def test_the_house_moves_what_is_its_own_between_its_accounts_and_out() -> None:
    """LED-20: never what clients have, and never out of an external account."""
    floor = Floor()
    floor.ask(Fund(1, "fund", "USDT", "tron", usdt("5")))

    def move(reference: str, source: str, target: str, amount: str) -> str:
        return floor.ask(MoveHouse(1, reference, "USDT", source, target, usdt(amount))).code

    assert move("a", "treasury", "protection", "2") == ""
    assert move("a", "treasury", "protection", "2") == "STATE_CONFLICT"
    assert move("b", "protection", "convert", "3") == "INSUFFICIENT_BALANCE"
    assert move("c", "protection", "fees", "1") == ""
    assert move("d", "treasury", "treasury", "1") == "VALIDATION_FAILED"
    assert move("e", "external:tron", "treasury", "1") == "VALIDATION_FAILED"
    assert move("f", "treasury", "orders", "1") == "VALIDATION_FAILED"
    assert floor.ask(Defund(1, "g", "USDT", "tron", usdt("3.01"))).code == "INSUFFICIENT_BALANCE"
    assert floor.ask(Defund(1, "h", "USDT", "demo", usdt("3"))).code == "VALIDATION_FAILED"
    assert floor.ask(Defund(1, "i", "USDT", "tron", usdt("3"))).code == ""
    left = [floor.has("house", "USDT", purpose) for purpose in ("treasury", "protection", "fees", "convert")]
    assert left == ["0", "1", "1", "0"]


def test_a_deposit_is_credited_once() -> None:
    """LED-7"""
    floor = Floor()
    assert floor.ask(Deposit(1, "chain:1", "ann", "BTC", "bitcoin", btc("1"))).code == ""
    assert floor.ask(Deposit(1, "chain:1", "ann", "BTC", "bitcoin", btc("1"))).code == "STATE_CONFLICT"
    assert floor.has("ann", "BTC") == "11"


def test_a_deposit_can_be_reversed_once() -> None:
    """LED-8"""
    floor = Floor()
    assert floor.ask(ReverseDeposit(1, "btc-ann")).code == ""
    assert floor.has("ann", "BTC") == "0"
    assert floor.ask(ReverseDeposit(1, "btc-ann")).code == "STATE_CONFLICT"
    assert floor.ask(ReverseDeposit(1, "never")).code == "NOT_FOUND"


def test_a_spent_deposit_cannot_be_reversed() -> None:
    """LED-8"""
    floor = Floor()
    floor.place("ann", "sell", "1", "110")
    assert floor.ask(ReverseDeposit(1, "btc-ann")).refusal == Refused(
        "INSUFFICIENT_BALANCE", available=btc("9"), needed=btc("10")
    )


def test_a_withdrawal_is_held_and_leaves_with_its_fee() -> None:
    """LED-9, LED-10"""
    floor = Floor()
    held = floor.ask(HoldWithdrawal(5, "w", "ann", "BTC", "bitcoin", btc("2"), btc("0.001")))
    assert held.events[-1] == TransferChanged(
        "w", "withdrawal", "held", "ann", "BTC", "bitcoin", btc("2"), btc("0.001"), 5, held_at=5
    )
    assert (floor.has("ann", "BTC"), floor.has("ann", "BTC", "withdrawals")) == ("7.999", "2.001")
    assert floor.ask(SettleWithdrawal(6, "w")).code == ""
    assert (floor.has("ann", "BTC"), floor.has("ann", "BTC", "withdrawals")) == ("7.999", "0")
    assert floor.has("house", "BTC", "fees") == "0.001"
    assert floor.has("house", "BTC", "external:bitcoin") == "-28"


def test_a_released_withdrawal_is_refunded_in_full() -> None:
    """LED-10"""
    floor = Floor()
    floor.ask(HoldWithdrawal(5, "w", "ann", "BTC", "bitcoin", btc("2"), btc("0.001")))
    assert floor.ask(ReleaseWithdrawal(6, "w")).code == ""
    assert (floor.has("ann", "BTC"), floor.has("ann", "BTC", "withdrawals")) == ("10", "0")


@pytest.mark.parametrize("end", [SettleWithdrawal, ReleaseWithdrawal])
def test_a_withdrawal_ends_once(end: type[SettleWithdrawal | ReleaseWithdrawal]) -> None:
    """LED-10"""
    floor = Floor()
    floor.ask(HoldWithdrawal(5, "w", "ann", "BTC", "bitcoin", btc("2"), 0))
    floor.ask(end(6, "w"))
    for again in (SettleWithdrawal(6, "w"), ReleaseWithdrawal(6, "w")):
        assert floor.ask(again).code == "STATE_CONFLICT"
    assert floor.ask(HoldWithdrawal(5, "w", "ann", "BTC", "bitcoin", btc("2"), 0)).code == "STATE_CONFLICT"


def test_a_withdrawal_needs_its_fee_too() -> None:
    """LED-10"""
    assert Floor().ask(HoldWithdrawal(5, "w", "ann", "BTC", "bitcoin", btc("10"), 1)).refusal == Refused(
        "INSUFFICIENT_BALANCE", "amount", available=btc("10"), needed=btc("10") + 1
    )


@pytest.mark.parametrize("client", ["", "house"])
def test_the_house_cannot_be_a_client(client: str) -> None:
    """LED-6"""
    floor = Floor()
    for command in (
        Deposit(1, "a", client, "BTC", "bitcoin", 1),
        HoldWithdrawal(1, "a", client, "BTC", "bitcoin", 1, 0),
        Adjust(1, "a", client, "BTC", 1),
    ):
        assert floor.ask(command).code == "VALIDATION_FAILED"
    assert floor.place(client, "buy", "1", "100").code == "VALIDATION_FAILED"


@pytest.mark.parametrize(
    "command",
    [
        Deposit(1, "", "ann", "BTC", "bitcoin", 1),
        Deposit(1, "a", "ann", "BTC", "", 1),
        HoldWithdrawal(1, "a", "ann", "BTC", "", 1, 0),
        Fund(1, "a", "BTC", "", 1),
    ],
)
def test_a_transfer_names_its_reference_and_network(command: Command) -> None:
    """LED-7"""
    assert Floor().ask(command).code == "VALIDATION_FAILED"


def test_an_unknown_coin_is_not_found() -> None:
    assert Floor().ask(Deposit(1, "a", "ann", "XXX", "bitcoin", 1)).code == "NOT_FOUND"
