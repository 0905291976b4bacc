"""Conversations with support, from both sides."""

import asyncio
import uuid
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from clearwater.domains.files.models import File
from clearwater.domains.support.service import MAX_MESSAGES
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.ids import new_id
from clearwater.kit.outbox import Mail
from tests.builders import SignedInClient, SignedInStaff, a_client, a_staff

QUESTION = {"topic": "deposit", "subject": "Where is it?", "message": "I sent 1 BTC an hour ago."}


async def send(
    client: httpx.AsyncClient, body: dict[str, Any], who: SignedInClient | None = None
) -> httpx.Response:
    return await client.post("/api/v1/feedback", json=body, headers=who.headers if who else {})


async def answer(
    client: httpx.AsyncClient, staff: SignedInStaff, ticket_id: str, message: str
) -> httpx.Response:
    return await client.post(
        f"/api/operator/feedback/{ticket_id}/messages", json={"message": message}, headers=staff.headers
    )


async def list_own(client: httpx.AsyncClient, who: SignedInClient) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = (await client.get("/api/v1/feedback", headers=who.headers)).json()["items"]
    return items


async def count(services: ApiServices, table: str) -> int:
    async with services.sessions() as session:
        return await session.scalar(text(f"SELECT count(*) FROM {table}")) or 0


