"""Emails about contracts: to sellers when delivery is due, to both sides how it ended; each client once.

What a client was told is stored in the transaction that puts the email into the outbox. A job that is killed
or runs twice tells nobody twice, and leaves nobody out.
"""

import uuid
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.views import View
from clearwater.domains.clients import service as clients
from clearwater.domains.premarket import emails, queries
from clearwater.domains.premarket.models import PreMarketAnnouncement
from clearwater.domains.premarket.queries import Announced
from clearwater.domains.premarket.wire import Shown
from clearwater.domains.sites import service as sites
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.emails import Email, format_time

# Clients in one transaction.
CHUNK = 200
TOLD_IN = frozenset({"delivering", "settled", "canceled"})


async def announce_all(sessions: SessionFactory, view: View, *, now: datetime) -> None:
    """Tell the clients of every pre-market what they do not know yet."""
    async with sessions() as session:
        finished = await queries.list_finished_mailings(session)
    for symbol, market in sorted(view.premarkets.items()):
        if market.terms.status in TOLD_IN and symbol not in finished:
            shown = Shown(view, market.terms)
            while await _announce_some(sessions, shown, now=now):
                pass


async def _announce_some(sessions: SessionFactory, shown: Shown, *, now: datetime) -> bool:
    """Tell some clients; False when there is nobody left for now."""
    terms = shown.terms
    async with transaction(sessions) as session:
        mailing = await queries.lock_mailing(session, terms.symbol)
        if mailing.ended_at is not None:
            return False
        is_delivering = terms.status == "delivering"
        is_over = milliseconds(now) >= terms.delivery_at + terms.window_ms
        # Contracts end one after the other: one email about all of them, when the last one has.
        if is_over if is_delivering else await queries.has_matched(session, terms.symbol):
            return False
        found = await queries.list_ended(session, terms.symbol, limit=CHUNK)
        if is_delivering:
            found += await queries.list_due(session, terms.symbol, limit=CHUNK)
        elif not found:
            mailing.ended_at = now
        for one in found:
            await _announce(session, shown, one, now=now)
        return bool(found)


async def _announce(session: AsyncSession, shown: Shown, found: Announced, *, now: datetime) -> None:
    symbol = shown.terms.symbol
    told = await queries.find_announcement(session, symbol, found.client, found.kind)
    await _send(session, found.client, _email(shown, found.less(told)), now=now)
    if told is None:
        told = PreMarketAnnouncement(symbol=symbol, client=found.client, kind=found.kind)
        session.add(told)
    told.contracts, told.quantity, told.amount = found.contracts, found.quantity, found.amount
    told.announced_at = now


def _email(shown: Shown, news: Announced) -> Email:
    terms = shown.terms
    symbol, quantity = terms.symbol, f"{shown.quantity(news.quantity)} {terms.symbol}"
    amount = f"{shown.amount(news.amount)} {terms.quote}"
    if news.kind == "due":
        free = shown.view.balance(news.client, symbol, "available")
        missing = max(news.quantity - free, 0)
        until = datetime.fromtimestamp((terms.delivery_at + terms.window_ms) / 1000, UTC)
        return emails.delivery_due(
            symbol=symbol,
            quantity=quantity,
            missing=f"{shown.quantity(missing)} {symbol}" if missing else "",
            collateral=amount,
            until=format_time(until),
        )
    if news.kind == "delivered":
        return emails.delivered(symbol=symbol, quantity=quantity)
    if news.kind == "compensated":
        return emails.compensated(symbol=symbol, quantity=quantity, amount=amount)
    if news.kind == "defaulted":
        return emails.defaulted(symbol=symbol, quantity=quantity, amount=amount)
    return emails.voided(symbol=symbol, amount=amount)


async def _send(session: AsyncSession, owner: str, email: Email, *, now: datetime) -> None:
    """Queue an email; traders of the exchange itself, who are no clients, get none."""
    try:
        client_id = uuid.UUID(owner)
    except ValueError:
        return
    client = await clients.find_client(session, client_id)
    if client is not None:
        site = await sites.get_site_by_id(session, client.site_id)
        clients.send_email(session, site, client, email, now=now)
