"""kill -9 around scheduled news and price alerts: each is published, announced and fired exactly once."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text

from clearwater.adapters.postgres_server import find_running_url
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.config import Settings
from tests.builders import a_staff
from tests.crashing import Crashing, PersistentClient, crashing_exchange
from tests.domains.content.writing import act, create, site_id_of
from tests.polling import ticks
from tests.processes import Exchange

ANN, BOB = 0, 1
# Published and not committed.
NEWS_STEP = "worker before the news is committed"
# Fired and not committed; committed.
ALERT_STEPS = ("worker before the fills are noted", "worker after the fills are noted")


class Client(PersistentClient):
    async def notices(self, kind: str) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = (await self.ask("GET", "/notices", kind=kind)).json()["items"]
        return items

    async def order(self, side: str, price: str) -> None:
        order = {"symbol": "BTC-USDT", "side": side, "type": "limit", "quantity": "0.01", "price": price}
        assert (await self.ask("POST", "/order", order)).status_code == 201

    async def wait_for(self, kind: str, *, count: int) -> None:
        async for _ in ticks():
            if len(await self.notices(kind)) >= count:
                return


async def test_scheduled_news_and_due_alerts_survive_kills_and_come_once(place: Path) -> None:
    """NTC-1, NTC-2."""
    async with crashing_exchange(place) as crashing, beside(crashing.exchange, place) as services:
        ann, bob = (Client(crashing.exchange, crashing.crowd, number) for number in (ANN, BOB))
        wanted = {"announcement": {"email": True}}
        assert (await ann.ask("PATCH", "/client/notice-settings", wanted)).status_code == 200
        await trade(ann, bob, "49000")
        alert = {"symbol": "BTC-USDT", "price": "50000"}
        assert (await ann.ask("POST", "/price-alerts", alert)).status_code == 201

        await publish_through_kills(crashing, services)
        await ann.wait_for("announcement", count=1)
        await fire_through_kills(crashing, ann, bob)
        # Whoever has followed these fills would have fired the alert again.
        await trade(ann, bob, "50001")
        await ann.wait_for("fill", count=3)

        titles = [notice["data"]["title"] for notice in await ann.notices("announcement")]
        assert titles == [{"en": "Bitcoin is listed"}]
        assert len((await ann.ask("GET", "/news")).json()["items"]) == 1
        assert [notice["data"]["last_price"] for notice in await ann.notices("price_alert")] == ["50000"]
        assert (await ann.ask("GET", "/price-alerts")).json()["items"] == []
        acts = "SELECT act FROM audit_log WHERE act = 'content.published' AND staff_login = 'schedule'"
        assert len(await read(services, acts)) == 1
        assert sorted(await read(services, "SELECT subject FROM outbox")) == [
            "BTC-USDT reached 50000 USDT",
            "Bitcoin is listed",
        ]


async def trade(buyer: Client, seller: Client, price: str) -> None:
    await seller.order("sell", price)
    await buyer.order("buy", price)


@asynccontextmanager
async def beside(exchange: Exchange, place: Path) -> AsyncIterator[ApiServices]:
    """The services of one more api, for what no client may do."""
    url = find_running_url(exchange.data_folder)
    assert url is not None
    settings = Settings(data_folder=exchange.data_folder, web_folder=place / "web", database_url=None)
    async with open_api_services(settings, url) as services:
        yield services


async def publish_through_kills(crashing: Crashing, services: ApiServices) -> None:
    editor = await a_staff(services, "editor")
    async with crashing.crowd.connect(ANN) as http:
        created = await create(http, editor, await site_id_of(services))
        assert created.status_code == 201, created.text
        at = int(services.clock.now().timestamp()) + 2
        crashing.step.arm(NEWS_STEP)
        scheduled = await act(http, editor, created.json()["id"], "publish", expected_version=1, at=at)
    assert scheduled.json()["status"] == "scheduled"
    await crashing.step.wait()
    # It has acknowledged the alert and the schedule.
    os.kill(crashing.exchange.pids("api")[-1], signal.SIGKILL)
    await crashing.step.kill(crashing.exchange)


async def fire_through_kills(crashing: Crashing, ann: Client, bob: Client) -> None:
    crashing.step.arm(ALERT_STEPS[0])
    await trade(ann, bob, "50000")
    await crashing.step.wait()
    # The worker that is started next has to stop after the same fills.
    crashing.step.arm(ALERT_STEPS[1])
    await crashing.step.kill(crashing.exchange)
    await crashing.step.kill(crashing.exchange)


async def read(services: ApiServices, statement: str) -> list[Any]:
    async with services.sessions() as session:
        return list(await session.scalars(text(statement)))
