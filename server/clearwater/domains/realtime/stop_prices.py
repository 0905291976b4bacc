"""The stop prices of trailing orders, published while they move and nothing else of the orders changes.

They are state, not events: the newest says it all. So they are coalesced, never stored for a replay, and
carry the number of the client's last event instead of one of their own.
"""

from collections import deque

from clearwater.core.commands import Side
from clearwater.core.views import OrderView, View
from clearwater.domains.realtime import shapes
from clearwater.domains.realtime.messages import Json, Message
from clearwater.domains.realtime.ports import Audience
from clearwater.domains.realtime.streams import PrivateEvent, Stream, Streams

# Orders looked at in one tick, a few milliseconds of work; with more of them a round takes several ticks.
MAX_ORDERS_PER_TICK = 200


class StopPrices:
    """Goes through the trailing orders of clients who follow theirs, whenever their market has moved."""

    def __init__(self, audience: Audience, streams: Streams) -> None:
        self._audience = audience
        self._streams = streams
        # Clients with trailing orders, and those of them whose turn is still to come in this round.
        self._clients: set[str] = set()
        self._waiting: deque[str] = deque()
        # The sides of markets that have moved since the round began, and those that it is about.
        self._moved: set[tuple[str, Side]] = set()
        self._due: set[tuple[str, Side]] = set()

    def note(self, pair: str, side: Side) -> None:
        """Trailing orders of this side have seen another best price."""
        self._moved.add((pair, side))

    def reset(self) -> None:
        """Drop everything; the streams that it was about are gone."""
        for kept in (self._clients, self._waiting, self._moved):
            kept.clear()

    def begin_round(self) -> None:
        """Look at everything that has moved; a round that is not over goes on first."""
        if self._moved and not self._waiting:
            self._due, self._moved = self._moved, set()
            self._waiting.extend(self._clients & self._audience.clients())

    def send(self, view: View) -> None:
        """Publish what has moved, for as many clients as one tick has time for."""
        looked_at = 0
        while self._waiting and looked_at < MAX_ORDERS_PER_TICK:
            client = self._waiting.popleft()
            stream = self._streams.find(client)
            if stream is None or not stream.stop_prices:
                self._clients.discard(client)
                continue
            looked_at += len(stream.stop_prices)
            items = self._move(view, stream)
            if items:
                self._audience.private(client, _event(stream, items))

    def _move(self, view: View, stream: Stream) -> list[Json]:
        """The client's stop prices that are no longer where they were last published."""
        moved: list[Json] = []
        for order_id, known in stream.stop_prices.items():
            order = stream.orders[order_id]
            if (order.state.pair, order.terms.side) in self._due:
                price = shapes.stop_price_text(view, order)
                if price != known:
                    moved.append({"id": order_id, "stop_price": price})
        stream.stop_prices |= {item["id"]: item["stop_price"] for item in moved}
        return moved

    def track(self, view: View, stream: Stream, order: OrderView) -> None:
        """Take the stop price that is published with the order for the known one."""
        if order.terms.trailing_bps and order.state.status == "untriggered":
            stream.stop_prices[order.order_id] = shapes.stop_price_text(view, order)
            self._clients.add(order.terms.client)
        else:
            stream.stop_prices.pop(order.order_id, None)

    def current(self, view: View, stream: Stream) -> list[PrivateEvent]:
        """All stop prices that move, for a client who was away and gets only the events replayed."""
        orders = [stream.orders[order_id] for order_id in stream.stop_prices]
        for order in orders:
            self.track(view, stream, order)
        items = [{"id": order_id, "stop_price": price} for order_id, price in stream.stop_prices.items()]
        return [_event(stream, items)] if items else []


def _event(stream: Stream, items: list[Json]) -> PrivateEvent:
    body = {"channel": "orders", "type": "stop_prices", "seq": stream.seq, "items": items}
    return PrivateEvent(stream.seq, "orders", Message.of("orders", body))
