"""Ends of withdrawals that need no chain: holds that are released, and transfers to other clients.

The row decides, under its lock, and the ledger follows: a withdrawal that has ended never comes back, and
only then its hold is released. A process may die in between; `is_held` says what is still to be done.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import ReleaseWithdrawal, SettleWithdrawal
from clearwater.core.desk import Desk
from clearwater.core.money import to_text
from clearwater.domains.clients import service as clients
from clearwater.domains.sites import service as sites
from clearwater.domains.wallets import emails, withdrawal_queries
from clearwater.domains.wallets.announcing import announce_withdrawals, record_received
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.models import Withdrawal
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.emails import Email

log = structlog.get_logger("clearwater.wallets")

# Longer than a request waits for the engine: after it no hold can be made any more.
HOLD_GRACE = timedelta(minutes=5)
EXPIRED = "Not confirmed in time."
# The ledger has no such hold any more.
IS_RELEASED = frozenset({"NOT_FOUND", "STATE_CONFLICT"})


@dataclass(frozen=True)
class WithdrawalEnds:
    sessions: SessionFactory
    desk: Desk
    networks: Networks

    async def release(self, withdrawal_id: uuid.UUID, *, now: datetime) -> None:
        """Release the hold of a withdrawal that has ended without a payment; again is harmless."""
        async with self.sessions() as session:
            withdrawal = await withdrawal_queries.find(session, withdrawal_id)
        if withdrawal is None or not _is_to_release(withdrawal):
            return
        outcome = await self.desk.submit(ReleaseWithdrawal(milliseconds(now), withdrawal.reference))
        refusal = outcome.refusal
        if refusal is not None and refusal.code not in IS_RELEASED:
            log.error("withdrawal_not_released", withdrawal=str(withdrawal_id), code=refusal.code)
            return
        is_unknown = refusal is not None and refusal.code == "NOT_FOUND"
        if is_unknown and now < withdrawal.expires_at + HOLD_GRACE:
            # A request with the same idempotency key may be on its way to the engine.
            return
        async with transaction(self.sessions) as session:
            locked = await withdrawal_queries.lock(session, withdrawal_id)
            if locked is not None and _is_to_release(locked):
                locked.is_held = False

    async def expire(self, withdrawal_id: uuid.UUID, *, now: datetime) -> None:
        """Cancel a withdrawal that was not confirmed in time, and release its hold."""
        async with transaction(self.sessions) as session:
            withdrawal = await withdrawal_queries.lock(session, withdrawal_id)
            if withdrawal is None or withdrawal.status != "awaiting_confirmation":
                return
            if withdrawal.expires_at > now:
                return
            if withdrawal.is_held:
                withdrawal.status, withdrawal.reason, withdrawal.updated_at = "canceled", EXPIRED, now
                await announce_withdrawals(session, withdrawal)
            else:
                mark_never_made(withdrawal, now=now)
        await self.release(withdrawal_id, now=now)

    async def settle_internal(self, withdrawal_id: uuid.UUID, *, now: datetime) -> None:
        """Pay another client; the ledger does it once (LED-18)."""
        async with self.sessions() as session:
            withdrawal = await withdrawal_queries.find(session, withdrawal_id)
        if withdrawal is None or not _is_to_settle(withdrawal):
            return
        receiver = str(withdrawal.receiver_id)
        outcome = await self.desk.submit(SettleWithdrawal(milliseconds(now), withdrawal.reference, receiver))
        refusal = outcome.refusal
        # A conflict: it was settled before, by a process that died then.
        if refusal is not None and refusal.code != "STATE_CONFLICT":
            log.error("internal_withdrawal_not_settled", withdrawal=str(withdrawal_id), code=refusal.code)
            return
        async with transaction(self.sessions) as session:
            locked = await withdrawal_queries.lock(session, withdrawal_id)
            if locked is not None and _is_to_settle(locked):
                locked.status, locked.is_held, locked.updated_at = "completed", False, now
                await announce_withdrawals(session, locked)
                await record_received(session, locked)
                email = emails.withdrawal_completed(
                    receive=self.describe(locked, locked.amount - locked.fee),
                    network=self.network_name(locked),
                    address=locked.address,
                )
                await send_email(session, locked, email, now=now)

    def describe(self, withdrawal: Withdrawal, units: int) -> str:
        """An amount with its coin."""
        return f"{to_text(units, self.desk.view.coins[withdrawal.coin].decimals)} {withdrawal.coin}"

    def network_name(self, withdrawal: Withdrawal) -> str:
        chain = self.networks.chains.get(withdrawal.network)
        return withdrawal.network if chain is None else chain.network.name


async def send_email(session: AsyncSession, withdrawal: Withdrawal, email: Email, *, now: datetime) -> None:
    """Queue an email to the client of a withdrawal, in the name of the site."""
    client = await clients.find_client(session, withdrawal.client_id)
    assert client is not None, "withdrawals keep their client"
    site = await sites.get_site_by_id(session, withdrawal.site_id)
    clients.send_email(session, site, client, email, now=now)


def mark_never_made(withdrawal: Withdrawal, *, now: datetime) -> None:
    """End a request that the client never got an answer to, or was refused; its key is free again.

    Whether the ledger has a hold is not known for sure, so one is looked for.
    """
    withdrawal.status, withdrawal.is_held, withdrawal.updated_at = "failed", True, now
    withdrawal.idempotency_key = None


def _is_to_release(withdrawal: Withdrawal) -> bool:
    is_never_made = withdrawal.status == "failed" and withdrawal.confirmed_at is None
    return withdrawal.is_held and (withdrawal.status in ("canceled", "rejected") or is_never_made)


def _is_to_settle(withdrawal: Withdrawal) -> bool:
    return withdrawal.status == "processing" and withdrawal.receiver_id is not None
