"""The stop prices of trailing orders, which move while nothing else of the orders changes."""

import json
from typing import Any

import httpx
from msgspec.structs import replace

from clearwater.core.commands import PlaceOrder
from clearwater.core.events import OrderUpdated, TrailingMarked
from clearwater.core.views import OrderView, View
from clearwater.domains.realtime.messages import Message
from clearwater.domains.realtime.ports import EVERYONE, Everyone, Listing
from clearwater.domains.realtime.private_feed import MAX_ORDERS_PER_TICK, StopPrices
from clearwater.domains.realtime.streams import PrivateEvent, Streams
from clearwater.engine.follower import Follower
from tests.builders import SignedInClient
from tests.domains.realtime.conftest import Listen, a_view
from tests.domains.realtime.listening import Json, Received
from tests.domains.realtime.test_private import get
from tests.domains.realtime.test_public import an_order
from tests.trading import AT, submit, units

PAIR = "BTC-USDT"


def a_trailing_order(client: SignedInClient) -> PlaceOrder:
    return PlaceOrder(
        AT,
        str(client.id),
        PAIR,
        "sell",
        "trailing_stop",
        quantity=units("BTC", "0.1"),
        trailing_bps=1_000,
    )


async def trade_at(market: Follower, client: SignedInClient, price: str) -> None:
    await submit(market, an_order(client, "sell", price))
    await submit(market, an_order(client, "buy", price))


def moves(listening: Received) -> list[Json]:
    return [message for message in listening.of("orders") if message["type"] == "stop_prices"]


async def test_a_stop_price_that_moves_is_published_to_the_owner_alone(
    listen: Listen, market: Follower, client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    """TRG-4: 10 % below 50,000, then below 52,000."""
    await submit(market, a_trailing_order(ann))
    hers, his = await listen(ann), await listen(bob)
    seq = (await hers.follow("orders"))["seq"]
    await his.follow("orders")

    await trade_at(market, bob, "52000")
    await hers.wait_for("orders")
    await his.wait_for("orders", 3)

    # The number is that of the last event: the next one follows it without a gap.
    assert hers.received == [
        {
            "channel": "orders",
            "type": "stop_prices",
            "seq": seq,
            "items": [{"id": 1, "stop_price": "46800"}],
        }
    ]
    assert (await get(client, ann, "order/1"))["order"]["stop_price"] == "46800"
    assert moves(his) == []
    await submit(market, an_order(ann, "sell", "60000"))
    assert (await hers.wait_for("orders", 2))[-1]["seq"] == seq + 1


async def test_a_reconnecting_client_receives_the_current_stop_prices(
    listen: Listen, market: Follower, ann: SignedInClient, bob: SignedInClient
) -> None:
    await submit(market, a_trailing_order(ann))
    hers = await listen(ann)
    seq = (await hers.follow("orders"))["seq"]
    await hers.close()
    await trade_at(market, bob, "52000")

    again = await listen(ann)
    answer = await again.follow("orders", resume=seq)

    assert answer == {"ok": True, "errors": [], "seq": seq}
    (event,) = await again.wait_for("orders")
    assert event["items"] == [{"id": 1, "stop_price": "46800"}]


class Gathered:
    """An subscribers of clients that gathers what each is sent."""

    def __init__(self, clients: set[str]) -> None:
        self.here = clients
        self.sent: list[tuple[str, Json]] = []

    def clients(self) -> set[str]:
        return self.here

    def private(self, client: str, event: PrivateEvent) -> None:
        (text,) = event.message.texts
        self.sent.append((client, json.loads(text[1:])[1]))

    def ids(self) -> list[int]:
        return [item["id"] for _, body in self.sent for item in body["items"]]

    def public(self, channel: str, message: Message, *, listing: Listing | Everyone = EVERYONE) -> None:
        raise NotImplementedError

    def listings(self, channel: str) -> set[Listing]:
        raise NotImplementedError

    def restart_private(self) -> None:
        raise NotImplementedError

    def channels(self) -> set[str]:
        raise NotImplementedError

    def is_watched(self, channel: str) -> bool:
        raise NotImplementedError


def followed(
    streams: Streams, feed: StopPrices, view: View, client: str, order_id: int, **others: Any
) -> None:
    terms = PlaceOrder(AT, client, PAIR, "sell", "trailing_stop", quantity=10**7, trailing_bps=1_000)
    standing = OrderUpdated(
        order_id, client, PAIR, "untriggered", "", 0, 4_500_000, 10**7, 10**7, 0, 0, 0, 0, 0, AT
    )
    order = OrderView(order_id, "trailing_stop", 0, terms, AT, replace(standing, **others))
    stream = streams.open(client, now_ms=AT)
    stream.orders[order_id] = order
    feed.track(view, stream, order)


def test_ten_thousand_orders_are_updated_in_bounded_steps() -> None:
    """Only those of clients who are here, each once, and no tick looks at more than its share."""
    view, streams = a_view(), Streams()
    subscribers = Gathered({f"client-{number % 1_000}" for number in range(10_000)})
    feed = StopPrices(subscribers, streams)
    for number in range(1, 10_001):
        followed(streams, feed, view, f"client-{number % 1_000}", number)
    followed(streams, feed, view, "away", 20_000)

    view.take([TrailingMarked(PAIR, "sell", 0, 5_200_000)])
    feed.note(PAIR, "sell")
    feed.begin_round()
    feed.send(view)

    assert len(subscribers.ids()) == MAX_ORDERS_PER_TICK
    for _ in range(10_000 // MAX_ORDERS_PER_TICK):
        feed.begin_round()
        feed.send(view)
    assert sorted(subscribers.ids()) == list(range(1, 10_001))
    assert {item["stop_price"] for _, body in subscribers.sent for item in body["items"]} == {"46800"}


def test_moves_between_two_rounds_are_coalesced() -> None:
    view, streams, subscribers = a_view(), Streams(), Gathered({"ann"})
    feed = StopPrices(subscribers, streams)
    followed(streams, feed, view, "ann", 1)
    followed(streams, feed, view, "ann", 2, status="new")

    for price in (5_100_000, 5_200_000):
        view.take([TrailingMarked(PAIR, "sell", 0, price)])
        feed.note(PAIR, "sell")
    feed.begin_round()
    feed.send(view)
    feed.note(PAIR, "sell")
    feed.note(PAIR, "buy")
    feed.begin_round()
    feed.send(view)

    assert [(client, body["items"]) for client, body in subscribers.sent] == [
        ("ann", [{"id": 1, "stop_price": "46800"}])
    ]
