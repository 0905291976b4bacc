"""What goes when its time is over, by rows and clock; and what stays."""

import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import event, func, select, text

from clearwater.domains.security.models import OneTimeCode, PasskeyChallenge
from clearwater.domains.sessions.models import KnownDevice, LoginEvent, Session
from clearwater.entrypoints.wiring import ApiServices
from clearwater.entrypoints.worker import list_purges
from clearwater.kit import db, outbox
from clearwater.kit.attempts import AttemptCount
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import Base
from clearwater.kit.ids import new_id
from tests.builders import a_client, a_staff
from tests.domains.kyc.test_submission import a_submission, submit
from tests.mailbox import mail_to
from tests.staffing import keep_signed_in

Purge = Callable[[str], Awaitable[None]]
EMAIL = "ann@example.org"


@pytest.fixture
def purge(services: ApiServices) -> Purge:
    async def perform(name: str) -> None:
        await list_purges(services)[name]()

    return perform


async def column(services: ApiServices, sql: str) -> list[Any]:
    async with services.sessions() as session:
        return list((await session.scalars(text(sql))).all())


async def test_login_events_are_kept_for_180_days_and_purged_in_batches(
    services: ApiServices, clock: FixedClock, purge: Purge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "BATCH_ROWS", 2)
    ann = await a_client(services)
    ages = [timedelta(days=days) for days in (0, 179, 180, 181, 200, 400, 500)]
    async with services.sessions() as session:
        for age in ages:
            session.add(
                LoginEvent(
                    id=new_id(),
                    client_id=ann.id,
                    at=clock.now() - age,
                    device="Test program",
                    ip="127.0.0.1",
                    outcome="signed_in",
                )
            )
        await session.commit()

    await purge("purge_login_events")

    async with services.sessions() as session:
        left = await session.scalars(select(LoginEvent.at).order_by(LoginEvent.at.desc()))
        assert list(left) == [clock.now() - age for age in ages[:3]]


def a_row_of_each(client_id: uuid.UUID, number: int, at: datetime) -> list[Base]:
    """One row of everything that secures accounts, last of use at a moment."""
    token = number.to_bytes(32)
    device = {"device": "Test program", "ip": "127.0.0.1"}
    times = {"created_at": at, "last_seen_at": at, "expires_at": at}
    return [
        Session(id=new_id(), client_id=client_id, token_hash=token, **device, **times),
        KnownDevice(
            id=new_id(), client_id=client_id, token_hash=token, name="B", created_at=at, last_seen_at=at
        ),
        OneTimeCode(
            id=new_id(),
            client_id=client_id,
            purpose="knock",
            code_hash=token,
            link_hash=token,
            attempts_left=5,
            created_at=at,
            expires_at=at,
        ),
        PasskeyChallenge(challenge=token, purpose="sign_in", expires_at=at),
        AttemptCount(key=f"test:{number}", failures=1, locks=0, window_started_at=at),
    ]


async def test_expired_security_rows_are_purged_in_batches(
    services: ApiServices, clock: FixedClock, purge: Purge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five rows go as two, two and one: no purge holds the locks of many."""
    monkeypatch.setattr(db, "BATCH_ROWS", 2)
    ann = await a_client(services)
    now = clock.now()
    moments = [now - timedelta(days=400)] * 5 + [now + timedelta(minutes=1)]
    async with services.sessions() as session:
        await session.execute(text("DELETE FROM sessions"))
        for number, at in enumerate(moments):
            session.add_all(a_row_of_each(ann.id, number, at))
        await session.commit()
    statements: list[str] = []
    engine = services.sessions.kw["bind"].sync_engine
    event.listen(engine, "before_cursor_execute", lambda *call: statements.append(call[2]))

    await purge("purge_sessions")
    await purge("purge_attempts")

    deletes = [statement for statement in statements if statement.startswith("DELETE")]
    for table in ("sessions", "known_devices", "one_time_codes", "passkey_challenges", "attempt_counts"):
        batches = [" LIMIT " in one for one in deletes if one.startswith(f"DELETE FROM {table} ")]
        assert (table, batches) == (table, [True] * 3)
        assert await column(services, f"SELECT count(*) FROM {table}") == [1], table


async def test_the_text_of_an_email_is_purged_a_day_after_sending_and_its_row_after_90(
    services: ApiServices, clock: FixedClock, purge: Purge
) -> None:
    async with services.sessions() as session:
        for subject in ("sent", "waiting"):
            outbox.enqueue(
                session,
                recipient=EMAIL,
                sender_name="Clearwater",
                subject=subject,
                text_body="    123456",
                html_body="<p>123456</p>",
                now=clock.now(),
            )
        await session.flush()
        await session.execute(
            text("UPDATE outbox SET sent_at = created_at, next_attempt_at = NULL WHERE subject = 'sent'")
        )
        await session.commit()

    async def texts() -> dict[str, tuple[str, str]]:
        await purge("purge_mail")
        return {mail.subject: (mail.text_body, mail.html_body) for mail in await mail_to(services, EMAIL)}

    kept = ("    123456", "<p>123456</p>")
    clock.at += timedelta(days=1)
    assert await texts() == {"sent": kept, "waiting": kept}
    clock.at += timedelta(seconds=1)
    assert await texts() == {"sent": ("", ""), "waiting": kept}
    clock.at += timedelta(days=89)
    assert await texts() == {}


async def test_photos_of_a_rejected_check_are_purged_after_half_a_year_and_the_decision_stays(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock, purge: Purge
) -> None:
    reviewer = await a_staff(services, "compliance")
    refused, approved = await a_client(services), await a_client(services, email="bob@example.org")
    pictures = {}
    for owner in (refused, approved):
        body = await a_submission(client, owner)
        pictures[owner.id] = body["selfie"]
        assert (await submit(client, owner, body)).status_code == 200
    rejection = {"reason": "blurred", "message": "Please take sharper pictures."}
    for owner, act, decision in ((refused, "reject", rejection), (approved, "approve", None)):
        answer = await client.post(
            f"/api/operator/kyc/{owner.id}/{act}", json=decision, headers=reviewer.headers
        )
        assert answer.status_code < 300, answer.text

    async def shown() -> dict[uuid.UUID, int]:
        await purge("purge_refused_pictures")
        return {
            owner: (await client.get(url, headers=reviewer.headers)).status_code
            for owner, url in pictures.items()
        }

    clock.at += timedelta(hours=1)
    await keep_signed_in(services)
    assert await shown() == {refused.id: 200, approved.id: 200}
    clock.at += timedelta(days=180)
    await keep_signed_in(services)
    assert await shown() == {refused.id: 404, approved.id: 200}
    assert await column(services, "SELECT reason FROM kyc_cases WHERE status = 'rejected'") == ["blurred"]
    async with services.sessions() as session:
        purged = "SELECT count(*) FROM kyc_steps WHERE pictures_purged_at IS NOT NULL"
        assert await session.scalar(text(purged)) == 1
        assert await session.scalar(select(func.count()).select_from(text("files"))) == 6
