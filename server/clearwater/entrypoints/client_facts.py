"""What the domains above clients know of a client, put together for a client's view."""

import uuid
from collections.abc import Collection, Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.domains.clients.ports import KnownFacts, KycFacts, SecurityFacts
from clearwater.domains.clients.service import Client
from clearwater.domains.content import service as content
from clearwater.domains.ledger.service import Transactions, TransferDirectory
from clearwater.domains.membership import service as membership
from clearwater.domains.membership.ports import TradingFacts
from clearwater.domains.orders.traders import TradingLevel
from clearwater.domains.security.service import count_passkeys
from clearwater.domains.sessions.service import CallerCache
from clearwater.engine.follower import Follower
from clearwater.entrypoints.client_records import ClientRecords, kyc_facts
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory
from clearwater.kit.notices import NoticeListener
from clearwater.kit.prepared_reads import PreparedReads


def know_clients(
    sessions: SessionFactory,
    *,
    reads: PreparedReads,
    notices: NoticeListener,
    callers: CallerCache,
    engine: Follower,
    trading: TradingFacts,
    transfers: TransferDirectory,
    clock: Clock,
) -> "KnownClientFacts":
    """The facts; what is in memory ends by notices, by requests of the client and by what is committed."""
    transactions = Transactions(reads, sessions, transfers)
    records = ClientRecords(sessions, notices, trading, transactions, clock)
    notices.subscribe(records.on_notice)
    callers.listen(records.discard)
    engine.listen(records)
    return KnownClientFacts(records, engine, clock, trading)


class KnownClientFacts:
    """The facts as the other domains hold them, and from memory what is asked most."""

    def __init__(self, records: ClientRecords, desk: Desk, clock: Clock, trading: TradingFacts) -> None:
        self._records = records
        self._desk = desk
        self._clock = clock
        self._trading = trading

    async def find_known(self, client: Client) -> KnownFacts:
        record = await self._records.get(client)
        position = await self.position_of(client)
        return KnownFacts(
            record.kyc,
            SecurityFacts(totp=client.totp_secret is not None, passkeys=record.passkeys),
            position.level.key,
            record.has_deposited,
            await self._records.newest_transactions(client),
            record.terms_asked_since,
        )

    async def position_of(self, client: Client) -> membership.Position:
        return await self._records.position_of(client, self._desk)

    async def kyc_of(self, session: AsyncSession, client: Client) -> KycFacts:
        return await kyc_facts(session, client.id)

    async def security_of(self, session: AsyncSession, client: Client) -> SecurityFacts:
        passkeys = await count_passkeys(session, [client.id])
        return SecurityFacts(totp=client.totp_secret is not None, passkeys=passkeys.get(client.id, 0))

    async def accept_terms(self, session: AsyncSession, client: Client) -> None:
        await content.terms.accept_current(session, client.site_id, client.id, now=self._clock.now())

    async def level_of(self, session: AsyncSession, client: Client) -> str:
        return (await self._level_of(session, client)).key

    async def rank_of(self, session: AsyncSession, client: Client) -> int:
        return (await self._level_of(session, client)).rank

    async def _level_of(self, session: AsyncSession, client: Client) -> membership.Level:
        return await membership.level_of(
            session,
            self._trading,
            client,
            has_second_factor=await has_second_factor(session, client),
            now=self._clock.now(),
        )

    async def trading_levels_of(
        self, session: AsyncSession, clients: Mapping[uuid.UUID, Client]
    ) -> dict[uuid.UUID, TradingLevel]:
        """What clients trade at. It is stored: who trades has earned it, even if he never looks."""
        positions = await membership.evaluate_levels(
            session,
            self._trading,
            clients,
            with_second_factor=await find_with_second_factor(session, clients.values()),
            now=self._clock.now(),
        )
        levels = {client_id: position.level for client_id, position in positions.items()}
        return {
            client_id: TradingLevel(level.rank, level.maker_fee, level.taker_fee)
            for client_id, level in levels.items()
        }

    async def require_rank(self, session: AsyncSession, client: Client, rank: int) -> None:
        await membership.require_rank(
            session,
            self._trading,
            client,
            rank,
            has_second_factor=await has_second_factor(session, client),
            now=self._clock.now(),
        )


async def has_second_factor(session: AsyncSession, client: Client) -> bool:
    return client.id in await find_with_second_factor(session, [client])


async def find_with_second_factor(session: AsyncSession, clients: Collection[Client]) -> set[uuid.UUID]:
    """Which of these clients have a second factor."""
    with_totp = {client.id for client in clients if client.totp_secret is not None}
    others = {client.id for client in clients} - with_totp
    return with_totp | (await count_passkeys(session, others)).keys()
