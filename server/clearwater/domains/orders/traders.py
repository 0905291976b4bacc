"""Who trades, as far as an order needs to know it: looked up once in a while, not for every order."""

import uuid
from datetime import timedelta
from functools import partial
from typing import Annotated

from fastapi import Depends, Request

from clearwater.core.money import PPM
from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.domains.clients.service import Client
from clearwater.domains.orders.ports import Levels
from clearwater.domains.orders.terms import Trader
from clearwater.domains.security.service import RANK_NEEDED
from clearwater.domains.sessions.service import CallerCache
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.from_app import FromApp
from clearwater.kit.notices import Notice
from clearwater.kit.ratelimit import Group, RateLimiter
from clearwater.kit.ttl_cache import TtlCache

# A level's change is announced; volume and balance move it at most this much later.
KEPT_FOR = timedelta(seconds=60)
MAX_CACHED = 10_000
# How many times the usual number of orders a level allows, from its rank on.
TIMES_BY_RANK = {3: 5, 4: 20}


class Traders:
    """Finds who places an order, with his fees, and counts what he sends."""

    def __init__(
        self,
        callers: CallerCache,
        levels: Levels,
        sessions: SessionFactory,
        limiter: RateLimiter,
        clock: Clock,
    ) -> None:
        self._callers = callers
        self._levels = levels
        self._sessions = sessions
        self._limiter = limiter
        self._known = TtlCache[uuid.UUID, Trader](clock, ttl=KEPT_FOR, most=MAX_CACHED)

    async def require(self, request: Request, site: CurrentSite) -> Trader:
        """The client who may trade now; everybody else is refused."""
        caller = await self._callers.find(request, site)
        client = caller.client
        trader = await self._known.get(client.id, partial(self._look_up, client))
        await self._limiter.require_room(Group.ORDERS, f"client:{trader.owner}", times=trader.times)
        caller.require_scope("trade")
        if caller.is_key and trader.rank < RANK_NEEDED["trade"]:
            # Whoever has lost the level that the key was made with trades by hand alone.
            async with self._sessions() as session:
                await self._levels.require_rank(session, client, RANK_NEEDED["trade"])
        if client.frozen_at is not None:
            raise AccountFrozen
        if not client.email_is_confirmed:
            raise EmailUnconfirmed
        return trader

    async def _look_up(self, client: Client) -> Trader:
        # A unit of work: who trades has earned the level, even if he never looks, so it is written down.
        async with transaction(self._sessions) as session:
            level = await self._levels.trading_level_of(session, client)
        return Trader(
            owner=str(client.id),
            maker_ppm=int(level.maker_fee * PPM),
            taker_ppm=int(level.taker_fee * PPM),
            rank=level.rank,
            times=max((times for rank, times in TIMES_BY_RANK.items() if level.rank >= rank), default=1),
        )

    def on_notice(self, notice: Notice | None) -> None:
        """Something has happened to a client, or perhaps to anybody."""
        self.invalidate(None if notice is None else notice.client_id)

    def invalidate(self, client_id: uuid.UUID | None = None) -> None:
        """Look a client up anew from now on; everybody without one."""
        self._callers.invalidate(client_id)
        self._known.invalidate(None if client_id is None else lambda known, _: known == client_id)


app_traders = FromApp[Traders]("traders")
AppTraders = Annotated[Traders, Depends(app_traders)]
