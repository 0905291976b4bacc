"""A client shows who he is: documents sent, refused, sent again and accepted."""

import io
import re
from collections.abc import Callable, Iterator

import pyotp
import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import (
    APIRequestContext,
    BrowserContext,
    FilePayload,
    Page,
    Playwright,
    expect,
)

from e2e.conftest import Exchange

pytestmark = pytest.mark.usefixtures("consent")

EMAIL = "ines@example.org"
PASSWORD = "violet anchor seven"
REASON = "The photo page is cut off at its foot."


def a_picture(text: str) -> FilePayload:
    """A small JPEG with something to read on it, as a file chooser takes it."""
    image = Image.new("RGB", (1200, 800), (226, 232, 240))
    draw = ImageDraw.Draw(image)
    for line in range(20):
        draw.text((80, 60 + line * 34), f"{text} {line} " * 8, fill=(20, 30, 45))
    content = io.BytesIO()
    image.save(content, "JPEG", quality=85)
    return {"name": f"{text}.jpg", "mimeType": "image/jpeg", "buffer": content.getvalue()}


@pytest.fixture
def client(exchange: Exchange, context: BrowserContext) -> str:
    """A client who has confirmed the address and is signed in; answers the id."""
    client_id, token = exchange.register(context.request, EMAIL, PASSWORD)
    context.add_cookies([{"name": "token", "value": token, "url": exchange.url}])
    return client_id


@pytest.fixture
def operator(exchange: Exchange, playwright: Playwright) -> Iterator[APIRequestContext]:
    """Somebody of the staff, signed in to the console's API."""
    printed = exchange.command("staff", "create", "--login", "veronika", "--role", "admin")
    secrets = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
    door = playwright.request.new_context(base_url=exchange.url)
    credentials = {
        "login": "veronika",
        "password": secrets["password"],
        "totp": pyotp.TOTP(secrets["totp"]).now(),
    }
    signed_in = door.post("/api/operator/token", data=credentials)
    assert signed_in.status == 201, signed_in.text()
    token = signed_in.json()["raw_token"]
    door.dispose()
    calls = playwright.request.new_context(
        base_url=exchange.url, extra_http_headers={"X-Operator-Token": token}
    )
    yield calls
    calls.dispose()


def choose(page: Page, name: str, text: str) -> None:
    expect(page.get_by_role("heading", name=name)).to_be_focused()
    page.locator("input[type=file]").set_input_files([a_picture(text)])
    expect(page.get_by_role("img", name=name)).to_be_visible()
    expect(page.get_by_text("Uploaded")).to_be_visible()
    page.get_by_role("button", name="Continue").click()


def send_passport(page: Page) -> None:
    page.get_by_text("Passport", exact=True).click()
    page.get_by_role("button", name="Continue").click()
    choose(page, "Photo page of the passport", "passport")
    choose(page, "Selfie", "selfie")
    expect(page.get_by_role("heading", name="Is everything readable?")).to_be_focused()
    page.get_by_role("button", name="Submit for verification").click()
    expect(page.get_by_role("heading", name="Your documents are under review")).to_be_visible()


def test_documents_are_refused_with_a_reason_and_then_accepted(
    page: Page,
    client: str,
    operator: APIRequestContext,
    browser_errors: list[str],
    check_accessibility: Callable[[], None],
) -> None:
    page.goto("/personal/dashboard", wait_until="networkidle")
    # It is loaded when somebody comes near.
    page.get_by_role("heading", name="Membership level").scroll_into_view_if_needed()
    expect(page.get_by_role("region", name="To reach Starter")).to_be_visible()
    check_accessibility()
    page.get_by_role("link", name=re.compile("Verify your identity")).click()
    expect(page.get_by_role("heading", level=1, name="Identity verification")).to_be_visible()
    check_accessibility()

    send_passport(page)
    sent = page.get_by_role("region", name="Your documents")
    expect(sent.get_by_role("img", name="Submitted: Selfie", exact=True)).to_be_visible()
    check_accessibility()
    waiting = operator.get("/api/operator/kyc?status=pending").json()["items"]
    assert client in [case["client_id"] for case in waiting]

    refused = operator.post(
        f"/api/operator/kyc/{client}/reject", data={"reason": "cropped", "message": REASON}
    )
    assert refused.ok, refused.text()
    expect(page.get_by_text(REASON)).to_be_visible()
    check_accessibility()
    page.goto("/personal/contact")
    expect(page.get_by_text("Your identity couldn’t be verified. Upload new photos.")).to_be_visible()
    check_accessibility()
    page.get_by_role("link", name="See why").click()

    page.get_by_role("button", name="Upload new photos").click()
    expect(page.get_by_text(f"Reviewer’s note: {REASON}")).to_be_visible()
    send_passport(page)
    approved = operator.post(f"/api/operator/kyc/{client}/approve")
    assert approved.ok, approved.text()
    expect(page.get_by_role("heading", name="Your identity is verified")).to_be_visible()
    check_accessibility()
    page.goto("/personal/dashboard")
    expect(page.get_by_text("Identity verified")).to_be_visible()
    assert browser_errors == []
