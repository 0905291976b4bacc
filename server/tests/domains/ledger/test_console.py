"""The ledger in the console: who sees what, and a check that finds what is wrong."""

from typing import Any

import httpx
from sqlalchemy import text

from clearwater.core.commands import Fund, HoldWithdrawal, ListCoin
from clearwater.core.earn_commands import CreateEarnProduct, Redeem, Subscribe
from clearwater.core.premarket_commands import CreatePreMarket, PlacePreMarketOrder
from clearwater.engine.follower import Follower
from clearwater.engine.protocol import Alive, JobStatus
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.ids import new_id
from clearwater.kit.outbox import enqueue
from tests.builders import SignedInClient, SignedInStaff, a_client, a_staff
from tests.conftest import NOON
from tests.polling import eventually
from tests.trading import AT, place, submit, units

SOMETHING = str(new_id())
ROLES = ("admin", "compliance", "treasury", "support", "editor")
READERS, MOVERS = {"admin", "compliance", "treasury", "support"}, {"admin", "treasury"}
CALLS = [
    ("GET", f"/clients/{SOMETHING}/ledger", READERS),
    ("GET", f"/clients/{SOMETHING}/transactions", READERS),
    ("GET", "/ledger/house", READERS),
    ("GET", "/ledger/proposals", READERS),
    ("GET", f"/ledger/proposals/{SOMETHING}", READERS),
    ("POST", "/ledger/proposals", MOVERS),
    ("POST", f"/ledger/proposals/{SOMETHING}/approve", MOVERS),
    ("POST", f"/ledger/proposals/{SOMETHING}/reject", MOVERS),
    ("GET", "/engine", set(ROLES)),
    ("GET", "/ledger-check", set(ROLES)),
]


async def show(client: httpx.AsyncClient, staff: SignedInStaff, path: str) -> dict[str, Any]:
    answer = await client.get(f"/api/operator{path}", headers=staff.headers)
    assert answer.status_code == 200, answer.json()
    shown: dict[str, Any] = answer.json()
    return shown


async def test_each_call_is_for_its_roles_alone(services: ApiServices, client: httpx.AsyncClient) -> None:
    """Even without an engine: whoever is let in learns only that the id is nobody's or a body is missing."""
    ann = await a_client(services)
    staff = {role: await a_staff(services, role) for role in ROLES}

    for method, path, roles in CALLS:
        for headers in ({}, ann.headers):
            outsider = await client.request(method, f"/api/operator{path}", headers=headers)
            assert (outsider.status_code, outsider.json()["code"]) == (401, "TOKEN_INVALID")
        answers = {
            role: (await client.request(method, f"/api/operator{path}", headers=one.headers)).status_code
            for role, one in staff.items()
        }
        assert {role for role, status in answers.items() if status != 403} == roles, path
        assert set(answers.values()) <= {200, 403, 404, 422}, path


