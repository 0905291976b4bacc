"""Withdrawals on the client's open pages: each change is announced, and the page reads it again."""

import asyncio

import httpx

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient
from tests.domains.realtime.conftest import listening_to, served
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
