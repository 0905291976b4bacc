"""The texts that a site begins with: the FAQ and the terms of every new site, and the news of a demo.

The FAQ has a file for each category, news and terms a file for each entry; every language has the same ones
in its folder. A language without a file has no text of it.
"""

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from clearwater.domains.content.categories import CATEGORIES, STARTER
from clearwater.domains.content.schemas import ContentFields
from clearwater.kit.languages import SOURCE_LANGUAGE, load_languages

QUESTION = re.compile(r"^## (?P<question>.+?) \{#(?P<slug>[a-z0-9-]+)\}$", re.MULTILINE)
NEWS = re.compile(r"\+\+\+\n(?P<fields>.*?)\n\+\+\+\n(?P<body>.*)", re.DOTALL)


@dataclass(frozen=True)
class StarterEntry:
    """An entry to begin with, and how long ago it appears to be from."""

    fields: ContentFields
    age: timedelta = timedelta()

    def published_at(self, now: datetime) -> datetime:
        return now - self.age


def load_faq() -> list[StarterEntry]:
    entries = []
    for category in CATEGORIES["faq"]:
        texts: dict[str, dict[str, dict[str, str]]] = defaultdict(dict)
        for tag in load_languages():
            path = STARTER / tag / "faq" / f"{category}.md"
            for slug, text in _read_questions(path.read_text("utf-8") if path.is_file() else ""):
                texts[slug][tag] = text
        entries += [
            StarterEntry(
                ContentFields.model_validate(
                    {"slug": slug, "category": category, "position": position, "texts": by_language}
                )
            )
            for position, (slug, by_language) in enumerate(texts.items(), start=1)
        ]
    return entries


def load_news() -> list[StarterEntry]:
    """The news of a demo, oldest first."""
    entries = []
    for path in sorted((STARTER / SOURCE_LANGUAGE / "news").glob("*.md")):
        fields: dict[str, object] = {}
        texts: dict[str, dict[str, str]] = {}
        for tag in load_languages():
            own = STARTER / tag / "news" / path.name
            if own.is_file():
                described, texts[tag] = _read_news(own.read_text("utf-8"))
                fields = described | fields
        hours = fields.pop("hours_ago")
        assert isinstance(hours, int)
        parsed = ContentFields.model_validate(fields | {"slug": path.stem, "texts": texts})
        entries.append(StarterEntry(parsed, timedelta(hours=hours)))
    return sorted(entries, key=lambda entry: -entry.age)


def load_terms() -> list[StarterEntry]:
    texts = {}
    for tag in load_languages():
        path = STARTER / tag / "terms.md"
        if path.is_file():
            heading, _, body = path.read_text("utf-8").partition("\n")
            texts[tag] = _text(heading.removeprefix("# "), body)
    return [StarterEntry(ContentFields.model_validate({"slug": "terms", "texts": texts}))]


def _read_questions(file: str) -> list[tuple[str, dict[str, str]]]:
    found = list(QUESTION.finditer(file))
    ends = [match.start() for match in found[1:]] + [len(file)]
    return [
        (match["slug"], _text(match["question"], file[match.end() : end]))
        for match, end in zip(found, ends, strict=True)
    ]


def _read_news(file: str) -> tuple[dict[str, object], dict[str, str]]:
    match = NEWS.fullmatch(file)
    assert match is not None
    described = tomllib.loads(match["fields"])
    return described, _text(described.pop("title"), match["body"], described.pop("summary"))


def _text(title: str, body: str, summary: str = "") -> dict[str, str]:
    return {"title": title, "summary": summary, "body_markdown": body.strip()}
