"""What coins are worth in USDT."""

from decimal import Decimal

from clearwater.domains.markets.prices import LastPrice, Prices
from clearwater.domains.markets.service import load_prices
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.domains.markets.conftest import MakeTrade

DECIMALS = {"USDT": 7, "BTC": 8, "ETH": 8, "XRP": 6, "NEW": 2}


def test_a_coin_is_worth_its_last_trade_directly_or_through_btc() -> None:
    """MKD-11."""
    prices = Prices(
        {
            "BTC-USDT": LastPrice(5_000_000, 2),
            "ETH-USDT": LastPrice(300_000, 2),
            "ETH-BTC": LastPrice(1, 0),
            "XRP-BTC": LastPrice(2_000, 8),
            "NEW-USDT": LastPrice(0, 2),
        },
        DECIMALS,
    )

    assert prices.price_of("USDT") == 1
    assert prices.price_of("BTC") == Decimal(50_000)
    assert prices.price_of("ETH") == Decimal(3_000)
    assert prices.price_of("XRP") == Decimal("1")
    assert prices.price_of("NEW") is None
    assert prices.value_in_usdt("BTC", 150_000_000) == Decimal(75_000)
    assert prices.value_in_usdt("USDT", 1) == Decimal("0.0000001")
    assert prices.value_in_usdt("NEW", 100) is None
    assert prices.value_in_usdt("GONE", 1) is None


def test_without_a_btc_price_no_coin_is_valued_through_it() -> None:
    prices = Prices({"XRP-BTC": LastPrice(2_000, 8)}, DECIMALS)
    assert (prices.price_of("XRP"), prices.price_of("BTC")) == (None, None)


async def test_the_exchange_and_its_tables_know_the_same_prices(
    services: ApiServices, market: Follower, trade: MakeTrade
) -> None:
    async with services.sessions() as session:
        assert (await load_prices(session)).price_of("BTC") is None
    assert Prices.of(market.view).value_in_usdt("BTC", 10**8) is None

    await trade("50123.45")

    async with services.sessions() as session:
        assert (await load_prices(session)).price_of("BTC") == Decimal("50123.45")
    assert Prices.of(market.view).value_in_usdt("BTC", 10**8) == Decimal("50123.45")
