"""Networks whose parameters are known: an operator adds a node and public keys, and what is different.

Development networks have the same parameters but for their addresses, chain ids and waiting times.
"""

from decimal import Decimal
from typing import Any

from clearwater.domains.wallets.ports import Asset, FeePolicy, NetworkSpec

DEVELOPMENT_CONFIRMATIONS = 3
DEVELOPMENT_REORG_DEPTH = 100
GWEI = 1_000_000_000


def _asset(coin: str, decimals: int, limits: str, contract: str | None = None) -> Asset:
    """Limits: the least deposit, the fee of a withdrawal, the least and the largest withdrawal."""
    return Asset(coin, decimals, contract, *map(Decimal, limits.split()))


BTC = _asset("BTC", 8, "0.0001 0.0001 0.0005 10")
LTC = _asset("LTC", 8, "0.01 0.001 0.01 5000")
DOGE = _asset("DOGE", 8, "10 4 20 1000000")
ETH = _asset("ETH", 18, "0.001 0.001 0.005 200")
STABLECOIN_LIMITS = "1 1 10 100000"

BITCOIN = NetworkSpec(
    key="btc",
    name="Bitcoin",
    kind="utxo",
    standard="Bitcoin",
    assets=(BTC,),
    confirmations=2,
    reorg_depth=12,
    block_seconds=600,
    fee=FeePolicy(floor=1, fallback=20, cap=500),
    is_development=False,
    genesis_hash="000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    explorer_tx="https://mempool.space/tx/{tx_id}",
    explorer_address="https://mempool.space/address/{address}",
    hrp="bc",
    p2pkh_version=0,
    p2sh_versions=(5,),
    uri_scheme="bitcoin",
    can_replace_by_fee=True,
)
LITECOIN = NetworkSpec(
    key="ltc",
    name="Litecoin",
    kind="utxo",
    standard="Litecoin",
    assets=(LTC,),
    confirmations=6,
    reorg_depth=24,
    block_seconds=150,
    fee=FeePolicy(floor=10, fallback=50, cap=2_000),
    is_development=False,
    genesis_hash="12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2",
    explorer_tx="https://litecoinspace.org/tx/{tx_id}",
    explorer_address="https://litecoinspace.org/address/{address}",
    hrp="ltc",
    p2pkh_version=0x30,
    # Not version 5, which Litecoin used before: it is Bitcoin's.
    p2sh_versions=(0x32,),
    uri_scheme="litecoin",
)
DOGECOIN = NetworkSpec(
    key="doge",
    name="Dogecoin",
    kind="utxo",
    standard="Dogecoin",
    assets=(DOGE,),
    confirmations=60,
    reorg_depth=120,
    block_seconds=60,
    fee=FeePolicy(floor=1_000, fallback=1_000, cap=100_000),
    is_development=False,
    genesis_hash="1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691",
    p2pkh_version=0x1E,
    p2sh_versions=(0x16,),
    uri_scheme="dogecoin",
)
ETHEREUM = NetworkSpec(
    key="eth",
    name="Ethereum",
    kind="evm",
    standard="ERC-20",
    assets=(
        ETH,
        _asset("USDT", 6, STABLECOIN_LIMITS, "0xdAC17F958D2ee523a2206206994597C13D831ec7"),
        _asset("USDC", 6, STABLECOIN_LIMITS, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
    ),
    confirmations=32,
    reorg_depth=64,
    block_seconds=12,
    fee=FeePolicy(floor=GWEI // 10, fallback=30 * GWEI, cap=500 * GWEI),
    is_development=False,
    genesis_hash="0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
    explorer_tx="https://etherscan.io/tx/{tx_id}",
    explorer_address="https://etherscan.io/address/{address}",
    uri_scheme="ethereum",
    chain_id=1,
)

KNOWN_NETWORKS: dict[str, NetworkSpec] = {
    network.key: network for network in (BITCOIN, LITECOIN, DOGECOIN, ETHEREUM)
}
# What makes a development network of a known one.
DEVELOPMENT_NETWORKS: dict[str, tuple[NetworkSpec, dict[str, Any]]] = {
    "btc-regtest": (BITCOIN, {"name": "Bitcoin (development)", "hrp": "bcrt", "p2pkh_version": 0x6F}),
    "ltc-regtest": (LITECOIN, {"name": "Litecoin (development)", "hrp": "rltc", "p2pkh_version": 0x6F}),
    "eth-dev": (ETHEREUM, {"name": "Ethereum (development)", "chain_id": 31_337}),
    "evm2-dev": (ETHEREUM, {"name": "Second EVM chain (development)", "chain_id": 31_338}),
}
DEVELOPMENT_P2SH_VERSIONS = {"btc-regtest": (0xC4,), "ltc-regtest": (0x3A, 0xC4)}
