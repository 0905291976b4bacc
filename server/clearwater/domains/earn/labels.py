"""How products are named and ordered: by their coins."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.earn_events import EarnProductChanged
from clearwater.domains.earn import queries
from clearwater.domains.earn.schemas import CoinFace, Labels
from clearwater.domains.markets import service as markets

Products = Mapping[str, EarnProductChanged]


async def load_labels(session: AsyncSession) -> Labels:
    """Names of coins, in their order, and texts of products."""
    details = await markets.list_coin_details(session)
    faces = sorted(details.values(), key=lambda coin: (coin.position, coin.symbol))
    return Labels(
        {coin.symbol: CoinFace(coin.name, coin.icon) for coin in faces}, await queries.list_texts(session)
    )


def in_order(products: Products, labels: Labels) -> list[EarnProductChanged]:
    """As coins are listed, then by term; coins without a place come last."""
    places = {coin: place for place, coin in enumerate(labels.coins)}
    return sorted(
        products.values(),
        key=lambda row: (places.get(row.coin, len(places)), row.coin, row.term_days, row.product),
    )
