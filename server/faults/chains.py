"""Random deposits and withdrawals with kills and reorganisations: in the end the ledger equals the chains.

`make test-chains`. `SEED` repeats the choices of a run, though not their timing.
"""

import asyncio
import os
import secrets
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import ROUND_DOWN, Decimal
from pathlib import Path

from clearwater.adapters.chains.development_chain import FaucetRefused
from clearwater.adapters.chains.development_programs import find_programs
from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.wallets.ports import ChainError
from faults.movements import LEDGER_DIGITS, Movements, Paid
from faults.report import Row, check
from tests.crowd import audit
from tests.processes import Exchange
from tests.stopped_at import is_gone, numbers_of
from tests.wallet_client import (
    RunningNetwork,
    WalletClient,
    connect_clients,
    connect_networks,
    prepare_demo,
    read_rows,
)

MOVEMENTS = int(os.environ.get("MOVEMENTS", "500"))
CLIENTS = 5
VICTIMS = ("worker", "signer", "engine", "api", "postgres", "chains")
# So many movements from one to the next.
KILL_EVERY, REORG_EVERY, MINE_EVERY = 10, 14, 20
BLOCK_SECONDS = "1"
START_SECONDS = 120.0
QUIET_SECONDS = 240.0
POLL_SECONDS = 1.0
ENDED = {"completed", "failed", "canceled", "rejected"}
# What these stand for must never happen here.
GRAVE = {
    "reconciliation_difference",
    "ledger_disagrees",
    "deep_reorganisation",
    "credited_deposit_removed",
    "deposit_refused",
    "other_chain",
}


class Chaos:
    """Kills processes and replaces blocks, as often as there are movements."""

    def __init__(self, exchange: Exchange, movements: Movements, rng: SeededRandom) -> None:
        self._exchange = exchange
        self._movements = movements
        self._rng = rng
        self.kills: Counter[str] = Counter()
        self.reorgs: Counter[str] = Counter()

    async def rage(self) -> None:
        done = 0
        while True:
            await asyncio.sleep(POLL_SECONDS / 10)
            before, done = done, self._movements.total
            for number in range(before + 1, done + 1):
                if number % KILL_EVERY == 0:
                    await self._kill()
                if number % REORG_EVERY == 0:
                    await self._reorg()
                if number % MINE_EVERY == 0:
                    await self._pick_network().dev.mine(1 + self._rng.below(2))

    def _pick_network(self) -> RunningNetwork:
        networks = self._movements.networks
        return networks[self._rng.pick(sorted(networks))]

    async def _kill(self) -> None:
        victim = self._rng.pick(VICTIMS)
        numbers = [
            number
            for number in await asyncio.to_thread(numbers_of, self._exchange, victim)
            if not is_gone(number)
        ]
        for number in numbers:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        if numbers:
            self.kills[victim] += 1

    async def _reorg(self) -> None:
        network, depth = self._pick_network(), 1 + self._rng.below(2)
        # A killed miner may not have written down the state of the last blocks.
        with suppress(FaucetRefused, ChainError):
            await network.dev.reorg(depth)
            self.reorgs[f"{network.key} by {depth}"] += 1


