"""The faucet: play money for clients of a demo, and what other domains may call."""

import hashlib
import uuid
from datetime import UTC, datetime, timedelta

from clearwater.core.commands import Adjust
from clearwater.core.desk import Desk
from clearwater.core.money import multiple_down, to_text
from clearwater.core.views import View
from clearwater.domains.demo import queries
from clearwater.domains.demo.coins import (
    COIN_BY_SYMBOL,
    PAIR_BY_SYMBOL,
    USDT,
)
from clearwater.domains.demo.earn import are_products_ready
from clearwater.domains.demo.errors import DayLimit, FaucetUsedUp
from clearwater.domains.demo.funding import is_demo
from clearwater.domains.demo.models import Gift
from clearwater.domains.demo.premarkets import are_premarkets_ready
from clearwater.domains.markets import service as markets
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import IdempotencyConflict, NotFound
from clearwater.kit.idempotency import RETENTION
from clearwater.kit.messages import Message

GIFTS_A_DAY = 10
GIFT_WORTH = 10_000
# Significant digits of an amount: 0.102 BTC, not 0.10178117.
DIGITS = 3


async def give(
    desk: Desk, sessions: SessionFactory, client_id: uuid.UUID, coin: str, *, key: str | None, now: datetime
) -> Gift:
    """Credit play money from the treasury.

    The gift is committed before the money moves, and the ledger applies its reference once. So a retry with
    the same idempotency key returns the same gift.
    """
    view = desk.view
    if not is_demo(view):
        raise NotFound
    if coin not in COIN_BY_SYMBOL or coin not in view.coins:
        raise NotFound("This coin is not available as play money.")
    gift = await _reserve_gift(sessions, view, client_id, coin, key=key, now=now)
    at = milliseconds(now)
    outcome = await desk.submit(Adjust(at, gift.reference, str(client_id), gift.coin, gift.amount))
    refusal = outcome.refusal
    if refusal is not None and refusal.code != "STATE_CONFLICT":
        async with transaction(sessions) as session:
            await queries.remove_gift(session, gift)
        raise markets.problem_of(refusal, decimals=view.coins[coin].decimals)
    return gift


async def _reserve_gift(
    sessions: SessionFactory, view: View, client_id: uuid.UUID, coin: str, *, key: str | None, now: datetime
) -> Gift:
    """Store the gift, or return the one that was stored for the same idempotency key."""
    key_hash = hashlib.sha256(key.encode()).digest() if key is not None else None
    today = now.astimezone(UTC).date()
    if key_hash is not None:
        async with sessions() as session:
            found = await queries.find_by_key(session, client_id, key_hash, since=now - RETENTION)
        if found is not None and found.coin != coin:
            raise IdempotencyConflict
        if found is not None:
            return found
    # A concurrent request may take the same number: then retry.
    while True:
        async with transaction(sessions) as session:
            taken = set(await queries.list_numbers(session, client_id, today))
            free = [number for number in range(1, GIFTS_A_DAY + 1) if number not in taken]
            if not free:
                raise _used_up(now)
            gift = Gift(
                client_id=client_id,
                day=today,
                number=free[0],
                coin=coin,
                amount=gift_units(view, coin),
                key_hash=key_hash,
                created_at=now,
            )
            is_mine = await queries.add_gift(session, gift)
        if is_mine:
            return gift


def gift_units(view: View, coin: str) -> int:
    """About 10,000 USDT worth of a coin, as a round amount."""
    if coin == USDT:
        return GIFT_WORTH * COIN_BY_SYMBOL[coin].unit
    pair = view.pairs.get(f"{coin}-{USDT}")
    if pair is None:
        raise NotFound("This coin is not available yet. Try again in a moment.")
    units = int(GIFT_WORTH * 10 ** (pair.price_decimals + view.coins[coin].decimals) // pair.reference_price)
    return multiple_down(units, 10 ** max(0, len(str(units)) - DIGITS))


def amount_of(view: View, gift: Gift) -> str:
    """The amount of a gift as decimal text."""
    return to_text(gift.amount, view.coins[gift.coin].decimals)


def _used_up(now: datetime) -> FaucetUsedUp:
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return FaucetUsedUp(
        Message("You can claim play money {gifts_a_day} times a day.", gifts_a_day=GIFTS_A_DAY),
        fields=DayLimit(left="0", resets_at=int(midnight.timestamp())),
    )


def is_market_open(view: View) -> bool:
    """Whether a visitor finds all of the demo: pairs with a book, which conversions need, and products."""
    return are_products_ready(view) and are_premarkets_ready(view) and are_pairs_ready(view)


def are_pairs_ready(view: View) -> bool:
    """Whether every pair of the demo is listed, and those that trade have a book."""
    return all(
        (pair := view.pairs.get(symbol)) is not None
        and (markets.pair_status(view, pair) != "trading" or bool(pair.bids.levels and pair.asks.levels))
        for symbol in PAIR_BY_SYMBOL
    )
