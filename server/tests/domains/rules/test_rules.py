"""Navigation rules: what is saved, what is refused, what a navigation gets."""

import re
import time

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clearwater.domains.rules import service
from clearwater.domains.rules.errors import RuleLoop
from clearwater.domains.rules.matching import MAX_PATH_LENGTH, judge, matches, normalise
from clearwater.domains.rules.models import NavigationRule
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import ValidationFailed
from tests.builders import a_staff


def a_rule(pattern: str, redirect: str) -> NavigationRule:
    return NavigationRule(pattern=pattern, redirect=redirect, app_middleware={})


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("/earn", "/earn", True),
        ("/earn", "/earnings", False),
        ("/promo/*", "/promo/winter/2026", True),
        ("/promo/*", "/promo", False),
        ("/*/detail", "/pre-market/detail", True),
        ("*", "/anything", True),
        ("/a.c", "/abc", False),
        ("/a*a", "/a", False),
        ("/a*b*b", "/ab", False),
        ("/a*b*b", "/a/b/c/b", True),
        ("/*b*c", "/bcb", False),
        ("/**", "/", True),
    ],
)
def test_a_star_matches_any_run_of_characters(pattern: str, path: str, expected: bool) -> None:
    assert matches(pattern, path) is expected


@given(st.text("/ab*", max_size=8), st.text("/ab\n", max_size=10))
def test_a_pattern_matches_what_a_regular_expression_would(pattern: str, path: str) -> None:
    expression = ".*".join(re.escape(part) for part in pattern.split("*"))

    assert matches(pattern, path) is (re.fullmatch(expression, path, re.DOTALL) is not None)


def test_matching_takes_linear_time() -> None:
    """As a regular expression, every star would multiply what a path that nearly fits costs."""
    started = time.perf_counter()
    for _ in range(100):
        assert not matches("/promo/" + "*/x" * 8 + "/y", "/promo/" + "/x" * 4000)

    assert time.perf_counter() - started < 1.0


def test_a_path_that_is_too_long_matches_no_rule() -> None:
    rules = [a_rule("/promo*", "/earn")]
    longest = "/promo".ljust(MAX_PATH_LENGTH, "x")

    assert judge(rules, longest).redirect == "/earn"
    assert judge(rules, longest + "x").redirect is None


@given(st.text())
def test_normalising_a_path_is_idempotent(path: str) -> None:
    once = normalise(path)

    assert normalise(once) == once
    assert once.startswith("/")


def test_the_first_match_decides_and_a_self_redirect_is_ignored() -> None:
    rules = [a_rule("/a", "/b"), a_rule("/*", "/b")]

    assert judge(rules, "/a?x=1#y").redirect == "/b"
    assert judge(rules, "/c/").redirect == "/b"
    assert judge(rules, "//b").redirect is None
    assert judge([], "/a").redirect is None


async def add(services: ApiServices, **columns: object) -> None:
    site = await services.sites.get_site("localhost")
    async with services.sessions() as session:
        await service.add_rule(session, site.id, **columns)  # type: ignore[arg-type]
        await session.commit()


async def allow(services: ApiServices, hostname: str) -> None:
    async with services.sessions() as session:
        await service.allow_host(session, hostname, added_by="admin", now=services.clock.now())
        await session.commit()


