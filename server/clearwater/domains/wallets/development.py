"""Development chains: the hot wallet gets what the ledger says must be there, from the chain's faucet.

An EVM development node forgets its chain when it ends, so the wallets are empty after each start.
"""

from decimal import Decimal

import structlog

from clearwater.core.desk import Desk
from clearwater.domains.wallets import transaction_queries as stored
from clearwater.domains.wallets.models import ChainTransaction
from clearwater.domains.wallets.ports import Asset, Chain, Faucet, KeyPath
from clearwater.domains.wallets.reconciliation import Comparison, compare
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.wallets")

HOT, GAS = KeyPath("hot", 0), KeyPath("gas", 0)
# What the house brings in at first, so that withdrawals of play money can be paid.
FIRST_COINS, FIRST_TOKENS = Decimal(400), Decimal(1_000_000)
FIRST_GAS = Decimal(10)
# The latest refills, of all coins of a chain.
MAX_REFILLS = 10


class DevelopmentFunding:
    """Funds the house's wallets on one development chain, once after each start of the chain."""

    def __init__(
        self, chain: Chain, faucet: Faucet, sessions: SessionFactory, clock: Clock, desk: Desk
    ) -> None:
        self._chain = chain
        self._key = chain.network.key
        self._faucet = faucet
        self._sessions = sessions
        self._clock = clock
        self._desk = desk
        self._is_done = False

    async def step(self) -> None:
        """Bring the wallets up to what is owed; what is new on a first start becomes the house's own."""
        if self._is_done or await self._is_on_its_way():
            return
        found = await compare(self._chain, self._sessions, self._desk.view)
        if found is None:
            return
        _, comparisons = found
        for comparison in comparisons:
            await self._fund(comparison)
        self._is_done = True

    async def _is_on_its_way(self) -> bool:
        """Whether a refill waits for a block: the worker that paid it may have been killed since.

        One that was paid and not noted yet is no harm: it is credited to the house as new funding, so chain
        and ledger stay equal, and what was missing is still missing.
        """
        async with self._sessions() as session:
            paid = await stored.list_refills(session, self._key, limit=MAX_REFILLS)
        return any([(await self._chain.status(tx_id)).state == "mempool" for tx_id in paid])

    async def _fund(self, comparison: Comparison) -> None:
        asset = next(one for one in self._chain.network.assets if one.coin == comparison.coin)
        is_gas = self._chain.network.kind == "evm" and asset.contract is None
        if comparison.difference < 0:
            missing = Decimal(-comparison.difference).scaleb(-asset.decimals)
            # Without gas no deposit of a token can be swept.
            gas = min(missing, FIRST_GAS) if is_gas else Decimal(0)
            for key, amount in ((GAS, gas), (HOT, missing - gas)):
                if amount:
                    await self._note_as_own(await self._pay(key, amount, asset))
            log.info("development_wallet_refilled", network=self._key, coin=asset.coin, amount=str(missing))
        elif not comparison.owed:
            await self._pay(HOT, _first_amount(asset), asset)
            if is_gas:
                await self._pay(GAS, FIRST_GAS, asset)

    async def _pay(self, key: KeyPath, amount: Decimal, asset: Asset) -> str:
        return await self._faucet.pay(self._key, self._chain.derive_address(key), amount, asset.coin)

    async def _note_as_own(self, tx_id: str) -> None:
        """The ledger has this money already: as a transaction of ours it is no new funding."""
        async with transaction(self._sessions) as session:
            session.add(
                ChainTransaction(
                    id=new_id(),
                    network=self._key,
                    purpose="funding",
                    reference=f"refill:{self._key}:{tx_id}",
                    attempt=1,
                    payments=[],
                    unsigned={},
                    tx_id=tx_id,
                    status="confirmed",
                    created_at=self._clock.now(),
                )
            )


def _first_amount(asset: Asset) -> Decimal:
    return FIRST_COINS if asset.contract is None else FIRST_TOKENS
