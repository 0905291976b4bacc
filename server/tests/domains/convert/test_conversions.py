"""/v1/exchange: a quote is kept exactly, once, or not at all."""

import asyncio
from datetime import timedelta
from decimal import Decimal
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import CancelAll, ChangeCoin, ChangePair, Command, Convert
from clearwater.core.desk import Outcome
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import transaction
from clearwater.kit.errors import EngineUnavailable
from tests.builders import SignedInClient
from tests.trading import AT, place, submit, units

QUOTE = "/api/v1/exchange/quote"
NO_NUMBERS = [
    "-1",
    "0",
    "0.0",
    "NaN",
    "Infinity",
    "1e3",
    "",
    " 1",
    "1,5",
    1,
    0.5,
    True,
    None,
    ["1"],
    "9" * 21,
    "-0",
    "1." + 30 * "0",
    "\N{ARABIC-INDIC DIGIT ONE}",
    "\N{FULLWIDTH DIGIT ONE}",
]


async def ask(http: httpx.AsyncClient, client: SignedInClient, **draft: Any) -> httpx.Response:
    body = {"from": "BTC", "to": "USDT", "from_amount": "0.5"} | draft
    sent = {name: value for name, value in body.items() if value is not None}
    return await http.post(QUOTE, json=sent, headers=client.headers)


async def accept(http: httpx.AsyncClient, client: SignedInClient, quote_id: str) -> httpx.Response:
    return await http.post(f"{QUOTE}/{quote_id}/accept", headers=client.headers)


async def listed(http: httpx.AsyncClient, client: SignedInClient) -> list[dict[str, Any]]:
    answer = await http.get("/api/v1/exchange", headers=client.headers)
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def has(market: Follower, client: SignedInClient, coin: str) -> int:
    return market.view.balance(str(client.id), coin, "available")


async def test_a_quote_is_what_the_book_gives_less_the_spread_and_the_fee(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower, clock: FixedClock
) -> None:
    answer = await ask(client, ann)

    assert answer.status_code == 201, answer.text
    quote = answer.json()
    assert len(quote.pop("id")) == 36
    assert quote.pop("expires_at_ms") == round(clock.now().timestamp() * 1000) + 10_000
    # 24,995 less 0.1 %, and 0.25 % of that.
    assert quote == {
        "from": "BTC",
        "to": "USDT",
        "rate": "49940.01",
        "from_amount": "0.5",
        "to_amount": "24907.5799875",
        "fee": "62.4250125",
        "fee_coin": "USDT",
        "path": ["BTC-USDT"],
        "adjusted": False,
    }


@pytest.mark.parametrize(
    ("draft", "path"),
    [
        ({}, ["BTC-USDT"]),
        ({"from": "USDT", "to": "BTC", "from_amount": "1000"}, ["BTC-USDT"]),
        ({"from": "BTC", "to": "ETH", "from_amount": "0.5"}, ["BTC-USDT", "ETH-USDT"]),
        ({"to_amount": "1000", "from_amount": None}, ["BTC-USDT"]),
        ({"from": "USDT", "to": "BTC", "to_amount": "0.12345678", "from_amount": None}, ["BTC-USDT"]),
        ({"from": "BTC", "to": "ETH", "to_amount": "7.5", "from_amount": None}, ["BTC-USDT", "ETH-USDT"]),
    ],
)
async def test_an_accepted_quote_pays_and_gives_exactly_what_it_says(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    books: Follower,
    database_url: str,
    draft: dict[str, str | None],
    path: list[str],
) -> None:
    quote = (await ask(client, ann, **draft)).json()
    source, target = quote["from"], quote["to"]
    before = {coin: has(books, ann, coin) for coin in ("BTC", "ETH", "USDT")}

    answer = await accept(client, ann, quote["id"])

    assert answer.status_code == 200, answer.text
    conversion = answer.json()
    created_at = conversion.pop("created_at")
    assert conversion.pop("status") == "completed"
    assert quote.pop("path") == path
    del quote["expires_at_ms"], quote["adjusted"]
    assert conversion == quote
    after = {coin: has(books, ann, coin) for coin in before}
    change = {coin: after[coin] - before[coin] for coin in before if after[coin] != before[coin]}
    assert change == {
        source: -units(source, quote["from_amount"]),
        target: units(target, quote["to_amount"]),
    }
    assert await listed(client, ann) == [{**conversion, "status": "completed", "created_at": created_at}]
    assert (await audit_ledger(database_url)).differences == []


