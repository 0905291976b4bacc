"""kill -9 around a conversion: it is carried out once or not at all, and accepting again tells which."""

import asyncio
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.crashing import PersistentClient, crashing_exchange
from tests.processes import Exchange
from tests.stopped_at import Step

ANN, BOB = 0, 1
# Not carried out yet; carried out, and nobody was told.
STEPS = ("engine before the commit", "engine after the commit")
PAID = Decimal("0.1")


class Client(PersistentClient):
    async def balances(self) -> dict[str, Decimal]:
        assets = (await self.ask("GET", "/assets")).json()["items"]
        return {asset["symbol"]: Decimal(asset["total"]) for asset in assets}

    async def conversions(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = (await self.ask("GET", "/exchange")).json()["items"]
        return items


async def test_a_conversion_is_carried_out_once_whatever_step_the_process_dies_at(place: Path) -> None:
    """CNV-1, CNV-6: all of it or nothing, and once."""
    async with crashing_exchange(place) as (step, exchange, crowd):
        ann = Client(exchange, crowd, ANN)
        bid = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "5", "price": "50000"}
        assert (await Client(exchange, crowd, BOB).ask("POST", "/order", bid)).status_code == 201
        for name in STEPS:
            await convert_through_a_kill(ann, step, exchange, name)


async def convert_through_a_kill(ann: Client, step: Step, exchange: Exchange, name: str) -> None:
    before, known = await ann.balances(), len(await ann.conversions())
    draft = {"from": "BTC", "to": "USDT", "from_amount": str(PAID)}
    quote = (await ann.ask("POST", "/exchange/quote", draft)).json()
    accept = f"/exchange/quote/{quote['id']}/accept"
    step.arm(name)
    killing = asyncio.create_task(step.kill(exchange))

    answers = [await ann.ask("POST", accept) for _ in range(2)]
    await killing

    after, conversions = await ann.balances(), await ann.conversions()
    if answers[0].status_code == 410:
        # It was not carried out, and its ten seconds were over before the engine was back.
        assert name == "engine before the commit"
        assert [answer.json()["code"] for answer in answers] == ["QUOTE_EXPIRED"] * 2
        assert (after, len(conversions)) == (before, known)
        return
    assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
    assert answers[0].json() == answers[1].json() == conversions[0]
    assert (conversions[0]["id"], len(conversions)) == (quote["id"], known + 1)
    assert after["BTC"] == before["BTC"] - PAID
    assert after["USDT"] == before["USDT"] + Decimal(quote["to_amount"])
