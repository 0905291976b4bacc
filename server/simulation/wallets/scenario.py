"""One seed of the wallets: begin, let clients act among faults, let everything settle, and look."""

import asyncio
from collections import Counter
from pathlib import Path

from clearwater.kit.db import open_engine, open_sessions
from simulation.checks import wait_until_serving
from simulation.database import Database
from simulation.loop import SimulationLoop
from simulation.wallets.checks import check_signed, check_wallets, count_table_meetings, wait_until_settled
from simulation.wallets.clients import WalletClient
from simulation.wallets.faults import WalletFaults
from simulation.wallets.networks import ROOM
from simulation.wallets.setting import open_coins, prepare
from simulation.wallets.staff import Staff
from simulation.wallets.world import WalletWorld
from simulation.world import APIS, Api, ProcessClock

CLIENTS = 4
WARM_UP_SECONDS = 5.0


class WalletSeed:
    """A seed, as it goes on."""

    def __init__(
        self,
        loop: SimulationLoop,
        database: Database,
        database_url: str,
        folder: Path,
        *,
        acts: int,
        faults: int,
        without_acts: frozenset[int],
        without_faults: frozenset[int],
    ) -> None:
        self._loop = loop
        self._url = database_url
        self._acts = max(acts // CLIENTS, 1)
        self._without = without_acts
        self.world = WalletWorld(loop, database, database_url, folder)
        self.faults = WalletFaults(self.world, max_faults=faults, without=without_faults)
        self.clients: list[WalletClient] = []
        self.staff = Staff(self.world)

    @property
    def acts(self) -> list[str]:
        return [act for client in self.clients for act in client.acts]

    async def live(self) -> list[str]:
        """Everything that is wrong in the end, in words; runs on the world's own process."""
        world = self.world
        world.start_all()
        if problems := await wait_until_serving(world):
            return problems
        await self._begin()
        injecting = self._loop.world.spawn(self.faults.run())
        await asyncio.gather(*(client.run(self._acts, self._without) for client in self.clients))
        world.is_ending = True
        await injecting
        problems = await self._settle()
        if problems:
            problems += check_signed(world, self.clients)
        else:
            problems = await check_wallets(world, self.clients)
        problems += world.problems
        self._count_reached()
        world.reached.update(await count_table_meetings(world))
        return problems

    async def _begin(self) -> None:
        async def list_coins(api: Api) -> None:
            await open_coins(api.follower, api.clock)

        world = self.world
        await world.request(APIS[0], list_coins)
        engine = open_engine(self._url, pool_size=1)
        ids = await prepare(open_sessions(engine, seal=world.seal), ProcessClock(self._loop), CLIENTS)
        await engine.dispose()
        world.wallets.fund_house()
        self.clients += [WalletClient(world, client_id, number) for number, client_id in enumerate(ids)]
        for client in self.clients:
            client.others = [one for one in self.clients if one is not client]
        self._loop.world.spawn(self.staff.run())
        await asyncio.sleep(WARM_UP_SECONDS)

    async def _settle(self) -> list[str]:
        """No more faults; nothing more is asked for."""
        world = self.world
        world.heal()
        world.wallets.heal()
        world.signer.set_caps(ROOM)
        world.signer.heal()
        world.signer.on_question.clear()
        for chain in world.wallets.chains.values():
            chain.on_broadcast.clear()
        problems = await wait_until_serving(world)
        for client in self.clients:
            await client.give_up()
        return [*problems, *await wait_until_settled(world)]

    def _count_reached(self) -> None:
        """The rare meetings of this seed."""
        world, chains = self.world, self.world.wallets.chains.values()
        reached = Counter(
            {
                "signer: died": world.signer.deaths,
                "signer: died while it wrote": world.signer.deaths_while_writing,
                "chain: forks": sum(chain.forks for chain in chains),
                "chain: forks that take back what was final": sum(chain.deepest_fork > 2 for chain in chains),
                "chain: thefts": sum(len(chain.thefts) for chain in chains),
                "node: lost answers": world.wallets.lost_answers,
                "clients: deposits": sum(len(client.paid) for client in self.clients),
                "clients: withdrawals": sum(len(client.asked) for client in self.clients),
                "clients: repeated requests": sum(client.repeated for client in self.clients),
                "staff: approved": self.staff.approved,
                "staff: rejected": self.staff.rejected,
                "staff: resumed a network": self.staff.resumed,
            }
        )
        world.reached.update(+reached)
