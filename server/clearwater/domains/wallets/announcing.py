"""Tells the client that a deposit or a withdrawal has changed, once the change is committed.

Open pages learn every change; the notification centre learns how it ended, or that it is under review.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets.models import Deposit, Withdrawal
from clearwater.kit import account_events
from clearwater.kit.notices import Notice, announce

DEPOSIT_NOTICE, WITHDRAWAL_NOTICE = "deposit", "withdrawal"
RECORDED_WITHDRAWALS = frozenset({"under_review", "completed", "rejected", "failed"})


async def announce_deposits(session: AsyncSession, *deposits: Deposit) -> None:
    await announce(
        session,
        *(
            Notice(DEPOSIT_NOTICE, deposit.client_id, {"id": str(deposit.id)})
            for deposit in deposits
            if deposit.client_id is not None and deposit.status != "unassigned"
        ),
    )
    for deposit in deposits:
        if deposit.status == "credited" and deposit.client_id is not None:
            assert deposit.coin is not None, "the ledger credits coins that it knows"
            detail = {"id": str(deposit.id), "coin": deposit.coin, "units": str(deposit.amount)}
            detail["network"] = deposit.network
            await account_events.record(session, DEPOSIT_NOTICE, deposit.client_id, detail)


async def announce_withdrawals(session: AsyncSession, *withdrawals: Withdrawal) -> None:
    await announce(
        session,
        *(Notice(WITHDRAWAL_NOTICE, one.client_id, {"id": str(one.id)}) for one in withdrawals),
    )
    for one in withdrawals:
        if one.status in RECORDED_WITHDRAWALS:
            detail = {"id": str(one.id), "status": one.status, "coin": one.coin, "units": str(one.amount)}
            detail["network"] = one.network
            await account_events.record(session, WITHDRAWAL_NOTICE, one.client_id, detail)


async def record_received(session: AsyncSession, withdrawal: Withdrawal) -> None:
    """For a client whom another client has paid: that is a deposit to him."""
    assert withdrawal.receiver_id is not None, "somebody was paid"
    units = withdrawal.amount - withdrawal.fee
    detail = {"id": str(withdrawal.id), "coin": withdrawal.coin, "units": str(units)}
    detail["network"] = withdrawal.network
    await account_events.record(session, DEPOSIT_NOTICE, withdrawal.receiver_id, detail)
