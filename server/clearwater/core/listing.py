"""The ledger itself, coins and pairs: what operators open, change and halt."""

from clearwater.core.commands import ChangeCoin, ChangePair, ListCoin, ListPair, OpenLedger
from clearwater.core.events import CoinChanged, CoinListed, LedgerOpened, PairChanged, PairListed, Refusal
from clearwater.core.ledger import HOUSE
from clearwater.core.markets import Market, require_reference, require_rules, require_scale
from clearwater.core.money import MAX_DECIMALS, MAX_UNITS, Coin
from clearwater.core.state import State


def open_ledger(state: State, command: OpenLedger) -> None:
    """Decide once what the money here is; what came in before that has decided it already (LED-16)."""
    if state.kind:
        raise Refusal("STATE_CONFLICT", "kind")
    if command.kind not in {"demo", "real"} or command.kind != (state.ledger.find_kind() or command.kind):
        raise Refusal("VALIDATION_FAILED", "kind")
    if not state.coins.keys() >= set(command.untraded):
        raise Refusal("NOT_FOUND", "untraded")
    state.kind = command.kind
    state.untraded.update(command.untraded)
    state.events.append(LedgerOpened(command.kind, tuple(command.untraded)))


def list_coin(state: State, command: ListCoin) -> None:
    """Make a coin known, for ever with these decimals (LED-4)."""
    if not command.symbol:
        raise Refusal("VALIDATION_FAILED", "symbol")
    if command.symbol in state.coins:
        raise Refusal("STATE_CONFLICT", "symbol")
    if not 0 <= command.decimals <= MAX_DECIMALS:
        raise Refusal("VALIDATION_FAILED", "decimals")
    if not 0 < command.supply_units <= MAX_UNITS:
        raise Refusal("VALIDATION_FAILED", "supply_units")
    state.coins[command.symbol] = Coin(command.symbol, command.decimals, command.supply_units)
    state.events.append(CoinListed(command.symbol, command.decimals, command.supply_units))


def change_coin(state: State, command: ChangeCoin) -> None:
    """Let a coin be traded or not; open orders stay, and can be taken back (ORD-2)."""
    if command.symbol not in state.coins:
        raise Refusal("NOT_FOUND", "coin")
    if command.trading:
        state.untraded.discard(command.symbol)
    else:
        state.untraded.add(command.symbol)
    state.events.append(CoinChanged(command.symbol, command.trading))


def list_pair(state: State, command: ListPair) -> None:
    """Open a market between two known coins (ORD-9)."""
    if not command.pair:
        raise Refusal("VALIDATION_FAILED", "symbol")
    if command.pair in state.markets:
        raise Refusal("STATE_CONFLICT", "symbol")
    base, quote = state.coins.get(command.base), state.coins.get(command.quote)
    if base is None or quote is None or base == quote:
        raise Refusal("NOT_FOUND", "base" if base is None else "quote")
    require_scale(base, quote, command.price_decimals)
    market = make_market(state, command.pair, base, quote, command.price_decimals)
    require_rules(market, command.rules)
    require_reference(command.rules, command.reference_price)
    market.set_rules(command.rules)
    market.reference_price = command.reference_price
    market.state = command.state
    state.markets[command.pair] = market
    state.events.append(
        PairListed(
            pair=command.pair,
            base=command.base,
            quote=command.quote,
            price_decimals=command.price_decimals,
            rules=command.rules,
            reference_price=command.reference_price,
            state=command.state,
        )
    )


def make_market(state: State, pair: str, base: Coin, quote: Coin, price_decimals: int) -> Market:
    """An empty market whose fees go to the house."""
    fees = state.ledger.get
    return Market(
        pair,
        base,
        quote,
        price_decimals,
        base_fees=fees(HOUSE, base.symbol, "fees"),
        quote_fees=fees(HOUSE, quote.symbol, "fees"),
        rules_version=state.rules_version,
    )


def change_pair(state: State, command: ChangePair) -> None:
    """Change what is given; open orders stay as they are."""
    market = state.get_market(command.pair)
    rules = command.rules or market.rules
    if command.rules is not None:
        require_rules(market, command.rules)
    if command.reference_price:
        require_reference(rules, command.reference_price)
    market.set_rules(rules)
    market.state = command.state or market.state
    market.reference_price = command.reference_price or market.reference_price
    state.events.append(
        PairChanged(
            market.pair,
            market.rules,
            market.reference_price,
            market.state,
            market.finest_tick,
            market.finest_step,
        )
    )
