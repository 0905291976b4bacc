"""Every refusal of the core is a problem with the contract's status and code."""

from typing import get_args

import pytest

from clearwater.core.commands import ListCoin, ListPair, Side
from clearwater.core.events import Code, Refused
from clearwater.core.exchange import Exchange
from clearwater.core.views import View
from clearwater.domains.markets.errors import decimals_of, problem_of
from tests.trading import AT, DECIMALS, PRICE_DECIMALS, RULES

STATUSES = {
    "NOT_FOUND": 404,
    "PAIR_UNKNOWN": 404,
    "MARKET_HALTED": 423,
    "DUPLICATE_CLIENT_ORDER_ID": 409,
    "STATE_CONFLICT": 409,
    "QUOTE_MOVED": 409,
}


@pytest.mark.parametrize("code", get_args(Code))
def test_each_code_keeps_its_name_and_has_its_status(code: str) -> None:
    problem = problem_of(Refused(code, "quantity"))
    assert (problem.code, problem.status) == (code, STATUSES.get(code, 422))
    assert [(error.field, error.code) for error in problem.errors] == [("quantity", code.lower())]
    assert problem_of(Refused(code)).errors == []


def test_a_refusal_states_available_and_needed_amounts() -> None:
    short = problem_of(Refused("INSUFFICIENT_BALANCE", "quantity", 150, 2_000), decimals=2)
    assert short.fields is not None
    assert short.fields.model_dump() == {"available": "1.5", "needed": "20"}
    assert short.detail == "Insufficient balance: 20 needed, 1.5 available."
    assert problem_of(Refused("INSUFFICIENT_BALANCE", "quantity", 150, 2_000)).fields is None

    problems = {
        problem_of(refusal, decimals=3).detail
        for refusal in (
            Refused("BELOW_MINIMUM", "quantity", needed=1_500),
            Refused("MAX_QUANTITY", "quantity", available=2_500),
            Refused("ABOVE_MAXIMUM", "amount", available=3_500),
            Refused("MIN_NOTIONAL", "quantity", available=4_500, needed=5_000),
            Refused("OPEN_ORDERS_LIMIT", available=200),
        )
    }
    assert problems == {
        "Minimum: 1.5.",
        "Maximum: 2.5.",
        "Maximum: 3.5.",
        "Minimum order value: 5. This order: 4.5.",
        "You can have at most 200 open orders in this market.",
    }


def test_a_limit_is_not_named_by_what_other_limits_are_for() -> None:
    """The day limit of withdrawals has its own text; exposure and quotas meet the same code."""
    assert problem_of(Refused("LIMIT_EXCEEDED", "quantity")).detail == "This is more than the limit allows."


def test_fields_have_the_names_of_the_wire() -> None:
    fields = {
        problem_of(Refused("VALIDATION_FAILED", field)).errors[0].field
        for field in ("tick", "step", "band_bps", "supply_units", "rules", "price")
    }
    assert fields == {"tick_size", "step_size", "price_band", "supply", "price"}


@pytest.mark.parametrize(
    ("code", "side", "coin"),
    [
        ("INSUFFICIENT_BALANCE", "buy", "USDT"),
        ("INSUFFICIENT_BALANCE", "sell", "BTC"),
        ("BELOW_MINIMUM", "buy", "BTC"),
        ("MAX_QUANTITY", "buy", "BTC"),
        ("MIN_NOTIONAL", "sell", "USDT"),
    ],
)
def test_amounts_in_refusals_use_the_decimals_of_their_coin(code: str, side: Side, coin: str) -> None:
    exchange = Exchange()
    for symbol, decimals in DECIMALS.items():
        exchange.apply(ListCoin(AT, symbol, decimals, 10**17))
    exchange.apply(ListPair(AT, "BTC-USDT", "BTC", "USDT", PRICE_DECIMALS, RULES, 5_000_000))
    view = View.of(exchange)

    assert decimals_of(view, Refused(code), "BTC-USDT", side) == DECIMALS[coin]
    assert decimals_of(view, Refused(code), "ETH-USDT", side) is None
    assert decimals_of(view, Refused("NO_LIQUIDITY"), "BTC-USDT", side) is None
