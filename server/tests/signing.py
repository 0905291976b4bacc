"""A signer as a real process, networks by hand, and transactions as an application asks for them."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import rlp
from embit import bip39
from embit.bip32 import HDKey
from embit.psbt import PSBT
from embit.script import Script, address_to_scriptpubkey, p2wpkh
from embit.transaction import Transaction, TransactionInput, TransactionOutput
from eth_hash.auto import keccak

from clearwater.adapters.chains.development_seed import DEVELOPMENT_MNEMONIC
from clearwater.adapters.signer.account import prepare_home
from clearwater.adapters.signer.client import SignerClient
from clearwater.adapters.signer.seed_file import SeedFile
from clearwater.domains.wallets.ports import (
    Asset,
    FeePolicy,
    KeyPath,
    NetworkSpec,
    Payment,
    SigningRequest,
    UnsignedTransaction,
)
from tests.processes import until

USDT = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
STRANGER = "0x00000000219ab540356cBB839Cbe05303d7705Fa"
COLD = "0x000000000000000000000000000000000000c01d"
REAL_ENTROPY = bytes(range(32))
SECRET = b"correct horse battery"
LOW_COST = 1 << 10
GWEI = 10**9
DAY_CAPS = """
[withdrawals.BTC]
once = "0.5"
hour = "1"
day = "2"
"""


def asset(coin: str, decimals: int, contract: str | None = None) -> Asset:
    return Asset(coin, decimals, contract, Decimal(1), Decimal(1), Decimal(2), Decimal(1000))


ETH_DEV = NetworkSpec(
    key="eth-dev",
    name="Ethereum",
    kind="evm",
    standard="ERC-20",
    assets=(asset("ETH", 18), asset("USDT", 6, USDT)),
    confirmations=3,
    reorg_depth=10,
    block_seconds=5,
    fee=FeePolicy(1, GWEI, 100 * GWEI),
    is_development=True,
    cold_addresses=(COLD,),
    chain_id=31337,
)
LTC_REGTEST = NetworkSpec(
    key="ltc-regtest",
    name="Litecoin",
    kind="utxo",
    standard="Litecoin",
    assets=(asset("LTC", 8),),
    confirmations=3,
    reorg_depth=10,
    block_seconds=5,
    fee=FeePolicy(1, 10, 500),
    is_development=True,
    hrp="rltc",
    p2pkh_version=111,
    p2sh_versions=(58, 196),
)
BTC = replace(
    LTC_REGTEST,
    key="btc",
    name="Bitcoin",
    assets=(asset("BTC", 8),),
    is_development=False,
    hrp="bc",
    p2pkh_version=0,
    p2sh_versions=(5,),
)
# A real network under the name of a development chain, and the other way round.
FALSE_DEVELOPMENT = replace(BTC, key="btc-regtest")
FALSE_REAL = replace(ETH_DEV, key="eth")
NETWORKS = {spec.key: spec for spec in (ETH_DEV, LTC_REGTEST, BTC, FALSE_DEVELOPMENT, FALSE_REAL)}
ACCOUNTS = {"deposit": 0, "hot": 1, "gas": 2}
HOT, GAS = KeyPath("hot", 0), KeyPath("gas", 0)


def private_key(network: NetworkSpec, key: KeyPath) -> Any:
    """As another wallet would derive it from the words."""
    words = DEVELOPMENT_MNEMONIC if network.is_development else bip39.mnemonic_from_bytes(REAL_ENTROPY)
    root = HDKey.from_seed(bip39.mnemonic_to_seed(words))
    coin_type = 1 if network.is_development else 0
    path = "m/44h/60h" if network.kind == "evm" else f"m/84h/{coin_type}h"
    return root.derive(f"{path}/{ACCOUNTS[key.wallet]}h/0/{key.index}")


def evm_address(key: KeyPath) -> str:
    public_key = private_key(ETH_DEV, key).get_public_key()
    public_key.compressed = False
    return f"0x{keccak(public_key.sec()[1:])[-20:].hex()}"


def script(network: NetworkSpec, key: KeyPath) -> Script:
    return p2wpkh(private_key(network, key))


def utxo_address(network: NetworkSpec, key: KeyPath) -> str:
    return str(script(network, key).address({"bech32": network.hrp}))


STRANGER_LTC = utxo_address(LTC_REGTEST, KeyPath("deposit", 999_999))


def evm_request(
    reference: str = "w1",
    *,
    payment: Payment | None = None,
    said: Payment | None = None,
    purpose: Any = "withdrawal",
    key: KeyPath = HOT,
    nonce: int = 0,
    fee_rate: int = GWEI,
    gas: int = 100_000,
    **fields: Any,
) -> SigningRequest:
    """`said` is what the request claims when that is not what the payload pays."""
    payment = payment or Payment(STRANGER, 10**6, USDT)
    data = fields.get("data")
    if data is None:
        word = bytes.fromhex(payment.address[2:]).rjust(32, b"\0") + payment.amount.to_bytes(32)
        data = bytes.fromhex("a9059cbb") + word if payment.contract else b""
    payload = b"\x02" + rlp.encode(
        [
            fields.get("chain_id", 31337),
            nonce,
            fee_rate // 10,
            fee_rate,
            gas,
            bytes.fromhex((payment.contract or payment.address)[2:]),
            fields.get("value", 0 if payment.contract else payment.amount),
            data,
            fields.get("access_list", []),
        ]
    )
    unsigned = UnsignedTransaction(f"0x{payload.hex()}", (key,), 0, 0, nonce=fields.get("said_nonce", nonce))
    network = fields.get("network", "eth-dev")
    return SigningRequest(reference, purpose, network, unsigned, (said or payment,))


def utxo_request(
    reference: str = "u1",
    *,
    network: NetworkSpec = LTC_REGTEST,
    outputs: Sequence[tuple[str, int]] | None = None,
    said: Sequence[Payment] | None = None,
    purpose: Any = "withdrawal",
    inputs: Sequence[tuple[int, int]] = ((1, 100_000_000),),
    keys: Sequence[KeyPath] | None = None,
    owners: Sequence[KeyPath] | None = None,
    change: int | None = None,
    fee: int = 2_000,
) -> SigningRequest:
    """Inputs are a number, of which the id is made, and an amount; `owners` have their scripts."""
    paths = tuple(keys or [HOT] * len(inputs))
    paid = [(STRANGER_LTC, 50_000_000)] if outputs is None else list(outputs)
    left = sum(amount for _, amount in inputs) - sum(amount for _, amount in paid) - fee
    left = left if change is None else change
    vout = [TransactionOutput(amount, script_of(network, address)) for address, amount in paid]
    if left > 0:
        vout.append(TransactionOutput(left, script(network, HOT)))
    ids = [bytes([number]) * 32 for number, _ in inputs]
    psbt = PSBT(Transaction(vin=[TransactionInput(tx_id, 0) for tx_id in ids], vout=vout))
    for scope, (_, amount), owner in zip(psbt.inputs, inputs, owners or paths, strict=True):
        scope.witness_utxo = TransactionOutput(amount, script(network, owner))
    unsigned = UnsignedTransaction(
        str(psbt.to_string()), paths, fee, 0, inputs=tuple((tx_id.hex(), 0) for tx_id in ids), change=left
    )
    payments = tuple(said if said is not None else [Payment(address, amount) for address, amount in paid])
    return SigningRequest(reference, purpose, network.key, unsigned, payments)


def script_of(network: NetworkSpec, address: str) -> Script:
    if address.startswith(f"{network.hrp}1"):
        from embit import bech32

        version, program = bech32.decode(network.hrp, address)
        return Script(bytes([0x50 + version if version else 0, len(program), *program]))
    found: Script = address_to_scriptpubkey(address)
    return found


def with_unsigned(request: SigningRequest, **changes: Any) -> SigningRequest:
    return replace(request, unsigned=replace(request.unsigned, **changes))


class SignerProcess:
    """One `clearwater signer` with the networks above."""

    def __init__(self, folder: Path, *, has_seed: bool = True, **settings: str) -> None:
        self.data_folder = folder / "data"
        self._folder = folder
        self._key_file = folder / "key"
        self._settings = settings
        # In a thread, because tests run in a loop and this runs one of its own.
        with ThreadPoolExecutor(1) as thread:
            self.home = thread.submit(prepare_home, self.data_folder).result()
        if has_seed and not self.home.seed.exists():
            self._key_file.write_bytes(SECRET)
            SeedFile(self.home.seed, LOW_COST).create(REAL_ENTROPY, SECRET)
            self.home.journal.touch(mode=0o600)
            self.home.caps.write_text(DAY_CAPS)
            for path in (self.home.seed, self.home.journal):
                self.home.own(path)
        self.stderr = folder / "signer.log"
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        settings = {
            "CLEARWATER_DATA": str(self.data_folder),
            "CLEARWATER_SIGNER_KEY_FILE": str(self._key_file),
            "CLEARWATER_LOG_FORMAT": "json",
            **self._settings,
        }
        with self.stderr.open("wb") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-c", "from tests.signer_process import main; main()", "signer"],
                cwd=Path(__file__).parents[1],
                env=os.environ | settings,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
        return self.process

    def wait_until_started(self) -> "SignerProcess":
        until(lambda: "signer_started" in self.log() or self.process.poll() is not None)
        assert self.process.poll() is None, self.log()
        return self

    def log(self) -> str:
        return self.stderr.read_text()

    def client(self) -> SignerClient:
        return SignerClient(self.data_folder)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(20)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)


async def sign_again(client: SignerClient, request: SigningRequest) -> Any:
    """Sign as soon as the signer is back."""
    from clearwater.domains.wallets.ports import SignerUnavailable

    for _ in range(500):
        try:
            return await client.sign(request)
        except SignerUnavailable:
            await asyncio.sleep(0.05)
    raise TimeoutError
