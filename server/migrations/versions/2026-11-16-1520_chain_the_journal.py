"""Chain the journal by hashes, and keep each command as the text that was hashed."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1520"
down_revision = "20261116_1500"
branch_labels = None
depends_on = None

# As `engine/chain.py` does it. What is there is chained as it stands: of its past nothing more is known.
CHAIN = """
DO $$
DECLARE
    entry record;
    line text;
    head bytea := decode(repeat('00', 32), 'hex');
BEGIN
    FOR entry IN SELECT seq, at_ms, rules_version, kind, payload FROM journal ORDER BY seq LOOP
        line := concat_ws(' ', entry.seq, entry.at_ms, entry.rules_version, entry.kind, entry.payload);
        head := sha256(head || convert_to(line, 'UTF8'));
        UPDATE journal SET hash = head WHERE seq = entry.seq;
    END LOOP;
END
$$
"""


def upgrade() -> None:
    op.execute("ALTER TABLE journal ALTER COLUMN payload TYPE json USING payload::text::json")
    op.add_column("journal", sa.Column("hash", sa.LargeBinary(), nullable=True))
    op.execute(CHAIN)
    op.alter_column("journal", "hash", nullable=False)


def downgrade() -> None:
    op.drop_column("journal", "hash")
    op.execute("ALTER TABLE journal ALTER COLUMN payload TYPE jsonb USING payload::jsonb")
