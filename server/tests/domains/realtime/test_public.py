"""What everybody may hear."""

import httpx
import pytest

from clearwater.core.commands import CancelOrder, ChangeCoin, ChangePair, PlaceOrder, Side
from clearwater.core.desk import Outcome
from clearwater.core.events import OPEN_STATUSES, OrderAccepted, OrderUpdated
from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.realtime.messages import Message
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient, a_staff
from tests.domains.content.writing import act, publish, site_id_of
from tests.domains.realtime.conftest import Listen
from tests.domains.realtime.listening import BookCopy, Json, Listening, Polling, Received
from tests.polling import eventually
from tests.trading import AT, submit, units

DEPTH, TRADES, TICKER, CANDLES = "depth:BTC-USDT", "trades:BTC-USDT", "ticker:BTC-USDT", "candles:BTC-USDT:1m"


def an_order(client: SignedInClient, side: Side, price: str = "50000", quantity: str = "0.1") -> PlaceOrder:
    return PlaceOrder(
        AT,
        str(client.id),
        "BTC-USDT",
        side,
        "limit",
        quantity=units("BTC", quantity),
        price=int(price) * 100,
        prevention="none",
    )


async def test_a_visitor_receives_a_book_snapshot_and_every_update(
    listen: Listen, market: Follower, ann: SignedInClient
) -> None:
    visitor = await listen()

    await visitor.follow(DEPTH)
    await submit(market, an_order(ann, "buy", "49000"))
    snapshot, update = await visitor.wait_for(DEPTH, 2)

    assert snapshot == {"channel": DEPTH, "type": "snapshot", "seq": 0, "bids": [], "asks": []}
    assert update == {
        "channel": DEPTH,
        "type": "update",
        "first_seq": 1,
        "last_seq": 1,
        "bids": [["49000", "0.1"]],
        "asks": [],
        # What gzip says of the text 49000:0.1.
        "checksum": 3_813_286_684,
    }


async def test_a_visitor_receives_trades_tickers_and_candles(
    *,
    listen: Listen,
    market: Follower,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
    clock: FixedClock,
) -> None:
    visitor = await listen()
    await visitor.follow(TRADES, TICKER, "ticker:all", CANDLES)

    await submit(market, an_order(ann, "sell"))
    await submit(market, an_order(bob, "buy"))
    (trade,) = await visitor.wait_for(TRADES)
    (candle,) = await visitor.wait_for(CANDLES)
    ticker = (await visitor.wait_for(TICKER, 2))[-1]
    of_all = (await visitor.wait_for("ticker:all", 2))[-1]

    pair = "/api/v1/pairs/BTC-USDT"
    assert trade == {
        "channel": TRADES,
        "type": "trades",
        "items": (await client.get(f"{pair}/trades")).json()["items"],
    }
    now_ms = milliseconds(clock.now())
    assert trade["items"] == [{"id": 1, "price": "50000", "quantity": "0.1", "side": "buy", "ts_ms": now_ms}]
    expected = (await client.get(f"{pair}/ticker")).json()
    assert ticker == {"channel": TICKER, "type": "ticker", **expected}
    assert of_all == {"channel": "ticker:all", "type": "ticker", **expected}
    assert expected["last"] == "50000"
    assert candle["open"] == candle["close"] == "50000"
    assert (candle["channel"], candle["type"], candle["volume"]) == (CANDLES, "candle", "0.1")


