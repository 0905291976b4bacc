"""A demo offers earn products that others have subscribed to already."""

import httpx

from clearwater.core.ledger import HOUSE
from clearwater.domains.demo.coins import COIN_BY_SYMBOL
from clearwater.domains.demo.earn import OFFERS, SOURCE, offer_all
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.domains.demo.builders import open_pairs

PAIRS = ("BTC-USDT", "ETH-USDT", "SOL-USDT")


async def test_products_are_offered_once_and_have_positions(
    services: ApiServices, engine: Follower, client: httpx.AsyncClient, database_url: str
) -> None:
    await open_pairs(engine, *PAIRS)

    await offer_all(engine, services.sessions, services.clock)
    seq = engine.seq
    await offer_all(engine, services.sessions, services.clock)

    assert engine.seq == seq
    shown = {item["id"]: item for item in (await client.get("/api/v1/earn/products")).json()["items"]}
    assert shown.keys() == {offer.id for offer in OFFERS}
    assert {item["source_of_yield"] for item in shown.values()} == {SOURCE}
    for offer in OFFERS:
        product, unit = engine.view.earn_products[offer.id], COIN_BY_SYMBOL[offer.coin].unit
        assert product.subscribed == offer.saved * unit
        assert 0 < float(shown[offer.id]["quota_left"]) < float(offer.quota)
        assert engine.view.balance(HOUSE, offer.coin, "treasury") > product.subscribed
    assert (await audit_ledger(database_url)).differences == []
