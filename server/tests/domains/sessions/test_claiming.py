"""Account pre-hijacking: a stranger who registers somebody's address gains nothing by it."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, text

from clearwater.domains.clients.models import Client
from clearwater.domains.sessions.models import Session
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.mailbox import mail_to, mailed_link_code

VICTIM = "victim@example.org"
STRANGERS = "the stranger's secret"
OWN = "an orange bicycle"


async def register(client: httpx.AsyncClient, password: str) -> httpx.Response:
    body = {"email": VICTIM, "password": password, "accept_terms": True}
    return await client.post("/api/v1/client", json=body)


async def sign_in(client: httpx.AsyncClient, **body: str) -> httpx.Response:
    return await client.post("/api/v1/token", json=body)


async def stranger_registers(client: httpx.AsyncClient) -> dict[str, str]:
    """A session of somebody who has registered another's address and put his own things there."""
    assert (await register(client, STRANGERS)).status_code == 201
    answer = await sign_in(client, login=VICTIM, password=STRANGERS)
    headers = {"X-Token": answer.json()["raw_token"]}
    for path, body in (
        ("phone", {"phone": "+15550100"}),
        ("anti-phishing-code", {"code": "stranger"}),
        ("username", {"username": "stranger"}),
        ("site-data", {"favourites": ["X"]}),
    ):
        assert (await client.patch(f"/api/v1/client/{path}", json=body, headers=headers)).status_code == 200
    return headers


async def validate(client: httpx.AsyncClient, headers: dict[str, str]) -> int:
    return (await client.get("/api/bff/auth/validate", headers=headers)).status_code


async def only_client(services: ApiServices) -> Client:
    async with services.sessions() as session:
        return (await session.scalars(select(Client))).one()


async def require_strangers_things_gone(services: ApiServices) -> None:
    client = await only_client(services)
    found: list[Any] = [client.phone, client.anti_phishing_code, client.username, client.site_data]
    assert found == [None, None, None, {}]


async def test_an_emailed_link_without_a_session_confirms_no_account(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    await stranger_registers(client)
    code = await mailed_link_code(services, VICTIM, "/email")

    refused = await client.patch("/api/v1/client/email-confirmation", params={"code": code})

    assert (refused.status_code, refused.json()["code"]) == (401, "TOKEN_INVALID")
    assert not (await only_client(services)).email_is_confirmed


async def test_claiming_an_account_by_password_reset_revokes_the_strangers_access(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    stranger = await stranger_registers(client)
    await client.post("/api/v1/password-reset", json={"email": VICTIM})
    code = await mailed_link_code(services, VICTIM, "/password")

    answer = await client.patch("/api/v1/password-reset", json={"code": code, "password": OWN})

    assert answer.status_code == 204
    assert await validate(client, stranger) == 401
    assert (await sign_in(client, login=VICTIM, password=STRANGERS)).status_code == 401
    assert (await sign_in(client, login=VICTIM, password=OWN)).status_code == 201
    assert (await only_client(services)).email_is_confirmed
    await require_strangers_things_gone(services)


async def test_claiming_an_account_by_emailed_link_revokes_the_strangers_access(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    stranger = await stranger_registers(client)
    await client.post("/api/v1/knock", json={"email": VICTIM})
    knock = await mailed_link_code(services, VICTIM, "/knock-knock")

    answer = await sign_in(client, knock=knock)

    own = {"X-Token": answer.json()["raw_token"]}
    assert await validate(client, own) == 200
    assert await validate(client, stranger) == 401
    assert (await sign_in(client, login=VICTIM, password=STRANGERS)).status_code == 401
    await require_strangers_things_gone(services)
    user = (await client.get("/api/bff/auth/user", headers=own)).json()["client"]
    assert user["email_is_confirmed"] is True
    code = await mailed_link_code(services, VICTIM, "/password")
    await client.patch("/api/v1/password-reset", json={"code": code, "password": OWN})
    assert (await sign_in(client, login=VICTIM, password=OWN)).status_code == 201


async def test_an_unconfirmed_account_is_replaced_once_its_code_has_expired(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    stranger = await stranger_registers(client)
    clock.at += timedelta(minutes=10) - timedelta(seconds=1)
    taken = await register(client, OWN)
    assert (taken.status_code, taken.json()["code"]) == (409, "EMAIL_TAKEN")
    assert await validate(client, stranger) == 200
    before = (await only_client(services)).id
    clock.at += timedelta(seconds=1)

    answer = await register(client, OWN)

    assert answer.status_code == 201
    assert answer.json()["client"]["id"] != str(before)
    assert await validate(client, stranger) == 401
    assert (await sign_in(client, login=VICTIM, password=STRANGERS)).status_code == 401
    assert (await sign_in(client, login=VICTIM, password=OWN)).status_code == 201
    await require_strangers_things_gone(services)


async def test_a_confirmed_account_is_never_replaced(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    await stranger_registers(client)
    async with services.sessions() as session:
        await session.execute(text("UPDATE clients SET email_is_confirmed = true"))
        await session.commit()
    clock.at += timedelta(days=1)

    assert (await register(client, OWN)).json()["code"] == "EMAIL_TAKEN"
    assert (await sign_in(client, login=VICTIM, password=STRANGERS)).status_code == 201


async def test_a_password_reset_revokes_api_keys_and_lists_them_in_the_email(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    await register(client, OWN)
    async with services.sessions() as session:
        await session.execute(text("UPDATE clients SET email_is_confirmed = true"))
        await session.commit()
    headers = {"X-Token": (await sign_in(client, login=VICTIM, password=OWN)).json()["raw_token"]}
    draft = {"name": "My bot", "scopes": ["read"], "ip_allow_list": []}
    key = (await client.post("/api/v1/client/api-keys", json=draft, headers=headers)).json()["key"]
    await client.post("/api/v1/password-reset", json={"email": VICTIM})
    code = await mailed_link_code(services, VICTIM, "/password")
    assert (await client.get("/api/v1/assets", headers={"X-Api-Key": key})).status_code != 401

    await client.patch("/api/v1/password-reset", json={"code": code, "password": "a green bicycle"})

    assert (await client.get("/api/v1/assets", headers={"X-Api-Key": key})).status_code == 401
    assert "Your API keys no longer work: My bot." in (await mail_to(services, VICTIM))[0].text_body
    async with services.sessions() as session:
        assert await session.scalar(select(func.count()).select_from(Session)) == 0


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("qwerty123456", "password_common"),
        ("Clearwater1!", "password_context"),
        ("victim-example9", "password_has_email"),
        ("example.example", "password_context"),
    ],
)
async def test_guessable_passwords_are_refused(
    client: httpx.AsyncClient, services: ApiServices, password: str, code: str
) -> None:
    refused = await register(client, password)

    assert [(error["field"], error["code"]) for error in refused.json()["errors"]] == [("password", code)]
    async with services.sessions() as session:
        assert await session.scalar(select(func.count()).select_from(Client)) == 0


def test_ten_thousand_long_passwords_are_known_to_be_common() -> None:
    from clearwater.kit.passwords import COMMON_PASSWORDS

    long_enough = [line for line in COMMON_PASSWORDS.read_text().splitlines() if len(line) >= 10]
    assert len(long_enough) == 10_000
