"""What clients send for an identity check."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient, a_client, a_staff
from tests.pictures import an_uploaded

UNVERIFIED = {
    "status": "unverified",
    "type": None,
    "reason": None,
    "message": None,
    "submitted_at": None,
    "photos": {"selfie": None, "document_front": None, "document_back": None},
}


async def a_submission(client: httpx.AsyncClient, owner: SignedInClient) -> dict[str, Any]:
    """Uploaded pictures of a person and of an identity card."""
    return {
        "selfie": await an_uploaded(client, owner, "kyc_selfie"),
        "document_front": await an_uploaded(client, owner, "kyc_document"),
        "document_back": await an_uploaded(client, owner, "kyc_document"),
        "type": "id_card",
    }


async def submit(
    client: httpx.AsyncClient, owner: SignedInClient | None, body: dict[str, Any]
) -> httpx.Response:
    headers = owner.headers if owner else {}
    return await client.patch("/api/v1/client/kyc", json=body, headers=headers)


async def statuses(services: ApiServices) -> list[str]:
    async with services.sessions() as session:
        return list((await session.scalars(text("SELECT status FROM kyc_cases"))).all())


async def test_documents_are_pending_once_they_are_sent(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    body = await a_submission(client, ann)
    before = await client.patch("/api/v1/client/avatar", json={"url": None}, headers=ann.headers)

    answer = await submit(client, ann, body)

    assert before.json()["client"]["kyc"] == UNVERIFIED
    assert answer.status_code == 200
    assert answer.json()["client"]["kyc"] == {
        "status": "pending",
        "type": "id_card",
        "reason": None,
        "message": None,
        "submitted_at": int(services.clock.now().timestamp()),
        "photos": {name: body[name] for name in ("selfie", "document_front", "document_back")},
    }
    assert answer.json()["client"]["level"] == "guest"


async def test_a_passport_needs_no_back_side(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    body = await a_submission(client, ann)
    del body["document_back"]

    cards = [await submit(client, ann, body | {"type": kind}) for kind in ("id_card", "driver_license")]
    passport = await submit(client, ann, body | {"type": "passport"})

    for card in cards:
        assert (card.status_code, card.json()["errors"][0]["field"]) == (422, "document_back")
    assert passport.status_code == 200
    assert passport.json()["client"]["kyc"]["photos"]["document_back"] is None


async def test_documents_must_be_own_uploads_of_the_right_kind(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    bob = await a_client(services, email="bob@example.org")
    own, stolen = await a_submission(client, ann), await a_submission(client, bob)
    avatar = await an_uploaded(client, ann, "avatar")
    wrong = [
        ("selfie", stolen["selfie"]),
        ("document_front", stolen["document_front"]),
        ("document_back", stolen["document_back"]),
        ("selfie", own["document_front"]),
        ("document_front", own["selfie"]),
        ("document_front", avatar),
        ("document_back", own["document_front"]),
        ("selfie", "https://169.254.169.254/latest/meta-data"),
        ("selfie", own["selfie"].upper()),
        ("selfie", own["selfie"] + "/../x"),
        ("selfie", ""),
    ]

    answers = [await submit(client, ann, own | {field: url}) for field, url in wrong]

    assert [answer.json()["errors"][0]["field"] for answer in answers] == [field for field, _ in wrong]
    assert {answer.status_code for answer in answers} == {422}
    assert await statuses(services) == []
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM files WHERE used_at IS NOT NULL")) == 0


@pytest.mark.parametrize(
    "extra", [{"status": "approved"}, {"kyc": {"status": "approved"}}, {"level": "vip"}, {"client_id": "1"}]
)
async def test_a_submission_cannot_set_its_own_status(
    services: ApiServices, client: httpx.AsyncClient, extra: dict[str, Any]
) -> None:
    ann = await a_client(services)

    answer = await submit(client, ann, await a_submission(client, ann) | extra)

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert answer.json()["errors"][0]["field"] == next(iter(extra))
    assert await statuses(services) == []


async def test_of_eight_concurrent_submissions_one_succeeds(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    body = await a_submission(client, ann)

    answers = await asyncio.gather(*(submit(client, ann, body) for _ in range(8)))

    outcomes = sorted((answer.status_code, answer.json().get("code")) for answer in answers[:])
    assert outcomes == [(200, None)] + [(409, "KYC_PENDING")] * 7
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM kyc_steps")) == 1


async def test_an_approved_client_sends_nothing_more(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    body = await a_submission(client, ann)
    await submit(client, ann, body)
    reviewer = await a_staff(services, "compliance")
    await client.post(f"/api/operator/kyc/{ann.id}/approve", headers=reviewer.headers)

    answer = await submit(client, ann, body)

    assert (answer.status_code, answer.json()["code"]) == (409, "STATE_CONFLICT")
    assert await statuses(services) == ["approved"]


async def test_sending_needs_a_confirmed_client(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    unconfirmed = await a_client(services, email="bob@example.org", confirmed=False)
    body = await a_submission(client, ann)

    anonymous = await submit(client, None, body)
    answer = await submit(client, unconfirmed, body)

    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
    assert (answer.status_code, answer.json()["code"]) == (403, "EMAIL_UNCONFIRMED")
    assert await statuses(services) == []
