"""All SQL of alerts about prices."""

import uuid
from collections.abc import Mapping, Sequence

from sqlalchemy import ARRAY, BigInteger, String, bindparam, delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.notices.crossing import Span
from clearwater.domains.notices.models import PriceAlert

# Each part reads one range of the index: alerts that were reached, and those that may be armed again.
CROSSED = text("""
    SELECT a.id FROM unnest(:pairs, :lows, :highs) AS span (pair, low, high), LATERAL (
        SELECT id, after_fill_id FROM price_alerts
        WHERE pair = span.pair AND direction = 'above' AND is_armed AND price <= span.high
        UNION ALL
        SELECT id, after_fill_id FROM price_alerts
        WHERE pair = span.pair AND direction = 'above' AND NOT is_armed AND price > span.low
        UNION ALL
        SELECT id, after_fill_id FROM price_alerts
        WHERE pair = span.pair AND direction = 'below' AND is_armed AND price >= span.low
        UNION ALL
        SELECT id, after_fill_id FROM price_alerts
        WHERE pair = span.pair AND direction = 'below' AND NOT is_armed AND price < span.high
    ) AS a WHERE a.after_fill_id < :last_fill_id LIMIT :most
""").bindparams(
    bindparam("pairs", type_=ARRAY(String)),
    bindparam("lows", type_=ARRAY(BigInteger)),
    bindparam("highs", type_=ARRAY(BigInteger)),
)


async def lock_crossed(
    session: AsyncSession, spans: Mapping[str, Span], *, last_fill_id: int, limit: int
) -> Sequence[PriceAlert]:
    """Alerts that trades of each pair, between two prices, may have fired or armed.

    Those that have taken the last trade already are left out.
    """
    found = await session.scalars(
        CROSSED,
        {
            "pairs": list(spans),
            "lows": [span.low for span in spans.values()],
            "highs": [span.high for span in spans.values()],
            "last_fill_id": last_fill_id,
            "most": limit,
        },
    )
    statement = select(PriceAlert).where(PriceAlert.id.in_(found.all())).order_by(PriceAlert.id)
    return (await session.scalars(statement.with_for_update())).all()


async def list_own(session: AsyncSession, client_id: uuid.UUID, pair: str | None) -> Sequence[PriceAlert]:
    statement = select(PriceAlert).where(PriceAlert.client_id == client_id)
    if pair is not None:
        statement = statement.where(PriceAlert.pair == pair)
    newest_first = (PriceAlert.created_at.desc(), PriceAlert.id.desc())
    return (await session.scalars(statement.order_by(*newest_first))).all()


async def count_own(session: AsyncSession, client_id: uuid.UUID) -> int:
    statement = select(func.count()).select_from(PriceAlert).where(PriceAlert.client_id == client_id)
    return await session.scalar(statement) or 0


async def delete_own(session: AsyncSession, client_id: uuid.UUID, alert_id: uuid.UUID) -> bool:
    deleted = await session.scalar(
        delete(PriceAlert)
        .where(PriceAlert.client_id == client_id, PriceAlert.id == alert_id)
        .returning(PriceAlert.id)
    )
    return deleted is not None


async def delete_fired(session: AsyncSession, ids: Sequence[uuid.UUID]) -> None:
    await session.execute(delete(PriceAlert).where(PriceAlert.id.in_(ids)))
