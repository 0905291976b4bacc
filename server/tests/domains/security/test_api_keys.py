"""API keys: making them, and what each may do."""

import re
import uuid
from datetime import timedelta
from typing import Annotated, Any

import httpx
import pytest
from fastapi import APIRouter, Depends
from sqlalchemy import select, text

from clearwater.domains.security.models import ApiKey
from clearwater.domains.sessions.service import Caller, OpenToKeys, Reader
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import SessionFactory
from clearwater.kit.ids import new_id
from clearwater.kit.outbox import Mail
from tests.builders import SignedInClient, a_client
from tests.conftest import OpenClient, app_with
from tests.mailbox import mail_to

KEYS = "/api/v1/client/api-keys"

probe = APIRouter(prefix="/api/probe")


@probe.get("/orders")
async def read_orders(caller: Reader) -> dict[str, str]:
    return {"client": str(caller.client.id)}


@probe.post("/orders")
async def place_order(caller: Annotated[Caller, Depends(OpenToKeys("trade"))]) -> dict[str, str]:
    return {"client": str(caller.client.id)}


@probe.post("/withdrawals")
async def withdraw(caller: Annotated[Caller, Depends(OpenToKeys("withdraw"))]) -> dict[str, str]:
    return {"client": str(caller.client.id)}


@pytest.fixture
async def program(open_client: OpenClient) -> httpx.AsyncClient:
    """A caller that knows routes for every scope."""
    return await open_client(probe)


async def create(client: httpx.AsyncClient, caller: SignedInClient, **draft: Any) -> httpx.Response:
    body = {"name": "Bot", "scopes": ["read"], "ip_allow_list": []} | draft
    return await client.post(KEYS, json=body, headers=caller.headers)


async def open_all_levels(services: ApiServices) -> None:
    """Levels without requirements: everybody has the highest one."""
    async with services.sessions() as session:
        await session.execute(
            text(
                "UPDATE levels SET requires_kyc = false, requires_two_factor = false,"
                " volume_30d = 0, balance = 0"
            )
        )
        await session.commit()


async def tables_of(services: ApiServices) -> list[Any]:
    """Everything that a change of a client could touch."""
    tables = ("clients", "sessions", "passkeys", "recovery_codes", "one_time_codes", "files", "kyc_cases")
    async with services.sessions() as session:
        rows = [(await session.execute(text(f"SELECT * FROM {table}"))).all() for table in tables]
        return [*rows, (await session.execute(text("SELECT id, name, scopes FROM api_keys"))).all()]


async def stored(services: ApiServices) -> list[ApiKey]:
    async with services.sessions() as session:
        return list((await session.scalars(select(ApiKey).order_by(ApiKey.id))).all())


async def test_a_key_is_shown_once_and_stored_as_a_hash(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)

    made = await create(client, ann, name=" Bot ", ip_allow_list=["203.0.113.7", "2001:DB8::1/32"])
    listed = await client.get(KEYS, headers=ann.headers)

    assert made.status_code == 201
    key = made.json()["key"]
    assert key.startswith("cw_")
    assert len(key) == 46
    shown = {
        "id": made.json()["id"],
        "name": "Bot",
        "scopes": ["read"],
        "suspended_scopes": [],
        "ip_allow_list": ["203.0.113.7", "2001:db8::/32"],
        "created_at": int(clock.at.timestamp()),
        "last_used_at": None,
    }
    assert made.json() == shown | {"key": key}
    assert listed.json() == {"items": [shown], "next_cursor": None}
    (row,) = await stored(services)
    assert key.encode() not in row.key_hash
    async with services.sessions() as session:
        mail = (await session.scalars(select(Mail))).one()
    assert mail.subject == "An API key was created"
    assert key not in mail.text_body