async def list_acts(services: ApiServices) -> list[tuple[str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, subject FROM audit_log ORDER BY seq"))
        return [(row[0], row[1]) for row in rows]


async def a_file(services: ApiServices, owner: SignedInClient, kind: str = "feedback") -> str:
    file_id = new_id()
    async with services.sessions() as session:
        session.add(
            File(
                id=file_id,
                client_id=owner.id,
                kind=kind,
                mime="image/png",
                size=10,
                created_at=services.clock.now(),
            )
        )
        await session.commit()
    return f"/api/v1/file/{file_id}"


async def test_a_question_is_answered_replied_to_and_closed(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    support = await a_staff(services, "support")
    now = int(services.clock.now().timestamp())

    receipt = await send(client, QUESTION | {"reference": "tx-1"}, ann)
    assert receipt.status_code == 201
    ticket_id = receipt.json()["id"]
    assert receipt.json() == {"id": ticket_id, "ticket": "CW-000001", "created_at": now}

    answered = await answer(client, support, ticket_id, "It has 2 of 3 confirmations.\n\nPatience.")
    assert answered.status_code == 201
    assert [(one["author"], one["staff_login"]) for one in answered.json()["messages"]] == [
        ("client", None),
        ("staff", "support"),
    ]

    replied = await client.post(
        f"/api/v1/feedback/{ticket_id}/messages", json={"message": "Thanks!"}, headers=ann.headers
    )
    assert (replied.status_code, replied.json()["status"]) == (201, "open")
    closed = await client.post(f"/api/operator/feedback/{ticket_id}/close", headers=support.headers)
    assert closed.json()["status"] == "closed"
    again = await client.post(f"/api/operator/feedback/{ticket_id}/close", headers=support.headers)
    assert (again.status_code, again.json()["code"]) == (409, "STATE_CONFLICT")

    [ticket] = await list_own(client, ann)
    assert (ticket["ticket"], ticket["status"], ticket["reference"]) == ("CW-000001", "closed", "tx-1")
    assert [(one["author"], one["message"]) for one in ticket["messages"]] == [
        ("client", "I sent 1 BTC an hour ago."),
        ("staff", "It has 2 of 3 confirmations.\n\nPatience."),
        ("client", "Thanks!"),
    ]
    # Clients talk to support, not to a person whose login could be guessed from it.
    assert "staff_login" not in ticket["messages"][1]
    assert await list_acts(services) == [
        ("feedback.answered", "ticket:CW-000001"),
        ("feedback.closed", "ticket:CW-000001"),
    ]


async def test_an_answer_is_emailed_with_the_anti_phishing_code(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    support = await a_staff(services, "support")
    async with services.sessions() as session:
        await session.execute(text("UPDATE clients SET anti_phishing_code = 'otter'"))
        await session.commit()
    subject = "<b>Bold</b> & brave"
    ticket_id = (await send(client, QUESTION | {"subject": subject}, ann)).json()["id"]

    await answer(client, support, ticket_id, "<script>alert(1)</script>\nSecond line")

    async with services.sessions() as session:
        mail = (await session.scalars(select(Mail))).one()
    assert mail.recipient == "ann@example.org"
    assert mail.subject == "Re: <b>Bold</b> & brave [CW-000001]"
    assert "<script>alert(1)</script>\n\nSecond line" in mail.text_body
    assert "otter" in mail.text_body
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in mail.html_body
    assert "<script" not in mail.html_body
    assert "<b>Bold" not in mail.html_body


async def test_a_visitor_gives_an_email_address_and_is_answered_there(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    support = await a_staff(services, "support")

    without = await send(client, QUESTION)
    assert (without.status_code, without.json()["errors"][0]["field"]) == (422, "email")
    receipt = await send(client, QUESTION | {"email": "Visitor@Example.org"})
    assert receipt.status_code == 201
    await answer(client, support, receipt.json()["id"], "Good question.")

    async with services.sessions() as session:
        mail = (await session.scalars(select(Mail))).one()
    assert mail.recipient.lower() == "visitor@example.org"
    inbox = (await client.get("/api/operator/feedback?status=answered", headers=support.headers)).json()
    assert [(row["client_id"], row["email"][:5]) for row in inbox["items"]] == [(None, "vi***")]


async def test_signed_in_the_answer_goes_to_the_account_alone(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    support = await a_staff(services, "support")
    ticket_id = (await send(client, QUESTION | {"email": "victim@example.org"}, ann)).json()["id"]

    await answer(client, support, ticket_id, "Here is your answer.")

    async with services.sessions() as session:
        assert (await session.scalars(select(Mail.recipient))).all() == ["ann@example.org"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"topic": "gossip"}, "topic"),
        ({"subject": "ab"}, "subject"),
        ({"subject": "x" * 121}, "subject"),
        ({"subject": "Hello\r\nBcc: everybody@example.org"}, "subject"),
        ({"subject": "Hello\u2028Bcc: everybody@example.org"}, "subject"),
        ({"subject": "bell\x01bell"}, "subject"),
        ({"subject": "\u202etxt.exe"}, "subject"),
        ({"message": "too short"}, "message"),
        ({"message": "x" * 4001}, "message"),
        ({"message": "a control character \x01 in a message"}, "message"),
        ({"reference": "x" * 101}, "reference"),
        ({"reference": "a\nb"}, "reference"),
        ({"email": "not an address"}, "email"),
        ({"email": "a@example.org\r\nBcc: b@example.org"}, "email"),
        ({"email": "a@example.org,b@example.org"}, "email"),
        ({"attachments": ["/api/v1/file/x"] * 6}, "attachments"),
        ({"status": "closed"}, "status"),
        ({"client_id": "0192f6f0-0000-7000-8000-000000000000"}, "client_id"),
    ],
)
async def test_invalid_feedback_is_refused(
    services: ApiServices, client: httpx.AsyncClient, wrong: dict[str, Any], field: str
) -> None:
    sent = await send(client, QUESTION | {"email": "visitor@example.org"} | wrong)

    assert (sent.status_code, sent.json()["code"]) == (422, "VALIDATION_FAILED")
    assert sent.json()["errors"][0]["field"].startswith(field)
    assert await count(services, "support_tickets") == 0


async def test_scripts_are_stored_as_plain_text(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    script = "<script>alert(document.cookie)</script>"

    await send(client, QUESTION | {"subject": script, "message": script, "reference": script}, ann)

    [ticket] = await list_own(client, ann)
    assert (ticket["subject"], ticket["reference"]) == (script, script)
    assert ticket["messages"][0]["message"] == script


async def test_attachments_are_the_clients_own_feedback_pictures(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    bo = await a_client(services, email="bo@example.org")
    own = await a_file(services, ann)

    for url in (
        await a_file(services, bo),
        await a_file(services, ann, kind="kyc_selfie"),
        f"/api/v1/file/{uuid.UUID(int=1)}",
        "https://evil.example/picture.png",
        "/api/v1/file/../../etc/passwd",
    ):
        refused = await send(client, QUESTION | {"attachments": [own, url]}, ann)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "attachments")
    assert await count(services, "support_tickets") == 0
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM files WHERE used_at IS NOT NULL")) == 0


async def test_an_attached_image_is_shown_and_marked_as_used(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    own = await a_file(services, ann)

    assert (await send(client, QUESTION | {"attachments": [own, own]}, ann)).status_code == 201

    [ticket] = await list_own(client, ann)
    assert ticket["messages"][0]["attachments"] == [own]
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM files WHERE used_at IS NULL")) == 0


async def test_visitors_cannot_attach_files(services: ApiServices, client: httpx.AsyncClient) -> None:
    own = await a_file(services, await a_client(services))

    sent = await send(client, QUESTION | {"email": "visitor@example.org", "attachments": [own]})

    assert (sent.status_code, sent.json()["errors"][0]["field"]) == (422, "attachments")


async def test_the_ticket_of_another_client_does_not_exist(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    bo = await a_client(services, email="bo@example.org")
    ticket_id = (await send(client, QUESTION, ann)).json()["id"]
    body = {"message": "Let me in."}

    foreign = await client.post(f"/api/v1/feedback/{ticket_id}/messages", json=body, headers=bo.headers)
    anonymous = await client.post(f"/api/v1/feedback/{ticket_id}/messages", json=body)

    assert (foreign.status_code, foreign.json()["code"]) == (404, "NOT_FOUND")
    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
    assert (await client.get("/api/v1/feedback")).status_code == 401
    assert await list_own(client, bo) == []
    assert await count(services, "support_messages") == 1


async def test_tickets_are_limited_to_five_an_hour(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    bo = await a_client(services, email="bo@example.org")
    for _ in range(5):
        assert (await send(client, QUESTION, ann)).status_code == 201

    sixth = await send(client, QUESTION, ann)

    assert (sixth.status_code, sixth.json()["code"]) == (429, "RATE_LIMITED")
    assert int(sixth.headers["retry-after"]) > 0
    assert await count(services, "support_tickets") == 5
    assert (await send(client, QUESTION, bo)).status_code == 201


@pytest.mark.parametrize("state", ["frozen_at = now()", "email_is_confirmed = false"])
async def test_unconfirmed_and_frozen_clients_can_contact_support(
    services: ApiServices, client: httpx.AsyncClient, state: str
) -> None:
    ann = await a_client(services)
    async with services.sessions() as session:
        await session.execute(text(f"UPDATE clients SET {state}"))
        await session.commit()

    assert (await send(client, QUESTION, ann)).status_code == 201


async def test_a_wrong_token_is_refused_instead_of_treated_as_a_visitor(client: httpx.AsyncClient) -> None:
    body = QUESTION | {"email": "visitor@example.org"}

    sent = await client.post("/api/v1/feedback", json=body, headers={"X-Token": "x" * 43})

    assert (sent.status_code, sent.json()["code"]) == (401, "TOKEN_INVALID")


async def test_a_reply_opens_a_closed_conversation_again(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    support = await a_staff(services, "support")
    ticket_id = (await send(client, QUESTION, ann)).json()["id"]
    await client.post(f"/api/operator/feedback/{ticket_id}/close", headers=support.headers)

    await client.post(
        f"/api/v1/feedback/{ticket_id}/messages", json={"message": "Still broken"}, headers=ann.headers
    )

    open_ones = await client.get("/api/operator/feedback?status=open", headers=support.headers)
    assert [row["id"] for row in open_ones.json()["items"]] == [ticket_id]


async def test_messages_per_ticket_are_limited(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    support = await a_staff(services, "support")
    ticket_id = (await send(client, QUESTION, ann)).json()["id"]
    async with services.sessions() as session:
        await session.execute(
            text(
                "INSERT INTO support_messages (id, ticket_id, message, attachments, created_at) "
                "SELECT gen_random_uuid(), id, 'x', '{}', created_at FROM support_tickets, "
                f"generate_series(1, {MAX_MESSAGES - 1})"
            )
        )
        await session.commit()

    refused = await answer(client, support, ticket_id, "One more")

    assert (refused.status_code, refused.json()["code"]) == (409, "STATE_CONFLICT")
    assert await count(services, "support_messages") == MAX_MESSAGES
    assert await count(services, "outbox") == 0
    assert await list_acts(services) == []


async def test_viewing_a_conversation_is_audited(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    support = await a_staff(services, "support")
    ticket_id = (await send(client, QUESTION, ann)).json()["id"]

    row = (await client.get("/api/operator/feedback", headers=support.headers)).json()["items"][0]
    shown = await client.get(f"/api/operator/feedback/{ticket_id}", headers=support.headers)

    assert (row["email"], shown.json()["email"]) == ("an***@example.org", "ann@example.org")
    assert "messages" not in row
    assert await list_acts(services) == [("feedback.viewed", "ticket:CW-000001")]


async def test_ticket_numbers_are_unique(services: ApiServices, client: httpx.AsyncClient) -> None:
    people = [await a_client(services, email=f"c{number}@example.org") for number in range(4)]

    receipts = await asyncio.gather(*(send(client, QUESTION, person) for person in people))

    assert {receipt.json()["ticket"] for receipt in receipts} == {
        f"CW-00000{number}" for number in range(1, 5)
    }
