"""What membership needs to know of trading."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession


@dataclass(frozen=True)
class Figures:
    """A client's figures in USDT; days are UTC."""

    volume_30d: Decimal
    balance: Decimal
    withdrawn_day: Decimal


class TradingFacts(Protocol):
    """Implemented by the ledger, which is a layer above."""

    async def figures_of(
        self, session: AsyncSession, client_ids: Collection[uuid.UUID], *, now: datetime
    ) -> dict[uuid.UUID, Figures]:
        """The figures of every one of these clients, in a constant number of queries."""
        ...
