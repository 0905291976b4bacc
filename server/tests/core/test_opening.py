"""LED-16: a ledger is for play money or for real money, for ever."""

import pytest
from msgspec.structs import replace

from clearwater.core.commands import (
    Command,
    Deposit,
    Fund,
    HoldWithdrawal,
    LedgerKind,
    ListCoin,
    OpenLedger,
)
from clearwater.core.events import LedgerOpened
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults

GOLD = ListCoin(1, "GOLD", 2, 10**9)


def opened_as(kind: LedgerKind) -> Exchange:
    exchange = Exchange()
    for command in (OpenLedger(1, kind), GOLD):
        exchange.apply(command)
        assert exchange.refusal is None
    return exchange


def test_a_ledger_is_opened_once() -> None:
    exchange = Exchange()

    assert exchange.apply(OpenLedger(1, "demo")) == [LedgerOpened("demo", ())]

    before = exchange.digest()
    for kind in ("demo", "real"):
        exchange.apply(OpenLedger(1, kind))
        assert exchange.refusal is not None
        assert (exchange.refusal.code, exchange.refusal.field) == ("STATE_CONFLICT", "kind")
    assert exchange.digest() == before
    assert Exchange.restore(exchange.export()).state.kind == "demo"


@pytest.mark.parametrize(
    "command",
    [
        Deposit(1, "in", "ann", "GOLD", "{network}", 5),
        Fund(1, "in", "GOLD", "{network}", 5),
        HoldWithdrawal(1, "out", "ann", "GOLD", "{network}", 5, 0),
    ],
)
@pytest.mark.parametrize(
    ("kind", "network", "code"),
    [
        ("demo", "demo", ""),
        ("demo", "eth-dev", ""),
        ("demo", "ltc-regtest", ""),
        ("demo", "tron", "VALIDATION_FAILED"),
        ("real", "tron", ""),
        ("real", "demo", "VALIDATION_FAILED"),
        ("real", "eth-dev", "VALIDATION_FAILED"),
        ("real", "btc-regtest", "VALIDATION_FAILED"),
    ],
)
def test_play_money_and_real_money_do_not_mix(
    kind: LedgerKind, network: str, code: str, command: Deposit | Fund | HoldWithdrawal
) -> None:
    exchange = opened_as(kind)
    exchange.apply(Deposit(1, "first", "ann", "GOLD", "demo" if kind == "demo" else "tron", 100))
    before = exchange.digest()

    exchange.apply(replace(command, network=network))

    refusal = exchange.refusal
    assert ((refusal.code, refusal.field) if refusal else ("", "")) == (code, "network" if code else "")
    assert (exchange.digest() == before) == bool(code)


def test_a_ledger_that_was_not_opened_takes_no_play_money() -> None:
    exchange = Exchange()
    exchange.apply(GOLD)
    exchange.apply(Fund(1, "in", "GOLD", "demo", 5))
    assert exchange.refusal is not None
    assert exchange.state.ledger.accounts == {}


@pytest.mark.parametrize(("network", "kind"), [("demo", "demo"), ("tron", "real")])
def test_an_older_ledger_is_opened_as_what_its_money_is(network: str, kind: LedgerKind) -> None:
    exchange = Exchange()
    exchange.follow_rules(1)
    old: list[Command] = [GOLD, Fund(1, "in", "GOLD", network, 5)]
    for command in old:
        exchange.apply(command)
    exchange.follow_rules(2)
    other: LedgerKind = "real" if kind == "demo" else "demo"

    exchange.apply(OpenLedger(1, other))
    assert exchange.refusal is not None
    assert (exchange.refusal.code, exchange.state.kind) == ("VALIDATION_FAILED", "")

    assert exchange.apply(OpenLedger(1, kind, ["GOLD"])) == [LedgerOpened(kind, ("GOLD",))]
    assert (exchange.state.kind, exchange.state.untraded) == (kind, {"GOLD"})
    assert list(find_faults(exchange.state)) == []


def test_an_unknown_kind_or_coin_opens_nothing() -> None:
    exchange = Exchange()
    for command in (OpenLedger(1, "test"), OpenLedger(1, "demo", ["GOLD"])):  # type: ignore[arg-type]
        exchange.apply(command)
        assert exchange.refusal is not None
    assert exchange.state.kind == ""


def test_a_ledger_whose_kind_contradicts_its_money_is_a_fault() -> None:
    exchange = opened_as("demo")
    exchange.apply(Fund(1, "in", "GOLD", "demo", 5))
    exchange.state.kind = "real"
    exchange.state.untraded.add("IRON")
    assert list(find_faults(exchange.state)) == [
        "the ledger is real, its money is demo",
        "coins that are not traded are not there: ['IRON']",
    ]
