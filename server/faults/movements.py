"""Random deposits and withdrawals of a few clients, and what has to come of them."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, Decimal

from clearwater.adapters.chains.development_chain import FaucetRefused
from clearwater.core.seeded_random import SeededRandom
from clearwater.domains.wallets.ports import KeyPath
from tests.wallet_client import Requested, RunningNetwork, WalletClient

# In hundredths: what is not listed is an input that must be refused.
DEPOSITS, PAYMENTS, TRANSFERS, CANCELS = 45, 30, 9, 9
# By coin, the least and the most of one deposit; withdrawals are a part of the latter.
AMOUNTS = {
    "BTC": ("0.002", "0.05"),
    "LTC": ("0.1", "3"),
    "ETH": ("0.02", "1"),
    "USDT": ("20", "900"),
}
# Digits of the ledger, for all of these.
LEDGER_DIGITS = Decimal("1e-8")
# Addresses of the public seed that belong to no client.
FIRST_PAYEE = 1_000_000
FAUCET_RETRY_SECONDS = 0.5
FAUCET_RETRIES = 120


@dataclass(frozen=True)
class Paid:
    """A payment of the faucet to a client."""

    client: int
    network: str
    coin: str
    tx_id: str
    amount: Decimal


@dataclass
class Movements:
    """Makes one movement after another; refusals that must not be, and acceptances, are `surprises`."""

    networks: dict[str, RunningNetwork]
    clients: Sequence[WalletClient]
    rng: SeededRandom
    paid: list[Paid] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    surprises: list[str] = field(default_factory=list)
    _payees: int = FIRST_PAYEE

    @property
    def total(self) -> int:
        return self.counts.total()

    async def begin(self, client: WalletClient) -> None:
        """A deposit of each coin, so that there is something to withdraw."""
        for network in self.networks.values():
            for asset in network.assets:
                await self._deposit(client, network, asset.coin)

    async def make(self, client: WalletClient) -> None:
        """One movement of a client."""
        network = self.rng.pick(sorted(self.networks.values(), key=lambda one: one.key))
        coin = self.rng.pick(network.assets).coin
        roll = self.rng.below(100)
        amount = await self._withdrawable(client, network, coin)
        if roll < DEPOSITS or amount is None:
            await self._deposit(client, network, coin)
        elif (roll := roll - DEPOSITS) < PAYMENTS:
            await self._pay(client, network, coin, amount)
        elif (roll := roll - PAYMENTS) < TRANSFERS:
            await self._transfer(client, network, coin, amount)
        elif roll - TRANSFERS < CANCELS:
            await self._cancel(client, network, coin, amount)
        else:
            await self._refuse(client, network, coin)

    def _amount(self, coin: str, digits: int = 8) -> Decimal:
        least, most = (Decimal(amount) for amount in AMOUNTS[coin])
        step = Decimal(1).scaleb(-digits)
        return least + step * self.rng.below(int((most - least) / step))

    async def _withdrawable(self, client: WalletClient, network: RunningNetwork, coin: str) -> Decimal | None:
        asset = next(asset for asset in network.assets if asset.coin == coin)
        available = (await client.balances()).get(coin, Decimal(0))
        wanted = self._amount(coin, digits=min(asset.decimals, 8)) / 2
        wanted = wanted.quantize(Decimal(1).scaleb(-min(asset.decimals, 8)), ROUND_DOWN)
        return wanted if asset.min_withdrawal <= wanted <= available else None

    async def _deposit(self, client: WalletClient, network: RunningNetwork, coin: str) -> None:
        """Some have digits that the ledger does not count."""
        asset = next(asset for asset in network.assets if asset.coin == coin)
        amount = self._amount(coin, digits=min(asset.decimals, 8 if self.rng.below(2) else 12))
        address = await client.deposit_address(coin, network.key)
        reason = ""
        for _ in range(FAUCET_RETRIES):
            try:
                tx_id = await network.dev.pay(address, amount, coin)
                break
            except FaucetRefused as refusal:
                # Its coins wait for a block.
                reason = str(refusal)
                await asyncio.sleep(FAUCET_RETRY_SECONDS)
        else:
            raise AssertionError(f"the faucet of {network.key} does not pay: {reason}")
        self.paid.append(Paid(client.number, network.key, coin, tx_id, amount))
        self.counts["deposits"] += 1

    async def _pay(self, client: WalletClient, network: RunningNetwork, coin: str, amount: Decimal) -> None:
        self._payees += 1
        payee = network.node.derive_address(KeyPath("deposit", self._payees))
        if (made := await self._request(client, network, coin, payee, amount)) is not None:
            await self._confirm(client, made)
        self.counts["withdrawals"] += 1

    async def _transfer(
        self, client: WalletClient, network: RunningNetwork, coin: str, amount: Decimal
    ) -> None:
        others = [other for other in self.clients if other is not client]
        receiver = self.rng.pick(others)
        address = await receiver.deposit_address(coin, network.key)
        if (made := await self._request(client, network, coin, address, amount)) is not None:
            made.receiver = receiver.number
            await self._confirm(client, made)
        self.counts["transfers to other clients"] += 1

    async def _cancel(
        self, client: WalletClient, network: RunningNetwork, coin: str, amount: Decimal
    ) -> None:
        self._payees += 1
        payee = network.node.derive_address(KeyPath("deposit", self._payees))
        if (made := await self._request(client, network, coin, payee, amount)) is not None:
            answer = await client.cancel(made)
            self._expect(answer.status_code == 200, f"a cancel was refused: {answer.text}")
        self.counts["canceled withdrawals"] += 1

    async def _refuse(self, client: WalletClient, network: RunningNetwork, coin: str) -> None:
        self._payees += 1
        payee = network.node.derive_address(KeyPath("deposit", self._payees))
        wrong = self.rng.pick(
            [
                {"address": payee[:-1], "amount": "20"},
                {"address": payee, "amount": "99999"},
                {"address": payee, "amount": "0.000000000000001"},
                {"address": payee, "amount": "-1"},
                {"address": await client.deposit_address(coin, network.key), "amount": "20"},
            ]
        )
        answer = await client.request(coin=coin, network=network.key, **wrong)
        self._expect(answer.status_code == 422, f"{wrong} was answered {answer.status_code}")
        self.counts["wrong inputs"] += 1

    async def _request(
        self, client: WalletClient, network: RunningNetwork, coin: str, address: str, amount: Decimal
    ) -> Requested | None:
        answer = await client.request(
            coin=coin, network=network.key, address=address, amount=f"{amount.normalize():f}"
        )
        if answer.status_code != 201:
            self._expect(is_good=False, otherwise=f"a withdrawal was refused: {answer.text}")
            return None
        return client.withdrawals[-1]

    async def _confirm(self, client: WalletClient, made: Requested) -> None:
        answer = await client.confirm(made)
        self._expect(answer.status_code == 200, f"a confirmation was refused: {answer.text}")

    def _expect(self, is_good: bool, otherwise: str) -> None:
        if not is_good:
            self.surprises.append(otherwise)
