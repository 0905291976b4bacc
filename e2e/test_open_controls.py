"""What opens on the components page can be seen by everybody while it is open, and closes as it should."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import settle

pytestmark = pytest.mark.usefixtures("consent")


@pytest.fixture
def examples(page: Page) -> Page:
    page.goto("/components-example")
    expect(page.get_by_role("heading", level=2, name="Overlays")).to_be_attached()
    settle(page)
    return page


def test_an_open_select_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    examples.get_by_role("combobox", name="Network", exact=True).click()
    expect(examples.get_by_role("option", name="Bitcoin")).to_be_visible()
    # The library's focus guards pass the focus on the moment they get it, which axe cannot know.
    examples.evaluate(
        "document.querySelectorAll('[data-base-ui-focus-guard]').forEach(one => one.tabIndex = -1)"
    )

    check_accessibility()


def test_an_open_combobox_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    coin = examples.get_by_role("combobox", name="Coin", exact=True)
    coin.click()
    expect(examples.get_by_role("option", name="ETH Ethereum")).to_be_visible()
    check_accessibility()

    coin.fill("zzz")
    expect(examples.get_by_text("No coin matches what you typed.")).to_be_visible()
    check_accessibility()


def test_an_open_menu_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    examples.get_by_role("button", name="More", exact=True).click()
    expect(examples.get_by_role("menuitem", name="Remove")).to_be_visible()

    check_accessibility()


def test_an_open_tooltip_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    examples.get_by_role("button", name="Hover or focus me").hover()
    expect(examples.get_by_role("tooltip")).to_be_visible()

    check_accessibility()


def test_an_open_popover_is_accessible(examples: Page, check_accessibility: Callable[[], None]) -> None:
    examples.get_by_role("button", name="How fees work").click()
    expect(examples.get_by_role("dialog", name="How fees work")).to_be_visible()

    check_accessibility()


@pytest.mark.parametrize("opener", ["Modal", "Dialog to move and maximize", "Dialog that wants an answer"])
def test_an_open_dialog_is_accessible(
    examples: Page, check_accessibility: Callable[[], None], opener: str
) -> None:
    examples.get_by_role("button", name=opener, exact=True).click()
    expect(examples.get_by_role("dialog")).to_be_visible()

    check_accessibility()


def test_a_combobox_closes_on_escape_on_tab_and_on_a_press_elsewhere(examples: Page) -> None:
    coin = examples.get_by_role("combobox", name="Coin", exact=True)
    options = examples.get_by_role("option")

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


def test_a_combobox_takes_the_pressed_option_and_forgets_an_unfinished_search(examples: Page) -> None:
    coin = examples.get_by_role("combobox", name="Coin", exact=True)

    coin.fill("sol")
    examples.get_by_role("option", name="SOL Solana").click()
    expect(coin).to_have_value("SOL")
    expect(examples.get_by_role("option")).to_have_count(0)

    coin.fill("zzz")
    examples.get_by_role("heading", name="Selects and comboboxes").click()
    expect(coin).to_have_value("SOL")


def test_a_list_that_opens_moves_nothing_else(examples: Page) -> None:
    """The list stands in the main landmark, whose size and content must not notice it."""
    main = examples.get_by_role("main")
    network = examples.get_by_role("combobox", name="Network", exact=True)
    network.scroll_into_view_if_needed()
    before = main.bounding_box()

    network.click()
    expect(examples.get_by_role("option", name="Bitcoin")).to_be_visible()

    assert main.get_by_role("listbox").count() == 1
    assert main.bounding_box() == before
