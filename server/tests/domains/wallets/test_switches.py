"""Staff switch deposits or withdrawals of a coin off: nothing new begins, and everyone can see why."""

from typing import Any

import httpx

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient, a_staff, status_and_code
from tests.domains.wallets.withdrawing import (
    ADDRESS,
    a_withdrawal,
    confirm,
    deposit_address,
    held,
    request,
    usdt,
)

ADDRESS_OF = {"coin": "USDT", "network": "eth"}


async def switch(http: httpx.AsyncClient, services: ApiServices, **switches: bool) -> None:
    """Change the switches of USDT, as the console does."""
    keeper = await a_staff(services, "admin")
    body = {"name": "Tether", "deposit": True, "withdraw": True} | switches
    answer = await http.put("/api/operator/coins/USDT", json=body, headers=keeper.headers)
    assert answer.status_code == 200, answer.text


async def statuses(http: httpx.AsyncClient, path: str) -> dict[tuple[str, str], str]:
    items: list[dict[str, Any]] = (await http.get(f"/api/v1/{path}")).json()["items"]
    return {(item["coin"], item["network"]): item["status"] for item in items}


async def test_a_coin_without_deposits_has_no_addresses(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    await deposit_address(client, ann)
    await switch(client, services, deposit=False)

    refused = await client.post("/api/v1/deposit/address", json=ADDRESS_OF, headers=ann.headers)
    other = await client.post(
        "/api/v1/deposit/address", json=ADDRESS_OF | {"coin": "ETH"}, headers=ann.headers
    )

    assert status_and_code(refused) == (422, "NETWORK_DISABLED")
    assert refused.json()["detail"] == "Deposits of USDT are switched off right now."
    assert other.status_code == 200
    listed = await statuses(client, "deposit/networks")
    assert (listed["USDT", "eth"], listed["ETH", "eth"]) == ("disabled", "enabled")
    assert (await statuses(client, "withdrawal/fees"))["USDT", "eth"] == "enabled"
    await a_withdrawal(client, ann)


async def test_a_coin_without_withdrawals_takes_no_new_ones(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    earlier = await a_withdrawal(client, ann)
    await switch(client, services, withdraw=False)

    refused = await request(client, ann)

    assert status_and_code(refused) == (422, "NETWORK_DISABLED")
    assert refused.json()["detail"] == "Withdrawals of USDT are switched off right now."
    assert held(market, ann) == usdt("100")
    listed = await statuses(client, "withdrawal/fees")
    assert (listed["USDT", "eth"], listed["ETH", "eth"]) == ("disabled", "enabled")
    assert (await statuses(client, "deposit/networks"))["USDT", "eth"] == "enabled"
    # What was asked for before goes on.
    assert (await confirm(client, services, ann, earlier)).status_code == 200


async def test_an_address_is_checked_only_for_a_coin_that_can_be_withdrawn(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    await switch(client, services, withdraw=False)
    typed = {"network": "eth", "address": ADDRESS}

    off, on = [
        await client.get(
            "/api/v1/withdrawal/address/check", params=typed | {"coin": coin}, headers=ann.headers
        )
        for coin in ("USDT", "ETH")
    ]

    requested = await request(client, ann)
    assert status_and_code(off) == status_and_code(requested) == (422, "NETWORK_DISABLED")
    assert off.json()["detail"] == requested.json()["detail"]
    assert on.json() == {"is_valid": True}


async def test_coins_name_the_networks_that_deposits_list(
    client: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    coins = (await client.get("/api/v1/coins")).json()["items"]

    named = {(coin["symbol"], network) for coin in coins for network in coin["networks"]}
    assert named == {("ETH", "eth"), ("USDT", "eth"), ("ETH", "tron"), ("USDT", "tron")}
    assert named == set(await statuses(client, "deposit/networks"))


async def test_only_tokens_have_a_token_standard(client: httpx.AsyncClient, market: Follower) -> None:
    items = (await client.get("/api/v1/deposit/networks")).json()["items"]

    standards = {(item["coin"], item["network"]): item["standard"] for item in items}
    assert standards == {
        ("ETH", "eth"): "Native",
        ("USDT", "eth"): "ERC-20",
        ("ETH", "tron"): "Native",
        ("USDT", "tron"): "TRC-20",
    }
