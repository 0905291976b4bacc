"""Two members of the staff: they review withdrawals, and resume networks that were halted."""

import asyncio
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from clearwater.domains.staff.models import StaffMember
from clearwater.domains.staff.service import Operator
from clearwater.domains.wallets import operations, withdrawal_reviews
from clearwater.domains.wallets.models import Network, Withdrawal
from clearwater.domains.wallets.operator_schemas import Resume
from clearwater.domains.wallets.withdrawal_ends import WithdrawalEnds
from clearwater.kit.db import transaction
from clearwater.kit.errors import ClearwaterError
from clearwater.kit.ids import new_id
from simulation.wallets.world import WalletWorld
from simulation.world import APIS, Api

PAUSE_SECONDS = (2.0, 9.0)
PATIENCE_SECONDS = 20.0
REJECTED = 0.1


class Staff:
    """What the two do, one after the other."""

    def __init__(self, world: WalletWorld) -> None:
        self._world = world
        self._chance = world.host.chance("staff")
        self.resumed = self.approved = self.rejected = 0

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self._chance.uniform(*PAUSE_SECONDS))
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self._world.request(self._chance.choice(APIS), self._look)
            except (ConnectionError, ClearwaterError, SQLAlchemyError, TimeoutError, OSError):
                # Somebody else, or they themselves, do it later.
                continue

    async def _look(self, api: Api) -> None:
        async with api.sessions() as session:
            members = (await session.scalars(select(StaffMember).order_by(StaffMember.login))).all()
            halted = await session.scalars(
                select(Network.key).where(Network.status == "halted").order_by(Network.key)
            )
            networks = list(halted)
            reviews = await session.scalars(
                select(Withdrawal.id).where(Withdrawal.status == "under_review").order_by(Withdrawal.id)
            )
            withdrawals = list(reviews)
        now = api.clock.now()
        operators = [
            Operator(one.id, one.login, one.role, new_id(), now + timedelta(hours=1)) for one in members
        ]
        for key in networks:
            async with transaction(api.sessions) as session:
                await operations.resume(session, operators[0], key, Resume(), now=now)
            self.resumed += 1
        ends = WithdrawalEnds(api.sessions, api.follower, self._world.networks_of(api))
        for withdrawal_id in withdrawals:
            if self._chance.random() < REJECTED:
                await withdrawal_reviews.reject(ends, operators[0], withdrawal_id, "Unusual.", now=now)
                self.rejected += 1
                continue
            for operator in operators:
                try:
                    await withdrawal_reviews.approve(ends, operator, withdrawal_id, now=now)
                    self.approved += 1
                except ClearwaterError:
                    # Approved by this one, or by as many as it needs.
                    continue
