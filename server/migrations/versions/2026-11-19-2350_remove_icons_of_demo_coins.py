"""Remove the icons of a demo's coins: the web client draws the icon of a coin that has none."""

from alembic import op

revision = "20261119_2350"
down_revision = "20261119_2345"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE coin_details SET icon = NULL WHERE icon LIKE '/api/v1/demo/icons/%'")


def downgrade() -> None:
    """The version before shows the letters of a coin that has no icon."""
