"""What must hold of wallets after every seed: the chains know who was paid, and by which transaction."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import asyncpg

from clearwater.adapters.signer.journal import Entry
from clearwater.core.money import POWERS
from clearwater.domains.wallets.reconciliation import Comparison, compare
from clearwater.kit.database_hosts import connect
from simulation.wallets.chain import SimulatedChain
from simulation.wallets.clients import Asked, Paid, WalletClient
from simulation.wallets.networks import DECIMALS
from simulation.wallets.world import WalletWorld
from simulation.world import APIS, Api

SETTLE_SECONDS = 300.0
# A request that was refused is looked after for a while, whether or not the ledger has a hold for it.
OPEN_WITHDRAWALS = """
    SELECT id, status, is_held, coin, network FROM withdrawals AS asked
    WHERE status NOT IN ('completed', 'failed', 'rejected', 'canceled')
    OR is_held AND EXISTS (
        SELECT FROM transfers WHERE reference = 'withdrawal:' || asked.id AND status = 'held'
    )
"""
OPEN_TRANSACTIONS = """
    SELECT reference, purpose, attempt, status, network FROM chain_transactions
    WHERE status IN ('planned', 'signed', 'broadcast')
"""
OPEN_DEPOSITS = "SELECT tx_id, status, coin FROM deposits WHERE status IN ('detected', 'confirming')"
OPEN_FEES = "SELECT tx_id, coin FROM network_fees WHERE booked_at IS NULL"
BEHIND = (
    "SELECT key, status, height, node_height FROM networks WHERE height < node_height OR status <> 'enabled'"
)
UNSETTLED = (OPEN_WITHDRAWALS, OPEN_TRANSACTIONS, OPEN_DEPOSITS, OPEN_FEES, BEHIND)
WITHDRAWALS = "SELECT id, status, amount, fee, tx_id, receiver_id FROM withdrawals"
TRANSFERS = "SELECT reference, status FROM transfers WHERE kind = 'withdrawal'"
DEPOSITS = "SELECT network, tx_id, place, address, coin, amount, native, status, client_id FROM deposits"
BALANCES = """
    SELECT coin, sum(amount) AS amount FROM balances WHERE owner = $1 GROUP BY coin HAVING sum(amount) <> 0
