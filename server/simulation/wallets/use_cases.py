"""What clients ask of an api: the use cases of wallets, called without HTTP."""

import re
import uuid
from dataclasses import dataclass

from sqlalchemy import select

from clearwater.domains.clients import service as clients
from clearwater.domains.ledger.service import LedgerFigures
from clearwater.domains.security.service import Guards
from clearwater.domains.sessions.service import Caller
from clearwater.domains.sites.models import Site
from clearwater.domains.wallets import deposits
from clearwater.domains.wallets.models import Withdrawal
from clearwater.domains.wallets.withdrawal_confirmation import WithdrawalConfirmations
from clearwater.domains.wallets.withdrawal_reviews import ReviewLimits
from clearwater.domains.wallets.withdrawal_schemas import Confirmation, WithdrawalDraft
from clearwater.domains.wallets.withdrawals import Withdrawals
from clearwater.kit import outbox
from clearwater.kit.db import transaction
from clearwater.kit.ratelimit import RateLimiter
from simulation.wallets.networks import DECIMALS
from simulation.wallets.world import WalletWorld
from simulation.world import Api

# Nobody counts attempts here.
NO_LIMIT = 0.0


class NoCodeYet(Exception):
    """The email has not come."""


@dataclass(frozen=True)
class WalletApi:
    """The use cases as one api process has them."""

    world: WalletWorld
    api: Api

    @property
    def withdrawals(self) -> Withdrawals:
        return Withdrawals(
            self.api.sessions,
            self.api.follower,
            self.world.networks_of(self.api),
            self.world.seal,
            LedgerFigures(),
            RateLimiter(redis_url=None, multiplier=NO_LIMIT, clock=self.api.clock),
        )

    async def deposit_address(self, client_id: uuid.UUID, coin: str, network: str) -> str:
        async with transaction(self.api.sessions) as session:
            found = await deposits.get_address(
                session,
                self.world.networks_of(self.api),
                self.api.follower.view,
                client_id,
                coin=coin,
                network=network,
                now=self.api.clock.now(),
            )
        return found.address

    async def balances(self, client_id: uuid.UUID) -> list[int]:
        """What a client can use of each coin that the simulated chains have."""
        await self.api.follower.catch_up()
        return [self.api.follower.view.balance(str(client_id), coin, "available") for coin in DECIMALS]

    async def request(self, client_id: uuid.UUID, draft: WithdrawalDraft, key: str) -> Withdrawal:
        site, caller = await self._find(client_id)
        return await self.withdrawals.request(site, caller, draft, key=key, now=self.api.clock.now())

    async def confirm(
        self, client_id: uuid.UUID, withdrawal_id: uuid.UUID, code: str, key: str
    ) -> Withdrawal:
        site, caller = await self._find(client_id)
        guards = Guards(self.api.sessions, self.api.clock, NO_LIMIT)
        limits = ReviewLimits.of(self.world.settings)
        confirmations = WithdrawalConfirmations(self.withdrawals, guards, limits)
        return await confirmations.confirm(
            site,
            caller,
            withdrawal_id,
            Confirmation(email_code=code),
            party=None,
            key=key,
            now=self.api.clock.now(),
        )

    async def cancel(self, client_id: uuid.UUID, withdrawal_id: uuid.UUID, key: str) -> Withdrawal:
        return await self.withdrawals.cancel(client_id, withdrawal_id, key=key, now=self.api.clock.now())

    async def read_code(self, client_id: uuid.UUID, address: str) -> str:
        """The code in the newest email about a withdrawal to an address; raises NoCodeYet."""
        _, caller = await self._find(client_id)
        async with self.api.sessions() as session:
            found = await outbox.list_newest(session, caller.client.email, limit=100)
        for mail in found:
            code = re.search(r"^    (\d{6})$", mail.text_body, re.MULTILINE)
            if code is not None and address in mail.text_body:
                return code.group(1)
        raise NoCodeYet

    async def _find(self, client_id: uuid.UUID) -> tuple[Site, Caller]:
        async with self.api.sessions() as session:
            client = await clients.find_client(session, client_id)
            assert client is not None
            site = (await session.scalars(select(Site).where(Site.id == client.site_id))).one()
        caller = Caller(
            client=client,
            session_id=None,
            stepped_up_until=None,
            scopes=frozenset(),
            has_second_factor=False,
            has_passkeys=False,
            begun_at=None,
        )
        return site, caller
