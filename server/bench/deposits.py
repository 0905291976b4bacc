"""Deposits from the node to the ledger: how fast blocks are scanned, and how fast deposits are credited.

Real development nodes, a durable database, and the engine in its own process. Blocks hold a few payments, one
of them to a client; then one block holds a deposit of every client.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from embit import finalizer
from embit.psbt import PSBT
from sqlalchemy import insert

from bench.gateway import engine_process
from clearwater.adapters.chains.development_chain import WALLET
from clearwater.adapters.chains.networks import DevelopmentChain
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.adapters.postgres_server import as_application, database
from clearwater.core.commands import ListCoin
from clearwater.domains.clients.models import Client
from clearwater.domains.sites import service as sites
from clearwater.domains.wallets import queries
from clearwater.domains.wallets.crediting import Crediting
from clearwater.domains.wallets.models import DepositAddress
from clearwater.domains.wallets.ports import KeyPath, Output, Payment, SignedTransaction
from clearwater.domains.wallets.watcher import Watcher
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import Services, open_services
from clearwater.kit.clock import milliseconds
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id
from clearwater.kit.migrations import migrate
from tests.adapters.chains.nodes import RunningChain, private_key, running_chain

CLIENTS = 1_000
BLOCKS = 300
PAYMENTS_PER_BLOCK = 3
# Of strangers, from this number on.
STRANGERS = 1_000_000
PURSES = 2_000_000
UNIT = 10**8

Pay = Callable[[str, Decimal], Awaitable[object]]


class Scanned(NamedTuple):
    """Blocks a second: as the watcher stores them, and as its node gives them when nobody stores them."""

    stored: float
    read: float


@dataclass
class House:
    """A demo ledger that follows one chain, and clients who have an address there."""

    chain: RunningChain
    services: Services
    engine: Follower

    @property
    def key(self) -> str:
        return self.chain.network.key

    @property
    def coin(self) -> str:
        return self.chain.network.own.coin

    async def list_coins(self) -> None:
        now = milliseconds(self.services.clock.now())
        for asset in self.chain.network.assets:
            await self.engine.submit(ListCoin(now, asset.coin, 8, 10**17))

    async def add_clients(self) -> None:
        now = self.services.clock.now()
        async with transaction(self.services.sessions) as session:
            site = await sites.get_site(session, "127.0.0.1")
            await queries.ensure_network(session, self.key, height=0, now=now)
            clients = [
                {
                    "id": new_id(),
                    "site_id": site.id,
                    "email": f"{self.key}-{number}@example.org",
                    "email_is_confirmed": True,
                    "password_hash": "",
                    "accepted_terms_at": now,
                    "created_at": now,
                }
                for number in range(CLIENTS)
            ]
            addresses = [
                {
                    "network": self.key,
                    "index": number,
                    "client_id": client["id"],
                    "address": self.chain.address(number),
                    "created_at": now,
                }
                for number, client in enumerate(clients)
            ]
            await session.execute(insert(Client), clients)
            await session.execute(insert(DepositAddress), addresses)

    async def count_credited(self) -> int:
        async with self.services.sessions() as session:
            found = await session.scalars(queries.select_all_deposits(status="credited", network=self.key))
            return len(found.all())


@asynccontextmanager
async def a_house(network: str, folder: Path) -> AsyncIterator[House]:
    """A database, an engine and a node of their own."""
    settings = Settings(data_folder=folder, database_url=None)
    async with database(settings) as url, running_chain(network, folder / "nodes") as chain:
        await asyncio.to_thread(migrate, url, APPLICATION_ROLE)
        application = as_application(url)
        async with (
            engine_process(folder, application, CLEARWATER_DEMO="true") as engine,
            open_services(settings, application) as services,
        ):
            house = House(chain, services, engine)
            await house.list_coins()
            await house.add_clients()
            yield house


async def make_blocks(chain: RunningChain, payers: list[Pay], blocks: int) -> None:
    """Blocks with a few payments each, one of them to a client."""
    amount = 2 * chain.network.own.min_deposit
    for number in range(blocks):
        for place, pay in enumerate(payers):
            await pay(chain.address(STRANGERS + place if place else number % CLIENTS), amount)
        await chain.dev.mine()


async def find_payers(chain: RunningChain) -> list[Pay]:
    """Whoever pays something in each block."""
    if chain.network.kind == "evm":
        return [chain.dev.pay] * PAYMENTS_PER_BLOCK
    purses = [Purse(chain, KeyPath("deposit", PURSES + place)) for place in range(PAYMENTS_PER_BLOCK)]
    for purse in purses:
        await purse.fill()
    await chain.dev.mine()
    return [purse.pay for purse in purses]


class Purse:
    """A key that pays out of one output again and again; the node's own wallet takes 80 ms for a payment."""

    def __init__(self, chain: RunningChain, key: KeyPath) -> None:
        self._chain = chain
        self._key = key

    async def fill(self) -> None:
        tx_id = await self._chain.dev.pay(self._chain.address(self._key.index), Decimal(100))
        rpc = JsonRpc(self._chain.network.key, self._chain.written.rpc_url)
        found = await rpc.call("getrawtransaction", tx_id, True)
        await rpc.close()
        amount = 100 * UNIT
        (place,) = [out["n"] for out in found["vout"] if round(out["value"] * UNIT) == amount]
        self._output = Output(tx_id, place, amount, self._key)

    async def pay(self, address: str, amount: Decimal) -> None:
        node = self._chain.node
        payment = Payment(address, int(amount * UNIT))
        unsigned = node.build([self._output], [payment], self._key, node.network.fee.floor)
        psbt = PSBT.from_base64(unsigned.payload)
        psbt.sign_with(private_key("utxo", self._key))
        transaction = finalizer.finalize_psbt(psbt)
        tx_id = transaction.txid().hex()
        await node.broadcast(SignedTransaction(tx_id, transaction.serialize().hex()))
        self._output = Output(tx_id, 1, unsigned.change, self._key)


