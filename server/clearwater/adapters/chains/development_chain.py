"""What one may do to a development chain: mine, pay from the faucet, reorganise. For tests and developers."""

import fcntl
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from clearwater.adapters.chains.addresses import derive_address, parse_address
from clearwater.adapters.chains.development_seed import FAUCET_ACCOUNT, development_account
from clearwater.adapters.chains.evm_encoding import encode_transfer
from clearwater.adapters.chains.networks import DevelopmentChain, development_network
from clearwater.adapters.chains.rpc import JsonRpc, RpcError, from_hex
from clearwater.domains.wallets.ports import Asset, ChainError, KeyPath, NetworkSpec

WALLET = "faucet"
# The faucet gets the coins of the first blocks, which it can spend a hundred blocks later.
FAUCET_BLOCKS, FIRST_BLOCKS = 40, 141
MINED_AT_ONCE = 50
# Contracts of development_tokens.json by coin, in the order in which they are deployed: with the same sender
# they then have the same addresses on each new chain.
TOKEN_CONTRACTS = {"USDT": "TestUSDT", "USDC": "TestUSDC"}
TOKEN_SUPPLY = 10**12 * 10**6
DEPLOY_GAS = 3_000_000
TRANSFER_GAS = 100_000
MAX_SNAPSHOTS = 500
FIRST_NONCE = 1 << 30


class FaucetRefused(Exception):
    """The faucet cannot pay this; the text says why."""


class DevChain(Protocol):
    """A development chain that runs."""

    network: NetworkSpec

    async def prepare(self) -> DevelopmentChain:
        """Give the faucet coins and tokens, unless it has them; returns what to write down."""
        ...

    async def height(self) -> int: ...

    async def mine(self, blocks: int = 1) -> int:
        """The new height."""
        ...

    async def pay(self, address: str, amount: Decimal, coin: str | None = None) -> str:
        """Pay from the faucet; the id of the transaction, which waits for a block."""
        ...

    async def reorg(self, depth: int) -> tuple[str, str]:
        """Replace the last blocks by one more, empty ones; the old and the new tip."""
        ...

    async def close(self) -> None: ...


def connect_development_chain(chain: DevelopmentChain, folder: Path) -> DevChain:
    return DevEvmChain(chain, folder) if chain.kind == "evm" else DevUtxoChain(chain)


def find_asset(network: NetworkSpec, coin: str | None) -> Asset:
    found = [asset for asset in network.assets if asset.coin == (coin or network.own.coin)]
    if not found:
        raise FaucetRefused(f"{network.key} has no coin {coin}.")
    return found[0]


def to_native(asset: Asset, amount: Decimal) -> int:
    native = amount.scaleb(asset.decimals)
    if native <= 0 or native != int(native):
        raise FaucetRefused(f"{amount} is no amount of {asset.coin}: it has {asset.decimals} decimals.")
    return int(native)


