"""A visitor looks around, reads, finds an answer, and becomes a client."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import Exchange
from e2e.test_sign_up import PASSWORD, confirm

EMAIL = "vivian@example.org"


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    market_context.grant_permissions(["clipboard-read", "clipboard-write"])
    return market_context


def test_a_visitor_reads_the_news_finds_an_answer_and_signs_up(
    page: Page, market: Exchange, browser_errors: list[str]
) -> None:
    for path in ("/api/v1/news", "/api/v1/faq"):
        market.wait_for(path, lambda answer: answer["items"] != [])
    page.goto("/")
    prices = page.get_by_role("region", name="Markets now").get_by_role("list")
    expect(prices.get_by_role("listitem")).to_have_count(6)
    expect(prices).not_to_have_text(prices.inner_text())

    read_news(page, market)
    find_answer(page)

    page.get_by_role("banner").get_by_role("link", name="Clearwater").click()
    page.get_by_role("textbox", name="Email address").fill(EMAIL)
    page.get_by_role("main").get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Email address")).to_have_value(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("I accept the").check()
    page.get_by_role("button", name="Create account").click()
    confirm(page, market, EMAIL)
    expect(page.get_by_role("button", name="Account", exact=True)).to_be_visible()
    assert browser_errors == []


def read_news(page: Page, market: Exchange) -> None:
    page.get_by_role("banner").get_by_role("link", name="News").click()
    page.get_by_role("navigation", name="Categories").get_by_role("link", name="Listing").click()
    expect(page.get_by_role("article")).to_have_count(2)
    page.get_by_role("link", name="New pair: ETH-BTC").click()

    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("New pair: ETH-BTC")
    coins = page.get_by_role("region", name="Related coins").get_by_role("link")
    expect(coins).to_have_text([re.compile(r"ETH/USDT[\d,]+\.\d\d"), re.compile(r"BTC/USDT[\d,]+\.\d\d")])
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{market.url}/news/eth-btc-listed"
    more = page.get_by_role("navigation", name="More news")
    more.get_by_role("link", name=re.compile("^Next")).click()
    expect(title).to_have_text("Convert coins at a firm quote")
    more.get_by_role("link", name=re.compile("^Previous")).click()
    expect(title).to_have_text("New pair: ETH-BTC")


def find_answer(page: Page) -> None:
    page.get_by_role("contentinfo").get_by_role("link", name="FAQ").click()
    page.get_by_role("searchbox", name="Search the FAQ").press_sequentially("dayly withdrawl limt")
    found = page.get_by_role("group").filter(has_text="What is my daily withdrawal limit?")
    expect(found.locator("mark").first).to_have_text(re.compile("daily|withdrawal|limit"))
    found.locator("summary").click()
    found.get_by_role("link", name="Link to this answer").click()

    expect(page).to_have_url(re.compile(r"/faq#withdrawal-limit$"))
    expect(found).to_have_attribute("open", "")
    found.get_by_role("button", name=re.compile("^Yes")).click()
    expect(found.get_by_text("Thanks for your feedback.")).to_be_visible()