async def measure_scan(house: House) -> Scanned:
    """From the node into the database, all blocks there are."""
    await make_blocks(house.chain, await find_payers(house.chain), BLOCKS)
    height = await house.chain.dev.height()
    watcher = Watcher(house.chain.node, house.services.sessions, house.services.clock, house.engine)
    started = time.perf_counter()
    while await watcher.step():
        pass
    stored = time.perf_counter() - started
    started = time.perf_counter()
    await read_blocks(house.chain, height)
    read = time.perf_counter() - started
    return Scanned(height / stored, height / read)


async def read_blocks(chain: RunningChain, height: int) -> None:
    """The same blocks, looked through and stored nowhere."""
    watched = {chain.address(number): None for number in range(CLIENTS)}
    for number in range(1, height + 1):
        block = await chain.node.block(number)
        assert block is not None
        await chain.node.scan(block, watched)


async def measure_credits(house: House) -> float:
    """Seconds from a block with a deposit of every client to the last credit that the engine acknowledged."""
    sessions, clock = house.services.sessions, house.services.clock
    watcher = Watcher(house.chain.node, sessions, clock, house.engine)
    crediting = Crediting(house.chain.node, sessions, clock, house.engine)

    async def follow() -> None:
        while await watcher.step() or await crediting.step():
            pass

    await house.chain.dev.mine(house.chain.network.confirmations)
    await follow()
    before = await house.count_credited()
    await pay_everybody(house.chain.written, house.chain)
    await house.chain.dev.mine(house.chain.network.confirmations)
    started = time.perf_counter()
    await follow()
    took = time.perf_counter() - started
    assert await house.count_credited() - before == CLIENTS
    return took


async def pay_everybody(written: DevelopmentChain, chain: RunningChain) -> None:
    """One transaction with an output for every client."""
    wallet = JsonRpc(written.network, f"{written.rpc_url}/wallet/{WALLET}", timeout_seconds=60)
    amount = f"{2 * chain.network.own.min_deposit:f}"
    try:
        payments = {chain.address(number): amount for number in range(CLIENTS)}
        await wallet.call("sendmany", "", payments, kind=str)
    finally:
        await wallet.close()
