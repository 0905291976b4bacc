"""Pays withdrawals: plans a transaction for each, settles it once that is final, refunds it when it is dead.

A refund needs proof that no attempt can be mined any more, so that nobody is paid and refunded.
"""

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import Command, PayNetworkFee, ReleaseWithdrawal, SettleWithdrawal
from clearwater.core.desk import Desk
from clearwater.core.events import Refused
from clearwater.core.money import to_text
from clearwater.domains.ledger import service as ledger
from clearwater.domains.wallets import emails, incidents, queries
from clearwater.domains.wallets import transaction_queries as stored
from clearwater.domains.wallets.announcing import announce_withdrawals
from clearwater.domains.wallets.directory import coin_decimals, find_asset
from clearwater.domains.wallets.models import Network, Withdrawal
from clearwater.domains.wallets.ports import Chain, FeeAboveCap, NodeRefused, Payment, Signer
from clearwater.domains.wallets.sending import HouseWallet, Sending
from clearwater.domains.wallets.withdrawal_ends import send_email
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory, transaction

log = structlog.get_logger("clearwater.wallets")

AT_ONCE = 20
# Withdrawals that are looked at for them: some may not be payable at the moment.
MAX_UNPAID = 200
# How the ledger has a transfer for which a command was carried out before.
DONE_AS: dict[type[Command], str] = {
    SettleWithdrawal: "settled",
    ReleaseWithdrawal: "released",
    PayNetworkFee: "credited",
}


