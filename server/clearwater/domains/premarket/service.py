"""Show pre-markets, trade in them and deliver; the interface for other domains."""

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.core.events import Event, Refused
from clearwater.core.premarket_commands import CancelPreMarketOrder, DeliverContract, PlacePreMarketOrder
from clearwater.core.premarket_events import PreMarketOrderChanged, PreMarketStatus
from clearwater.core.views import PreMarketView, View
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import ClientFacts
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.errors import StateConflict, problem_of
from clearwater.domains.orders.errors import OrderFinal
from clearwater.domains.orders.service import Trader, to_units
from clearwater.domains.premarket import queries
from clearwater.domains.premarket.errors import Exposure, ExposureExceeded, PreMarketNotOpen
from clearwater.domains.premarket.figures import PreMarketFigures
from clearwater.domains.premarket.models import DayStatistics, OwnContract, PreMarketOrderRow
from clearwater.domains.premarket.schemas import (
    ContractView,
    MyPreMarket,
    NewPreMarketOrder,
    PreMarketDetail,
    PreMarketOrderView,
    PreMarketSummary,
    ProtectionBalance,
)
from clearwater.domains.premarket.wire import Shown, protection_of
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory
from clearwater.kit.emails import DATE_TIME
from clearwater.kit.errors import ClearwaterError, FieldError, IdempotencyConflict, NotFound
from clearwater.kit.messages import Message

__all__ = [
    "PreMarketFigures",
    "PreMarketTrading",
    "get_market",
    "list_markets",
    "list_protection",
    "order_of",
    "show_market",
    "show_order",
    "shown_of",
]

# The level that each side needs.
RANK_NEEDED = {"buy": 1, "sell": 2}
NOT_DELIVERABLE = {
    "defaulted": Message("This contract has defaulted. It can no longer be delivered."),
    "voided": Message("This contract was voided. It can no longer be delivered."),
}
STATUS_ORDER: tuple[PreMarketStatus, ...] = (
    "open",
    "upcoming",
    "closed",
    "delivering",
    "settled",
    "canceled",
)


class Placed(NamedTuple):
    """An order, and whether it was placed by an earlier request."""

    order: PreMarketOrderView
    is_replay: bool


def get_market(view: View, symbol: str) -> PreMarketView:
    market = view.premarkets.get(symbol)
    if market is None:
        raise NotFound("Pre-market not found.")
    return market


def shown_of(view: View, symbol: str) -> Shown:
    return Shown(view, get_market(view, symbol).terms)


async def list_markets(
    session: AsyncSession,
    view: View,
    days: Mapping[str, DayStatistics],
    *,
    status: PreMarketStatus | None = None,
) -> list[PreMarketSummary]:
    """All pre-markets: those that trade first, then those that will, then the others."""
    details = await markets.list_coin_details(session)
    found = [one for one in view.premarkets.values() if status is None or one.terms.status == status]
    found.sort(key=lambda one: (STATUS_ORDER.index(one.terms.status), one.terms.opens_at, one.terms.symbol))
    return [
        Shown(view, one.terms).summary(one, details.get(one.terms.symbol), days.get(one.terms.symbol))
        for one in found
    ]


def list_protection(view: View) -> list[ProtectionBalance]:
    """The protection account in every coin that pre-markets are paid in."""
    coins = {market.terms.quote for market in view.premarkets.values()}
    return [protection_of(view, coin) for coin in sorted(coins)]


async def show_market(
    session: AsyncSession,
    view: View,
    symbol: str,
    days: Mapping[str, DayStatistics],
    *,
    owner: str | None,
    language: str,
) -> PreMarketDetail:
    """A pre-market with its book, last fills and rules, and what the client has in it."""
    market = get_market(view, symbol)
    shown = Shown(view, market.terms)
    details = (await markets.list_coin_details(session)).get(symbol)
    summary = shown.summary(market, details, days.get(symbol))
    return PreMarketDetail(
        **summary.model_dump(),
        book=shown.book(market),
        trades=[shown.trade(one) for one in await queries.list_trades(session, symbol)],
        rules=shown.rules(language),
        protection=shown.protection(),
        my=None if owner is None else await _mine(session, shown, owner),
    )