async def test_staff_see_what_a_client_has(
    services: ApiServices, client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    support = await a_staff(services, "support")
    await place(client, bob, side="sell", quantity="0.1", price="50000")
    await place(client, ann, quantity="0.1", price="50000")
    await place(client, ann, quantity="0.2", price="45000")

    shown = await show(client, support, f"/clients/{ann.id}/ledger")
    listed = await show(client, support, f"/clients/{ann.id}/transactions?type=trade")

    assert shown == {
        "client_id": str(ann.id),
        "accounts": [
            {"coin": "BTC", "purpose": "available", "amount": "10.09975", "value": "504987.5"},
            {"coin": "USDT", "purpose": "available", "amount": "986000", "value": "986000"},
            {"coin": "USDT", "purpose": "orders", "amount": "9000", "value": "9000"},
        ],
        "total_usdt": "1499987.5",
        "open_orders": 1,
        "volume_30d": "5000",
    }
    own = await client.get("/api/v1/transactions?type=trade", headers=ann.headers)
    assert listed == own.json()
    async with services.sessions() as session:
        lines = (
            await session.execute(text("SELECT staff_login, act, subject FROM audit_log ORDER BY seq"))
        ).all()
    assert lines == [
        ("support", "client.ledger_viewed", f"client:{ann.id}"),
        ("support", "client.transactions_viewed", f"client:{ann.id}"),
    ]


async def test_an_unknown_client_is_not_found(
    services: ApiServices, client: httpx.AsyncClient, tom: SignedInStaff
) -> None:
    for part in ("ledger", "transactions"):
        answer = await client.get(f"/api/operator/clients/{SOMETHING}/{part}", headers=tom.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


async def test_the_accounts_of_the_house_are_listed_with_their_value(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, bob: SignedInClient, tom: SignedInStaff
) -> None:
    await submit(market, Fund(AT, "seed", "USDT", "tron", units("USDT", "500")))
    await place(client, bob, side="sell", quantity="0.1", price="50000")
    await place(client, ann, quantity="0.1", price="50000")

    items = (await show(client, tom, "/ledger/house"))["items"]

    assert [(item["coin"], item["purpose"], item["amount"], item["value"]) for item in items] == [
        ("BTC", "external:test", "-20", "-1000000"),
        ("BTC", "fees", "0.00025", "12.5"),
        ("USDT", "external:test", "-2000000", "-2000000"),
        ("USDT", "external:tron", "-500", "-500"),
        ("USDT", "fees", "10", "10"),
        ("USDT", "treasury", "500", "500"),
    ]


async def test_the_engine_status_is_shown_to_staff(
    services: ApiServices, client: httpx.AsyncClient, market: Follower, ann: SignedInClient
) -> None:
    editor = await a_staff(services, "editor")
    await place(client, ann)
    await eventually(lambda: market.status is not None and market.status.seq == 8)

    shown = await show(client, editor, "/engine")

    # The opening, three coins, a pair, two deposits and an order.
    assert shown == {
        "is_serving": True,
        "refusal": "",
        "seq": 8,
        "head_seq": 8,
        "head_hash": market.status.hash.hex() if market.status else "",
        "clock_ahead_ms": 0,
        "open_orders": 1,
        "waiting": 0,
        "commands": 1,
        "batches": shown["batches"],
        "largest_batch": shown["largest_batch"],
        "rebuilds": 0,
        "overloads": 0,
        "commit_p50_ms": shown["commit_p50_ms"],
        "commit_p99_ms": shown["commit_p99_ms"],
        "queue_p50_ms": shown["queue_p50_ms"],
        "queue_p99_ms": shown["queue_p99_ms"],
        "followers": [{"role": "api", "lag_entries": 0, "sockets": 0}],
        "jobs": [],
        "mail": {"waiting": 0, "oldest_at": None},
    }
    assert 1 <= shown["largest_batch"] <= 8 >= shown["batches"]
    assert 0 < shown["commit_p50_ms"] <= shown["commit_p99_ms"]
    assert shown["commit_p50_ms"] <= shown["queue_p50_ms"] <= shown["queue_p99_ms"]


async def test_the_status_shows_jobs_and_sockets_of_other_processes_and_waiting_mail(
    services: ApiServices, client: httpx.AsyncClient, market: Follower, ann: SignedInClient
) -> None:
    editor = await a_staff(services, "editor")
    jobs = [JobStatus("check_ledger", 1_800_000_000_500, 2), JobStatus("send_mail")]
    market.describe = lambda: Alive(sockets=3, jobs=jobs)
    async with transaction(services.sessions) as session:
        enqueue(
            session,
            recipient=ann.email,
            sender_name="Clearwater",
            subject="Hello",
            text_body="Plain",
            html_body="<p>Rich</p>",
            now=services.clock.now(),
        )
    await eventually(lambda: market.status is not None and market.status.jobs)

    shown = await show(client, editor, "/engine")

    assert shown["followers"] == [{"role": "api", "lag_entries": 0, "sockets": 3}]
    assert shown["jobs"] == [
        {"name": "check_ledger", "last_success_at": 1_800_000_000, "failures": 2},
        {"name": "send_mail", "last_success_at": None, "failures": 0},
    ]
    assert shown["mail"] == {"waiting": 1, "oldest_at": int(services.clock.now().timestamp())}


async def test_the_status_shows_an_engine_that_is_not_serving(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    shown = await show(client, await a_staff(services), "/engine")

    assert (shown["is_serving"], shown["seq"], shown["open_orders"]) == (False, 0, 0)


async def test_the_ledger_check_reports_a_balanced_ledger(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, bob: SignedInClient, tom: SignedInStaff
) -> None:
    await place(client, bob, side="sell", quantity="0.3", price="50000")
    await place(client, ann, quantity="0.1", price="50000")
    await place(client, ann, quantity="0.2", price="45000")
    await submit(market, HoldWithdrawal(AT, "w", str(ann.id), "BTC", "bitcoin", units("BTC", "2"), 50_000))

    shown = await show(client, tom, "/ledger-check")

    assert shown.pop("milliseconds") >= 0
    assert shown == {
        "ok": True,
        "seq": market.seq,
        "coins": [
            {"coin": "BTC", "accounts": 6, "clients": "19.99975", "house": "0.00025", "outside": "-20"}
            | {"sum": "0", "ok": True},
            {"coin": "USDT", "accounts": 5, "clients": "1999990", "house": "10", "outside": "-2000000"}
            | {"sum": "0", "ok": True},
        ],
        "accounts": 11,
        "negative_accounts": 0,
        "open_orders": 2,
        "held_withdrawals": 1,
        "wrong_holds": 0,
        "differences": [],
        "checked_at": int(NOON.timestamp()),
    }


async def test_the_ledger_check_knows_what_products_have_set_aside(
    *,
    owner_sessions: SessionFactory,
    client: httpx.AsyncClient,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
    tom: SignedInStaff,
) -> None:
    await submit(market, ListCoin(AT, "NEW", 4, 10**15))
    opens_at = int(NOON.timestamp() * 1000)
    await submit(
        market,
        CreatePreMarket(
            AT, "NEW", "USDT", 3, 10, 100, 10_000, 10**9, 10**13, opens_at=opens_at, closes_at=2 * opens_at
        ),
    )
    await submit(market, PlacePreMarketOrder(AT, str(bob.id), "NEW", "sell", 2_500, 30_000))
    await submit(market, PlacePreMarketOrder(AT, str(ann.id), "NEW", "buy", 2_500, 10_000))
    await submit(market, CreateEarnProduct(AT, "usdt", "USDT", "flexible", 50_000, 1, 10**12, 10**13))
    for _ in range(2):
        await submit(market, Subscribe(AT, str(ann.id), "usdt", units("USDT", "100")))
    await submit(market, Redeem(AT, str(ann.id), 2))

    before = await show(client, tom, "/ledger-check")
    assert (before["ok"], before["differences"]) == (True, [])

    async with owner_sessions() as session:
        for purpose in ("earn", "premarket"):
            more = "UPDATE balances SET amount = amount + 10000000 WHERE owner = :owner AND purpose = :what"
            await session.execute(text(more), {"owner": str(ann.id), "what": purpose})
        await session.commit()
    after = await show(client, tom, "/ledger-check")

    assert [(one["purpose"], one["held"], one["expected"]) for one in after["differences"]] == [
        ("earn", "101", "100"),
        # 2.5 and its fee of 2 %.
        ("premarket", "3.55", "2.55"),
    ]


async def test_a_ledger_that_was_tampered_with_is_found_out(
    owner_sessions: SessionFactory,
    client: httpx.AsyncClient,
    market: Follower,
    ann: SignedInClient,
    tom: SignedInStaff,
) -> None:
    await place(client, ann, quantity="0.2", price="45000")
    await submit(market, HoldWithdrawal(AT, "w", str(ann.id), "BTC", "bitcoin", units("BTC", "2"), 0))
    async with owner_sessions() as session:
        for statement in (
            "ALTER TABLE balances DROP CONSTRAINT ck_balances_is_not_negative",
            "UPDATE balances SET amount = amount + 10000000 WHERE purpose = 'orders'",
            "UPDATE balances SET amount = -amount WHERE purpose = 'available' AND coin = 'BTC'",
            "DELETE FROM balances WHERE purpose = 'withdrawals'",
        ):
            await session.execute(text(statement))
        await session.commit()

    shown = await show(client, tom, "/ledger-check")

    assert (shown["ok"], shown["negative_accounts"], shown["wrong_holds"]) == (False, 1, 2)
    assert [(coin["coin"], coin["sum"], coin["ok"]) for coin in shown["coins"]] == [
        ("BTC", "-18", False),
        ("USDT", "1", False),
    ]
    owner = str(ann.id)
    assert shown["differences"] == [
        {"owner": owner, "coin": "BTC", "purpose": "withdrawals", "held": "0", "expected": "2"},
        {"owner": owner, "coin": "USDT", "purpose": "orders", "held": "9001", "expected": "9000"},
    ]
