"""`clearwater keys rotate`, killed at every kind of step and repeated: nothing sealed is ever lost."""

import asyncio
import signal
from collections.abc import Mapping

import asyncpg
import httpx

from clearwater.adapters.postgres_server import as_application
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.secrets import Seal, read_keys
from tests.builders import a_client, a_staff
from tests.command_line import run_command
from tests.forked import processes
from tests.killed_at import run_killed
from tests.pictures import a_picture, an_uploaded

# Four files are put in place: the older keys, the new key and two identity documents. Rows are committed one
# by one.
STEPS = {
    "the older keys are not written down yet": "replace:1:before",
    "the new key is not there yet": "replace:2:before",
    "nothing is re-encrypted yet": "replace:2:after",
    "the first row is not committed yet": "commit:1:before",
    "one of two rows is re-encrypted": "commit:1:after",
    "all rows are re-encrypted, the first file is not in place": "replace:3:before",
    "one of two files is re-encrypted": "replace:3:after",
}
SEALED_ROWS = """
    SELECT 'totp', totp_secret FROM clients WHERE totp_secret IS NOT NULL
    UNION ALL SELECT 'staff-totp', totp_secret FROM staff
"""


def rotate_until(step: str, settings: Mapping[str, str]) -> int | None:
    """How a rotation ends that is killed at a step."""
    process = processes.Process(target=run_killed, args=(step, ["keys", "rotate"], settings))
    process.start()
    process.join(60)
    return process.exitcode


def rotate(settings: Mapping[str, str]) -> tuple[int, str]:
    code, output = run_command("keys", "rotate", settings=settings)
    return code, output.strip()


async def read_sealed(database_url: str, seal: Seal) -> list[str]:
    """Every sealed value of the database, opened."""
    connection = await asyncpg.connect(database_url)
    try:
        rows = await connection.fetch(SEALED_ROWS)
    finally:
        await connection.close()
    return sorted(seal.open(sealed, purpose=purpose).decode() for purpose, sealed in rows)


async def test_a_key_rotation_killed_at_any_step_loses_nothing_and_can_be_repeated(
    services: ApiServices, client: httpx.AsyncClient, database_url: str
) -> None:
    data = services.settings.data_folder
    settings = {
        "DATABASE_URL": as_application(database_url),
        "DATABASE_OWNER_URL": database_url,
        "CLEARWATER_DATA": str(data),
    }
    ann, bob = await a_client(services), await a_client(services, email="bob@example.org")
    staff = await a_staff(services)
    connection = await asyncpg.connect(database_url)
    for person, secret in ((ann, b"ann's secret"), (bob, b"bob's secret")):
        sealed = services.seal.seal(secret, purpose="totp")
        await connection.execute("UPDATE clients SET totp_secret = $1 WHERE id = $2", sealed, person.id)
    await connection.close()
    pictures = [await an_uploaded(client, ann, "kyc_document", a_picture(colour=(n, 0, 0))) for n in (1, 200)]
    contents = [(await client.get(url, headers=ann.headers)).content for url in pictures]
    secrets = sorted(["ann's secret", "bob's secret", staff.totp_secret])

    for where, step in STEPS.items():
        assert await asyncio.to_thread(rotate_until, step, settings) == -signal.SIGKILL, where

        assert await read_sealed(database_url, Seal(*read_keys(data))) == secrets, where
        shown = [(await client.get(url, headers=ann.headers)).content for url in pictures]
        assert shown == contents, where

    repeated = await asyncio.to_thread(rotate, settings)

    assert repeated == (0, "Re-encrypted 5 values and files with the newest key.")
    # Nothing is sealed under an older key, and none is left behind in a draft.
    assert await read_sealed(database_url, Seal(read_keys(data)[0])) == secrets
    (data / "secret-key.old").unlink()
    services.seal.reload()
    shown = [(await client.get(url, headers=ann.headers)).content for url in pictures]
    assert shown == contents
    assert sorted(path.name for path in data.iterdir() if path.is_file()) == ["secret-key"]
    assert list(data.rglob("*.draft")) == []
