"""Clients as staff find, see, freeze and sign them out."""

import uuid
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient, SignedInStaff, a_client, a_staff
from tests.mailbox import mail_to

PROFILE = (
    "UPDATE clients SET username = 'ann_1', first_name = 'Ann', last_name = 'O''Hara_%', phone = '+491701',"
    " birth_date = '1990-01-02', address = 'Main Street 1' WHERE email = 'ann@example.org'"
)


async def run(services: ApiServices, sql: str) -> None:
    async with services.sessions() as session:
        await session.execute(text(sql))
        await session.commit()


async def list_lines(services: ApiServices) -> list[tuple[str, str, dict[str, Any]]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, subject, detail FROM audit_log ORDER BY seq"))
        return [(row[0], row[1], row[2]) for row in rows]


async def search(client: httpx.AsyncClient, staff: SignedInStaff, q: str) -> list[str]:
    answer = await client.get("/api/operator/clients", params={"q": q}, headers=staff.headers)
    assert answer.status_code == 200
    return [row["email"] for row in answer.json()["items"]]


async def test_clients_are_found_by_email_id_username_and_name(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    support = await a_staff(services, "support")
    ann = await a_client(services)
    await a_client(services, email="bo@example.org")
    await run(services, PROFILE)

    for q in ("ANN@example", str(ann.id), "ann_1", "ann o'h", "O'Hara_%", " ann@example.org "):
        assert await search(client, support, q) == ["an***@example.org"], q
    for q in ("annx1", "O%ra", "nobody", str(uuid.UUID(int=1)), "'; DROP TABLE clients --"):
        assert await search(client, support, q) == [], q
    assert sorted(await search(client, support, "")) == ["an***@example.org", "b***@example.org"]


async def test_a_search_is_audited_with_masked_addresses(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    support = await a_staff(services, "support")
    await a_client(services)

    await search(client, support, "ann@example.org")

    assert await list_lines(services) == [
        ("client.searched", "clients", {"q": "an***@example.org", "found": 1})
    ]


async def test_compliance_sees_the_identity_of_a_client_and_no_secrets(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    compliance = await a_staff(services, "compliance")
    ann = await a_client(services)
    await run(services, PROFILE)

    shown = (await client.get(f"/api/operator/clients/{ann.id}", headers=compliance.headers)).json()

    assert (shown["email"], shown["username"], shown["first_name"]) == ("ann@example.org", "ann_1", "Ann")
    assert shown["identity"]["birth_date"] == "1990-01-02"
    assert (shown["kyc"]["status"], shown["level"]) == ("unverified", "guest")
    assert shown["security"] == {"totp": False, "passkeys": 0}
    assert [row["device"] for row in shown["sessions"]] == ["Test program"]
    assert not {"password_hash", "totp_secret", "anti_phishing_code", "chat_identifier_hash"} & set(shown)
    assert await list_lines(services) == [("client.viewed", f"client:{ann.id}", {})]


async def test_others_see_neither_birth_date_nor_address(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    support = await a_staff(services, "support")
    ann = await a_client(services)
    await run(services, PROFILE)

    answer = await client.get(f"/api/operator/clients/{ann.id}", headers=support.headers)

    assert answer.json()["identity"] is None
    assert "Main Street" not in answer.text


async def freeze(
    client: httpx.AsyncClient, staff: SignedInStaff, who: SignedInClient, body: dict[str, Any]
) -> httpx.Response:
    return await client.post(f"/api/operator/clients/{who.id}/freeze", json=body, headers=staff.headers)


async def test_a_frozen_client_can_change_nothing_until_unfrozen(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    compliance = await a_staff(services, "compliance")
    ann = await a_client(services)

    async def rename() -> int:
        answer = await client.patch("/api/v1/client/username", json={"username": "ann"}, headers=ann.headers)
        return answer.status_code

    frozen = await freeze(client, compliance, ann, {"reason": "Reported as stolen"})
    assert frozen.json()["frozen_at"] == int(services.clock.now().timestamp())
    assert await rename() == 403
    again = await freeze(client, compliance, ann, {"reason": "Twice"})
    assert (again.status_code, again.json()["code"]) == (409, "STATE_CONFLICT")

    path = f"/api/operator/clients/{ann.id}/unfreeze"
    assert (await client.post(path, headers=compliance.headers)).json()["frozen_at"] is None
    assert (await client.post(path, headers=compliance.headers)).status_code == 409
    assert await rename() == 200
    assert await list_lines(services) == [
        ("client.frozen", f"client:{ann.id}", {"reason": "Reported as stolen"}),
        ("client.unfrozen", f"client:{ann.id}", {}),
    ]
    opened, stopped = await mail_to(services, ann.email)
    assert (stopped.subject, opened.subject) == ("Your account is frozen", "Your account is unfrozen")
    assert "Reported as stolen" not in stopped.text_body + stopped.html_body


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"reason": ""},
        {"reason": "  \t "},
        {"reason": "x" * 501},
        {"reason": "a\x01b"},
        {"reason": "a\r\nb"},
        {"reason": "why", "frozen_at": None},
    ],
)
async def test_freezing_needs_a_plain_reason(
    services: ApiServices, client: httpx.AsyncClient, body: dict[str, Any]
) -> None:
    compliance = await a_staff(services, "compliance")
    ann = await a_client(services)

    answer = await freeze(client, compliance, ann, body)

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert await list_lines(services) == []


async def test_a_script_as_reason_stays_text(services: ApiServices, client: httpx.AsyncClient) -> None:
    compliance = await a_staff(services, "compliance")
    ann = await a_client(services)
    reason = "<script>alert(1)</script> {{7*7}}"

    await freeze(client, compliance, ann, {"reason": reason})

    answer = await client.get("/api/operator/audit", headers=compliance.headers)
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["items"][0]["detail"] == {"reason": reason}


async def test_staff_end_one_session_or_all(services: ApiServices, client: httpx.AsyncClient) -> None:
    support = await a_staff(services, "support")
    ann = await a_client(services)
    bo = await a_client(services, email="bo@example.org")
    compliance = await a_staff(services, "compliance")
    shown = (await client.get(f"/api/operator/clients/{ann.id}", headers=compliance.headers)).json()
    session_id = shown["sessions"][0]["id"]

    foreign = await client.delete(
        f"/api/operator/clients/{bo.id}/sessions/{session_id}", headers=support.headers
    )
    assert foreign.status_code == 404
    assert (await client.get("/api/bff/auth/validate", headers=ann.headers)).status_code == 200

    one = await client.delete(
        f"/api/operator/clients/{ann.id}/sessions/{session_id}", headers=support.headers
    )
    everything = await client.delete(f"/api/operator/clients/{bo.id}/sessions", headers=support.headers)

    assert (one.status_code, everything.status_code) == (204, 204)
    for person in (ann, bo):
        assert (await client.get("/api/bff/auth/validate", headers=person.headers)).status_code == 401
    assert (await list_lines(services))[1:] == [
        ("client.session_ended", f"client:{ann.id}", {"session": session_id}),
        ("client.sessions_ended", f"client:{bo.id}", {"ended": 1}),
    ]
