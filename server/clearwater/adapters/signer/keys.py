"""The keys of the wallets, derived from seeds: one for real networks, a public one for development chains."""

import hmac
from collections.abc import Mapping
from typing import Any

from coincurve import PublicKey
from embit import bip39
from embit.bip32 import HDKey
from embit.hashes import hash160
from eth_hash.auto import keccak

from clearwater.adapters.chains.development_seed import DEVELOPMENT_MNEMONIC, is_development_key
from clearwater.domains.wallets.ports import KeyPath, NetworkSpec, SigningRefused, Wallet

HARDENED = 0x8000_0000
ACCOUNTS: Mapping[Wallet, int] = {"deposit": 0, "hot": 1, "gas": 2}
UTXO_PURPOSE, EVM_PURPOSE = 84, 44
EVM_COIN_TYPE, TEST_COIN_TYPE = 60, 1
# SLIP-44, by the prefix of segwit addresses. A chain that is not here has no keys.
COIN_TYPES = {"bc": 0, "ltc": 2, "bcrt": 1, "rltc": 1, "tb": 1, "tltc": 1}
MAX_INDEX = HARDENED - 1


class Seed:
    """A BIP39 seed; its entropy and keys never leave the process."""

    def __init__(self, entropy: bytes) -> None:
        mnemonic = bip39.mnemonic_from_bytes(entropy)
        self.is_development = mnemonic == DEVELOPMENT_MNEMONIC
        self._root = HDKey.from_seed(bip39.mnemonic_to_seed(mnemonic))

    @property
    def fingerprint(self) -> str:
        """Four bytes of the hash of the root's public key, to tell seeds apart."""
        return bytes(self._root.my_fingerprint).hex()

    def account(self, network: NetworkSpec, wallet: Wallet) -> Any:
        path = account_path(network, wallet)
        return self._root.derive([number | HARDENED for number in path])

    def xpubs(self, network: NetworkSpec) -> dict[Wallet, str]:
        return {wallet: str(self.account(network, wallet).to_public().to_base58()) for wallet in ACCOUNTS}


def development_seed() -> Seed:
    return Seed(bytes(bip39.mnemonic_to_bytes(DEVELOPMENT_MNEMONIC)))


def account_path(network: NetworkSpec, wallet: Wallet) -> tuple[int, int, int]:
    """BIP84 on UTXO chains, BIP44 on EVM chains; every step is hardened."""
    account = ACCOUNTS[wallet]
    if network.kind == "evm":
        return EVM_PURPOSE, EVM_COIN_TYPE, account
    if network.is_development:
        return UTXO_PURPOSE, TEST_COIN_TYPE, account
    coin_type = COIN_TYPES.get(network.hrp)
    if coin_type is None:
        raise SigningRefused("NETWORK_UNKNOWN", f"There are no keys for {network.key}.")
    return UTXO_PURPOSE, coin_type, account


class WalletKeys:
    """The keys of one network."""

    def __init__(self, seed: Seed, network: NetworkSpec) -> None:
        self._branches = {wallet: seed.account(network, wallet).child(0) for wallet in ACCOUNTS}
        self._deposits = DepositAddresses(self._branches["deposit"].to_public())

    def private(self, key: KeyPath) -> Any:
        """The private key, as embit has it."""
        if not 0 <= key.index <= MAX_INDEX:
            raise SigningRefused("KEY_MISMATCH", "There is no key of this number.")
        return self._branches[key.wallet].child(key.index).key

    def script(self, key: KeyPath) -> bytes:
        """The p2wpkh output script of a key."""
        return b"\x00\x14" + bytes(hash160(self.private(key).sec()))

    def address(self, key: KeyPath) -> bytes:
        """The twenty bytes of an EVM address."""
        return evm_address(self.private(key).sec())

    def owns_deposit_address(self, address: bytes, hint: KeyPath | None = None) -> bool:
        """Whether an EVM address is one of the deposit wallet; a hint saves the search."""
        if hint is not None and hint.wallet == "deposit" and self.address(hint) == address:
            self._deposits.note(hint.index)
            return True
        return self._deposits.has(address)

    def note_deposit_index(self, index: int) -> None:
        self._deposits.note(index)


class DepositAddresses:
    """Addresses of deposits in the order of their numbers, derived as far as somebody asks.

    It looks further than the highest number that is known by this much, and no more: a search for an address
    that is none of ours has to end.
    """

    GAP = 100_000

    def __init__(self, branch: Any) -> None:
        self._chain_code = bytes(branch.chain_code)
        self._public_key = PublicKey(bytes(branch.sec()))
        self._serialized = bytes(branch.sec())
        self._known: set[bytes] = set()
        self._derived = 0
        self._highest = 0

    def note(self, index: int) -> None:
        """A number that is used. One far beyond is not noted: it would make the search as long."""
        if index <= self._highest + self.GAP:
            self._highest = max(self._highest, index)

    def has(self, address: bytes) -> bool:
        while address not in self._known:
            if self._derived > self._highest + self.GAP:
                return False
            self._known.add(self._derive(self._derived))
            self._derived += 1
        return True

    def _derive(self, index: int) -> bytes:
        """BIP32 for public keys, several times as fast as embit: many are derived at once here."""
        digest = hmac.digest(self._chain_code, self._serialized + index.to_bytes(4, "big"), "sha512")
        return _address_of(self._public_key.add(digest[:32]))


def evm_address(public_key: bytes) -> bytes:
    return _address_of(PublicKey(bytes(public_key)))


def _address_of(public_key: PublicKey) -> bytes:
    return bytes(keccak(public_key.format(compressed=False)[1:])[-20:])


class KeyRing:
    """Which seed signs for which network: the development seed for development chains, and for no other."""

    def __init__(self, seed: Seed | None) -> None:
        self.seed = seed
        self._development = development_seed()
        self._wallets: dict[tuple[int, int, int, bool], WalletKeys] = {}
        self._compared: set[tuple[str, ...]] = set()

    def seed_of(self, network: NetworkSpec) -> Seed:
        if network.is_development != is_development_key(network.key):
            raise SigningRefused("NETWORK_UNKNOWN", f"The name {network.key} does not fit its kind of chain.")
        if network.is_development:
            return self._development
        if self.seed is None or self.seed.is_development:
            raise SigningRefused(
                "DEVELOPMENT_SEED", f"The development seed does not sign for {network.key}: it is public."
            )
        return self.seed

    def keys_of(self, network: NetworkSpec) -> WalletKeys:
        seed = self.seed_of(network)
        self._require_same_keys(seed, network)
        branch = (*account_path(network, "hot"), seed is self._development)
        if branch not in self._wallets:
            self._wallets[branch] = WalletKeys(seed, network)
        return self._wallets[branch]

    def _require_same_keys(self, seed: Seed, network: NetworkSpec) -> None:
        """Addresses that clients see come from the configured public keys: they have to be ours."""
        configured = (network.key, *network.xpubs.values())
        if configured in self._compared:
            return
        own = seed.xpubs(network)
        for wallet, xpub in network.xpubs.items():
            if _material(xpub) != _material(own[wallet]):
                raise SigningRefused(
                    "KEY_MISMATCH", f"The public key of {network.key}'s {wallet} wallet is of another seed."
                )
        self._compared.add(configured)


def _material(xpub: str) -> bytes:
    """The key and its chain code, whatever prefix it is written with."""
    key = HDKey.from_string(xpub)
    return bytes(key.chain_code) + bytes(key.sec())
