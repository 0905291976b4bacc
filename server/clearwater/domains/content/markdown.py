"""Markdown of editors as HTML that is safe to show: rendered without raw HTML, then sanitised."""

import html
import re
import uuid
from collections.abc import Iterator, Sequence

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

FILE_URL = re.compile(r"/api/v1/file/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
# A page of this site begins with one slash: with two, or with a backslash, browsers go to another host.
LINK = re.compile(r"(https?://|mailto:|/(?![/\\])|#)", re.IGNORECASE)
BLOCK_END = re.compile(r"</(?:p|li|h[2-6]|td|th|pre|blockquote)>|<br ?/?>|<hr ?/?>")
SPACES = re.compile(r"\s+")
MAX_HEADING = 6
TAGS = {
    *(
        "a",
        "blockquote",
        "br",
        "code",
        "em",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "img",
        "li",
        "ol",
        "p",
        "pre",
    ),
    *("s", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
ATTRIBUTES = {"a": {"href", "title"}, "img": {"src", "alt", "title", "loading"}, "ol": {"start"}}


def render(markdown: str) -> str:
    """The HTML of a text; its headings begin below that of the page."""
    tokens = _parser.parse(markdown)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, MAX_HEADING)}"
        if token.children:
            token.children = list(_without_foreign_images(token.children))
    rendered = _parser.renderer.render(tokens, _parser.options, {})
    return nh3.clean(
        rendered,
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=_filter,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener",
        strip_comments=True,
    ).strip()


def plain_text(rendered: str) -> str:
    """The words of rendered HTML, without its markup."""
    spaced = BLOCK_END.sub(" ", rendered)
    return SPACES.sub(" ", html.unescape(nh3.clean(spaced, tags=set()))).strip()


def list_images(markdown: str) -> set[uuid.UUID]:
    """The uploaded files that a text shows."""
    found = set()
    for token in _parser.parse(markdown):
        for child in token.children or ():
            if child.type == "image" and (match := FILE_URL.fullmatch(_source(child))):
                found.add(uuid.UUID(match[1]))
    return found


def _without_foreign_images(tokens: Sequence[Token]) -> Iterator[Token]:
    """Images of other hosts would tell them who reads: their description stays."""
    for token in tokens:
        if token.type != "image":
            yield token
        elif FILE_URL.fullmatch(_source(token)):
            token.attrSet("loading", "lazy")
            yield token
        else:
            yield Token("text", "", 0, content=token.content)


def _source(image: Token) -> str:
    return str(image.attrGet("src") or "")


def _filter(tag: str, attribute: str, value: str) -> str | None:
    if (tag, attribute) == ("a", "href"):
        return value if LINK.match(value) else None
    if (tag, attribute) == ("img", "src"):
        return value if FILE_URL.fullmatch(value) else None
    return value


_parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
