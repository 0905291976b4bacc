"""Wallets: scanning blocks, crediting deposits, giving addresses, and what orders notice of a busy watcher.

    python -m bench.wallets [scan] [address] [orders]

Without names all parts are measured. The nodes run on the same machine, so scanning counts their work, too.
"""

import asyncio
import json
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import asyncpg
import structlog

from bench.deposits import BLOCKS, CLIENTS, a_house, find_payers, make_blocks, measure_credits, measure_scan
from bench.machine import Machine
from bench.orders import SECONDS, Generator, Load, trading_site
from bench.site import data_folder
from clearwater.adapters.chains.connections import connect_chain
from clearwater.adapters.chains.development_chain import connect_development_chain
from clearwater.adapters.chains.networks import CHAINS_FOLDER, read_development_chains
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.postgres_server import find_running_url
from clearwater.domains.wallets.watcher import BLOCKS_AT_ONCE
from tests.adapters.chains.nodes import PROGRAMS, RunningChain

UTXO, EVM = "ltc-regtest", "eth-dev"
MIN_BLOCKS_PER_SECOND = 200
MAX_CREDITS_SECONDS = 10.0
MAX_ANSWER_MS = 100.0
# Of order latency, while a watcher is busy.
MAX_RATIO = 1.1
RATE = 500
TURNS = 3
REPEATED = 100
SCANNED_BLOCKS = 500
READY_SECONDS = 120.0
POLL_SECONDS = 0.05


class Check(NamedTuple):
    words: str
    is_met: bool


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    parts = sys.argv[1:] or ["scan", "address", "orders"]
    missing = {UTXO, EVM} - set(PROGRAMS.networks)
    assert not missing, f"There is no program for {missing}; `make chains` installs it."
    machine = Machine()
    print(f"Wallets. {machine}", flush=True)
    are_met = True
    for words, is_met in measure(parts, machine):
        print(f"  {'ok  ' if is_met else 'OVER'} {words}", flush=True)
        are_met &= is_met
    sys.exit(int(not are_met))


def measure(parts: list[str], machine: Machine) -> Iterator[Check]:
    if "scan" in parts:
        for network in (UTXO, EVM):
            yield from asyncio.run(measure_chain(network, machine))
    if "address" in parts or "orders" in parts:
        yield from measure_site(parts, machine)


async def measure_chain(network: str, machine: Machine) -> list[Check]:
    """How fast blocks are scanned; on a UTXO chain also how fast a full block is credited."""
    with data_folder() as folder:
        async with a_house(network, folder) as house:
            scanned = await measure_scan(house)
            credited = await measure_credits(house) if network == UTXO else None
    machine.look()
    floor = machine.at_least(MIN_BLOCKS_PER_SECOND)
    checks = [
        Check(
            f"{network}: {scanned.stored:,.0f} blocks/s from the node into the database, at least"
            f" {MIN_BLOCKS_PER_SECOND} there, {floor:.0f} here; the node alone gives {scanned.read:,.0f}/s,"
            f" a ratio of {scanned.stored / scanned.read:.2f} ({BLOCKS} blocks with payments)",
            scanned.stored >= floor,
        )
    ]
    if credited is not None:
        most = machine.at_most(MAX_CREDITS_SECONDS)
        words = (
            f"{network}: {CLIENTS:,} deposits of one block credited in {credited:.1f} s, at most"
            f" {MAX_CREDITS_SECONDS:g} there, {most:.1f} here"
        )
        checks.append(Check(words, credited <= most))
    return checks


def measure_site(parts: list[str], machine: Machine) -> Iterator[Check]:
    """What clients of a site with development chains notice."""
    settings = {"CLEARWATER_DEV_CHAINS": "true", "CLEARWATER_DEV_BLOCK_SECONDS": "0", "BITCOIND": "/missing"}
    with trading_site(**settings) as generator:
        site = Site(generator)
        site.wait_until_enabled()
        if "address" in parts:
            yield from measure_answers(site, machine)
        if "orders" in parts:
            yield from measure_orders(site)


class Site:
    """The site of a load generator, as its clients ask it."""

    def __init__(self, generator: Generator) -> None:
        self.generator = generator
        self.folder = generator.folder
        self._target = generator.target

    def call(self, method: str, path: str, token: str = "", body: object = None) -> Any:
        headers = {"Content-Type": "application/json"} | ({"X-Token": token} if token else {})
        content = None if body is None else json.dumps(body).encode()
        url = f"http://{self._target.host}:{self._target.port}/api{path}"
        with urllib.request.urlopen(urllib.request.Request(url, content, headers, method=method)) as answer:
            return json.load(answer)

    def list_networks(self) -> Any:
        return self.call("GET", "/v1/deposit/networks")

    def ask_address(self, token: str) -> Any:
        body = {"coin": "LTC", "network": UTXO}
        return self.call("POST", "/v1/deposit/address", token, body)

    @property
    def tokens(self) -> list[str]:
        return self._target.tokens

    def wait_until_enabled(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not any(
            (one["network"], one["status"]) == (UTXO, "enabled") for one in self.list_networks()["items"]
        ):
            assert time.monotonic() < deadline, "The development chain does not run"
            time.sleep(POLL_SECONDS)


def measure_answers(site: Site, machine: Machine) -> list[Check]:
    """One request after the other, each on a connection of its own."""
    most = machine.at_most(MAX_ANSWER_MS)
    tokens = site.tokens[:REPEATED]
    # Whoever asks first has a session that no cache knows yet.
    figures = {
        "a new address": time_each([partial(site.ask_address, token) for token in tokens]),
        "a known address": time_each([partial(site.ask_address, token) for token in tokens]),
        "the networks": time_each([site.list_networks] * REPEATED),
    }
    return [
        Check(
            f"{name}: p50 {median(times):.1f} ms, p99 {quantiles(times, n=100)[98]:.1f} ms of {len(times)},"
            f" at most {MAX_ANSWER_MS:g} there, {most:.0f} here",
            quantiles(times, n=100)[98] <= most,
        )
        for name, times in figures.items()
    ]


def time_each(calls: list[Callable[[], object]]) -> list[float]:
    """Milliseconds of each call."""
    times: list[float] = []
    for call in calls:
        started = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - started))
    return times


