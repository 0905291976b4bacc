"""What opens on the components page can be seen by everybody while it is open, and closes as it should."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import wait_for_animations

pytestmark = pytest.mark.usefixtures("consent")


@pytest.fixture
def examples(page: Page) -> Page:
    page.goto("/components-example")
    expect(page.get_by_role("heading", level=2, name="Overlays")).to_be_attached()
    wait_for_animations(page)
    return page


def open_calendar(page: Page) -> Locator:
    """The calendar of the first date on the page."""
    page.get_by_role("button", name="Change date").first.click()
    grid = page.get_by_role("grid")
    expect(grid).to_be_visible()
    wait_for_animations(page)
    return grid


def test_an_open_select_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    examples.get_by_role("combobox", name="Network", exact=True).click()
    expect(examples.get_by_role("option", name="Bitcoin")).to_be_visible()
    # The library's focus guards pass the focus on the moment they get it, which axe cannot know.
    examples.evaluate(
        "document.querySelectorAll('[data-base-ui-focus-guard]').forEach(one => one.tabIndex = -1)"
    )

    check_accessibility()


def coin_search(examples: Page) -> Locator:
    """The list that is searched by typing."""
    return examples.get_by_role("combobox").and_(examples.get_by_placeholder("Search coins"))


def test_an_open_combobox_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    coin = coin_search(examples)
    coin.click()
    expect(examples.get_by_role("option", name="ETH Ethereum")).to_be_visible()
    check_accessibility()

    coin.fill("zzz")
    expect(examples.get_by_text("No coins match your search.")).to_be_visible()
    check_accessibility()


def test_an_open_menu_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    examples.get_by_role("button", name="More", exact=True).click()
    expect(examples.get_by_role("menuitem", name="Remove")).to_be_visible()

    check_accessibility()


def test_an_open_tooltip_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    examples.get_by_role("button", name="Hover or focus this").hover()
    expect(examples.get_by_role("tooltip")).to_be_visible()

    check_accessibility()


def test_an_open_popover_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    examples.get_by_role("button", name="How fees work").click()
    expect(examples.get_by_role("dialog", name="How fees work")).to_be_visible()

    check_accessibility()


@pytest.mark.parametrize("width", [360, 1440])
def test_an_open_calendar_is_accessible_and_fits(
    examples: Page, check_accessibility: Callable[[], None], width: int
) -> None:
    examples.set_viewport_size({"width": width, "height": 740})
    open_calendar(examples)

    check_accessibility()
    calendar = examples.get_by_role("dialog", name="Choose date").bounding_box()
    assert calendar
    assert calendar["x"] >= 0
    assert calendar["y"] >= 0
    assert calendar["x"] + calendar["width"] <= width
    assert calendar["y"] + calendar["height"] <= 740
    sizes = examples.get_by_role("gridcell").evaluate_all(
        "cells => cells.filter(cell => cell.dataset.day).map(cell => [cell.offsetWidth, cell.offsetHeight])"
    )
    assert min(min(size) for size in sizes) >= 40


@pytest.mark.parametrize(
    "opener", ["Modal", "Modal with a form", "Dialog to move and maximize", "Dialog that needs a choice"]
)
def test_an_open_dialog_is_accessible(
    examples: Page, check_accessibility: Callable[[], None], opener: str
) -> None:
    examples.get_by_role("button", name=opener, exact=True).click()
    expect(examples.get_by_role("dialog")).to_be_visible()

    check_accessibility()


def test_a_combobox_closes_on_escape_on_tab_and_on_a_press_elsewhere(examples: Page) -> None:
    coin = coin_search(examples)
    options = examples.get_by_role("listbox").get_by_role("option")

    coin.click()
    expect(options).to_have_count(8)
    examples.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(coin).to_be_focused()

    examples.keyboard.press("ArrowDown")
    expect(options).to_have_count(8)
    examples.keyboard.press("Tab")
    expect(options).to_have_count(0)
    expect(coin).not_to_be_focused()

    coin.click()
    expect(options).to_have_count(8)
    examples.get_by_role("heading", name="Selects and comboboxes").click()
    expect(options).to_have_count(0)


def test_a_combobox_takes_the_clicked_option_and_discards_an_unfinished_search(examples: Page) -> None:
    coin = coin_search(examples)

    coin.fill("sol")
    examples.get_by_role("option", name="SOL Solana").click()
    expect(coin).to_have_value("SOL")
    expect(examples.get_by_role("listbox").get_by_role("option")).to_have_count(0)

    coin.fill("zzz")
    examples.get_by_role("heading", name="Selects and comboboxes").click()
    expect(coin).to_have_value("SOL")


def test_a_date_is_chosen_by_keys_and_the_focus_goes_back(examples: Page) -> None:
    date = examples.get_by_role("textbox", name="Date", exact=True)
    date.fill("2/28/26")
    date.blur()
    expect(date).to_have_value("02/28/2026")
    grid = open_calendar(examples)
    expect(grid.get_by_role("gridcell", name="Saturday, February 28, 2026")).to_be_focused()

    examples.keyboard.press("ArrowRight")
    expect(examples.get_by_role("grid", name="March 2026")).to_be_visible()
    expect(examples.get_by_role("gridcell", name="Sunday, March 1, 2026")).to_be_focused()
    examples.keyboard.press("Escape")
    expect(grid).to_have_count(0)
    button = examples.get_by_role("button", name="Change date").first
    expect(button).to_be_focused()
    expect(date).to_have_value("02/28/2026")

    examples.keyboard.press("Enter")
    examples.keyboard.press("Shift+PageDown")
    expect(examples.get_by_role("gridcell", name="Sunday, February 28, 2027")).to_be_focused()
    examples.keyboard.press("Enter")
    expect(date).to_have_value("02/28/2027")
    expect(button).to_be_focused()


def test_an_invalid_date_is_marked_invalid(examples: Page) -> None:
    date = examples.get_by_role("textbox", name="Date", exact=True)

    date.fill("31/12/26")
    expect(date).not_to_have_attribute("aria-invalid", "true")
    date.blur()

    expect(date).to_have_attribute("aria-invalid", "true")
    expect(date).to_have_accessible_description("Format: mm/dd/yyyy Enter the date as mm/dd/yyyy.")


def test_an_open_listbox_shifts_no_layout(examples: Page) -> None:
    """The list stands in the main landmark, whose size and content must not notice it."""
    main = examples.get_by_role("main")
    network = examples.get_by_role("combobox", name="Network", exact=True)
    network.scroll_into_view_if_needed()
    before = main.bounding_box()

    network.click()
    expect(examples.get_by_role("option", name="Bitcoin")).to_be_visible()

    assert main.get_by_role("listbox").count() == 1
    assert main.bounding_box() == before