async def chains(folder: Path) -> list[Row]:
    seed = int(os.environ.get("SEED") or secrets.randbelow(1 << 32))
    print(f"SEED={seed}", file=sys.stderr, flush=True)
    accounts = await prepare_demo(folder, CLIENTS)
    exchange = Exchange(
        folder,
        CLEARWATER_DEMO="true",
        CLEARWATER_DEMO_RATE="0",
        CLEARWATER_DEV_CHAINS="true",
        CLEARWATER_DEV_BLOCK_SECONDS=BLOCK_SECONDS,
        CLEARWATER_RATE_LIMITS="0",
    )
    networks: dict[str, RunningNetwork] = {}
    clients = connect_clients(exchange, accounts)
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        networks = await _wait_for_chains(exchange)
        movements = Movements(networks, clients, SeededRandom(seed))
        for client in clients:
            await movements.begin(client)
        await _wait_until_quiet(exchange, movements)
        chaos = Chaos(exchange, movements, SeededRandom(seed + 1))
        raging = asyncio.create_task(chaos.rage())
        try:
            turns = iter(range(MOVEMENTS - movements.total))
            await asyncio.gather(*(_keep_moving(movements, client, turns) for client in clients))
        finally:
            raging.cancel()
            await asyncio.gather(raging, return_exceptions=True)
        quiet_after = await _wait_until_quiet(exchange, movements)
        rows = [
            Row("seed", str(seed)),
            *(Row(what, str(number)) for what, number in sorted(movements.counts.items())),
            check("movements", movements.total, MOVEMENTS),
            Row("kills", _listed(chaos.kills)),
            Row("reorganisations", _listed(chaos.reorgs)),
            Row("answers lost, and asked for again", str(sum(client.lost_answers for client in clients))),
            _none("unexpected answers", movements.surprises),
            Row(
                "quiet", f"after {quiet_after:.0f} s", f"in {QUIET_SECONDS:.0f}", quiet_after < QUIET_SECONDS
            ),
            *await _check_withdrawals(movements),
            *await _check_deposits(movements),
            _none("balances that differ", await _compare_balances(movements)),
            *await _check_incidents(exchange),
            *await _audit(exchange),
        ]
    finally:
        for network in networks.values():
            await network.close()
        for client in clients:
            await client.http.aclose()
        await asyncio.to_thread(exchange.end)
    return rows


async def _keep_moving(movements: Movements, client: WalletClient, turns: Iterator[int]) -> None:
    for _ in turns:
        await movements.make(client)


async def _wait_for_chains(exchange: Exchange) -> dict[str, RunningNetwork]:
    """Until every chain runs and the house's wallets on it are funded for good."""
    wanted = set(find_programs().networks)
    async with asyncio.timeout(START_SECONDS):
        while True:
            await asyncio.sleep(POLL_SECONDS)
            rows = await read_rows(exchange, "SELECT network, bool_and(status = 'credited') AS is_credited"
                " FROM deposits WHERE client_id IS NULL GROUP BY network")  # fmt: skip
            funded = {row["network"] for row in rows if row["is_credited"]}
            if funded == wanted:
                return connect_networks(exchange)


async def _wait_until_quiet(exchange: Exchange, movements: Movements) -> float:
    """Until nothing is on its way; how long it took."""
    loop = asyncio.get_running_loop()
    started_at = loop.time()
    while loop.time() - started_at < QUIET_SECONDS:
        await asyncio.sleep(POLL_SECONDS)
        (row,) = await read_rows(
            exchange,
            "SELECT (SELECT count(*) FROM chain_transactions"
            " WHERE status IN ('planned', 'signed', 'broadcast'))"
            " + (SELECT count(*) FROM network_fees WHERE booked_at IS NULL)"
            " + (SELECT count(*) FROM withdrawals WHERE status IN ('processing', 'broadcast')"
            " OR (is_held AND status IN ('canceled', 'rejected'))) AS waiting",
        )
        if not row["waiting"] and not await _list_uncredited(movements):
            return loop.time() - started_at
    return QUIET_SECONDS


async def _list_credits(movements: Movements) -> list[tuple[int, str, str, str]]:
    """Client, network, transaction and status of every deposit as clients see them."""
    return [
        (client.number, item["network"], item["tx_id"], item["status"])
        for client in movements.clients
        for item in await client.list_all("/api/v1/deposit")
    ]


async def _list_uncredited(movements: Movements) -> list[Paid]:
    """Payments that are in the chain, or will be, and which no client has."""
    credited = {(network, tx_id) for _, network, tx_id, status in await _list_credits(movements)
        if status == "credited"}  # fmt: skip
    waiting = [paid for paid in movements.paid if (paid.network, paid.tx_id) not in credited]
    states = [await movements.networks[paid.network].node.status(paid.tx_id) for paid in waiting]
    return [paid for paid, status in zip(waiting, states, strict=True) if status.state != "unknown"]


