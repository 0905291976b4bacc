"""What the domains above clients know of a client, put together for a client's view."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.ports import KycFacts, KycPhotos, SecurityFacts
from clearwater.domains.clients.service import Client
from clearwater.domains.kyc import service as kyc
from clearwater.domains.ledger import service as ledger
from clearwater.domains.membership import service as membership
from clearwater.domains.membership.ports import TradingFacts
from clearwater.domains.orders.traders import TradingLevel
from clearwater.domains.security.service import second_factor
from clearwater.kit.clock import Clock

NEWEST_TRANSACTIONS = 20


class KnownClientFacts:
    """The facts as the other domains hold them."""

    def __init__(self, clock: Clock, trading: TradingFacts) -> None:
        self._clock = clock
        self._trading = trading

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
        return await ledger.newest(session, str(client.id), NEWEST_TRANSACTIONS)

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

    async def trading_level_of(self, session: AsyncSession, client: Client) -> TradingLevel:
        """What the client trades at. It is written down: who trades has earned it, even if he never looks."""
        position = await membership.evaluate_level(
            session,
            self._trading,
            client,
            has_second_factor=await has_second_factor(session, client),
            now=self._clock.now(),
        )
        level = position.level
        return TradingLevel(level.rank, level.maker_fee, level.taker_fee)

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
    return client.totp_secret is not None or await second_factor.count_passkeys(session, client) > 0
