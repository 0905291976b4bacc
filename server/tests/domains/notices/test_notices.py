"""The notification centre: what a client is notified of, once each, and nobody else."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import Deposit, PlaceOrder
from clearwater.domains.clients import service as clients
from clearwater.domains.notices import tasks
from clearwater.domains.notices.models import NoticeRow
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.entrypoints.worker import list_purges
from clearwater.kit import account_events
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id
from clearwater.kit.notices import Notice, announce
from tests.builders import SignedInClient, SignedInStaff, a_client, a_staff, status_and_code
from tests.domains.content.writing import a_text, publish, site_id_of
from tests.domains.notices.centre import (
    NOTICES,
    SETTINGS,
    alert,
    list_notices_of,
    notices,
    switch,
    trade,
    unread,
)
from tests.domains.notices.conftest import Work
from tests.mailbox import mail_to
from tests.trading import AT, place, submit, units


async def read(http: httpx.AsyncClient, client: SignedInClient, **what: Any) -> httpx.Response:
    return await http.post(f"{NOTICES}/read", json=what, headers=client.headers)


async def test_an_order_that_is_filled_in_several_fills_is_one_notice(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    """NTC-5."""
    await place(client, bob, side="sell", price="50000", quantity="0.1")
    placed = (await place(client, ann, price="50100", quantity="0.3")).json()["order"]
    await follow()
    assert await list_notices_of(client, ann, "fill") == []
    await place(client, bob, side="sell", price="50100", quantity="0.1")
    await place(client, bob, side="sell", price="50100", quantity="0.1")

    await asyncio.gather(follow(), follow())
    await follow()

    assert await list_notices_of(client, ann, "fill") == [
        {
            "order_id": placed["id"],
            "symbol": "BTC-USDT",
            "side": "buy",
            "status": "filled",
            "quantity": "0.3",
            "average_price": "50066.666667",
        }
    ]
    assert [fill["status"] for fill in await list_notices_of(client, bob, "fill")] == ["filled"] * 3


async def test_an_order_that_is_canceled_after_a_part_of_it_was_filled_is_one_notice(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    """NTC-5."""
    placed = (await place(client, ann, price="50000", quantity="0.3")).json()["order"]
    await place(client, bob, side="sell", price="50000", quantity="0.1")
    unfilled = (await place(client, ann, price="40000")).json()["order"]
    await follow()
    assert await list_notices_of(client, ann, "fill") == []

    for order in (placed, unfilled):
        await client.post(f"/api/v1/order/{order['id']}/cancel", headers=ann.headers)
    await follow()
    await follow()

    (fill,) = await list_notices_of(client, ann, "fill")
    assert (fill["order_id"], fill["status"], fill["quantity"]) == (placed["id"], "partially_filled", "0.1")


async def test_fills_before_the_cursor_was_moved_are_notified_after_a_crash_and_only_once(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    follow: Work,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await trade(client, bob, ann, "50000")
    with monkeypatch.context() as patch:
        patch.setattr(services.sessions.class_.sync_session_class, "commit", None)
        with pytest.raises(TypeError):
            await follow()
    assert await list_notices_of(client, ann, "fill") == []

    await follow()
    await follow()

    assert len(await list_notices_of(client, ann, "fill")) == 1


async def record(services: ApiServices, client: SignedInClient, kind: str, **detail: str) -> dict[str, str]:
    async with transaction(services.sessions) as session:
        await account_events.record(session, kind, client.id, detail)
    return detail


async def test_what_happens_to_an_account_is_notified_once(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient, deliver: Work
) -> None:
    moved = {"id": str(new_id()), "coin": "BTC", "network": "btc"}
    await record(services, ann, "deposit", **moved, units="150000000")
    for _ in range(2):
        await record(services, ann, "withdrawal", **moved, units="5", status="under_review")
    await record(services, ann, "withdrawal", **moved, units="5", status="completed")
    await record(services, ann, "kyc", status="approved")
    await record(services, ann, "security", change="new_device", device="Chrome on Linux")

    await asyncio.gather(deliver(), deliver())
    await deliver()

    assert await list_notices_of(client, ann, "deposit") == [{**moved, "amount": "1.5"}]
    assert await list_notices_of(client, ann, "withdrawal") == [
        {**moved, "amount": "0.00000005", "status": "completed"},
        {**moved, "amount": "0.00000005", "status": "under_review"},
    ]
    assert await list_notices_of(client, ann, "kyc") == [{"status": "approved"}]
    assert await list_notices_of(client, ann, "security") == [
        {"change": "new_device", "act": None, "device": "Chrome on Linux"}
    ]
    assert await notices(client, bob) == []


async def test_a_changed_password_is_a_notice_and_a_refused_change_is_none(
    client: httpx.AsyncClient, ann: SignedInClient, deliver: Work
) -> None:
    async def change_password(current: str) -> int:
        body = {"current_password": current, "password": "a fresh and long secret"}
        return (await client.patch("/api/v1/client/password", json=body, headers=ann.headers)).status_code

    assert await change_password("wrong") == 401
    await deliver()
    assert await notices(client, ann) == []

    assert await change_password(ann.password) == 204
    await deliver()

    assert [notice["change"] for notice in await list_notices_of(client, ann, "security")] == ["password"]


async def test_notices_are_their_owners_alone(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient, deliver: Work
) -> None:
    """NTC-6."""
    await record(services, ann, "kyc", status="approved")
    await deliver()
    (notice,) = await notices(client, ann)

    for method, path in (("GET", NOTICES), ("POST", f"{NOTICES}/read"), ("GET", SETTINGS)):
        answer = await client.request(method, path, json={"all": True} if method == "POST" else None)
        assert status_and_code(answer) == (401, "TOKEN_INVALID")
    assert (await read(client, bob, ids=[notice["id"]])).json() == {"unread": 0}
    assert (await read(client, bob, all=True)).json() == {"unread": 0}
    assert await unread(client, ann) == 1
    assert (await read(client, ann, ids=[notice["id"], str(new_id())])).json() == {"unread": 0}
    (notice,) = await notices(client, ann)
    assert notice["read_at"] == int(services.clock.now().timestamp())
    assert status_and_code(await read(client, ann)) == (422, "VALIDATION_FAILED")
    assert status_and_code(await read(client, ann, ids=["x"])) == (422, "VALIDATION_FAILED")


async def test_the_list_has_pages_filters_and_the_number_of_unread(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, deliver: Work
) -> None:
    for status in ("rejected", "approved", "revoked"):
        await record(services, ann, "kyc", status=status)
    await record(services, ann, "security", change="email")
    await deliver()
    first = (await client.get(NOTICES, params={"limit": 3}, headers=ann.headers)).json()
    assert len(first["items"]) == 3
    assert first["unread"] == 4

    rest = await client.get(NOTICES, params={"limit": 3, "cursor": first["next_cursor"]}, headers=ann.headers)
    assert (len(rest.json()["items"]), rest.json()["next_cursor"]) == (1, None)
    ids = [notice["id"] for notice in first["items"] + rest.json()["items"]]
    assert len(set(ids)) == 4
    await read(client, ann, ids=ids[:3])
    assert [notice["id"] for notice in await notices(client, ann, unread=True)] == [ids[3]]
    assert len(await notices(client, ann, kind="kyc")) == 3
    assert (await client.get(NOTICES, params={"kind": "x"}, headers=ann.headers)).status_code == 422
    assert (await client.get(NOTICES, params={"cursor": "x"}, headers=ann.headers)).status_code == 422


async def test_a_new_notice_is_published_to_its_client(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, deliver: Work
) -> None:
    heard: list[Notice] = []
    listening = asyncio.Event()

    def on_notice(notice: Notice | None) -> None:
        if notice is not None and notice.kind == "notice":
            heard.append(notice)
            listening.set()

    services.notices.subscribe(on_notice)
    await services.notices.wait_until_listening()
    await record(services, ann, "kyc", status="approved")

    await deliver()
    await asyncio.wait_for(listening.wait(), 10)

    (shown,) = await notices(client, ann)
    assert heard == [Notice("notice", ann.id, {"notice": shown, "unread": 1})]


async def test_a_kind_that_is_switched_off_is_not_listed_nor_mailed(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient, follow: Work
) -> None:
    before = (await client.get(SETTINGS, headers=ann.headers)).json()
    assert before["price_alert"] == {"in_app": True, "email": True, "push": False}
    assert before["fill"] == {"in_app": True, "email": False, "push": False}
    changed = await switch(client, ann, fill={"in_app": False}, price_alert={"email": False})
    assert changed.json() == before | {
        "fill": {"in_app": False, "email": False, "push": False},
        "price_alert": {"in_app": True, "email": False, "push": False},
    }
    await switch(client, bob, fill={"email": True})
    await alert(client, ann, "50100")

    await trade(client, bob, ann, "50100")
    await follow()

    assert [notice["kind"] for notice in await notices(client, ann)] == ["price_alert"]
    assert await unread(client, ann) == 1
    assert list(await mail_to(services, ann.email)) == []
    (mail,) = await mail_to(services, bob.email)
    assert mail.subject == "Your BTC-USDT order was filled"
    assert "Sold: 0.01 BTC" in mail.text_body


async def test_emails_about_money_and_security_cannot_be_switched(
    client: httpx.AsyncClient, ann: SignedInClient
) -> None:
    before = (await client.get(SETTINGS, headers=ann.headers)).json()
    for kind, value in (("security", False), ("withdrawal", False), ("kyc", False)):
        refused = await switch(client, ann, **{kind: {"email": value}})
        assert status_and_code(refused) == (422, "VALIDATION_FAILED")
        assert refused.json()["errors"][0]["field"] == f"{kind}.email"
    for change in ({"fill": {"sms": True}}, {"nothing": {"email": True}}, {"fill": {"email": "yes"}}):
        assert status_and_code(await switch(client, ann, **change)) == (422, "VALIDATION_FAILED")
    assert (await client.get(SETTINGS, headers=ann.headers)).json() == before


async def test_a_credited_deposit_is_mailed_unless_that_is_switched_off(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient, deliver: Work
) -> None:
    switched = await switch(client, bob, deposit={"email": False})
    assert switched.json()["deposit"] == {"in_app": True, "email": False, "push": False}
    for owner in (ann, bob):
        detail = {"id": str(new_id()), "coin": "BTC", "network": "btc", "units": "150000000"}
        await record(services, owner, "deposit", **detail)

    await deliver()
    await deliver()

    (mail,) = await mail_to(services, ann.email)
    assert mail.subject.endswith("deposit is in your balance")
    assert "Your deposit of 1.5 BTC was credited." in mail.text_body
    assert list(await mail_to(services, bob.email)) == []
    assert len(await list_notices_of(client, bob, "deposit")) == 1


async def publish_news(
    client: httpx.AsyncClient, services: ApiServices, editor: SignedInStaff, number: int
) -> dict[str, Any]:
    titles = {"en": f"News {number}", "es": f"Noticia {number}"}
    texts = {language: a_text(title) for language, title in titles.items()}
    site_id = await site_id_of(services)
    entry = await publish(client, editor, site_id, title=f"News {number}", texts=texts)
    await tasks.announce_news(services.sessions, now=services.clock.now())
    return {"news_id": entry["id"], "slug": f"news-{number}", "title": titles}


@pytest.fixture
async def editor(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, "editor")


async def test_a_site_without_news_announces_none(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, editor: SignedInStaff
) -> None:
    async with services.sessions() as session:
        await session.execute(text("UPDATE sites SET features = '{\"news\": false}'"))
        await session.commit()

    await publish_news(client, services, editor, 1)

    assert await list_notices_of(client, ann, "announcement") == []


async def test_published_news_is_an_announcement_for_every_client_of_the_site(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    clock: FixedClock,
    ann: SignedInClient,
    editor: SignedInStaff,
) -> None:
    first = await publish_news(client, services, editor, 1)
    clock.at += timedelta(minutes=1)
    late = await a_client(services, email="late@example.org")
    second = await publish_news(client, services, editor, 2)
    await tasks.announce_news(services.sessions, now=clock.now())

    assert await list_notices_of(client, ann, "announcement") == [second, first]
    assert await list_notices_of(client, late, "announcement") == [second]
    assert (await unread(client, ann), await unread(client, late)) == (2, 1)
    newest, oldest = await notices(client, ann)
    assert (await read(client, ann, ids=[newest["id"]])).json() == {"unread": 1}
    assert [notice["id"] for notice in await notices(client, ann, unread=True)] == [oldest["id"]]
    assert (await read(client, ann, all=True)).json() == {"unread": 0}
    assert await unread(client, late) == 1
    clock.at += timedelta(minutes=1)
    await publish_news(client, services, editor, 3)
    assert (await unread(client, ann), await unread(client, late)) == (1, 2)
    await switch(client, ann, announcement={"in_app": False})
    assert await notices(client, ann) == []
    assert await unread(client, ann) == 0


async def test_an_announcement_is_mailed_once_to_those_who_want_it_in_their_language(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    editor: SignedInStaff,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clearwater.domains.notices.announcing.CLIENT_BATCH", 1)
    cid = await a_client(services, email="cid@example.org")
    for reader in (ann, cid):
        await switch(client, reader, announcement={"email": True})
    async with transaction(services.sessions) as session:
        (await clients.lock_client(session, cid.id)).language = "es"

    await publish_news(client, services, editor, 1)
    await tasks.announce_news(services.sessions, now=services.clock.now())

    subjects = {
        reader.email: [mail.subject for mail in await mail_to(services, reader.email)]
        for reader in (ann, bob, cid)
    }
    assert subjects == {ann.email: ["News 1"], bob.email: [], cid.email: ["Noticia 1"]}


async def test_notices_are_kept_for_90_days_and_at_most_500_a_client(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock, ann: SignedInClient, deliver: Work
) -> None:
    ages = [timedelta(days=days) for days in (91, 90, 1)]
    async with transaction(services.sessions) as session:
        for age in [*ages, *(timedelta(hours=1) for _ in range(497))]:
            session.add(
                NoticeRow(
                    id=new_id(),
                    client_id=ann.id,
                    kind="kyc",
                    data={"status": "approved"},
                    is_listed=True,
                    created_at=clock.now() - age,
                )
            )
    await list_purges(services)["purge_notices"]()
    assert await unread(client, ann) == 499

    for _ in range(3):
        await record(services, ann, "kyc", status="rejected")
    await deliver()

    assert await unread(client, ann) == 500
    async with services.sessions() as session:
        oldest = await session.scalar(text("SELECT min(created_at) FROM notices"))
        assert oldest == clock.now() - timedelta(hours=1)


async def test_bots_get_no_notices(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    follow: Work,
) -> None:

    await submit(market, Deposit(AT, "gift-bot", "bot-1", "BTC", "test", units("BTC", "1")))
    await submit(
        market,
        PlaceOrder(AT, "bot-1", "BTC-USDT", "sell", "limit", units("BTC", "0.1"), 5_000_000, 0, 0),
    )
    await place(client, ann, price="50000", quantity="0.1")

    await follow()

    async with services.sessions() as session:
        assert list(await session.scalars(text("SELECT client_id FROM notices"))) == [ann.id]
        assert list(await session.scalars(text("SELECT order_id FROM notice_partial_fills"))) == []


async def test_an_announced_account_event_that_is_rolled_back_creates_no_notice(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, deliver: Work
) -> None:
    async with services.sessions() as session:
        await announce(session, Notice("kyc", ann.id, {"status": "approved"}), is_recorded=True)
        await session.rollback()

    await deliver()

    assert await notices(client, ann) == []
