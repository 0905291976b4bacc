"""A script in every text field there is comes back as the text it is, and runs nowhere."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from clearwater.domains.wallets import incident_queries
from clearwater.domains.wallets import queries as wallets
from clearwater.domains.wallets.models import Deposit
from clearwater.entrypoints.api import openapi_document
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id
from clearwater.kit.outbox import Mail
from tests.builders import SignedInClient, SignedInStaff, a_client, a_staff
from tests.domains.kyc.test_submission import a_submission, submit

SCRIPT = "<script>x</script>"
Field = tuple[str, str, str]

# What takes any text. Whoever adds a field adds it to one of these, and the test tries it.
TEXT: set[Field] = {
    ("post", "/operator/account/passkeys", "name"),
    ("post", "/operator/clients/{client_id}/freeze", "reason"),
    ("post", "/operator/coins", "name"),
    ("put", "/operator/coins/{symbol}", "name"),
    *(("post", "/operator/content", name) for name in ("title", "summary", "body_markdown")),
    *(("put", "/operator/content/{entry_id}/draft", name) for name in ("title", "summary", "body_markdown")),
    ("post", "/operator/content/preview", "body_markdown"),
    ("post", "/operator/feedback/{ticket_id}/messages", "message"),
    ("post", "/operator/kyc/{client_id}/reject", "message"),
    ("post", "/operator/kyc/{client_id}/revoke", "message"),
    ("post", "/operator/ledger/proposals", "reason"),
    ("post", "/operator/ledger/proposals/{proposal_id}/reject", "reason"),
    ("post", "/operator/deposits/{deposit_id}/handled", "remark"),
    ("post", "/operator/levels/proposals/{proposal_id}/reject", "reason"),
    ("put", "/operator/levels/{key}", "name"),
    *(("post", "/operator/levels/{key}/proposals", name) for name in ("name", "reason")),
    ("post", "/operator/networks/{network}/halt", "reason"),
    ("post", "/operator/earn/products", "reason"),
    ("post", "/operator/earn/products", "source_of_yield"),
    ("post", "/operator/earn/products/{product_id}/proposals", "reason"),
    ("post", "/operator/earn/products/{product_id}/proposals", "source_of_yield"),
    ("post", "/operator/earn/proposals/{proposal_id}/reject", "reason"),
    ("patch", "/operator/earn/products/{product_id}", "source_of_yield"),
    ("post", "/operator/networks/{network}/halt", "notice"),
    ("post", "/operator/premarkets/proposals/{proposal_id}/reject", "reason"),
    ("post", "/operator/premarkets/{symbol}/proposals", "note"),
    ("post", "/operator/rules/hosts/proposals/{proposal_id}/reject", "reason"),
    ("post", "/operator/sites", "sitename"),
    ("post", "/operator/sites/proposals/{proposal_id}/reject", "reason"),
    ("patch", "/operator/sites/{site_id}", "sitename"),
    ("patch", "/operator/sites/{site_id}", "chat_token"),
    ("patch", "/operator/sites/{site_id}", "chat_secret"),
    ("patch", "/operator/sites/{site_id}", "headline"),
    ("patch", "/operator/sites/{site_id}", "lead"),
    ("patch", "/operator/sites/{site_id}", "description"),
    ("post", "/operator/wallet-incidents/{incident_id}/resolve", "remark"),
    ("post", "/operator/wallet-incidents/{incident_id}/proposals", "reason"),
    ("post", "/operator/wallet-incidents/proposals/{proposal_id}/reject", "reason"),
    ("post", "/operator/withdrawals/{withdrawal_id}/reject", "reason"),
    ("patch", "/v1/client/anti-phishing-code", "code"),
    ("post", "/v1/client/api-keys", "name"),
    ("patch", "/v1/client/description", "description"),
    ("patch", "/v1/client/location", "region"),
    ("patch", "/v1/client/location", "city"),
    ("post", "/v1/client/passkeys", "name"),
    *(
        ("patch", "/v1/client/personal-info", name)
        for name in (
            "first_name",
            "last_name",
            "middle_name",
            "region",
            "city",
            "address",
            "postal_code",
        )
    ),
    ("post", "/v1/feedback", "subject"),
    ("post", "/v1/feedback", "message"),
    ("post", "/v1/feedback", "reference"),
    ("post", "/v1/feedback/{ticket_id}/messages", "message"),
    ("post", "/v1/withdrawal/address", "label"),
}
# What looks like text but names something: a file, a country, a language, a host, a path, an account, a coin.
NAMES = {
    "address",
    "attachments",
    "authenticatorAttachment",
    "coin",
    "country",
    "cover",
    "document_back",
    "document_front",
    "endpoint",
    "hostname",
    "hosts",
    "ip_allow_list",
    "language",
    "login",
    "memo",
    "network",
    "pattern",
    "redirect",
    "selfie",
    "url",
}


def strings_in(schema: dict[str, Any], schemas: dict[str, Any], name: str = "") -> Iterator[str]:
    """The names of all strings in a body that no pattern keeps from being a script."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    for part in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from strings_in(part, schemas, name)
    for inner, part in schema.get("properties", {}).items():
        yield from strings_in(part, schemas, inner)
    if "items" in schema:
        yield from strings_in(schema["items"], schemas, name)
    if isinstance(schema.get("additionalProperties"), dict):
        yield from strings_in(schema["additionalProperties"], schemas, name)
    is_closed = {"enum", "const", "format"} & set(schema)
    if schema.get("type") == "string" and not is_closed and re.search(schema.get("pattern", ""), SCRIPT):
        yield name