async def test_an_amount_to_receive_is_received_exactly(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower
) -> None:
    for draft in (
        {"from": "USDT", "to": "BTC", "to_amount": "0.12345678"},
        {"from": "BTC", "to": "USDT", "to_amount": "777.7777777"},
        {"from": "BTC", "to": "ETH", "to_amount": "3.00000001"},
    ):
        quote = (await ask(client, ann, **draft, from_amount=None)).json()
        assert quote["to_amount"] == draft["to_amount"], quote
        # No more than the spread, the fee and a step beyond what the book asks.
        worth = {"BTC": 50_000, "ETH": 2_500, "USDT": 1}
        paid = Decimal(quote["from_amount"]) * worth[quote["from"]]
        got = Decimal(quote["to_amount"]) * worth[quote["to"]]
        assert got < paid < got * Decimal("1.006") + 1


@pytest.mark.parametrize("amount", [{"from_amount": "0.5"}, {"from_amount": None, "to_amount": "3.00000001"}])
async def test_a_quote_asks_the_engine_for_no_command(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    books: Follower,
    amount: dict[str, str | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A question must not use the one writer, nor wait for what only the tables know (CNV-6)."""
    asked: list[Command] = []

    async def submit_nothing(command: Command) -> Outcome:
        asked.append(command)
        raise EngineUnavailable

    monkeypatch.setattr(services.engine, "submit", submit_nothing)

    quote = await ask(client, ann, to="ETH", **amount)

    assert (quote.status_code, asked) == (201, [])


async def test_an_accepted_quote_is_repeated_as_it_was(
    client: httpx.AsyncClient,
    ann: SignedInClient,
    books: Follower,
    clock: FixedClock,
    connection: asyncpg.Connection,
) -> None:
    quote_id = (await ask(client, ann)).json()["id"]
    first = await accept(client, ann, quote_id)
    before = has(books, ann, "BTC")
    # At once though nothing can be traded any more, long after its time, and when the quote is deleted.
    await submit(books, ChangePair(AT, "BTC-USDT", state="halted"))
    at_once = await accept(client, ann, quote_id)
    clock.at += timedelta(seconds=3_600)
    second = await accept(client, ann, quote_id)
    await connection.execute("DELETE FROM convert_quotes")
    third = await accept(client, ann, quote_id)

    assert first.status_code == 200
    assert "idempotent-replay" not in first.headers
    for again in (at_once, second, third):
        assert (again.status_code, again.json()) == (200, first.json())
        assert again.headers["idempotent-replay"] == "true"
    assert has(books, ann, "BTC") == before


async def test_two_at_once_convert_once(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower, database_url: str
) -> None:
    quote_id = (await ask(client, ann)).json()["id"]
    before = has(books, ann, "BTC")

    answers = await asyncio.gather(*(accept(client, ann, quote_id) for _ in range(8)))

    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.text for answer in answers}) == 1
    assert sum("idempotent-replay" not in answer.headers for answer in answers) == 1
    assert has(books, ann, "BTC") == before - units("BTC", "0.5")
    assert len(await listed(client, ann)) == 1
    assert (await audit_ledger(database_url)).differences == []


async def test_a_quote_ends_after_ten_seconds(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower, clock: FixedClock
) -> None:
    first, second = [(await ask(client, ann)).json()["id"] for _ in range(2)]
    before = has(books, ann, "BTC")
    clock.at += timedelta(seconds=10)
    assert (await accept(client, ann, first)).status_code == 200
    clock.at += timedelta(seconds=1)
    answer = await accept(client, ann, second)

    assert (answer.status_code, answer.json()["code"]) == (410, "QUOTE_EXPIRED")
    assert has(books, ann, "BTC") == before - units("BTC", "0.5")


async def test_a_quote_that_was_accepted_in_time_is_not_called_expired(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    books: Follower,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first acceptance is on its way to the engine, and its answer was lost, when its time ends."""
    quote_id = (await ask(client, ann)).json()["id"]
    on_its_way: list[Command] = []
    carry_out = books.submit

    async def hold_up(command: Command) -> Outcome:
        if isinstance(command, Convert):
            on_its_way.append(command)
            raise EngineUnavailable
        while on_its_way:
            await carry_out(on_its_way.pop())
        return await carry_out(command)

    monkeypatch.setattr(books, "submit", hold_up)
    lost = await accept(client, ann, quote_id)
    clock.at += timedelta(seconds=11)
    again = await accept(client, ann, quote_id)

    assert lost.status_code == 503
    assert (again.status_code, again.headers["idempotent-replay"]) == (200, "true")
    assert [one["id"] for one in await listed(client, ann)] == [quote_id]


async def test_a_clock_that_jumps_ends_quotes_or_keeps_them_within_what_the_books_give(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, books: Follower, clock: FixedClock
) -> None:
    first, second = [(await ask(client, ann)).json()["id"] for _ in range(2)]
    clock.set_ahead(timedelta(hours=1))
    ahead = await accept(client, ann, first)
    clock.set_ahead(timedelta(hours=-2))
    behind = await accept(client, ann, first)
    await submit(books, CancelAll(AT, str(bob.id), "BTC-USDT", "buy"))
    await place(client, bob, price="49000", quantity="2")
    before = dict(books.view.balances)
    # Its time is not over by this clock, but the books give less.
    moved = await accept(client, ann, second)

    assert (ahead.status_code, ahead.json()["code"]) == (410, "QUOTE_EXPIRED")
    assert behind.status_code == 200
    assert (moved.status_code, moved.json()["code"]) == (409, "QUOTE_MOVED")
    assert dict(books.view.balances) == before


async def test_a_client_who_is_frozen_meanwhile_cannot_accept(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, books: Follower
) -> None:
    quote_id = (await ask(client, ann)).json()["id"]
    before = dict(books.view.balances)
    assert (await client.post("/api/v1/client/freeze", headers=ann.headers)).status_code == 204
    services.traders.on_notice(None)

    answer = await accept(client, ann, quote_id)

    assert (answer.status_code, answer.json()["code"]) == (403, "ACCOUNT_FROZEN")
    assert dict(books.view.balances) == before


async def test_a_level_that_changes_meanwhile_leaves_the_fee_of_a_quote(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, books: Follower
) -> None:
    quote = (await ask(client, ann)).json()
    async with transaction(services.sessions) as session:
        await session.execute(text("UPDATE levels SET taker_fee = taker_fee * 2"))
    services.traders.on_notice(None)

    accepted = (await accept(client, ann, quote["id"])).json()
    later = (await ask(client, ann)).json()

    assert [accepted[name] for name in ("to_amount", "fee")] == [quote[name] for name in ("to_amount", "fee")]
    assert Decimal(later["fee"]) > Decimal(quote["fee"])


async def test_a_quote_belongs_to_its_client(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, books: Follower
) -> None:
    quote_id = (await ask(client, ann)).json()["id"]
    before = dict(books.view.balances)
    answers = [
        await accept(client, bob, quote_id),
        await accept(client, ann, "00000000-0000-0000-0000-000000000000"),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "NOT_FOUND")] * 2
    assert (await accept(client, ann, "no-id")).status_code == 422
    assert (await client.post(f"{QUOTE}/{quote_id}/accept")).status_code == 401
    assert (await client.post(QUOTE, json={})).status_code == 401
    assert (await client.get("/api/v1/exchange")).status_code == 401
    assert await listed(client, bob) == []
    assert dict(books.view.balances) == before


async def test_a_book_that_moved_breaks_the_quote(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, books: Follower
) -> None:
    quotes = [(await ask(client, ann)).json()["id"] for _ in range(2)]
    # A little is covered by the spread.
    await submit(books, CancelAll(AT, str(bob.id), "BTC-USDT", "buy"))
    await place(client, bob, price="49950", quantity="2")
    assert (await accept(client, ann, quotes[0])).status_code == 200
    await submit(books, CancelAll(AT, str(bob.id), "BTC-USDT", "buy"))
    await place(client, bob, price="49900", quantity="2")
    before = dict(books.view.balances)

    answer = await accept(client, ann, quotes[1])

    assert (answer.status_code, answer.json()["code"]) == (409, "QUOTE_MOVED")
    assert dict(books.view.balances) == before


@pytest.mark.parametrize("field", ["from_amount", "to_amount"])
async def test_an_amount_that_is_none_is_refused(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower, field: str
) -> None:
    before = dict(books.view.balances)
    for value in NO_NUMBERS:
        body = {"from": "BTC", "to": "USDT", field: value}
        answer = await client.post(QUOTE, json=body, headers=ann.headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), value
    assert dict(books.view.balances) == before


@pytest.mark.parametrize(
    ("draft", "status", "code"),
    [
        ({"to_amount": "1"}, 422, "VALIDATION_FAILED"),
        ({"from_amount": None}, 422, "VALIDATION_FAILED"),
        ({"to": "BTC"}, 422, "VALIDATION_FAILED"),
        ({"to": "XXX"}, 422, "VALIDATION_FAILED"),
        ({"from": "XXX"}, 422, "VALIDATION_FAILED"),
        ({"from": "btc"}, 422, "VALIDATION_FAILED"),
        ({"more": "1"}, 422, "VALIDATION_FAILED"),
        ({"from_amount": "0.000000001"}, 422, "BAD_PRECISION"),
        ({"from_amount": "0.00000001"}, 422, "BELOW_MINIMUM"),
        ({"from_amount": "0.00001"}, 422, "MIN_NOTIONAL"),
        ({"from": "USDT", "to": "BTC", "from_amount": "0.1"}, 422, "BELOW_MINIMUM"),
        ({"from": "USDT", "to": "BTC", "from_amount": "1"}, 422, "MIN_NOTIONAL"),
        ({"from_amount": "3.5"}, 422, "NO_LIQUIDITY"),
        ({"from_amount": "90000000000"}, 422, "NO_LIQUIDITY"),
        ({"from_amount": "99999999999999999999"}, 422, "VALIDATION_FAILED"),
        ({"to_amount": "99999999999", "from_amount": None}, 422, "NO_LIQUIDITY"),
        ({"from": "ETH", "to": "USDT", "from_amount": "1"}, 422, "INSUFFICIENT_BALANCE"),
    ],
)
async def test_a_quote_that_cannot_be_given_is_refused(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    books: Follower,
    connection: asyncpg.Connection,
    draft: dict[str, str | None],
    status: int,
    code: str,
) -> None:
    before = dict(books.view.balances)

    answer = await ask(client, ann, **draft)

    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert await connection.fetchval("SELECT count(*) FROM convert_quotes") == 0
    assert dict(books.view.balances) == before


@pytest.mark.parametrize("coin", ["BTC", "USDT"])
async def test_a_coin_cannot_be_converted_into_itself(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower, coin: str
) -> None:
    problem = (await ask(client, ann, **{"from": coin, "to": coin})).json()

    assert problem["detail"] == "These coins cannot be converted into each other."
    assert [error["field"] for error in problem["errors"]] == ["to"]


async def test_a_shortfall_says_how_much(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower
) -> None:
    problem = (await ask(client, ann, **{"from": "ETH", "from_amount": "1"})).json()
    assert (problem["available"], problem["needed"]) == ("0", "1")
    assert [error["field"] for error in problem["errors"]] == ["from_amount"]


async def test_money_that_was_spent_meanwhile_cannot_be_converted(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower
) -> None:
    quote_id = (await ask(client, ann)).json()["id"]
    assert (await place(client, ann, side="sell", quantity="9.9", price="55000")).status_code == 201

    answer = await accept(client, ann, quote_id)

    assert (answer.status_code, answer.json()["code"]) == (422, "INSUFFICIENT_BALANCE")
    assert has(books, ann, "BTC") == units("BTC", "0.1")


async def test_a_pair_that_does_not_trade_is_not_used(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower
) -> None:
    quote_id = (await ask(client, ann, to="ETH")).json()["id"]
    for command in (ChangePair(AT, "ETH-USDT", state="halted"), ChangeCoin(AT, "ETH", trading=False)):
        await submit(books, command)
        for answer in (await accept(client, ann, quote_id), await ask(client, ann, to="ETH")):
            assert (answer.status_code, answer.json()["code"]) == (423, "MARKET_HALTED")
        await submit(books, ChangePair(AT, "ETH-USDT", state="trading"))
    await submit(books, ChangeCoin(AT, "ETH", trading=True))
    assert (await accept(client, ann, quote_id)).status_code == 200


async def test_own_orders_are_in_the_way(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower
) -> None:
    await place(client, ann, price="49995", quantity="0.1")

    answer = await ask(client, ann)

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "NO_LIQUIDITY")
    assert problem["detail"] == "Your own open orders are in the way. Cancel them, or convert less."


