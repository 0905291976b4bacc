"""Notifies clients: in the list, by email and by push, as each of them wants it.

All of it is written in the transaction that notes what has happened, so nothing is notified twice or lost.
"""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.notices import push_queries, queries, texts
from clearwater.domains.notices.mailing import email_of
from clearwater.domains.notices.queries import Reader
from clearwater.domains.notices.schemas import ANY_NOTICE, Kind, KindSettings, notice_of
from clearwater.domains.sites import service as sites
from clearwater.kit.ids import new_id
from clearwater.kit.notices import CENTRE_NOTICE, Notice, announce

MAX_PER_CLIENT = 500
ROW_BATCH = 1_000
# Emails about these are sent by their own domains, whatever the settings are.
MAILED_ELSEWHERE: frozenset[Kind] = frozenset({"withdrawal", "kyc", "security"})
DEFAULTS: dict[Kind, KindSettings] = {
    "fill": KindSettings(in_app=True, email=False, push=False),
    "deposit": KindSettings(in_app=True, email=True, push=False),
    "withdrawal": KindSettings(in_app=True, email=True, push=False),
    "kyc": KindSettings(in_app=True, email=True, push=False),
    "security": KindSettings(in_app=True, email=True, push=False),
    "price_alert": KindSettings(in_app=True, email=True, push=False),
    "announcement": KindSettings(in_app=True, email=False, push=False),
}


@dataclass(frozen=True)
class Draft:
    """A notice that is not stored yet. What has a subject is notified once."""

    client_id: uuid.UUID
    kind: Kind
    data: dict[str, Any]
    at: datetime
    subject: str | None = None


@dataclass(frozen=True)
class Stored:
    """A notice that is new, and how its client wants to be notified."""

    id: uuid.UUID
    draft: Draft
    client: Client
    wanted: KindSettings

    def announced(self, unread: int) -> Notice:
        row = StoredRow(self.id, self.draft.kind, self.draft.data, self.draft.at)
        notice = ANY_NOTICE.dump_python(notice_of(row), mode="json")
        return Notice(CENTRE_NOTICE, self.client.id, {"notice": notice, "unread": unread})


@dataclass(frozen=True)
class StoredRow:
    id: uuid.UUID
    kind: str
    data: dict[str, Any]
    created_at: datetime
    read_at: None = None


def reader_of(client: Client) -> Reader:
    return Reader(client.id, client.site_id, client.created_at)


async def deliver(session: AsyncSession, drafts: Sequence[Draft], *, now: datetime) -> None:
    """Notify clients, each as wanted. Who is no client, such as a bot of a demo, is left out."""
    for first in range(0, len(drafts), ROW_BATCH):
        await _deliver(session, drafts[first : first + ROW_BATCH], now=now)


async def _deliver(session: AsyncSession, drafts: Sequence[Draft], *, now: datetime) -> None:
    stored = await _store(session, drafts)
    if not stored:
        return
    await _announce(session, [one for one in stored if one.wanted.in_app])
    for one in stored:
        if one.wanted.email and one.draft.kind not in MAILED_ELSEWHERE:
            site = await sites.get_site_by_id(session, one.client.site_id)
            email = email_of(one.draft.kind, one.draft.data, one.client.language)
            clients.send_email(session, site, one.client, email, now=now)
    await push(
        session, [(one.client, one.draft.kind, one.draft.data) for one in stored if one.wanted.push], now=now
    )


async def _store(session: AsyncSession, drafts: Sequence[Draft]) -> list[Stored]:
    ids = {draft.client_id for draft in drafts}
    known = await clients.find_clients(session, ids)
    settings = await queries.find_settings(session, list(known))
    stored = [
        Stored(new_id(), draft, known[draft.client_id], wanted_of(settings, draft.client_id, draft.kind))
        for draft in drafts
        if draft.client_id in known
    ]
    if not stored:
        return []
    rows = [
        {
            "id": one.id,
            "client_id": one.client.id,
            "kind": one.draft.kind,
            "data": one.draft.data,
            "subject": one.draft.subject,
            "is_listed": one.wanted.in_app,
            "created_at": one.draft.at,
        }
        for one in stored
    ]
    new = await queries.insert_notices(session, rows)
    await queries.trim(session, known, most=MAX_PER_CLIENT)
    return [one for one in stored if one.id in new]


def wanted_of(settings: dict[tuple[uuid.UUID, str], Any], client_id: uuid.UUID, kind: Kind) -> KindSettings:
    row = settings.get((client_id, kind))
    if row is None:
        return DEFAULTS[kind]
    return KindSettings(in_app=row.in_app, email=row.email, push=row.push)


async def _announce(session: AsyncSession, listed: Sequence[Stored]) -> None:
    """Publish to the open pages of the clients."""
    readers = {one.client.id: reader_of(one.client) for one in listed}
    if readers:
        unread = await queries.count_unread(session, list(readers.values()))
        await announce(session, *(one.announced(unread[one.client.id]) for one in listed))


async def push(
    session: AsyncSession, notified: Sequence[tuple[Client, Kind, dict[str, Any]]], *, now: datetime
) -> None:
    """Put push messages to all browsers of clients into the queue."""
    subscriptions = await push_queries.find_subscriptions(session, {client.id for client, _, _ in notified})
    rows = [
        {
            "id": new_id(),
            "subscription_id": subscription_id,
            "payload": json.dumps(texts.push_message(kind, data, client.language), ensure_ascii=False),
            "attempts": 0,
            "created_at": now,
            "next_attempt_at": now,
        }
        for client, kind, data in notified
        for subscription_id in subscriptions.get(client.id, ())
    ]
    for first in range(0, len(rows), ROW_BATCH):
        await push_queries.add_messages(session, rows[first : first + ROW_BATCH])
