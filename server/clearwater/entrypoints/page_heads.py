"""The head of a document for search engines and shared links, per page, site and language."""

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from clearwater.adapters.web_build import HOME, PageHead
from clearwater.domains.sites.schemas import SiteSeo, texts_of
from clearwater.domains.sites.service import Site, offered_languages
from clearwater.entrypoints.page_contents import PageContent
from clearwater.kit.languages import SOURCE_LANGUAGE

VERIFICATIONS = {"google_verification": "google-site-verification", "bing_verification": "msvalidate.01"}
MAX_QUESTIONS = 50


@dataclass(frozen=True)
class Page:
    """A page as it was asked for."""

    site: Site
    # The public address of the site, without a slash at its end.
    origin: str
    path: str
    language: str
    # Whether the address names the language, so that it is an address of its own.
    names_language: bool
    head: PageHead | None
    content: PageContent | None
    exists: bool

    @property
    def is_indexed(self) -> bool:
        """Whether it is for search engines."""
        is_public = self.head is not None and self.head.descriptions != {}
        return self.exists and is_public and SiteSeo(**self.site.seo).index

    @property
    def title(self) -> str:
        """The page's part of the title; empty at home and where nothing is known of the page."""
        if not self.exists or self.head is None:
            return ""
        own = self.content.title if self.content is not None else ""
        return own or _in_language(self.head.titles, self.language)

    @property
    def description(self) -> str:
        if self.content is not None and self.content.description:
            return self.content.description
        own = texts_of(self.site, self.language).description
        if self.head is None or (self.head.path == HOME and own):
            return own
        text = _in_language(self.head.descriptions, self.language)
        if self.content is not None:
            for name in ("{pair}", "{symbol}"):
                text = text.replace(name, self.content.title)
        return text

    @property
    def url(self) -> str:
        return self.origin + address_of(self.path)

    @property
    def canonical(self) -> str:
        return f"{self.url}?lang={self.language}" if self.names_language else self.url

    @property
    def picture(self) -> str:
        if self.content is not None and self.content.picture:
            return self.origin + self.content.picture
        name = "index" if self.path == HOME else self.path.strip("/")
        return f"{self.origin}/og/{quote(name)}.png?lang={self.language}"


def _in_language(texts: dict[str, str], language: str) -> str:
    return texts.get(language) or texts.get(SOURCE_LANGUAGE, "")


def address_of(path: str) -> str:
    """A path as it is written in an address."""
    return quote(path if path == HOME else path.rstrip("/"), safe="/-._~")


def document_title(page: Page) -> str:
    """As the web client writes it: the site's name at home, `Page | sitename` elsewhere."""
    return f"{page.title} | {page.site.sitename}" if page.title else page.site.sitename


def render_head(page: Page) -> str:
    """The title and what follows it; for pages that are not indexed, only that they are not."""
    title = document_title(page)
    head = f"<title>{html.escape(title, quote=False)}</title>"
    if not page.is_indexed:
        return head + _meta("robots", "noindex")
    head += _meta("description", page.description) + _link("canonical", page.canonical)
    languages = offered_languages(page.site)
    if len(languages) > 1:
        head += "".join(_alternate(tag, f"{page.url}?lang={tag}") for tag in languages)
        head += _alternate("x-default", page.url)
    is_news = page.content is not None and page.content.published_at is not None
    properties = {
        "og:type": "article" if is_news else "website",
        "og:site_name": page.site.sitename,
        "og:title": page.title or page.site.sitename,
        "og:description": page.description,
        "og:url": page.canonical,
        "og:image": page.picture,
        "og:locale": page.language.replace("-", "_"),
    }
    head += "".join(_property(name, value) for name, value in properties.items())
    head += _meta("twitter:card", "summary_large_image")
    for name, meta in VERIFICATIONS.items():
        if value := page.site.seo.get(name):
            head += _meta(meta, value)
    return head + "".join(_data_block(block) for block in structured_data(page))


def structured_data(page: Page) -> list[dict[str, Any]]:
    """What a page is, in the words of schema.org."""
    if page.path == HOME:
        return [_organization(page), _web_site(page)]
    blocks: list[dict[str, Any]] = []
    content = page.content
    if content is not None and content.published_at is not None:
        blocks.append(_news_article(page, content))
    if content is not None and content.questions:
        blocks.append(_faq_page(content))
    blocks.append(_breadcrumbs(page))
    return blocks


def _organization(page: Page) -> dict[str, Any]:
    return _typed(
        "Organization", name=page.site.sitename, url=page.origin + HOME, logo=page.origin + page.site.logo
    )


def _web_site(page: Page) -> dict[str, Any]:
    return _typed("WebSite", name=page.site.sitename, url=page.origin + HOME, inLanguage=page.language)


def _news_article(page: Page, content: PageContent) -> dict[str, Any]:
    assert content.published_at is not None
    modified = content.updated_at or content.published_at
    return _typed(
        "NewsArticle",
        headline=content.title[:110],
        description=page.description,
        image=[page.picture],
        datePublished=_iso(content.published_at),
        dateModified=_iso(modified),
        inLanguage=page.language,
        mainEntityOfPage=page.url,
        publisher={
            "@type": "Organization",
            "name": page.site.sitename,
            "logo": page.origin + page.site.logo,
        },
    )


def _faq_page(content: PageContent) -> dict[str, Any]:
    questions = [
        {
            "@type": "Question",
            "name": one.question,
            "acceptedAnswer": {"@type": "Answer", "text": one.answer_html},
        }
        for one in content.questions[:MAX_QUESTIONS]
    ]
    return _typed("FAQPage", mainEntity=questions)


def _breadcrumbs(page: Page) -> dict[str, Any]:
    crumbs: Sequence[tuple[str, str]] = (
        (page.site.sitename, page.origin + HOME),
        (page.title, page.url),
    )
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": url}
        for position, (name, url) in enumerate(crumbs, 1)
    ]
    return _typed("BreadcrumbList", itemListElement=items)


def _typed(kind: str, **fields: Any) -> dict[str, Any]:
    return {"@context": "https://schema.org", "@type": kind, **fields}


def _iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{html.escape(content)}">'


def _property(name: str, content: str) -> str:
    return f'<meta property="{name}" content="{html.escape(content)}">'


def _link(relation: str, url: str) -> str:
    return f'<link rel="{relation}" href="{html.escape(url)}">'


def _alternate(language: str, url: str) -> str:
    return f'<link rel="alternate" hreflang="{html.escape(language)}" href="{html.escape(url)}">'


def _data_block(block: dict[str, Any]) -> str:
    # In a data block only "<" can end the element; as \u003c it is the same JSON.
    text = json.dumps(block, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'
