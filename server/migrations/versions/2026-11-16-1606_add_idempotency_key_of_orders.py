"""Keep the key of the request that placed an order, so that no other body can use it again."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1606"
down_revision = "20261116_1605"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("orders", sa.Column("idempotency_key", sa.String(32), nullable=True))
    op.create_index(
        "ix_orders_idempotency_key",
        "orders",
        ["client", "idempotency_key"],
        unique=True,
        postgresql_where=sa.text("idempotency_key IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_orders_idempotency_key", table_name="orders")
    op.drop_column("orders", "idempotency_key")
