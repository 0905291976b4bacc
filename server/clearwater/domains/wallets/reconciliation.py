"""Compares what we have on a chain with what the ledger says, per coin, natively and to the last digit."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.core.views import View
from clearwater.domains.wallets import incidents, queries
from clearwater.domains.wallets import reconciliation_queries as sums
from clearwater.domains.wallets.directory import assets_of, coin_decimals
from clearwater.domains.wallets.incident_models import Reconciliation
from clearwater.domains.wallets.ports import Chain, KeyPath
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction

log = structlog.get_logger("clearwater.wallets")

MAX_ADDRESSES = 10_000


@dataclass(frozen=True)
class Comparison:
    """One coin on one network, in native amounts."""

    coin: str
    hot: int
    deposits: int
    cold: int
    # What the ledger owes to clients and house from this network, with what is on its way in or out.
    owed: int

    @property
    def difference(self) -> int:
        return self.hot + self.deposits + self.cold - self.owed


async def compare(chain: Chain, sessions: SessionFactory, view: View) -> tuple[int, list[Comparison]] | None:
    """The height and each coin; None when the chain or the tables moved meanwhile."""
    key = chain.network.key
    async with sessions() as session:
        used = await sums.list_used_addresses(session, key, limit=MAX_ADDRESSES)
    before = await chain.health()
    house = [chain.derive_address(KeyPath("hot", 0)), chain.derive_address(KeyPath("gas", 0))]
    hot = await chain.balances(house)
    deposits = await chain.balances(used) if used else {}
    cold = await chain.balances(chain.network.cold_addresses) if chain.network.cold_addresses else {}
    async with sessions() as session:
        await sums.begin_snapshot(session)
        network = await queries.find_network(session, key)
        owed = await _sum_owed(session, chain, view)
    after = await chain.health()
    if network is None or not before.height == after.height == network.height:
        return None
    return network.height, [
        Comparison(coin, hot.get(coin, 0), deposits.get(coin, 0), cold.get(coin, 0), owed[coin])
        for coin in sorted(owed)
    ]


async def _sum_owed(session: AsyncSession, chain: Chain, view: View) -> Counter[str]:
    key = chain.network.key
    brought_in = await sums.sum_brought_in(session, key)
    owed: Counter[str] = Counter()
    assets = {asset.asset.coin: asset for asset in assets_of(chain, coin_decimals(view))}
    for coin, asset in assets.items():
        owed[coin] = asset.to_native(brought_in.get(coin, 0))
    owed.update(await sums.sum_dust(session, key))
    owed.update(await sums.sum_uncredited(session, key))
    for coin, units in await sums.list_paid_unsettled(session, key):
        owed[coin] -= assets[coin].to_native(units)
    own = assets.get(chain.network.own.coin)
    if own is not None:
        native, booked = await sums.sum_fees(session, key)
        # What is booked has left the ledger; the rest has left the chain alone.
        owed[own.asset.coin] -= native - own.to_native(booked)
    return Counter({coin: amount for coin, amount in owed.items() if coin in assets})


async def reconcile(chain: Chain, sessions: SessionFactory, clock: Clock, desk: Desk) -> None:
    """Compare and store; a difference that is still there the next time is an incident."""
    found = await compare(chain, sessions, desk.view)
    if found is None:
        return
    height, comparisons = found
    async with transaction(sessions) as session:
        for comparison in comparisons:
            await _store(session, chain.network.key, height, comparison, now=clock.now())


async def _store(
    session: AsyncSession, network: str, height: int, comparison: Comparison, *, now: datetime
) -> None:
    row = await sums.find_reconciliation(session, network, comparison.coin)
    if row is None:
        row = Reconciliation(network=network, coin=comparison.coin)
        session.add(row)
    row.height, row.checked_at = height, now
    row.hot, row.deposits, row.cold = comparison.hot, comparison.deposits, comparison.cold
    row.owed = comparison.owed
    if not comparison.difference:
        row.differs_since = None
        return
    if row.differs_since is None:
        row.differs_since = now
        return
    log.error("reconciliation_difference", network=network, coin=comparison.coin, by=comparison.difference)
    detail = {"difference": str(comparison.difference), "height": height}
    await incidents.open_incident(
        session, network, "reconciliation_difference", comparison.coin, detail=detail, now=now
    )


def describe(network: str, comparisons: Sequence[Comparison]) -> list[str]:
    """What differs, a line for each coin, for the audit."""
    return [
        f"{network}: {one.coin} on the chain is {one.difference:+} native units off the ledger"
        for one in comparisons
        if one.difference
    ]
