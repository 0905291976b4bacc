"""The categories of news and of the FAQ, in the order in which they are shown."""

import tomllib
from functools import cache
from pathlib import Path

from clearwater.kit.languages import SOURCE_LANGUAGE

CATEGORIES: dict[str, tuple[str, ...]] = {
    "news": ("announcement", "listing", "product", "maintenance", "market"),
    "faq": ("account", "security", "deposits", "withdrawals", "trading", "products"),
    "page": (),
}
STARTER = Path(__file__).parent / "starter"


def name_faq_category(key: str, language: str) -> str:
    """The name of a category of the FAQ; in English where a language has none."""
    return _names(language).get(key) or _names(SOURCE_LANGUAGE)[key]


@cache
def _names(language: str) -> dict[str, str]:
    path = STARTER / language / "categories.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
