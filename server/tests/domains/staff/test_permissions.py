"""Every call of the console, tried by nobody, by the wrong role and by the right one."""

import httpx
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from tests.builders import a_staff

SOMETHING = "0192f6f0-0000-7000-8000-000000000000"
ROLES = ("admin", "compliance", "treasury", "support", "editor")
CALLS = [
    ("GET", "/clients", {"admin", "compliance", "treasury", "support"}),
    ("GET", f"/clients/{SOMETHING}", {"admin", "compliance", "treasury", "support"}),
    ("POST", f"/clients/{SOMETHING}/freeze", {"admin", "compliance", "support"}),
    ("POST", f"/clients/{SOMETHING}/unfreeze", {"admin", "compliance"}),
    ("DELETE", f"/clients/{SOMETHING}/sessions", {"admin", "compliance", "support"}),
    ("DELETE", f"/clients/{SOMETHING}/sessions/{SOMETHING}", {"admin", "compliance", "support"}),
    ("GET", "/files/audit", {"admin", "compliance"}),
    ("GET", "/feedback", {"admin", "compliance", "support"}),
    ("GET", f"/feedback/{SOMETHING}", {"admin", "compliance", "support"}),
    ("POST", f"/feedback/{SOMETHING}/messages", {"admin", "compliance", "support"}),
    ("POST", f"/feedback/{SOMETHING}/close", {"admin", "compliance", "support"}),
    ("GET", "/outbox", {"admin"}),
    ("GET", f"/outbox/{SOMETHING}", {"admin"}),
    ("POST", f"/outbox/{SOMETHING}/retry", {"admin"}),
    ("GET", "/sites", {"admin"}),
    ("POST", "/sites", {"admin"}),
    ("PATCH", f"/sites/{SOMETHING}", {"admin"}),
    ("GET", "/rules?site=localhost", {"admin", "editor"}),
    ("POST", "/rules", {"admin", "editor"}),
    ("PATCH", f"/rules/{SOMETHING}", {"admin", "editor"}),
    ("DELETE", f"/rules/{SOMETHING}", {"admin", "editor"}),
    ("GET", "/staff", {"admin"}),
    ("POST", "/staff", {"admin"}),
    ("PATCH", f"/staff/{SOMETHING}", {"admin"}),
    ("POST", f"/staff/{SOMETHING}/reset", {"admin"}),
    ("GET", "/audit", {"admin", "compliance"}),
    ("POST", "/audit/verify", {"admin", "compliance"}),
    ("GET", "/health", set(ROLES)),
]


@pytest.mark.parametrize(("method", "path", "roles"), CALLS)
async def test_a_call_is_for_its_roles_alone(
    services: ApiServices, client: httpx.AsyncClient, method: str, path: str, roles: set[str]
) -> None:
    anonymous = await client.request(method, f"/api/operator{path}")
    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")

    let_in = set()
    for role in ROLES:
        staff = await a_staff(services, role)
        answer = await client.request(method, f"/api/operator{path}", headers=staff.headers)
        if answer.status_code != 403:
            # The id is nobody's and the bodies are missing: whoever is let in learns just that.
            assert answer.status_code in (200, 404, 422)
            let_in.add(role)
        else:
            assert answer.json()["code"] == "FORBIDDEN"

    assert let_in == roles
    refused = set(ROLES) - roles
    async with services.sessions() as session:
        lines = await session.execute(
            text(
                "SELECT staff_login, subject, detail ->> 'method' FROM audit_log WHERE act = 'access.refused'"
            )
        )
        bare_path = path.partition("?")[0]
        assert {tuple(line) for line in lines} == {
            (role, f"/api/operator{bare_path}", method) for role in refused
        }


# How somebody comes in, who is not in yet.
DOORS = {
    ("post", "/operator/token"),
    ("post", "/operator/token/passkey"),
    ("post", "/operator/token/passkey/options"),
    ("post", "/operator/enrolment"),
    ("post", "/operator/enrolment/open"),
}


async def test_no_call_of_the_console_was_forgotten(client: httpx.AsyncClient) -> None:
    """Whatever stands under /operator, now or later, is closed to those who are not signed in."""
    described = (await client.get("/api/openapi.json")).json()["paths"]
    calls = [
        (method, path)
        for path, operations in described.items()
        for method in operations
        if path.startswith("/operator/") and (method, path) not in DOORS
    ]
    assert len(calls) > len(CALLS)

    for method, path in calls:
        answer = await client.request(method, "/api" + path.replace("{", "").replace("}", ""))
        assert (method, path, answer.status_code) == (method, path, 401)
