"""The house's wallets on a development chain that has forgotten everything."""

from dataclasses import replace
from decimal import Decimal

from clearwater.core.commands import Fund
from clearwater.domains.wallets.development import DevelopmentFunding
from clearwater.domains.wallets.watcher import Watcher
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import milliseconds
from tests.domains.wallets.memory_chain import SPEC, MemoryChain

# The ledger of these tests is a real one, which knows no development chains.
CHAIN = "eth"


class Faucet:
    def __init__(self) -> None:
        self.paid: dict[str, Decimal] = {}

    async def pay(self, network: str, address: str, amount: Decimal, coin: str) -> str:
        self.paid[address] = amount
        return f"{network}:{address}:{coin}"


async def test_a_refill_begins_with_the_gas_wallet(services: ApiServices, market: Follower) -> None:
    chain = MemoryChain(network=replace(SPEC, key=CHAIN, kind="evm", is_development=True))
    await Watcher(chain, services.sessions, services.clock, market).step()
    now = milliseconds(services.clock.now())
    owed = await market.submit(Fund(now, "deposit:eth:tx:0", "BTC", CHAIN, 30 * 10**8))
    assert owed.refusal is None
    faucet = Faucet()
    funding = DevelopmentFunding(chain, faucet, services.sessions, services.clock, market)

    await funding.step()

    assert faucet.paid == {"gas-0": Decimal(10), "hot-0": Decimal(20)}
