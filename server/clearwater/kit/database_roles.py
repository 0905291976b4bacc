"""What the application's own database role may do: work with rows, and never change what is append-only."""

from sqlalchemy import Connection, MetaData, text

ROWS = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE"})
APPENDING = frozenset({"SELECT", "INSERT"})
READING = frozenset({"SELECT"})
USING = frozenset({"USAGE"})
SEQUENCE_KIND = "S"

RELATIONS = text("""
    SELECT c.relname, c.relkind::text,
           array(SELECT privilege_type FROM aclexplode(c.relacl) WHERE grantee = r.oid)
    FROM pg_class c, pg_roles r
    WHERE r.rolname = :role AND c.relnamespace = current_schema()::regnamespace
      AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
""")


def append_only() -> dict[str, bool]:
    """The `info` of a table whose rows are written once: the application may add to it and read it."""
    return {"append_only": True}


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
        return USING
    if name == "alembic_version":
        return READING
    return APPENDING if name in append_only_names else ROWS
