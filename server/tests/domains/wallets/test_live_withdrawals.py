"""Withdrawals on the client's open pages: each change is announced, and the page reads it again."""

import asyncio
import uuid
from dataclasses import replace

import httpx

from clearwater.domains.wallets.models import Withdrawal
from clearwater.domains.wallets.watcher import Watcher
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import transaction
from tests.builders import SignedInClient
from tests.domains.realtime.conftest import listening_to, served
from tests.domains.wallets.memory_chain import SPEC, MemoryChain
from tests.domains.wallets.withdrawing import a_withdrawal, cancel


async def test_each_change_of_a_withdrawal_is_announced_to_its_client(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    await asyncio.wait_for(services.notices.wait_until_listening(), 10)
    async with served(services) as address, listening_to(address) as listen:
        hers, his = await listen(ann), await listen(bob)
        await hers.follow("account")
        await his.follow("account")

        withdrawal_id = await a_withdrawal(client, ann)
        await hers.wait_for("account", 1)
        await cancel(client, ann, withdrawal_id)
        await hers.wait_for("account", 2)
        # Notices come in their order: hers would have come to him before his own.
        his_id = await a_withdrawal(client, bob)
        await his.wait_for("account", 1)

    announced = [(event["type"], event["id"]) for event in hers.of("account")]
    assert announced == [("withdrawal", withdrawal_id)] * 2
    assert [(event["type"], event["id"]) for event in his.of("account")] == [("withdrawal", his_id)]


async def test_each_block_is_announced_to_a_client_whose_withdrawal_waits_for_it(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    chain = MemoryChain(network=replace(SPEC, key="eth"))
    watcher = Watcher(chain, services.sessions, services.clock, market)
    await asyncio.wait_for(services.notices.wait_until_listening(), 10)
    async with served(services) as address, listening_to(address) as listen:
        hers = await listen(ann)
        await hers.follow("account")
        withdrawal_id = await a_withdrawal(client, ann)
        await hers.wait_for("account", 1)
        chain.mine()
        await watcher.step()
        async with transaction(services.sessions) as session:
            row = await session.get_one(Withdrawal, uuid.UUID(withdrawal_id))
            row.status, row.height = "broadcast", 1

        for confirmations in (2, 3):
            chain.mine()
            await watcher.step()
            await hers.wait_for("account", confirmations)

    assert [event["id"] for event in hers.of("account")] == [withdrawal_id] * 3
