"""Every call of the console, tried by nobody, by the wrong role and by the right one."""

import re

import httpx
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import transaction
from tests.builders import a_staff

SOMETHING = "0192f6f0-0000-7000-8000-000000000000"
ROLES = ("admin", "compliance", "treasury", "support", "editor")
EVERYBODY = frozenset(ROLES)
ADMIN = frozenset({"admin"})
MARKETS = frozenset({"admin", "treasury"})
REVIEWERS = frozenset({"admin", "compliance"})
DESK = frozenset({"admin", "compliance", "support"})
LOOKERS = frozenset({"admin", "compliance", "treasury", "support"})
EDITORS = RULES = frozenset({"admin", "editor"})
# Who may call what. A route that is not named here fails the test below.
ROLES_OF: dict[str, frozenset[str]] = {
    "GET /operator/account": EVERYBODY,
    "POST /operator/account/passkeys": EVERYBODY,
    "POST /operator/account/passkeys/options": EVERYBODY,
    "DELETE /operator/account/passkeys/{passkey_id}": EVERYBODY,
    "PATCH /operator/account/password": EVERYBODY,
    "DELETE /operator/account/sessions": EVERYBODY,
    "PATCH /operator/account/totp": EVERYBODY,
    "POST /operator/account/totp": EVERYBODY,
    "GET /operator/audit": REVIEWERS,
    "POST /operator/audit/verify": REVIEWERS,
    "GET /operator/clients": LOOKERS,
    "GET /operator/clients/{client_id}": LOOKERS,
    "POST /operator/clients/{client_id}/freeze": DESK,
    "GET /operator/clients/{client_id}/ledger": LOOKERS,
    "DELETE /operator/clients/{client_id}/sessions": DESK,
    "DELETE /operator/clients/{client_id}/sessions/{session_id}": DESK,
    "GET /operator/clients/{client_id}/transactions": LOOKERS,
    "POST /operator/clients/{client_id}/unfreeze": REVIEWERS,
    "GET /operator/coins": MARKETS,
    "POST /operator/coins": MARKETS,
    "PUT /operator/coins/{symbol}": MARKETS,
    "GET /operator/content": EDITORS,
    "POST /operator/content": EDITORS,
    "POST /operator/content/files": EDITORS,
    "POST /operator/content/preview": EDITORS,
    "GET /operator/content/sites": EDITORS,
    "GET /operator/content/{entry_id}": EDITORS,
    "PUT /operator/content/{entry_id}/draft": EDITORS,
    "POST /operator/content/{entry_id}/publish": EDITORS,
    "POST /operator/content/{entry_id}/restore": EDITORS,
    "POST /operator/content/{entry_id}/unpublish": EDITORS,
    "GET /operator/content/{entry_id}/versions": EDITORS,
    "GET /operator/content/{entry_id}/versions/{number}": EDITORS,
    "GET /operator/deposits": LOOKERS,
    "POST /operator/deposits/{deposit_id}/handled": MARKETS,
    "GET /operator/engine": EVERYBODY,
    "GET /operator/earn/products": LOOKERS,
    "POST /operator/earn/products": MARKETS,
    "PATCH /operator/earn/products/{product_id}": MARKETS,
    "POST /operator/earn/products/{product_id}/proposals": MARKETS,
    "GET /operator/earn/proposals": LOOKERS,
    "POST /operator/earn/proposals/{proposal_id}/approve": MARKETS,
    "POST /operator/earn/proposals/{proposal_id}/reject": MARKETS,
    "GET /operator/feedback": DESK,
    "GET /operator/feedback/{ticket_id}": DESK,
    "POST /operator/feedback/{ticket_id}/close": DESK,
    "POST /operator/feedback/{ticket_id}/messages": DESK,
    "GET /operator/files/audit": REVIEWERS,
    "GET /operator/health": EVERYBODY,
    "GET /operator/kyc": REVIEWERS,
    "GET /operator/kyc/{client_id}": REVIEWERS,
    "POST /operator/kyc/{client_id}/approve": REVIEWERS,
    "POST /operator/kyc/{client_id}/reject": REVIEWERS,
    "POST /operator/kyc/{client_id}/revoke": REVIEWERS,
    "GET /operator/ledger-check": EVERYBODY,
    "GET /operator/ledger/house": LOOKERS,
    "GET /operator/ledger/proposals": LOOKERS,
    "POST /operator/ledger/proposals": MARKETS,
    "GET /operator/ledger/proposals/{proposal_id}": LOOKERS,
    "POST /operator/ledger/proposals/{proposal_id}/approve": MARKETS,
    "POST /operator/ledger/proposals/{proposal_id}/reject": MARKETS,
    "GET /operator/levels": ADMIN,
    "GET /operator/levels/proposals": ADMIN,
    "POST /operator/levels/proposals/{proposal_id}/approve": ADMIN,
    "POST /operator/levels/proposals/{proposal_id}/reject": ADMIN,
    "PUT /operator/levels/{key}": ADMIN,
    "POST /operator/levels/{key}/proposals": ADMIN,
    "GET /operator/me": EVERYBODY,
    "GET /operator/networks": LOOKERS,
    "POST /operator/networks/{network}/halt": MARKETS,
    "POST /operator/networks/{network}/resume": MARKETS,
    "POST /operator/networks/{network}/sweep": MARKETS,
    "GET /operator/outbox": ADMIN,
    "GET /operator/outbox/{mail_id}": ADMIN,
    "POST /operator/outbox/{mail_id}/retry": ADMIN,
    "GET /operator/pairs": MARKETS,
    "POST /operator/pairs": MARKETS,
    "PATCH /operator/pairs/{symbol}": MARKETS,
    "POST /operator/pairs/{symbol}/cancel-orders": MARKETS,
    "PUT /operator/pairs/{symbol}/reference-price": MARKETS,
    "PUT /operator/pairs/{symbol}/rules": MARKETS,
    "PUT /operator/pairs/{symbol}/status": MARKETS,
    "GET /operator/premarkets": LOOKERS,
    "POST /operator/premarkets": MARKETS,
    "GET /operator/premarkets/proposals": LOOKERS,
    "POST /operator/premarkets/proposals/{proposal_id}/approve": MARKETS,
    "POST /operator/premarkets/proposals/{proposal_id}/reject": MARKETS,
    "GET /operator/premarkets/{symbol}": LOOKERS,
    "PATCH /operator/premarkets/{symbol}": MARKETS,
    "GET /operator/premarkets/{symbol}/contracts": LOOKERS,
    "POST /operator/premarkets/{symbol}/proposals": MARKETS,
    "GET /operator/rules": RULES,
    "POST /operator/rules": RULES,
    "GET /operator/rules/hosts": RULES,
    "POST /operator/rules/hosts": ADMIN,
    "GET /operator/rules/hosts/proposals": RULES,
    "POST /operator/rules/hosts/proposals/{proposal_id}/approve": ADMIN,
    "POST /operator/rules/hosts/proposals/{proposal_id}/reject": ADMIN,
    "DELETE /operator/rules/hosts/{hostname}": ADMIN,
    "DELETE /operator/rules/{rule_id}": RULES,
    "PATCH /operator/rules/{rule_id}": RULES,
    "GET /operator/sites": ADMIN,
    "POST /operator/sites": ADMIN,
    "GET /operator/sites/proposals": ADMIN,
    "POST /operator/sites/proposals/{proposal_id}/approve": ADMIN,
    "POST /operator/sites/proposals/{proposal_id}/reject": ADMIN,
    "PATCH /operator/sites/{site_id}": ADMIN,
    "POST /operator/sites/{site_id}/files": ADMIN,
    "GET /operator/staff": ADMIN,
    "POST /operator/staff": ADMIN,
    "GET /operator/staff/proposals": ADMIN,
    "POST /operator/staff/proposals/{proposal_id}/approve": ADMIN,
    "POST /operator/staff/proposals/{proposal_id}/reject": ADMIN,
    "PATCH /operator/staff/{staff_id}": ADMIN,
    "POST /operator/staff/{staff_id}/link": ADMIN,
    "POST /operator/staff/{staff_id}/reset": ADMIN,
    "POST /operator/step-up": EVERYBODY,
    "POST /operator/step-up/options": EVERYBODY,
    "DELETE /operator/token": EVERYBODY,
    "GET /operator/wallet-incidents": LOOKERS,
    "POST /operator/wallet-incidents/{incident_id}/resolve": MARKETS,
    "POST /operator/wallet-incidents/{incident_id}/proposals": MARKETS,
    "POST /operator/wallet-incidents/proposals/{proposal_id}/approve": MARKETS,
    "POST /operator/wallet-incidents/proposals/{proposal_id}/reject": MARKETS,
    "GET /operator/withdrawals": LOOKERS,
    "GET /operator/withdrawals/{withdrawal_id}": LOOKERS,
    "POST /operator/withdrawals/{withdrawal_id}/approve": MARKETS,
    "POST /operator/withdrawals/{withdrawal_id}/reject": MARKETS,
}


