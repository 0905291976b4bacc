"""What a chain has, compared with the ledger, where the ledger does not know the chain's coins."""

from dataclasses import replace
from decimal import Decimal

from clearwater.domains.wallets.ports import Asset
from clearwater.domains.wallets.reconciliation import compare
from clearwater.domains.wallets.watcher import Watcher
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.domains.wallets.memory_chain import SPEC, MemoryChain

DOGE = Asset("DOGE", 8, None, Decimal(1), Decimal(1), Decimal(2), Decimal(10))


async def test_a_network_whose_coin_is_not_listed_yet_has_nothing_to_compare(
    services: ApiServices, market: Follower
) -> None:
    chain = MemoryChain(network=replace(SPEC, key="doge", assets=(DOGE,)))
    chain.mine()
    watcher = Watcher(chain, services.sessions, services.clock, market)
    while await watcher.step():
        pass

    assert await compare(chain, services.sessions, market.view) == (1, [])
