"""The FAQ: lists, search and votes."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.content import search, tasks
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInStaff, a_client, a_staff, status_and_code
from tests.conftest import OpenClient
from tests.domains.content.writing import (
    ON_OTHER_SITE,
    a_text,
    act,
    add_other_site,
    publish_faq,
    site_id_of,
    unknown_id,
)

ENGLISH = {
    "password": ("How do I reset my password?", "Open the sign-in page and choose **Forgot password**."),
    "withdraw": ("How long do withdrawals take?", "A withdrawal is sent once it is confirmed & reviewed."),
    "verify": ("How do I verify my identity?", "Upload photos of your document. Verification takes a day."),
}
SPANISH = {
    "password": ("¿Cómo cambio mi contraseña?", "Abre los ajustes de seguridad."),
    "withdraw": ("¿Cuánto tarda un retiro?", "Un retiro se envía cuando está confirmado."),
    "verify": ("¿Cómo verifico mi identidad?", "La verificación tarda un día."),
}


async def fill(
    client: httpx.AsyncClient, services: ApiServices, *, languages: tuple[str, ...] = ("en", "es")
) -> SignedInStaff:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    for slug in ENGLISH:
        texts = {tag: a_text(*{"en": ENGLISH, "es": SPANISH}[tag][slug]) for tag in languages}
        await publish_faq(client, editor, site_id, slug, texts=texts)
    return editor


async def find(client: httpx.AsyncClient, q: str, language: str = "en", **query: str) -> list[dict[str, Any]]:
    answer = await client.get("/api/v1/faq", params={"q": q, **query}, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def slugs(client: httpx.AsyncClient, q: str, language: str = "en", **query: str) -> list[str]:
    return [item["slug"] for item in await find(client, q, language, **query)]


async def test_the_faq_is_listed_by_category_and_sort_order(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    for slug, category, position in (("c", "trading", 0), ("b", "account", 2), ("a", "account", 1)):
        await publish_faq(client, editor, site_id, slug, category=category, position=position)

    listed = (await client.get("/api/v1/faq")).json()

    assert [item["slug"] for item in listed["items"]] == ["a", "b", "c"]
    assert {item["match"] for item in listed["items"]} == {None}
    assert listed["categories"] == [
        {"key": "account", "name": "Account", "count": 2},
        {"key": "trading", "name": "Trading", "count": 1},
    ]
    first = (await client.get("/api/v1/faq", params={"limit": 2})).json()
    rest = (await client.get("/api/v1/faq", params={"limit": 2, "cursor": first["next_cursor"]})).json()
    assert [item["slug"] for item in rest["items"]] == ["c"]
    assert rest["next_cursor"] is None
    only = (await client.get("/api/v1/faq", params={"category": "trading"})).json()["items"]
    assert [item["slug"] for item in only] == ["c"]
    spanish = (await client.get("/api/v1/faq", headers={"Accept-Language": "es"})).json()["categories"]
    assert [category["name"] for category in spanish] == ["Cuenta", "Trading"]
    wrong = await client.get("/api/v1/faq", params={"cursor": "nonsense"})
    assert status_and_code(wrong) == (422, "VALIDATION_FAILED")


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("withdrawal", ["withdraw"]),
        ("withdrawing", ["withdraw"]),
        ("passw", ["password"]),
        ("reset pass", ["password"]),
        ("PASSWORD!", ["password"]),
        ("pasword", ["password"]),
        ("passwrod", ["password"]),
        ("withdrwal", ["withdraw"]),
        ("verfication", ["verify"]),
        ("verifcat", ["verify"]),
        ("how do I verify my identity?", ["verify"]),
        ("zzzzzz", []),
        ("xylophone quartz", []),
        ("???", []),
        ("& | ! ( ) : * <-> '", []),
        ("'; DROP TABLE sites; --", []),
        ("\\", []),
    ],
)
async def test_words_prefixes_and_misspelt_words_find_their_entry(
    services: ApiServices, client: httpx.AsyncClient, q: str, found: list[str]
) -> None:
    await fill(client, services)

    assert await slugs(client, q) == found


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("contraseña", ["password"]),
        ("contrasena", ["password"]),
        ("contra", ["password"]),
        ("verificación", ["verify"]),
        ("verificacion", ["verify"]),
        ("verificar", ["verify"]),
        ("retiros", ["withdraw"]),
        ("contrsaeña", ["password"]),
        ("withdrawal", []),
    ],
)
async def test_spanish_is_searched_by_its_stems_with_and_without_accents(
    services: ApiServices, client: httpx.AsyncClient, q: str, found: list[str]
) -> None:
    await fill(client, services)

    assert await slugs(client, q, "es") == found


async def test_matches_are_marked_and_everything_else_is_escaped(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    title = "Is <b>staking</b> & earning safe?"
    await publish_faq(
        client, editor, await site_id_of(services), "x", texts={"en": a_text(title, "*Stake* <i>now</i>.")}
    )

    [item] = await find(client, "staking")

    assert item["question"] == title
    assert item["match"] == {
        "question_html": "Is &lt;b&gt;<mark>staking</mark>&lt;/b&gt; &amp; earning safe?",
        "snippet_html": "<mark>Stake</mark> &lt;i&gt;now&lt;/i&gt;.",
    }


async def test_an_entry_without_a_translation_is_found_in_the_language_that_it_has(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await fill(client, services)
    only_english = {"en": a_text("What is staking?", "Coins that earn.")}
    await publish_faq(client, editor, await site_id_of(services), "stake", texts=only_english)

    assert await slugs(client, "staking", "es") == ["stake"]
    # A translated entry is searched in its translation alone.
    assert await slugs(client, "password", "es") == []


async def test_what_is_unpublished_or_belongs_to_another_site_is_not_found(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await fill(client, services)
    other_id = await add_other_site(services)
    entry = await publish_faq(client, editor, other_id, "gold", texts={"en": a_text("Do you list gold?")})

    assert await slugs(client, "gold") == []
    assert await slugs(client, "glod") == []
    on_other = await client.get("/api/v1/faq", params={"q": "gold"}, headers=ON_OTHER_SITE)
    assert [item["slug"] for item in on_other.json()["items"]] == ["gold"]
    await act(client, editor, entry["id"], "unpublish")
    gone = await client.get("/api/v1/faq", params={"q": "gold"}, headers=ON_OTHER_SITE)
    assert gone.json()["items"] == []
    async with services.sessions() as session:
        words = await session.scalar(
            text("SELECT count(*) FROM content_words WHERE site_id = :id"), {"id": other_id}
        )
    assert words == 0


async def test_a_search_stays_in_its_category_and_within_its_limits(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await fill(client, services)

    assert await slugs(client, "password", category="security") == []
    assert len(await find(client, "how", limit="1")) == 1
    too_long = await client.get("/api/v1/faq", params={"q": "x" * 101})
    assert status_and_code(too_long) == (422, "VALIDATION_FAILED")
    assert await slugs(client, "x" * 100) == []


async def test_a_visitor_votes_once_a_day_and_the_editor_sees_the_sum(
    services: ApiServices, client: httpx.AsyncClient, open_client: OpenClient, clock: FixedClock
) -> None:
    editor = await fill(client, services)
    ann = await a_client(services)
    [item] = await find(client, "password")
    path = f"/api/v1/faq/{item['id']}/helpful"

    async def counts() -> tuple[int, int]:
        entry = await client.get(f"/api/operator/content/{item['id']}", headers=editor.headers)
        return entry.json()["helpful"], entry.json()["unhelpful"]

    for answer in (True, True, False):
        assert (await client.post(path, json={"helpful": answer})).status_code == 204
    assert await counts() == (1, 0)
    elsewhere = await open_client(ip="203.0.113.9")
    await elsewhere.post(path, json={"helpful": False})
    await client.post(path, json={"helpful": True}, headers=ann.headers)
    assert await counts() == (2, 1)
    clock.at += timedelta(days=1)
    await tasks.purge_votes(services.sessions, now=clock.now())
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM content_votes")) == 0

    unknown = await client.post(f"/api/v1/faq/{unknown_id()}/helpful", json={"helpful": True})
    assert status_and_code(unknown) == (404, "NOT_FOUND")
    news = await client.post(path, json={"helpful": "maybe"})
    assert status_and_code(news) == (422, "VALIDATION_FAILED")


async def test_votes_of_an_address_are_limited(services: ApiServices, client: httpx.AsyncClient) -> None:
    await fill(client, services)
    [item] = await find(client, "password")
    path = f"/api/v1/faq/{item['id']}/helpful"

    answers = [(await client.post(path, json={"helpful": True})).status_code for _ in range(61)]

    assert answers == [204] * 60 + [429]


def test_near_words_are_those_with_the_fewest_differences() -> None:
    words = ["password", "passwords", "passport", "withdraw"]

    assert search.choose_corrections("pasword", words, is_prefix=False) == ["password"]
    assert search.choose_corrections("wihtdr", words, is_prefix=True) == ["withdraw"]
    assert search.choose_corrections("table", words, is_prefix=True) == []
    assert search.edit_distance("form", "from") == 1
    assert search.edit_distance("", "abc") == 3


def test_a_snippet_begins_near_its_match() -> None:
    long = "Nothing to see here. " * 20 + "The answer is deposits. " + "More words follow. " * 20
    marker = search.Marker([search.Term(("deposits",), ("deposit",), is_prefix=False)])

    snippet = marker.mark_snippet(long)

    assert "<mark>deposits</mark>" in snippet
    assert (snippet[0], snippet[-1]) == ("…", "…")
    assert len(snippet) <= search.SNIPPET + len("……<mark></mark>")


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (
            "Deposits, DEPOSITED and depositologists",
            "<mark>Deposits</mark>, <mark>DEPOSITED</mark> and depositologists",
        ),
        ("Contrasena y contraseñas", "<mark>Contrasena</mark> y <mark>contraseñas</mark>"),
        # Two letters in one sign: what is marked stays where it is.
        ("ﬁrst… contraseña & more", "ﬁrst… <mark>contraseña</mark> &amp; more"),
        ("redeposit deposit_s", "redeposit <mark>deposit</mark>_s"),
    ],
)
def test_words_are_marked_whole_and_with_their_accents(text: str, marked: str) -> None:
    terms = [
        search.Term(("deposits",), ("deposit",), is_prefix=False),
        search.Term(("contrasen",), (), is_prefix=True),
    ]

    assert search.Marker(terms).mark(text) == marked
