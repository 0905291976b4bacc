"""What staff are told about a network whose node is of no use, and since when."""

from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from clearwater.domains.wallets import operations
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.operator_schemas import OperatorNetwork
from clearwater.domains.wallets.ports import ChainError
from clearwater.domains.wallets.watcher import Watcher
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInStaff
from tests.conftest import NOON
from tests.domains.wallets.memory_chain import MemoryChain

AT = int(NOON.timestamp())


class Watched:
    """One network, and what staff see of it."""

    def __init__(self, services: ApiServices, market: Follower) -> None:
        self.chain = MemoryChain()
        self._services, self._market = services, market
        self.watcher = Watcher(self.chain, services.sessions, services.clock, market)

    async def shown(self) -> OperatorNetwork:
        networks = Networks(lambda: {"btc": self.chain}, self._services.clock)
        async with self._services.sessions() as session:
            (found,) = await operations.list_networks(session, networks, self._market.view)
        return found

    async def problem(self) -> tuple[str, str | None, int | None]:
        found = await self.shown()
        return found.status, found.node_problem, found.node_problem_since


@pytest.fixture
def watched(services: ApiServices, market: Follower) -> Watched:
    return Watched(services, market)


async def test_a_node_that_has_never_answered_leaves_the_network_disabled(watched: Watched) -> None:
    assert await watched.problem() == ("disabled", "not_asked", None)
    watched.chain.is_down = True
    with pytest.raises(ChainError):
        await watched.watcher.step()
    assert await watched.problem() == ("disabled", "unreachable", AT)

    watched.chain.is_down = False
    await watched.watcher.step()
    assert await watched.problem() == ("enabled", None, None)


async def test_the_time_is_that_of_the_first_failure(watched: Watched, clock: FixedClock) -> None:
    await watched.watcher.step()
    watched.chain.is_down = True
    for _ in range(3):
        with pytest.raises(ChainError):
            await watched.watcher.step()
        clock.at += timedelta(minutes=1)
    assert await watched.problem() == ("enabled", "unreachable", AT)


async def test_a_node_that_downloads_its_chain_says_so(watched: Watched) -> None:
    watched.chain.is_syncing = True
    await watched.watcher.step()
    assert (await watched.shown()).node_problem == "syncing"
    watched.chain.is_syncing = False
    await watched.watcher.step()
    assert (await watched.shown()).node_problem is None


async def test_a_node_of_another_chain_says_so_from_the_first_contact(watched: Watched) -> None:
    watched.chain.is_wrong = True
    await watched.watcher.step()
    assert await watched.problem() == ("disabled", "other_chain", AT)
    watched.chain.is_wrong = False
    await watched.watcher.step()
    watched.chain.genesis = "another"
    await watched.watcher.step()
    assert await watched.problem() == ("halted", "other_chain", AT)


async def test_a_network_without_a_node_or_of_play_money_says_so(
    client: httpx.AsyncClient, watched: Watched, tom: SignedInStaff
) -> None:
    items = (await client.get("/api/operator/networks", headers=tom.headers)).json()["items"]
    shown = {item["network"]: (item["status"], item["node_problem"]) for item in items}
    assert shown == {"eth": ("enabled", None), "tron": ("disabled", "not_configured")}

    demo = replace(watched.chain.network, is_development=True)
    assert operations.node_problem(MemoryChain(network=demo), None, is_demo=False) == (
        "play_money_only",
        None,
    )