async def test_orders_of_the_house_are_in_no_list_and_its_trades_are_public(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, books: Follower
) -> None:
    quote_id = (await ask(client, ann)).json()["id"]
    await accept(client, ann, quote_id)

    async def items(path: str, headers: dict[str, str]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await client.get(f"/api/v1/{path}", headers=headers)).json()["items"]
        return found

    assert await items("order", ann.headers) == []
    assert await items("trades", ann.headers) == []
    [fill] = await items("trades", bob.headers)
    assert (fill["role"], fill["quantity"], fill["fee"]) == ("maker", "0.5", "0.001")
    [trade] = await items("pairs/BTC-USDT/trades", {})
    assert (trade["price"], trade["quantity"], trade["side"]) == ("49990", "0.5", "sell")


async def test_conversions_are_listed_newest_first_in_pages(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower
) -> None:
    ids = []
    for _ in range(3):
        ids.append((await ask(client, ann, from_amount="0.1")).json()["id"])
        await accept(client, ann, ids[-1])

    first = (await client.get("/api/v1/exchange?limit=2", headers=ann.headers)).json()
    second = (
        await client.get(f"/api/v1/exchange?limit=2&cursor={first['next_cursor']}", headers=ann.headers)
    ).json()

    assert [item["id"] for item in first["items"] + second["items"]] == ids[::-1]
    assert second["next_cursor"] is None
