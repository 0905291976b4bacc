"""What the domains above clients know of a client, put together for a client's view."""

import uuid
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.ports import KycFacts, KycPhotos, SecurityFacts
from clearwater.domains.clients.service import Client
from clearwater.domains.content import service as content
from clearwater.domains.kyc import service as kyc
from clearwater.domains.ledger import service as ledger
from clearwater.domains.ledger.ports import TransferDirectory
from clearwater.domains.membership import service as membership
from clearwater.domains.membership.ports import TradingFacts
from clearwater.domains.orders.traders import TradingLevel
from clearwater.domains.security.service import find_with_passkeys, second_factor
from clearwater.kit.clock import Clock

NEWEST_TRANSACTIONS = 20


class KnownClientFacts:
    """The facts as the other domains hold them."""

    def __init__(self, clock: Clock, trading: TradingFacts, transfers: TransferDirectory) -> None:
        self._clock = clock
        self._trading = trading
        self._transfers = transfers

    async def kyc_of(self, session: AsyncSession, client: Client) -> KycFacts:
        kyc_status = await kyc.facts_of(session, client.id)
        photos = KycPhotos(
            selfie=kyc_status.selfie,
            document_front=kyc_status.document_front,
            document_back=kyc_status.document_back,
        )
        submitted_at = kyc_status.submitted_at
        return KycFacts(
            status=kyc_status.status,
            type=kyc_status.type,
            reason=kyc_status.reason,
            message=kyc_status.message,
            submitted_at=int(submitted_at.timestamp()) if submitted_at else None,
            photos=photos,
        )

    async def security_of(self, session: AsyncSession, client: Client) -> SecurityFacts:
        passkeys = await second_factor.count_passkeys(session, client)
        return SecurityFacts(totp=client.totp_secret is not None, passkeys=passkeys)

    async def transactions_of(self, session: AsyncSession, client: Client) -> list[dict[str, Any]]:
        return await ledger.newest(session, self._transfers, str(client.id), NEWEST_TRANSACTIONS)

    async def has_deposited(self, session: AsyncSession, client: Client) -> bool:
        return await ledger.has_balance(session, str(client.id))

    async def accept_terms(self, session: AsyncSession, client: Client) -> None:
        await content.terms.accept_current(session, client.site_id, client.id, now=self._clock.now())

    async def terms_asked_since(self, session: AsyncSession, client: Client) -> datetime | None:
        return await content.terms.find_unaccepted_since(session, client.site_id, client.id)

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
    return with_totp | await find_with_passkeys(session, {client.id for client in clients} - with_totp)
