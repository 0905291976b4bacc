"""Background jobs of earn: emails about locked positions that have matured, and what was approved."""

import uuid
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.earn import HOUR_MS
from clearwater.core.money import to_text
from clearwater.domains.clients import service as clients
from clearwater.domains.earn import emails, queries
from clearwater.domains.earn.models import EarnPositionRow
from clearwater.domains.earn.proposals import APPROVALS
from clearwater.domains.markets import service as markets
from clearwater.domains.sites import service as sites
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.emails import Email, format_time

AT_ONCE = 100
finish_approved = APPROVALS.finish_approved


async def mail_maturities(sessions: SessionFactory, *, now: datetime) -> None:
    """Write once about each maturity, a transaction for each batch.

    What was written about is noted with the email, so a job that runs twice or dies in between neither
    repeats nor loses one. Of several maturities since the last time, the last one is written about.
    """
    while True:
        async with transaction(sessions) as session:
            rows = await queries.list_matured(session, limit=AT_ONCE)
            paid_before = await queries.sum_announced(session, rows)
            for row in await queries.note_maturities(session, rows):
                await _send(session, row, row.paid - paid_before.get(row.id, 0), now=now)
        if len(rows) < AT_ONCE:
            return


async def _send(session: AsyncSession, row: EarnPositionRow, interest: int, *, now: datetime) -> None:
    client = await clients.find_client(session, uuid.UUID(row.client))
    if client is None:
        return
    site = await sites.get_site_by_id(session, client.site_id)
    clients.send_email(session, site, client, await _email(session, row, interest), now=now)


async def _email(session: AsyncSession, row: EarnPositionRow, interest: int) -> Email:
    coin = await queries.get_coin(session, row.product)
    decimals = (await markets.load_prices(session)).decimals_of(coin)

    def text(units: int) -> str:
        return f"{to_text(units, decimals)} {coin}"

    asked = await queries.requested_terms(session, row)
    return emails.matured(
        # A locked position has the amount that it began with, until it ends.
        amount=text(asked.amount),
        interest=text(interest),
        owed=text(row.owed) if row.owed else "",
        renewed_until=_renewed_until(row),
    )


def _renewed_until(row: EarnPositionRow) -> str:
    if row.matures_ms == row.accrued_hour * HOUR_MS:
        return ""
    return format_time(datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=row.matures_ms))
