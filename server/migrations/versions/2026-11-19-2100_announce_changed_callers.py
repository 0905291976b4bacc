"""The tables of whoever can call announce what changes, so that every cache of callers ends in time.

It does not matter who changes them: the application, a command or an operator's own statement.
"""

from alembic import op

revision = "20261119_2100"
down_revision = "20261119_2040"
branch_labels = None
depends_on = None

# What was announced in one transaction already is sent once.
FUNCTION = """
    CREATE FUNCTION announce_changed_caller() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        changed jsonb := to_jsonb(CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END);
    BEGIN
        PERFORM pg_notify(
            'clearwater_notices',
            json_build_array('caller_changed', changed ->> TG_ARGV[0], '{}'::json)::text
        );
        RETURN NULL;
    END $$
"""
# By table: which changes, and the column of the client. The last use of a session or a key changes nothing.
CHANGES = {
    "clients": ("UPDATE OR DELETE", "id"),
    "sessions": (
        "UPDATE OF token_hash, sid_hash, previous_sid_hash, sid_renewed_at, expires_at, stepped_up_until"
        " OR DELETE",
        "client_id",
    ),
    "api_keys": ("UPDATE OF key_hash, scopes, ip_allow_list OR DELETE", "client_id"),
    "passkeys": ("INSERT OR UPDATE OF client_id OR DELETE", "client_id"),
}


def upgrade() -> None:
    op.execute(FUNCTION)
    for table, (changes, column) in CHANGES.items():
        op.execute(
            f"CREATE TRIGGER announce_changed_caller AFTER {changes} ON {table} FOR EACH ROW"
            f" EXECUTE FUNCTION announce_changed_caller('{column}')"
        )


def downgrade() -> None:
    for table in CHANGES:
        op.execute(f"DROP TRIGGER announce_changed_caller ON {table}")
    op.execute("DROP FUNCTION announce_changed_caller()")
