"""Toasts and dialogs behave as specified, shown on the components page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import PATIENCE_SECONDS, wait_for_animations

pytestmark = pytest.mark.usefixtures("consent")

LIFE_MS = 5000


@pytest.fixture
def overlays(page: Page) -> Page:
    page.clock.install()
    page.goto("/components-example")
    expect(page.get_by_role("heading", level=2, name="Overlays")).to_be_attached()
    # From here on only `run_for` moves the time: a slow machine must not outlast a toast.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + PATIENCE_SECONDS)
    return page


def open_dialog(page: Page, opener: str) -> Locator:
    page.get_by_role("button", name=opener, exact=True).click()
    page.clock.run_for(200)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    wait_for_animations(page)
    return dialog


def show_toast(page: Page) -> Locator:
    """A toast with a life of five seconds, opened from inside a dialog."""
    page.get_by_role("button", name="Show a toast").click()
    return toast_with(page, "A toast above the dialog")


def toast_with(page: Page, text: str) -> Locator:
    """The toast with this text, once it has stopped moving."""
    # Its view is loaded with the first toast, and announces it after a moment.
    expect(page.get_by_role("region", name="Notifications")).to_be_attached()
    page.clock.run_for(200)
    toast = page.get_by_role("status").filter(has_text=text)
    expect(toast).to_be_visible()
    page.clock.run_for(100)
    wait_for_animations(page)
    return toast


def test_a_toast_appears_top_right_above_dialogs(overlays: Page) -> None:
    open_dialog(overlays, "Dialog to move and maximize")
    toast = show_toast(overlays)

    box = toast.bounding_box()
    assert box
    assert box["width"] == pytest.approx(384, abs=1)
    assert box["y"] < 100
    assert 1440 - (box["x"] + box["width"]) < 40
    layers = toast.evaluate(
        """node => { const found = []; for (let at = node; at; at = at.parentElement)
           found.push(getComputedStyle(at).zIndex); return found }"""
    )
    assert "1100" in layers


@pytest.mark.parametrize("width", [360, 1440])
def test_toasts_appear_at_their_configured_position(overlays: Page, width: int) -> None:
    overlays.set_viewport_size({"width": width, "height": 740})

    assert gaps_around_toast(overlays, "Top left") >= {("top", 16), ("left", 16)}
    assert gaps_around_toast(overlays, "Bottom right") >= {("bottom", 16), ("right", 16)}
    centered = dict(gaps_around_toast(overlays, "Bottom center"))
    assert centered["bottom"] == 16
    assert centered["left"] == centered["right"]


def test_the_newest_toast_is_next_to_the_edge(overlays: Page) -> None:
    older, newer = show_toast_at(overlays, "Bottom left"), show_toast_at(overlays, "Bottom right")
    assert top_of(older) < top_of(newer)

    newest = show_toast_at(overlays, "Top right")
    assert top_of(newest) < top_of(newer) < top_of(older)


def top_of(toast: Locator) -> float:
    box = toast.bounding_box()
    assert box
    return box["y"]


def test_a_warning_has_its_color(overlays: Page) -> None:
    overlays.get_by_role("button", name="Warning, until closed").click()
    notifications = overlays.get_by_role("region", name="Notifications")
    expect(notifications).to_be_attached()
    overlays.clock.run_for(300)

    icon = notifications.get_by_role("img", name="Warning")
    expect(icon).to_have_css("color", "rgb(245, 181, 71)")


def show_toast_at(page: Page, position: str) -> Locator:
    """Choose a position, which shows a toast with its name there."""
    positions = page.get_by_role("combobox", name="Toast position")
    positions.click()
    page.clock.run_for(100)
    # The list opens with a movement: a press that begins on one entry would end on another.
    wait_for_animations(page)
    page.get_by_role("option", name=position, exact=True).click()
    expect(positions).to_have_text(position)
    return toast_with(page, position)


def gaps_around_toast(page: Page, position: str) -> set[tuple[str, int]]:
    """Measure how far a toast is from each edge of the window."""
    toast = show_toast_at(page, position)
    box = toast.bounding_box()
    window = page.viewport_size
    assert box
    assert window
    toast.get_by_role("button", name="Dismiss notification").click()
    page.clock.run_for(500)
    expect(toast).to_be_hidden()
    return {
        ("top", round(box["y"])),
        ("bottom", round(window["height"] - box["y"] - box["height"])),
        ("left", round(box["x"])),
        ("right", round(window["width"] - box["x"] - box["width"])),
    }


def test_a_toast_closes_after_its_timeout(overlays: Page) -> None:
    open_dialog(overlays, "Dialog to move and maximize")
    toast = show_toast(overlays)

    overlays.clock.run_for(LIFE_MS)

    expect(toast).to_be_hidden()


def test_hovering_pauses_the_timeout_of_a_toast(overlays: Page) -> None:
    open_dialog(overlays, "Dialog to move and maximize")
    toast = show_toast(overlays)
    overlays.clock.run_for(2000)

    toast.hover()
    overlays.clock.run_for(60_000)
    expect(toast).to_be_visible()

    overlays.mouse.move(5, 800)
    overlays.clock.run_for(1500)
    expect(toast).to_be_visible()
    overlays.clock.run_for(2500)
    expect(toast).to_be_hidden()


def test_a_toast_closes_while_a_dialog_stays_open(overlays: Page) -> None:
    dialog = open_dialog(overlays, "Dialog to move and maximize")
    toast = show_toast(overlays)

    toast.get_by_role("button", name="Dismiss notification").click()
    overlays.clock.run_for(500)

    expect(toast).to_be_hidden()
    expect(dialog).to_be_visible()


def test_a_dialog_is_dragged_maximized_and_restored(overlays: Page) -> None:
    dialog = open_dialog(overlays, "Dialog to move and maximize")
    before = dialog.bounding_box()
    title = dialog.get_by_role("heading", name="Order details").bounding_box()
    assert before
    assert title

    overlays.mouse.move(title["x"] + 5, title["y"] + 5)
    overlays.mouse.down()
    overlays.mouse.move(title["x"] + 85, title["y"] + 65, steps=4)
    overlays.mouse.up()

    after = dialog.bounding_box()
    assert after
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (80, 60)

    dialog.get_by_role("button", name="Maximize").click()
    overlays.clock.run_for(300)
    wait_for_animations(overlays)
    full = dialog.bounding_box()
    assert full
    assert (full["width"], full["height"]) == (1440, 900)
    dialog.get_by_role("button", name=re.compile("Restore")).click()
    overlays.clock.run_for(300)
    wait_for_animations(overlays)
    restored = dialog.bounding_box()
    assert restored
    assert restored["width"] == before["width"]


def test_escape_and_the_mask_close_a_dialog_and_focus_goes_back(overlays: Page) -> None:
    opener = overlays.get_by_role("button", name="Dialog to move and maximize")
    dialog = open_dialog(overlays, "Dialog to move and maximize")
    overlays.keyboard.press("Escape")
    overlays.clock.run_for(300)
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()

    open_dialog(overlays, "Dialog to move and maximize")
    overlays.mouse.click(5, 5)
    overlays.clock.run_for(300)
    expect(dialog).to_be_hidden()


def test_a_dialog_that_wants_an_answer_waits_for_it(overlays: Page) -> None:
    dialog = open_dialog(overlays, "Dialog that needs a choice")

    overlays.keyboard.press("Escape")
    overlays.mouse.click(5, 5)
    overlays.clock.run_for(500)
    expect(dialog).to_be_visible()

    dialog.get_by_role("button", name="I’ve saved them").click()
    overlays.clock.run_for(300)
    expect(dialog).to_be_hidden()


def test_the_base_modal_is_narrow_over_a_dark_overlay(overlays: Page) -> None:
    modal = open_dialog(overlays, "Modal")

    box = modal.bounding_box()
    assert box
    assert box["width"] == 448, "max-w-md"
    expect(modal.get_by_role("button", name="Close")).to_be_visible()
    expect(modal.get_by_role("heading", name="Access Restricted")).to_be_visible()
