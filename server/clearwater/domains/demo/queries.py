"""All SQL of the demo."""

import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import date, datetime

from sqlalchemy import String, column, delete, select, table
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.demo.history import Candle
from clearwater.domains.demo.models import Gift
from clearwater.domains.markets.service import Interval
from clearwater.kit.db import driver_of

# A table of the markets, a domain below this one. A history of a million rows is stored by COPY, in one
# transaction.
CANDLES = table("candles", column("pair", String))
CANDLE_COLUMNS = ("pair", "interval", *Candle._fields)
COPY_ROWS = 4_000


async def list_numbers(session: AsyncSession, client_id: uuid.UUID, day: date) -> Sequence[int]:
    """The numbers of the gifts that a client has received on a day."""
    found = await session.scalars(select(Gift.number).where(Gift.client_id == client_id, Gift.day == day))
    return found.all()


async def find_by_key(
    session: AsyncSession, client_id: uuid.UUID, key_hash: bytes, *, since: datetime
) -> Gift | None:
    """The gift with this idempotency key."""
    found = await session.scalars(
        select(Gift)
        .where(Gift.client_id == client_id, Gift.key_hash == key_hash, Gift.created_at > since)
        .order_by(Gift.created_at.desc())
        .limit(1)
    )
    return found.first()


async def add_gift(session: AsyncSession, gift: Gift) -> bool:
    """Insert a gift; False if a concurrent request took its number."""
    inserted = await session.scalar(
        insert(Gift)
        .values(
            client_id=gift.client_id,
            day=gift.day,
            number=gift.number,
            coin=gift.coin,
            amount=gift.amount,
            key_hash=gift.key_hash,
            created_at=gift.created_at,
        )
        .on_conflict_do_nothing()
        .returning(Gift.number)
    )
    return inserted is not None


async def remove_gift(session: AsyncSession, gift: Gift) -> None:
    """Delete a gift that the ledger rejected."""
    await session.execute(
        delete(Gift).where(Gift.client_id == gift.client_id, Gift.day == gift.day, Gift.number == gift.number)
    )


async def store_history(
    session: AsyncSession, pair: str, history: Mapping[Interval, Sequence[Candle]]
) -> None:
    """Store candles of a pair that has not traded yet, replacing those of an interrupted attempt."""
    await session.execute(delete(CANDLES).where(CANDLES.c.pair == pair))
    driver = await driver_of(session)
    await driver.copy_to_table(
        CANDLES.name, columns=CANDLE_COLUMNS, source=_copy_text(pair, history), format="text"
    )


async def _copy_text(pair: str, history: Mapping[Interval, Sequence[Candle]]) -> AsyncIterator[bytes]:
    """The rows in COPY text format, in chunks, so that the event loop is not blocked."""
    for interval, candles in history.items():
        for begin in range(0, len(candles), COPY_ROWS):
            lines = [
                f"{pair}\t{interval}\t" + "\t".join(map(str, candle)) + "\n"
                for candle in candles[begin : begin + COPY_ROWS]
            ]
            yield "".join(lines).encode()
