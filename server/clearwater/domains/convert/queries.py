"""SQL of quotes and conversions. Only the engine writes conversions."""

import uuid
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.convert.models import Conversion, ConvertQuote
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, delete_in_batches
from clearwater.kit.paging import Keyset

NEWEST_FIRST: Keyset[Conversion] = Keyset([Conversion.seq])


async def find_quote(session: AsyncSession, quote_id: uuid.UUID, owner: str) -> ConvertQuote | None:
    """A client's quote; None for another client's."""
    quote = await session.get(ConvertQuote, quote_id)
    return quote if quote is not None and quote.client == owner else None


async def find_conversion(session: AsyncSession, quote_id: uuid.UUID, owner: str) -> Conversion | None:
    """The conversion that a quote of the client has become."""
    conversion = await session.get(Conversion, str(quote_id))
    return conversion if conversion is not None and conversion.client == owner else None


def select_conversions(owner: str) -> Select[Conversion]:
    return select(Conversion).where(Conversion.client == owner)


async def delete_quotes(sessions: SessionFactory, *, expired_before: datetime) -> None:
    await delete_in_batches(sessions, ConvertQuote, ConvertQuote.expires_ms < milliseconds(expired_before))
