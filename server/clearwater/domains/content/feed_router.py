"""/news.rss, at the root of the site: RSS 2.0."""

import re
from collections.abc import Sequence
from email.utils import format_datetime
from xml.etree import ElementTree

from fastapi import APIRouter, Depends, Response

from clearwater.domains.content import queries, service
from clearwater.domains.content.live import choose_text
from clearwater.domains.content.models import LiveEntry
from clearwater.domains.sites.service import CurrentLanguage, CurrentOrigins, CurrentSite, require_feature
from clearwater.kit.paging import Listing, PageRequest, read_rows
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(include_in_schema=False)

MAX_ITEMS = 50
ATOM = "http://www.w3.org/2005/Atom"
# Characters that XML 1.0 has no way to write.
NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ElementTree.register_namespace("atom", ATOM)


@router.get("/news.rss", dependencies=[Depends(require_feature("news"))])
async def show_feed(
    site: CurrentSite, language: CurrentLanguage, origins: CurrentOrigins, session: ReadSession
) -> Response:
    """The newest news, for feed readers."""
    news = Listing(queries.select_news(site.id, category=None, coin=None), queries.FEED_ORDER)
    rows, _ = await read_rows(session, news, PageRequest(None, MAX_ITEMS))
    content = write_feed(site, rows, service.languages_for(site, language), origin=origins.of(site))
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return Response(content, media_type="application/rss+xml", headers=headers)


def write_feed(
    site: CurrentSite, rows: Sequence[LiveEntry], languages: Sequence[str], *, origin: str
) -> bytes:
    feed = ElementTree.Element("rss", {"version": "2.0"})
    channel = ElementTree.SubElement(feed, "channel")
    _add(channel, "title", site.sitename)
    _add(channel, "link", f"{origin}/news")
    _add(channel, "description", site.sitename)
    _add(channel, "language", languages[0])
    own = {"href": f"{origin}/news.rss", "rel": "self", "type": "application/rss+xml"}
    ElementTree.SubElement(channel, f"{{{ATOM}}}link", own)
    for live in rows:
        text = choose_text(live, languages)
        item = ElementTree.SubElement(channel, "item")
        _add(item, "title", text.title)
        _add(item, "link", f"{origin}/news/{live.slug}")
        _add(item, "description", text.summary or text.body_text[:500])
        _add(item, "category", live.category or "")
        _add(item, "pubDate", format_datetime(live.published_at))
        # Not its address, which may change.
        _add(item, "guid", f"urn:uuid:{live.entry_id}").set("isPermaLink", "false")
    written: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _add(parent: ElementTree.Element, tag: str, content: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, tag)
    element.text = NOT_XML.sub("", content)
    return element
