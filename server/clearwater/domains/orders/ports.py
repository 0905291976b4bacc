"""What orders need to know of a client: who he is, and what his level means."""

import uuid
from decimal import Decimal
from typing import NamedTuple, Protocol

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.service import Client
from clearwater.domains.sessions.service import Caller
from clearwater.domains.sites.service import CurrentSite


class TradingLevel(NamedTuple):
    """What a level means for trading; fees as fractions."""

    rank: int
    maker_fee: Decimal
    taker_fee: Decimal


class Callers(Protocol):
    """Who sends a request, known from a moment ago where possible."""

    async def find(self, request: Request, site: CurrentSite) -> Caller: ...

    def invalidate(self, client_id: uuid.UUID | None = None) -> None: ...


class Levels(Protocol):
    async def trading_level_of(self, session: AsyncSession, client: Client) -> TradingLevel: ...

    async def require_rank(self, session: AsyncSession, client: Client, rank: int) -> None: ...