@pytest.mark.parametrize("kind", [Listening, Polling])
async def test_the_book_that_a_client_rebuilds_is_the_book(
    *,
    kind: type[Received],
    listen: Listen,
    market: Follower,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    """Sequences without a gap and checksums that agree are asserted by the copy itself."""
    visitor = await listen(kind=kind)
    rng, waiting = SeededRandom(7), list[tuple[str, int]]()

    for number in range(250):
        if number == 60:
            await visitor.follow(DEPTH)
        who = (ann, bob)[rng.below(2)]
        if waiting and rng.below(3) == 0:
            owner, order_id = waiting.pop(rng.below(len(waiting)))
            await market.submit(CancelOrder(AT, owner, order_id))
            continue
        side: Side = "buy" if rng.below(2) else "sell"
        price, quantity = str(49_980 + rng.below(40)), f"0.00{1 + rng.below(9)}"
        outcome = await market.submit(an_order(who, side, price, quantity))
        waiting += [(str(who.id), order_id) for order_id in open_orders(outcome)]
        if number % 20 == 0:
            # A tick now and then, so that changes are published in many parts.
            services.realtime.publisher.tick(0.0)
    last_seq = market.view.pairs["BTC-USDT"].seq
    await visitor.until(lambda: BookCopy(visitor.of(DEPTH)).seq == last_seq)

    copy = BookCopy(visitor.of(DEPTH))
    shown = (await client.get("/api/v1/pairs/BTC-USDT/depth", params={"limit": 500})).json()
    assert len(visitor.of(DEPTH)) > 3
    assert shown["seq"] == copy.seq
    assert (shown["bids"], shown["asks"]) == copy.rows()


def open_orders(outcome: Outcome) -> list[int]:
    accepted = {event.order_id for event in outcome.events if isinstance(event, OrderAccepted)}
    return [
        event.order_id
        for event in outcome.events
        if isinstance(event, OrderUpdated) and event.order_id in accepted and event.status in OPEN_STATUSES
    ]


async def test_a_client_with_a_sequence_gap_can_request_a_snapshot(
    listen: Listen, market: Follower, ann: SignedInClient
) -> None:
    visitor = await listen()
    await visitor.follow(DEPTH)
    await submit(market, an_order(ann, "buy", "49000"))
    await visitor.wait_for(DEPTH, 2)

    answer = await visitor.ask("snapshot", {"channel": DEPTH})

    assert answer == {"ok": True, "errors": []}
    assert (await visitor.wait_for(DEPTH, 3))[-1] == {
        "channel": DEPTH,
        "type": "snapshot",
        "seq": 1,
        "bids": [["49000", "0.1"]],
        "asks": [],
    }


async def test_an_unsubscribed_channel_sends_nothing_more(
    listen: Listen, market: Follower, ann: SignedInClient
) -> None:
    visitor, other = await listen(), await listen()
    await visitor.follow(DEPTH)
    await other.follow(DEPTH)

    assert await visitor.ask("unsubscribe", {"channels": [DEPTH]}) == {"ok": True, "errors": []}
    await submit(market, an_order(ann, "buy", "49000"))
    await other.wait_for(DEPTH, 2)
    # What was sent before this answer has arrived before it.
    await visitor.ask("unsubscribe", {"channels": []})

    assert [message["type"] for message in visitor.of(DEPTH)] == ["snapshot"]
    assert await visitor.ask("snapshot", {"channel": DEPTH}) == {
        "ok": False,
        "errors": [{"channel": DEPTH, "code": "NOT_FOUND"}],
    }


async def test_invalid_channels_are_named_and_the_others_subscribed(
    listen: Listen, services: ApiServices
) -> None:
    visitor = await listen()

    answer = await visitor.ask(
        "subscribe",
        {"channels": ["depth:XYZ-USDT", DEPTH, "depth", "candles:BTC-USDT:2m", "orders", "depth:btc-usdt"]},
    )

    assert answer == {
        "ok": False,
        "errors": [
            {"channel": "depth", "code": "NOT_FOUND"},
            {"channel": "candles:BTC-USDT:2m", "code": "NOT_FOUND"},
            {"channel": "orders", "code": "TOKEN_INVALID"},
            {"channel": "depth:btc-usdt", "code": "NOT_FOUND"},
            {"channel": "depth:XYZ-USDT", "code": "PAIR_UNKNOWN"},
        ],
    }
    assert services.realtime.hub.channels() == {DEPTH}


async def test_a_halted_market_is_published_on_the_site_channel(listen: Listen, market: Follower) -> None:
    visitor = await listen()
    await visitor.follow("site")

    await submit(market, ChangePair(AT, "BTC-USDT", state="halted"))

    assert await visitor.wait_for("site") == [
        {"channel": "site", "type": "pair", "symbol": "BTC-USDT", "status": "halted"}
    ]


async def test_a_market_whose_coin_is_not_traded_is_published_on_the_site_channel(
    listen: Listen, market: Follower
) -> None:
    visitor = await listen()
    await visitor.follow("site")

    for is_traded in (False, True):
        await submit(market, ChangeCoin(AT, "BTC", trading=is_traded))

    assert await visitor.wait_for("site", 2) == [
        {"channel": "site", "type": "pair", "symbol": "BTC-USDT", "status": "cancel_only"},
        {"channel": "site", "type": "pair", "symbol": "BTC-USDT", "status": "trading"},
    ]


async def test_an_engine_reset_sends_snapshots_and_ends_private_sockets(
    listen: Listen, market: Follower, services: ApiServices, ann: SignedInClient
) -> None:
    """What the engine did before it failed may never have been expected."""
    visitor, owner = await listen(), await listen(ann)
    await visitor.follow(DEPTH)
    await owner.follow("orders")

    services.realtime.on_reset(market.view)

    assert [message["type"] for message in await visitor.wait_for(DEPTH, 2)] == ["snapshot", "snapshot"]
    # Private subscribers have to reconnect, and request what they have missed.
    await owner.wait_for_end()


async def test_no_message_is_built_without_subscribers(
    listen: Listen,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor = await listen()
    await visitor.follow(DEPTH, TRADES, CANDLES, "ticker:all")
    await visitor.close()
    await eventually(lambda: not services.realtime.hub.members)

    services.realtime.publisher.tick(0.0)
    made: list[str] = []

    original = Message.of

    def note(event: str, *bodies: Json) -> Message:
        made.append(event)
        return original(event, *bodies)

    monkeypatch.setattr(Message, "of", note)
    await submit(market, an_order(ann, "buy", "49000"))
    for _ in range(60):
        services.realtime.publisher.tick(0.0)

    assert made == []


async def test_published_news_are_announced_to_everybody_who_follows_the_site(
    listen: Listen, services: ApiServices, client: httpx.AsyncClient
) -> None:
    visitor = await listen()
    await visitor.follow("site")
    editor = await a_staff(services, "editor")

    entry = await publish(client, editor, await site_id_of(services))
    assert await visitor.wait_for("site", 1) == [{"channel": "site", "type": "news"}]
    await act(client, editor, entry["id"], "unpublish")

    assert await visitor.wait_for("site", 2) == [{"channel": "site", "type": "news"}] * 2