class DevUtxoChain:
    """Implements DevChain. The faucet is a wallet of the node."""

    def __init__(self, chain: DevelopmentChain) -> None:
        self._chain = chain
        self.network = development_network(chain)
        self._rpc = JsonRpc(chain.network, chain.rpc_url, timeout_seconds=60)
        self._wallet = JsonRpc(chain.network, f"{chain.rpc_url}/wallet/{WALLET}", timeout_seconds=60)

    async def prepare(self) -> DevelopmentChain:
        if WALLET not in await self._rpc.call("listwallets", kind=list[str]):
            try:
                await self._rpc.call("loadwallet", WALLET)
            except RpcError:
                await self._rpc.call("createwallet", WALLET)
        if (missing := FAUCET_BLOCKS - await self.height()) > 0:
            address = await self._wallet.call("getnewaddress", "", "bech32", kind=str)
            await self._rpc.call("generatetoaddress", missing, address)
        if (missing := FIRST_BLOCKS - await self.height()) > 0:
            await self.mine(missing)
        return self._chain

    async def height(self) -> int:
        return int(await self._rpc.call("getblockcount", kind=int))

    async def mine(self, blocks: int = 1) -> int:
        """To an address that the faucet does not look after: a wallet with a coin of each block gets slow."""
        for start in range(0, blocks, MINED_AT_ONCE):
            count = min(MINED_AT_ONCE, blocks - start)
            await self._rpc.call("generatetoaddress", count, self._miner_address())
        return await self.height()

    async def pay(self, address: str, amount: Decimal, coin: str | None = None) -> str:
        asset = find_asset(self.network, coin)
        to_native(asset, amount)
        receiver = parse_address(self.network, address)
        try:
            return str(await self._wallet.call("sendtoaddress", receiver, f"{amount:f}", kind=str))
        except RpcError as error:
            raise FaucetRefused(str(error)) from None

    async def reorg(self, depth: int) -> tuple[str, str]:
        height = await self.height()
        require_depth(depth, height)
        old = await self._rpc.call("getbestblockhash", kind=str)
        replaced = await self._rpc.call("getblockhash", height - depth + 1, kind=str)
        kept = await self._rpc.call("getblockhash", height - depth, kind=str)
        removed = await self._read_transactions(range(height - depth + 1, height + 1))
        await self._rpc.call("invalidateblock", replaced)
        for _ in range(depth + 1):
            await self._rpc.call("generateblock", self._miner_address(), [])
        await self._send_again([*removed, *await self._read_unconfirmed(kept)])
        return old, await self._rpc.call("getbestblockhash", kind=str)

    async def _read_transactions(self, heights: range) -> list[str]:
        """Those of some blocks, the oldest first, without what miners got."""
        raw: list[str] = []
        for height in heights:
            block_hash = await self._rpc.call("getblockhash", height, kind=str)
            block = await self._rpc.call("getblock", block_hash, 2, kind=dict[str, Any])
            raw += [str(one["hex"]) for one in block["tx"][1:]]
        return raw

    async def _read_unconfirmed(self, since: str) -> list[str]:
        """The faucet's payments since a block that are in none."""
        known = await self._wallet.call("listsinceblock", since, kind=dict[str, Any])
        ids = dict.fromkeys(one["txid"] for one in known["transactions"] if one["confirmations"] == 0)
        return [(await self._wallet.call("gettransaction", one, kind=dict[str, Any]))["hex"] for one in ids]

    async def _send_again(self, transactions: list[str]) -> None:
        """Wallets make transactions for later blocks only, so the node has forgotten the latest, and theirs.

        One that spends another is refused before it: they are tried until none is accepted any more.
        """
        waiting = list(dict.fromkeys(transactions))
        while waiting:
            refused = [raw for raw in waiting if not await self._is_accepted(raw)]
            if len(refused) == len(waiting):
                return
            waiting = refused

    async def _is_accepted(self, raw: str) -> bool:
        try:
            await self._rpc.call("sendrawtransaction", raw)
        except RpcError:
            return False
        return True

    async def close(self) -> None:
        await self._rpc.close()
        await self._wallet.close()

    def _miner_address(self) -> str:
        """Another one for each block: two empty blocks of one second would else be the same block."""
        xpub = str(development_account("utxo", FAUCET_ACCOUNT).to_public().to_base58())
        index = secrets.randbelow(1 << 31)
        return derive_address(_with_key(self.network, xpub), KeyPath("hot", index))


