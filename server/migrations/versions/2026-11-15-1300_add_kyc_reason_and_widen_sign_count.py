"""Keep a rejection's reason with the case; let a passkey count as far as WebAuthn does."""

import sqlalchemy as sa
from alembic import op

revision = "20261115_1300"
down_revision = "20261115_1120"
branch_labels = None
depends_on = None

# The history has known the reason all along.
REASONS_OF_REJECTED = """
    UPDATE kyc_cases SET reason = (
        SELECT kyc_steps.reason FROM kyc_steps
        WHERE kyc_steps.client_id = kyc_cases.client_id AND kyc_steps.act = 'rejected'
        ORDER BY kyc_steps.at DESC, kyc_steps.id DESC LIMIT 1
    )
    WHERE status = 'rejected'
"""


def upgrade() -> None:
    op.add_column("kyc_cases", sa.Column("reason", sa.String(length=40), nullable=True))
    op.execute(REASONS_OF_REJECTED)
    op.create_check_constraint(
        op.f("ck_kyc_cases_reason"), "kyc_cases", "status = 'rejected' OR reason IS NULL"
    )
    op.alter_column("passkeys", "sign_count", existing_type=sa.Integer(), type_=sa.BigInteger())


def downgrade() -> None:
    op.alter_column("passkeys", "sign_count", existing_type=sa.BigInteger(), type_=sa.Integer())
    op.drop_constraint(op.f("ck_kyc_cases_reason"), "kyc_cases", type_="check")
    op.drop_column("kyc_cases", "reason")
