"""kill -9 around withdrawals, on a real node: exactly one payment or exactly one refund.

One kill of each kind, on real processes: the simulation tries every step (`simulation/wallets/`, ADR 0035).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.domains.wallets.ports import KeyPath, Payment
from tests.adapters.chains.test_evm_node import sign
from tests.builders import SignedInClient
from tests.crowd import audit
from tests.polling import eventually, ticks
from tests.stopped_at import STEP_SECONDS, Step
from tests.wallet_client import (
    Requested,
    RunningNetwork,
    WalletClient,
    connect_networks,
    prepare_demo,
    read_rows,
)

HOT = KeyPath("hot", 0)
GIFT = 10_000
AMOUNT = "50"
CONFIRMATIONS = 3

REQUEST_STEP = "engine after the commit"
CONFIRM_STEP = "api after it is confirmed"
# Signed, sent: what the worker does with a payment.
PAYMENT_STEPS = (
    ("signer after its journal", "itself"),
    ("worker before it is broadcast", "postgres"),
    ("worker before the broadcast is noted", "itself"),
)
SETTLEMENT_STEP = "worker after SettleWithdrawal"
REFUND_STEP = "worker before ReleaseWithdrawal"


class Withdrawing:
    """An exchange with one chain that only the test mines, and a client who withdraws."""

    def __init__(self, place: Path, client: SignedInClient) -> None:
        self.step = Step(place)
        self.exchange = self.step.start(
            CLEARWATER_DEMO="true",
            CLEARWATER_DEMO_RATE="0",
            CLEARWATER_DEV_CHAINS="true",
            CLEARWATER_DEV_BLOCK_SECONDS="0",
            LITECOIND="/nowhere",
            BITCOIND="/nowhere",
        )
        self.client = WalletClient(self.exchange, client, 0)
        self._payees = iter(range(1_000_000, 2_000_000))
        self.network: RunningNetwork

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        try:
            await asyncio.to_thread(self.exchange.wait_until_ready)
            await self._wait_for_chain()
            try:
                yield
            finally:
                await self.network.close()
        finally:
            await self.client.http.aclose()
            await asyncio.to_thread(self.exchange.end)

    async def _wait_for_chain(self) -> None:
        """Until the house has what it owes, and coins for fees."""
        await eventually(lambda: self.exchange.logged("development_wallet_refilled"), STEP_SECONDS)
        self.network = connect_networks(self.exchange)["eth-dev"]
        await self.network.dev.mine(CONFIRMATIONS)
        await self.wait_for("SELECT count(*) >= 2 AND bool_and(status = 'credited') FROM deposits")

    async def wait_for(self, condition: str) -> None:
        async for _ in ticks(STEP_SECONDS):
            if (await read_rows(self.exchange, condition))[0][0]:
                return

    async def request(self) -> Requested:
        payee = self.network.node.derive_address(KeyPath("deposit", next(self._payees)))
        answer = await self.client.request(coin="USDT", network="eth-dev", address=payee, amount=AMOUNT)
        assert answer.status_code == 201, answer.text
        return self.client.withdrawals[-1]

    async def confirm(self, withdrawal: Requested) -> None:
        answer = await self.client.confirm(withdrawal)
        assert answer.status_code == 200, answer.text

    async def kill_at(self, step: str, victim: str = "itself") -> None:
        self.step.arm(step)
        await self.step.kill(self.exchange, victim)

    async def take_nonce(self) -> None:
        """Somebody else with our keys uses the nonce of the transaction that is about to be sent."""
        node: Any = self.network.node
        hot = node.derive_address(HOT)
        rpc = JsonRpc("eth-dev", str(self.network.dev.network.rpc_url))
        before = await rpc.call("eth_getBalance", hot, "latest", kind=str)
        nonce = await node.mined_nonce(hot)
        payment = Payment(node.derive_address(KeyPath("deposit", 2_000_000)), 1)
        unsigned = node.build(HOT, payment, nonce=nonce, gas=21_000, fee_rate=50 * 10**9)
        await node.broadcast(sign(unsigned))
        await self.network.dev.mine()
        # What it cost: the ledger knows nothing of it.
        await rpc.call("hardhat_setBalance", hot, before)
        await rpc.close()


async def test_a_withdrawal_is_paid_or_refunded_once_whichever_process_dies(place: Path) -> None:
    (client,) = await prepare_demo(place, 1, usdt=GIFT)
    withdrawing = Withdrawing(place, client)
    async with withdrawing.running():
        paid = await pay_through_kills(withdrawing)
        await settle_through_a_kill(withdrawing)
        refunded = await refund_through_a_kill(withdrawing)

        await require_outcome(withdrawing, paid, refunded)


async def pay_through_kills(withdrawing: Withdrawing) -> list[Requested]:
    for step in PAYMENT_STEPS:
        withdrawal = await withdrawing.request()
        killing = asyncio.create_task(withdrawing.kill_at(*step))
        await withdrawing.confirm(withdrawal)
        await killing
    killing = asyncio.create_task(withdrawing.kill_at(REQUEST_STEP))
    withdrawal = await withdrawing.request()
    await killing
    killing = asyncio.create_task(withdrawing.kill_at(CONFIRM_STEP))
    await withdrawing.confirm(withdrawal)
    await killing
    return list(withdrawing.client.withdrawals)


async def settle_through_a_kill(withdrawing: Withdrawing) -> None:
    await withdrawing.wait_for("SELECT bool_and(status = 'broadcast') FROM withdrawals")
    killing = asyncio.create_task(withdrawing.kill_at(SETTLEMENT_STEP))
    await withdrawing.network.dev.mine(CONFIRMATIONS)
    await killing
    await withdrawing.wait_for("SELECT bool_and(status = 'completed') FROM withdrawals")


async def refund_through_a_kill(withdrawing: Withdrawing) -> Requested:
    """Its transaction can never be mined, and everybody learns that in the middle of a kill."""
    withdrawal = await withdrawing.request()
    withdrawing.step.arm("worker before it is broadcast")
    await withdrawing.confirm(withdrawal)
    await withdrawing.step.wait()
    await withdrawing.take_nonce()
    await withdrawing.step.kill(withdrawing.exchange)
    await withdrawing.wait_for(
        "SELECT bool_or(replaced_height > 0) FROM chain_transactions WHERE status = 'signed'"
    )
    killing = asyncio.create_task(withdrawing.kill_at(REFUND_STEP))
    await withdrawing.network.dev.mine(CONFIRMATIONS)
    await killing
    await withdrawing.wait_for("SELECT count(*) = 1 FROM withdrawals WHERE status = 'failed'")
    return withdrawal


async def require_outcome(withdrawing: Withdrawing, paid: list[Requested], refunded: Requested) -> None:
    unfinished = "status NOT IN ('completed', 'canceled', 'failed') OR is_held"
    await withdrawing.wait_for(f"SELECT count(*) = 0 FROM withdrawals WHERE {unfinished}")
    await withdrawing.wait_for("SELECT count(*) = 0 FROM network_fees WHERE booked_at IS NULL")
    shown = {item["id"]: item["status"] for item in await withdrawing.client.list_all("/api/v1/withdrawal")}
    received = {one.id: await withdrawing.network.received(one.address, "USDT") for one in (*paid, refunded)}
    assert [(shown.pop(one.id), received[one.id]) for one in paid] == [
        ("completed", one.receive) for one in paid
    ]
    assert shown == {refunded.id: "failed"}
    assert received[refunded.id] == 0
    balances = await withdrawing.client.balances("total")
    assert balances == {"USDT": Decimal(GIFT) - sum(one.amount for one in paid)}
    for options in ((), ("--chains",)):
        proof = await asyncio.to_thread(
            audit, *options, CLEARWATER_DATA=str(withdrawing.exchange.data_folder)
        )
        assert proof.returncode == 0, proof.stdout + proof.stderr
