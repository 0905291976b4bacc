"""What holds for every page there is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import page_paths

LAYOUTS = ["auth", "default", "earn", "landing", "markets", "personal", "privacy", "trading"]
PAGES = [*page_paths(), *(f"/components-example/{layout}" for layout in LAYOUTS), "/no-such-page"]


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_clean_for_browsers_readers_and_phones(
    page: Page, path: str, complaints: list[str], check_accessibility: Callable[[], None]
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    answer = page.goto(path)
    assert answer

    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.get_by_role("main")).to_have_count(1)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        check_accessibility()
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(overflow) == 0, width

    expected = ["404"] if path == "/no-such-page" else []
    assert [word for text in complaints for word in (["404"] if "404" in text else [text])] == expected
