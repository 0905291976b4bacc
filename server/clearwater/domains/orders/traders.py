"""The caller of an order request with fees and limits, cached so that not every order looks them up."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Annotated, NamedTuple, Protocol

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import PPM
from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.domains.clients.service import Client, find_clients
from clearwater.domains.orders.terms import Trader
from clearwater.domains.security.service import RANK_NEEDED
from clearwater.domains.sessions.errors import TokenInvalid
from clearwater.domains.sessions.service import CallerCache, credential_of, open_to_keys
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.app_services import AppService
from clearwater.kit.cache import TtlCache
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.notices import UNRELATED_TO_CLIENTS, Notice
from clearwater.kit.ratelimit import RateLimiter, RateLimitGroup
from clearwater.kit.visitor import network_of_scope

# Changes of a level invalidate the cache; changes of volume and balance show after this at the latest.
CACHE_TTL = timedelta(minutes=5)
MAX_CACHED = 10_000
# Multiplier of the rate limit on orders, by minimum rank.
TIMES_BY_RANK = {3: 5, 4: 20}


class TradingLevel(NamedTuple):
    """The trading terms of a level; fees as fractions."""

    rank: int
    maker_fee: Decimal
    taker_fee: Decimal


class Levels(Protocol):
    """Implemented by an entry point, which combines membership with the figures of the ledger."""

    async def trading_levels_of(
        self, session: AsyncSession, clients: Mapping[uuid.UUID, Client]
    ) -> dict[uuid.UUID, TradingLevel]: ...

    async def require_rank(self, session: AsyncSession, client: Client, rank: int) -> None: ...


class Traders:
    """Finds the client who places an order, with fee rates, and applies the rate limit."""

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
        self._known = TtlCache[uuid.UUID, Trader](
            "traders", self._look_up, clock, ttl=CACHE_TTL, max_size=MAX_CACHED
        )

    async def require(self, request: Request, site: CurrentSite) -> Trader:
        """The client, if allowed to trade; raises otherwise."""
        shown = credential_of(request)
        if shown is None or not self._callers.has(site.id, shown):
            # A made-up token costs a lookup, and these calls come before the limit on writes of an address.
            # No slot of the address (`kit/concurrency.py`): many callers are looked up on few connections.
            await self._limiter.require_room(RateLimitGroup.WRITES, network_of_scope(request.scope))
        if shown is None:
            raise TokenInvalid
        caller = await self._callers.find(request, site.id, shown)
        client = caller.client
        trader = await self._known.get(client.id)
        if trader is None:
            # The account was deleted meanwhile.
            raise TokenInvalid
        await self._limiter.require_room(RateLimitGroup.ORDERS, f"client:{trader.owner}", times=trader.times)
        caller.require_scope("trade")
        if caller.is_key and trader.rank < RANK_NEEDED["trade"]:
            # A client who lost the level that the key needs can trade only by hand.
            async with self._sessions() as session:
                await self._levels.require_rank(session, client, RANK_NEEDED["trade"])
        if client.frozen_at is not None:
            raise AccountFrozen
        if not client.email_is_confirmed:
            raise EmailUnconfirmed
        return trader

    async def fill(self, ids: Sequence[uuid.UUID]) -> None:
        """Look up clients before they place orders."""
        await self._known.fill(ids)

    async def _look_up(self, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Trader]:
        # Writes: looking up the level also stores a newly earned one.
        async with transaction(self._sessions) as session:
            clients = await find_clients(session, ids)
            levels = await self._levels.trading_levels_of(session, clients) if clients else {}
            return {client_id: _trader(client_id, level) for client_id, level in levels.items()}

    def on_notice(self, notice: Notice | None) -> None:
        """A client has changed, or fees for all; None when notices may have been missed."""
        if notice is None:
            self._known.invalidate()
        elif notice.kind not in UNRELATED_TO_CLIENTS:
            if notice.client_id is None:
                self._known.invalidate()
            else:
                self._known.discard(notice.client_id)


def _trader(client_id: uuid.UUID, level: TradingLevel) -> Trader:
    return Trader(
        owner=str(client_id),
        maker_ppm=int(level.maker_fee * PPM),
        taker_ppm=int(level.taker_fee * PPM),
        rank=level.rank,
        times=max((times for rank, times in TIMES_BY_RANK.items() if level.rank >= rank), default=1),
    )


app_traders = AppService[Traders]("traders")
AppTraders = Annotated[Traders, Depends(app_traders)]


@open_to_keys("trade")
async def _require_trader(request: Request, traders: AppTraders, site: CurrentSite) -> Trader:
    return await traders.require(request, site)


CurrentTrader = Annotated[Trader, Depends(_require_trader)]
