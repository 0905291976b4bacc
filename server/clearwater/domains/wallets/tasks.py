"""The worker's part: a task for each network follows its chain, credits deposits and pays withdrawals."""

import asyncio
from dataclasses import dataclass
from typing import cast

import structlog
from sqlalchemy.exc import SQLAlchemyError

from clearwater.core.desk import Desk
from clearwater.domains.wallets.crediting import Crediting
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.evm_wallet import EvmWallet
from clearwater.domains.wallets.payouts import Payouts
from clearwater.domains.wallets.ports import (
    Chain,
    ChainError,
    EvmChain,
    NetworkSpec,
    Signer,
    SignerUnavailable,
    UtxoChain,
)
from clearwater.domains.wallets.sending import HouseWallet
from clearwater.domains.wallets.utxo_wallet import UtxoWallet
from clearwater.domains.wallets.watcher import Watcher
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import EngineUnavailable, Overloaded

log = structlog.get_logger("clearwater.wallets")

# Networks come and go: development chains start after the worker, and start again.
RELOAD_SECONDS = 2.0
MIN_POLL_SECONDS, MAX_POLL_SECONDS = 0.5, 10.0
MAX_PAUSE_SECONDS = 30.0
RETRIED = (
    ChainError,
    SignerUnavailable,
    EngineUnavailable,
    Overloaded,
    SQLAlchemyError,
    OSError,
    TimeoutError,
)


@dataclass(frozen=True)
class Followed:
    """A network that has a task."""

    network: NetworkSpec
    task: asyncio.Task[None]


async def keep_following(
    networks: Networks, signer: Signer, sessions: SessionFactory, clock: Clock, desk: Desk
) -> None:
    """Follow every network that the ledger takes coins from, until cancelled."""
    followed: dict[str, Followed] = {}
    async with asyncio.TaskGroup() as group:
        while True:
            wanted = {
                key: chain
                for key, chain in networks.of_ledger(is_demo=desk.view.kind == "demo").items()
                if chain.network.rpc_url is not None
            }
            for key in [key for key, one in followed.items() if not _is_same(one, wanted.get(key))]:
                followed.pop(key).task.cancel()
            for key, chain in wanted.items():
                if key not in followed:
                    work = _follow(chain, signer, sessions, clock, desk)
                    followed[key] = Followed(chain.network, group.create_task(work, name=f"network-{key}"))
            await asyncio.sleep(RELOAD_SECONDS)


def _is_same(one: Followed, chain: Chain | None) -> bool:
    return chain is not None and chain.network == one.network


async def _follow(chain: Chain, signer: Signer, sessions: SessionFactory, clock: Clock, desk: Desk) -> None:
    """Follow one network. What fails is tried again, and neither stops other networks nor the worker."""
    follower = NetworkFollower(chain, signer, sessions, clock, desk)
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

    def __init__(
        self, chain: Chain, signer: Signer, sessions: SessionFactory, clock: Clock, desk: Desk
    ) -> None:
        self._watcher = Watcher(chain, sessions, clock, desk)
        self._crediting = Crediting(chain, sessions, clock, desk)
        self._payouts = Payouts(chain, _make_wallet(chain), signer, sessions, clock=clock, desk=desk)

    async def step(self) -> bool:
        """One round; whether there is more to do right away."""
        has_more = await self._watcher.step()
        has_more = await self._crediting.step() or has_more
        if not has_more:
            # Not while blocks are caught up with: what is paid depends on what they hold.
            await self._payouts.step()
        return has_more


def _make_wallet(chain: Chain) -> HouseWallet:
    if chain.network.kind == "evm":
        return EvmWallet(cast("EvmChain", chain))
    return UtxoWallet(cast("UtxoChain", chain))
