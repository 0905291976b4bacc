"""Announcements: published news, stored once for each site, and sent to those who want it by mail or push."""

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.content import service as content
from clearwater.domains.notices import queries
from clearwater.domains.notices.delivery import push
from clearwater.domains.notices.mailing import email_of
from clearwater.domains.notices.models import Announcement
from clearwater.domains.sites import service as sites
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.ids import new_id
from clearwater.kit.notices import ANNOUNCEMENT, Notice, announce

# What was published longer ago, as by a worker that was away for days, is no news any more.
LOOK_BACK = timedelta(days=2)
CLIENT_BATCH = 200


async def store_published(sessions: SessionFactory, *, now: datetime) -> None:
    """Store what was published since the last time."""
    async with transaction(sessions) as session:
        for entry in await content.list_published_news(session, since=now - LOOK_BACK):
            if not (await sites.get_site_by_id(session, entry.site_id)).has_feature("news"):
                continue
            data = {"news_id": entry.news_id, "slug": entry.slug, "title": dict(entry.title)}
            is_new = await queries.insert_announcement(
                session,
                id=new_id(),
                site_id=entry.site_id,
                news_id=entry.news_id,
                data=data,
                created_at=entry.published_at,
            )
            if is_new:
                await announce(session, Notice(ANNOUNCEMENT, None, {"site_id": str(entry.site_id)}))


async def send_stored(sessions: SessionFactory, *, now: datetime) -> None:
    """Send emails and push messages, a transaction for some clients each, which also notes how far it is."""
    while True:
        async with transaction(sessions) as session:
            announcement = await queries.lock_unsent(session)
            if announcement is None:
                return
            await _send_some(session, announcement, now=now)


async def _send_some(session: AsyncSession, announcement: Announcement, *, now: datetime) -> None:
    wanted = await queries.list_announced(session, announcement.sent_to, limit=CLIENT_BATCH)
    known = await clients.find_clients(session, [one.client_id for one in wanted])
    site = await sites.get_site_by_id(session, announcement.site_id)
    readers = {key: client for key, client in known.items() if client.site_id == announcement.site_id}
    for one in wanted:
        client = readers.get(one.client_id)
        if client is not None and one.email:
            email = email_of(ANNOUNCEMENT, announcement.data, client.language)
            clients.send_email(session, site, client, email, now=now)
    pushed = [readers[one.client_id] for one in wanted if one.push and one.client_id in readers]
    await push(session, [(client, "announcement", announcement.data) for client in pushed], now=now)
    if len(wanted) < CLIENT_BATCH:
        announcement.sent_at = now
    else:
        announcement.sent_to = wanted[-1].client_id
