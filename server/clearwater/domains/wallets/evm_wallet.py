"""The house's wallet on an EVM chain: nonces in order, tokens swept with gas that was sent before."""

from collections import Counter
from dataclasses import replace
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets import incidents
from clearwater.domains.wallets import transaction_queries as stored
from clearwater.domains.wallets.models import ChainTransaction, Network
from clearwater.domains.wallets.ports import Asset, EvmChain, KeyPath, NodeRefused, Payment
from clearwater.domains.wallets.sending import payments_of, plan, plan_again, unsigned_of
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.wallets")

HOT, GAS = KeyPath("hot", 0), KeyPath("gas", 0)
SWEEPS_AT_ONCE = 20
# Addresses that are looked at for them: some may be busy, or hold a token that refuses its transfer.
MAX_CONSIDERED = 100
# What a transfer of the chain's own coin takes.
TRANSFER_GAS = 21_000
# A deposit of the chain's own coin is swept once it is worth so many times its fee.
SWEEP_WORTH = 20
# The gas price may rise until the sweep is sent.
TOP_UP_FACTOR = 2
# In wei for a unit of gas.
MIN_BUMP = 20


class EvmWallet:
    def __init__(self, chain: EvmChain) -> None:
        self._chain = chain
        self._key = chain.network.key
        self._hot, self._gas = chain.derive_address(HOT), chain.derive_address(GAS)

    async def plan_payment(
        self, session: AsyncSession, network: Network, reference: str, payment: Payment, *, now: datetime
    ) -> ChainTransaction | None:
        rate = await self._chain.fee_rate()
        if not await self._can_pay(session, self._hot, payment, rate):
            return None
        return await self._plan(session, "withdrawal", reference, HOT, payment, rate=rate, now=now)

    async def _can_pay(self, session: AsyncSession, sender: str, payment: Payment, rate: int) -> bool:
        has = await self._free_of(session, sender)
        # Before gas is asked for: the node would refuse a transfer of more than there is.
        if not self._covers(has, payment, 0):
            return False
        return self._covers(has, payment, rate * await self._chain.estimate_gas(sender, payment))

    async def _free_of(self, session: AsyncSession, sender: str) -> Counter[str]:
        """What a wallet of the house has beyond the payments that are on their way, by coin."""
        free = Counter(await self._chain.balances([sender]))
        newest = {
            row.reference: row
            for row in await stored.list_open(session, self._key)
            if row.sender == sender and row.height is None
        }
        for row in newest.values():
            (payment,) = payments_of(row)
            free.subtract(self._needed_for(payment, unsigned_of(row).fee))
        return free

    def _covers(self, has: Counter[str], payment: Payment, fee: int) -> bool:
        return all(has[coin] >= amount for coin, amount in self._needed_for(payment, fee).items())

    def _needed_for(self, payment: Payment, fee: int) -> Counter[str]:
        coin = next(asset.coin for asset in self._chain.network.assets if asset.contract == payment.contract)
        needed = Counter({self._chain.network.own.coin: fee})
        needed[coin] += payment.amount
        return needed

    async def _plan(
        self,
        session: AsyncSession,
        purpose: str,
        reference: str,
        sender: KeyPath,
        payment: Payment,
        *,
        rate: int,
        now: datetime,
        receiver: KeyPath | None = None,
    ) -> ChainTransaction:
        """`receiver` spares the signer the search for an address of ours among all that there are."""
        address = self._chain.derive_address(sender)
        gas = await self._chain.estimate_gas(address, payment)
        at_least = await self._chain.next_nonce(address)
        nonce = await stored.take_nonce(session, self._key, address, at_least=at_least)
        unsigned = self._chain.build(sender, payment, nonce=nonce, gas=gas, fee_rate=rate)
        if receiver is not None:
            unsigned = replace(unsigned, keys=(sender, receiver))
        return plan(self._key, purpose, reference, unsigned, (payment,), now=now, sender=address, gas=gas)

    async def plan_bump(
        self, session: AsyncSession, row: ChainTransaction, fee_rate: int, *, is_pending: bool, now: datetime
    ) -> ChainTransaction | None:
        """The same nonce with a higher fee: one of the two will be in a block."""
        (payment,) = payments_of(row)
        keys = unsigned_of(row).keys
        assert row.nonce is not None
        assert row.gas is not None
        # Where gas costs next to nothing, a quarter more would leave the tip as it is.
        at_least = unsigned_of(row).fee_rate + MIN_BUMP
        fee_rate = min(max(fee_rate, at_least), self._chain.network.fee.cap)
        unsigned = self._chain.build(keys[0], payment, nonce=row.nonce, gas=row.gas, fee_rate=fee_rate)
        return plan_again(row, replace(unsigned, keys=keys), now=now)

    async def plan_sweeps(self, session: AsyncSession, network: Network, *, now: datetime) -> bool:
        rate = await self._chain.fee_rate()
        busy = {row.sender for row in await stored.list_open(session, self._key)}
        busy |= {
            payment.address
            for row in await stored.list_open(session, self._key)
            for payment in payments_of(row)
        }
        assets = {asset.coin: asset for asset in self._chain.network.assets}
        # A requested one brings in all that is more than its own fee.
        worth = TOP_UP_FACTOR + 1 if network.sweep_requested_at else SWEEP_WORTH
        has_more = False
        found = await stored.sum_unswept(
            session,
            self._key,
            own_coin=self._chain.network.own.coin,
            min_own=rate * TRANSFER_GAS * worth,
            limit=MAX_CONSIDERED,
        )
        planned_count = 0
        for index, address, coin, native in found:
            if planned_count == SWEEPS_AT_ONCE:
                return True
            if address in busy:
                has_more = True
            elif coin in assets:
                sender = KeyPath("deposit", index)
                try:
                    has_to_wait = await self._sweep(
                        session, assets[coin], sender, native, worth=worth, rate=rate, now=now
                    )
                except NodeRefused as error:
                    # A token may refuse this one; it is tried again.
                    log.warning("sweep_refused", network=self._key, coin=coin, reason=str(error))
                    continue
                if has_to_wait:
                    # What else this address has must wait: the fee of this one is taken from it.
                    busy.add(address)
                    has_more = True
                    planned_count += 1
        return has_more

    async def _sweep(
        self,
        session: AsyncSession,
        asset: Asset,
        sender: KeyPath,
        native: int,
        *,
        worth: int,
        rate: int,
        now: datetime,
    ) -> bool:
        """Whether there is more to do: the sweep or the gas for it was planned, or gas is to be refilled."""
        address = self._chain.derive_address(sender)
        has = (await self._chain.balances([address])).get(self._chain.network.own.coin, 0)
        if asset.contract is None:
            # Sweeps of tokens may have taken their gas from it.
            native = min(native, has)
        payment = Payment(self._hot, native, asset.contract)
        fee = rate * await self._chain.estimate_gas(address, payment)
        if asset.contract is None:
            if native < fee * worth:
                return False
            payment = Payment(self._hot, native - fee * TOP_UP_FACTOR)
        elif has < fee:
            top_up = Payment(address, fee * TOP_UP_FACTOR)
            if not await self._can_pay(session, self._gas, top_up, rate):
                await self._note_gas_low(session, now=now)
                return True
            reference = f"gas:{self._key}:{new_id()}"
            planned = await self._plan(
                session, "gas", reference, GAS, top_up, rate=rate, now=now, receiver=sender
            )
            session.add(planned)
            return True
        reference = f"sweep:{self._key}:{new_id()}"
        planned = await self._plan(session, "sweep", reference, sender, payment, rate=rate, now=now)
        session.add(planned)
        await session.flush()
        await stored.mark_swept(session, self._key, address, asset.coin, planned.id)
        return True

    async def _note_gas_low(self, session: AsyncSession, *, now: datetime) -> None:
        detail = {"coin": self._chain.network.own.coin, "address": self._gas}
        await incidents.open_incident(session, self._key, "gas_wallet_low", self._key, detail=detail, now=now)

    async def give_back(self, session: AsyncSession, row: ChainTransaction) -> bool:
        """Payments wait for every nonce before theirs, so one that is refused must not keep its own."""
        return await stored.give_back_nonces(session, row)

    async def is_taken(self, session: AsyncSession, row: ChainTransaction, own: set[str | None]) -> bool:
        assert row.sender is not None
        assert row.nonce is not None
        if await self._chain.mined_nonce(row.sender) <= row.nonce:
            return False
        # A node that counts a transaction and does not find it proves nothing: it may have been ours.
        taken_by = await self._chain.find_by_nonce(row.sender, row.nonce)
        return taken_by is not None and taken_by not in own