async def test_a_navigation_is_answered_with_redirect_guards_and_ttl(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await add(services, pattern="/promo/*", redirect="/privacy")
    await add(services, pattern="/earn", app_middleware={"profile-redirect": True})

    redirected = await client.get("/api/bff/rules", params={"path": "/promo/x"})
    guarded = await client.get("/api/bff/rules", params={"path": "/earn"})
    free = await client.get("/api/bff/rules", params={"path": "/"})

    assert redirected.json() == {"path": "/promo/x", "redirect": "/privacy", "app_middleware": {}, "ttl": 60}
    assert guarded.json()["app_middleware"] == {"profile-redirect": True}
    assert free.json() == {"path": "/", "redirect": None, "app_middleware": {}, "ttl": 60}


async def test_a_path_with_letters_beyond_ascii_is_matched_as_people_read_it(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await add(services, pattern="/caf\u00e9", redirect="/privacy")

    assert (await client.get("/caf%C3%A9")).headers["location"] == "/privacy"


@pytest.mark.parametrize("path", ["", "earn", "https://x", "/a\\b", "/\x00", "/" + "a" * 2001])
async def test_an_invalid_path_is_refused(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get("/api/bff/rules", params={"path": path})

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "path"


@pytest.mark.parametrize(
    ("columns", "refused"),
    [
        ({"pattern": "promo", "redirect": "/"}, "pattern"),
        ({"pattern": "/old%20page", "redirect": "/"}, "pattern"),
        ({"pattern": "/a?b", "redirect": "/"}, "pattern"),
        ({"pattern": "/a" + "*/" * 9, "redirect": "/"}, "pattern"),
        ({"pattern": "/a", "redirect": "http://localhost:8000/a"}, "redirect"),
        ({"pattern": "/a", "redirect": "javascript:alert(1)"}, "redirect"),
        ({"pattern": "/a", "redirect": "JavaScript:alert(1)"}, "redirect"),
        ({"pattern": "/a", "redirect": "data:text/html,x"}, "redirect"),
        ({"pattern": "/a", "redirect": "//evil.example"}, "redirect"),
        ({"pattern": "/a", "redirect": "/\\evil.example"}, "redirect"),
        ({"pattern": "/a", "redirect": "https://user:pass@example.org"}, "redirect"),
        ({"pattern": "/a", "redirect": "/b\r\nSet-Cookie: x"}, "redirect"),
        ({"pattern": "/a", "redirect": "https://phishing.example/login"}, "redirect"),
        ({"pattern": "/a", "redirect": "http://allowed.example/"}, "redirect"),
        ({"pattern": "/a", "redirect": "https://sub.allowed.example/"}, "redirect"),
        ({"pattern": "/login", "redirect": "/privacy"}, "pattern"),
        ({"pattern": "//login/", "redirect": "/privacy"}, "pattern"),
        ({"pattern": "/login*", "redirect": "/privacy"}, "pattern"),
        ({"pattern": "/register/*", "redirect": "/privacy"}, "pattern"),
        ({"pattern": "/password", "redirect": "/privacy"}, "pattern"),
        ({"pattern": "/email", "redirect": "https://allowed.example/"}, "pattern"),
        ({"pattern": "/knock-knock", "redirect": "/privacy"}, "pattern"),
        ({"pattern": "/operator/staff", "redirect": "/privacy"}, "pattern"),
        ({"pattern": "/api/*", "redirect": "/privacy"}, "pattern"),
        ({"pattern": "/a", "app_middleware": {"no-such-guard": True}}, "app_middleware"),
        ({"pattern": "/a"}, "redirect"),
    ],
)
async def test_a_dangerous_rule_is_refused_and_not_saved(
    services: ApiServices, columns: dict[str, object], refused: str
) -> None:
    await allow(services, "allowed.example")

    with pytest.raises(ValidationFailed) as refusal:
        await add(services, **columns)

    assert [error.field for error in refusal.value.errors] == [refused]
    async with services.sessions() as session:
        site = await services.sites.get_site("localhost")
        assert await service.list_rules(session, site.id) == []


@pytest.mark.parametrize(
    "chain",
    [
        [("/a", "/b"), ("/b", "/a")],
        [("/a", "/b"), ("/b", "/c"), ("/c", "/a")],
        [("/x/*", "/y/1"), ("/y/*", "/x/1")],
    ],
)
async def test_a_redirect_loop_is_refused(services: ApiServices, chain: list[tuple[str, str]]) -> None:
    for pattern, redirect in chain[:-1]:
        await add(services, pattern=pattern, redirect=redirect)

    with pytest.raises(RuleLoop):
        await add(services, pattern=chain[-1][0], redirect=chain[-1][1])


async def test_no_rule_redirects_sign_in_and_operator_pages(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    """M4: `/*` is a rule that may be wanted, but not for these."""
    await allow(services, "allowed.example")
    await add(services, pattern="/*", redirect="https://allowed.example/closed")

    for path in ("/login", "/register", "/password", "/email", "/knock-knock", "/operator", "/operator/kyc"):
        assert (await client.get("/api/bff/rules", params={"path": path})).json()["redirect"] is None
        assert (await client.get(path)).status_code in (200, 404)
    elsewhere = await client.get("/api/bff/rules", params={"path": "/markets"})
    assert elsewhere.json()["redirect"] == "https://allowed.example/closed"


async def test_a_rule_to_a_host_that_is_not_allowed_is_shown_as_such_and_not_followed(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """M4: rules of before the list, and those whose host was taken off it."""
    admin = await a_staff(services)
    await allow(services, "allowed.example")
    await add(services, pattern="/promo", redirect="https://allowed.example/sale")
    path = {"path": "/promo"}
    assert (await client.get("/api/bff/rules", params=path)).json()["redirect"] is not None

    gone = await client.delete("/api/operator/rules/hosts/allowed.example", headers=admin.headers)
    clock.at += REFRESH_INTERVAL

    assert gone.status_code == 204
    assert (await client.get("/api/bff/rules", params=path)).json()["redirect"] is None
    assert (await client.get("/promo")).status_code == 404
    listed = await client.get("/api/operator/rules?site=localhost", headers=admin.headers)
    assert listed.json()["items"][0]["fault"] == (
        "allowed.example is not an allowed host. An administrator can add it."
    )


async def test_only_admins_change_the_list_of_hosts(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin, editor = await a_staff(services), await a_staff(services, "editor")
    await allow(services, "help.example.org")
    hosts, host = "/api/operator/rules/hosts", {"hostname": " Help.Example.ORG "}

    refused = await client.post(hosts, json=host, headers=editor.headers)
    again = await client.post(hosts, json=host, headers=admin.headers)
    odd = [
        await client.post(hosts, json={"hostname": name}, headers=admin.headers)
        for name in ("https://a.example", "a.example/path", "a.example:8443", "localhost", "*.example.org")
    ]

    assert (refused.status_code, again.status_code) == (403, 409)
    assert [answer.status_code for answer in odd] == [422] * 5
    seen = (await client.get(hosts, headers=editor.headers)).json()["items"]
    assert [(row["hostname"], row["added_by"]) for row in seen] == [("help.example.org", "admin")]
    taken = await client.delete(f"{hosts}/help.example.org", headers=editor.headers)
    assert taken.status_code == 403
