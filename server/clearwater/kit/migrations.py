"""Migrations, and the privileges of the application's database role.

Apart from kit.db, because most processes never need Alembic.
"""

import io

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, text

from clearwater.kit.schema_version import MIGRATIONS

# The application works with rows, and never changes what is append-only.
ROW_PRIVILEGES = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE"})
APPEND_PRIVILEGES = frozenset({"SELECT", "INSERT"})
READ_PRIVILEGES = frozenset({"SELECT"})
SEQUENCE_PRIVILEGES = frozenset({"USAGE"})
SEQUENCE_KIND = "S"

RELATIONS = text("""
    SELECT c.relname, c.relkind::text,
           array(SELECT privilege_type FROM aclexplode(c.relacl) WHERE grantee = r.oid)
    FROM pg_class c, pg_roles r
    WHERE r.rolname = :role AND c.relnamespace = current_schema()::regnamespace
      AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
""")


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


def grant_application(connection: Connection, metadata: MetaData, role: str) -> None:
    """Grant the role what it needs on each table, and revoke everything else.

    Only what differs is changed: this runs at every start, beside an exchange that may be serving.
    """
    quote = connection.dialect.identifier_preparer.quote_identifier
    append_only_names = {table.name for table in metadata.tables.values() if table.info.get("append_only")}
    for name, kind, privileges in connection.execute(RELATIONS, {"role": role}).all():
        wanted, held = _privileges_of(name, kind, append_only_names), frozenset(privileges)
        target = f"{'SEQUENCE' if kind == SEQUENCE_KIND else 'TABLE'} {quote(name)}"
        if wanted - held:
            connection.execute(text(f"GRANT {', '.join(sorted(wanted - held))} ON {target} TO {quote(role)}"))
        if held - wanted:
            connection.execute(
                text(f"REVOKE {', '.join(sorted(held - wanted))} ON {target} FROM {quote(role)}")
            )


def _privileges_of(name: str, kind: str, append_only_names: set[str]) -> frozenset[str]:
    if kind == SEQUENCE_KIND:
        return SEQUENCE_PRIVILEGES
    if name == "alembic_version":
        return READ_PRIVILEGES
    return APPEND_PRIVILEGES if name in append_only_names else ROW_PRIVILEGES
