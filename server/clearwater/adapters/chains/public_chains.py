"""The genesis blocks of public chains, on which nothing of development may ever run."""

from clearwater.domains.wallets.ports import WrongChain

PUBLIC_GENESIS = {
    "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f": "Bitcoin",
    "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943": "Bitcoin testnet3",
    "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043": "Bitcoin testnet4",
    "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6": "Bitcoin signet",
    "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2": "Litecoin",
    "4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0": "Litecoin testnet",
    "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691": "Dogecoin",
    "0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3": "Ethereum",
    "0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9": "Sepolia",
    "0xb5f7f912443c940f21fd611f12828d75b534364ed9e95ca4e307729a4661bde4": "Holesky",
}
# Hardhat's own chain id, and those of further development nodes.
DEVELOPMENT_CHAIN_IDS = range(31_337, 31_347)


def require_development_chain(network: str, genesis_hash: str) -> None:
    public = PUBLIC_GENESIS.get(genesis_hash.lower())
    if public is not None:
        raise WrongChain(
            f"The development network {network} is on {public}; the seed of development is public."
        )
