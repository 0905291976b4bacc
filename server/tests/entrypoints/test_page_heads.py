"""What search engines and shared links find: heads, pictures, sitemap and robots.txt."""

import html
import io
import json
import re
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from PIL import Image
from sqlalchemy import text

from clearwater.adapters import share_pictures
from clearwater.adapters.share_pictures import ShareCard, SharePictures
from clearwater.engine.follower import Follower
from clearwater.entrypoints.page_contents import ListedPage, PageContent, Question
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock
from tests.builders import a_staff
from tests.domains.content.writing import publish, publish_faq, site_id_of
from tests.trading import open_market

SITEMAP = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
SCRIPT = '</title><script>alert("1")</script>'


async def head_of(client: httpx.AsyncClient, path: str, **headers: str) -> str:
    return (await client.get(path, headers=headers)).text.partition("</head>")[0]


def title_in(head: str) -> str:
    found = re.search(r"<title>(.*?)</title>", head)
    assert found is not None
    return html.unescape(found[1])


def meta_in(head: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', head)
    return {name: html.unescape(value) for name, value in found}


def links_in(head: str) -> dict[str, str]:
    found = re.findall(r'<link rel="(?:canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)">', head)
    return {language or "canonical": html.unescape(url) for language, url in found}


def blocks_in(head: str) -> dict[str, dict[str, Any]]:
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', head)
    return {block["@type"]: block for block in map(json.loads, found)}


async def change_site(services: ApiServices, assignment: str, **values: Any) -> None:
    async with services.sessions() as session:
        await session.execute(text(f"UPDATE sites SET {assignment}"), values)
        await session.commit()


async def test_a_public_page_has_title_description_and_addresses(client: httpx.AsyncClient) -> None:
    head = await head_of(client, "/privacy")

    assert title_in(head) == "Privacy policy | Clearwater"
    assert meta_in(head) == {
        "description": "What is stored.",
        "og:type": "website",
        "og:site_name": "Clearwater",
        "og:title": "Privacy policy",
        "og:description": "What is stored.",
        "og:url": "http://localhost:8000/privacy",
        "og:image": "http://localhost:8000/og/privacy.png?lang=en",
        "og:locale": "en",
        "twitter:card": "summary_large_image",
        "route-checked": "/privacy",
    }
    assert links_in(head) == {
        "canonical": "http://localhost:8000/privacy",
        "en": "http://localhost:8000/privacy?lang=en",
        "es": "http://localhost:8000/privacy?lang=es",
        "x-default": "http://localhost:8000/privacy",
    }
    crumbs = blocks_in(head)["BreadcrumbList"]["itemListElement"]
    assert [crumb["name"] for crumb in crumbs] == ["Clearwater", "Privacy policy"]


async def test_the_home_page_says_who_runs_the_site(services: ApiServices, client: httpx.AsyncClient) -> None:
    texts = json.dumps({"en": {"headline": "", "lead": "", "description": "Our own words."}})
    await change_site(services, "texts = CAST(:texts AS jsonb)", texts=texts)

    head = await head_of(client, "/")

    assert title_in(head) == "Clearwater"
    assert meta_in(head)["description"] == "Our own words."
    assert meta_in(head)["og:image"] == "http://localhost:8000/og/index.png?lang=en"
    blocks = blocks_in(head)
    assert blocks["Organization"]["logo"] == "http://localhost:8000/logo.svg"
    assert (blocks["WebSite"]["name"], blocks["WebSite"]["inLanguage"]) == ("Clearwater", "en")


async def test_the_head_is_in_the_language_of_the_visitor(client: httpx.AsyncClient) -> None:
    asked = await head_of(client, "/privacy?lang=es")
    browser = await head_of(client, "/privacy", **{"Accept-Language": "es-MX"})

    assert title_in(asked) == title_in(browser) == "Privacy policy (es) | Clearwater"
    assert links_in(asked)["canonical"] == "http://localhost:8000/privacy?lang=es"
    assert links_in(browser)["canonical"] == "http://localhost:8000/privacy"
    answer = await client.get("/privacy")
    assert "Accept-Language" in answer.headers["vary"]


@pytest.mark.parametrize("path", ["/login", "/personal/assets", "/operator", "/nowhere"])
async def test_other_pages_are_not_for_search_engines(client: httpx.AsyncClient, path: str) -> None:
    head = await head_of(client, path)

    assert meta_in(head)["robots"] == "noindex"
    assert "og:title" not in meta_in(head)
    assert links_in(head) == {}
    assert (await client.get(f"/og{path}.png")).status_code == 404


async def test_a_site_that_is_not_to_be_found_says_so_everywhere(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await change_site(services, "seo = '{\"index\": false}'")

    assert meta_in(await head_of(client, "/privacy"))["robots"] == "noindex"
    assert (await client.get("/robots.txt")).text == "User-agent: *\nDisallow: /\n"
    sitemap = ElementTree.fromstring((await client.get("/sitemap.xml")).content)
    assert list(sitemap) == []


async def test_pages_of_a_feature_that_is_off_are_unknown(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    assert (await client.get("/earn")).status_code == 200
    await change_site(services, "features = '{\"earn\": false}'")
    clock.at += REFRESH_INTERVAL

    answer = await client.get("/earn")

    assert answer.status_code == 404
    assert title_in(answer.text) == "Clearwater"
    assert "/earn" not in (await client.get("/sitemap.xml")).text


async def test_a_pair_has_a_page_of_its_own_and_an_unknown_one_has_none(
    services: ApiServices, client: httpx.AsyncClient, engine: Follower, clock: FixedClock
) -> None:
    await open_market(engine)

    head = await head_of(client, "/trading/BTC-USDT")

    assert title_in(head) == "BTC-USDT | Clearwater"
    assert meta_in(head)["description"] == "Prices of BTC-USDT."
    for path in ("/trading/NOPE-USDT", "/trading/btc-usdt", "/pre-market/detail/NOVA"):
        assert (await client.get(path)).status_code == 404, path
    assert "<loc>http://localhost:8000/trading/BTC-USDT</loc>" in (await client.get("/sitemap.xml")).text
    await change_site(services, "listed_pairs = '{ETH-USDT}'")
    clock.at += REFRESH_INTERVAL
    assert (await client.get("/trading/BTC-USDT")).status_code == 404
    assert "BTC-USDT" not in (await client.get("/sitemap.xml")).text


class SomeContents:
    """News whose every word is a script, and answers."""

    async def find(self, _site: object, path: str, _language: str) -> PageContent | None:
        if path == "/news/1":
            return PageContent(SCRIPT, f"{SCRIPT} & more", "/api/v1/file/1", published_at=1_763_208_000)
        if path == "/faq":
            return PageContent(questions=[Question(SCRIPT, f"<p>{SCRIPT}</p>")])
        return None

    async def list_pages(self, _site: object) -> list[ListedPage]:
        return [ListedPage("/news/a&b<c>\"'", updated_at=1_763_208_000)]


@pytest.fixture
def contents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ApiServices, "page_contents", SomeContents())


@pytest.mark.usefixtures("contents")
async def test_news_and_answers_are_described_and_nothing_in_them_can_run(client: httpx.AsyncClient) -> None:
    news, faq = await head_of(client, "/news/1"), await head_of(client, "/faq")

    assert title_in(news) == f"{SCRIPT} | Clearwater"
    assert meta_in(news)["og:type"] == "article"
    assert meta_in(news)["og:image"] == "http://localhost:8000/api/v1/file/1"
    article = blocks_in(news)["NewsArticle"]
    assert (article["headline"], article["datePublished"]) == (SCRIPT, "2025-11-15T12:00:00+00:00")
    answer = blocks_in(faq)["FAQPage"]["mainEntity"][0]
    assert (answer["name"], answer["acceptedAnswer"]["text"]) == (SCRIPT, f"<p>{SCRIPT}</p>")
    for head in (news, faq):
        assert "<script>" not in head


async def test_published_news_and_answers_are_in_heads_and_sitemap(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    editor, site_id = await a_staff(services, "editor"), await site_id_of(services)
    await publish(client, editor, site_id, title="Ether is listed")
    await publish_faq(client, editor, site_id, "limits", title="What are the limits?")

    news, faq = await head_of(client, "/news/ether-is-listed"), await head_of(client, "/faq")

    assert title_in(news) == "Ether is listed | Clearwater"
    assert blocks_in(news)["NewsArticle"]["headline"] == "Ether is listed"
    assert "What are the limits?" in [one["name"] for one in blocks_in(faq)["FAQPage"]["mainEntity"]]
    assert (await client.get("/news/never-written")).status_code == 404
    address = "<loc>http://localhost:8000/news/ether-is-listed</loc><lastmod>2026-11-15"
    assert address in (await client.get("/sitemap.xml")).text
    await change_site(services, "features = '{\"news\": false}'")
    clock.at += REFRESH_INTERVAL
    for path in ("/news/ether-is-listed", "/news.rss", "/api/v1/news", "/api/v1/news/ether-is-listed"):
        assert (await client.get(path)).status_code == 404, path
    assert "ether-is-listed" not in (await client.get("/sitemap.xml")).text


@pytest.mark.usefixtures("contents")
async def test_the_sitemap_is_xml_whatever_a_path_holds(client: httpx.AsyncClient) -> None:
    answer = await client.get("/sitemap.xml")

    assert answer.headers["content-type"] == "application/xml"
    urls = [one.text for one in ElementTree.fromstring(answer.content).findall("s:url/s:loc", SITEMAP)]
    assert urls[:3] == [
        "http://localhost:8000/",
        "http://localhost:8000/privacy",
        "http://localhost:8000/faq",
    ]
    assert urls[-1] == "http://localhost:8000/news/a%26b%3Cc%3E%22%27"
    assert not [url for url in urls if url and ("personal" in url or "login" in url or "$" in url)]


async def test_robots_name_the_sitemap_of_the_site(client: httpx.AsyncClient) -> None:
    robots = (await client.get("/robots.txt")).text

    assert "Sitemap: http://localhost:8000/sitemap.xml\n" in robots
    assert "Disallow: /personal\n" in robots


async def test_a_page_has_a_picture_of_the_usual_size_that_is_cached(client: httpx.AsyncClient) -> None:
    answer = await client.get("/og/privacy.png?lang=es")

    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    picture = Image.open(io.BytesIO(answer.content))
    assert (picture.size, picture.getpixel((600, 4))) == ((1200, 630), (0x35, 0xD0, 0xBA))
    again = await client.get("/og/privacy.png?lang=es", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/og/nowhere.png",
        "/og/privacy",
        "/og/privacy.jpg",
        "/og/../../etc/passwd.png",
        "/og/%2e%2e%2fx.png",
        "/og/",
    ],
)
async def test_there_are_no_pictures_of_anything_else(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404


async def test_an_unknown_site_has_none_of_this(client: httpx.AsyncClient) -> None:
    for path in ("/robots.txt", "/sitemap.xml", "/og/privacy.png", "/privacy"):
        answer = await client.get(path, headers={"Host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (421, "SITE_UNKNOWN")


@pytest.mark.parametrize("title", ["", "x" * 400, "word " * 100, "日本語 " * 40, SCRIPT])
async def test_any_title_is_drawn(title: str) -> None:
    drawn = share_pictures.draw(ShareCard("A name " * 20, title, "#35d0ba"), None)

    assert Image.open(io.BytesIO(drawn)).size == (1200, 630)


async def test_only_the_last_pictures_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share_pictures, "MAX_KEPT", 2)
    pictures = SharePictures(None)

    for title in ("a", "b", "c"):
        await pictures.draw(ShareCard("Site", title, "#35d0ba"))

    assert [card.title for card in pictures._kept] == ["b", "c"]
    pictures.close()