"""
ENDS = {"completed": "settled", "failed": "released", "rejected": "released", "canceled": "released"}
COMPARISONS, COMPARISON_SECONDS = 40, 0.7


# Rare meetings that the tables show afterwards.
MEETINGS = {
    "payout: completed": "withdrawals WHERE status = 'completed' AND receiver_id IS NULL",
    "payout: inside of the house": "withdrawals WHERE receiver_id IS NOT NULL",
    "payout: given back by the worker": "withdrawals WHERE status = 'failed' AND confirmed_at IS NOT NULL",
    "payout: sent again with a higher fee": "chain_transactions WHERE attempt > 1",
    "payout: hurried on by a child": "chain_transactions WHERE reference LIKE 'hurry:%'",
    "payout: reverted in a block": "chain_transactions WHERE status = 'reverted'",
    "payout: replaced by another": "chain_transactions WHERE status = 'replaced'",
    "sweep: sent": "chain_transactions WHERE purpose IN ('sweep', 'gas')",
    "deposit: orphaned": "deposits WHERE status = 'orphaned'",
    "deposit: below the minimum": "deposits WHERE status = 'below_minimum'",
}


async def count_table_meetings(world: WalletWorld) -> dict[str, int]:
    connection = await connect(world.database_url)
    try:
        return {
            name: await connection.fetchval(f"SELECT count(*) FROM {rows}") for name, rows in MEETINGS.items()
        }
    finally:
        await connection.close()


async def wait_until_settled(world: WalletWorld) -> list[str]:
    """Until nothing is on its way any more; what is still on its way after a long time."""
    connection = await connect(world.database_url)
    try:
        loop = asyncio.get_running_loop()
        until = loop.time() + SETTLE_SECONDS
        calm = 0
        while calm < 2:
            await asyncio.sleep(2.0)
            left = [dict(row) for query in UNSETTLED for row in await connection.fetch(query)]
            calm = 0 if left else calm + 1
            if left and loop.time() > until:
                return [
                    f"After {SETTLE_SECONDS:.0f} s without faults it is not done: {row}" for row in left[:5]
                ]
    finally:
        await connection.close()
    return []


@dataclass(frozen=True)
class Tables:
    """What the exchange says of it all."""

    withdrawals: dict[Any, asyncpg.Record]
    transfers: dict[str, str]
    deposits: dict[tuple[str, str], asyncpg.Record]
    balances: dict[Any, Counter[str]]


async def read_tables(world: WalletWorld, clients: list[WalletClient]) -> Tables:
    connection = await connect(world.database_url)
    try:
        return Tables(
            {row["id"]: row for row in await connection.fetch(WITHDRAWALS)},
            {row["reference"]: row["status"] for row in await connection.fetch(TRANSFERS)},
            {(row["network"], row["tx_id"]): row for row in await connection.fetch(DEPOSITS)},
            {
                client.id: Counter(
                    {
                        row["coin"]: int(row["amount"])
                        for row in await connection.fetch(BALANCES, str(client.id))
                    }
                )
                for client in clients
            },
        )
    finally:
        await connection.close()


async def check_wallets(world: WalletWorld, clients: list[WalletClient]) -> list[str]:
    """Everything that is wrong, in words."""
    tables = await read_tables(world, clients)
    found = [
        *(
            line
            for client in clients
            for asked in client.asked
            for line in _check_asked(world, tables, asked)
        ),
        *_check_nobody_else_was_paid(world, tables, clients),
        *(line for client in clients for paid in client.paid for line in _check_paid(world, tables, paid)),
        *_check_credits(world, tables),
        *_check_balances(tables, clients),
        *check_signed(world, clients),
    ]
    for key, chain in world.wallets.chains.items():
        chain.is_resting = True
        found += await _compare(world, key)
    return found


def _check_asked(world: WalletWorld, tables: Tables, asked: Asked) -> Iterator[str]:
    """Each withdrawal was paid exactly once, or given back exactly once."""
    row = tables.withdrawals.get(asked.id)
    if row is None:
        yield f"An acknowledged withdrawal is missing: {asked}."
        return
    chain = world.wallets.chains[asked.network]
    status, ledger = row["status"], tables.transfers.get(f"withdrawal:{asked.id}")
    if ledger != ENDS.get(status):
        yield f"The ledger has {ledger} for a withdrawal that is {status}: {asked}."
    if asked.is_canceled and status != "canceled":
        yield f"A withdrawal that was canceled is {status}: {asked}."
    payments = chain.payments_to(asked.address)
    if row["receiver_id"] is not None:
        native = _native(chain, asked)
        if any(one.amount == native for tx_id, one in payments if tx_id not in chain.outside):
            yield f"A transfer inside of the house was paid on the chain, too: {asked}."
        return
    expected = [_native(chain, asked)] if status == "completed" else []
    if [one.amount for _, one in payments] != expected:
        yield f"A withdrawal that is {status} was paid {payments} instead of {expected}: {asked}."
    if payments and status == "completed" and payments[0][0] != row["tx_id"]:
        yield f"A withdrawal shows another transaction than the one that paid it: {asked}, {payments}."


def _native(chain: SimulatedChain, asked: Asked) -> int:
    decimals = next(one.decimals for one in chain.network.assets if one.coin == asked.coin)
    native: int = (asked.amount - asked.fee) * POWERS[decimals] // POWERS[DECIMALS[asked.coin]]
    return native


def _check_nobody_else_was_paid(
    world: WalletWorld, tables: Tables, clients: list[WalletClient]
) -> Iterator[str]:
    """Withdrawals that nobody was told of are not paid: without a code nobody confirms them."""
    known = {asked.id for client in clients for asked in client.asked}
    for withdrawal_id, row in tables.withdrawals.items():
        if withdrawal_id not in known and row["status"] == "completed":
            yield f"A withdrawal was paid that nobody was told of: {withdrawal_id}."
    for chain in world.wallets.chains.values():
        paid = {asked.address for client in clients for asked in client.asked}
        paid |= {address for client in clients for address in client.addresses.values()}
        own = set(world.house_addresses(chain)) | {"a thief"}
        for tx_id, one in chain.payments():
            if one.address not in paid | own and one.amount:
                yield f"{tx_id} pays {one.amount} to {one.address}, whom nobody knows."


def _check_paid(world: WalletWorld, tables: Tables, paid: Paid) -> Iterator[str]:
    """Each deposit that is final was credited, or is too small for that."""
    chain = world.wallets.chains[paid.network]
    row = tables.deposits.get((paid.network, paid.tx_id))
    if not chain.is_final(paid.tx_id):
        if row is not None and row["status"] == "credited":
            yield f"A deposit that is not in the chain was credited: {paid}."
        return
    if row is None or row["status"] not in {"credited", "below_minimum"}:
        yield f"A deposit that is final is {row and row['status']}: {paid}."
    elif row["status"] == "below_minimum":
        asset = next(one for one in chain.network.assets if one.coin == paid.coin)
        if int(row["native"]) >= int(asset.min_deposit.scaleb(asset.decimals)):
            yield f"A deposit of {row['native']} counts as too small: {paid}."


def _check_credits(world: WalletWorld, tables: Tables) -> Iterator[str]:
    """What was credited is what the chain has."""
    for (network, tx_id), row in tables.deposits.items():
        if row["status"] != "credited":
            continue
        chain = world.wallets.chains[network]
        found = [one.amount for known, one in chain.payments_to(row["address"]) if known == tx_id]
        if found != [int(row["native"])]:
            yield f"A credit of {row['native']} for {tx_id}, which pays {found}."


def _check_balances(tables: Tables, clients: list[WalletClient]) -> Iterator[str]:
    """Each client has what was credited less what was withdrawn."""
    expected: dict[Any, Counter[str]] = {client.id: Counter() for client in clients}
    for row in tables.deposits.values():
        if row["status"] == "credited" and row["client_id"] is not None:
            expected[row["client_id"]][row["coin"]] += row["amount"]
    for client in clients:
        for asked in client.asked:
            row = tables.withdrawals[asked.id]
            if row["status"] == "completed":
                expected[client.id][asked.coin] -= asked.amount
                if row["receiver_id"] is not None:
                    expected[row["receiver_id"]][asked.coin] += asked.amount - asked.fee
    for client in clients:
        if +expected[client.id] != tables.balances[client.id]:
            yield f"Client {client.number} has {tables.balances[client.id]}; expected {expected[client.id]}."


def check_signed(world: WalletWorld, clients: list[WalletClient]) -> Iterator[str]:
    """Of all that was ever signed to pay one withdrawal, no two can be mined."""
    payees = {asked.address.lower() for client in clients for asked in client.asked}
    payees -= {address.lower() for client in clients for address in client.addresses.values()}
    by_payee: dict[str, list[Entry]] = {}
    for entry in world.signer.journal.entries():
        for payment in entry.payments:
            if payment.address.lower() in payees:
                by_payee.setdefault(payment.address.lower(), []).append(entry)
    for payee, entries in by_payee.items():
        for place, entry in enumerate(entries):
            for other in entries[:place]:
                if not _excludes(entry, other):
                    yield f"{other.tx_id} and {entry.tx_id} both pay {payee}, and both can be mined."


def _excludes(one: Entry, other: Entry) -> bool:
    if one.sender:
        return (one.sender, one.nonce) == (other.sender, other.nonce)
    places = {(spent.tx_id, spent.place) for spent in one.inputs}
    return any((spent.tx_id, spent.place) in places for spent in other.inputs)


async def _compare(world: WalletWorld, key: str) -> list[str]:
    """The chain has what the ledger owes, but for what was stolen.

    A sweep that is just being mined is seen on the chain first, so a difference counts that stays.
    """
    found: list[str] = []
    for _ in range(COMPARISONS):
        found = await _find_differences(world, key)
        if not found:
            return []
        await asyncio.sleep(COMPARISON_SECONDS)
    return found


async def _find_differences(world: WalletWorld, key: str) -> list[str]:
    async def ask(api: Api) -> tuple[int, list[Comparison]] | None:
        node = world.networks_of(api).chains[key]
        await api.follower.catch_up()
        return await compare(node, api.sessions, api.follower.view)

    found = await world.request(APIS[0], ask)
    if found is None:
        return [f"{key}: the worker does not keep up with the node"]
    chain = world.wallets.chains[key]
    stolen = {chain.network.own.coin: chain.stolen()}
    return [
        f"{key}: {one.coin} on the chain is {one.difference:+} off the ledger"
        for one in found[1]
        if one.difference + stolen.get(one.coin, 0)
    ]