async def test_making_a_key_needs_a_session_and_step_up(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    early = await a_client(services, email="early@example.org", confirmed=False)
    made = (await create(client, ann)).json()
    clock.at += timedelta(minutes=5)

    anonymous = [
        await client.get(KEYS),
        await client.post(KEYS, json={}),
        await client.delete(f"{KEYS}/{made['id']}"),
    ]
    stale = await create(client, ann)
    unconfirmed = await create(client, early)
    by_key = await client.post(KEYS, json={"name": "x"}, headers={"X-Api-Key": made["key"]})
    list_by_key = await client.get(KEYS, headers={"X-Api-Key": made["key"]})
    delete_by_key = await client.delete(f"{KEYS}/{made['id']}", headers={"X-Api-Key": made["key"]})

    assert [answer.status_code for answer in anonymous] == [401, 401, 401]
    assert (stale.status_code, stale.json()["code"]) == (403, "STEP_UP_REQUIRED")
    assert (unconfirmed.status_code, unconfirmed.json()["code"]) == (403, "EMAIL_UNCONFIRMED")
    assert [by_key.json()["code"], list_by_key.json()["code"], delete_by_key.json()["code"]] == [
        "SCOPE_MISSING"
    ] * 3
    assert len(await stored(services)) == 1


async def test_an_invalid_draft_is_refused(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    wrong: list[dict[str, Any]] = [
        {"name": ""},
        {"name": "x" * 61},
        {"name": "a\nb"},
        {"scopes": []},
        {"scopes": ["admin"]},
        {"scopes": "read"},
        {"ip_allow_list": ["nonsense"]},
        {"ip_allow_list": ["203.0.113.7/33"]},
        {"ip_allow_list": ["203.0.113.300"]},
        {"ip_allow_list": ["fe80::1%eth0"]},
        {"ip_allow_list": ["203.0.113.7"] * 51},
        {"client_id": str(uuid.UUID(int=1))},
        {"key": "cw_mine"},
        {"key_hash": "00"},
    ]
    for draft in wrong:
        answer = await create(client, ann, **draft)

        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), draft
    assert await stored(services) == []


async def test_scopes_come_with_levels(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)

    trade = await create(client, ann, scopes=["trade", "read"])
    withdraw = await create(client, ann, scopes=["withdraw"])
    nothing = await stored(services)
    await open_all_levels(services)
    allowed = await create(client, ann, scopes=["withdraw", "read", "trade"])

    assert (trade.status_code, trade.json()["code"]) == (403, "LEVEL_REQUIRED")
    assert (trade.json()["required"], trade.json()["current"]) == ("starter", "guest")
    assert (withdraw.json()["code"], withdraw.json()["required"]) == ("LEVEL_REQUIRED", "advanced")
    assert nothing == []
    assert allowed.json()["scopes"] == ["read", "trade", "withdraw"]


async def test_a_key_is_limited_to_its_scopes(
    services: ApiServices, client: httpx.AsyncClient, program: httpx.AsyncClient
) -> None:
    await open_all_levels(services)
    ann = await a_client(services)
    keys = {scope: (await create(client, ann, scopes=[scope])).json()["key"] for scope in ("read", "trade")}

    async def codes(key: str) -> list[str]:
        headers = {"X-Api-Key": key}
        answers = [
            await program.get("/api/probe/orders", headers=headers),
            await program.post("/api/probe/orders", headers=headers),
            await program.post("/api/probe/withdrawals", headers=headers),
        ]
        return [answer.json().get("code", "done") for answer in answers]

    assert await codes(keys["read"]) == ["done", "SCOPE_MISSING", "SCOPE_MISSING"]
    assert await codes(keys["trade"]) == ["SCOPE_MISSING", "done", "SCOPE_MISSING"]
    assert await codes("cw_nobody") == ["TOKEN_INVALID"] * 3


async def set_levels(services: ApiServices, *, requires_kyc: bool) -> None:
    async with services.sessions() as session:
        await session.execute(
            text("UPDATE levels SET requires_kyc = :kyc WHERE rank > 0"), {"kyc": requires_kyc}
        )
        await session.commit()


async def test_a_key_loses_scopes_when_its_owners_level_falls(
    services: ApiServices, client: httpx.AsyncClient, program: httpx.AsyncClient
) -> None:
    await open_all_levels(services)
    ann = await a_client(services)
    scopes = ["read", "trade", "withdraw"]
    headers = {"X-Api-Key": (await create(client, ann, scopes=scopes)).json()["key"]}
    paths = ("/api/probe/orders", "/api/probe/withdrawals")
    assert [(await program.post(path, headers=headers)).status_code for path in paths] == [200, 200]

    await set_levels(services, requires_kyc=True)

    for path in paths:
        refused = await program.post(path, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "LEVEL_REQUIRED"), path
        assert refused.json()["missing"]["kyc"] is True
    assert (await program.get("/api/probe/orders", headers=headers)).status_code == 200
    assert (await program.post("/api/probe/orders", headers=ann.headers)).status_code == 200
    listed = (await client.get(KEYS, headers=ann.headers)).json()["items"]
    assert [(item["scopes"], item["suspended_scopes"]) for item in listed] == [
        (scopes, ["trade", "withdraw"])
    ]
    await set_levels(services, requires_kyc=False)
    assert (await program.post("/api/probe/orders", headers=headers)).status_code == 200
    assert (await client.get(KEYS, headers=ann.headers)).json()["items"][0]["suspended_scopes"] == []


# Every call that lets a key in, and with which scope. All others refuse keys, or are open to everybody.
OPEN_TO_KEYS = {
    ("GET", "/bff/auth/validate"): "read",
    ("GET", "/v1/assets"): "read",
    ("GET", "/v1/assets/history"): "read",
    ("GET", "/v1/transactions"): "read",
    ("GET", "/v1/deposit"): "read",
    ("GET", "/v1/earn/positions"): "read",
    ("PATCH", "/v1/earn/positions/{position_id}"): "trade",
    ("POST", "/v1/earn/positions"): "trade",
    ("POST", "/v1/earn/positions/{position_id}/redeem"): "trade",
    ("GET", "/v1/exchange"): "read",
    ("GET", "/v1/order"): "read",
    ("GET", "/v1/order/{order_id}"): "read",
    ("GET", "/v1/premarkets/contracts"): "read",
    ("GET", "/v1/premarkets/orders"): "read",
    ("GET", "/v1/trades"): "read",
    ("GET", "/v1/withdrawal"): "read",
    ("GET", "/v1/withdrawal/limits"): "read",
    ("GET", "/v1/withdrawal/{withdrawal_id}"): "read",
    ("POST", "/v1/exchange/quote"): "trade",
    ("POST", "/v1/exchange/quote/{quote_id}/accept"): "trade",
    ("POST", "/v1/order"): "trade",
    ("PATCH", "/v1/order/{order_id}"): "trade",
    ("POST", "/v1/order/{order_id}/cancel"): "trade",
    ("POST", "/v1/order/cancel-all"): "trade",
    ("POST", "/v1/order/preview"): "trade",
    ("POST", "/v1/premarkets/contracts/{contract_id}/deliver"): "trade",
    ("POST", "/v1/premarkets/{symbol}/orders"): "trade",
    ("POST", "/v1/premarkets/{symbol}/orders/{order_id}/cancel"): "trade",
    ("POST", "/v1/withdrawal"): "withdraw",
    ("POST", "/v1/withdrawal/{withdrawal_id}/cancel"): "withdraw",
    ("POST", "/v1/withdrawal/{withdrawal_id}/confirm"): "withdraw",
}
OPEN_TO_EVERYBODY = {
    ("POST", "/v1/client"),
    ("GET", "/v1/coins"),
    ("GET", "/v1/coins/exchange/{symbol}"),
    ("GET", "/v1/deposit/networks"),
    ("GET", "/v1/faq"),
    ("POST", "/v1/knock"),
    ("GET", "/v1/ledger-status"),
    ("GET", "/v1/levels"),
    ("GET", "/v1/markets/overview"),
    ("GET", "/v1/markets/trading-data"),
    ("GET", "/v1/news"),
    ("GET", "/v1/news/categories"),
    ("GET", "/v1/news/{id}"),
    ("GET", "/v1/pages"),
    ("GET", "/v1/pairs"),
    ("GET", "/v1/pairs/{symbol}"),
    ("GET", "/v1/pairs/{symbol}/candles"),
    ("GET", "/v1/pairs/{symbol}/depth"),
    ("GET", "/v1/pairs/{symbol}/ticker"),
    ("GET", "/v1/pairs/{symbol}/trades"),
    ("PATCH", "/v1/password-reset"),
    ("GET", "/v1/premarkets"),
    ("GET", "/v1/premarkets/{symbol}/candles"),
    ("GET", "/v1/push"),
    ("POST", "/v1/password-reset"),
    ("POST", "/v1/token"),
    ("POST", "/v1/token/passkey"),
    ("POST", "/v1/token/passkey/options"),
    ("GET", "/v1/withdrawal/fees"),
}


async def test_every_call_declares_which_keys_it_accepts(
    services: ApiServices, client: httpx.AsyncClient, engine: Follower
) -> None:
    """A new call refuses keys until it names a scope and stands in the table above."""
    await open_all_levels(services)
    ann = await a_client(services)
    keys = {
        scope: {"X-Api-Key": (await create(client, ann, scopes=[scope])).json()["key"]}
        for scope in ("read", "trade", "withdraw")
    }
    described = (await client.get("/api/openapi.json")).json()["paths"]
    calls = [
        (method.upper(), path)
        for path, operations in described.items()
        for method in operations
        # The demo's own calls are there in a demo alone, and tested there.
        if path.startswith(("/v1/", "/bff/auth/")) and not path.startswith("/v1/demo/")
    ]

    async def ask(method: str, path: str, headers: dict[str, str]) -> str:
        filled = re.sub(r"\{\w+\}", "1", path)
        answer = await client.request(method, f"/api{filled}?code=123456", headers=headers)
        if answer.headers["content-type"] == "application/problem+json":
            return str(answer.json()["code"])
        return "done"

    opened: dict[tuple[str, str], str] = {}
    public: set[tuple[str, str]] = set()
    for method, path in calls:
        answers = {scope: await ask(method, path, headers) for scope, headers in keys.items()}
        let_in = [scope for scope, code in answers.items() if code != "SCOPE_MISSING"]
        if len(let_in) == len(keys):
            assert await ask(method, path, {}) == answers["read"], path
            public.add((method, path))
        elif let_in:
            opened[method, path] = " ".join(let_in)

    assert opened == OPEN_TO_KEYS
    assert sorted(public ^ OPEN_TO_EVERYBODY) == []
    # The description says of each call what it has just been seen to do.
    schemes = {
        (method.upper(), path): {scheme for named in operation.get("security", ()) for scheme in named}
        for path, operations in described.items()
        for method, operation in operations.items()
    }
    assert sorted(call for call, named in schemes.items() if "api_key" in named) == sorted(opened)
    assert sorted(call for call, named in schemes.items() if "api_key_in_address" in named) == sorted(
        call for call, scopes in opened.items() if scopes == "read"
    )


async def test_a_read_key_reveals_no_personal_data(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    async with services.sessions() as session:
        await session.execute(text("UPDATE clients SET first_name = 'Ann', phone = '+15550100'"))
        await session.commit()
    headers = {"X-Api-Key": (await create(client, ann)).json()["key"]}

    for path in (
        "/api/bff/auth/user",
        "/api/v1/client/level",
        "/api/v1/feedback",
        f"/api/v1/file/{new_id()}",
    ):
        refused = await client.get(path, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "SCOPE_MISSING"), path
        in_address = await client.get(path, params={"api_key": headers["X-Api-Key"]})
        assert (in_address.status_code, in_address.json()["code"]) == (403, "SCOPE_MISSING"), path
        assert "Ann" not in refused.text + in_address.text


async def test_no_key_changes_the_profile_or_what_secures_it(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await open_all_levels(services)
    ann = await a_client(services)
    scopes = ["read", "trade", "withdraw"]
    headers = {"X-Api-Key": (await create(client, ann, scopes=scopes)).json()["key"]}
    calls: list[tuple[str, str, Any]] = [
        ("PATCH", "username", {"username": "thief"}),
        ("PATCH", "password", {"current_password": ann.password, "password": "a fresh long secret"}),
        ("POST", "email", {"email": "thief@example.org"}),
        ("PATCH", "email", {"code": "123456"}),
        ("POST", "totp", None),
        ("PATCH", "totp", {"code": "123456"}),
        ("DELETE", "totp", None),
        ("POST", "step-up", {"password": ann.password}),
        ("POST", "passkeys/options", None),
        ("GET", "passkeys", None),
        ("GET", "sessions", None),
        ("DELETE", "sessions", None),
        ("GET", "login-history", None),
        ("POST", "freeze", None),
    ]
    for method, path, body in calls:
        answer = await client.request(method, f"/api/v1/client/{path}", json=body, headers=headers)

        assert (answer.status_code, answer.json()["code"]) == (403, "SCOPE_MISSING"), path
    assert (await client.get("/api/v1/client/sessions", headers=ann.headers)).status_code == 200


async def test_no_key_can_change_the_clients_account(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    """Every such call there is, now or later: uploads, documents, profile, what secures the account."""
    await open_all_levels(services)
    ann = await a_client(services)
    scopes = ["read", "trade", "withdraw"]
    made = (await create(client, ann, scopes=scopes)).json()
    described = (await client.get("/api/openapi.json")).json()["paths"]
    calls = [
        (method.upper(), path.replace("{key_id}", made["id"]).replace("{", "").replace("}", ""))
        for path, operations in described.items()
        for method in operations
        if method != "get" and path.startswith(("/v1/client/", "/v1/file"))
    ]
    assert {("POST", "/v1/file"), ("PATCH", "/v1/client/kyc"), ("POST", "/v1/client/freeze")} < set(calls)
    before = await tables_of(services)

    for method, path in calls:
        answer = await client.request(
            method, f"/api{path}?type=avatar&code=123456", headers={"X-Api-Key": made["key"]}
        )

        assert (path, answer.status_code, answer.json()["code"]) == (path, 403, "SCOPE_MISSING")
    assert await tables_of(services) == before


async def test_the_last_use_of_a_key_is_recorded_to_the_minute(
    services: ApiServices, client: httpx.AsyncClient, program: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    made = (await create(client, ann)).json()
    other = (await create(client, ann, name="Idle")).json()

    async def use_and_look() -> int | None:
        answer = await program.get("/api/probe/orders", headers={"X-Api-Key": made["key"]})
        assert answer.status_code == 200
        listed = (await client.get(KEYS, headers=ann.headers)).json()["items"]
        used = {item["id"]: item["last_used_at"] for item in listed}
        assert used[other["id"]] is None
        moment: int | None = used[made["id"]]
        return moment

    first = int(clock.at.timestamp())
    assert await use_and_look() == first
    clock.at += timedelta(seconds=59)
    assert await use_and_look() == first
    clock.at += timedelta(seconds=1)
    assert await use_and_look() == first + 60


async def test_a_failure_to_record_the_last_use_fails_no_request(
    services: ApiServices,
    owner_sessions: SessionFactory,
    client: httpx.AsyncClient,
    program: httpx.AsyncClient,
) -> None:
    ann = await a_client(services)
    made = (await create(client, ann)).json()
    async with owner_sessions() as session:
        await session.execute(text("ALTER TABLE api_keys ADD CHECK (last_used_at IS NULL)"))
        await session.commit()

    answers = [await program.get("/api/probe/orders", headers={"X-Api-Key": made["key"]}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]


async def test_the_contract_names_the_level_that_a_scope_needs(client: httpx.AsyncClient) -> None:
    described = (await client.get("/api/openapi.json")).json()["paths"]["/v1/client/api-keys"]["post"]

    refusal = described["responses"]["403"]["content"]["application/problem+json"]["schema"]["allOf"][1]
    assert "LEVEL_REQUIRED" in refusal["properties"]["code"]["enum"]
    assert {"required", "current", "missing", "methods"} <= set(refusal["properties"])


async def test_a_key_in_a_query_parameter_is_read_only(
    services: ApiServices, client: httpx.AsyncClient, program: httpx.AsyncClient
) -> None:
    await open_all_levels(services)
    ann = await a_client(services)
    read = (await create(client, ann, scopes=["read"])).json()["key"]
    both = (await create(client, ann, scopes=["read", "trade"])).json()["key"]

    reading = await program.get("/api/probe/orders", params={"api_key": read})
    trading = await program.post("/api/probe/orders", params={"api_key": read})
    too_much = await program.get("/api/probe/orders", params={"api_key": both})
    trading_too_much = await program.post("/api/probe/orders", params={"api_key": both})

    assert reading.json() == {"client": str(ann.id)}
    assert (trading.status_code, trading.json()["code"]) == (403, "SCOPE_MISSING")
    assert (too_much.status_code, too_much.json()["code"]) == (403, "SCOPE_MISSING")
    assert (trading_too_much.status_code, trading_too_much.json()["code"]) == (403, "SCOPE_MISSING")


async def test_a_key_is_restricted_to_its_ip_allow_list(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    allowed = ["203.0.113.0/24", "2001:db8::1"]
    headers = {"X-Api-Key": (await create(client, ann, ip_allow_list=allowed)).json()["key"]}
    app = app_with(services, probe)

    async def from_ip(ip: str) -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(ip, 1234), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as there:
            # What a caller says of itself does not count.
            said = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9"}
            return await there.get("/api/probe/orders", headers=headers | said)

    assert (await from_ip("203.0.113.200")).status_code == 200
    assert (await from_ip("2001:db8::1")).status_code == 200
    for ip in ("203.0.114.1", "127.0.0.1", "2001:db8::2"):
        answer = await from_ip(ip)
        assert (answer.status_code, answer.json()["code"]) == (403, "IP_NOT_ALLOWED"), ip


async def test_a_key_belongs_to_its_owner_and_is_revoked_immediately(
    services: ApiServices, client: httpx.AsyncClient, program: httpx.AsyncClient
) -> None:
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    made = (await create(client, ann)).json()
    headers = {"X-Api-Key": made["key"]}

    foreign = await client.delete(f"{KEYS}/{made['id']}", headers=bob.headers)
    listed = await client.get(KEYS, headers=bob.headers)
    still = await program.get("/api/probe/orders", headers=headers)
    deleted = await client.delete(f"{KEYS}/{made['id']}", headers=ann.headers)
    gone = await program.get("/api/probe/orders", headers=headers)
    twice = await client.delete(f"{KEYS}/{made['id']}", headers=ann.headers)

    assert (foreign.status_code, foreign.json()["code"]) == (404, "NOT_FOUND")
    assert listed.json()["items"] == []
    assert still.status_code == 200
    assert deleted.status_code == 204
    assert (gone.status_code, gone.json()["code"]) == (401, "TOKEN_INVALID")
    assert twice.status_code == 404
    told, made_known = await mail_to(services, ann.email)
    assert (told.subject, made_known.subject) == ("An API key was deleted", "An API key was created")
    assert "“Bot”" in told.text_body
    assert await mail_to(services, bob.email) == []


async def test_keys_per_client_are_limited(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)

    answers = [await create(client, ann, name=f"Bot {number}") for number in range(31)]
    page = (await client.get(KEYS, params={"limit": 20}, headers=ann.headers)).json()
    rest = await client.get(KEYS, params={"limit": 20, "cursor": page["next_cursor"]}, headers=ann.headers)

    assert [answer.status_code for answer in answers] == [201] * 30 + [422]
    assert answers[30].json()["errors"][0]["code"] == "too_many"
    names = [item["name"] for item in page["items"] + rest.json()["items"]]
    assert sorted(names) == sorted(f"Bot {number}" for number in range(30))
    assert rest.json()["next_cursor"] is None


async def test_a_script_in_a_name_is_text(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    script = "<script>alert(1)</script>"

    made = await create(client, ann, name=script)

    assert made.json()["name"] == script
    async with services.sessions() as session:
        mail = (await session.scalars(select(Mail))).one()
    assert script in mail.text_body
    assert script not in mail.html_body
