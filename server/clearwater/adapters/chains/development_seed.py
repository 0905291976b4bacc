"""The keys of development chains. Their seed is public: what is paid to it belongs to anyone."""

from collections.abc import Mapping
from functools import cache

from embit import bip39
from embit.bip32 import HDKey

from clearwater.domains.wallets.ports import ChainKind, Wallet

DEVELOPMENT_MNEMONIC = "test test test test test test test test test test test junk"
ACCOUNTS: Mapping[Wallet, int] = {"deposit": 0, "hot": 1, "gas": 2}
# The account of the faucet and the miner, apart from the wallets of the exchange.
FAUCET_ACCOUNT = 9
# BIP84 with the coin type of test networks, BIP44 with that of Ethereum.
ACCOUNT_PATHS: Mapping[ChainKind, str] = {"utxo": "m/84h/1h/{account}h", "evm": "m/44h/60h/{account}h"}


def development_account(kind: ChainKind, account: int) -> HDKey:
    root = HDKey.from_seed(bip39.mnemonic_to_seed(DEVELOPMENT_MNEMONIC))
    return root.derive(ACCOUNT_PATHS[kind].format(account=account))


@cache
def development_xpubs(kind: ChainKind) -> Mapping[Wallet, str]:
    return {
        wallet: str(development_account(kind, account).to_public().to_base58())
        for wallet, account in ACCOUNTS.items()
    }


def is_development_key(network: str) -> bool:
    """The name of a network decides, everywhere."""
    return network.endswith(("-dev", "-regtest"))
