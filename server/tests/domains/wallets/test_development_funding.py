"""The house's wallets on a development chain that has forgotten everything."""

from dataclasses import replace
from decimal import Decimal

from clearwater.core.commands import Fund
from clearwater.domains.wallets.development import DevelopmentFunding
from clearwater.domains.wallets.ports import TransactionStatus
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


class WaitingChain(MemoryChain):
    """What the faucet has paid waits for a block."""

    async def status(self, tx_id: str, *, block_hash: str | None = None) -> TransactionStatus:
        return TransactionStatus("mempool")


async def owe(services: ApiServices, market: Follower, chain: MemoryChain) -> None:
    """The ledger has 30 coins on the chain, whose node has forgotten them."""
    await Watcher(chain, services.sessions, services.clock, market).step()
    now = milliseconds(services.clock.now())
    owed = await market.submit(Fund(now, "deposit:eth:tx:0", "BTC", CHAIN, 30 * 10**8))
    assert owed.refusal is None


async def test_a_refill_begins_with_the_gas_wallet(services: ApiServices, market: Follower) -> None:
    chain = MemoryChain(network=replace(SPEC, key=CHAIN, kind="evm", is_development=True))
    await owe(services, market, chain)
    faucet = Faucet()
    funding = DevelopmentFunding(chain, faucet, services.sessions, services.clock, market)

    await funding.step()

    assert faucet.paid == {"gas-0": Decimal(10), "hot-0": Decimal(20)}


async def test_a_refill_that_waits_for_a_block_is_not_paid_again(
    services: ApiServices, market: Follower
) -> None:
    """A worker that was killed after it had paid must not bring more than the ledger says."""
    chain = WaitingChain(network=replace(SPEC, key=CHAIN, is_development=True))
    await owe(services, market, chain)
    first, second = Faucet(), Faucet()
    await DevelopmentFunding(chain, first, services.sessions, services.clock, market).step()

    await DevelopmentFunding(chain, second, services.sessions, services.clock, market).step()

    assert (first.paid, second.paid) == ({"hot-0": Decimal(30)}, {})
