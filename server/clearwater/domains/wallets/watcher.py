"""Follows one network: block after block, back to the fork when the chain was reorganised.

Deposits and the cursor change in one transaction, so a crash neither skips a block nor counts one twice.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.domains.wallets import incidents, queries
from clearwater.domains.wallets import transaction_queries as stored
from clearwater.domains.wallets.announcing import announce_deposits, announce_withdrawals
from clearwater.domains.wallets.directory import assets_of, coin_decimals
from clearwater.domains.wallets.models import ChainBlock, Deposit, Network
from clearwater.domains.wallets.ports import (
    BlockRef,
    BlockScan,
    Chain,
    ChainError,
    Incoming,
    KeyPath,
    NodeHealth,
    WrongChain,
)
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.wallets")

# Blocks that become one transaction: a chain that is far ahead is caught up with in few of them.
BLOCKS_AT_ONCE = 50
# Blocks kept beyond those that a reorganisation may replace.
KEPT_BEYOND = 20
HOUSE_KEYS = (KeyPath("hot", 0), KeyPath("gas", 0))


@dataclass(frozen=True)
class Owned:
    """An address of ours: a client's, or one of the house's wallets."""

    key: KeyPath
    client_id: uuid.UUID | None


@dataclass
class Watched:
    """All addresses of a network that are ours."""

    addresses: dict[str, Owned] = field(default_factory=dict)
    next_index: int = 0


class Watcher:
    """One network's follower. Only the leading worker has one for each."""

    def __init__(self, chain: Chain, sessions: SessionFactory, clock: Clock, desk: Desk) -> None:
        self.chain = chain
        self.key = chain.network.key
        self._sessions = sessions
        self._clock = clock
        self._desk = desk
        self._watched = Watched()
        # Whether the node knows at least what was read before: only then it can be paid through.
        self.is_current = False

    async def step(self) -> bool:
        """Read what is new, as far as one transaction goes; whether there is more."""
        self.is_current = False
        try:
            health = await self.chain.health()
        except WrongChain as error:
            await self._note_fault("other_chain")
            await self._meet_wrong_chain(error)
            return False
        except ChainError:
            await self._note_fault("unreachable")
            raise
        network = await self._check_node(health)
        if network is None:
            return False
        self.is_current = health.height >= network.height
        await self._load_addresses()
        if not await self._is_on_chain(network):
            return await self._walk_back(network)
        if network.resume_height is not None:
            await self._end_resuming()
        if health.height > network.height:
            return await self._read_blocks(network, health.height)
        # A node that is behind knows less than we do.
        if health.height == network.height:
            await self._read_mempool(network)
        return False

    async def _check_node(self, health: NodeHealth) -> Network | None:
        """The network's row, if the node may be believed: the right chain, and all of it."""
        now = self._clock.now()
        async with transaction(self._sessions) as session:
            await queries.ensure_network(session, self.key, height=self._first_height, now=now)
            network = await queries.lock_network(session, self.key)
            assert network is not None
            network.node_height, network.node_seen_at = health.height, now
            if network.status == "disabled":
                network.status = "enabled"
            if network.genesis_hash is None:
                network.genesis_hash = health.genesis_hash
            if network.genesis_hash != health.genesis_hash:
                await self._meet_other_chain(session, network, health, now=now)
            is_known = network.genesis_hash == health.genesis_hash
            fault = "syncing" if health.is_syncing else None
            _set_fault(network, fault if is_known else "other_chain", now=now)
            is_followed = network.status == "enabled" and not health.is_syncing
            if is_followed and health.height < network.height - self.chain.network.reorg_depth:
                detail = {"height": network.height, "node_height": health.height}
                await incidents.open_incident(
                    session, self.key, "node_behind", self.key, detail=detail, now=now
                )
        return network if is_followed else None

    @property
    def _first_height(self) -> int:
        """That of the block before the first one that is read."""
        return max(self.chain.network.start_height - 1, 0)

    async def _note_fault(self, fault: str) -> None:
        """A network whose node has never answered is not open to clients, but staff see why."""
        now = self._clock.now()
        async with transaction(self._sessions) as session:
            await queries.ensure_network(
                session, self.key, height=self._first_height, now=now, status="disabled"
            )
            network = await queries.lock_network(session, self.key)
            assert network is not None
            _set_fault(network, fault, now=now)

    async def _meet_wrong_chain(self, error: WrongChain) -> None:
        """The node is not on the configured chain; that of development is written down again at its start."""
        if self.chain.network.is_development:
            raise error
        now = self._clock.now()
        async with transaction(self._sessions) as session:
            network = await queries.lock_network(session, self.key)
            if network is not None and network.status == "enabled":
                await incidents.halt(session, network, str(error), kind="other_chain", now=now)

    async def _meet_other_chain(
        self, session: AsyncSession, network: Network, health: NodeHealth, *, now: datetime
    ) -> None:
        """A development chain may begin again; any other that is not the one we know is halted."""
        if not self.chain.network.is_development:
            await incidents.halt(
                session, network, "The node follows another chain.", kind="other_chain", now=now
            )
            return
        log.warning("development_chain_began_again", network=self.key)
        await queries.forget_chain(session, self.key)
        for deposit in await queries.list_open_deposits(session, self.key):
            deposit.status, deposit.height, deposit.block_hash = "orphaned", None, None
            await announce_deposits(session, deposit)
        network.genesis_hash = health.genesis_hash
        network.height, network.block_hash = self._first_height, None
        network.reason = "The development chain began again; deposits that were on their way are orphaned."

    async def _load_addresses(self) -> None:
        watched = self._watched
        if not watched.addresses:
            for key in HOUSE_KEYS:
                watched.addresses[self.chain.derive_address(key)] = Owned(key, None)
        async with self._sessions() as session:
            found = await queries.list_addresses_since(session, self.key, watched.next_index)
        for index, address, client_id in found:
            watched.addresses[address] = Owned(KeyPath("deposit", index), client_id)
            watched.next_index = index + 1

    async def _is_on_chain(self, network: Network) -> bool:
        """Whether the last block that was read is still part of the chain."""
        if network.block_hash is None:
            return True
        block = await self.chain.block(network.height)
        # Above the node's tip: it may be catching up, or begin a branch; then it will be another block.
        return block is None or block.hash == network.block_hash

    async def _walk_back(self, network: Network) -> bool:
        """Find the fork, and take back what the blocks above it had brought."""
        depth = self.chain.network.reorg_depth
        fork = await self._find_fork(network)
        now = self._clock.now()
        async with transaction(self._sessions) as session:
            locked = await queries.lock_network(session, self.key)
            if locked is None or locked.block_hash != network.block_hash:
                return True
            if fork is None:
                reason = f"The chain was reorganised deeper than {depth} blocks."
                if locked.resume_height is not None:
                    reason = f"The block at height {locked.resume_height} was replaced, too."
                await incidents.halt(session, locked, reason, kind="deep_reorganisation", now=now)
                return False
            log.warning(
                "chain_reorganised", network=self.key, fork=fork.height, depth=locked.height - fork.height
            )
            await self._disconnect(session, locked, fork.height, now=now)
            locked.resume_height = None
            locked.height, locked.block_hash, locked.updated_at = fork.height, fork.hash, now
            return locked.status == "enabled"

    async def _find_fork(self, network: Network) -> ChainBlock | BlockRef | None:
        """The last block that was read and is still in the chain; None when it is too deep.

        Staff who have looked may name a height up to which nothing was replaced. A block there that is still
        stored has to be the node's; one that is not is taken from the node.
        """
        lowest = network.height - self.chain.network.reorg_depth
        if network.resume_height is not None:
            lowest = network.resume_height
        async with self._sessions() as session:
            known = await queries.list_blocks(session, self.key, from_height=lowest)
        for block in known:
            current = await self.chain.block(block.height)
            if current is not None and current.hash == block.hash:
                return block
        if network.resume_height is None or any(block.height == lowest for block in known):
            return None
        return await self.chain.block(network.resume_height)

    async def _end_resuming(self) -> None:
        """What staff have checked counts for one reorganisation only."""
        async with transaction(self._sessions) as session:
            network = await queries.lock_network(session, self.key)
            assert network is not None
            network.resume_height = None

    async def _disconnect(
        self, session: AsyncSession, network: Network, height: int, *, now: datetime
    ) -> None:
        touched = await queries.list_deposits_above(session, self.key, height)
        credited = [deposit for deposit in touched if deposit.status == "credited"]
        for deposit in touched:
            deposit.height, deposit.block_hash = None, None
            if deposit.status not in {"credited", "unassigned"}:
                deposit.status = "orphaned"
        await queries.rewind_outputs(session, self.key, height)
        final = await queries.list_final_above(session, self.key, height)
        paid = {row.reference for row in final if row.status == "confirmed"}
        await queries.reopen_transactions(session, paid)
        await queries.rewind_transactions(session, self.key, height)
        await queries.delete_blocks(session, self.key, above=height)
        await announce_deposits(session, *touched)
        if credited or final:
            await incidents.freeze_final(session, network, credited, final, now=now)

    async def _read_blocks(self, network: Network, tip: int) -> bool:
        """Read the next blocks; each must follow the one before."""
        blocks: list[BlockRef] = []
        scans: list[BlockScan] = []
        parent = network.block_hash
        last = min(tip, network.height + BLOCKS_AT_ONCE)
        for height in range(network.height + 1, last + 1):
            block = await self.chain.block(height)
            if block is None or block.height != height or (parent is not None and block.parent != parent):
                # The chain changes while it is read: what fits is kept, the next step sees the fork.
                break
            scans.append(await self.chain.scan(block, self._watched.addresses))
            blocks.append(block)
            parent = block.hash
        if not blocks:
            return False
        async with transaction(self._sessions) as session:
            locked = await queries.lock_network(session, self.key)
            if locked is None or (locked.height, locked.block_hash) != (network.height, network.block_hash):
                raise ChainError("another process follows this network")
            await self._store(session, blocks, scans)
            locked.height, locked.block_hash = blocks[-1].height, blocks[-1].hash
            locked.updated_at = self._clock.now()
        return last < tip or len(blocks) < last - network.height

    async def _store(
        self, session: AsyncSession, blocks: Sequence[BlockRef], scans: Sequence[BlockScan]
    ) -> None:
        await queries.add_blocks(session, self.key, blocks)
        kept = self.chain.network.reorg_depth + KEPT_BEYOND
        await queries.delete_blocks(session, self.key, below=blocks[-1].height - kept)
        read = list(zip(blocks, scans, strict=True))
        await self._store_incoming(session, [(one, block) for block, scan in read for one in scan.incoming])
        spent = [(one.tx_id, one.place, one.by, block.height) for block, scan in read for one in scan.spent]
        if spent:
            await queries.mark_spent(session, self.key, spent)
        # Whoever waits sees each confirmation.
        await announce_deposits(session, *await queries.list_open_deposits(session, self.key))
        await announce_withdrawals(session, *await stored.list_broadcast(session, self.key))

    async def _read_mempool(self, network: Network) -> None:
        """Show what is on its way; what has vanished from there without a block is orphaned."""
        scan = await self.chain.scan_mempool(self._watched.addresses)
        seen = {(one.tx_id, one.place) for one in scan.incoming}
        async with transaction(self._sessions) as session:
            locked = await queries.lock_network(session, self.key)
            # Read against another tip, it would say nothing about what a block has taken over.
            if locked is None or locked.block_hash != network.block_hash:
                return
            await self._store_incoming(session, [(one, None) for one in scan.incoming])
            for deposit in await queries.list_open_deposits(session, self.key):
                is_waiting = deposit.height is None and deposit.status == "detected"
                if is_waiting and (deposit.tx_id, deposit.place) not in seen:
                    deposit.status = "orphaned"
                    await announce_deposits(session, deposit)

    async def _store_incoming(
        self, session: AsyncSession, found: Sequence[tuple[Incoming, BlockRef | None]]
    ) -> None:
        """Store amounts and the blocks that they are in; those without one wait in the mempool."""
        if not found:
            return
        await self._store_outputs(session, found)
        own = await queries.find_own_transactions(session, self.key, {one.tx_id for one, _ in found})
        foreign = [(one, block) for one, block in found if one.tx_id not in own]
        known = await queries.find_deposits(session, self.key, {(one.tx_id, one.place) for one, _ in foreign})
        changed: list[Deposit] = []
        for one, block in foreign:
            deposit = known.get((one.tx_id, one.place))
            if deposit is None:
                deposit = known[one.tx_id, one.place] = self._make_deposit(one)
                session.add(deposit)
                changed.append(deposit)
            elif block is None and deposit.height is not None:
                continue
            elif (deposit.height, deposit.block_hash) != _place_of(block):
                changed.append(deposit)
            deposit.height, deposit.block_hash = _place_of(block)
            if deposit.status in {"detected", "orphaned"}:
                deposit.status = "detected" if block is None else "confirming"
        await session.flush()
        await announce_deposits(session, *changed)

    async def _store_outputs(
        self, session: AsyncSession, found: Sequence[tuple[Incoming, BlockRef | None]]
    ) -> None:
        """On a UTXO chain, every output that we can spend; those of our own change, too."""
        if self.chain.network.kind != "utxo":
            return
        rows = [
            {
                "network": self.key,
                "tx_id": one.tx_id,
                "place": one.place,
                "wallet": self._watched.addresses[one.address].key.wallet,
                "index": self._watched.addresses[one.address].key.index,
                "amount": one.amount,
                "height": block.height,
            }
            for one, block in found
            if block is not None
        ]
        if rows:
            await queries.add_outputs(session, rows)

    def _make_deposit(self, one: Incoming) -> Deposit:
        owned = self._watched.addresses[one.address]
        assets = assets_of(self.chain, coin_decimals(self._desk.view))
        asset = next((found for found in assets if found.asset.contract == one.contract), None)
        amount, dust = asset.to_units(one.amount) if asset is not None else (0, 0)
        return Deposit(
            id=new_id(),
            network=self.key,
            tx_id=one.tx_id,
            place=one.place,
            client_id=owned.client_id,
            address=one.address,
            coin=asset.asset.coin if asset is not None else None,
            contract=one.contract,
            native=one.amount,
            amount=amount,
            dust=dust,
            status="detected" if asset is not None else "unassigned",
            created_at=self._clock.now(),
        )


def _set_fault(network: Network, fault: str | None, *, now: datetime) -> None:
    if network.node_fault != fault:
        network.node_fault, network.node_fault_since = fault, now if fault is not None else None


def _place_of(block: BlockRef | None) -> tuple[int | None, str | None]:
    return (block.height, block.hash) if block is not None else (None, None)