PARAMETER = re.compile(r"\{\w+\}")


def url_of(path: str) -> str:
    """The ids are nobody's and the bodies are missing: whoever is let in learns just that."""
    return "/api" + PARAMETER.sub(SOMETHING, path)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("role", ROLES)
async def test_a_role_may_call_what_is_its_own(
    services: ApiServices, client: httpx.AsyncClient, role: str
) -> None:
    staff, let_in, refused = await a_staff(services, role), set(), set()
    # Signing out comes last: nothing can be called after it.
    for call in sorted(ROLES_OF, key=lambda call: (call == "DELETE /operator/token", call)):
        method, path = call.split()
        answer = await client.request(method, url_of(path), headers=staff.headers)
        if answer.status_code == 403 and answer.json()["code"] == "FORBIDDEN":
            refused.add((method, url_of(path)))
        else:
            assert answer.status_code < 500, (call, answer.text)
            let_in.add(call)

    assert let_in == {call for call, roles in ROLES_OF.items() if role in roles}
    async with services.sessions() as session:
        lines = await session.execute(
            text("SELECT detail ->> 'method', subject FROM audit_log WHERE act = 'access.refused'")
        )
        assert {tuple(line) for line in lines} == refused


# What changes neither money, limits, levels, markets, hosts nor scripts, or only ends something. All other
# calls that change something take a step-up, so a new one is refused here until somebody has decided.
WITHOUT_STEP_UP = {
    "DELETE /operator/account/sessions",
    "POST /operator/audit/verify",
    "POST /operator/content",
    "POST /operator/content/files",
    "POST /operator/content/preview",
    "PUT /operator/content/{entry_id}/draft",
    "POST /operator/content/{entry_id}/publish",
    "POST /operator/content/{entry_id}/restore",
    "POST /operator/content/{entry_id}/unpublish",
    "DELETE /operator/clients/{client_id}/sessions",
    "DELETE /operator/clients/{client_id}/sessions/{session_id}",
    "POST /operator/feedback/{ticket_id}/close",
    "POST /operator/feedback/{ticket_id}/messages",
    "POST /operator/outbox/{mail_id}/retry",
    "POST /operator/sites/{site_id}/files",
    "POST /operator/step-up",
    "POST /operator/step-up/options",
    "DELETE /operator/token",
}


