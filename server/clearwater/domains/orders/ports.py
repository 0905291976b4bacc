"""What orders need to know of a client: what his level means."""

from decimal import Decimal
from typing import NamedTuple, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.service import Client


class TradingLevel(NamedTuple):
    """What a level means for trading; fees as fractions."""

    rank: int
    maker_fee: Decimal
    taker_fee: Decimal


class Levels(Protocol):
    """Known to an entry point, which alone sees membership and trading together."""

    async def trading_level_of(self, session: AsyncSession, client: Client) -> TradingLevel: ...

    async def require_rank(self, session: AsyncSession, client: Client, rank: int) -> None: ...
