"""Add what a site shows of itself: icon, texts, features, pairs and how search engines see it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261118_1330"
down_revision = "20261118_1320"
branch_labels = None
depends_on = None

KINDS = "'avatar', 'kyc_selfie', 'kyc_document', 'feedback', 'news'"


def upgrade() -> None:
    op.add_column("sites", sa.Column("favicon", sa.String(500), server_default="/logo.svg", nullable=False))
    for name in ("texts", "features", "seo"):
        op.add_column("sites", sa.Column(name, JSONB, server_default="{}", nullable=False))
    op.add_column("sites", sa.Column("listed_pairs", sa.ARRAY(sa.String(41))))
    op.create_check_constraint("listed_pairs", "sites", "cardinality(listed_pairs) > 0")
    op.add_column("sites", sa.Column("version", sa.Integer, server_default="1", nullable=False))
    op.drop_constraint(op.f("ck_files_kind"), "files", type_="check")
    op.create_check_constraint("kind", "files", f"kind IN ({KINDS}, 'site_logo', 'site_favicon')")


def downgrade() -> None:
    op.execute("DELETE FROM files WHERE kind IN ('site_logo', 'site_favicon')")
    op.drop_constraint(op.f("ck_files_kind"), "files", type_="check")
    op.create_check_constraint("kind", "files", f"kind IN ({KINDS})")
    op.drop_column("sites", "version")
    op.drop_constraint(op.f("ck_sites_listed_pairs"), "sites", type_="check")
    op.drop_column("sites", "listed_pairs")
    for name in ("seo", "features", "texts"):
        op.drop_column("sites", name)
    op.drop_column("sites", "favicon")
