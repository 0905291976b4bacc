"""Products, for everybody and for staff."""

from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import Command
from clearwater.core.desk import Outcome
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from tests.builders import SignedInClient, SignedInStaff, a_staff, status_and_code
from tests.conftest import NOON
from tests.domains.earn.banking import FLEX, PRODUCTS, REASON, begin, change, create, pass_time, redeem

NOON_SECONDS = int(NOON.timestamp())
PUBLIC = "/api/v1/earn/products"
Refusal = tuple[dict[str, Any], int, str, str]
BAD_DRAFTS: list[Refusal] = [
    ({"id": "usdt"}, 409, "STATE_CONFLICT", "id"),
    ({"id": "USDT"}, 422, "VALIDATION_FAILED", "id"),
    ({"id": "-x"}, 422, "VALIDATION_FAILED", "id"),
    ({"id": "x" * 41}, 422, "VALIDATION_FAILED", "id"),
    ({"coin": "XXX"}, 422, "VALIDATION_FAILED", "coin"),
    ({"kind": "odd"}, 422, "VALIDATION_FAILED", "kind"),
    ({"apr": "10.000001"}, 422, "VALIDATION_FAILED", "apr"),
    ({"apr": "0.0000001"}, 422, "BAD_PRECISION", "apr"),
    ({"apr": "-0.1"}, 422, "VALIDATION_FAILED", "apr"),
    ({"term_days": 5}, 422, "VALIDATION_FAILED", "term_days"),
    ({"kind": "locked"}, 422, "VALIDATION_FAILED", "term_days"),
    ({"kind": "locked", "term_days": 0}, 422, "VALIDATION_FAILED", "term_days"),
    ({"min": "0"}, 422, "VALIDATION_FAILED", "min"),
    ({"min": "10001"}, 422, "VALIDATION_FAILED", "min"),
    ({"max": "1.00000001"}, 422, "BAD_PRECISION", "max"),
    ({"quota": "99999999999999999999"}, 422, "VALIDATION_FAILED", "quota"),
    ({"source_of_yield": " "}, 422, "VALIDATION_FAILED", "source_of_yield"),
]
BAD_CHANGES: list[Refusal] = [
    ({"apr": "0.1", "effective_at": NOON_SECONDS - 1}, 422, "VALIDATION_FAILED", "effective_at"),
    ({"effective_at": NOON_SECONDS + 1}, 422, "VALIDATION_FAILED", "effective_at"),
    ({"apr": "11"}, 422, "VALIDATION_FAILED", "apr"),
    ({"min": "10001"}, 422, "VALIDATION_FAILED", "min"),
    ({"max": "9"}, 422, "VALIDATION_FAILED", "min"),
    ({"is_open": "no"}, 422, "VALIDATION_FAILED", "is_open"),
    ({"coin": "BTC"}, 422, "VALIDATION_FAILED", "coin"),
]


async def audit_lines(services: ApiServices) -> list[Any]:
    async with services.sessions() as session:
        lines = await session.execute(
            text("SELECT staff_login, act, subject, detail FROM audit_log ORDER BY seq")
        )
        return list(lines.all())


async def shown(http: httpx.AsyncClient, client: SignedInClient | None = None) -> dict[str, Any]:
    answer = await http.get(PUBLIC, headers=client.headers if client is not None else {})
    assert answer.status_code == 200, answer.text
    return {item["id"]: item for item in answer.json()["items"]}


async def test_products_are_public(client: httpx.AsyncClient, bank: Follower) -> None:
    products = await shown(client)

    assert list(products) == ["usdt", "usdt-10"]
    assert products["usdt"] == {
        "id": "usdt",
        "coin": "USDT",
        "name": "USDT",
        "icon": None,
        "kind": "flexible",
        "apr": "0.876",
        "next_apr": None,
        "term_days": None,
        "min": "10",
        "max": "10000",
        "quota": "15000",
        "quota_left": "15000",
        "source_of_yield": "Paid by the exchange from its own funds.",
        "is_open": True,
        "level": "starter",
        "my": None,
    }
    assert (products["usdt-10"]["term_days"], products["usdt-10"]["level"]) == (10, "advanced")


async def test_a_client_sees_what_is_there_and_what_fits(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, bank: Follower
) -> None:
    await begin(client, ann, amount="9000")
    await begin(client, bob, amount="5500")

    assert (await shown(client, ann))["usdt"]["my"] == {"amount": "9000", "left": "500"}
    await redeem(client, ann, amount="8000")
    of_ann, of_bob = (await shown(client, ann))["usdt"], (await shown(client, bob))["usdt"]
    assert (of_ann["my"], of_bob["my"]) == (
        {"amount": "1000", "left": "8500"},
        {"amount": "5500", "left": "4500"},
    )
    assert of_ann["quota_left"] == "8500"
    assert (await client.get(PUBLIC, headers={"X-Token": "nobody"})).status_code == 401


async def test_staff_see_what_products_cost_and_how_long_the_treasury_lasts(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    bank: Follower,
    tom: SignedInStaff,
    clock: FixedClock,
) -> None:
    await begin(client, ann, amount="1000")
    await begin(client, bob, amount="500")
    await begin(client, bob, amount="200", product_id="usdt-10")
    await pass_time(services, clock, hours=5)

    answer = (await client.get(PRODUCTS, headers=tom.headers)).json()

    flexible, locked = answer["items"]
    assert (flexible["subscribed"], flexible["positions"], flexible["owed"]) == ("1500", 2, "0.75")
    assert (locked["subscribed"], locked["positions"], locked["owed"]) == ("200", 1, "0.1")
    assert flexible["rates"] == [{"apr": "0.876", "from": 0}]
    # 1,700 at 0.24 % a day.
    assert answer["treasuries"] == [
        {"coin": "USDT", "balance": "1000", "owed": "0.85", "per_day": "4.08", "days_left": 244}
    ]


