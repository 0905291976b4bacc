"""What is known of a client, read once: ended by notices, and by what the client trades and moves."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Committed, Desk
from clearwater.core.events import Posting, TransferChanged
from clearwater.core.views import View
from clearwater.domains.clients.ports import KycFacts, KycPhotos
from clearwater.domains.clients.service import Client, find_clients
from clearwater.domains.content import service as content
from clearwater.domains.kyc import service as kyc
from clearwater.domains.ledger import service as ledger
from clearwater.domains.ledger.service import TransactionFilter, Transactions
from clearwater.domains.membership import service as membership
from clearwater.domains.membership.service import Position, TradingFacts
from clearwater.domains.security.service import count_passkeys
from clearwater.domains.sessions.errors import TokenInvalid
from clearwater.kit.cache import TtlCache
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.notices import UNRELATED_TO_CLIENTS, Notice, NoticeListener
from clearwater.kit.paging import PageRequest

NEWEST_TRANSACTIONS = PageRequest(None, 20)
# What passes by itself, such as a day of the volume, shows after this at the latest.
CACHE_TTL = timedelta(minutes=5)
MAX_CACHED = 10_000


class ClientRecord(NamedTuple):
    kyc: KycFacts
    passkeys: int
    position: Position
    has_deposited: bool
    # None while one of them may change without a notice, as its confirmations are counted.
    transactions: list[dict[str, Any]] | None
    terms_asked_since: datetime | None
    day: date


class ClientRecords:
    """The records of clients by owner, and the listener of notices and commits that ends them."""

    def __init__(
        self,
        sessions: SessionFactory,
        notices: NoticeListener,
        trading: TradingFacts,
        transactions: Transactions,
        clock: Clock,
    ) -> None:
        self._sessions = sessions
        self._notices = notices
        self._trading = trading
        self._transactions = transactions
        self._clock = clock
        self._known = TtlCache[str, ClientRecord](
            "clients", self._load, clock, ttl=CACHE_TTL, max_size=MAX_CACHED
        )

    async def get(self, client: Client) -> ClientRecord:
        """What is known of a client."""
        owner = str(client.id)
        record = await self._known.get(owner, is_fresh=not self._notices.is_current)
        if record is not None and record.day != self._clock.now().date():
            # What was withdrawn counts by the day.
            record = await self._known.get(owner, is_fresh=True)
        if record is None:
            # The account was deleted meanwhile.
            raise TokenInvalid
        return record

    async def position_of(self, client: Client, desk: Desk) -> Position:
        """The client's level by what is known, at what the balances are worth now."""
        position = (await self.get(client)).position
        try:
            balance = ledger.worth_of(desk.view, str(client.id))
        except EngineUnavailable:
            balance = position.figures.balance
        return membership.with_balance(position, balance, now=self._clock.now())

    async def newest_transactions(self, client: Client) -> list[dict[str, Any]]:
        known = (await self.get(client)).transactions
        if known is not None:
            return known
        return await self._newest(str(client.id))

    async def _newest(self, owner: str) -> list[dict[str, Any]]:
        newest, _ = await self._transactions.read(owner, TransactionFilter(), NEWEST_TRANSACTIONS)
        return newest

    async def _load(self, owners: Sequence[str]) -> dict[str, ClientRecord]:
        now = self._clock.now()
        async with self._sessions() as session:
            clients = await find_clients(session, [uuid.UUID(owner) for owner in owners])
            passkeys = await count_passkeys(session, clients)
            positions = await membership.find_positions(
                session,
                self._trading,
                clients,
                with_second_factor={
                    client.id for client in clients.values() if client.totp_secret or passkeys.get(client.id)
                },
                now=now,
            )
            known = {
                client_id: ClientRecord(
                    kyc=await kyc_facts(session, client_id),
                    passkeys=passkeys.get(client_id, 0),
                    position=position,
                    has_deposited=await ledger.has_balance(session, str(client_id)),
                    transactions=None,
                    terms_asked_since=await content.terms.find_unaccepted_since(
                        session, clients[client_id].site_id, client_id
                    ),
                    day=now.date(),
                )
                for client_id, position in positions.items()
            }
        records = {}
        # Without holding a connection: these are read by others.
        for client_id, record in known.items():
            newest = await self._newest(str(client_id))
            is_final = all(map(_is_final, newest))
            records[str(client_id)] = record._replace(transactions=newest if is_final else None)
        return records

    def discard(self, client_id: uuid.UUID) -> None:
        """Read what is known of a client again when it is asked for."""
        self._known.discard(str(client_id))

    # The listener of notices.

    def on_notice(self, notice: Notice | None) -> None:
        """Something of a client has changed, or of all; None when notices may have been missed."""
        if notice is None:
            self._known.invalidate()
        elif notice.kind not in UNRELATED_TO_CLIENTS:
            if notice.client_id is None:
                self._known.invalidate()
            else:
                self.discard(notice.client_id)

    # The listener of what is committed.

    def on_reset(self, view: View) -> None:
        """The view was loaded: what was committed meanwhile is not known here."""
        self._known.invalidate()

    def on_commit(self, entries: Sequence[Committed]) -> None:
        """Fills change the volume, transfers the day's limit, and both the newest transactions."""
        for entry in entries:
            for event in entry.events:
                if type(event) is TransferChanged:
                    self._known.discard(event.client)
                elif type(event) is Posting and event.kind not in ledger.UNSEEN:
                    self._known.discard(event.source.owner)
                    self._known.discard(event.target.owner)


async def kyc_facts(session: AsyncSession, client_id: uuid.UUID) -> KycFacts:
    """The identity check as a client's view shows it."""
    found = await kyc.facts_of(session, client_id)
    return KycFacts(
        status=found.status,
        type=found.type,
        reason=found.reason,
        message=found.message,
        submitted_at=int(found.submitted_at.timestamp()) if found.submitted_at else None,
        photos=KycPhotos(
            selfie=found.selfie,
            document_front=found.document_front,
            document_back=found.document_back,
        ),
    )


def _is_final(transaction: dict[str, Any]) -> bool:
    """Whether a transaction has all the confirmations that it needs, or needs none."""
    if transaction["address"] is None:
        return True
    confirmations, required = transaction["confirmations"], transaction["required_confirmations"]
    return confirmations is not None and required is not None and confirmations >= required
