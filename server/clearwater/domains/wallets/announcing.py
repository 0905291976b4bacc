"""Tells the client's open pages that a deposit or a withdrawal has changed, once the change is committed."""

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets.models import Deposit, Withdrawal
from clearwater.kit.notices import Notice, announce

DEPOSIT_NOTICE, WITHDRAWAL_NOTICE = "deposit", "withdrawal"


async def announce_deposits(session: AsyncSession, *deposits: Deposit) -> None:
    await announce(
        session,
        *(
            Notice(DEPOSIT_NOTICE, deposit.client_id, {"id": str(deposit.id)})
            for deposit in deposits
            if deposit.client_id is not None and deposit.status != "unassigned"
        ),
    )


async def announce_withdrawals(session: AsyncSession, *withdrawals: Withdrawal) -> None:
    await announce(
        session,
        *(Notice(WITHDRAWAL_NOTICE, one.client_id, {"id": str(one.id)}) for one in withdrawals),
    )
