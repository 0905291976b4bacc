"""The audit log: every act leaves a line, and no line can be changed unnoticed."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy import text

from clearwater.adapters.data_folder import AUDIT_HEADS_FILE, append_head, read_heads
from clearwater.domains.staff.service import FILE_VIEWED, Operator, find_head, record, verify_chain
from clearwater.entrypoints.audit import NO_HEADS, find_differences, show_heads
from clearwater.entrypoints.wiring import ApiServices
from clearwater.entrypoints.worker import list_jobs
from clearwater.kit.chain_heads import Chain, Head, parse_heads
from tests.builders import SignedInStaff, a_staff

SOMEBODY = "0199a2f4-0000-7000-8000-000000000002"


async def append_entries(services: ApiServices, count: int) -> None:
    for number in range(1, count + 1):
        async with services.sessions() as session:
            detail: dict[str, object] = {"number": number, "text": "<script>\u00e9\U0001f600", "none": None}
            await record(
                session, None, "test.done", subject=f"thing:{number}", detail=detail, now=services.clock.now()
            )
            await session.commit()


async def damage(database_url: str, sql: str) -> None:
    """As somebody would who has the database in his hands."""
    connection = await asyncpg.connect(database_url)
    await connection.execute("ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_append_only")
    await connection.execute(sql)
    await connection.execute("ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_is_append_only")
    await connection.close()


async def verify(client: httpx.AsyncClient, staff: SignedInStaff) -> Any:
    answer = await client.post("/api/operator/audit/verify", headers=staff.headers)
    assert answer.status_code == 200
    return answer.json()


async def test_an_intact_log_is_verified_as_intact(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    await append_entries(services, 3)

    first = await verify(client, admin)
    second = await verify(client, admin)

    assert (first["ok"], first["entries"], first["broken_at"]) == (True, 3, None)
    assert (second["ok"], second["entries"], second["broken_at"]) == (True, 4, None)
    assert len(second["head"]) == 64
    listed = (await client.get("/api/operator/audit", headers=admin.headers)).json()["items"]
    assert listed[1]["hash"] == second["head"]
    assert listed[1]["detail"] == {"ok": True, "entries": 3}


@pytest.mark.parametrize(
    ("sql", "broken_at"),
    [
        ("UPDATE audit_log SET detail = '{}' WHERE seq = 2", 2),
        ("UPDATE audit_log SET staff_login = 'somebody else' WHERE seq = 3", 3),
        ("UPDATE audit_log SET at = at + interval '1 microsecond' WHERE seq = 1", 1),
        ("UPDATE audit_log SET subject = 'x', hash = sha256('x') WHERE seq = 2", 2),
        ("DELETE FROM audit_log WHERE seq = 1", 1),
        ("DELETE FROM audit_log WHERE seq = 3", 3),
        (
            "UPDATE audit_log SET seq = 99 WHERE seq = 2; UPDATE audit_log SET seq = 2 WHERE seq = 3;"
            "UPDATE audit_log SET seq = 3 WHERE seq = 99",
            2,
        ),
    ],
)
async def test_every_kind_of_tampering_is_found(
    services: ApiServices, client: httpx.AsyncClient, database_url: str, sql: str, broken_at: int
) -> None:
    admin = await a_staff(services)
    await append_entries(services, 5)

    await damage(database_url, sql)

    report = await verify(client, admin)
    assert (report["ok"], report["entries"], report["broken_at"]) == (False, broken_at - 1, broken_at)


REWRITE_UNSIGNED = """
    DO $$ DECLARE entry audit_log; before bytea := decode(repeat('00', 32), 'hex'); BEGIN
        FOR entry IN SELECT * FROM audit_log ORDER BY seq LOOP
            entry.hash := sha256(convert_to('{"act":"' || entry.act || '","at":"'
                || to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '+00:00","detail":{},'
                || '"previous_hash":"' || encode(before, 'hex') || '","seq":' || entry.seq
                || ',"staff_id":"None","staff_login":"' || entry.staff_login || '","subject":"thing"}',
                'UTF8'));
            UPDATE audit_log SET hash = entry.hash, previous_hash = before, key_id = NULL, detail = '{}',
                subject = 'thing' WHERE seq = entry.seq;
            before := entry.hash;
        END LOOP;
    END $$
