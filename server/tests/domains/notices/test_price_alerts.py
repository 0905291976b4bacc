"""Alerts about prices: who may make which, and that each fires when its price is reached, once."""

import asyncio
import uuid
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.notices import following
from clearwater.domains.notices.crossing import COOLDOWN_MS
from clearwater.domains.notices.delivery import deliver
from clearwater.domains.notices.models import PriceAlert
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.ids import new_id
from tests.builders import SignedInClient, a_client, status_and_code
from tests.domains.notices.centre import ALERTS, alert, alerts_of, list_notices_of, notices, trade
from tests.domains.notices.conftest import Work
from tests.mailbox import mail_to

AFTER_COOLDOWN = timedelta(milliseconds=COOLDOWN_MS)


async def test_an_alert_fires_once_when_a_trade_reaches_its_price(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    """NTC-1, NTC-2."""
    made = await alert(client, ann, "50500")
    assert made.status_code == 201
    shown = made.json()
    assert (shown["symbol"], shown["direction"], shown["repeat"]) == ("BTC-USDT", "above", "once")
    assert await alerts_of(client, ann) == [shown]
    await trade(client, bob, ann, "50499")
    await follow()
    assert await list_notices_of(client, ann, "price_alert") == []

    await trade(client, bob, ann, "50500.01")
    await follow()
    await trade(client, bob, ann, "50600")
    await follow()

    assert await list_notices_of(client, ann, "price_alert") == [
        {
            "alert_id": shown["id"],
            "symbol": "BTC-USDT",
            "direction": "above",
            "price": "50500",
            "last_price": "50500.01",
        }
    ]
    assert await alerts_of(client, ann) == []
    assert await list_notices_of(client, bob, "price_alert") == []
    (mail,) = [mail for mail in await mail_to(services, ann.email) if "reached" in mail.subject]
    assert mail.subject == "BTC-USDT reached 50500 USDT"


async def test_a_repeating_alert_fires_again_only_after_the_price_has_crossed_back(
    client: httpx.AsyncClient, clock: FixedClock, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    """NTC-2."""
    await trade(client, bob, ann, "50000")
    await alert(client, ann, "49900", repeat="always")

    async def fired_after(*prices: str) -> int:
        for price in prices:
            clock.at += AFTER_COOLDOWN
            await trade(client, bob, ann, price)
        await follow()
        return len(await list_notices_of(client, ann, "price_alert"))

    assert await fired_after("49900") == 1
    assert await fired_after("49800", "49850") == 1
    assert await fired_after("49901") == 1
    assert await fired_after("49899") == 2
    # In one pass as in several.
    assert await fired_after("49950", "49890", "49950", "49890") == 4
    (shown,) = await alerts_of(client, ann)
    assert shown["fired_at"] == int(clock.now().timestamp())


async def test_a_price_that_trembles_fires_a_repeating_alert_once_a_minute(
    client: httpx.AsyncClient, clock: FixedClock, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    """NTC-2."""
    await trade(client, bob, ann, "50000")
    await alert(client, ann, "50100", repeat="always")
    for price in ("50100", "50099", "50100", "50099", "50100"):
        await trade(client, bob, ann, price)
    await follow()
    assert len(await list_notices_of(client, ann, "price_alert")) == 1

    # It stays there: that is no news a minute later.
    clock.at += AFTER_COOLDOWN
    await trade(client, bob, ann, "50100")
    await follow()

    assert len(await list_notices_of(client, ann, "price_alert")) == 1


async def test_a_price_that_was_reached_while_the_worker_was_away_fires_when_it_is_back(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    await alert(client, ann, "50500")
    for price in ("50600", "50000"):
        await trade(client, bob, ann, price)

    await follow()

    (fired,) = await list_notices_of(client, ann, "price_alert")
    assert fired["last_price"] == "50600"


async def test_trades_before_an_alert_was_made_do_not_fire_it(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    """NTC-1."""
    for price in ("50600", "50000"):
        await trade(client, bob, ann, price)
    await alert(client, ann, "50500")

    await follow()
    assert await list_notices_of(client, ann, "price_alert") == []
    await trade(client, bob, ann, "50500")
    await follow()

    assert len(await list_notices_of(client, ann, "price_alert")) == 1


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        ({"price": "50000"}, 422, "VALIDATION_FAILED", "price"),
        ({"price": "50100", "direction": "below"}, 422, "VALIDATION_FAILED", "price"),
        ({"price": "49900", "direction": "above"}, 422, "VALIDATION_FAILED", "price"),
        ({"price": "50000.001"}, 422, "BAD_PRECISION", "price"),
        ({"price": "0"}, 422, "VALIDATION_FAILED", "price"),
        ({"price": "-1"}, 422, "VALIDATION_FAILED", "price"),
        ({"price": 50_100}, 422, "VALIDATION_FAILED", "price"),
        ({"price": "99999999999999999999"}, 422, "VALIDATION_FAILED", "price"),
        ({"symbol": "BTC-EUR"}, 404, "PAIR_UNKNOWN", None),
        ({"symbol": "btc"}, 422, "VALIDATION_FAILED", "symbol"),
        ({"repeat": "daily"}, 422, "VALIDATION_FAILED", "repeat"),
        ({"direction": "up"}, 422, "VALIDATION_FAILED", "direction"),
    ],
)
async def test_an_alert_that_makes_no_sense_is_refused(
    *,
    change: dict[str, Any],
    status: int,
    code: str,
    field: str | None,
    client: httpx.AsyncClient,
    ann: SignedInClient,
) -> None:
    body = {"symbol": "BTC-USDT", "price": "50100"} | change

    answer = await client.post(ALERTS, json=body, headers=ann.headers)

    assert status_and_code(answer) == (status, code)
    assert [error["field"] for error in answer.json()["errors"]] == ([field] if field else [])
    assert await alerts_of(client, ann) == []


async def test_a_client_has_at_most_100_open_alerts(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    answers = await asyncio.gather(*(alert(client, ann, str(51_000 + number)) for number in range(101)))

    assert sorted(answer.status_code for answer in answers) == [201] * 100 + [422]
    (refused,) = [answer.json() for answer in answers if answer.status_code == 422]
    assert (refused["code"], refused["limit"]) == ("LIMIT_EXCEEDED", 100)
    assert len(await alerts_of(client, ann)) == 100
    assert (await alert(client, bob, "51000")).status_code == 201
    (one, *_) = await alerts_of(client, ann)
    await client.delete(f"{ALERTS}/{one['id']}", headers=ann.headers)
    assert (await alert(client, ann, "60000")).status_code == 201


async def test_alerts_are_their_owners_alone(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    """NTC-6."""
    made = (await alert(client, ann, "51000")).json()
    path = f"{ALERTS}/{made['id']}"
    unconfirmed = await a_client(services, email="una@example.org", confirmed=False)

    assert (await client.get(ALERTS)).status_code == 401
    assert (await client.post(ALERTS, json={"symbol": "BTC-USDT", "price": "51000"})).status_code == 401
    assert (await client.delete(path)).status_code == 401
    assert status_and_code(await alert(client, unconfirmed, "51000")) == (403, "EMAIL_UNCONFIRMED")
    assert await alerts_of(client, bob) == []
    assert status_and_code(await client.delete(path, headers=bob.headers)) == (404, "NOT_FOUND")
    assert await alerts_of(client, ann) == [made]
    assert (await client.delete(path, headers=ann.headers)).status_code == 204
    assert status_and_code(await client.delete(path, headers=ann.headers)) == (404, "NOT_FOUND")


async def test_alerts_are_listed_by_pair(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    made = (await alert(client, ann, "51000")).json()

    for symbol, expected in (("BTC-USDT", [made]), ("ETH-USDT", [])):
        answer = await client.get(ALERTS, params={"symbol": symbol}, headers=ann.headers)
        assert answer.json()["items"] == expected


async def add_alerts(services: ApiServices, clients: list[uuid.UUID], *, number: int) -> None:
    """Alerts above 50,000, one after the other by the clients."""
    async with services.sessions() as session:
        session.add_all(
            PriceAlert(
                id=new_id(),
                client_id=clients[index % len(clients)],
                pair="BTC-USDT",
                direction="above",
                price=5_000_001 + index,
                repeats=False,
                is_armed=True,
                after_fill_id=0,
                created_at=services.clock.now(),
            )
            for index in range(number)
        )
        await session.commit()


async def count(services: ApiServices, table: str) -> int:
    async with services.sessions() as session:
        return int(await session.scalar(text(f"SELECT count(*) FROM {table}")) or 0)


async def test_a_thousand_alerts_fire_in_one_pass_and_only_those_that_were_reached(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    others = [(await a_client(services, email=f"client{number}@example.org")).id for number in range(20)]
    await add_alerts(services, others, number=1_500)
    # The thousandth is at 50,010.00.
    await trade(client, bob, ann, "50010")

    await follow()

    assert await count(services, "notices WHERE kind = 'price_alert'") == 1_000
    assert await count(services, "price_alerts") == 500
    assert await count(services, "outbox WHERE subject LIKE 'BTC-USDT reached%'") == 1_000


async def test_a_worker_that_is_killed_in_the_middle_fires_every_alert_once(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    market: Follower,
    follow: Work,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """NTC-4."""
    await add_alerts(services, [ann.id], number=25)
    await trade(client, bob, ann, "50100")
    monkeypatch.setattr(following, "ALERT_BATCH", 10)
    calls = 0

    async def die_in_the_second_lot(*args: Any, **options: Any) -> None:
        nonlocal calls
        calls += 1
        await deliver(*args, **options)
        if calls == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(following, "deliver", die_in_the_second_lot)
    with pytest.raises(KeyboardInterrupt):
        await following.follow(services.sessions, market.view, now=services.clock.now())
    assert await count(services, "notices WHERE kind = 'price_alert'") == 10
    assert await count(services, "price_alerts") == 15

    await asyncio.gather(follow(), follow())

    fired = await list_notices_of(client, ann, "price_alert")
    assert len({one["alert_id"] for one in fired}) == len(fired) == 25
    assert await count(services, "price_alerts") == 0


async def test_an_alert_that_is_deleted_before_its_price_is_reached_does_not_fire(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    made = (await alert(client, ann, "50500")).json()
    await trade(client, bob, ann, "50600")
    await client.delete(f"{ALERTS}/{made['id']}", headers=ann.headers)

    await follow()

    assert await notices(client, ann, kind="price_alert") == []
