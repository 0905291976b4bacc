"""The private channels: events and moving stop prices of a client, published to that client only."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from clearwater.core.commands import Side
from clearwater.core.desk import Committed
from clearwater.core.earn_events import EarnPositionChanged
from clearwater.core.events import (
    OPEN_STATUSES,
    Event,
    Filled,
    OrderAccepted,
    OrderUpdated,
    Posting,
    TrailingMarked,
    TransferChanged,
)
from clearwater.core.premarket_events import ContractChanged, PreMarketOrderChanged
from clearwater.core.views import OrderView, View
from clearwater.domains.ledger import service as ledger
from clearwater.domains.realtime import messages
from clearwater.domains.realtime.messages import Json, Message
from clearwater.domains.realtime.ports import Subscribers
from clearwater.domains.realtime.streams import PrivateEvent, Stream, Streams
from clearwater.domains.realtime.transfers import PendingTransaction, TransferFeed
from clearwater.kit.clock import Clock, milliseconds

ProductEvent = PreMarketOrderChanged | ContractChanged | EarnPositionChanged
# Orders looked at in one tick, a few milliseconds of work; with more of them a round takes several ticks.
MAX_ORDERS_PER_TICK = 200


class StopPrices:
    """The stop prices of trailing orders, published while they move and nothing else of the orders changes.

    They are state, not events: only the newest counts. So they are coalesced, never stored for a replay, and
    carry the number of the client's last event instead of one of their own.
    """

    def __init__(self, subscribers: Subscribers, streams: Streams) -> None:
        self._subscribers = subscribers
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
            self._waiting.extend(self._clients & self._subscribers.clients())

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
                self._subscribers.private(client, _stop_price_event(stream, items))

    def _move(self, view: View, stream: Stream) -> list[Json]:
        """The client's stop prices that are no longer where they were last published."""
        moved: list[Json] = []
        for order_id, known in stream.stop_prices.items():
            order = stream.orders[order_id]
            if (order.state.pair, order.terms.side) in self._due:
                price = messages.stop_price_text(view, order)
                if price != known:
                    moved.append({"id": order_id, "stop_price": price})
        stream.stop_prices |= {item["id"]: item["stop_price"] for item in moved}
        return moved

    def track(self, view: View, stream: Stream, order: OrderView) -> None:
        """Take the stop price that is published with the order for the known one."""
        if order.terms.trailing_bps and order.state.status == "untriggered":
            stream.stop_prices[order.order_id] = messages.stop_price_text(view, order)
            self._clients.add(order.terms.client)
        else:
            stream.stop_prices.pop(order.order_id, None)

    def current(self, view: View, stream: Stream) -> list[PrivateEvent]:
        """All stop prices that move, for a client who was away and gets only the events replayed."""
        orders = [stream.orders[order_id] for order_id in stream.stop_prices]
        for order in orders:
            self.track(view, stream, order)
        items = [{"id": order_id, "stop_price": price} for order_id, price in stream.stop_prices.items()]
        return [_stop_price_event(stream, items)] if items else []


def _stop_price_event(stream: Stream, items: list[Json]) -> PrivateEvent:
    body = {"channel": "orders", "type": "stop_prices", "seq": stream.seq, "items": items}
    return PrivateEvent(stream.seq, "orders", Message.of("orders", body))


class OneCommand:
    """The effects of one command on clients with a stream."""

    def __init__(self) -> None:
        self.accepted: dict[int, OrderAccepted] = {}
        self.updated: list[OrderUpdated] = []
        self.fills: dict[int, list[tuple[Filled, bool]]] = {}
        self.postings: list[Posting] = []
        self.transfers: dict[str, TransferChanged] = {}
        # The last event of each subject.
        self.products: dict[object, ProductEvent] = {}


