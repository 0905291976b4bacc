"""Earn: interest that is exact to the unit, whenever and in how many parts it is counted (ERN).

USDT has 2 decimals. Everybody begins with 1,000 USDT, the treasury with 500.
"""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clearwater.core.commands import Adjust, Fund, Tick
from clearwater.core.earn import DAY_MS, HOUR_MS, count_parts
from clearwater.core.earn_commands import (
    ChangeAutoRenew,
    ChangeEarnProduct,
    CreateEarnProduct,
    Redeem,
    Subscribe,
)
from clearwater.core.earn_events import EarnPositionChanged
from clearwater.core.earn_rules import MAX_POSITIONS
from clearwater.core.exchange import Exchange
from clearwater.core.limits import Limits
from clearwater.core.money import to_text
from tests.core.builders import Floor, Outcome, usdt

YEAR_HOURS = 8_760


def flexible(**others: Any) -> CreateEarnProduct:
    usual: dict[str, Any] = {
        "at": 1_000,
        "product": "flex",
        "coin": "USDT",
        "kind": "flexible",
        "rate_ppm": 876_000,
        "min_amount": usdt("10"),
        "max_amount": usdt("900"),
        "quota": usdt("1500"),
    }
    return CreateEarnProduct(**usual | others)


class Bank(Floor):
    """An exchange with a flexible and a locked product; 87.6 % a year are 0.01 % an hour."""

    def __init__(self, limits: Limits | None = None, **others: Any) -> None:
        super().__init__(limits=limits)
        self.now = DAY_MS
        self.ask(Fund(1_000, "treasury", "USDT", "tron", usdt("500")))
        assert self.ask(flexible(**others)).code == ""
        assert self.ask(flexible(product="fix", kind="locked", term_days=10)).code == ""
        self.tick(DAY_MS)

    def tick(self, at: int) -> Outcome:
        self.now = at
        return self.ask(Tick(at))

    def subscribe(self, amount: str, client: str = "ann", product: str = "flex", **others: Any) -> Outcome:
        return self.ask(Subscribe(self.now, client, product, usdt(amount), **others))

    def redeem(
        self, position_id: int = 1, client: str = "ann", amount: str = "0", key: str | None = None
    ) -> Outcome:
        return self.ask(Redeem(self.now, client, position_id, usdt(amount), key))

    def change(self, **others: Any) -> Outcome:
        return self.ask(ChangeEarnProduct(self.now, others.pop("product", "flex"), **others))

    def have(self, owner: str = "ann", purpose: str = "available") -> str:
        return to_text(self.exchange.balance(owner, "USDT", purpose), 2)

    def empty_treasury(self, left: str = "0") -> None:
        amount = self.exchange.balance("house", "USDT", "treasury") - usdt(left)
        self.ask(Adjust(self.now, f"taken-{self.now}", "cy", "USDT", amount))


def rows(outcome: Outcome) -> list[EarnPositionChanged]:
    return [event for event in outcome.events if isinstance(event, EarnPositionChanged)]


@pytest.mark.parametrize(
    ("others", "refused"),
    [
        ({"coin": "XYZ"}, ("NOT_FOUND", "coin")),
        ({"product": ""}, ("VALIDATION_FAILED", "product")),
        ({"product": "flex"}, ("STATE_CONFLICT", "product")),
        ({"term_days": 3}, ("VALIDATION_FAILED", "term_days")),
        ({"kind": "locked"}, ("VALIDATION_FAILED", "term_days")),
        ({"kind": "locked", "term_days": 3_651}, ("VALIDATION_FAILED", "term_days")),
        ({"rate_ppm": -1}, ("VALIDATION_FAILED", "rate")),
        ({"rate_ppm": 10_000_001}, ("VALIDATION_FAILED", "rate")),
        ({"min_amount": 0}, ("VALIDATION_FAILED", "min_amount")),
        ({"max_amount": 999}, ("VALIDATION_FAILED", "min_amount")),
        ({"quota": -1}, ("VALIDATION_FAILED", "quota")),
    ],
)
def test_products_that_cannot_be_are_refused(others: dict[str, Any], refused: tuple[str, str]) -> None:
    """ERN-1."""
    assert Bank().ask(flexible(**{"at": DAY_MS, "product": "new"} | others)).refused_field == refused


