"""Signs, sends and follows the house's transactions on one network.

Each step is stored before the next begins, so that a crash at any point leads to the same transaction again:
a planned one is signed as it was planned, a signed one is sent as it was signed.
"""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.domains.wallets import incidents
from clearwater.domains.wallets import transaction_queries as stored
from clearwater.domains.wallets.directory import coin_decimals, find_asset
from clearwater.domains.wallets.models import OPEN_TRANSACTIONS, ChainTransaction, Network, NetworkFee
from clearwater.domains.wallets.ports import (
    Chain,
    FeeAboveCap,
    NodeRefused,
    Payment,
    Purpose,
    SignedTransaction,
    Signer,
    SignerUnavailable,
    SigningRefused,
    SigningRequest,
    TransactionStatus,
    UnsignedTransaction,
)
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.wallets")

# A transaction that waits longer than so many blocks gets a higher fee, a few times.
BUMP_AFTER_BLOCKS = 6
MIN_BUMP_AFTER = timedelta(seconds=60)
MAX_ATTEMPTS = 6
RETRY_REFUSED_AFTER = timedelta(minutes=10)
# Nodes accept a replacement from a tenth more on.
BUMP_PERCENT = 125
# How references of transactions begin that only pay for the one which they spend.
CHILD = "hurry:"


def plan(
    network: str,
    purpose: str,
    reference: str,
    unsigned: UnsignedTransaction,
    payments: tuple[Payment, ...],
    *,
    now: datetime,
    **more: Any,
) -> ChainTransaction:
    """A transaction as it is stored before it is signed."""
    return ChainTransaction(
        id=new_id(),
        network=network,
        purpose=purpose,
        reference=reference,
        attempt=more.pop("attempt", 1),
        payments=msgspec.to_builtins(payments),
        unsigned=msgspec.to_builtins(unsigned),
        nonce=unsigned.nonce,
        status="planned",
        created_at=now,
        **more,
    )


def plan_again(row: ChainTransaction, unsigned: UnsignedTransaction, *, now: datetime) -> ChainTransaction:
    """Another attempt at the same payment."""
    return plan(
        row.network,
        row.purpose,
        row.reference,
        unsigned,
        payments_of(row),
        now=now,
        attempt=row.attempt + 1,
        withdrawal_id=row.withdrawal_id,
        sender=row.sender,
        gas=row.gas,
    )


def unsigned_of(row: ChainTransaction) -> UnsignedTransaction:
    return msgspec.convert(row.unsigned, UnsignedTransaction)


def payments_of(row: ChainTransaction) -> tuple[Payment, ...]:
    return msgspec.convert(row.payments, tuple[Payment, ...])


class HouseWallet(Protocol):
    """What differs between kinds of chains: how a payment is built, replaced, and seen to be dead."""

    async def plan_payment(
        self, session: AsyncSession, network: Network, reference: str, payment: Payment, *, now: datetime
    ) -> ChainTransaction | None:
        """Reserve what the payment needs, and plan it; None when the hot wallet does not have it."""
        ...

    async def plan_bump(
        self, session: AsyncSession, row: ChainTransaction, fee_rate: int, *, is_pending: bool, now: datetime
    ) -> ChainTransaction | None:
        """Plan a transaction that gets this payment through with a higher fee; None when there is one.

        `is_pending` says that the node has the first one. Raises ValueError when the fee is not covered.
        """
        ...

    async def plan_sweeps(self, session: AsyncSession, network: Network, *, now: datetime) -> bool:
        """Plan to bring to the hot wallet what clients have deposited, where it is worth its fee.

        Where staff requested it, also what is hardly worth it. Returns whether more may be left to do.
        """
        ...

    async def give_back(self, session: AsyncSession, row: ChainTransaction) -> bool:
        """Drop a payment that was never signed, where others wait for it; whether it was dropped."""
        ...

    async def is_taken(self, session: AsyncSession, row: ChainTransaction, own: set[str | None]) -> bool:
        """Whether it can never be in a block: one, not with one of `own`, has used its nonce or an input."""
        ...


