"""Bugs in what concerns wallets, put in by hand: see `simulation.bugs`."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from weakref import WeakSet

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets.crediting import Crediting
from clearwater.domains.wallets.models import ChainTransaction, Deposit, Network
from clearwater.domains.wallets.payouts import Payouts
from clearwater.domains.wallets.ports import Payment
from clearwater.domains.wallets.utxo_wallet import UtxoWallet
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id


def sign_twice() -> None:
    """A worker that begins forgets what it finds planned, and plans it under new names, with other inputs.

    The signer may have signed for the first plan when the worker before died. On EVM chains the nonce that is
    left out would stop all that comes after it, which is found sooner.
    """
    begun: WeakSet[Payouts] = WeakSet()
    plan_payments = Payouts._plan_payments

    async def forget_and_plan(own: Payouts, network: Network) -> None:
        if own not in begun and own._chain.network.kind == "utxo":
            begun.add(own)
            async with transaction(own._sessions) as session:
                await _forget_planned(session, network.key)
        await plan_payments(own, network)

    Payouts._plan_payments = forget_and_plan  # type: ignore[assignment, method-assign]
    _name_anew(UtxoWallet)


async def _forget_planned(session: AsyncSession, network: str) -> None:
    planned = select(ChainTransaction).where(
        ChainTransaction.network == network,
        ChainTransaction.status == "planned",
        ChainTransaction.purpose == "withdrawal",
    )
    for row in (await session.scalars(planned)).all():
        await session.delete(row)


def _name_anew(wallet: Any) -> None:
    plan_payment = wallet.plan_payment

    async def plan_under_new_name(
        own: Any, session: AsyncSession, network: Network, reference: str, payment: Payment, *, now: datetime
    ) -> ChainTransaction | None:
        name = f"{reference}:{new_id()}"
        planned: ChainTransaction | None = await plan_payment(own, session, network, name, payment, now=now)
        return planned

    wallet.plan_payment = plan_under_new_name


def credit_under_new_name() -> None:
    """Each attempt to credit a deposit has a name of its own, so the ledger does not know it again."""
    credit = Crediting._credit

    class Renamed:
        def __init__(self, deposit: Deposit) -> None:
            self._deposit = deposit
            self.reference = f"{deposit.reference}:{new_id()}"

        def __getattr__(self, name: str) -> Any:
            return getattr(self._deposit, name)

    async def credit_renamed(own: Crediting, deposit: Any) -> Any:
        return await credit(own, Renamed(deposit))  # type: ignore[arg-type]

    Crediting._credit = credit_renamed  # type: ignore[assignment, method-assign]


WALLET_BUGS: dict[str, Callable[[], None]] = {
    "payout-signed-twice": sign_twice,
    "deposit-credited-twice": credit_under_new_name,
}
