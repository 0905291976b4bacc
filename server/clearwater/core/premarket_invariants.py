"""What must be true of pre-markets after every command (PRM-4, PRM-5, PRM-12)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from clearwater.core.events import Event, Posting
from clearwater.core.ledger import HOUSE
from clearwater.core.premarket_events import (
    ContractChanged,
    PreMarketChanged,
    PreMarketLevelChanged,
    PreMarketOrderChanged,
)
from clearwater.core.premarkets import PreMarket
from clearwater.core.state import State

OPEN = {"open", "partially_filled"}
# Where a pre-market and a contract may go.
NEXT_STATUS = {
    "upcoming": {"open", "canceled"},
    "open": {"closed", "canceled"},
    "closed": {"delivering", "canceled"},
    "delivering": {"settled"},
}


def find_faults(state: State) -> Iterator[str]:
    """Everything that is wrong with the pre-markets."""
    expected: Counter[tuple[str, str]] = Counter()
    for market in state.premarkets.by_symbol.values():
        yield from _market_faults(state, market)
        for order in market.orders.values():
            expected[order.client, market.terms.quote] += order.locked
        for contract in market.contracts.values():
            expected[contract.buyer, market.terms.quote] += contract.value + contract.buyer_fee
            expected[contract.seller, market.terms.quote] += contract.collateral + contract.seller_fee
    for account in state.ledger.accounts.values():
        owner, asset, purpose = account.key
        if purpose == "premarket" and account.balance != expected.pop((owner, asset), 0):
            yield f"{account.key} holds {account.balance}, orders and contracts say something else"
    for key, amount in expected.items():
        if amount:
            yield f"{key} should have {amount} set aside for pre-markets"


def _market_faults(state: State, market: PreMarket) -> Iterator[str]:
    terms, symbol = market.terms, market.terms.symbol
    if market.book.is_crossed():
        yield f"the pre-market {symbol} is crossed"
    if terms.seq != market.book.seq:
        yield f"the pre-market {symbol} has emitted {terms.seq} levels, its book says {market.book.seq}"
    if {order.id for order in market.book.orders()} != set(market.orders):
        yield f"the pre-market {symbol} has open orders that do not wait in its book"
    if terms.status in {"settled", "upcoming"} and (market.orders or market.contracts):
        yield f"the pre-market {symbol} is {terms.status} with orders or contracts"
    if market.next_at(state.now) <= state.now < state.premarkets.next_at:
        yield f"the pre-market {symbol} has something to do, and nobody knows"
    yield from _exposure_faults(market)


def _exposure_faults(market: PreMarket) -> Iterator[str]:
    """Everything is covered, and counts for both sides."""
    symbol, exposure = market.terms.symbol, Counter[str]()
    for order in market.orders.values():
        value = market.value(order.price, order.remaining)
        exposure[order.client] += value
        if order.locked < market.locked(value, is_buy=order.is_buy).total:
            yield f"pre-market order {order.id} has {order.locked} set aside, too little for its open part"
        if order.emitted is None or order.updated(symbol, order.emitted.at) != order.emitted:
            yield f"pre-market order {order.id} differs from its event"
    for contract in market.contracts.values():
        exposure[contract.buyer] += contract.value
        exposure[contract.seller] += contract.value
        if contract.collateral < contract.value or contract.buyer == contract.seller:
            yield f"contract {contract.contract_id} is not covered, or with oneself"
    if exposure != +market.exposure:
        yield f"the pre-market {symbol} counts another exposure than its orders and contracts have"


class PreMarketChecker:
    """Knows pre-markets from their events alone, and compares."""

    def __init__(self) -> None:
        self.markets: dict[str, PreMarketChanged] = {}
        self.orders: dict[int, PreMarketOrderChanged] = {}
        self.contracts: dict[int, ContractChanged] = {}
        self.depth: dict[tuple[str, str], dict[int, int]] = {}

    def check(self, events: Iterable[Event]) -> Iterator[str]:
        """Apply the events of one command; yields what cannot be."""
        events = list(events)
        for event in events:
            if isinstance(event, PreMarketChanged):
                yield from self._check_market(event)
            elif isinstance(event, PreMarketOrderChanged):
                self.orders[event.order_id] = event
                if event.status not in OPEN and event.locked:
                    yield f"pre-market order {event.order_id} has ended with {event.locked} set aside"
            elif isinstance(event, ContractChanged):
                yield from self._check_contract(event, events)
            elif isinstance(event, PreMarketLevelChanged):
                levels = self.depth.setdefault((event.symbol, event.side), {})
                levels[event.price] = event.quantity
                if not event.quantity:
                    del levels[event.price]

    def _check_market(self, event: PreMarketChanged) -> Iterator[str]:
        before = self.markets.get(event.symbol)
        if (
            before is not None
            and before.status != event.status
            and event.status not in NEXT_STATUS.get(before.status, ())
        ):
            yield f"the pre-market {event.symbol} went from {before.status} to {event.status}"
        self.markets[event.symbol] = event

    def _check_contract(self, event: ContractChanged, events: list[Event]) -> Iterator[str]:
        before = self.contracts.get(event.contract_id)
        if before is not None and before.status != "matched":
            yield f"contract {event.contract_id} ended twice"
        self.contracts[event.contract_id] = event
        if event.status == "matched":
            return
        reference = f"premarket-contract-{event.contract_id}"
        quote = self.markets[event.symbol].quote
        flows: Counter[str] = Counter()
        for posting in events:
            if isinstance(posting, Posting) and posting.reference == reference:
                flows[f"{posting.source.owner}/{posting.source.asset}/{posting.source.purpose}"] -= (
                    posting.amount
                )
                flows[f"{posting.target.owner}/{posting.target.asset}/{posting.target.purpose}"] += (
                    posting.amount
                )
        wanted: Counter[str] = Counter()
        for account, amount in _ending(event, quote):
            wanted[account] += amount
        if {key: value for key, value in flows.items() if value} != {
            key: value for key, value in wanted.items() if value
        }:
            yield f"contract {event.contract_id} was {event.status} with {dict(flows)}, not {dict(wanted)}"

    def compare(self, state: State) -> Iterator[str]:
        """Where the state is not what the events lead to."""
        markets = state.premarkets.by_symbol
        if {symbol: market.terms for symbol, market in markets.items()} != self.markets:
            yield "pre-markets differ from their events"
        open_orders = {number for number, order in self.orders.items() if order.status in OPEN}
        if open_orders != {number for market in markets.values() for number in market.orders}:
            yield "open orders of pre-markets differ from their events"
        contracts = {one.contract_id: one for one in self.contracts.values() if one.status == "matched"}
        if contracts != {k: v for market in markets.values() for k, v in market.contracts.items()}:
            yield "contracts differ from their events"
        for symbol, market in markets.items():
            for name, side in (("buy", market.book.bids), ("sell", market.book.asks)):
                if dict(side.depth(len(side.keys))) != self.depth.get((symbol, name), {}):
                    yield f"the depth of the pre-market {symbol} differs from its events"


def _ending(contract: ContractChanged, quote: str) -> Iterator[tuple[str, int]]:
    """What each account gets (PRM-9 to PRM-11): all that was set aside, and nothing else."""
    buyer, seller = contract.buyer, contract.seller
    bought, sold = contract.value + contract.buyer_fee, contract.collateral + contract.seller_fee
    yield f"{buyer}/{quote}/premarket", -bought
    yield f"{seller}/{quote}/premarket", -sold
    if contract.status == "voided":
        yield f"{buyer}/{quote}/available", bought
        yield f"{seller}/{quote}/available", sold
    elif contract.status == "settled":
        yield f"{seller}/{contract.symbol}/available", -contract.quantity
        yield f"{buyer}/{contract.symbol}/available", contract.quantity
        yield f"{seller}/{quote}/available", contract.value + contract.collateral
        yield f"{HOUSE}/{quote}/fees", contract.buyer_fee + contract.seller_fee
    else:
        protected = contract.collateral // 10
        yield f"{buyer}/{quote}/available", bought + contract.collateral - protected
        yield f"{HOUSE}/{quote}/protection", protected
        yield f"{HOUSE}/{quote}/fees", contract.seller_fee
