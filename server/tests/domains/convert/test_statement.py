"""What a conversion leaves in the list of transactions, and who may convert."""

from typing import Any

import httpx
import pytest

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient, a_client
from tests.domains.convert.test_conversions import accept, ask
from tests.trading import give


async def transactions(client: httpx.AsyncClient, ann: SignedInClient, query: str) -> list[dict[str, Any]]:
    answer = await client.get(f"/api/v1/transactions?{query}", headers=ann.headers)
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def test_a_conversion_is_in_the_transactions_with_both_sides_and_its_fee(
    client: httpx.AsyncClient, ann: SignedInClient, books: Follower
) -> None:
    """LED-11, LED-12: the amounts exclude the fee, which has its own transaction."""
    quote = (await ask(client, ann)).json()
    await accept(client, ann, quote["id"])

    shown = await transactions(client, ann, "limit=3")

    assert [(item["type"], item["coin"], item["amount"], item["status"]) for item in shown] == [
        ("fee", "USDT", "-62.4250125", "completed"),
        ("convert", "USDT", "24970.005", "completed"),
        ("convert", "BTC", "-0.5", "completed"),
    ]
    assert {item["reference"] for item in shown} == {quote["id"]}
    assert [item["id"] for item in await transactions(client, ann, "type=convert")] == [
        item["id"] for item in shown[1:]
    ]
    assert [item["id"] for item in await transactions(client, ann, "type=fee")] == [shown[0]["id"]]
    exported = await client.get("/api/v1/transactions?format=csv&type=convert", headers=ann.headers)
    assert exported.text.count(quote["id"]) == 2


async def test_the_maker_sees_an_ordinary_trade(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, books: Follower
) -> None:
    quote = (await ask(client, ann)).json()
    await accept(client, ann, quote["id"])

    shown = await transactions(client, bob, "limit=3")

    assert {(item["type"], item["coin"], item["amount"]) for item in shown} == {
        ("trade", "BTC", "0.5"),
        ("trade", "USDT", "-24995"),
        ("fee", "BTC", "-0.001"),
    }


@pytest.mark.parametrize(
    ("state", "code"), [({"confirmed": False}, "EMAIL_UNCONFIRMED"), ({"frozen": True}, "ACCOUNT_FROZEN")]
)
async def test_who_may_not_trade_may_not_convert(
    client: httpx.AsyncClient, services: ApiServices, books: Follower, state: dict[str, bool], code: str
) -> None:
    cy = await a_client(services, email="cy@example.org", confirmed=state.get("confirmed", True))
    await give(books, cy, BTC="1")
    if state.get("frozen"):
        frozen = await client.post("/api/v1/client/freeze", headers=cy.headers)
        assert frozen.status_code == 204, frozen.text

    answers = [await ask(client, cy), await accept(client, cy, "00000000-0000-0000-0000-000000000000")]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, code)] * 2