def test_interest_is_paid_at_midnight_for_full_hours() -> None:
    """ERN-3, ERN-4, ERN-5."""
    bank = Bank()
    bank.tick(DAY_MS + HOUR_MS // 2)
    bank.subscribe("100")
    assert (bank.have(), bank.have(purpose="earn")) == ("900", "100")

    bank.tick(2 * DAY_MS - 1)
    assert bank.have() == "900"
    bank.tick(2 * DAY_MS)

    # 23 hours at 0.01 each.
    assert (bank.have(), bank.have("house", "treasury")) == ("900.23", "499.77")
    bank.tick(2 * DAY_MS)
    assert bank.have() == "900.23"


def test_a_day_that_is_late_pays_the_same() -> None:
    """ERN-5."""
    daily, late = Bank(), Bank()
    for bank in (daily, late):
        bank.subscribe("123.45")
    for day in range(2, 40):
        daily.tick(day * DAY_MS)
    late.tick(39 * DAY_MS)
    assert daily.have() == late.have()
    assert daily.exchange.state.earn.positions[1].row == late.exchange.state.earn.positions[1].row


@pytest.mark.parametrize(
    ("amount", "refused"),
    [
        ("9.99", ("BELOW_MINIMUM", "amount")),
        ("0", ("BELOW_MINIMUM", "amount")),
        ("900.01", ("ABOVE_MAXIMUM", "amount")),
    ],
)
def test_amounts_beyond_the_bounds_are_refused(amount: str, refused: tuple[str, str]) -> None:
    """ERN-3."""
    assert Bank().subscribe(amount).refused_field == refused


def test_the_maximum_is_of_all_positions_of_a_client_and_the_quota_of_all_clients() -> None:
    """ERN-3."""
    bank = Bank()
    bank.subscribe("500")
    assert bank.subscribe("400.01").code == "ABOVE_MAXIMUM"
    assert bank.subscribe("900", client="bob").code == ""
    refused = bank.subscribe("100.01", client="cy")
    assert refused.refused_field == ("LIMIT_EXCEEDED", "amount")
    assert bank.subscribe("100", client="cy").code == ""
    bank.redeem(2, "bob")
    assert bank.subscribe("100.01", client="cy").code == ""


@pytest.mark.parametrize("product", ["flex", "fix"])
def test_a_client_has_at_most_twenty_active_positions_of_a_product(product: str) -> None:
    """ERN-3: each costs a payment a day."""
    bank = Bank()
    for _ in range(MAX_POSITIONS):
        assert bank.subscribe("10", product=product).code == ""

    assert bank.subscribe("10", product=product).refused_field == ("LIMIT_EXCEEDED", "product")
    bank.exchange = Exchange.restore(bank.exchange.export())
    assert bank.subscribe("10", product=product).refused_field == ("LIMIT_EXCEEDED", "product")
    assert bank.subscribe("10", client="bob", product=product).code == ""
    bank.redeem(7)
    assert bank.subscribe("10", product=product).code == ""


def test_more_than_is_free_is_refused() -> None:
    """ERN-3."""
    bank = Bank(max_amount=usdt("2000"))
    assert bank.subscribe("1000.01").code == "INSUFFICIENT_BALANCE"


def test_the_key_of_a_request_names_one_position() -> None:
    """ERN-3."""
    bank = Bank()
    bank.subscribe("10", idempotency_key="one")
    again = bank.subscribe("10", idempotency_key="one")
    assert again.code == "DUPLICATE_CLIENT_ORDER_ID"
    assert again.refusal is not None
    assert again.refusal.order_id == 1
    assert bank.subscribe("10", client="bob", idempotency_key="one").code == ""


def test_the_key_of_a_redemption_takes_out_once() -> None:
    """ERN-6: a request that was sent again because its answer was lost."""
    bank = Bank()
    bank.subscribe("100")
    bank.redeem(amount="20", key="one")
    bank.exchange = Exchange.restore(bank.exchange.export())
    again = bank.redeem(amount="20", key="one")
    assert again.code == "DUPLICATE_CLIENT_ORDER_ID"
    assert bank.have(purpose="earn") == "80"
    assert bank.redeem(amount="20", key="two").code == ""
    assert bank.redeem(amount="20").code == ""
    assert bank.have(purpose="earn") == "40"


def test_a_product_that_is_closed_takes_no_new_positions() -> None:
    """ERN-2."""
    bank = Bank()
    bank.subscribe("100")
    bank.change(is_open=False)
    assert bank.subscribe("100").refused_field == ("STATE_CONFLICT", "product")
    bank.tick(2 * DAY_MS)
    assert bank.have() == "900.24"


def test_a_new_rate_counts_from_its_full_hour() -> None:
    """ERN-2, ERN-4."""
    bank = Bank()
    bank.subscribe("100")
    bank.tick(DAY_MS + 90 * 60_000)
    assert bank.change(rate_ppm=0, effective_at=bank.now - 1).refused_field == (
        "VALIDATION_FAILED",
        "effective_at",
    )
    assert bank.change(rate_ppm=10_000_001).code == "VALIDATION_FAILED"
    bank.change(rate_ppm=8_760_000, effective_at=DAY_MS + 6 * HOUR_MS)
    bank.change(rate_ppm=0)

    bank.tick(2 * DAY_MS)

    # Two hours at the first rate; the later one was replaced.
    assert bank.have() == "900.02"


def test_a_rate_for_later_waits_for_its_time() -> None:
    """ERN-2."""
    bank = Bank()
    bank.subscribe("100")
    bank.change(rate_ppm=8_760_000, effective_at=DAY_MS + 20 * HOUR_MS)
    bank.tick(2 * DAY_MS)
    assert bank.have() == "900.6"


def test_a_position_can_be_redeemed_in_parts() -> None:
    """ERN-6."""
    bank = Bank()
    bank.subscribe("100")
    bank.tick(DAY_MS + 10 * HOUR_MS)
    assert bank.redeem(client="bob").code == "NOT_FOUND"
    assert bank.redeem(amount="100.01").code == "ABOVE_MAXIMUM"
    assert bank.redeem(amount="90.01").code == "BELOW_MINIMUM"
    bank.redeem(amount="50")
    assert (bank.have(), bank.have(purpose="earn")) == ("950", "50")

    bank.tick(2 * DAY_MS)

    # 10 hours with 100, 14 with 50.
    assert bank.have() == "950.17"


def test_redeemed_whole_it_pays_up_to_the_last_full_hour() -> None:
    """ERN-6."""
    bank = Bank()
    bank.subscribe("100")
    bank.tick(DAY_MS + 10 * HOUR_MS + 59 * 60_000)

    outcome = bank.redeem()

    assert bank.have() == "1000.1"
    assert (rows(outcome)[-1].status, rows(outcome)[-1].paid) == ("redeemed", 10)
    assert bank.redeem().code == "NOT_FOUND"
    bank.tick(2 * DAY_MS)
    assert bank.have() == "1000.1"


def test_a_locked_position_pays_at_maturity() -> None:
    """ERN-7."""
    bank = Bank()
    bank.subscribe("100", product="fix")
    bank.change(product="fix", rate_ppm=0)
    bank.tick(11 * DAY_MS - 1)
    assert bank.have() == "900"

    outcome = bank.tick(11 * DAY_MS)

    assert bank.have() == "1002.4"
    assert rows(outcome)[-1].status == "redeemed"


def test_a_locked_position_that_ends_early_gets_no_interest() -> None:
    """ERN-7."""
    bank = Bank()
    bank.subscribe("100", product="fix")
    bank.tick(11 * DAY_MS - HOUR_MS)
    assert bank.redeem(amount="50").code == "STATE_CONFLICT"
    bank.redeem()
    assert bank.have() == "1000"


def test_a_locked_position_begins_again_with_the_rate_of_then() -> None:
    """ERN-7."""
    bank = Bank()
    bank.subscribe("100", product="fix", auto_renew=True)
    bank.change(product="fix", rate_ppm=1_752_000)

    bank.tick(11 * DAY_MS)
    assert (bank.have(), bank.have(purpose="earn")) == ("902.4", "100")
    bank.ask(ChangeAutoRenew(bank.now, "ann", 1, auto_renew=False))
    bank.tick(21 * DAY_MS)

    assert (bank.have(), bank.have(purpose="earn")) == ("1007.2", "0")


def test_a_product_that_is_closed_does_not_renew() -> None:
    """ERN-7."""
    bank = Bank()
    bank.subscribe("100", product="fix", auto_renew=True)
    bank.change(product="fix", is_open=False)
    bank.tick(11 * DAY_MS)
    assert bank.have() == "1002.4"


def test_only_locked_positions_renew() -> None:
    """ERN-7."""
    bank = Bank()
    (row,) = rows(bank.subscribe("100", auto_renew=True))
    assert not row.auto_renew
    refused = bank.ask(ChangeAutoRenew(bank.now, "ann", 1, auto_renew=True))
    assert refused.refused_field == ("STATE_CONFLICT", "auto_renew")


def test_never_more_is_paid_than_the_treasury_has() -> None:
    """ERN-8."""
    bank = Bank()
    bank.subscribe("100")
    bank.empty_treasury(left="0.1")

    bank.tick(2 * DAY_MS)
    assert (bank.have(), bank.have("house", "treasury")) == ("900.1", "0")
    bank.ask(Fund(bank.now, "more", "USDT", "tron", usdt("5")))
    bank.tick(3 * DAY_MS)

    assert bank.have() == "900.48"


def test_the_principal_does_not_wait_for_interest_that_is_owed() -> None:
    """ERN-8."""
    bank = Bank()
    bank.subscribe("100")
    bank.empty_treasury()
    bank.tick(2 * DAY_MS)

    bank.redeem()
    assert (bank.have(), bank.have(purpose="earn")) == ("1000", "0")
    bank.ask(Fund(bank.now, "more", "USDT", "tron", usdt("5")))
    bank.tick(3 * DAY_MS)

    assert bank.have() == "1000.24"
    assert bank.exchange.state.earn.positions == {}


def test_what_a_finished_term_left_owed_is_paid_daily_and_survives_an_early_exit() -> None:
    """ERN-7, ERN-8: only the interest of the term that is broken off is lost."""
    bank = Bank()
    bank.subscribe("100", product="fix", auto_renew=True)
    bank.empty_treasury()
    bank.tick(11 * DAY_MS)
    assert (bank.have(), bank.have(purpose="earn")) == ("900", "100")

    bank.ask(Fund(bank.now, "some", "USDT", "tron", usdt("1")))
    bank.tick(12 * DAY_MS)
    assert bank.have() == "901"
    bank.redeem()
    assert bank.have() == "1001"
    bank.ask(Fund(bank.now, "more", "USDT", "tron", usdt("5")))
    bank.tick(13 * DAY_MS)

    assert bank.have() == "1002.4"
    assert bank.exchange.state.earn.positions == {}


def test_a_renewed_position_whose_interest_came_late_still_matures() -> None:
    """ERN-7, ERN-8."""
    bank = Bank()
    bank.subscribe("100", product="fix", auto_renew=True)
    bank.empty_treasury()
    bank.tick(11 * DAY_MS)
    bank.ask(Fund(bank.now, "more", "USDT", "tron", usdt("5")))
    bank.tick(12 * DAY_MS)
    assert bank.have() == "902.4"
    bank.ask(ChangeAutoRenew(bank.now, "ann", 1, auto_renew=False))

    bank.tick(21 * DAY_MS - 1)
    assert bank.have() == "902.4"
    bank.tick(21 * DAY_MS)
    assert bank.have() == "1004.8"


def test_whoever_redeems_what_has_matured_but_not_ended_yet_gets_the_interest() -> None:
    """ERN-7, ERN-9: others may be worked off first."""
    bank = Bank()
    for _ in range(5):
        bank.subscribe("10", product="fix")
    bank.now = 11 * DAY_MS

    assert bank.redeem(5).code == ""

    assert bank.exchange.has_due_work_at(bank.now)
    assert bank.have() == "960.24"


def test_payouts_come_in_bounded_parts_that_survive_a_restart() -> None:
    """ERN-9."""
    bank = Bank(Limits(settlements=3))
    for _ in range(10):
        bank.subscribe("10")
    rounds = 0
    while bank.exchange.has_due_work_at(2 * DAY_MS):
        assert len(rows(bank.tick(2 * DAY_MS))) <= 3
        bank.exchange = Exchange.restore(bank.exchange.export(), Limits(settlements=3))
        rounds += 1
    assert rounds >= 4
    assert bank.have() == "900.2"


def test_a_year_is_exact_to_the_unit_with_a_restart_every_day() -> None:
    """ERN-4, ERN-5: against fractions, with rates that change and amounts that do not divide."""
    bank = Bank(rate_ppm=123_457)
    bank.subscribe("777.77")
    rates = [(24, 123_457)]
    for day in range(2, 367):
        bank.tick(day * DAY_MS)
        bank.exchange = Exchange.restore(bank.exchange.export())
        if day % 30 == 0:
            rates.append((day * 24, 100_000 + 7 * day))
            bank.change(rate_ppm=rates[-1][1])

    end = 366 * 24
    parts = sum(
        rate * ((rates[place + 1][0] if place + 1 < len(rates) else end) - hour)
        for place, (hour, rate) in enumerate(rates)
    )
    exact = Fraction(77_777 * parts, 1_000_000 * YEAR_HOURS)
    assert bank.exchange.balance("ann", "USDT", "available") == usdt("222.23") + exact.__floor__()


@pytest.mark.parametrize("product", ["flex", "fix"])
def test_rates_that_nobody_needs_any_more_are_forgotten(product: str) -> None:
    """ERN-2: a product can change its rate for ever, also within a term."""
    bank = Bank()
    bank.subscribe("100", product=product)
    for half_hour in range(300):
        bank.tick(DAY_MS + half_hour * HOUR_MS // 2)
        assert bank.change(product=product, rate_ppm=half_hour).code == ""
    bank.tick(10 * DAY_MS)
    assert bank.change(product=product, rate_ppm=7).code == ""
    assert len(bank.exchange.state.earn.products[product].row.rates) < 4


@pytest.mark.parametrize("product", ["flex", "fix"])
@given(changes=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 24), st.booleans()), max_size=6))
def test_a_rate_for_later_changes_none_before(product: str, changes: list[tuple[int, int, bool]]) -> None:
    """ERN-2: the rate in force stays, however many others are scheduled, with positions and without."""
    bank = Bank()
    known = bank.exchange.state.earn.products[product]
    for rate, (passed, ahead, subscribes) in enumerate(changes, 1):
        bank.tick(bank.now + passed * HOUR_MS)
        if subscribes:
            bank.subscribe("10", product=product)
        current, later = bank.now // HOUR_MS, bank.now // HOUR_MS + ahead
        before = [known.rate_at(hour) for hour in range(current, later)]
        assert bank.change(product=product, rate_ppm=rate, effective_at=later * HOUR_MS).code == ""
        assert [known.rate_at(hour) for hour in range(current, later)] == before
        assert known.rate_at(later) == rate


@pytest.mark.parametrize(
    ("start", "end", "parts"),
    [(0, 10, 50), (0, 12, 50 + 14), (11, 12, 7), (12, 12, 0), (9, 11, 5 + 7), (20, 30, 10 * 3)],
)
def test_rates_hold_until_the_next_one(start: int, end: int, parts: int) -> None:
    """ERN-4."""
    assert count_parts(((0, 5), (10, 7), (20, 3)), start, end) == parts