@pytest.mark.usefixtures("engine")
async def test_what_is_sensitive_takes_a_step_up(services: ApiServices, client: httpx.AsyncClient) -> None:
    staff, without = await a_staff(services), set()
    async with transaction(services.sessions) as session:
        await session.execute(text("UPDATE staff_sessions SET stepped_up_until = NULL"))
    changing = [call for call in ROLES_OF if not call.startswith("GET ")]
    # Signing out comes last: nothing can be called after it.
    for call in sorted(changing, key=lambda call: call == "DELETE /operator/token"):
        method, path = call.split()
        answer = await client.request(method, url_of(path), headers=staff.headers)
        if answer.status_code != 403 or answer.json()["code"] != "STEP_UP_REQUIRED":
            without.add(call)

    assert without == WITHOUT_STEP_UP


# How somebody comes in, who is not in yet.
DOORS = {
    ("post", "/operator/token"),
    ("post", "/operator/token/passkey"),
    ("post", "/operator/token/passkey/options"),
    ("post", "/operator/enrolment"),
    ("post", "/operator/enrolment/open"),
}


async def test_every_operator_call_requires_a_session(client: httpx.AsyncClient) -> None:
    for call in ROLES_OF:
        method, path = call.split()
        answer = await client.request(method, url_of(path))
        assert (call, answer.status_code, answer.json()["code"]) == (call, 401, "TOKEN_INVALID")


async def test_every_route_of_the_console_is_named_here(client: httpx.AsyncClient) -> None:
    described = (await client.get("/api/openapi.json")).json()["paths"]
    routes = {
        f"{method.upper()} {path}"
        for path, operations in described.items()
        for method in operations
        if path.startswith("/operator/") and (method, path) not in DOORS
    }
    assert routes == ROLES_OF.keys()
