"""Add why the node of a network is of no use, and since when."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_0105"
down_revision = "20261117_2200"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("networks", sa.Column("node_fault", sa.String(20), nullable=True))
    op.add_column("networks", sa.Column("node_fault_since", sa.DateTime(timezone=True), nullable=True))
    op.create_check_constraint(
        op.f("ck_networks_node_fault"),
        "networks",
        "node_fault IN ('unreachable', 'other_chain', 'syncing')",
    )


def downgrade() -> None:
    op.drop_column("networks", "node_fault_since")
    op.drop_column("networks", "node_fault")