def test_every_text_field_is_known() -> None:
    described = openapi_document()
    found = {
        (method, path, name)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        for content in operation.get("requestBody", {}).get("content", {}).values()
        for name in strings_in(content["schema"], described["components"]["schemas"])
    }

    assert {field for field in found if field[2] not in NAMES or field in TEXT} == TEXT


class Writers:
    """A client and somebody of the staff, whose every word is a script."""

    def __init__(self, client: httpx.AsyncClient, ann: SignedInClient, admin: SignedInStaff) -> None:
        self.client, self.ann, self.admin = client, ann, admin

    async def send(self, method: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        caller = self.admin if path.startswith("operator") else self.ann
        headers = caller.headers | {"User-Agent": SCRIPT}
        answer = await self.client.request(method, f"/api/{path}", json=body, headers=headers)
        assert answer.status_code in (200, 201, 202, 204), (path, answer.text)
        return answer.json() if answer.content else {}

    async def read(self, path: str) -> httpx.Response:
        answer = await self.client.get(f"/api/{path}", headers=self.ann.headers | self.admin.headers)
        assert answer.status_code == 200, path
        return answer


async def write_about_the_site(writers: Writers, second: SignedInStaff) -> None:
    send = writers.send
    sites = (await writers.read("operator/sites")).json()["items"]
    texts = dict.fromkeys(("sitename", "chat_token", "chat_secret"), SCRIPT)
    own = {"en": dict.fromkeys(("headline", "lead", "description"), SCRIPT)}
    rest = {"chat_domain": "chat.example.org", "texts": own}
    await send("PATCH", f"operator/sites/{sites[0]['id']}", texts | rest)
    proposal = (await writers.read("operator/sites/proposals")).json()["items"][0]
    approver = Writers(writers.client, writers.ann, second)
    await approver.send("POST", f"operator/sites/proposals/{proposal['id']}/approve", {})
    proposal = await send("POST", "operator/sites", {"hostname": "blue.example.org", "sitename": SCRIPT})
    await approver.send("POST", f"operator/sites/proposals/{proposal['id']}/approve", {})
    proposal = await send("POST", "operator/rules/hosts", {"hostname": "help.example.org"})
    reject = f"operator/rules/hosts/proposals/{proposal['id']}/reject"
    await approver.send("POST", reject, {"reason": SCRIPT})
    level = (await writers.read("v1/levels")).json()["items"][1]
    change = {name: level[name] for name in ("requirements", "fees", "limits", "features")}
    await send("PUT", "operator/levels/starter?site=localhost", change | {"name": SCRIPT})
    draft = change | {"name": SCRIPT, "limits": {"withdraw_day": "9"}, "reason": SCRIPT}
    proposal = await send("POST", "operator/levels/starter/proposals?site=localhost", draft)
    await approver.send("POST", f"operator/levels/proposals/{proposal['id']}/reject", {"reason": SCRIPT})


async def write_content(writers: Writers) -> None:
    site_id = (await writers.read("operator/sites")).json()["items"][-1]["id"]
    texts = {"en": dict.fromkeys(("title", "summary", "body_markdown"), SCRIPT)}
    news = {"slug": "script", "category": "market", "texts": texts}
    question = {"slug": "script", "category": "account", "texts": texts}
    for draft in (news | {"kind": "news"}, question | {"kind": "faq"}):
        entry = await writers.send("POST", "operator/content", draft | {"site_id": site_id})
        place = f"operator/content/{entry['id']}"
        changed = {"slug": "script", "category": draft["category"], "texts": texts}
        await writers.send("PUT", f"{place}/draft", changed | {"expected_version": 1})
        await writers.send("POST", f"{place}/publish", {"expected_version": 2})
    shown = await writers.send("POST", "operator/content/preview", {"body_markdown": SCRIPT})
    assert "<script" not in shown["html"]


async def write_about_oneself(writers: Writers) -> None:
    send = writers.send
    await send("PATCH", "v1/client/anti-phishing-code", {"code": SCRIPT})
    await send("PATCH", "v1/client/description", {"description": SCRIPT})
    await send("PATCH", "v1/client/location", {"country": "DE", "region": SCRIPT, "city": SCRIPT})
    names = ("first_name", "last_name", "middle_name", "region", "city", "address", "postal_code")
    person = dict.fromkeys(names, SCRIPT) | {"birth_date": "1990-02-28", "country": "DE"}
    await send("PATCH", "v1/client/personal-info", person)
    await send("POST", "v1/client/api-keys", {"name": SCRIPT, "scopes": ["read"], "ip_allow_list": []})


async def write_to_each_other(writers: Writers) -> str:
    send, client, ann = writers.send, writers.client, writers.ann
    question = {"topic": "bug", "subject": SCRIPT, "message": SCRIPT, "reference": SCRIPT}
    ticket: str = (await send("POST", "v1/feedback", question))["id"]
    await send("POST", f"v1/feedback/{ticket}/messages", {"message": SCRIPT})
    await send("POST", f"operator/feedback/{ticket}/messages", {"message": SCRIPT})
    await submit(client, ann, await a_submission(client, ann))
    await send("POST", f"operator/kyc/{ann.id}/reject", {"reason": "other", "message": SCRIPT})
    await submit(client, ann, await a_submission(client, ann))
    await send("POST", f"operator/kyc/{ann.id}/approve", {})
    await send("POST", f"operator/kyc/{ann.id}/revoke", {"message": SCRIPT})
    login = {"login": ann.email, "password": ann.password}
    await send("POST", "v1/token", login)
    await send("POST", f"operator/clients/{ann.id}/freeze", {"reason": SCRIPT})
    return ticket


async def write_about_money(writers: Writers, services: ApiServices) -> None:
    send = writers.send
    face = {"name": SCRIPT, "icon": None, "deposit": True, "withdraw": True, "trading": True, "position": 1}
    await send("POST", "operator/coins", face | {"symbol": "BTC", "decimals": 8, "supply": "21000000"})
    await send("PUT", "operator/coins/BTC", face)
    draft = {"kind": "funding", "coin": "BTC", "amount": "1", "network": "cold", "reason": SCRIPT}
    proposal = await send("POST", "operator/ledger/proposals", draft)
    async with transaction(services.sessions) as session:
        await wallets.ensure_network(session, "btc", height=0, now=services.clock.now())
        now = services.clock.now()
        for kind, detail in (("test", {}), ("credited_deposit_removed", {"deposit_id": str(new_id())})):
            incident = {"network": "btc", "kind": kind, "subject": "btc", "detail": detail}
            await incident_queries.open_incident(session, incident | {"id": new_id(), "opened_at": now})
        deposit = Deposit(id=new_id(), network="btc", tx_id="ab", place=0, address="bc1", native=1, amount=0)
        deposit.dust, deposit.status, deposit.created_at = 0, "unassigned", now
        session.add(deposit)
    await send("POST", f"operator/deposits/{deposit.id}/handled", {"remark": SCRIPT})
    await send("POST", "operator/networks/btc/halt", {"reason": SCRIPT, "notice": SCRIPT})
    incidents = (await writers.read("operator/wallet-incidents")).json()["items"]
    for incident in incidents:
        act, draft = "resolve", {"remark": SCRIPT}
        if incident["needs_two"]:
            act, draft = "proposals", {"kind": "reversal", "reason": SCRIPT}
        await send("POST", f"operator/wallet-incidents/{incident['id']}/{act}", draft)
    await send("POST", "operator/coins", face | {"symbol": "USDT", "decimals": 7, "supply": "1000000"})
    quantities = {"step_size": "1", "min_quantity": "1", "max_quantity": "9", "max_exposure": "9"}
    times = {"opens_at": int(now.timestamp()) + 60, "closes_at": int(now.timestamp()) + 120}
    terms = {"symbol": "BTC", "price_decimals": 2, "tick_size": "1"}
    await send("POST", "operator/premarkets", terms | quantities | times)
    cancellation = {"kind": "cancel", "note": SCRIPT}
    premarket_proposal = await send("POST", "operator/premarkets/BTC/proposals", cancellation)
    other = Writers(writers.client, writers.ann, await a_staff(services, login="other"))
    await other.send("POST", f"operator/ledger/proposals/{proposal['id']}/reject", {"reason": SCRIPT})
    rejection = f"operator/premarkets/proposals/{premarket_proposal['id']}/reject"
    await other.send("POST", rejection, {"reason": SCRIPT})
    for incident in (await writers.read("operator/wallet-incidents")).json()["items"]:
        if waiting := incident["proposal"]:
            rejection = f"operator/wallet-incidents/proposals/{waiting['id']}/reject"
            await other.send("POST", rejection, {"reason": SCRIPT})


@pytest.mark.usefixtures("engine")
async def test_no_script_leaves_the_server_as_anything_but_text(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann, admin = await a_client(services), await a_staff(services)
    writers = Writers(client, ann, admin)
    await write_about_the_site(writers, await a_staff(services, login="second"))
    clock.at += REFRESH_INTERVAL
    await write_about_oneself(writers)
    ticket = await write_to_each_other(writers)
    await write_about_money(writers, services)
    await write_content(writers)

    for path in (
        "bff/config",
        "bff/auth/user",
        "v1/levels",
        "v1/feedback",
        "v1/client/api-keys",
        "v1/news",
        "v1/faq",
        "operator/audit",
        "operator/clients",
        "operator/content",
        f"operator/clients/{ann.id}",
        f"operator/feedback/{ticket}",
        f"operator/kyc/{ann.id}",
        "operator/sites",
        "operator/sites/proposals",
        "operator/rules/hosts/proposals",
        "operator/coins",
        "operator/ledger/proposals",
        "operator/premarkets/proposals",
        "operator/networks",
        "operator/wallet-incidents",
        "v1/coins",
        "v1/deposit/networks",
    ):
        answer = await writers.read(path)
        assert SCRIPT in answer.text, path
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    for path in ("v1/client/sessions", "v1/client/login-history"):
        assert "<script" not in (await writers.read(path)).text

    shown = (await writers.read("v1/news/script")).json()
    assert "<script" not in shown["body_html"]
    assert SCRIPT not in (await client.get("/news.rss")).text
    page = (await client.get("/")).text
    assert SCRIPT not in page
    assert "&lt;script&gt;x&lt;/script&gt;" in page
    async with services.sessions() as session:
        emails = (await session.scalars(select(Mail))).all()
    assert len(emails) >= 6
    for mail in emails:
        assert "<script" not in mail.html_body
        assert SCRIPT in mail.text_body
