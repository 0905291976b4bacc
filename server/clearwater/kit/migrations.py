"""The schema's way to its newest form; apart from kit.db, for most processes never need Alembic."""

import io
from pathlib import Path

from alembic import command
from alembic.config import Config

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"


def migrate(database_url: str, application_role: str | None = None) -> None:
    """Migrate the schema; concurrent starts wait for each other.

    The URL is the owner's. A role of the application's own gets its rights in the same transaction.
    """
    config = _alembic(database_url)
    config.attributes["application_role"] = application_role
    command.upgrade(config, "head")


def find_schema_differences(database_url: str) -> list[str]:
    """How the tables differ from what the code expects."""
    config = _alembic(database_url)
    found: list[str] = []
    config.attributes["compare"] = found
    command.current(config)
    return found


def _alembic(database_url: str) -> Config:
    config = Config(stdout=io.StringIO())
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["database_url"] = database_url
    return config
