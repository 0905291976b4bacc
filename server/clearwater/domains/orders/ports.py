"""What orders need from membership: the terms of a client's level."""

from decimal import Decimal
from typing import NamedTuple, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.service import Client


class TradingLevel(NamedTuple):
    """The trading terms of a level; fees as fractions."""

    rank: int
    maker_fee: Decimal
    taker_fee: Decimal


class Levels(Protocol):
    """Implemented by an entry point, which combines membership with the figures of the ledger."""

    async def trading_level_of(self, session: AsyncSession, client: Client) -> TradingLevel: ...

    async def require_rank(self, session: AsyncSession, client: Client, rank: int) -> None: ...
