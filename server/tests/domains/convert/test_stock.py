"""Amounts that are no whole steps: exactly what was typed, or a little less that the quote admits (CNV-7)."""

from decimal import Decimal
from typing import Any

import httpx
import pytest

from clearwater.core.commands import ChangePair, Fund, MoveHouse, PairRules
from clearwater.core.ledger import HOUSE
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from tests.builders import SignedInClient
from tests.domains.convert.test_conversions import accept, ask, has
from tests.trading import AT, submit, units

# Worth 50 USDT for BTC, and 25 for ETH: what is below a step shows.
COARSE = PairRules(
    tick=1, step=10**5, min_quantity=10**5, max_quantity=10**10, min_notional=5 * 10**7, max_open_orders=200
)
COARSE_ETH = PairRules(
    tick=1, step=10**6, min_quantity=10**6, max_quantity=10**10, min_notional=5 * 10**7, max_open_orders=200
)
WORTH = {"BTC": 50_000, "ETH": 2_500, "USDT": 1}
TYPED: list[dict[str, str]] = [
    {"from": "BTC", "to": "USDT", "from_amount": "0.12345678"},
    {"from": "USDT", "to": "BTC", "from_amount": "499.9999999"},
    {"from": "BTC", "to": "ETH", "from_amount": "0.12345678"},
]


@pytest.fixture
async def coarse_books(books: Follower) -> Follower:
    await submit(books, ChangePair(AT, "BTC-USDT", rules=COARSE))
    await submit(books, ChangePair(AT, "ETH-USDT", rules=COARSE_ETH))
    return books


async def stock(books: Follower, **amounts: str) -> None:
    for coin, amount in amounts.items():
        count = units(coin, amount)
        await submit(books, Fund(AT, f"fund-{coin}", coin, "test", count))
        await submit(books, MoveHouse(AT, f"stock-{coin}", coin, "treasury", "convert", count))


def held(books: Follower) -> dict[str, int]:
    return {coin: books.view.balance(HOUSE, coin, "convert") for coin in ("BTC", "ETH", "USDT")}


async def quoted(http: httpx.AsyncClient, client: SignedInClient, **draft: str | None) -> dict[str, Any]:
    answer = await ask(http, client, **draft)
    assert answer.status_code == 201, answer.text
    quote: dict[str, Any] = answer.json()
    return quote


@pytest.mark.parametrize("draft", TYPED)
async def test_what_was_typed_leaves_exactly(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    coarse_books: Follower,
    database_url: str,
    draft: dict[str, str],
) -> None:
    await stock(coarse_books, BTC="0.01", ETH="1", USDT="100")
    before, stocked = has(coarse_books, ann, draft["from"]), held(coarse_books)

    quote = await quoted(client, ann, **draft)
    answer = await accept(client, ann, quote["id"])

    assert (quote["from_amount"], quote["adjusted"]) == (draft["from_amount"], False)
    assert answer.status_code == 200, answer.text
    paid = before - has(coarse_books, ann, draft["from"])
    assert paid == units(draft["from"], draft["from_amount"])
    # The rest has the price of the whole: no more is lost than spread and fee.
    given = Decimal(quote["from_amount"]) * WORTH[quote["from"]]
    assert given * Decimal("0.994") < Decimal(quote["to_amount"]) * WORTH[quote["to"]] < given
    # The house has exchanged some for some.
    change = {coin: after - stocked[coin] for coin, after in held(coarse_books).items()}
    assert min(change.values()) < 0 < max(change.values())
    assert (await audit_ledger(database_url)).differences == []


async def test_all_leaves_nothing_behind(
    client: httpx.AsyncClient, ann: SignedInClient, coarse_books: Follower
) -> None:
    await stock(coarse_books, BTC="0.01", ETH="1", USDT="100")
    first = await quoted(client, ann, **{"from": "USDT", "to": "ETH", "from_amount": "333.3333333"})
    await accept(client, ann, first["id"])
    owned = units("ETH", first["to_amount"])
    assert has(coarse_books, ann, "ETH") == owned

    everything = await quoted(client, ann, **{"from": "ETH", "to": "BTC", "from_amount": first["to_amount"]})
    assert (await accept(client, ann, everything["id"])).status_code == 200

    assert not everything["adjusted"]
    assert has(coarse_books, ann, "ETH") == 0