class DevEvmChain:
    """Implements DevChain. The faucet is the account that hardhat knows."""

    def __init__(self, chain: DevelopmentChain, folder: Path) -> None:
        self._chain = chain
        self.network = development_network(chain)
        self._rpc = JsonRpc(chain.network, chain.rpc_url, timeout_seconds=60)
        self._snapshots = folder / f"{chain.network}.snapshots"

    async def prepare(self) -> DevelopmentChain:
        if self._chain.tokens:
            return self._chain
        contracts = json.loads((files(__package__) / "development_tokens.json").read_text())["contracts"]
        supply = TOKEN_SUPPLY.to_bytes(32, "big").hex()
        deployments = [
            await self._send(data=f"{contracts[name]['bytecode']}{supply}", gas=DEPLOY_GAS)
            for name in TOKEN_CONTRACTS.values()
        ]
        await self.mine()
        tokens: dict[str, str] = {}
        for coin, tx_id in zip(TOKEN_CONTRACTS, deployments, strict=True):
            receipt = await self._rpc.call("eth_getTransactionReceipt", tx_id)
            if receipt is None or receipt["status"] != "0x1":
                raise ChainError(f"The token {coin} was not deployed on {self.network.key}.")
            tokens[coin] = parse_address(self.network, receipt["contractAddress"])
        # The chain begins again at each start. With the nonces of the last time, the same payments would have
        # the same ids, and count as known.
        (faucet,) = await self._rpc.call("eth_accounts", kind=list[str])
        await self._rpc.call("hardhat_setNonce", faucet, hex(FIRST_NONCE + secrets.randbelow(FIRST_NONCE)))
        self._chain = replace(self._chain, tokens=tokens)
        self.network = development_network(self._chain)
        return self._chain

    async def height(self) -> int:
        return from_hex(await self._rpc.call("eth_blockNumber", kind=str))

    async def mine(self, blocks: int = 1) -> int:
        with self._lock() as snapshots:
            height = await self.height()
            for _ in range(blocks):
                height += 1
                await self._rpc.call("evm_mine")
                # Taken with nothing pending, so that a reorganisation drops the transactions for good.
                snapshots[height] = await self._rpc.call("evm_snapshot", kind=str)
            return height

    async def pay(self, address: str, amount: Decimal, coin: str | None = None) -> str:
        asset = find_asset(self.network, coin)
        native = to_native(asset, amount)
        receiver = parse_address(self.network, address)
        try:
            if asset.contract is None:
                return await self._send(to=receiver, value=hex(native), gas=TRANSFER_GAS)
            data = encode_transfer(receiver, native)
            return await self._send(to=asset.contract, data=f"0x{data.hex()}", gas=TRANSFER_GAS)
        except RpcError as error:
            raise FaucetRefused(str(error)) from None

    async def reorg(self, depth: int) -> tuple[str, str]:
        with self._lock() as snapshots:
            height = await self.height()
            require_depth(depth, height)
            kept = height - depth
            if kept not in snapshots:
                raise FaucetRefused(
                    f"{self.network.key} can only replace blocks after {min(snapshots, default=height)}."
                )
            old = await self._tip()
            await self._rpc.call("evm_revert", snapshots[kept])
            for number in [number for number in snapshots if number >= kept]:
                del snapshots[number]
            await self._drop_pending()
            # Reverting uses the snapshot up.
            snapshots[kept] = await self._rpc.call("evm_snapshot", kind=str)
            for place in range(1, depth + 2):
                # A block of the same second would else be the same block.
                await self._rpc.call("hardhat_setPrevRandao", f"0x{secrets.token_hex(32)}")
                await self._rpc.call("evm_mine")
                snapshots[kept + place] = await self._rpc.call("evm_snapshot", kind=str)
            return old, await self._tip()

    async def close(self) -> None:
        await self._rpc.close()

    async def _send(self, **fields: Any) -> str:
        (sender,) = await self._rpc.call("eth_accounts", kind=list[str])
        values = {"from": sender, **fields, "gas": hex(fields["gas"])}
        return str(await self._rpc.call("eth_sendTransaction", values, kind=str))

    async def _tip(self) -> str:
        block = await self._rpc.call("eth_getBlockByNumber", "latest", False)
        return str(block["hash"])

    async def _drop_pending(self) -> None:
        for transaction in await self._rpc.call("eth_pendingTransactions", kind=list[dict[str, Any]]):
            await self._rpc.call("hardhat_dropTransaction", transaction["hash"])

    @contextmanager
    def _lock(self) -> Iterator[dict[int, str]]:
        """The snapshots by height. The miner and commands change the chain one after the other."""
        with self._snapshots.open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            content = json.loads(file.read() or "{}")
            is_same = content.get("genesis_hash") == self._chain.genesis_hash
            snapshots = {
                int(height): name for height, name in content.get("snapshots", {}).items() if is_same
            }
            yield snapshots
            kept = dict(sorted(snapshots.items())[-MAX_SNAPSHOTS:])
            file.truncate(0)
            file.write(json.dumps({"genesis_hash": self._chain.genesis_hash, "snapshots": kept}))


def require_depth(depth: int, height: int) -> None:
    if not 0 < depth < height:
        raise FaucetRefused(f"The chain has {height} blocks; {depth} of them cannot be replaced.")


def _with_key(network: NetworkSpec, xpub: str) -> NetworkSpec:
    return replace(network, xpubs={"hot": xpub})
