"""Earn products of a demo, and bots that have subscribed to them."""

from contextlib import suppress
from typing import NamedTuple

from clearwater.core.commands import Adjust
from clearwater.core.desk import Desk
from clearwater.core.earn_commands import Subscribe
from clearwater.core.views import View
from clearwater.domains.demo.coins import COIN_BY_SYMBOL
from clearwater.domains.earn import service as earn
from clearwater.domains.markets.errors import StateConflict
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory

SAVER = "demo:saver"
# What the house does with play money, which earns nothing anywhere else.
SOURCE = "Paid from the treasury of this demo, which holds play money."


class Offer(NamedTuple):
    """A product, with amounts in whole coins; `saved` is what a bot has subscribed."""

    coin: str
    apr: str
    term_days: int
    least: str
    most: str
    quota: str
    saved: int

    @property
    def id(self) -> str:
        term = f"{self.term_days}d" if self.term_days else "flexible"
        return f"{self.coin}-{term}".lower()


OFFERS = (
    Offer("USDT", "0.04", 0, "10", "500000", "20000000", 6_400_000),
    Offer("USDT", "0.075", 30, "100", "250000", "5000000", 3_900_000),
    Offer("USDT", "0.09", 90, "100", "250000", "5000000", 1_200_000),
    Offer("BTC", "0.008", 0, "0.001", "10", "400", 120),
    Offer("ETH", "0.022", 0, "0.01", "200", "8000", 2_600),
    Offer("ETH", "0.038", 60, "0.1", "100", "3000", 2_900),
    Offer("SOL", "0.052", 0, "0.5", "5000", "100000", 18_000),
)


def are_products_ready(view: View) -> bool:
    """Whether each product of the demo is there, open or not."""
    return all(offer.id in view.earn_products for offer in OFFERS)


async def offer_all(desk: Desk, sessions: SessionFactory, clock: Clock) -> None:
    """Create the products that are missing; each begins with a bot's position."""
    for offer in OFFERS:
        if offer.id not in desk.view.earn_products:
            await _offer(desk, sessions, clock, offer)
        if not desk.view.earn_products[offer.id].subscribed:
            await _save(desk, offer, milliseconds(clock.now()))


async def _offer(desk: Desk, sessions: SessionFactory, clock: Clock, offer: Offer) -> None:
    draft = earn.ProductDraft(
        id=offer.id,
        coin=offer.coin,
        kind="locked" if offer.term_days else "flexible",
        apr=offer.apr,
        term_days=offer.term_days or None,
        min=offer.least,
        max=offer.most,
        quota=offer.quota,
        source_of_yield=SOURCE,
    )
    with suppress(StateConflict):
        await earn.create_product(desk, sessions, draft, now=clock.now())


async def _save(desk: Desk, offer: Offer, at: int) -> None:
    """A bot for each part that one client may have."""
    unit = COIN_BY_SYMBOL[offer.coin].unit
    part, left, number = int(float(offer.most)) * unit, offer.saved * unit, 0
    while left > 0:
        amount, saver = min(part, left), f"{SAVER}:{offer.id}:{number + 1}"
        await desk.submit(Adjust(at, f"{saver}:{at}", saver, offer.coin, amount))
        await desk.submit(Subscribe(at, saver, offer.id, amount, auto_renew=True))
        left, number = left - amount, number + 1
