"""What is there before a simulation of wallets begins: coins with a price, clients, and two of the staff."""

import asyncio
import uuid

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from clearwater.core.commands import Command, Deposit, ListCoin, ListPair, PairRules, PlaceOrder, Side
from clearwater.core.desk import Desk
from clearwater.domains.clients.models import Client
from clearwater.domains.markets.models import CoinDetails
from clearwater.domains.membership.default_levels import ensure_levels
from clearwater.domains.membership.models import Level
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.models import StaffMember
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import transaction
from clearwater.kit.errors import EngineUnavailable, Overloaded
from clearwater.kit.ids import new_id
from simulation.wallets.networks import DECIMALS

PRICES = {"LTC": 100, "ETC": 2_500, "USDC": 1}
MAX_SUPPLY = 10**17
MARKET_MAKERS = ("00000000-0000-7000-8000-00000000000a", "00000000-0000-7000-8000-00000000000b")
STAFF = ("tom", "eve")
DAY_LIMIT = 10_000_000


async def open_coins(desk: Desk, clock: Clock) -> None:
    """List coins and give them a price: what has none is never paid out without two people of staff."""
    at = milliseconds(clock.now())
    listed = {"USDT": 2} | DECIMALS
    for coin in sorted(listed.keys() - desk.view.coins.keys()):
        await _submit(desk, ListCoin(at, coin, listed[coin], MAX_SUPPLY))
    usdt = 10 ** desk.view.coins["USDT"].decimals
    for base, price in PRICES.items():
        pair, one = f"{base}-USDT", 10 ** DECIMALS[base]
        rules = PairRules(tick=1, step=one, min_quantity=one, max_quantity=1_000 * one, min_notional=1)
        await _submit(desk, ListPair(at, pair, base, "USDT", 2, rules, price * 100))
        sides: tuple[tuple[Side, str, int], ...] = (("sell", base, one), ("buy", "USDT", price * usdt * 2))
        for owner, (side, coin, amount) in zip(MARKET_MAKERS, sides, strict=True):
            await _submit(desk, Deposit(at, f"gift-{pair}-{side}", owner, coin, "gift", amount))
            await _submit(desk, PlaceOrder(at, owner, pair, side, "limit", one, price * 100))


async def _submit(desk: Desk, command: Command) -> None:
    while True:
        try:
            outcome = await desk.submit(command)
        except (EngineUnavailable, Overloaded):
            await asyncio.sleep(0.5)
            continue
        assert outcome.refusal is None, outcome.refusal
        return


async def prepare(sessions: async_sessionmaker[AsyncSession], clock: Clock, clients: int) -> list[uuid.UUID]:
    """The clients' ids."""
    now = clock.now()
    made: list[uuid.UUID] = []
    async with transaction(sessions) as session:
        site = await sites.get_site(session, "localhost")
        await ensure_levels(session, site.id)
        await session.execute(update(Level).values(withdraw_day=DAY_LIMIT))
        for position, coin in enumerate(DECIMALS):
            session.add(
                CoinDetails(
                    symbol=coin, name=coin, deposit=True, withdraw=True, position=position, listed_at=now
                )
            )
        for login in STAFF:
            session.add(
                StaffMember(
                    id=new_id(),
                    login=login,
                    password_hash="none",
                    role="treasury",
                    is_active=True,
                    created_at=now,
                    enrolled_at=now,
                )
            )
        for number in range(clients):
            client = Client(
                id=new_id(),
                site_id=site.id,
                email=f"client{number}@example.org",
                email_is_confirmed=True,
                password_hash="none",
                accepted_terms_at=now,
                created_at=now,
            )
            session.add(client)
            made.append(client.id)
    return made
