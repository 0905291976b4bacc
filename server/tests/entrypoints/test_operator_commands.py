"""Sites, rules and the audit, as an operator types them beside a running database."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import asyncpg
import httpx
import pytest

from clearwater.adapters.postgres_server import as_application
from clearwater.engine.chain import hash_entry
from clearwater.kit.chain_heads import GENESIS
from tests.builders import a_web_build
from tests.command_line import run_command_beside


async def clearwater(database_url: str, *arguments: str) -> tuple[int, str]:
    settings = {"DATABASE_URL": database_url, "CHAT_SECRET": "hmac-key"}
    code, output = await run_command_beside(*arguments, settings=settings)
    return code, output.strip()


async def change(database_url: str, sql: str) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute(sql)
    await connection.close()


async def test_a_site_is_made_shown_and_changed(database_url: str, connection: asyncpg.Connection) -> None:
    assert await clearwater(database_url, "site", "add", "Trade.example.org", "--name", "Blue") == (
        0,
        "Added Blue at trade.example.org.",
    )
    await clearwater(database_url, "site", "set", "trade.example.org", "--name", "Deep Blue")

    assert await clearwater(database_url, "site", "list") == (
        0,
        "Clearwater: 127.0.0.1, [::1], localhost\nDeep Blue: trade.example.org",
    )
    lines = await connection.fetch("SELECT act, staff_login, detail FROM audit_log ORDER BY seq")
    assert [(act, login, json.loads(detail)) for act, login, detail in lines] == [
        ("site.added", "command line", {"hostname": "trade.example.org", "sitename": "Blue"}),
        ("site.changed", "command line", {"sitename": "Deep Blue", "chat_secret": "(set)"}),
    ]


async def test_features_and_languages_are_switched(database_url: str, connection: asyncpg.Connection) -> None:
    options = (
        "--without-feature",
        "earn",
        "--without-feature",
        "apps",
        "--languages",
        "es,en",
        "--pairs",
        "all",
    )

    assert (await clearwater(database_url, "site", "set", "localhost", *options))[0] == 0
    assert (await clearwater(database_url, "site", "set", "localhost", "--feature", "apps"))[0] == 0

    row = await connection.fetchrow("SELECT features, languages, listed_pairs, version FROM sites")
    assert row
    assert json.loads(row["features"]) == {"earn": False, "apps": True}
    assert (row["languages"], row["listed_pairs"], row["version"]) == (["es", "en"], None, 3)


async def test_the_terms_of_a_level_are_changed(database_url: str, connection: asyncpg.Connection) -> None:
    options = ("--no-kyc", "--volume", "0", "--maker-fee", "0.0015", "--features", "earn, spot")

    assert await clearwater(database_url, "level", "set", "localhost", "starter", *options) == (
        0,
        "Changed level starter of localhost. Takes effect with the next request.",
    )

    row = await connection.fetchrow("SELECT * FROM levels WHERE key = 'starter'")
    assert row
    assert (row["name"], row["requires_kyc"], row["volume_30d"], row["balance"]) == ("Starter", False, 0, 100)
    assert (str(row["maker_fee"].normalize()), str(row["taker_fee"].normalize())) == ("0.0015", "0.002")
    assert row["features"] == ["earn", "spot"]
    line = await connection.fetchrow("SELECT act, subject, staff_login FROM audit_log")
    assert line
    assert tuple(line) == ("level.changed", "level:starter", "command line")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["site", "set", "nobody.example", "--name", "x"], "No site of this installation is called"),
        (["site", "set", "localhost", "--accent", "red"], "accent: String should match pattern"),
        (["site", "set", "localhost", "--accent", "#112233"], "accent: This colour cannot be read on the"),
        (["site", "set", "localhost", "--pairs", "NOPE-USDT"], "There is no pair 'NOPE-USDT'"),
        (["site", "set", "localhost", "--languages", "en,tlh"], "languages: tlh is not a language"),
        (["site", "set", "localhost", "--feature", "casino"], "features: Input should be"),
        (["level", "set", "localhost", "vip", "--maker-fee", "-1"], "fees: String should match pattern"),
        (["level", "set", "localhost", "vip", "--taker-fee", "0.2"], "Maximum fee: 0.1 (10%)."),
        (["site", "add", "localhost", "--name", "x"], "Enter a hostname that no site uses yet"),
        (["rule", "add", "/a", "--redirect", "javascript:alert(1)"], "Redirect to a path on this site"),
        (["rule", "add", "/a", "--guard", "nonsense"], "There is no guard called nonsense."),
        (["rule", "remove", "0192f6f0-0000-7000-8000-000000000000"], "Rule not found."),
        (["rule", "list", "--site", "nobody.example"], "No site of this installation is called"),
    ],
)
async def test_an_error_is_printed_in_one_line(
    database_url: str, arguments: list[str], sentence: str
) -> None:
    code, output = await clearwater(database_url, *arguments)

    assert code == 1
    assert output.startswith(f"Error: {sentence}")
    assert len(output.splitlines()) == 1


async def test_rules_are_added_listed_and_removed(database_url: str) -> None:
    assert await clearwater(database_url, "rule", "list") == (0, "This site has no rules.")
    _, first = await clearwater(database_url, "rule", "add", "/promo/*", "--redirect", "/privacy")
    await clearwater(database_url, "rule", "add", "/earn", "--without-guard", "profile-redirect")

    _, listed = await clearwater(database_url, "rule", "list")
    assert [line.partition("  ")[2] for line in listed.splitlines()] == [
        "/promo/* -> /privacy",
        "/earn -> {'profile-redirect': False}",
    ]
    assert await clearwater(database_url, "rule", "remove", first) == (0, "Removed.")


async def test_an_untouched_database_passes_the_audit(database_url: str) -> None:
    code, output = await clearwater(database_url, "audit")

    assert (code, output) == (
        0,
        "OK: schema, ledger, sites, rules and the audit log match.",
    )


@pytest.mark.parametrize(
    ("damage", "difference"),
    [
        ("ALTER TABLE sites DROP COLUMN logo", "schema: "),
        ("DROP INDEX ix_idempotency_keys_created_at", "schema: "),
        ("DELETE FROM site_hosts", "sites: Clearwater has no hostname"),
        (
            "INSERT INTO navigation_rules (id, site_id, pattern, redirect) "
            "SELECT gen_random_uuid(), id, '/a', 'javascript:alert(1)' FROM sites",
            "rules of Clearwater: /a: Redirect to a path",
        ),
        (
            "INSERT INTO navigation_rules (id, site_id, pattern, redirect) "
            "SELECT gen_random_uuid(), id, unnest(ARRAY['/a', '/b']), unnest(ARRAY['/b', '/a']) FROM sites",
            "rules of Clearwater: visitors are sent in a circle",
        ),
        (
            "INSERT INTO audit_log (seq, at, staff_login, act, subject, detail, previous_hash, hash) "
            "VALUES (1, now(), 'nobody', 'x', 'y', '{}', decode(repeat('00', 32), 'hex'), sha256('x'))",
            "audit log: entry 1 was changed, removed or put in, or is not the one that was anchored;",
        ),
    ],
)
async def test_the_audit_prints_each_difference(database_url: str, damage: str, difference: str) -> None:
    await change(database_url, damage)

    code, output = await clearwater(database_url, "audit")

    assert code == 1
    assert output.startswith(difference)


async def test_an_exported_head_is_compared_with_the_journal(database_url: str, tmp_path: Path) -> None:
    tick = """{"at":5}"""
    entry = f"INSERT INTO journal VALUES (1, 5, 'Tick', '{tick}', 1, $1)"
    digest = hash_entry(GENESIS, 1, 5, "Tick", payload=tick, rules_version=1)
    connection = await asyncpg.connect(database_url)
    await connection.execute(entry, digest)
    kept = tmp_path / "heads"

    code, heads = await clearwater(database_url, "audit", "--head")
    kept.write_text(f"0 {GENESIS.hex()}\n{heads}\n")

    assert (code, heads) == (0, f"journal 1 {digest.hex()}\naudit-log 0 {GENESIS.hex()}")
    assert (await clearwater(database_url, "audit", "--anchors", str(kept)))[0] == 0
    await connection.execute("DELETE FROM journal")
    await connection.close()
    assert await clearwater(database_url, "audit", "--anchors", str(kept)) == (
        1,
        "journal: entry 1 was exported, but the journal ends with 0",
    )
    kept.write_text("nonsense")
    code, output = await clearwater(database_url, "audit", "--anchors", str(kept))
    assert (code, output) == (1, "Error: Line 1 is no head: 'nonsense'.")


async def test_api_and_engine_without_a_supervisor_serve_and_stop_in_order(
    database_url: str, tmp_path: Path
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {
        "DATABASE_URL": as_application(database_url),
        "PORT": str(port),
        "CLEARWATER_WEB": str(a_web_build(tmp_path / "web")),
        "CLEARWATER_DEMO": "false",
    }
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "clearwater", name, env=os.environ | settings, stderr=subprocess.PIPE
        )
        for name in ("api", "engine")
    ]
    logs = []
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            assert await _becomes_ready(client)
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
            logs.append((await asyncio.wait_for(process.communicate(), 15))[1])

    assert [process.returncode for process in processes] == [0, 0]
    assert b"Traceback" not in b"".join(logs)
    assert b"api_stopped" in logs[0]
    assert b"engine_process_stopped" in logs[1]


async def _becomes_ready(client: httpx.AsyncClient) -> bool:
    for _ in range(600):
        try:
            if (await client.get("/api/health/ready")).status_code == 200:
                return True
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.05)
    return False
