"""The migration that the database is at, found without loading Alembic."""

import re
from pathlib import Path

import asyncpg

from clearwater.kit.database_hosts import connect

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
IDENTIFIER = re.compile(r'^(down_revision|revision) = "(\w+)"', re.MULTILINE)


async def is_newest(database_url: str) -> bool:
    """Whether every migration has run."""
    connection = await connect(database_url)
    try:
        versions = {
            row["version_num"] for row in await connection.fetch("SELECT version_num FROM alembic_version")
        }
    except asyncpg.UndefinedTableError:
        return False
    finally:
        await connection.close()
    return versions == _find_heads()


def _find_heads() -> set[str]:
    """The migrations that no other one follows."""
    found: dict[str, set[str]] = {"revision": set(), "down_revision": set()}
    for file in (MIGRATIONS / "versions").glob("*.py"):
        for name, identifier in IDENTIFIER.findall(file.read_text()):
            found[name].add(identifier)
    return found["revision"] - found["down_revision"]
