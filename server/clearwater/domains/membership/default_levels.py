"""The levels of a new site."""

import uuid
from decimal import Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.membership import queries
from clearwater.domains.membership.models import Level

DEFAULT_LEVELS = (
    ("guest", "Guest", "0", "0", "0.002", "0.0025", "1000", "deposit spot convert api_key_read"),
    ("starter", "Starter", "500", "100", "0.0016", "0.002", "50000", "premarket earn api_key_trade"),
    (
        "advanced",
        "Advanced",
        "25000",
        "2500",
        "0.001",
        "0.0015",
        "250000",
        "premarket_sell earn_locked api_key_withdraw",
    ),
    ("pro", "Pro", "500000", "25000", "0.0006", "0.001", "1000000", "api_limits_x5"),
    ("vip", "VIP", "5000000", "100000", "0.0002", "0.0007", "5000000", "api_limits_x20"),
)


async def ensure_levels(session: AsyncSession, site_id: uuid.UUID) -> None:
    """Insert the default levels of a site; existing ones are not changed."""
    names = [column.name for column in Level.__table__.columns]
    defaults = [{name: getattr(level, name) for name in names} for level in default_levels(site_id)]
    await queries.insert_levels(session, defaults)


def default_levels(site_id: uuid.UUID) -> list[Level]:
    """The levels of a new site, lowest first; amounts in USDT, fees as fractions."""
    return [
        Level(
            site_id=site_id,
            key=key,
            rank=rank,
            name=name,
            requires_kyc=rank >= 1,
            requires_two_factor=rank >= 2,
            volume_30d=Decimal(volume),
            balance=Decimal(balance),
            maker_fee=Decimal(maker),
            taker_fee=Decimal(taker),
            withdraw_day=Decimal(withdraw_day),
            features=features.split(),
        )
        for rank, (key, name, volume, balance, maker, taker, withdraw_day, features) in enumerate(
            DEFAULT_LEVELS
        )
    ]
