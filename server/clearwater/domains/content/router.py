"""/v1/news, /v1/faq and /v1/pages."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from clearwater.domains.clients.errors import AccountFrozen
from clearwater.domains.content import faq, queries, service, terms
from clearwater.domains.content.categories import CATEGORIES
from clearwater.domains.content.errors import TermsChanged
from clearwater.domains.content.live import choose_text
from clearwater.domains.content.schemas import (
    AcceptedTerms,
    FaqCategory,
    FaqPage,
    HelpfulDraft,
    NewsArticle,
    NewsCategories,
    NewsCategory,
    NewsCategoryCount,
    NewsView,
    Pages,
    PageView,
)
from clearwater.domains.sessions.errors import READING_REFUSALS, ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import MaybeCaller, Unfrozen
from clearwater.domains.sites.service import CurrentLanguage, CurrentSite, require_feature
from clearwater.kit.dependencies import AppClock, AppLimiter, AppSeal
from clearwater.kit.errors import NotFound, RateLimited, problems
from clearwater.kit.fields import ONE_LINE
from clearwater.kit.paging import MAX_LIMIT, Page, PageRequest, read_page
from clearwater.kit.ratelimit import RateLimitGroup
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession
from clearwater.kit.visitor import network_of_scope

router = APIRouter(prefix="/v1", tags=["content"], route_class=UnitOfWorkRoute)

NEEDS_NEWS = [Depends(require_feature("news"))]
NEWS_LIMIT, FAQ_LIMIT = 20, 100
MAX_QUERY = 100

Key = Annotated[str, Path(alias="id", max_length=80, pattern=ONE_LINE, description="An id or a slug.")]
Cursor = Annotated[str | None, Query(max_length=500)]


async def _languages(site: CurrentSite, language: CurrentLanguage) -> list[str]:
    return service.languages_for(site, language)


ReaderLanguages = Annotated[list[str], Depends(_languages)]


@router.get("/news", dependencies=NEEDS_NEWS)
@shared_response()
async def list_news(
    *,
    site: CurrentSite,
    languages: ReaderLanguages,
    session: ReadSession,
    category: NewsCategory | None = None,
    coin: Annotated[str | None, Query(pattern=r"^[A-Z0-9]{1,20}$")] = None,
    cursor: Cursor = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = NEWS_LIMIT,
) -> Page[NewsView]:
    """The site's news, pinned first, then newest first; each in the best language that it has."""
    news = queries.select_news(site.id, category=category, coin=coin)
    return await read_page(
        session,
        news,
        queries.NEWS_ORDER,
        PageRequest(cursor, limit),
        lambda live: NewsView.of(live, choose_text(live, languages)),
    )


@router.get("/news/categories", dependencies=NEEDS_NEWS)
@shared_response()
async def list_news_categories(site: CurrentSite, session: ReadSession) -> NewsCategories:
    """The categories of news and how many entries each has."""
    counts = await queries.count_categories(session, site.id, "news")
    return NewsCategories(
        items=[
            NewsCategoryCount.model_validate({"key": key, "count": counts.get(key, 0)})
            for key in CATEGORIES["news"]
        ]
    )


@router.get("/news/{id}", responses=problems(NotFound), dependencies=NEEDS_NEWS)
@shared_response()
async def show_news(
    key: Key, site: CurrentSite, languages: ReaderLanguages, session: ReadSession
) -> NewsArticle:
    """One news entry, and its neighbours in time."""
    live = await service.get_live(session, site.id, "news", key)
    previous, following = await service.find_neighbours(session, live, languages)
    return NewsArticle.between(live, choose_text(live, languages), previous, following)


@router.get("/faq")
@shared_response()
async def list_faq(
    *,
    site: CurrentSite,
    languages: ReaderLanguages,
    session: ReadSession,
    q: Annotated[str | None, Query(max_length=MAX_QUERY, description="Words to search for.")] = None,
    category: FaqCategory | None = None,
    cursor: Cursor = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = FAQ_LIMIT,
) -> FaqPage:
    """The FAQ by category; with `q` the entries that match, best first, all on one page.

    The last word may be incomplete, and misspelt words find near ones.
    """
    asked = faq.FaqRequest(site.id, languages, category, limit)
    if q is not None and q.strip():
        return await faq.search_faq(session, asked, q)
    return await faq.list_faq(session, asked, cursor=cursor)


@router.post(
    "/faq/{id}/helpful",
    status_code=204,
    response_class=Response,
    responses=problems(TokenInvalid, ScopeMissing, NotFound, RateLimited),
)
async def vote_helpful(
    *,
    entry_id: Annotated[uuid.UUID, Path(alias="id")],
    draft: HelpfulDraft,
    caller: MaybeCaller,
    site: CurrentSite,
    request: Request,
    limiter: AppLimiter,
    seal: AppSeal,
    clock: AppClock,
    session: WriteSession,
) -> None:
    """Say whether an answer helped; it counts once per visitor and entry a day."""
    network = network_of_scope(request.scope)
    voter = f"client:{caller.client.id}" if caller else network
    await limiter.require_room(RateLimitGroup.HELPFUL, network)
    await faq.vote(
        session,
        seal,
        site_id=site.id,
        entry_id=entry_id,
        voter=voter,
        is_helpful=draft.helpful,
        now=clock.now(),
    )


@router.get("/pages")
@shared_response()
async def list_pages(
    slug: Annotated[str, Query(max_length=80, pattern=ONE_LINE)],
    site: CurrentSite,
    languages: ReaderLanguages,
    session: ReadSession,
) -> Pages:
    """The site's own text of a page; none where the built-in text is shown."""
    live = await queries.find_live(session, site.id, "page", slug)
    if live is None:
        return Pages(items=[])
    entry = await service.get_entry(session, live.entry_id)
    assert entry.live_version is not None
    return Pages(items=[PageView.of(live, choose_text(live, languages), entry.live_version)])


@router.post(
    "/terms/acceptance",
    status_code=204,
    response_class=Response,
    responses=problems(*READING_REFUSALS, AccountFrozen, TermsChanged),
)
async def accept_terms(
    accepted: AcceptedTerms, caller: Unfrozen, site: CurrentSite, session: WriteSession, clock: AppClock
) -> None:
    """Accept the version of the site's terms that the client has read."""
    await terms.accept(session, site.id, caller.client.id, accepted.version, now=clock.now())