async def _mine(session: AsyncSession, shown: Shown, owner: str) -> MyPreMarket:
    symbol = shown.terms.symbol
    orders = await queries.list_open_orders(session, owner, symbol)
    contracts = await queries.list_contracts(session, owner, symbol)
    exposure = sum(shown.value(order.price, order.remaining) for order in orders)
    exposure += await queries.sum_contracts(session, owner, symbol)
    return MyPreMarket(
        orders=[shown.order(order) for order in orders],
        contracts=[shown.contract(contract) for contract in contracts],
        exposure=shown.amount(exposure),
        exposure_left=shown.amount(max(shown.terms.max_exposure - exposure, 0)),
    )


def order_of(event: PreMarketOrderChanged) -> PreMarketOrderRow:
    """The row that an event leads to."""
    return PreMarketOrderRow(
        id=event.order_id,
        client=event.client,
        symbol=event.symbol,
        side=event.side,
        price=event.price,
        quantity=event.quantity,
        remaining=event.remaining,
        locked=event.locked,
        status=event.status,
        idempotency_key=event.idempotency_key,
        created_ms=event.created_at,
        updated_ms=event.at,
    )


def show_order(view: View, event: PreMarketOrderChanged) -> PreMarketOrderView:
    """An order as of an event."""
    return shown_of(view, event.symbol).order(order_of(event))


@dataclass(frozen=True)
class PreMarketTrading:
    """Places and cancels orders, and delivers contracts."""

    desk: Desk
    sessions: SessionFactory
    facts: ClientFacts
    clock: Clock

    async def place(
        self, trader: Trader, symbol: str, draft: NewPreMarketOrder, *, key: str | None
    ) -> Placed:
        """Place an order; returns when it is durable.

        A repeated key returns the earlier order if the terms are the same, and is refused otherwise. This
        never expires: the key is stored in the order.
        """
        shown = shown_of(self.desk.view, symbol)
        command = PlacePreMarketOrder(
            milliseconds(self.clock.now()),
            trader.owner,
            symbol,
            draft.side,
            to_units("price", draft.price, shown.terms.price_decimals),
            to_units("quantity", draft.quantity, shown.base_decimals),
            None if key is None else hashlib.sha256(key.encode()).hexdigest()[:32],
        )
        earlier = await self._find_earlier(command)
        if earlier is None:
            await self._require_level(trader, RANK_NEEDED[draft.side])
            outcome = await self.desk.submit(command)
            if outcome.refusal is None:
                return Placed(self._last_state(outcome.events), is_replay=False)
            if outcome.refusal.code != "DUPLICATE_CLIENT_ORDER_ID":
                raise placing_problem(shown, outcome.refusal)
            earlier = await self._find_earlier(command)
            assert earlier is not None, "what was placed is in the table"
        asked = (earlier.symbol, earlier.side, earlier.price, earlier.quantity)
        if asked != (command.symbol, command.side, command.price, command.quantity):
            raise IdempotencyConflict
        return Placed(shown_of(self.desk.view, earlier.symbol).order(earlier), is_replay=True)

    async def _find_earlier(self, command: PlacePreMarketOrder) -> PreMarketOrderRow | None:
        if command.idempotency_key is None:
            return None
        async with self.sessions() as session:
            return await queries.find_by_key(session, command.client, command.idempotency_key)

    async def _require_level(self, trader: Trader, rank: int) -> None:
        if trader.rank >= rank:
            return
        # What is known of the trader may be minutes old, and the refusal says what is missing.
        async with self.sessions() as session:
            client = await clients.find_client(session, uuid.UUID(trader.owner))
            assert client is not None, "the caller was found a moment ago"
            await self.facts.require_rank(session, client, rank)

    def _last_state(self, events: Sequence[Event]) -> PreMarketOrderView:
        """The order that was placed: it has the highest number, and its last event says how it is now."""
        orders = [event for event in events if isinstance(event, PreMarketOrderChanged)]
        newest = max(order.order_id for order in orders)
        return show_order(self.desk.view, [order for order in orders if order.order_id == newest][-1])

    async def cancel(self, trader: Trader, symbol: str, order_id: int) -> PreMarketOrderView:
        """Cancel the open part of an order; contracts stay."""
        async with self.sessions() as session:
            order = await queries.find_order(session, trader.owner, order_id)
        if order is None or order.symbol != symbol:
            raise NotFound("Order not found.")
        command = CancelPreMarketOrder(milliseconds(self.clock.now()), trader.owner, order_id)
        outcome = await self.desk.submit(command)
        if outcome.refusal is not None:
            raise OrderFinal if outcome.refusal.code == "NOT_FOUND" else problem_of(outcome.refusal)
        for event in outcome.events:
            if isinstance(event, PreMarketOrderChanged) and event.order_id == order_id:
                order = order_of(event)
        return shown_of(self.desk.view, symbol).order(order)

    async def deliver(self, trader: Trader, contract_id: int) -> ContractView:
        """Deliver a contract now. One that is delivered already is answered as it is."""
        owner = trader.owner
        contract = await self._get_contract(owner, contract_id)
        if contract.side != "sell":
            raise StateConflict("Only the seller can deliver a contract.")
        if contract.status == "matched":
            command = DeliverContract(milliseconds(self.clock.now()), owner, contract_id)
            outcome = await self.desk.submit(command)
            refusal = outcome.refusal
            # With NOT_FOUND it has ended meanwhile, and what became of it is in the table.
            if refusal is not None and refusal.code != "NOT_FOUND":
                raise _delivery_problem(shown_of(self.desk.view, contract.symbol), refusal)
            contract = await self._get_contract(owner, contract_id)
        if contract.status != "settled":
            raise StateConflict(NOT_DELIVERABLE[contract.status])
        return shown_of(self.desk.view, contract.symbol).contract(contract)

    async def _get_contract(self, owner: str, contract_id: int) -> OwnContract:
        async with self.sessions() as session:
            contract = await queries.find_contract(session, owner, contract_id)
        if contract is None:
            raise NotFound("Contract not found.")
        return contract