class PrivateFeed:
    """Turns the engine's events into numbered private events, for clients subscribed now or recently."""

    def __init__(self, clock: Clock, subscribers: Subscribers) -> None:
        self._clock = clock
        self._subscribers = subscribers
        self.streams = Streams()
        self.stop_prices = StopPrices(subscribers, self.streams)
        self.transfers = TransferFeed()

    def reset(self) -> None:
        """Forget all streams; clients load everything again."""
        self.streams.clear()
        self.stop_prices.reset()
        self.transfers.reset()

    def join(
        self, view: View | None, client: str, channels: Iterable[str], resume: int | None
    ) -> tuple[int, list[PrivateEvent] | None]:
        """The sequence number of the client's last event, and the events the client has missed.

        None instead of the events when some are no longer buffered.
        """
        stream = self._find_or_open(view, client)
        stream.idle_since = None
        if resume is None:
            return stream.seq, []
        missed, wanted = stream.since(resume), set(channels)
        if missed is None:
            return stream.seq, None
        if view is not None:
            missed += self.stop_prices.current(view, stream)
        return stream.seq, [event for event in missed if event.channel in wanted]

    def position_of(self, view: View, client: str) -> int:
        """The sequence number of the client's last event: what happens from now on can be replayed."""
        return self._find_or_open(view, client).seq

    def _find_or_open(self, view: View | None, client: str) -> Stream:
        stream = self.streams.find(client)
        if stream is None:
            stream = self.streams.open(client, now_ms=milliseconds(self._clock.now()))
            if view is not None:
                stream.orders = {order.order_id: order for order in view.open_orders(client)}
                for order in stream.orders.values():
                    self.stop_prices.track(view, stream, order)
        return stream

    def take(self, view: View, entries: Sequence[Committed]) -> None:
        """Publish what commands have done to the orders and balances of clients."""
        touched: dict[str, set[str]] = {}
        for entry in entries:
            found = self._find(entry)
            for update in found.updated:
                self._emit_order(view, found, update)
            for product in found.products.values():
                self._emit_product(product)
            for posting in found.postings:
                self._emit_posting(view, found, posting, entry.at, touched)
        for client, coins in touched.items():
            # One row per coin, with its final balance; intermediate balances are not published.
            rows = [messages.asset_body(view, client, coin) for coin in sorted(coins)]
            self.emit(client, "balances", "balances", {"items": rows})

    def emit(self, client: str, channel: str, kind: str, body: Json, *, ended_session: str = "") -> None:
        """Publish an event to a client, if the client has a stream."""
        stream = self.streams.find(client)
        if stream is not None:
            self._subscribers.private(client, stream.add(channel, kind, body, ended_session=ended_session))

    def emit_transaction(self, transaction: PendingTransaction) -> None:
        self.emit(transaction.client, "transactions", "transaction", {"transaction": transaction.shown})

    def _find(self, entry: Committed) -> OneCommand:
        found, find = OneCommand(), self.streams.find
        for event in entry.events:
            if isinstance(event, Posting):
                if find(event.source.owner) or find(event.target.owner):
                    found.postings.append(event)
            elif isinstance(event, OrderUpdated):
                if find(event.client):
                    found.updated.append(event)
            elif isinstance(event, Filled):
                found.fills.setdefault(event.taker_order_id, []).append((event, True))
                found.fills.setdefault(event.maker_order_id, []).append((event, False))
            elif isinstance(event, OrderAccepted):
                found.accepted[event.order_id] = event
            else:
                self._find_other(found, event)
        return found

    def _find_other(self, found: OneCommand, event: Event) -> None:
        if isinstance(event, TransferChanged):
            found.transfers[event.reference] = event
        elif isinstance(event, TrailingMarked):
            self.stop_prices.note(event.pair, event.side)
        elif isinstance(event, ProductEvent):
            found.products[_subject(event)] = event

    def _emit_product(self, event: ProductEvent) -> None:
        """Tell whoever is concerned that something of theirs has changed; they read it again."""
        if isinstance(event, PreMarketOrderChanged):
            body = {"order_id": event.order_id, "symbol": event.symbol, "status": event.status}
            self.emit(event.client, "account", "premarket_order", body)
        elif isinstance(event, ContractChanged):
            body = {"contract_id": event.contract_id, "symbol": event.symbol, "status": event.status}
            for client in (event.buyer, event.seller):
                self.emit(client, "account", "premarket_contract", body)
        else:
            body = {"position_id": event.position_id, "product_id": event.product, "status": event.status}
            self.emit(event.client, "account", "earn_position", body)

    def _emit_order(self, view: View, found: OneCommand, update: OrderUpdated) -> None:
        stream = self.streams.find(update.client)
        assert stream is not None
        order = _follow(stream, found.accepted.get(update.order_id), update)
        if order is None:
            return
        self.stop_prices.track(view, stream, order)
        shown = {"order": messages.order_body(view, order)}
        # The order's state after the command, once for each of its fills.
        for fill, as_taker in found.fills.get(update.order_id, ()):
            self.emit(
                update.client,
                "orders",
                "order",
                {**shown, "fill": messages.fill_body(view, fill, as_taker=as_taker)},
            )
        if update.order_id not in found.fills:
            self.emit(update.client, "orders", "order", shown)

    def _emit_posting(
        self, view: View, found: OneCommand, posting: Posting, at_ms: int, touched: dict[str, set[str]]
    ) -> None:
        for owner in {posting.source.owner, posting.target.owner}:
            if self.streams.find(owner) is None:
                continue
            touched.setdefault(owner, set()).add(posting.source.asset)
            transfer = found.transfers.get(str(posting.reference))
            shown = messages.transaction_body(view, posting, transfer, owner=owner, at_ms=at_ms)
            if shown is not None and posting.kind in ledger.TRANSFER_KINDS:
                self.transfers.add(owner, shown)
            elif shown is not None:
                self.emit_transaction(PendingTransaction(owner, shown))


def _subject(event: ProductEvent) -> tuple[str, int]:
    if isinstance(event, PreMarketOrderChanged):
        return "order", event.order_id
    if isinstance(event, ContractChanged):
        return "contract", event.contract_id
    return "position", event.position_id


def _follow(stream: Stream, accepted: OrderAccepted | None, update: OrderUpdated) -> OrderView | None:
    """The order's current state, whether it is still open or has ended."""
    known = stream.orders.pop(update.order_id, None)
    if accepted is not None:
        order = OrderView.of(accepted, update)
    elif known is not None:
        order = replace(known, state=update)
    else:
        return None
    if update.status in OPEN_STATUSES:
        stream.orders[update.order_id] = order
    return order