class Payouts:
    """All payments of the house on one network."""

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
        self._key = chain.network.key
        self._wallet = wallet
        self._sessions = sessions
        self._clock = clock
        self._desk = desk
        self._sending = Sending(chain, wallet, signer, sessions, clock=clock, desk=desk)

    async def step(self) -> None:
        """Plan what is due, bring every transaction a step further, and tell the ledger what is final."""
        async with self._sessions() as session:
            network = await queries.find_network(session, self._key)
        if network is None or network.status != "enabled":
            return
        try:
            await self._plan_payments(network)
            await self._plan_sweeps(network)
        except FeeAboveCap:
            await self._open_incident("fee_above_cap", self._key)
        await self._sending.step(network)
        await self._show_sent()
        await self._settle()
        await self._refund()
        await self._book_fees()

    async def _plan_sweeps(self, network: Network) -> None:
        async with transaction(self._sessions) as session:
            has_more = await self._wallet.plan_sweeps(session, network, now=self._clock.now())
            if network.sweep_requested_at is not None and not has_more:
                await queries.end_sweep_request(session, self._key, network.sweep_requested_at)

    async def _plan_payments(self, network: Network) -> None:
        async with self._sessions() as session:
            unpaid = await stored.list_unpaid(session, self._key, limit=MAX_UNPAID, now=self._clock.now())
        planned_count = 0
        for withdrawal in unpaid:
            async with transaction(self._sessions) as session:
                locked = await stored.lock_withdrawal(session, withdrawal.id)
                if locked is None or locked.status != "processing":
                    continue
                payment = self._payment_of(locked)
                try:
                    planned = await self._wallet.plan_payment(
                        session, network, locked.reference, payment, now=self._clock.now()
                    )
                except NodeRefused as error:
                    # As a token does that has blocked the address: those behind it do not wait for that.
                    await self._note_refused(session, locked, error)
                    continue
                if planned is not None:
                    planned.withdrawal_id = locked.id
                    session.add(planned)
                    planned_count += 1
            if planned_count == AT_ONCE:
                return
            if planned is None:
                # Those behind it wait, too: whoever asked first is paid first.
                await self._open_incident("hot_wallet_low", withdrawal.coin)
                return

    async def _note_refused(self, session: AsyncSession, withdrawal: Withdrawal, error: NodeRefused) -> None:
        log.warning("payment_refused", reference=withdrawal.reference, reason=str(error))
        detail = {"reason": str(error)}
        await incidents.open_incident(
            session,
            self._key,
            "payment_refused",
            withdrawal.reference,
            detail=detail,
            now=self._clock.now(),
        )

    def _payment_of(self, withdrawal: Withdrawal) -> Payment:
        asset = find_asset(self._chain, withdrawal.coin, coin_decimals(self._desk.view))
        assert asset is not None, "a withdrawal of a coin that this network does not have"
        native = asset.to_native(withdrawal.amount - withdrawal.fee)
        return Payment(withdrawal.address, native, asset.asset.contract)

    async def _show_sent(self) -> None:
        """Withdrawals whose transaction is on its way show it."""
        async with transaction(self._sessions) as session:
            for withdrawal, row in await stored.list_sent(session, self._key):
                is_new = withdrawal.status == "processing"
                if is_new:
                    assert row.tx_id is not None
                    email = emails.withdrawal_sent(**self._described(withdrawal), tx_id=row.tx_id)
                    await send_email(session, withdrawal, email, now=self._clock.now())
                if is_new or (withdrawal.tx_id, withdrawal.height) != (row.tx_id, row.height):
                    withdrawal.status, withdrawal.tx_id = "broadcast", row.tx_id
                    withdrawal.height, withdrawal.updated_at = row.height, self._clock.now()
                    await announce_withdrawals(session, withdrawal)

    async def _settle(self) -> None:
        async with self._sessions() as session:
            final = await stored.list_settled_on_chain(session, self._key)
        for withdrawal in final:
            refusal = await self._submit(SettleWithdrawal(self._now_ms, withdrawal.reference))
            await self._end(withdrawal, "completed", refusal)

    async def _refund(self) -> None:
        async with self._sessions() as session:
            dead = await stored.list_dead(session, self._key)
        for withdrawal in dead:
            log.error("withdrawal_refunded", reference=withdrawal.reference)
            refusal = await self._submit(ReleaseWithdrawal(self._now_ms, withdrawal.reference))
            await self._end(withdrawal, "failed", refusal)

    async def _end(self, withdrawal: Withdrawal, status: str, refusal: Refused | None) -> None:
        if refusal is not None:
            # The ledger has ended it otherwise: nobody knows how, so somebody has to look.
            await self._open_incident("ledger_disagrees", withdrawal.reference)
            return
        async with transaction(self._sessions) as session:
            locked = await stored.lock_withdrawal(session, withdrawal.id)
            if locked is None or locked.status not in {"processing", "broadcast"}:
                return
            locked.status, locked.is_held, locked.updated_at = status, False, self._clock.now()
            if status == "failed":
                locked.reason = "The network did not accept the payment. Your balance was restored."
            else:
                email = emails.withdrawal_completed(**self._described(locked))
                await send_email(session, locked, email, now=self._clock.now())
            await self._note_final(session, locked)
            await announce_withdrawals(session, locked)

    def _described(self, withdrawal: Withdrawal) -> dict[str, str]:
        decimals = coin_decimals(self._desk.view)[withdrawal.coin]
        receive = to_text(withdrawal.amount - withdrawal.fee, decimals)
        return {
            "receive": f"{receive} {withdrawal.coin}",
            "network": self._chain.network.name,
            "address": withdrawal.address,
        }

    async def _note_final(self, session: AsyncSession, withdrawal: Withdrawal) -> None:
        for row in await stored.list_attempts(session, withdrawal.reference):
            if row.status == "confirmed":
                withdrawal.tx_id, withdrawal.height = row.tx_id, row.height

    async def _book_fees(self) -> None:
        """Book what transactions have cost; dust below a unit of the ledger stays with the house."""
        async with self._sessions() as session:
            fees = await stored.list_unbooked_fees(session, self._key)
        for fee in fees:
            if fee.amount:
                command = PayNetworkFee(self._now_ms, fee.reference, fee.coin, self._key, fee.amount)
                if await self._submit(command) is not None:
                    await self._open_incident("house_funds_low", fee.coin)
                    return
            async with transaction(self._sessions) as session:
                await stored.mark_booked(session, self._key, fee.tx_id, now=self._clock.now())

    @property
    def _now_ms(self) -> int:
        return milliseconds(self._clock.now())

    async def _submit(self, command: SettleWithdrawal | ReleaseWithdrawal | PayNetworkFee) -> Refused | None:
        """Submit a command; None when it is done, now or before."""
        refusal = (await self._desk.submit(command)).refusal
        if refusal is None or (refusal.code, refusal.field) != ("STATE_CONFLICT", "reference"):
            return refusal
        async with self._sessions() as session:
            status = await ledger.find_transfer_status(session, command.reference)
        return None if status == DONE_AS[type(command)] else refusal

    async def _open_incident(self, kind: str, subject: str) -> None:
        async with transaction(self._sessions) as session:
            await incidents.open_incident(session, self._key, kind, subject, now=self._clock.now())
