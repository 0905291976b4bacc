"""News, pages and the feed, as visitors read them."""

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from clearwater.domains.content import markdown
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import a_staff, status_and_code
from tests.domains.content.writing import (
    ON_OTHER_SITE,
    OTHER_HOST,
    a_text,
    act,
    add_other_site,
    publish,
    site_id_of,
    unknown_id,
)


async def test_pinned_news_come_first_then_the_newest(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    entries: dict[str, dict[str, Any]] = {
        "one": {"pinned": True, "coins": ["BTC"]},
        "two": {"category": "market"},
        "three": {"coins": ["ETH", "BTC"]},
    }
    for slug, fields in entries.items():
        await publish(client, editor, site_id, slug=slug, **fields)
        clock.at += timedelta(minutes=1)

    async def slugs(**query: str) -> list[str]:
        return [item["slug"] for item in (await client.get("/api/v1/news", params=query)).json()["items"]]

    assert await slugs() == ["one", "three", "two"]
    assert await slugs(category="market") == ["two"]
    assert await slugs(coin="BTC") == ["one", "three"]
    first = (await client.get("/api/v1/news", params={"limit": 2})).json()
    rest = (await client.get("/api/v1/news", params={"cursor": first["next_cursor"]})).json()
    assert [item["slug"] for item in first["items"] + rest["items"]] == ["one", "three", "two"]
    assert rest["next_cursor"] is None
    assert (await client.get("/api/v1/news/categories")).json()["items"] == [
        {"key": "announcement", "count": 0},
        {"key": "listing", "count": 2},
        {"key": "product", "count": 0},
        {"key": "maintenance", "count": 0},
        {"key": "market", "count": 1},
    ]


async def test_an_article_has_an_id_a_slug_and_neighbours(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    entries = []
    for slug in ("one", "two", "three"):
        entries.append(await publish(client, editor, site_id, slug=slug))
        clock.at += timedelta(minutes=1)

    article = (await client.get("/api/v1/news/two")).json()

    assert (article["previous"]["slug"], article["next"]["slug"]) == ("one", "three")
    assert (await client.get(f"/api/v1/news/{entries[1]['id']}")).json() == article
    assert (await client.get("/api/v1/news/three")).json()["next"] is None
    for missing in ("four", unknown_id(), "x" * 80):
        assert status_and_code(await client.get(f"/api/v1/news/{missing}")) == (404, "NOT_FOUND")


async def test_a_visitor_reads_in_the_own_language_or_in_the_next_best(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    both = {"en": a_text("Hello"), "es": a_text("Hola")}
    await publish(client, editor, site_id, slug="both", texts=both)
    await publish(client, editor, site_id, slug="spanish", texts={"es": a_text("Solo en español")})

    async def read(slug: str, language: str) -> tuple[str, str]:
        answer = await client.get(f"/api/v1/news/{slug}", headers={"Accept-Language": language})
        return answer.json()["title"], answer.json()["language"]

    assert await read("both", "es-MX") == ("Hola", "es")
    assert await read("both", "fr") == ("Hello", "en")
    assert await read("spanish", "en") == ("Solo en español", "es")


async def test_the_content_of_another_site_is_invisible(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    other_id = await add_other_site(services)
    entry = await publish(client, editor, other_id, slug="blue")
    await publish(client, editor, await site_id_of(services), slug="blue")
    page = await publish(client, editor, other_id, kind="page", slug="terms", category=None)

    own = (await client.get("/api/v1/news", headers=ON_OTHER_SITE)).json()["items"]

    assert [item["id"] for item in own] == [entry["id"]]
    assert (await client.get(f"/api/v1/news/{entry['id']}")).status_code == 404
    terms = f"/api/v1/pages?slug={page['slug']}"
    assert (await client.get(terms)).json() == {"items": []}
    (shown,) = (await client.get(terms, headers=ON_OTHER_SITE)).json()["items"]
    assert (shown["title"], shown["language"]) == ("Bitcoin is listed", "en")


async def test_the_feed_is_valid_xml_whatever_a_title_has(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    title = "<b>R&D</b> ]]> \"quotes\" 'and' 🚀 ￿ añb"
    texts = {"en": a_text(title, summary="5 < 6 & 7 > 2"), "es": a_text("Título con eñe")}
    await publish(client, editor, await site_id_of(services), slug="special", texts=texts)

    answer = await client.get("/news.rss")

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/rss+xml")
    channel = ElementTree.fromstring(answer.content).find("channel")
    assert channel is not None
    [item] = channel.findall("item")
    assert item.findtext("title") == title.replace("￿", "")
    assert item.findtext("description") == "5 < 6 & 7 > 2"
    assert item.findtext("link") == "http://localhost:8000/news/special"
    assert item.findtext("pubDate") == "Sun, 15 Nov 2026 12:00:00 +0000"
    spanish = await client.get("/news.rss", params={"lang": "es"})
    assert "<language>es</language>" in spanish.text
    assert "Título con eñe" in spanish.text
    unknown = await client.get("/news.rss", headers={"Host": "nobody.example"})
    assert status_and_code(unknown) == (421, "SITE_UNKNOWN")


async def test_the_feed_of_another_site_links_to_that_site(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    await publish(client, editor, await add_other_site(services), slug="blue")

    answer = await client.get("/news.rss", headers={"Host": OTHER_HOST})

    assert f"<link>http://{OTHER_HOST}:8000/news/blue</link>" in answer.text
    assert "<item>" not in (await client.get("/news.rss")).text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("[x](JaVaScRiPt&colon;alert(1))", "[x](JaVaScRiPt:alert(1))"),
        ("[x](data:text/html;base64,AAAA)", "[x](data:text/html;base64,AAAA)"),
        ("[x](//evil.example)", '<a rel="noopener">x</a>'),
        ("[x](/\\evil.example)", '<a href="/%5Cevil.example" rel="noopener">x</a>'),
        ("[x](vbscript:x)", "[x](vbscript:x)"),
        ("[x](ftp://a.example)", '<a rel="noopener">x</a>'),
        ("[x](/news)", '<a href="/news" rel="noopener">x</a>'),
        ("[x](https://a.example?a=1&b=2)", '<a href="https://a.example?a=1&amp;b=2" rel="noopener">x</a>'),
        ("[x](mailto:a@b.example)", '<a href="mailto:a@b.example" rel="noopener">x</a>'),
        (
            '[x](/a "t\\" onclick=\\"alert(1)")',
            '<a href="/a" title="t&quot; onclick=&quot;alert(1)" rel="noopener">x</a>',
        ),
        ("![pixel](https://evil.example/p.png)", "pixel"),
        ("![](/api/v1/client)", ""),
        ("**bold** `code` ~~gone~~", "<strong>bold</strong> <code>code</code> <s>gone</s>"),
    ],
)
def test_markdown_becomes_html_that_is_safe(written: str, shown: str) -> None:
    assert markdown.render(written) == f"<p>{shown}</p>"


def test_markup_of_blocks_stays_and_headings_begin_below_the_title() -> None:
    written = "# One\n\n- a\n- b\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<img src=x onerror=alert(1)>"

    rendered = markdown.render(written)

    assert rendered.startswith("<h2>One</h2>\n<ul>\n<li>a</li>")
    assert "<td>1</td>" in rendered
    assert "<img" not in rendered
    assert markdown.plain_text(rendered) == "One a b said a b 1 2 <img src=x onerror=alert(1)>"


def test_deep_nesting_is_rendered_without_harm() -> None:
    assert len(markdown.render("> " * 5_000 + "deep")) < 100_000
    assert len(markdown.render("[" * 10_000 + "](x)")) < 100_000


async def test_the_preview_shows_what_visitors_would_see(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")

    answer = await client.post(
        "/api/operator/content/preview",
        json={"body_markdown": "**Hi** <script>x</script>"},
        headers=editor.headers,
    )

    assert answer.json() == {"html": "<p><strong>Hi</strong> &lt;script&gt;x&lt;/script&gt;</p>"}


async def test_a_page_shows_its_text_until_it_is_unpublished(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    texts = {"en": a_text("Privacy", "# Ours\n\nWords.")}
    entry = await publish(
        client, editor, await site_id_of(services), kind="page", slug="privacy", category=None, texts=texts
    )

    shown = {
        "slug": "privacy",
        "title": "Privacy",
        "body_html": "<h2>Ours</h2>\n<p>Words.</p>",
        "updated_at": int(services.clock.now().timestamp()),
        "version": 1,
        "language": "en",
    }
    assert (await client.get("/api/v1/pages?slug=privacy")).json() == {"items": [shown]}
    await act(client, editor, entry["id"], "unpublish")
    assert (await client.get("/api/v1/pages?slug=privacy")).json() == {"items": []}
