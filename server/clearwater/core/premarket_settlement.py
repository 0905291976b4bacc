"""How orders and contracts of pre-markets end, by a command or by time, as much as one command may (EXC-8).

Every ending pays out exactly what both sides had set aside (PRM-8 to PRM-11).
"""

from msgspec.structs import replace

from clearwater.core.book import BookSide
from clearwater.core.commands import Side
from clearwater.core.events import PostingKind
from clearwater.core.ledger import HOUSE, Account
from clearwater.core.premarket_events import (
    ContractChanged,
    ContractStatus,
    PreMarketLevelChanged,
    PreMarketOrderStatus,
    PreMarketStatus,
)
from clearwater.core.premarkets import PreMarket, PreMarketOrder
from clearwater.core.state import State

# Of the collateral of a seller who does not deliver, one part goes to the protection account (PRM-10).
PROTECTION_PARTS = 10
# An ending has about twice the postings of a payment of interest (EXC-8).
ENDING_COST = 2


def accounts_of(state: State, market: PreMarket, client: str) -> tuple[Account, Account]:
    """What a client has free, and what is set aside, of the quote coin."""
    get, quote = state.ledger.get, market.terms.quote
    return get(client, quote, "available"), get(client, quote, "premarket")


def order_reference(order_id: int) -> str:
    return f"premarket-order-{order_id}"


def contract_reference(contract_id: int) -> str:
    return f"premarket-contract-{contract_id}"


def set_status(state: State, market: PreMarket, status: PreMarketStatus) -> None:
    market.terms = replace(market.terms, status=status, at=state.now)
    state.events.append(market.terms)


def emit_order(state: State, market: PreMarket, order: PreMarketOrder) -> None:
    order.emitted = order.updated(market.terms.symbol, state.now)
    state.events.append(order.emitted)


def emit_levels(state: State, market: PreMarket) -> None:
    """Emit what has changed of the book, and how many changes there were."""
    book, symbol = market.book, market.terms.symbol
    sides: tuple[tuple[Side, BookSide], ...] = (("buy", book.bids), ("sell", book.asks))
    for name, side in sides:
        for key in sorted(side.changed, reverse=True):
            level = side.levels.get(key)
            book.seq += 1
            shown = level.shown() if level is not None else 0
            state.events.append(PreMarketLevelChanged(symbol, book.seq, name, key * side.sign, shown))
        side.changed.clear()
    if book.seq != market.terms.seq:
        market.terms = replace(market.terms, seq=book.seq, at=state.now)
        state.events.append(market.terms)


def end_order(state: State, market: PreMarket, order: PreMarketOrder, status: PreMarketOrderStatus) -> None:
    """Take an order out of the book and give back what is still set aside for it (PRM-6)."""
    if order.level is not None:
        market.book.remove(order)
    if order.locked:
        available, locked = accounts_of(state, market, order.client)
        state.ledger.move("premarket_release", locked, available, order.locked, order_reference(order.id))
        order.locked = 0
    order.status = status
    market.exposure[order.client] -= market.value(order.price, order.remaining)
    if market.orders.pop(order.id, None) is not None:
        del state.premarkets.orders[order.id]
        market.open_orders[order.client] -= 1
    emit_order(state, market, order)


def _end_contract(state: State, market: PreMarket, contract: ContractChanged, status: ContractStatus) -> None:
    del market.contracts[contract.contract_id]
    for client in (contract.buyer, contract.seller):
        market.exposure[client] -= contract.value
    state.events.append(replace(contract, status=status, at=state.now))


def can_deliver(state: State, market: PreMarket, contract: ContractChanged) -> bool:
    symbol = market.terms.symbol
    return state.ledger.balance(contract.seller, symbol, "available") >= contract.quantity


