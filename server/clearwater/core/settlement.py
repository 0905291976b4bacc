"""A fill becomes postings: each side pays what it sold, receives what it bought, and pays its fee (STL)."""

from clearwater.core.events import Filled
from clearwater.core.markets import Market, Order
from clearwater.core.money import PPM
from clearwater.core.state import State


def round_fee_up(received: int, rate_ppm: int) -> int:
    """The fee on what was received, rounded up to the next unit, in favour of the house (STL-3)."""
    return -(-received * rate_ppm // PPM)


def settle(state: State, market: Market, taker: Order, maker: Order, quantity: int) -> None:
    """Exchange a quantity at the maker's price.

    The maker pays from its hold. The taker pays directly: its cost was checked in this same command, so a
    hold in between would only be given back at once (STL-2).
    """
    price = maker.price
    quote_quantity = price * quantity // market.divisor
    state.last_fill_id = fill_id = state.last_fill_id + 1
    if taker.is_buy:
        taker_pays, maker_pays = quote_quantity, quantity
        taker_fees, maker_fees = market.base_fees, market.quote_fees
    else:
        taker_pays, maker_pays = quantity, quote_quantity
        taker_fees, maker_fees = market.quote_fees, market.base_fees
    taker_fee = round_fee_up(maker_pays, taker.terms.taker_ppm)
    maker_fee = round_fee_up(taker_pays, maker.terms.maker_ppm)

    state.events.append(
        Filled(
            fill_id,
            market.pair,
            price,
            quantity,
            quote_quantity,
            taker.terms.side,
            taker.id,
            maker.id,
            taker.client,
            maker.client,
            taker_fee,
            maker_fee,
            state.now,
        )
    )
    move = state.ledger.move
    move("trade", taker.pays_from, maker.receives_in, taker_pays, fill_id)
    move("trade", maker.held_in, taker.receives_in, maker_pays, fill_id)
    if taker_fee:
        move("fee", taker.receives_in, taker_fees, taker_fee, fill_id)
    if maker_fee:
        move("fee", maker.receives_in, maker_fees, maker_fee, fill_id)
    taker.filled_quote += quote_quantity
    taker.fee += taker_fee
    maker.filled_quote += quote_quantity
    maker.fee += maker_fee
    maker.held -= maker_pays