async def _check_withdrawals(movements: Movements) -> list[Row]:
    lost, unpaid, misdirected = list[str](), list[str](), list[str]()
    ends: Counter[str] = Counter()
    for client in movements.clients:
        shown = {item["id"]: item for item in await client.list_all("/api/v1/withdrawal")}
        lost += [one.id for one in client.withdrawals if one.id not in shown]
        lost += sorted(set(shown) - {one.id for one in client.withdrawals})
        for one in client.withdrawals:
            status = shown.get(one.id, {}).get("status", "lost")
            ends[status] += 1
            if status not in ENDED or (one.is_confirmed and status == "canceled"):
                unpaid.append(f"{one.id} is {status}")
            if one.receiver is None:
                received = await movements.networks[one.network].received(one.address, one.coin)
                wanted = one.receive if status == "completed" else Decimal(0)
                if received != wanted:
                    misdirected.append(f"{one.id} ({status}): {received} instead of {wanted} {one.coin}")
    return [
        Row("withdrawals acknowledged", _listed(ends)),
        _none("acknowledged and lost, or unknown to their client", lost),
        _none("neither paid nor refunded", unpaid),
        _none("not paid exactly once, or paid and refunded", misdirected),
    ]


async def _check_deposits(movements: Movements) -> list[Row]:
    credited = Counter(
        (client, network, tx_id)
        for client, network, tx_id, status in await _list_credits(movements)
        if status == "credited"
    )
    paid = {(one.client, one.network, one.tx_id): one for one in movements.paid}
    gone = [
        key
        for key, one in paid.items()
        if (await movements.networks[one.network].node.status(one.tx_id)).state == "unknown"
    ]
    return [
        Row("deposits that reorganisations have removed", str(len(gone))),
        _none("in the chain and not credited", [one.tx_id for one in await _list_uncredited(movements)]),
        _none("credited twice", [key for key, number in credited.items() if number > 1]),
        _none("credited, but not in the chain", [key for key in gone if credited[key]]),
        _none("credited, but never paid", [key for key in credited if key not in paid]),
    ]


async def _compare_balances(movements: Movements) -> list[str]:
    """What clients have, against what the chains and the answers say."""
    wanted: defaultdict[tuple[int, str], Decimal] = defaultdict(Decimal)
    for paid in movements.paid:
        if (await movements.networks[paid.network].node.status(paid.tx_id)).state == "mined":
            wanted[paid.client, paid.coin] += paid.amount.quantize(LEDGER_DIGITS, ROUND_DOWN)
    for client in movements.clients:
        shown = {item["id"]: item["status"] for item in await client.list_all("/api/v1/withdrawal")}
        for one in client.withdrawals:
            if shown.get(one.id) == "completed":
                wanted[client.number, one.coin] -= one.amount
                if one.receiver is not None:
                    wanted[one.receiver, one.coin] += one.receive
    differing = []
    for client in movements.clients:
        seen = await client.balances("total")
        coins = {coin for number, coin in wanted if number == client.number}
        differing += [
            f"client {client.number} has {seen.get(coin, 0)} instead of {wanted[client.number, coin]} {coin}"
            for coin in sorted(coins | set(seen))
            if seen.get(coin, 0) != wanted[client.number, coin]
        ]
    return differing


async def _check_incidents(exchange: Exchange) -> list[Row]:
    rows = await read_rows(exchange, "SELECT kind, network, subject FROM wallet_incidents")
    kinds = Counter(row["kind"] for row in rows)
    return [
        Row("incidents", _listed(kinds) or "none"),
        _none("grave ones", [f"{row['kind']} {row['subject']}" for row in rows if row["kind"] in GRAVE]),
    ]


async def _audit(exchange: Exchange) -> list[Row]:
    """With the miner stopped: a block between two readings would be a difference of the moment."""
    (miner,) = await asyncio.to_thread(numbers_of, exchange, "chains")
    os.kill(miner, signal.SIGSTOP)
    try:
        data = str(exchange.data_folder)
        proofs = [
            await asyncio.to_thread(audit, *options, CLEARWATER_DATA=data) for options in ((), ("--chains",))
        ]
    finally:
        os.kill(miner, signal.SIGCONT)
    return [
        _none(what, (proof.stdout + proof.stderr).strip().splitlines() if proof.returncode else [])
        for what, proof in zip(("differences in the proof", "with chains"), proofs, strict=True)
    ]


def _none(what: str, found: Sequence[object]) -> Row:
    """A row for what must not be; all of it is named above the table."""
    for one in found:
        print(f"{what}: {one}", file=sys.stderr, flush=True)
    return check(what, len(found), 0)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
