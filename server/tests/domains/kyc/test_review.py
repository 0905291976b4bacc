"""What reviewers see and decide, and what clients hear of it."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import event, text

from clearwater.domains.sites.service import add_site
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, SignedInStaff, a_client, a_staff
from tests.domains.kyc.test_submission import a_submission, submit
from tests.mailbox import mail_to

BLURRED = {"reason": "blurred", "message": "The number cannot be read."}


async def a_pending_client(
    services: ApiServices, client: httpx.AsyncClient, *, email: str = "ann@example.org"
) -> SignedInClient:
    owner = await a_client(services, email=email)
    assert (await submit(client, owner, await a_submission(client, owner))).status_code == 200
    return owner


async def decide(
    client: httpx.AsyncClient,
    staff: SignedInStaff | None,
    owner: SignedInClient,
    act: str,
    body: dict[str, Any] | None = None,
) -> httpx.Response:
    headers = staff.headers if staff else {}
    return await client.post(f"/api/operator/kyc/{owner.id}/{act}", json=body, headers=headers)


async def kyc_of(client: httpx.AsyncClient, owner: SignedInClient) -> dict[str, Any]:
    answer = await client.patch("/api/v1/client/avatar", json={"url": None}, headers=owner.headers)
    kyc: dict[str, Any] = answer.json()["client"]["kyc"]
    return kyc


async def emails(services: ApiServices) -> list[tuple[str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT recipient, subject FROM outbox ORDER BY id"))
        return [(row[0], row[1]) for row in rows]


async def audit_lines(services: ApiServices) -> list[tuple[str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, subject FROM audit_log ORDER BY seq"))
        return [(row[0], row[1]) for row in rows]


async def test_a_rejected_submission_is_sent_again_and_approved(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")
    sent_at = int(clock.at.timestamp())

    rejected = await decide(client, reviewer, ann, "reject", BLURRED)
    after_rejection = await kyc_of(client, ann)
    clock.at += timedelta(minutes=1)
    again = await submit(client, ann, await a_submission(client, ann))
    clock.at += timedelta(minutes=1)
    approved = await decide(client, reviewer, ann, "approve")

    assert rejected.status_code == 200
    names = ("status", "reason", "message", "submitted_at")
    assert [after_rejection[name] for name in names] == ["rejected", "blurred", BLURRED["message"], sent_at]
    resubmitted = again.json()["client"]["kyc"]
    assert [resubmitted[name] for name in names] == ["pending", None, None, sent_at + 60]
    assert approved.status_code == 200
    after_approval = await kyc_of(client, ann)
    assert [after_approval[name] for name in names] == ["approved", None, None, sent_at + 60]
    history = [(step["act"], step["reason"], step["staff"]) for step in approved.json()["history"]]
    assert history == [
        ("approved", None, "compliance"),
        ("submitted", None, None),
        ("rejected", "blurred", "compliance"),
        ("submitted", None, None),
    ]
    assert await emails(services) == [
        ("ann@example.org", "Please upload your documents again"),
        ("ann@example.org", "Your identity is verified"),
    ]
    assert await audit_lines(services) == [
        ("kyc.rejected", f"client:{ann.id}"),
        ("kyc.approved", f"client:{ann.id}"),
    ]


async def test_each_decision_is_mailed_with_a_link_to_the_clients_own_site(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    """Also when the reviewer works at another address of the installation."""
    async with services.sessions() as session:
        await add_site(session, hostname="blue.example.org", sitename="Blue")
        await session.commit()
    ann = await a_client(services, site_host="blue.example.org")
    reviewer = await a_staff(services, "compliance")

    for act, body in (("reject", BLURRED), ("approve", None), ("revoke", {"message": "It was lost."})):
        if act != "revoke":
            client.headers["X-Site"] = "blue.example.org"
            assert (await submit(client, ann, await a_submission(client, ann))).status_code == 200
            del client.headers["X-Site"]
        assert (await decide(client, reviewer, ann, act, body)).status_code == 200

    emails = await mail_to(services, ann.email)
    assert len(emails) == 3
    for email in emails:
        assert "http://blue.example.org:8000/personal/kyc" in email.text_body.splitlines()
        assert 'href="http://blue.example.org:8000/personal/kyc"' in email.html_body
        assert email.sender_name == "Blue"


async def test_an_approval_can_be_revoked(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")
    await decide(client, reviewer, ann, "approve")

    answer = await decide(client, reviewer, ann, "revoke", {"message": "The document was reported lost."})

    assert answer.status_code == 200
    kyc = await kyc_of(client, ann)
    assert (kyc["status"], kyc["message"]) == ("revoked", "The document was reported lost.")
    assert (await submit(client, ann, await a_submission(client, ann))).status_code == 200


async def test_a_decision_needs_the_right_state(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")
    early = await decide(client, reviewer, ann, "revoke", {"message": "Too early."})
    await decide(client, reviewer, ann, "approve")

    late = [
        await decide(client, reviewer, ann, "approve"),
        await decide(client, reviewer, ann, "reject", BLURRED),
    ]

    for answer in (early, *late):
        assert (answer.status_code, answer.json()["code"]) == (409, "STATE_CONFLICT")
    assert (await kyc_of(client, ann))["status"] == "approved"
    assert len(await emails(services)) == 1
    assert [act for act, _ in await audit_lines(services)] == ["kyc.approved"]


async def test_of_two_concurrent_decisions_one_succeeds(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")

    answers = await asyncio.gather(
        decide(client, reviewer, ann, "approve"), decide(client, reviewer, ann, "reject", BLURRED)
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(await emails(services)) == 1


async def test_only_reviewers_decide(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_pending_client(services, client)
    support = await a_staff(services, "support")

    anonymous = await decide(client, None, ann, "approve")
    as_client = await client.post(f"/api/operator/kyc/{ann.id}/approve", headers=ann.headers)
    refused = await decide(client, support, ann, "approve")
    listed = await client.get("/api/operator/kyc", headers=support.headers)
    seen = await client.get(f"/api/operator/kyc/{ann.id}", headers=support.headers)

    assert (anonymous.status_code, as_client.status_code) == (401, 401)
    assert [refused.status_code, listed.status_code, seen.status_code] == [403, 403, 403]
    assert (await kyc_of(client, ann))["status"] == "pending"
    assert await emails(services) == []


async def test_a_rejection_requires_a_reason_and_a_message(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"message": "x y z"}, "reason"),
        ({"reason": "blurred"}, "message"),
        ({"reason": "because", "message": "x y z"}, "reason"),
        ({"reason": "blurred", "message": "  "}, "message"),
        ({"reason": "blurred", "message": "x" * 501}, "message"),
        ({"reason": "blurred", "message": "a\u0007b\u202ec"}, "message"),
        ({**BLURRED, "status": "approved"}, "status"),
    ]

    answers = [await decide(client, reviewer, ann, "reject", body) for body, _ in wrong]

    assert [answer.json()["errors"][0]["field"] for answer in answers] == [field for _, field in wrong]
    assert (await kyc_of(client, ann))["status"] == "pending"


async def test_a_script_in_the_message_stays_text(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")
    script = "<script>alert(1)</script>\nBcc: all@example.org"

    await decide(client, reviewer, ann, "reject", {"reason": "other", "message": script})

    assert (await kyc_of(client, ann))["message"] == script
    async with services.sessions() as session:
        html = await session.scalar(text("SELECT html_body FROM outbox"))
    assert html is not None
    assert "<script>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; Bcc" in html


async def test_a_case_shows_the_submission_and_the_view_is_audited(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")

    answer = await client.get(f"/api/operator/kyc/{ann.id}", headers=reviewer.headers)

    case = answer.json()
    assert answer.status_code == 200
    assert (case["email"], case["status"], case["type"]) == ("an***@example.org", "pending", "id_card")
    assert case["personal_info"]["first_name"] is None
    picture = await client.get(case["photos"]["document_back"], headers=reviewer.headers)
    assert picture.status_code == 200
    acts = [act for act, _ in await audit_lines(services)]
    assert acts == ["kyc.viewed", "file.viewed"]


async def test_a_client_without_documents_has_no_case(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    reviewer = await a_staff(services, "compliance")

    seen = await client.get(f"/api/operator/kyc/{ann.id}", headers=reviewer.headers)
    decided = await decide(client, reviewer, ann, "approve")

    assert (seen.status_code, decided.status_code) == (404, 404)
    assert await audit_lines(services) == []


async def test_pending_cases_are_listed_oldest_first(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    waiting = []
    for name in ("ann", "bob", "cid"):
        waiting.append(await a_pending_client(services, client, email=f"{name}@example.org"))
        clock.at += timedelta(minutes=1)
    reviewer = await a_staff(services, "compliance")
    await decide(client, reviewer, waiting[1], "approve")

    async def page(**params: str) -> dict[str, Any]:
        answer = await client.get("/api/operator/kyc", params=params, headers=reviewer.headers)
        listed: dict[str, Any] = answer.json()
        return listed

    first = await page(status="pending", limit="1")
    second = await page(status="pending", limit="1", cursor=first["next_cursor"])

    assert [item["email"] for item in (*first["items"], *second["items"])] == [
        "an***@example.org",
        "ci***@example.org",
    ]
    assert second["next_cursor"] is None
    assert [item["status"] for item in (await page())["items"]] == ["pending", "approved", "pending"]
    assert (await page(status="unverified"))["code"] == "VALIDATION_FAILED"


async def test_any_number_of_cases_are_listed_by_the_same_number_of_statements(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    reviewer = await a_staff(services, "compliance")
    statements: list[str] = []
    engine = services.sessions.kw["bind"].sync_engine
    event.listen(engine, "before_cursor_execute", lambda _, __, statement, *___: statements.append(statement))

    async def count_statements() -> int:
        statements.clear()
        answer = await client.get("/api/operator/kyc", headers=reviewer.headers)
        assert answer.status_code == 200
        return len(statements)

    await a_pending_client(services, client)
    # The first one also loads what is cached.
    await count_statements()
    for_one = await count_statements()
    for name in ("bob", "cid", "dan"):
        await a_pending_client(services, client, email=f"{name}@example.org")

    assert await count_statements() == for_one
