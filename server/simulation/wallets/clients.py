"""Clients who move coins: they are paid, ask for withdrawals, confirm or cancel them, and repeat requests."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from clearwater.adapters.chains import addresses
from clearwater.domains.security.errors import CodeExpired, CodeInvalid
from clearwater.domains.wallets.errors import WithdrawalFinal
from clearwater.domains.wallets.ports import Asset, KeyPath
from clearwater.domains.wallets.withdrawal_schemas import WithdrawalDraft
from clearwater.kit.errors import ClearwaterError, EngineUnavailable, Overloaded
from simulation.wallets.chain import SimulatedChain
from simulation.wallets.use_cases import NoCodeYet, WalletApi
from simulation.wallets.world import WalletWorld
from simulation.world import APIS, Api

MEAN_PAUSE_SECONDS = 4.0
RETRY_SECONDS = 0.5
PATIENCE_SECONDS = 20.0
MAX_LOOKS, LOOK_SECONDS = 20, 2.0
Result = TypeVar("Result")
# Whether it was done is not known then.
UNANSWERED = (
    ConnectionError,
    EngineUnavailable,
    Overloaded,
    SQLAlchemyError,
    TimeoutError,
    OSError,
    NoCodeYet,
)
# A small and a large amount of each coin.
USUAL = {
    "LTC": (Decimal("0.01"), Decimal(2)),
    "ETC": (Decimal("0.001"), Decimal(1)),
    "USDC": (Decimal(1), Decimal(2_000)),
}
STRANGERS = 1_000_000
REPLACED = 0.1


@dataclass
class Paid:
    """A deposit as the payer knows it."""

    network: str
    coin: str
    address: str
    tx_id: str


@dataclass
class Asked:
    """A withdrawal that was acknowledged."""

    id: uuid.UUID
    network: str
    coin: str
    address: str
    amount: int
    fee: int
    is_confirmed: bool = False
    is_canceled: bool = False
    refusals: list[str] = field(default_factory=list)


@dataclass
class WalletClient:
    """One client, and what it was told."""

    world: WalletWorld
    id: uuid.UUID
    number: int

    def __post_init__(self) -> None:
        self._chance = self.world.host.chance(f"client {self.number}")
        self._keys = count(1)
        self.addresses: dict[str, str] = {}
        self.paid: list[Paid] = []
        self.asked: list[Asked] = []
        self.repeated = 0
        self.others: list[WalletClient] = []
        self.acts: list[str] = []

    async def run(self, acts: int, without: frozenset[int] = frozenset()) -> None:
        """So many acts. Each has a source of chance of its own, so that one left out changes no other."""
        await self._pay_first()
        await self._wait_for_funds()
        for place in range(acts):
            number = self.number * 1_000 + place
            self._chance = self.world.host.chance(f"act {number}")
            await asyncio.sleep(self._chance.expovariate(1 / MEAN_PAUSE_SECONDS))
            act = self._chance.choice((self._pay_in, self._withdraw, self._withdraw, self._withdraw))
            if number not in without:
                self.world.loop.trace.note("act", number, act.__name__)
                self.acts.append(f"{number}: {await act()}")

    async def _ask(self, work: Callable[[WalletApi], Awaitable[Result]]) -> Result:
        """Ask an api until there is an answer."""

        async def serve(api: Api) -> Result:
            return await work(WalletApi(self.world, api))

        while True:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    return await self.world.request(self._chance.choice(APIS), serve)
            except UNANSWERED:
                self.repeated += 1
                await asyncio.sleep(RETRY_SECONDS)

    def _new_key(self) -> str:
        return f"{self.number}-{next(self._keys)}"

    def _choose(self) -> tuple[SimulatedChain, Asset]:
        chain = self._chance.choice(list(self.world.wallets.chains.values()))
        return chain, self._chance.choice(chain.network.assets)

    # Deposits.

    async def _pay_first(self) -> None:
        """Enough of each coin for what follows."""
        for chain in self.world.wallets.chains.values():
            for asset in chain.network.assets:
                await self._pay(chain, asset, USUAL[asset.coin][1] * 2)

    async def _wait_for_funds(self) -> None:
        """Who has nothing asks for nothing; what does not come soon is not waited for."""
        for _ in range(MAX_LOOKS):
            if all(await self._ask(lambda api: api.balances(self.id))):
                return
            await asyncio.sleep(LOOK_SECONDS)

    async def _pay_in(self) -> str:
        chain, asset = self._choose()
        lowest, highest = USUAL[asset.coin]
        share = Decimal(self._chance.randint(1, 10_000)) / 10_000
        return await self._pay(chain, asset, lowest / 2 + (highest - lowest) * share * share)

    async def _pay(self, chain: SimulatedChain, asset: Asset, amount: Decimal) -> str:
        key = chain.network.key
        address = await self._find_address(key, asset.coin)
        if address is None:
            return f"no address for {asset.coin}"
        native = int(amount.scaleb(asset.decimals)) + self._chance.randrange(1_000)
        sent = chain.pay_from_outside(address, native, asset.contract)
        if self._chance.random() < REPLACED:
            # The payer thinks again before it is in a block.
            await asyncio.sleep(self._chance.uniform(0.5, 6.0))
            sent = chain.pay_from_outside(address, native + 1, asset.contract, instead_of=sent)
        self.paid.append(Paid(key, asset.coin, address, sent.id))
        return f"pay {native} {asset.coin} to client {self.number} in {sent.id}"

    async def _find_address(self, network: str, coin: str) -> str | None:
        if network not in self.addresses:
            try:
                self.addresses[network] = await self._ask(
                    lambda api: api.deposit_address(self.id, coin, network)
                )
            except ClearwaterError:
                # The network is halted, or nobody has followed it yet.
                return None
        return self.addresses[network]

    # Withdrawals.

    async def _withdraw(self) -> str:
        chain, asset = self._choose()
        draft = WithdrawalDraft(
            coin=asset.coin,
            network=chain.network.key,
            address=self._payee(chain),
            amount=self._amount(asset),
        )
        key = self._new_key()
        try:
            made = await self._ask(lambda api: api.request(self.id, draft, key))
        except ClearwaterError as refusal:
            # Not enough there, or the network is halted.
            return f"ask for {draft.amount} {draft.coin}: {refusal.code}"
        asked = Asked(made.id, made.network, made.coin, made.address, made.amount, made.fee)
        self.asked.append(asked)
        await asyncio.sleep(self._chance.uniform(0.0, 3.0))
        fate = self._chance.random()
        if 0.1 <= fate < 0.97:
            await self._confirm(asked)
        if fate < 0.2:
            await self._cancel(asked)
        return f"withdraw {asked}"

    def _payee(self, chain: SimulatedChain) -> str:
        """An address of its own for each payment; sometimes that of another client."""
        if self._chance.random() < 0.08:
            known = [one.addresses.get(chain.network.key) for one in self.others]
            found = [address for address in known if address is not None]
            if found:
                return self._chance.choice(found)
        index = STRANGERS + self._chance.randrange(1 << 28)
        return addresses.derive_address(chain.network, KeyPath("deposit", index))

    def _amount(self, asset: Asset) -> str:
        _, highest = USUAL[asset.coin]
        low = asset.min_withdrawal
        share = Decimal(self._chance.randint(1, 1_000)) / 1_000
        return f"{(low + (highest - low) * share * share).quantize(Decimal('0.000001')):f}"

    async def _confirm(self, asked: Asked) -> None:
        code = await self._ask(lambda api: api.read_code(self.id, asked.address))
        key = self._new_key()
        try:
            await self._ask(lambda api: api.confirm(self.id, asked.id, code, key))
        except (CodeExpired, CodeInvalid, WithdrawalFinal) as refusal:
            asked.refusals.append(refusal.code)
        else:
            asked.is_confirmed = True

    async def _cancel(self, asked: Asked) -> None:
        key = self._new_key()
        try:
            await self._ask(lambda api: api.cancel(self.id, asked.id, key))
        except WithdrawalFinal as refusal:
            asked.refusals.append(refusal.code)
        else:
            asked.is_canceled = True

    async def give_up(self) -> None:
        """Cancel what was never confirmed, so that nobody has to wait until it expires."""
        for asked in self.asked:
            if not (asked.is_confirmed or asked.is_canceled):
                await self._cancel(asked)
