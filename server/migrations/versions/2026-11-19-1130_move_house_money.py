"""Proposals that move the house's own coins between its accounts, or out of its treasury."""

import sqlalchemy as sa
from alembic import op

revision = "20261119_1130"
down_revision = "20261119_0900"
branch_labels = None
depends_on = None

TABLE = "ledger_proposals"


def upgrade() -> None:
    op.add_column(TABLE, sa.Column("source", sa.String(length=20)))
    op.add_column(TABLE, sa.Column("target", sa.String(length=20)))
    _replace("kind", "kind IN ('adjustment', 'funding', 'defunding', 'house_move')")
    _replace("network", "(kind IN ('funding', 'defunding')) = (network IS NOT NULL)")
    accounts = "(kind = 'house_move') = (source IS NOT NULL) AND (source IS NULL) = (target IS NULL)"
    op.create_check_constraint(op.f("ck_ledger_proposals_accounts"), TABLE, accounts)


def downgrade() -> None:
    op.drop_constraint(op.f("ck_ledger_proposals_accounts"), TABLE)
    op.execute("DELETE FROM ledger_proposals WHERE kind IN ('defunding', 'house_move')")
    _replace("kind", "kind IN ('adjustment', 'funding')")
    _replace("network", "(kind = 'funding') = (network IS NOT NULL)")
    op.drop_column(TABLE, "target")
    op.drop_column(TABLE, "source")


def _replace(name: str, condition: str) -> None:
    constraint = op.f(f"ck_ledger_proposals_{name}")
    op.drop_constraint(constraint, TABLE)
    op.create_check_constraint(constraint, TABLE, condition)
