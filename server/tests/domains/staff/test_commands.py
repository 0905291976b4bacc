"""`clearwater staff`, as an operator types it."""

from pathlib import Path

import asyncpg
import httpx
import pyotp

from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.attempts import by_login, by_login_anywhere
from clearwater.kit.clock import SystemClock
from clearwater.kit.config import Settings
from tests.command_line import run_command_beside
from tests.conftest import app_with


async def staff(database_url: str, data: Path, *arguments: str) -> tuple[int, str]:
    settings = {"DATABASE_URL": database_url, "CLEARWATER_DATA": str(data)}
    code, output = await run_command_beside("staff", *arguments, settings=settings)
    return code, output.strip()


def secrets_in(output: str) -> tuple[str, str]:
    first, second = output.splitlines()
    assert first.startswith("password: ")
    assert second.startswith("totp: ")
    return first.removeprefix("password: "), second.removeprefix("totp: ")


async def sign_in(settings: Settings, database_url: str, password: str, secret: str) -> int:
    body = {"login": "anna", "password": password, "totp": pyotp.TOTP(secret).at(SystemClock().now())}
    async with open_api_services(settings, database_url) as services:
        transport = httpx.ASGITransport(app_with(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.post("/api/operator/token", json=body)).status_code


async def test_printed_credentials_work_until_they_are_reset(settings: Settings, database_url: str) -> None:
    folder = settings.data_folder
    code, output = await staff(database_url, folder, "create", "--login", "anna", "--role", "admin")
    assert code == 0
    old = secrets_in(output)
    assert await sign_in(settings, database_url, *old) == 201

    _, output = await staff(database_url, folder, "reset", "--login", "anna")
    new = secrets_in(output)

    assert await sign_in(settings, database_url, *old) == 401
    assert await sign_in(settings, database_url, *new) == 201
    assert await staff(database_url, folder, "list") == (0, "anna: admin")
    connection = await asyncpg.connect(database_url)
    lines = await connection.fetch("SELECT act, staff_login FROM audit_log ORDER BY seq")
    await connection.close()
    assert [tuple(line) for line in lines] == [
        ("staff.added", "command line"),
        ("staff.signed_in", "anna"),
        ("staff.reset", "command line"),
        ("staff.sign_in_refused", "anna"),
        ("staff.signed_in", "anna"),
    ]


async def test_the_shell_unlocks_changes_and_closes_an_account(database_url: str, tmp_path: Path) -> None:
    """H4 and H3: whoever is shut out, or alone, is never stuck."""
    await staff(database_url, tmp_path, "create", "--login", "anna", "--role", "support")
    await staff(database_url, tmp_path, "create", "--login", "bert", "--role", "admin")
    connection = await asyncpg.connect(database_url)
    insert = "INSERT INTO attempt_counts (key, failures, locks, window_started_at) VALUES ($1, 5, 1, now())"
    await connection.execute(insert, by_login("staff", "anna", "203.0.113.9").name)
    await connection.execute(insert, by_login_anywhere("staff", "anna").name)
    await connection.execute(insert, by_login("staff", "bert", "203.0.113.9").name)

    assert (await staff(database_url, tmp_path, "unlock", "--login", "anna"))[0] == 0
    assert await staff(database_url, tmp_path, "role", "--login", "anna", "--role", "editor") == (
        0,
        "anna: editor",
    )
    assert (await staff(database_url, tmp_path, "deactivate", "--login", "anna"))[0] == 0
    assert await staff(database_url, tmp_path, "list") == (0, "anna: editor (deactivated)\nbert: admin")
    assert (await staff(database_url, tmp_path, "activate", "--login", "anna"))[0] == 0
    last = await staff(database_url, tmp_path, "deactivate", "--login", "bert")

    assert last == (1, "Error: This is the last administrator. Create another one first.")
    left = await connection.fetch("SELECT key FROM attempt_counts")
    acts = await connection.fetch("SELECT act FROM audit_log ORDER BY seq")
    await connection.close()
    assert [row[0] for row in left] == [by_login("staff", "bert", "203.0.113.9").name]
    assert [row[0] for row in acts] == [
        "staff.added",
        "staff.added",
        "staff.unlocked",
        "staff.changed",
        "staff.changed",
        "staff.changed",
    ]


async def test_an_error_is_printed_in_one_line(database_url: str, tmp_path: Path) -> None:
    await staff(database_url, tmp_path, "create", "--login", "anna", "--role", "support")

    taken = await staff(database_url, tmp_path, "create", "--login", "anna", "--role", "admin")
    odd = await staff(database_url, tmp_path, "create", "--login", "An na", "--role", "admin")
    nobody = await staff(database_url, tmp_path, "reset", "--login", "bert")

    assert taken == (1, "Error: The username anna is taken.")
    assert odd[1].startswith("Error: A username has 2 to 40 lowercase letters")
    assert nobody == (1, "Error: There is nobody of the staff with the login 'bert'.")
    assert await staff(database_url, tmp_path, "list") == (0, "anna: support")