def measure_orders(site: Site) -> list[Check]:
    """By turns: orders beside a watcher that waits, beside one that catches up, and beside its node alone.

    In the last, somebody reads as many blocks and throws them away: a real network's node is another machine.
    """
    asyncio.run(lengthen(site.folder))
    generator = site.generator
    generator.closed(4.0, in_flight=len(site.tokens))
    loads: dict[str, list[Load]] = {"quiet": [], "busy": [], "node": []}
    for turn in range(TURNS):
        asyncio.run(wait_until_read(site.folder))
        loads["quiet"].append(generator.open(RATE))
        with beside(partial(rescan, site.folder)) as scanned:
            loads["busy"].append(generator.open(RATE))
        asyncio.run(wait_until_read(site.folder))
        with beside(partial(read_only, site.folder, scanned[0] / SECONDS)) as read:
            loads["node"].append(generator.open(RATE))
        for name, measured in loads.items():
            print(f"  turn {turn + 1}, {name:5}: {measured[-1]}", flush=True)
        print(f"          {scanned[0]:,} blocks scanned, {read[0]:,} only read", flush=True)
    checks = []
    for name, pick in (("p50", lambda load: load.p50_ms), ("p99", lambda load: load.p99_ms)):
        quiet, busy, node = (median(map(pick, measured)) for measured in loads.values())
        words = (
            f"orders at {RATE}/s: {name} {busy:.1f} ms beside a busy watcher, {node:.1f} ms beside its node"
            f" alone, {busy / node:.2f}x (at most {MAX_RATIO:g}x); {quiet:.1f} ms without either"
        )
        checks.append(Check(words, busy <= MAX_RATIO * node))
    return checks


async def lengthen(folder: Path) -> None:
    """Give the site's chain blocks to read."""
    (written,) = [chain for chain in read_development_chains(folder) if chain.network == UTXO]
    dev = connect_development_chain(written, folder / CHAINS_FOLDER)
    node = connect_chain(dev.network)
    try:
        chain = RunningChain(written, dev, node)
        await make_blocks(chain, await find_payers(chain), SCANNED_BLOCKS)
    finally:
        await node.close()
        await dev.close()


async def wait_until_read(folder: Path) -> None:
    connection = await connect(folder)
    for _ in range(round(READY_SECONDS / POLL_SECONDS)):
        if await is_read(connection):
            break
        await asyncio.sleep(POLL_SECONDS)
    else:
        raise AssertionError("The worker does not catch up with the chain")
    await connection.close()


async def connect(folder: Path) -> asyncpg.Connection:
    url = find_running_url(folder)
    assert url is not None
    return await asyncpg.connect(url)


async def is_read(connection: asyncpg.Connection) -> bool:
    return bool(
        await connection.fetchval(
            "SELECT height = node_height AND height > $2 FROM networks WHERE key = $1", UTXO, SCANNED_BLOCKS
        )
    )


@contextmanager
def beside(work: Callable[[threading.Event, list[int]], Coroutine[Any, Any, None]]) -> Iterator[list[int]]:
    """Does work in a thread while the block runs; how many blocks it was."""
    stop, blocks = threading.Event(), [0]
    thread = threading.Thread(target=lambda: asyncio.run(work(stop, blocks)))
    thread.start()
    yield blocks
    stop.set()
    thread.join()


async def rescan(folder: Path, stop: threading.Event, scanned: list[int]) -> None:
    """The worker reads the chain from its beginning, again and again."""
    connection = await connect(folder)
    height = 0
    while not stop.is_set():
        if await is_read(connection):
            scanned[0] += height
            height = await connection.fetchval("SELECT height FROM networks WHERE key = $1", UTXO)
            async with connection.transaction():
                await connection.execute("DELETE FROM chain_blocks WHERE network = $1", UTXO)
                await connection.execute(
                    "UPDATE networks SET height = 0, block_hash = NULL WHERE key = $1", UTXO
                )
        await asyncio.sleep(POLL_SECONDS)
    scanned[0] += await connection.fetchval("SELECT height FROM networks WHERE key = $1", UTXO)
    await connection.close()


async def read_only(folder: Path, blocks_per_second: float, stop: threading.Event, read: list[int]) -> None:
    """Ask the node for blocks at this rate, in batches like a watcher's."""
    (chain,) = [chain for chain in read_development_chains(folder) if chain.network == UTXO]
    rpc = JsonRpc(chain.network, chain.rpc_url)
    started = time.monotonic()
    while not stop.is_set():
        heights = [(read[0] + place) % SCANNED_BLOCKS for place in range(BLOCKS_AT_ONCE)]
        hashes = await rpc.read([("getblockhash", (height,)) for height in heights], str)
        await rpc.batch([("getblock", (block_hash, 2)) for block_hash in hashes])
        read[0] += BLOCKS_AT_ONCE
        await asyncio.sleep(max(0.0, started + read[0] / blocks_per_second - time.monotonic()))
    await rpc.close()


if __name__ == "__main__":
    main()