def deliver(state: State, market: PreMarket, contract: ContractChanged) -> None:
    """The seller gives the coin and gets the value and the collateral; both fees are the house's (PRM-9)."""
    ledger, symbol, reference = state.ledger, market.terms.symbol, contract_reference(contract.contract_id)
    _, bought = accounts_of(state, market, contract.buyer)
    available, sold = accounts_of(state, market, contract.seller)
    coin, target = (ledger.get(client, symbol, "available") for client in (contract.seller, contract.buyer))
    ledger.move("premarket_delivery", coin, target, contract.quantity, reference)
    ledger.move("premarket_payment", bought, available, contract.value, reference)
    _move(state, "premarket_release", sold, available, contract.collateral, reference=reference)
    fees = ledger.get(HOUSE, market.terms.quote, "fees")
    _move(state, "premarket_fee", bought, fees, contract.buyer_fee, reference=reference)
    _move(state, "premarket_fee", sold, fees, contract.seller_fee, reference=reference)
    _end_contract(state, market, contract, "settled")


def default(state: State, market: PreMarket, contract: ContractChanged) -> None:
    """The buyer gets everything back and nine tenths of the seller's collateral (PRM-10)."""
    ledger, quote, reference = state.ledger, market.terms.quote, contract_reference(contract.contract_id)
    available, bought = accounts_of(state, market, contract.buyer)
    _, sold = accounts_of(state, market, contract.seller)
    paid = contract.value + contract.buyer_fee
    ledger.move("premarket_release", bought, available, paid, reference)
    protected = contract.collateral // PROTECTION_PARTS
    compensation = contract.collateral - protected
    protection = ledger.get(HOUSE, quote, "protection")
    _move(state, "premarket_penalty", sold, available, compensation, reference=reference)
    _move(state, "premarket_penalty", sold, protection, protected, reference=reference)
    fees = ledger.get(HOUSE, quote, "fees")
    _move(state, "premarket_fee", sold, fees, contract.seller_fee, reference=reference)
    _end_contract(state, market, contract, "defaulted")


def void(state: State, market: PreMarket, contract: ContractChanged) -> None:
    """Both sides get everything back, fees included (PRM-11)."""
    reference = contract_reference(contract.contract_id)
    for client, amount in (
        (contract.buyer, contract.value + contract.buyer_fee),
        (contract.seller, contract.collateral + contract.seller_fee),
    ):
        available, locked = accounts_of(state, market, client)
        _move(state, "premarket_release", locked, available, amount, reference=reference)
    _end_contract(state, market, contract, "voided")


def _move(
    state: State, kind: PostingKind, source: Account, target: Account, amount: int, *, reference: str
) -> None:
    """Fees and collateral can be nothing."""
    if amount:
        state.ledger.move(kind, source, target, amount, reference)


def run_due(state: State) -> None:
    """Do what time asks of pre-markets (PRM-12): every change of state, and as many endings as may be."""
    for _, market in sorted(state.premarkets.by_symbol.items()):
        while market.next_at(state.now) <= state.now:
            status = _next_status(market)
            if status is not None:
                set_status(state, market, status)
            elif state.settlements > 0:
                state.settlements -= ENDING_COST
                _end_one(state, market)
            else:
                break
        emit_levels(state, market)
    state.premarkets.plan_next(state.now)


def _next_status(market: PreMarket) -> PreMarketStatus | None:
    """The state that is due; None while orders or contracts have to end before it."""
    terms = market.terms
    if terms.status == "upcoming":
        return "open"
    if terms.status == "open":
        return "closed"
    if market.orders:
        return None
    if terms.status == "closed":
        return "delivering" if terms.delivery_at else "canceled"
    # Only a delivery has an end of its own; what was canceled stays so.
    return None if market.contracts else "settled"


def _end_one(state: State, market: PreMarket) -> None:
    """End the oldest order, or the oldest contract where none is open."""
    if market.orders:
        end_order(state, market, next(iter(market.orders.values())), "canceled")
        return
    contract = next(iter(market.contracts.values()))
    if market.terms.status == "canceled":
        void(state, market, contract)
    elif can_deliver(state, market, contract):
        deliver(state, market, contract)
    else:
        default(state, market, contract)
