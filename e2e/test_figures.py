"""Figures on the components page have the colors and the alignment that the design gives them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from e2e.conftest import WIDE, Exchange, opened_at

GREEN, RED = "rgb(31, 201, 142)", "rgb(255, 93, 115)"
GREY, DARK_GREY = "rgb(169, 182, 198)", "rgb(133, 146, 164)"


@pytest.fixture(scope="module")
def markets(browser: Browser, exchange: Exchange) -> Iterator[Locator]:
    with opened_at(browser, exchange, viewport=WIDE) as context:
        page = context.new_page()
        page.goto("/components-example")
        yield page.get_by_role("table", name="Example markets", exact=True)


@pytest.mark.parametrize(
    ("pair", "change", "direction", "colors"),
    [
        ("BTC-USDT", "1.80%", "rising", (GREEN, GREEN)),
        ("ETH-USDT", "3.75%", "falling", (RED, RED)),
        ("XRP-USDT", "0.00%", "unchanged", (GREY, DARK_GREY)),
    ],
)
def test_a_rise_is_green_a_fall_red_and_no_change_grey(
    markets: Locator, pair: str, change: str, direction: str, colors: tuple[str, str]
) -> None:
    row = markets.get_by_role("row").filter(has_text=pair)

    expect(row.get_by_text(change)).to_have_css("color", colors[0])
    expect(row.get_by_role("img", name=f"{pair}: {direction}")).to_have_css("color", colors[1])


def test_numbers_are_aligned_to_the_end_and_texts_to_the_start(markets: Locator) -> None:
    for name in ("Price", "24h volume"):
        expect(markets.get_by_role("columnheader", name=name)).to_have_css("text-align", "end")
    expect(markets.get_by_role("cell", name="64,210.5")).to_have_css("text-align", "end")
    expect(markets.get_by_role("columnheader", name="Pair")).to_have_css("text-align", "start")
