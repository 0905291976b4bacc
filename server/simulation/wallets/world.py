"""The exchange with its wallets: beside engines and apis a worker, the signer, and the chains outside."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.tasks import Tools
from clearwater.entrypoints.wiring import follow_engine
from clearwater.entrypoints.worker import LOCK
from clearwater.kit.db import open_engine, open_sessions
from clearwater.kit.leader_lock import lead
from simulation.database import Database
from simulation.loop import Process, SimulationLoop
from simulation.wallets.chain import SimulatedChain
from simulation.wallets.host import Chance
from simulation.wallets.networks import GAS, HOT, ROOM, SimulatedFaucet, SimulatedNetworks, derive_address
from simulation.wallets.signer import SimulatedSigner, SimulatedSignerClient
from simulation.wallets.worker import run_wallet_worker
from simulation.worker import ENDS_WITH
from simulation.world import Api, ProcessClock, World

WORKERS = ("worker-1", "worker-2")
REDUNDANT = 0.2


class WalletHost:
    """The loop as chains and signer need it."""

    def __init__(self, loop: SimulationLoop) -> None:
        self._loop = loop

    def chance(self, name: str) -> Chance:
        return self._loop.chance(f"wallets {name}")

    def start_process(self, name: str) -> Process:
        return self._loop.start_process(name)

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        self._loop.call_later(seconds, work, context=self._loop.world.context)


class WalletWorld(World):
    """A world with wallets."""

    def __init__(self, loop: SimulationLoop, database: Database, database_url: str, folder: Path) -> None:
        super().__init__(loop, database, database_url, folder)
        self.host = WalletHost(loop)
        # A clock of its own: the signer's and that of the loaders of networks.
        clock = ProcessClock(loop)
        self.wallets = SimulatedNetworks(self.host, is_demo=False, clock=clock)
        self.faucet = SimulatedFaucet(self.wallets.chains, self.host)
        self.signer = SimulatedSigner(
            self.host,
            networks=self.wallets.specs,
            seed=self.wallets.seed,
            folder=folder,
            clock=clock,
            caps=ROOM,
        )
        # The worker that led last.
        self.leading = WORKERS[0]
        self._networks: dict[str, tuple[Process, Networks]] = {}

    def start_all(self) -> None:
        super().start_all()
        self.signer.start()
        for chain in self.wallets.chains.values():
            self.loop.world.spawn(chain.run())
        # One that waits for the lock asks for it every second.
        is_redundant = self.host.chance("workers").random() < REDUNDANT
        for name in WORKERS[: 1 + is_redundant]:
            self.start_worker(name)

    def start_worker(self, name: str) -> None:
        process = self.start_process(name, self.start_worker)
        clock = ProcessClock(self.loop)

        def wire() -> None:
            sessions = open_sessions(open_engine(self._url, pool_size=6), seal=self.seal)
            networks = self.wallets.connect(name)
            signer = SimulatedSignerClient(self.signer, self.host, name)

            async def work() -> None:
                engine = follow_engine(self.settings, self._url, "worker")
                async with asyncio.TaskGroup() as group:
                    group.create_task(engine.run(), name="engine")
                    await engine.wait_until_serving()
                    self.leading = name
                    tools = Tools(signer, self.faucet, sessions, clock, engine)
                    await run_wallet_worker(networks, tools)

            async def live() -> None:
                try:
                    await lead(self._url, LOCK, work, process=name)
                except* ENDS_WITH:
                    self.reached["a worker ended without its database"] += 1
                process.kill()

            self.workers[name] = process
            process.spawn(live())

        process.call(wire)

    def networks_of(self, api: Api) -> Networks:
        """The networks as an api process has them."""
        name = api.process.name
        known = self._networks.get(name)
        if known is None or known[0] is not api.process:
            known = self._networks[name] = (api.process, self.wallets.connect(name))
        return known[1]

    def house_addresses(self, chain: SimulatedChain) -> list[str]:
        return [derive_address(chain, HOT), derive_address(chain, GAS)]