@pytest.mark.parametrize("draft", TYPED)
async def test_where_the_house_holds_nothing_less_is_paid_and_said(
    *, client: httpx.AsyncClient, ann: SignedInClient, coarse_books: Follower, draft: dict[str, str]
) -> None:
    quote = await quoted(client, ann, **draft)
    answer = await accept(client, ann, quote["id"])

    assert quote["adjusted"] is True
    assert answer.status_code == 200, answer.text
    typed = Decimal(draft["from_amount"])
    assert typed * Decimal("0.8") < Decimal(quote["from_amount"]) < typed
    if quote["to"] == "USDT":
        assert quote["from_amount"] == "0.123"
    assert min(held(coarse_books).values()) >= 0


async def test_whole_steps_are_not_adjusted_without_a_stock(
    client: httpx.AsyncClient, ann: SignedInClient, coarse_books: Follower
) -> None:
    quote = await quoted(client, ann, from_amount="0.123")
    assert (quote["from_amount"], quote["adjusted"]) == ("0.123", False)


@pytest.mark.parametrize("is_stocked", [True, False])
@pytest.mark.parametrize(
    "draft",
    [
        {"from": "USDT", "to": "BTC", "to_amount": "0.01234567"},
        {"from": "USDT", "to": "BTC", "to_amount": "0.00098765"},
        {"from": "BTC", "to": "USDT", "to_amount": "777.7777777"},
        {"from": "BTC", "to": "USDT", "to_amount": "49.1234567"},
        {"from": "BTC", "to": "ETH", "to_amount": "3.00000001"},
        {"from": "ETH", "to": "BTC", "to_amount": "0.00345678"},
    ],
)
async def test_an_amount_to_receive_arrives_exactly(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    coarse_books: Follower,
    draft: dict[str, str],
    is_stocked: bool,
) -> None:
    """With a stock at the price of what is received; without one no more than the steps above it."""
    owned = await quoted(client, ann, **{"from": "USDT", "to": "ETH", "from_amount": "10000"})
    await accept(client, ann, owned["id"])
    if is_stocked:
        await stock(coarse_books, BTC="0.01", ETH="1", USDT="100")
    source, target = draft["from"], draft["to"]
    before = has(coarse_books, ann, source), has(coarse_books, ann, target)

    quote = await quoted(client, ann, **draft, from_amount=None)
    answer = await accept(client, ann, quote["id"])

    assert answer.status_code == 200, answer.text
    assert not quote["adjusted"]
    assert has(coarse_books, ann, target) - before[1] == units(target, draft["to_amount"])
    paid = before[0] - has(coarse_books, ann, source)
    assert paid == units(source, quote["from_amount"])
    got = Decimal(quote["to_amount"]) * WORTH[target]
    allowed = got * Decimal("1.006") + (0 if is_stocked and got > 50 else 76)
    assert got < Decimal(quote["from_amount"]) * WORTH[source] < allowed


async def test_a_stock_that_runs_out_meanwhile_breaks_the_quote(
    client: httpx.AsyncClient, ann: SignedInClient, coarse_books: Follower
) -> None:
    await stock(coarse_books, USDT="40")
    quote = await quoted(client, ann, from_amount="0.12345678")
    await submit(coarse_books, MoveHouse(AT, "empty", "USDT", "convert", "treasury", units("USDT", "40")))
    before = dict(coarse_books.view.balances)

    answer = await accept(client, ann, quote["id"])

    assert (answer.status_code, answer.json()["code"]) == (409, "QUOTE_MOVED")
    assert dict(coarse_books.view.balances) == before
    again = await quoted(client, ann, from_amount="0.12345678")
    assert (again["from_amount"], again["adjusted"]) == ("0.123", True)


async def test_a_part_of_the_stock_is_not_used_for_a_part_of_a_step(
    client: httpx.AsyncClient, ann: SignedInClient, coarse_books: Follower
) -> None:
    await stock(coarse_books, USDT="1")
    quote = await quoted(client, ann, from_amount="0.12345678")
    await accept(client, ann, quote["id"])

    assert (quote["from_amount"], quote["adjusted"]) == ("0.123", True)
    assert held(coarse_books)["USDT"] >= units("USDT", "1")
