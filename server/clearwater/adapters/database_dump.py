"""Dump and restore the whole database with pg_dump and pg_restore."""

import asyncio
from pathlib import Path

from sqlalchemy.engine import make_url

from clearwater.adapters.postgres_account import ENVIRONMENT, Account
from clearwater.adapters.postgres_programs import get_programs
from clearwater.kit.errors import StartupError


async def dump_database(url: str, target: Path) -> None:
    """Dump one consistent snapshot while the exchange is running."""
    await _run("pg_dump", url, "--format=custom", f"--file={target}")


async def restore_database(url: str, source: Path) -> None:
    """Restore a dump in one transaction. Owners and privileges are those of this installation."""
    await _run(
        "pg_restore",
        url,
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        "--no-privileges",
        str(source),
    )


async def _run(program: str, url: str, *arguments: str) -> None:
    programs = await get_programs(Account(), None)
    address = make_url(url)
    # Not on the command line, which is readable by every user of the machine.
    secret = {"PGPASSWORD": str(address.password)} if address.password else {}
    place = address.set(password=None).render_as_string()
    process = await asyncio.create_subprocess_exec(
        programs.path(program),
        f"--dbname={place}",
        *arguments,
        env={**ENVIRONMENT, **secret},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        lines = said.decode(errors="replace").strip().splitlines() or ["it exited without a message"]
        raise StartupError(f"{program} failed: {lines[0]}")
