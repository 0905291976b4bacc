"""The outbox as admins see it."""

import uuid
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import select, text, update

from clearwater.domains.clients import emails as clients_emails
from clearwater.domains.sessions import emails as sessions_emails
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.emails import Brand, Email, render
from clearwater.kit.outbox import Mail, enqueue
from tests.builders import a_staff

LINK = "https://localhost/password?code=3vYd9hTqkP0xwQ2ZrLmN8sBfGjUeCiAo"


async def put(services: ApiServices, subject: str, **columns: object) -> uuid.UUID:
    async with services.sessions() as session:
        enqueue(
            session,
            recipient="ann@example.org",
            sender_name="Clearwater",
            subject=subject,
            text_body="Your code is 123456.",
            html_body="<p>Your code is 123456.</p>",
            now=services.clock.now(),
        )
        await session.flush()
        mail_id = (await session.scalars(select(Mail.id).where(Mail.subject == subject))).one()
        if columns:
            await session.execute(update(Mail).where(Mail.id == mail_id).values(**columns))
        await session.commit()
    return mail_id


async def test_mail_is_listed_by_address_and_status_without_its_text(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    admin = await a_staff(services)
    now = services.clock.now()
    await put(services, "waiting")
    await put(services, "failing", attempts=2, last_error="refused")
    await put(services, "given_up", attempts=9, next_attempt_at=None)
    await put(services, "sent", sent_at=now, next_attempt_at=None)

    everything = (await client.get("/api/operator/outbox", headers=admin.headers)).json()["items"]

    assert {mail["subject"]: mail["status"] for mail in everything} == {
        name: name for name in ("waiting", "failing", "given_up", "sent")
    }
    assert {mail["recipient"] for mail in everything} == {"an***@example.org"}
    assert "123456" not in str(everything)
    for status in ("waiting", "failing", "given_up", "sent"):
        some = await client.get(
            f"/api/operator/outbox?to=Ann@Example.org&status={status}", headers=admin.headers
        )
        assert [mail["subject"] for mail in some.json()["items"]] == [status]
    other = await client.get("/api/operator/outbox?to=bert@example.org", headers=admin.headers)
    assert other.json() == {"items": [], "next_cursor": None}
    health = await client.get("/api/operator/health", headers=admin.headers)
    assert health.json() == {"database": "ok", "outbox_waiting": 2, "outbox_failing": 2, "sessions": 0}


async def test_viewing_an_email_is_audited(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    mail_id = await put(services, "A code")

    shown = (await client.get(f"/api/operator/outbox/{mail_id}", headers=admin.headers)).json()

    assert (shown["recipient"], shown["text_body"]) == ("ann@example.org", "Your code is [hidden].")
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, subject, detail::text FROM audit_log"))
        assert [tuple(row) for row in rows] == [("mail.viewed", f"mail:{mail_id}", "{}")]


@pytest.mark.parametrize(
    "email",
    [
        clients_emails.confirmation(digits="482913", link=LINK),
        sessions_emails.sign_in_link(spelled_code="K7QF-2MXD-9TRB", link=LINK),
        sessions_emails.password_reset(link=LINK),
    ],
    ids=lambda email: email.template,
)
async def test_live_codes_and_links_are_never_shown(
    services: ApiServices, client: httpx.AsyncClient, email: Email
) -> None:
    """M3: an admin who reads the outbox cannot confirm, sign in or set a password in the receiver's place."""
    admin, now = await a_staff(services), services.clock.now()
    rendered = render(email, Brand("Clearwater", "#35d0ba"), anti_phishing_code="blue heron")
    async with services.sessions() as session:
        enqueue(
            session,
            recipient="ann@example.org",
            sender_name="Clearwater",
            subject=f"482913 {rendered.subject}",
            text_body=rendered.text,
            html_body="",
            now=now,
        )
        await session.commit()

    listed = (await client.get("/api/operator/outbox", headers=admin.headers)).json()["items"]
    shown = (await client.get(f"/api/operator/outbox/{listed[0]['id']}", headers=admin.headers)).json()

    for secret_part in ("482913", "K7QF", "9TRB", "3vYd9hTqkP0", "blue heron"):
        assert secret_part not in str(listed) + str(shown)
    assert rendered.subject in shown["subject"]
    assert rendered.text.splitlines()[0] in shown["text_body"]


async def test_a_failed_email_can_be_retried(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    mail_id = await put(services, "A code", attempts=9, next_attempt_at=None, last_error="refused")

    answer = await client.post(f"/api/operator/outbox/{mail_id}/retry", headers=admin.headers)

    retried = answer.json()
    assert (retried["status"], retried["attempts"]) == ("waiting", 0)
    assert retried["next_attempt_at"] == int(services.clock.now().timestamp())


async def test_a_sent_email_cannot_be_retried(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    sent_at = services.clock.now() - timedelta(hours=1)
    mail_id = await put(services, "A code", sent_at=sent_at, next_attempt_at=None)

    answer = await client.post(f"/api/operator/outbox/{mail_id}/retry", headers=admin.headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "STATE_CONFLICT")
    async with services.sessions() as session:
        mail = await session.get_one(Mail, mail_id)
        assert (mail.sent_at, mail.next_attempt_at) == (sent_at, None)
