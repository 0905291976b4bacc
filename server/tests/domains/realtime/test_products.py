"""What is heard of pre-markets by everybody, and of pre-markets and earn by those whose orders they are."""

from clearwater.core.commands import Fund, ListCoin
from clearwater.core.earn_commands import CreateEarnProduct, Redeem, Subscribe
from clearwater.core.premarket_commands import CancelPreMarketOrder, CreatePreMarket, PlacePreMarketOrder
from clearwater.engine.follower import Follower
from clearwater.kit.clock import milliseconds
from tests.builders import SignedInClient
from tests.conftest import NOON
from tests.domains.realtime.conftest import Listen
from tests.trading import submit, units

# The time of the clock: nothing is due by itself during a test.
NOW = milliseconds(NOON)
HOUR_MS = 3_600_000
NEW = "premarket:NEW"


async def open_premarket(market: Follower) -> None:
    await submit(market, ListCoin(NOW, "NEW", 4, 10**15))
    terms = CreatePreMarket(
        NOW,
        "NEW",
        "USDT",
        price_decimals=3,
        tick=10,
        step=100,
        min_quantity=10_000,
        max_quantity=10**9,
        max_exposure=10**13,
        opens_at=NOW,
        closes_at=NOW + 24 * HOUR_MS,
    )
    await submit(market, terms)


def an_order(client: SignedInClient, side: str, price: int, quantity: int = 10_000) -> PlacePreMarketOrder:
    return PlacePreMarketOrder(NOW, str(client.id), "NEW", side, price, quantity)  # type: ignore[arg-type]


async def test_a_visitor_receives_book_and_trades_of_a_premarket(
    listen: Listen, market: Follower, ann: SignedInClient, bob: SignedInClient
) -> None:
    await open_premarket(market)
    await submit(market, an_order(ann, "sell", 2_500, 30_000))
    visitor = await listen()

    await visitor.follow(NEW, "premarkets")
    await submit(market, an_order(bob, "buy", 2_500))
    # What changed just before somebody listens may be told again.
    await visitor.until(lambda: any(one["trades"] for one in visitor.of(NEW)))
    first, *_, update = visitor.of(NEW)
    listed, *_, changed = visitor.of("premarkets")

    row = {"status": "open", "last_price": None, "best_bid": None, "best_ask": "2.5"}
    of_one = {"channel": NEW, "type": "premarket"}
    assert first == {**of_one, **row, "book": {"bids": [], "asks": [["2.5", "3"]]}, "trades": []}
    assert listed == {"channel": "premarkets", "type": "rows", "items": [{"symbol": "NEW", **row}]}
    traded = {**row, "last_price": "2.5"}
    trade = {"id": 1, "price": "2.5", "quantity": "1", "side": "buy", "time_ms": NOW}
    assert update == {**of_one, **traded, "book": {"bids": [], "asks": [["2.5", "2"]]}, "trades": [trade]}
    assert changed["items"] == [{"symbol": "NEW", **traded}]


async def test_a_premarket_that_does_not_exist_cannot_be_followed(listen: Listen, market: Follower) -> None:
    visitor = await listen()

    answer = await visitor.ask("subscribe", {"channels": ["premarket:BTC", "premarket:btc"]})

    assert answer == {
        "ok": False,
        "errors": [
            {"channel": "premarket:btc", "code": "NOT_FOUND"},
            {"channel": "premarket:BTC", "code": "NOT_FOUND"},
        ],
    }


async def test_both_sides_of_a_contract_hear_of_it_and_nobody_else(
    listen: Listen, market: Follower, ann: SignedInClient, bob: SignedInClient
) -> None:
    await open_premarket(market)
    hers, his = await listen(ann), await listen(bob)
    await hers.follow("account")
    await his.follow("account")

    await submit(market, an_order(ann, "sell", 2_500, 30_000))
    await submit(market, an_order(bob, "buy", 2_500))
    await submit(market, CancelPreMarketOrder(NOW, str(ann.id), 1))
    *_, canceled = await hers.wait_for("account", 4)
    bought = await his.wait_for("account", 2)

    changes = [(one["type"], one["status"]) for one in hers.of("account")]
    assert sorted(changes[1:3]) == [
        ("premarket_contract", "matched"),
        ("premarket_order", "partially_filled"),
    ]
    assert changes[0] == ("premarket_order", "open")
    assert (canceled["order_id"], canceled["symbol"], canceled["status"]) == (1, "NEW", "canceled")
    assert sorted((one["type"], one["status"]) for one in bought) == [
        ("premarket_contract", "matched"),
        ("premarket_order", "filled"),
    ]


async def test_a_client_hears_of_her_earn_positions(
    listen: Listen, market: Follower, ann: SignedInClient, bob: SignedInClient
) -> None:
    await submit(market, Fund(NOW, "treasury", "USDT", "test", units("USDT", "1000")))
    product = CreateEarnProduct(NOW, "usdt-flexible", "USDT", "flexible", 50_000, 1, 10**12, 10**13)
    await submit(market, product)
    hers, his = await listen(ann), await listen(bob)
    await hers.follow("account")
    await his.follow("account")

    await submit(market, Subscribe(NOW, str(ann.id), "usdt-flexible", units("USDT", "100")))
    await submit(market, Redeem(NOW, str(ann.id), 1))
    opened, redeemed = await hers.wait_for("account", 2)

    told = {"channel": "account", "type": "earn_position", "position_id": 1, "product_id": "usdt-flexible"}
    assert opened == {**told, "seq": opened["seq"], "status": "active"}
    assert redeemed == {**told, "seq": redeemed["seq"], "status": "redeemed"}
    assert his.of("account") == []