def placing_problem(shown: Shown, refusal: Refused) -> ClearwaterError:
    """Why an order was refused, with the amounts in the coins that they are in."""
    terms = shown.terms
    if refusal.code == "MARKET_HALTED":
        return PreMarketNotOpen(_why_not_open(shown))
    if refusal.code == "LIMIT_EXCEEDED":
        left, limit = shown.amount(refusal.available), shown.amount(terms.max_exposure)
        worth, coin = shown.amount(refusal.needed), terms.quote
        message = Message(
            "This order is worth {worth} {coin}. Your open orders and contracts in this market can be worth"
            " {left} {coin} more (limit: {limit} {coin}).",
            worth=worth,
            coin=coin,
            left=left,
            limit=limit,
        )
        errors = [FieldError(field=refusal.field, code="limit_exceeded", message=message)]
        return ExposureExceeded(message, fields=Exposure(limit=limit, left=left), errors=errors)
    if refusal.code == "BAD_PRECISION":
        step = shown.price(terms.tick) if refusal.field == "price" else shown.quantity(terms.step)
        return _with_message(refusal, Message("Use a multiple of {step}.", step=step))
    if refusal.code == "INSUFFICIENT_BALANCE":
        return problem_of(refusal, decimals=shown.quote_decimals)
    if refusal.code in {"BELOW_MINIMUM", "MAX_QUANTITY"}:
        return problem_of(refusal, decimals=shown.base_decimals)
    return problem_of(refusal)


def _with_message(refusal: Refused, message: str) -> ClearwaterError:
    problem = problem_of(refusal)
    errors = [FieldError(field=refusal.field, code=refusal.code.lower(), message=message)]
    return type(problem)(message, fields=problem.fields, errors=errors)


def _why_not_open(shown: Shown) -> str:
    terms = shown.terms
    if terms.status == "upcoming":
        opens = datetime.fromtimestamp(terms.opens_at / 1000, UTC)
        return Message("This pre-market opens on {opens} UTC.", opens=format(opens, DATE_TIME))
    if terms.status == "canceled":
        return "This pre-market was canceled."
    return "Trading in this pre-market has ended."


def _delivery_problem(shown: Shown, refusal: Refused) -> ClearwaterError:
    if refusal.code == "STATE_CONFLICT":
        return StateConflict("Contracts can be delivered while the delivery window is open.")
    return problem_of(refusal, decimals=shown.base_decimals)
