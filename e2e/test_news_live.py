"""An editor publishes news, and whoever reads the news right then sees them."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.conftest import WIDE, Exchange, opened_at
from e2e.test_console import Console

TITLE = "Tide & <harbor> fees fall"
SUMMARY = "Makers pay less from Monday."
PATH = "/news/tide-harbor-fees-fall"


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    return market_context


def test_published_news_appear_on_an_open_page_in_the_head_and_in_the_feed(
    page: Page,
    browser: Browser,
    market: Exchange,
    browser_errors: list[str],
    check_accessibility: Callable[[], None],
) -> None:
    # A demo gets news to begin with unless there are others already.
    market.wait_for("/api/v1/news", lambda answer: answer["items"] != [])
    console = Console(page, market, check_accessibility)
    console.enter("edwina", "editor")
    with opened_at(browser, market, viewport=WIDE) as elsewhere:
        reader = elsewhere.new_page()
        reader.goto("/news")
        expect(reader.get_by_role("link", name="Welcome to the demo market")).to_be_visible()
        reader.evaluate("window.isFirstDocument = true")

        write_and_publish(console)

        reader.get_by_role("link", name=TITLE).click()
        expect(reader.get_by_role("heading", level=1)).to_have_text(TITLE)
        expect(reader.get_by_role("heading", name="What changes")).to_be_visible()
        expect(reader).to_have_title(f"{TITLE} | Clearwater")
        expect(reader.get_by_role("region", name="Related coins").get_by_role("link")).to_have_count(1)
        assert reader.evaluate("window.isFirstDocument"), "the list changed without a reload"
    check_head(page, market)
    check_feed(page, market)
    assert browser_errors == []


def write_and_publish(console: Console) -> None:
    page = console.page
    console.go_to("News")
    page.get_by_role("link", name="New entry").click()
    page.get_by_label("Title", exact=True).fill(TITLE)
    page.get_by_label("Summary").fill(SUMMARY)
    page.get_by_label("Text", exact=True).fill("## What changes\n\nThe fee of **makers**.")
    page.get_by_label("Coins").fill("BTC")
    preview = page.get_by_role("region", name="Preview")
    expect(preview.get_by_role("heading", name="What changes")).to_be_visible()
    console.check_screen()
    page.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Published", exact=True).first).to_be_visible()


def check_head(page: Page, market: Exchange) -> None:
    """What search engines and messengers read, without scripts."""
    document = page.request.get(f"{market.url}{PATH}").text()
    head = page.evaluate(
        """text => {
          const {title, head} = new DOMParser().parseFromString(text, "text/html");
          const tags = [...head.querySelectorAll("meta[property], meta[name]")];
          const found = {title, canonical: head.querySelector("[rel=canonical]").href};
          for (const tag of tags) {
            const name = tag.getAttribute("property") ?? tag.name;
            found[name] = name in found ? `${found[name]}, twice: ${tag.content}` : tag.content;
          }
          return found;
        }""",
        document,
    )
    assert head["title"] == f"{TITLE} | Clearwater"
    assert head["description"] == head["og:description"] == SUMMARY
    assert head["og:title"] == TITLE
    assert head["og:type"] == "article"
    # By the first hostname of the site, whichever was asked.
    assert head["og:url"] == head["canonical"] == market.url.replace("127.0.0.1", "localhost") + PATH
    picture = page.request.get(head["og:image"])
    assert picture.headers["content-type"].startswith("image/")


def check_feed(page: Page, market: Exchange) -> None:
    feed = ElementTree.fromstring(page.request.get(f"{market.url}/news.rss").body())
    newest = next(feed.iter("item"))
    item = {part: newest.findtext(part) for part in ("title", "link", "description", "category")}
    assert item == {
        "title": TITLE,
        "link": market.url + PATH,
        "description": SUMMARY,
        "category": "announcement",
    }
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", newest.findtext("guid") or "")