"""


async def test_a_rewritten_log_does_not_match_its_anchored_head(
    services: ApiServices, database_url: str
) -> None:
    """Without the key only an unsigned log can be made up; it is whole in itself."""
    await append_entries(services, 3)
    async with services.sessions() as session:
        head = await find_head(session)
        assert head is not None
        assert (await verify_chain(session, [head])).ok

    await damage(database_url, REWRITE_UNSIGNED)

    async with services.sessions() as session:
        alone, against_head = await verify_chain(session), await verify_chain(session, [head])
    assert (alone.ok, against_head.ok, against_head.broken_at) == (True, False, 3)


async def test_an_unsigned_entry_behind_a_signed_one_is_found(
    services: ApiServices, database_url: str
) -> None:
    """Logs of old installations begin unsigned and go on signed; the other way round there is none."""
    await append_entries(services, 2)
    await damage(database_url, REWRITE_UNSIGNED)
    await append_entries(services, 2)
    async with services.sessions() as session:
        old_installation = await verify_chain(session)
    await damage(database_url, "UPDATE audit_log SET key_id = NULL WHERE seq = 4")

    async with services.sessions() as session:
        report = await verify_chain(session)
    assert (old_installation.ok, old_installation.entries) == (True, 4)
    assert (report.ok, report.broken_at) == (False, 4)


async def test_a_log_that_was_cut_off_at_its_end_is_found(services: ApiServices, database_url: str) -> None:
    await append_entries(services, 4)
    job = next(job for job in list_jobs(services, database_url) if job.name == "anchor_audit_log")
    await job.perform()
    await job.perform()
    assert len(read_heads(services.settings.data_folder)) == 1
    assert await _audit_log_lines(services, database_url) == []

    await damage(database_url, "DELETE FROM audit_log WHERE seq > 2")

    assert await _audit_log_lines(services, database_url) == [
        "audit log: entry 3 was changed, removed or put in, or is not the one that was"
        " anchored; nothing from there on can be trusted"
    ]


async def test_a_log_is_compared_with_an_exported_head(services: ApiServices, database_url: str) -> None:
    """Whoever has the machine can rewrite the file in the data folder, but no head that is elsewhere."""
    await append_entries(services, 3)
    kept = parse_heads("\n".join(await show_heads(database_url, services.settings)))
    assert [head.seq for head in kept["audit-log"]] == [3]
    assert await _audit_log_lines(services, database_url, kept) == []
    await damage(database_url, "DELETE FROM audit_log WHERE seq = 3")
    await append_entries(services, 1)
    async with services.sessions() as session:
        forged = await find_head(session)
    assert forged is not None
    append_head(services.settings.data_folder, forged)

    assert await _audit_log_lines(services, database_url) == []
    (difference,) = await _audit_log_lines(services, database_url, kept)
    assert difference.startswith("audit log: entry 3 was changed, removed or put in, or is not the one that")


async def test_heads_from_before_they_had_a_name_are_still_read(services: ApiServices) -> None:
    head = Head(2, bytes(range(32)))
    (services.settings.data_folder / AUDIT_HEADS_FILE).write_text(f"2 {head.hash.hex()}\n3 00")

    assert read_heads(services.settings.data_folder) == [head]


async def _audit_log_lines(
    services: ApiServices, database_url: str, heads: Mapping[Chain, Sequence[Head]] = NO_HEADS
) -> list[str]:
    found = await find_differences(database_url, services.settings, heads)
    return [line for line in found if line.startswith("audit log")]


async def test_a_log_of_many_chunks_is_read_to_its_end(services: ApiServices, database_url: str) -> None:
    async with services.sessions() as session:
        for number in range(1100):
            await record(session, None, "test.done", subject=f"thing:{number}", now=services.clock.now())
        await session.commit()
        whole = await verify_chain(session)
    await damage(database_url, "UPDATE audit_log SET act = 'x' WHERE seq = 1050")

    async with services.sessions() as session:
        broken = await verify_chain(session)

    assert (whole.ok, whole.entries) == (True, 1100)
    assert (broken.ok, broken.broken_at) == (False, 1050)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE audit_log SET detail = '{}'",
        "DELETE FROM audit_log",
        "TRUNCATE audit_log",
        "TRUNCATE staff CASCADE",
        "SET session_replication_role = replica; DELETE FROM audit_log",
    ],
)
async def test_the_database_refuses_to_change_the_log(
    services: ApiServices, database_url: str, sql: str
) -> None:
    await append_entries(services, 2)
    connection = await asyncpg.connect(database_url)

    with pytest.raises(asyncpg.InsufficientPrivilegeError, match="append-only"):
        await connection.execute(sql)

    assert await connection.fetchval("SELECT count(*) FROM audit_log") == 2
    await connection.close()


async def test_concurrent_appends_make_one_chain(services: ApiServices) -> None:
    await asyncio.gather(*(append_entries(services, 5) for _ in range(4)))

    async with services.sessions() as session:
        report = await verify_chain(session)
    assert (report.ok, report.entries) == (True, 20)


async def test_an_audit_line_is_committed_with_its_act(services: ApiServices) -> None:
    async with services.sessions() as session:
        await record(session, None, "test.undone", subject="thing", now=services.clock.now())
        await session.rollback()
    await append_entries(services, 1)

    async with services.sessions() as session:
        acts = await session.scalars(text("SELECT act FROM audit_log"))
        assert acts.all() == ["test.done"]


async def test_the_log_is_read_in_pages_and_by_exact_filters(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    admin = await a_staff(services)
    await append_entries(services, 5)

    first = (await client.get("/api/operator/audit?limit=3", headers=admin.headers)).json()
    rest = (
        await client.get(f"/api/operator/audit?limit=3&cursor={first['next_cursor']}", headers=admin.headers)
    ).json()
    found = await client.get(
        "/api/operator/audit?act=test.done&staff=command+line&subject=thing:4", headers=admin.headers
    )

    assert [entry["seq"] for entry in first["items"]] == [5, 4, 3]
    assert [entry["seq"] for entry in rest["items"]] == [2, 1]
    assert rest["next_cursor"] is None
    assert [entry["seq"] for entry in found.json()["items"]] == [4]
    assert found.json()["items"][0]["detail"]["text"] == "<script>\u00e9\U0001f600"


async def test_file_views_have_their_own_audit_list(services: ApiServices, client: httpx.AsyncClient) -> None:
    compliance = await a_staff(services, "compliance")
    viewer = Operator(compliance.id, compliance.login, "compliance", compliance.id, services.clock.now())
    await append_entries(services, 1)
    async with services.sessions() as session:
        now = services.clock.now()
        for number, owner in enumerate(("0199a2f4-0000-7000-8000-000000000001", SOMEBODY), start=1):
            detail = {"kind": "kyc_selfie", "client_id": owner}
            await record(session, viewer, FILE_VIEWED, subject=f"file:{number}", detail=detail, now=now)
        await session.commit()

    every = await client.get("/api/operator/files/audit", headers=compliance.headers)
    answer = await client.get(
        "/api/operator/files/audit", params={"client_id": SOMEBODY}, headers=compliance.headers
    )

    assert [entry["subject"] for entry in every.json()["items"]] == ["file:2", "file:1"]
    assert [(entry["staff_login"], entry["subject"]) for entry in answer.json()["items"]] == [
        ("compliance", "file:2")
    ]