class Sending:
    """Brings every open transaction one step further."""

    def __init__(
        self,
        chain: Chain,
        wallet: HouseWallet,
        signer: Signer,
        sessions: SessionFactory,
        *,
        clock: Clock,
        desk: Desk,
    ) -> None:
        self._chain = chain
        self._wallet = wallet
        self._key = chain.network.key
        self._signer = signer
        self._sessions = sessions
        self._clock = clock
        self._desk = desk

    async def step(self, network: Network) -> None:
        async with self._sessions() as session:
            found = await stored.list_open(session, self._key)
        # Senders whose payments wait for one that is not signed: a nonce is asked for after those before it.
        waiting: set[str] = set()
        for row in sorted(found, key=lambda row: row.nonce or 0):
            is_first = row.attempt == 1 and row.sender is not None
            if row.status == "planned" and not (is_first and row.sender in waiting):
                await self._sign(row)
            if row.status == "planned" and is_first:
                assert row.sender is not None
                waiting.add(row.sender)
            if row.status in {"signed", "broadcast"}:
                await self._follow(row, network)

    async def _sign(self, row: ChainTransaction) -> None:
        request = SigningRequest(
            row.reference,
            "bump" if row.attempt > 1 else msgspec.convert(row.purpose, Purpose),
            self._key,
            unsigned_of(row),
            payments_of(row),
        )
        try:
            signed = await self._signer.sign(request)
        except SignerUnavailable as error:
            log.warning("signer_unavailable", reference=row.reference, reason=str(error))
            await self._open_incident("signer_unavailable", self._key, {})
            return
        except SigningRefused as refusal:
            log.warning("signing_refused", reference=row.reference, code=refusal.code)
            detail = {"code": refusal.code, "detail": str(refusal)}
            await self._open_incident("signing_refused", row.reference, detail)
            if refusal.is_unsigned and row.attempt == 1 and row.withdrawal_id is not None:
                await self._give_back(row, row.withdrawal_id, refusal.until)
            return
        async with transaction(self._sessions) as session:
            locked = await stored.lock_transaction(session, row.id)
            locked.raw, locked.tx_id, locked.status = signed.raw, signed.tx_id, "signed"
        row.raw, row.tx_id, row.status = signed.raw, signed.tx_id, "signed"

    async def _give_back(
        self, row: ChainTransaction, withdrawal_id: uuid.UUID, until: datetime | None
    ) -> None:
        """Let others be paid meanwhile. It is planned again later, and staff may reject it."""
        now = self._clock.now()
        async with transaction(self._sessions) as session:
            withdrawal = await stored.lock_withdrawal(session, withdrawal_id)
            if withdrawal is not None and await self._wallet.give_back(session, row):
                # Staff may raise a cap before it has room by itself.
                withdrawal.retry_at = min(until or now + RETRY_REFUSED_AFTER, now + RETRY_REFUSED_AFTER)

    async def _follow(self, row: ChainTransaction, network: Network) -> None:
        assert row.tx_id is not None
        assert row.raw is not None
        status = await self._chain.status(row.tx_id, block_hash=row.block_hash)
        if status.state == "unknown":
            if await self._is_replaced(row, network):
                return
            try:
                await self._chain.broadcast(SignedTransaction(row.tx_id, row.raw))
            except NodeRefused as error:
                await self._note_refused(row, error)
                return
            status = await self._chain.status(row.tx_id)
        if status.state in {"mined", "reverted"}:
            await self._note_mined(row, network, status)
            return
        if row.status == "signed":
            await self._note_sent(row)
        elif status.state == "mempool" and self._is_late(row):
            await self._bump(row, is_pending=True)

    async def _note_refused(self, row: ChainTransaction, error: NodeRefused) -> None:
        """Other transactions go on meanwhile; a fee that has become too low is raised."""
        log.warning("transaction_refused", reference=row.reference, tx_id=row.tx_id, reason=str(error))
        detail = {"tx_id": row.tx_id, "reason": str(error)}
        await self._open_incident("transaction_refused", row.reference, detail)
        if self._is_late(row):
            await self._bump(row, is_pending=False)

    async def _note_sent(self, row: ChainTransaction) -> None:
        now = self._clock.now()
        async with transaction(self._sessions) as session:
            locked = await stored.lock_transaction(session, row.id)
            if locked.status == "signed":
                locked.status, locked.broadcast_at = "broadcast", now
                log.info("transaction_broadcast", network=self._key, reference=row.reference, tx_id=row.tx_id)

    async def _note_mined(self, row: ChainTransaction, network: Network, status: TransactionStatus) -> None:
        """Once it is deep enough it is final, and whatever else was signed for the same is replaced."""
        height = status.height
        is_final = height is not None and network.height - height + 1 >= self._chain.network.confirmations
        now = self._clock.now()
        async with transaction(self._sessions) as session:
            locked = await stored.lock_transaction(session, row.id)
            if locked.status not in {"signed", "broadcast"}:
                return
            locked.status = "broadcast"
            locked.broadcast_at = locked.broadcast_at or now
            locked.height, locked.block_hash, locked.fee_paid = height, status.block_hash, status.fee
            locked.replaced_height = None
            if not is_final:
                return
            locked.status = "confirmed" if status.state == "mined" else "reverted"
            attempts = await stored.list_attempts(session, row.reference)
            for other in attempts:
                if other.id != row.id and other.status not in {"confirmed", "reverted"}:
                    other.status = "replaced"
            if locked.status == "reverted":
                await stored.unmark_swept(session, [one.id for one in attempts])
            await stored.add_fee(session, self._fee_of(locked, now=now))
            log.info("transaction_final", reference=row.reference, tx_id=row.tx_id, status=locked.status)

    def _fee_of(self, row: ChainTransaction, *, now: datetime) -> NetworkFee:
        own = self._chain.network.own.coin
        asset = find_asset(self._chain, own, coin_decimals(self._desk.view))
        native = int(row.fee_paid or 0)
        units = asset.to_units(native)[0] if asset is not None else 0
        return NetworkFee(
            network=self._key, tx_id=row.tx_id, coin=own, native=native, amount=units, created_at=now
        )

    async def _is_replaced(self, row: ChainTransaction, network: Network) -> bool:
        """Whether another transaction has its place: a newer attempt, or one in a block.

        Once the latter is deep enough, this one is dead. What others have made of our keys is an incident.
        """
        async with transaction(self._sessions) as session:
            attempts = await stored.list_attempts(session, row.reference)
            if any(one.height is not None for one in attempts if one.id != row.id):
                # One of the two is in a block, and final or taken back later.
                return True
            is_gone = await self._wallet.is_taken(session, row, {one.tx_id for one in attempts})
            locked = await stored.lock_transaction(session, row.id)
            if not is_gone:
                locked.replaced_height = None
                others = [one for one in attempts if one.id != row.id and one.raw is not None]
                return any(one.attempt > row.attempt for one in others) or await self._is_mined(others)
            if locked.replaced_height is None:
                # The node may be ahead of what was read, and the other transaction in its newest block.
                locked.replaced_height = max(network.height, (await self._chain.health()).height)
            depth = network.height - locked.replaced_height
            if depth < self._chain.network.confirmations:
                return True
            await self._note_replaced(session, locked)
        return True

    async def _is_mined(self, attempts: Sequence[ChainTransaction]) -> bool:
        """Whether one of them is in a block, though that is not noted yet."""
        for one in attempts:
            if one.tx_id is not None:
                status = await self._chain.status(one.tx_id, block_hash=one.block_hash)
                if status.state in {"mined", "reverted"}:
                    return True
        return False

    async def _note_replaced(self, session: AsyncSession, row: ChainTransaction) -> None:
        log.error("transaction_replaced", reference=row.reference, tx_id=row.tx_id)
        row.status = "replaced"
        attempts = await stored.list_attempts(session, row.reference)
        if not any(one.status in {*OPEN_TRANSACTIONS, "confirmed"} for one in attempts):
            await stored.unmark_swept(session, [one.id for one in attempts])
        if row.reference.startswith(CHILD):
            # It went with its parent.
            return
        detail = {"tx_id": row.tx_id}
        await incidents.open_incident(
            session, self._key, "transaction_replaced", row.reference, detail=detail, now=self._clock.now()
        )

    def _is_late(self, row: ChainTransaction) -> bool:
        patience = timedelta(seconds=BUMP_AFTER_BLOCKS * self._chain.network.block_seconds)
        since = row.broadcast_at or row.created_at
        return row.attempt < MAX_ATTEMPTS and self._clock.now() - since > max(patience, MIN_BUMP_AFTER)

    async def _bump(self, row: ChainTransaction, *, is_pending: bool) -> None:
        """Plan the same payment with a higher fee, in the place of the one that waits."""
        async with self._sessions() as session:
            attempts = await stored.list_attempts(session, row.reference)
        if attempts[-1].id != row.id or attempts[-1].status == "planned":
            return
        least = unsigned_of(row).fee_rate * BUMP_PERCENT // 100 + 1
        try:
            rate = max(await self._chain.fee_rate(), least)
            if rate > self._chain.network.fee.cap:
                raise FeeAboveCap
        except FeeAboveCap:
            await self._open_incident("fee_above_cap", self._key, {"reference": row.reference})
            return
        try:
            async with transaction(self._sessions) as session:
                planned = await self._wallet.plan_bump(
                    session, row, rate, is_pending=is_pending, now=self._clock.now()
                )
                if planned is not None:
                    session.add(planned)
                    log.info("transaction_bumped", reference=row.reference, fee_rate=rate)
        except ValueError:
            await self._open_incident("fee_not_covered", row.reference, {"fee_rate": rate})

    async def _open_incident(self, kind: str, subject: str, detail: dict[str, Any]) -> None:
        async with transaction(self._sessions) as session:
            await incidents.open_incident(
                session, self._key, kind, subject, detail=detail, now=self._clock.now()
            )