async def test_what_staff_do_is_in_the_audit_log(
    client: httpx.AsyncClient, services: ApiServices, bank: Follower, tom: SignedInStaff
) -> None:
    changed = await change(
        client, tom, "usdt", apr="0.05", effective_at=NOON_SECONDS + 1, quota="0", source_of_yield="Lending."
    )

    assert changed.status_code == 200, changed.text
    item = changed.json()
    assert (item["apr"], item["next_apr"]) == ("0.876", {"apr": "0.05", "from": NOON_SECONDS + 3600})
    assert (item["quota"], item["source_of_yield"]) == ("0", "Lending.")
    assert (await shown(client))["usdt"]["source_of_yield"] == "Lending."
    lines = await audit_lines(services)
    login, act, subject, detail = lines[0]
    assert (login, act, subject) == ("tom", "earn.create_proposed", "earn:usdt")
    asked = FLEX | {"term_days": None, "reason": REASON}
    assert detail == asked | {"proposal_id": detail["proposal_id"]}
    assert lines[1] == ("eve", "earn.create_approved", "earn:usdt", {"proposal_id": detail["proposal_id"]})
    assert lines[4] == (
        "tom",
        "earn.product_changed",
        "earn:usdt",
        {
            "before": {"apr": "0.876", "quota": "15000", "source_of_yield": FLEX["source_of_yield"]},
            "after": {
                "apr": "0.05",
                "effective_at": NOON_SECONDS + 1,
                "quota": "0",
                "source_of_yield": "Lending.",
            },
        },
    )


async def test_a_change_is_in_the_audit_log_before_the_engine_does_it(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    bank: Follower,
    tom: SignedInStaff,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A kill of the process after the engine has done it leaves the line of who asked for it."""
    before, submit_to_engine = await audit_lines(services), services.engine.submit
    recorded: list[Any] = []

    async def submit_and_die(command: Command) -> Outcome:
        await submit_to_engine(command)
        recorded.extend((await audit_lines(services))[len(before) :])
        raise EngineUnavailable

    monkeypatch.setattr(services.engine, "submit", submit_and_die)

    answer = await change(client, tom, "usdt", apr="0.05")

    assert answer.status_code == 503
    assert [line[:3] for line in recorded] == [("tom", "earn.product_changed", "earn:usdt")]
    assert (await audit_lines(services))[len(before) :] == recorded


async def test_a_product_that_cannot_be_is_refused(
    client: httpx.AsyncClient, bank: Follower, tom: SignedInStaff
) -> None:
    for draft, status, code, field in BAD_DRAFTS:
        answer = await create(client, tom, **FLEX | {"id": "new", "source_of_yield": "Other."} | draft)

        assert status_and_code(answer) == (status, code), (draft, answer.text)
        assert [error["field"] for error in answer.json()["errors"]] == [field], draft
    products = await shown(client)
    assert list(products) == ["usdt", "usdt-10"]
    assert products["usdt"]["source_of_yield"] == FLEX["source_of_yield"]


async def test_a_change_that_cannot_be_is_refused(
    client: httpx.AsyncClient, bank: Follower, tom: SignedInStaff
) -> None:
    before = await shown(client)
    for values, status, code, field in BAD_CHANGES:
        answer = await change(client, tom, "usdt", **values | {"source_of_yield": "Other."})

        assert status_and_code(answer) == (status, code), (values, answer.text)
        assert [error["field"] for error in answer.json()["errors"]] == [field], values
    assert status_and_code(await change(client, tom, "usdt")) == (422, "VALIDATION_FAILED")
    assert await shown(client) == before


async def test_only_staff_for_products_change_them_after_a_step_up(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bank: Follower,
    tom: SignedInStaff,
    clock: FixedClock,
) -> None:
    new = FLEX | {"id": "new"}
    for role in ("support", "compliance"):
        member = await a_staff(services, role)
        assert (await client.get(PRODUCTS, headers=member.headers)).status_code == 200
        assert status_and_code(await create(client, member, **new)) == (403, "FORBIDDEN")
        assert status_and_code(await change(client, member, "usdt", apr="0")) == (403, "FORBIDDEN")
    editor = await a_staff(services, "editor")
    assert status_and_code(await client.get(PRODUCTS, headers=editor.headers)) == (403, "FORBIDDEN")
    for answer in (
        await client.get(PRODUCTS),
        await client.post(PRODUCTS, json=new | {"reason": REASON}, headers=ann.headers),
        await client.patch(f"{PRODUCTS}/usdt", json={"apr": "0"}),
    ):
        assert answer.status_code == 401
    assert status_and_code(await change(client, tom, "nothing", apr="0")) == (404, "NOT_FOUND")
    await pass_time(services, clock, minutes=0)
    async with services.sessions() as session:
        await session.execute(text("UPDATE staff_sessions SET stepped_up_until = NULL"))
        await session.commit()
    assert status_and_code(await create(client, tom, **new)) == (403, "STEP_UP_REQUIRED")
    assert status_and_code(await change(client, tom, "usdt", apr="0")) == (403, "STEP_UP_REQUIRED")
    assert list(await shown(client)) == ["usdt", "usdt-10"]
    assert (await shown(client))["usdt"]["next_apr"] is None
