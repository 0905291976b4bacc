"""The texts that a site begins with: complete in every language, and added once."""

import asyncio
import re
from collections import Counter
from pathlib import Path

import httpx
import pytest

from clearwater.domains.content import markdown, service, tasks
from clearwater.domains.content.categories import CATEGORIES
from clearwater.domains.content.starter import StarterEntry, load_faq, load_news, load_terms
from clearwater.domains.demo.coins import PAIR_BY_SYMBOL
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.languages import load_languages
from tests.builders import a_staff
from tests.domains.content.writing import ON_OTHER_SITE, act, add_other_site

PAGES = Path(__file__).parents[4] / "web" / "src" / "lib" / "page-paths.ts"


async def read(client: httpx.AsyncClient, what: str, headers: dict[str, str]) -> list[dict[str, str]]:
    items: list[dict[str, str]] = (await client.get(f"/api/v1/{what}", headers=headers)).json()["items"]
    return items


def test_the_faq_and_the_news_are_many_enough() -> None:
    faq = Counter(entry.fields.category for entry in load_faq())
    news = Counter(entry.fields.category for entry in load_news())

    assert sum(faq.values()) >= 30
    assert set(faq) == set(CATEGORIES["faq"])
    assert sum(news.values()) >= 8
    assert set(news) == set(CATEGORIES["news"])


@pytest.mark.parametrize(
    "entry", [*load_faq(), *load_news(), *load_terms()], ids=lambda entry: entry.fields.slug
)
def test_every_text_is_there_in_every_language_and_links_to_real_pages(entry: StarterEntry) -> None:
    assert set(entry.fields.texts) == set(load_languages())
    pages = PAGES.read_text()
    links = []
    for text in entry.fields.texts.values():
        assert text.title
        assert text.body_markdown
        links.append(re.findall(r'href="([^"]+)"', markdown.render(text.body_markdown)))
    for link in links[0]:
        pair = link.removeprefix("/trading/")
        assert f'"{link}",' in pages or pair in PAIR_BY_SYMBOL, link
    assert all(sorted(others) == sorted(links[0]) for others in links)


async def test_every_site_gets_the_faq_once_and_editors_decide_about_it(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await add_other_site(services)
    now = services.clock.now()

    await asyncio.gather(*(tasks.add_starter_texts(services.sessions, now=now) for _ in range(2)))

    for headers in ({}, ON_OTHER_SITE):
        assert len(await read(client, "faq", headers)) == len(load_faq())
    assert await read(client, "news", {}) == []
    spanish = await read(client, "faq", {"Accept-Language": "es"})
    assert spanish[0]["question"] == "¿Cómo abro una cuenta?"
    editor = await a_staff(services, "editor")
    for item in spanish:
        assert (await act(client, editor, item["id"], "unpublish")).status_code == 200
    await tasks.add_starter_texts(services.sessions, now=now)
    assert await read(client, "faq", {}) == []


async def test_a_demo_has_news_of_the_last_weeks(services: ApiServices, client: httpx.AsyncClient) -> None:
    now = services.clock.now()
    await service.add_starters(services.sessions, "news", now=now)
    await service.add_starters(services.sessions, "news", now=now)

    news = (await client.get("/api/v1/news")).json()["items"]

    assert len(news) == len(load_news())
    assert (news[0]["slug"], news[0]["pinned"]) == ("welcome", True)
    assert len({item["published_at"] for item in news}) == len(news)
    assert all(item["published_at"] < now.timestamp() for item in news)
