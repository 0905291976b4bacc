"""The worker's part: a task for each network follows its chain, credits deposits and pays withdrawals."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import cast

import structlog

from clearwater.core.desk import Desk
from clearwater.domains.wallets.crediting import Crediting
from clearwater.domains.wallets.development import DevelopmentFunding
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.evm_wallet import EvmWallet
from clearwater.domains.wallets.incident_proposals import APPROVALS
from clearwater.domains.wallets.payouts import Payouts
from clearwater.domains.wallets.ports import (
    Chain,
    ChainError,
    EvmChain,
    Faucet,
    NetworkSpec,
    Signer,
    SignerUnavailable,
    UtxoChain,
)
from clearwater.domains.wallets.reconciliation import reconcile
from clearwater.domains.wallets.sending import HouseWallet
from clearwater.domains.wallets.utxo_wallet import UtxoWallet
from clearwater.domains.wallets.watcher import Watcher
from clearwater.kit.clock import Clock
from clearwater.kit.db import DATABASE_FAILURES, SessionFactory
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.wallets")

finish_approved = APPROVALS.finish_approved

# Networks come and go: development chains start after the worker, and start again.
RELOAD_SECONDS = 2.0
MIN_POLL_SECONDS, MAX_POLL_SECONDS = 0.5, 10.0
MAX_PAUSE_SECONDS = 30.0
# Each asks the node for every balance.
RECONCILE_AFTER = timedelta(seconds=30)
RETRIED = (
    ChainError,
    SignerUnavailable,
    EngineUnavailable,
    Overloaded,
    *DATABASE_FAILURES,
)


@dataclass(frozen=True)
class Followed:
    """A network that has a task."""

    network: NetworkSpec
    task: asyncio.Task[None]


@dataclass(frozen=True)
class Tools:
    """What every network's task works with."""

    signer: Signer
    faucet: Faucet
    sessions: SessionFactory
    clock: Clock
    desk: Desk


async def keep_following(networks: Networks, tools: Tools) -> None:
    """Follow every network that the ledger takes coins from, until cancelled."""
    followed: dict[str, Followed] = {}
    async with asyncio.TaskGroup() as group:
        while True:
            # Otherwise the engine is away for a moment; what is followed waits for it by itself.
            with suppress(EngineUnavailable):
                wanted = _list_wanted(networks, is_demo=tools.desk.view.kind == "demo")
                for key in [key for key, one in followed.items() if not _is_same(one, wanted.get(key))]:
                    followed.pop(key).task.cancel()
                for key in sorted(wanted.keys() - followed.keys()):
                    task = group.create_task(_follow(wanted[key], tools), name=f"network-{key}")
                    followed[key] = Followed(wanted[key].network, task)
            await asyncio.sleep(RELOAD_SECONDS)


def _list_wanted(networks: Networks, *, is_demo: bool) -> dict[str, Chain]:
    chains = networks.of_ledger(is_demo=is_demo)
    return {key: chain for key, chain in chains.items() if chain.network.rpc_url is not None}


def _is_same(one: Followed, chain: Chain | None) -> bool:
    return chain is not None and chain.network == one.network


async def _follow(chain: Chain, tools: Tools) -> None:
    """Follow one network. What fails is tried again, and neither stops other networks nor the worker."""
    follower = NetworkFollower(chain, tools)
    poll_seconds = min(max(chain.network.block_seconds / 4, MIN_POLL_SECONDS), MAX_POLL_SECONDS)
    failures = 0
    while True:
        try:
            has_more = await follower.step()
        except RETRIED as error:
            failures += 1
            if failures == 1:
                log.warning("network_unavailable", network=chain.network.key, reason=type(error).__name__)
            await asyncio.sleep(min(poll_seconds * (1 << min(failures - 1, 6)), MAX_PAUSE_SECONDS))
            continue
        except Exception:
            failures += 1
            log.exception("network_failed", network=chain.network.key)
            await asyncio.sleep(MAX_PAUSE_SECONDS)
            continue
        if failures:
            log.info("network_recovered", network=chain.network.key, failures=failures)
        failures = 0
        if not has_more:
            await asyncio.sleep(poll_seconds)


class NetworkFollower:
    """All that is done for one network, in turn."""

    def __init__(self, chain: Chain, tools: Tools) -> None:
        sessions, clock, desk = tools.sessions, tools.clock, tools.desk
        self._chain = chain
        self._tools = tools
        self._watcher = Watcher(chain, sessions, clock, desk)
        self._crediting = Crediting(chain, sessions, clock, desk)
        self._payouts = Payouts(chain, _make_wallet(chain), tools.signer, sessions, clock=clock, desk=desk)
        self._funding = (
            DevelopmentFunding(chain, tools.faucet, sessions, clock, desk)
            if chain.network.is_development
            else None
        )
        self._reconciled_at: timedelta | None = None

    async def watch(self) -> bool:
        """Read what is new on the chain; whether there is more."""
        return await self._watcher.step()

    async def step(self) -> bool:
        """One round; whether there is more to do right away."""
        has_more = await self.watch()
        has_more = await self._crediting.step() or has_more
        if not has_more and self._watcher.is_current:
            # Not while blocks are caught up with: what is paid depends on what they hold.
            await self._payouts.step()
            if self._funding is not None:
                await self._funding.step()
            await self._reconcile()
        return has_more

    async def _reconcile(self) -> None:
        now = self._tools.clock.elapsed()
        if self._reconciled_at is None or now - self._reconciled_at >= RECONCILE_AFTER:
            self._reconciled_at = now
            await reconcile(self._chain, self._tools.sessions, self._tools.clock, self._tools.desk)


def _make_wallet(chain: Chain) -> HouseWallet:
    if chain.network.kind == "evm":
        return EvmWallet(cast("EvmChain", chain))
    return UtxoWallet(cast("UtxoChain", chain))
