"""Keep how much each client has traded on each day, so that nobody adds up fills to find a level.

A trigger adds each statement's fills, in its transaction: engines of this version and of the one before write
fills alike. Trading waits while the fills from before are added up.
"""

import sqlalchemy as sa
from alembic import op

revision = "20261119_2330"
down_revision = "20261119_2100"
branch_labels = None
depends_on = None

TABLE = "daily_volumes"
# Of some fills, by client, coin and the number of the day (UTC). Trades with oneself do not count.
ADD_UP = """
    INSERT INTO daily_volumes (client, day, coin, amount)
    SELECT side.client, at_ms / 86400000, split_part(pair, '-', 2), sum(quote_quantity)
    FROM {fills}, LATERAL (VALUES (taker_client), (maker_client)) AS side (client)
    WHERE taker_client <> maker_client
    GROUP BY 1, 2, 3
"""
FUNCTION = f"""
    CREATE FUNCTION add_daily_volumes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        {ADD_UP.format(fills="added")}
        ON CONFLICT (client, day, coin) DO UPDATE SET amount = daily_volumes.amount + EXCLUDED.amount;
        RETURN NULL;
    END $$
"""
TRIGGER = """
    CREATE TRIGGER add_daily_volumes AFTER INSERT ON fills REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_daily_volumes()
"""


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("client", sa.String(36), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("coin", sa.String(20), nullable=False),
        sa.Column("amount", sa.Numeric(38, 0), nullable=False),
        sa.PrimaryKeyConstraint("client", "day", "coin", name=op.f("pk_daily_volumes")),
    )
    op.execute(FUNCTION)
    # Keeps others from writing fills until this transaction ends.
    op.execute(TRIGGER)
    op.execute(ADD_UP.format(fills="fills"))


def downgrade() -> None:
    op.execute("DROP TRIGGER add_daily_volumes ON fills")
    op.execute("DROP FUNCTION add_daily_volumes()")
    op.drop_table(TABLE)
