"""GET /v1/coins/exchange/{symbol}: about what a coin is worth in others, for everybody."""

from datetime import timedelta
from decimal import Decimal

import httpx

from clearwater.core.commands import CancelAll, ChangeCoin, ChangePair
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.entrypoints.worker import list_purges
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient
from tests.domains.convert.test_conversions import accept, ask
from tests.trading import AT, give, place, submit

ETH_USDT = "ETH-USDT"


async def targets_of(client: httpx.AsyncClient, symbol: str) -> dict[str, dict[str, str]]:
    answer = await client.get(f"/api/v1/coins/exchange/{symbol}")
    assert answer.status_code == 200, answer.text
    assert answer.json()["symbol"] == symbol
    return {target["symbol"]: target for target in answer.json()["targets"]}


async def test_every_coin_that_can_be_reached_has_a_rate(
    client: httpx.AsyncClient, books: Follower, clock: FixedClock
) -> None:
    answer = await client.get("/api/v1/coins/exchange/BTC")

    assert answer.headers["cache-control"] == "public, max-age=1"
    eth, usdt = answer.json()["targets"]
    # The best bid less 0.1 %; 5 USDT are the least.
    assert usdt == {
        "symbol": "USDT",
        "rate": "49940.01",
        "inverse_rate": "0.0000200240248249",
        "min": "0.00011",
        # All bids, which are within 5 % of the best.
        "max": "3",
        "fee_rate": "0.0025",
        "path": ["BTC-USDT"],
        "updated_at": int(clock.now().timestamp()),
    }
    assert (eth["symbol"], eth["path"]) == ("ETH", ["BTC-USDT", "ETH-USDT"])
    assert Decimal("19.9") < Decimal(eth["rate"]) < Decimal("19.98")


async def test_the_least_and_the_rate_are_what_a_quote_takes(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower
) -> None:
    for source in ("BTC", "USDT"):
        for symbol, target in (await targets_of(client, source)).items():
            quote = await ask(client, ann, **{"from": source, "to": symbol, "from_amount": target["min"]})
            assert quote.status_code == 201, (source, symbol, quote.text)
            large = await ask(client, ann, **{"from": source, "to": symbol, "from_amount": "0.9"})
            if large.status_code == 201:
                rate, quoted = Decimal(target["rate"]), Decimal(large.json()["rate"])
                assert abs(quoted / rate - 1) < Decimal("0.0005"), (source, symbol)


async def test_the_most_is_what_the_books_take_within_the_price_protection(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, books: Follower
) -> None:
    """One step more than the most of each pair of coins is refused; the most itself is quoted and kept."""
    # Beyond 5 % from the best bid.
    assert (await place(client, bob, side="buy", price="47000", quantity="5")).status_code == 201
    await give(books, ann, ETH="500")
    wanted = {
        ("BTC", "USDT"): ("3", "0.00001"),
        ("USDT", "BTC"): ("150210", "60"),
        ("ETH", "USDT"): ("60", "0.00001"),
        # 60 ETH are offered for 150,420 USDT, more than the bids for BTC give.
        ("BTC", "ETH"): ("3", "0.00001"),
        # 3 BTC are offered for 150,210 USDT; the bids for 60 ETH give 149,580.
        ("ETH", "BTC"): ("60", "0.00001"),
    }
    for (source, target), (most, more) in wanted.items():
        assert (await targets_of(client, source))[target]["max"] == most, (source, target)
        over = str(Decimal(most) + Decimal(more))
        refused = await ask(client, ann, **{"from": source, "to": target, "from_amount": over})
        assert (refused.status_code, refused.json()["code"]) == (422, "NO_LIQUIDITY"), (source, target)
        quote = await ask(client, ann, **{"from": source, "to": target, "from_amount": most})
        assert quote.status_code == 201, (source, target, quote.text)

    # Now the asks for ETH are the smaller part of the way.
    await submit(books, CancelAll(AT, str(bob.id), ETH_USDT))
    for side, price in (("sell", "2500"), ("buy", "2400")):
        placed = await place(client, bob, symbol=ETH_USDT, side=side, price=price, quantity="4")
        assert placed.status_code == 201
    most = (await targets_of(client, "BTC"))["ETH"]["max"]
    assert most == "0.20004"
    quote = await ask(client, ann, **{"from": "BTC", "to": "ETH", "from_amount": most})
    assert quote.status_code == 201, quote.text
    accepted = await client.post(f"/api/v1/exchange/quote/{quote.json()['id']}/accept", headers=ann.headers)
    assert accepted.status_code == 200, accepted.text


async def test_what_cannot_be_traded_is_no_target(client: httpx.AsyncClient, books: Follower) -> None:
    await submit(books, ChangePair(AT, "ETH-USDT", state="cancel_only"))
    assert list(await targets_of(client, "BTC")) == ["USDT"]
    assert list(await targets_of(client, "ETH")) == []
    await submit(books, ChangePair(AT, "ETH-USDT", state="trading"))
    await submit(books, ChangeCoin(AT, "BTC", trading=False))
    assert list(await targets_of(client, "USDT")) == ["ETH"]
    await submit(books, CancelAll(AT, None, "ETH-USDT"))
    assert list(await targets_of(client, "USDT")) == []


async def test_an_unknown_coin_is_not_found(client: httpx.AsyncClient, books: Follower) -> None:
    answer = await client.get("/api/v1/coins/exchange/XXX")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


async def test_quotes_are_purged_a_day_after_they_expired(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower, services: ApiServices, clock: FixedClock
) -> None:
    quote_id = (await ask(client, ann)).json()["id"]
    first = await accept(client, ann, quote_id)
    fresh = (await ask(client, ann)).json()["id"]
    purge = list_purges(services)["purge_convert_quotes"]
    clock.at += timedelta(hours=23)
    await purge()
    assert (await accept(client, ann, fresh)).status_code == 410
    clock.at += timedelta(hours=2)
    await purge()

    assert (await accept(client, ann, fresh)).status_code == 404
    assert (await accept(client, ann, quote_id)).json() == first.json()
