"""What the pages with a subject of their own are about: pairs, pre-markets, news and answers."""

from collections.abc import Awaitable, Sequence
from typing import NamedTuple, Protocol

import structlog

from clearwater.core.views import View
from clearwater.domains.content import service as content
from clearwater.domains.sites.service import Site
from clearwater.engine.follower import Follower
from clearwater.kit.app_services import AppService
from clearwater.kit.db import DATABASE_FAILURES, SessionFactory
from clearwater.kit.errors import NotFound

log = structlog.get_logger("clearwater.documents")

MAX_NEWS = 10_000


class Question(NamedTuple):
    """A question with its answer as HTML."""

    question: str
    answer_html: str


class PageContent(NamedTuple):
    """What a page is about. Empty texts stand for those of the page's own head."""

    title: str = ""
    description: str = ""
    picture: str = ""
    # Unix seconds; of news alone.
    published_at: int | None = None
    updated_at: int | None = None
    questions: Sequence[Question] = ()


class ListedPage(NamedTuple):
    """A page for the sitemap."""

    path: str
    updated_at: int | None = None


class PageContents(Protocol):
    """Finds what pages are about."""

    async def find(self, site: Site, path: str, language: str) -> PageContent | None:
        """The subject of a page; None where it has none of its own. An unknown subject raises NotFound."""
        ...

    async def list_pages(self, site: Site) -> Sequence[ListedPage]:
        """The pages that there are of paths with a name in them."""
        ...


class KnownPageContents:
    """As the exchange and the domains know them."""

    def __init__(self, engine: Follower, sessions: SessionFactory) -> None:
        self._engine = engine
        self._sessions = sessions

    async def find(self, site: Site, path: str, language: str) -> PageContent | None:
        match path.rstrip("/").split("/"):
            case ["", "trading", pair]:
                return self._find_pair(site, pair)
            case ["", "pre-market", "detail", symbol]:
                return self._find_premarket(symbol)
            case ["", "news", key]:
                return await self._find_content(self._find_news(site, key, language))
            case ["", "faq"]:
                return await self._find_content(self._find_questions(site, language))
        return None

    async def list_pages(self, site: Site) -> Sequence[ListedPage]:
        view, pages = self._view, []
        if view is not None:
            pages += [ListedPage(f"/trading/{pair}") for pair in view.pairs if site.lists(pair)]
        if view is not None and site.has_feature("premarket"):
            pages += [ListedPage(f"/pre-market/detail/{symbol}") for symbol in view.premarkets]
        if site.has_feature("news"):
            async with self._sessions() as session:
                news = await content.list_news_addresses(session, site.id, limit=MAX_NEWS)
            pages += [ListedPage(f"/news/{slug}", updated_at) for slug, updated_at in news]
        return pages

    async def _find_content(self, found: Awaitable[PageContent]) -> PageContent | None:
        try:
            return await found
        except DATABASE_FAILURES as error:
            # The document is of use without its head: the client shows what is wrong, and asks again.
            log.warning("page_content_unavailable", reason=type(error).__name__)
            return None

    async def _find_news(self, site: Site, key: str, language: str) -> PageContent:
        async with self._sessions() as session:
            news = await content.find_news(session, site.id, key[:80], content.languages_for(site, language))
        if news is None:
            raise NotFound
        return PageContent(
            title=news.title,
            description=news.summary,
            picture=news.cover or "",
            published_at=news.published_at,
            updated_at=news.updated_at,
        )

    async def _find_questions(self, site: Site, language: str) -> PageContent:
        async with self._sessions() as session:
            entries = await content.list_questions(session, site.id, content.languages_for(site, language))
        return PageContent(questions=[Question(entry.question, entry.answer_html) for entry in entries])

    @property
    def _view(self) -> View | None:
        """While the engine is loading nothing is known, and no page is called unknown for that."""
        return self._engine.view if self._engine.is_serving else None

    def _find_pair(self, site: Site, pair: str) -> PageContent | None:
        view = self._view
        if not site.lists(pair) or (view is not None and pair not in view.pairs):
            raise NotFound
        return PageContent(title=pair)

    def _find_premarket(self, symbol: str) -> PageContent | None:
        view = self._view
        if view is not None and symbol not in view.premarkets:
            raise NotFound
        return PageContent(title=symbol)


app_page_contents = AppService[PageContents]("page_contents")
