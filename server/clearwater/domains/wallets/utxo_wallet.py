"""The house's wallet on a UTXO chain: which outputs a payment spends, and how it is hurried on."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets import transaction_queries as stored
from clearwater.domains.wallets.models import ChainOutput, ChainTransaction, Network
from clearwater.domains.wallets.ports import (
    KeyPath,
    Output,
    Payment,
    UnsignedTransaction,
    UtxoChain,
    Wallet,
)
from clearwater.domains.wallets.sending import CHILD, payments_of, plan, plan_again, unsigned_of
from clearwater.kit.ids import new_id

HOT = KeyPath("hot", 0)
MAX_INPUTS = 100
# Below this the node would not pass a change output on.
DUST = 1_000
# Deposits are brought together once there are so many, or together they are worth so many times the fee.
SWEEP_OUTPUTS, SWEEP_WORTH = 20, 20


class UtxoWallet:
    def __init__(self, chain: UtxoChain) -> None:
        self._chain = chain
        self._key = chain.network.key

    async def plan_payment(
        self, session: AsyncSession, network: Network, reference: str, payment: Payment, *, now: datetime
    ) -> ChainTransaction | None:
        rate = await self._chain.fee_rate()
        chosen = await self._choose(session, network, payment, rate)
        if chosen is None:
            return None
        unsigned = self._chain.build([_output_of(row) for row in chosen], (payment,), HOT, rate)
        for row in chosen:
            row.reserved_for = reference
        return plan(self._key, "withdrawal", reference, unsigned, (payment,), now=now)

    async def _choose(
        self, session: AsyncSession, network: Network, payment: Payment, rate: int
    ) -> list[ChainOutput] | None:
        """The largest outputs first, as few as cover payment, fee and a change worth having."""
        chosen: list[ChainOutput] = []
        final = network.height - self._chain.network.confirmations + 1
        # Change of our own is as safe as its transaction; a payment of others waits until it is final.
        for row in await stored.list_unspent(
            session, self._key, "hot", up_to=final, own_up_to=network.height
        ):
            chosen.append(row)
            fee = rate * self._chain.size_of(len(chosen), (payment,))
            if sum(one.amount for one in chosen) >= payment.amount + fee + DUST:
                return chosen
            if len(chosen) == MAX_INPUTS:
                return None
        return None

    async def plan_bump(
        self, session: AsyncSession, row: ChainTransaction, fee_rate: int, *, is_pending: bool, now: datetime
    ) -> ChainTransaction | None:
        """By replacement where nodes accept it, else by a child that pays for both."""
        before, payments = unsigned_of(row), payments_of(row)
        if self._chain.network.can_replace_by_fee or not is_pending:
            spent = await stored.find_outputs(session, self._key, before.inputs)
            unsigned = self._chain.build([_output_of(one) for one in spent], payments, HOT, fee_rate)
            return plan_again(row, unsigned, now=now)
        assert row.tx_id is not None
        reference = f"{CHILD}{row.tx_id}"
        if await stored.list_attempts(session, reference):
            return None
        change = Output(row.tx_id, len(payments), before.change, HOT)
        child = self._chain.build([change], (), HOT, self._child_rate(before, payments, fee_rate))
        # The parent may be in a block before its child: then nothing else may spend the change.
        await stored.reserve_change(session, self._key, change, reference)
        return plan(self._key, "sweep", reference, child, (), now=now)

    def _child_rate(self, parent: UnsignedTransaction, payments: Sequence[Payment], fee_rate: int) -> int:
        """What a child pays for each byte so that both together pay `fee_rate`, within the cap."""
        parent_size = self._chain.size_of(len(parent.inputs), payments)
        child_size = self._chain.size_of(1, ())
        fee = fee_rate * (parent_size + child_size) - parent.fee
        return min(max(-(-fee // child_size), fee_rate), self._chain.network.fee.cap)

    async def plan_sweeps(self, session: AsyncSession, network: Network, *, now: datetime) -> bool:
        final = network.height - self._chain.network.confirmations + 1
        found = (await stored.list_unspent(session, self._key, "deposit", up_to=final))[:MAX_INPUTS]
        has_more = await self._plan_sweep(session, network, found, now=now)
        # The signer lets nothing but a sweep to ourselves spend what it has signed for another purpose.
        abandoned = await stored.list_abandoned(session, self._key)
        return await self._plan_sweep(session, network, abandoned, now=now) or has_more

    async def _plan_sweep(
        self, session: AsyncSession, network: Network, found: Sequence[ChainOutput], *, now: datetime
    ) -> bool:
        if not found:
            return False
        rate = await self._chain.fee_rate()
        fee = rate * self._chain.size_of(len(found), ())
        total = sum(row.amount for row in found)
        is_worth_it = len(found) >= SWEEP_OUTPUTS or total >= fee * SWEEP_WORTH
        if total <= fee + DUST or not (is_worth_it or network.sweep_requested_at):
            return False
        reference = f"sweep:{self._key}:{new_id()}"
        unsigned = self._chain.build([_output_of(row) for row in found], (), HOT, rate)
        for row in found:
            row.reserved_for = reference
        session.add(plan(self._key, "sweep", reference, unsigned, (), now=now))
        return True

    async def give_back(self, session: AsyncSession, row: ChainTransaction) -> bool:
        """Nothing waits for it: its inputs stay reserved until it is signed."""
        return False

    async def is_taken(self, session: AsyncSession, row: ChainTransaction, own: set[str | None]) -> bool:
        inputs = unsigned_of(row).inputs
        outputs: Sequence[ChainOutput] = await stored.find_outputs(session, self._key, inputs)
        is_spent = any(one.spent_tx_id is not None and one.spent_tx_id not in own for one in outputs)
        return is_spent or await stored.has_dead(session, self._key, [tx_id for tx_id, _ in inputs])


def _output_of(row: ChainOutput) -> Output:
    wallet: Wallet = "hot" if row.wallet == "hot" else "deposit"
    return Output(row.tx_id, row.place, row.amount, KeyPath(wallet, row.index))
