"""Devices in words."""

import pytest
from starlette.requests import Request

from clearwater.kit.visitor import device_of, is_browser


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36",
            "Chrome on Linux",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
            "Firefox on macOS",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/19.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        ("curl/8.5.0", "curl"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("", "Unknown program"),
        ("Mozilla/5.0 (Nothing known)", "Unknown program"),
        ("<script>alert(1)</script>", "Unknown program"),
        ("x\r\nBcc: eve@example.org", "x"),
        ("a" * 5000, "a" * 40),
    ],
)
def test_a_device_is_named_from_its_user_agent(agent: str, device: str) -> None:
    request = Request({"type": "http", "headers": [(b"user-agent", agent.encode())]})

    assert device_of(request) == device


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("sec-fetch-site", True),
        # All that older Safari sends, and every browser over plain http.
        ("origin", True),
        ("user-agent", False),
    ],
)
def test_a_browser_is_known_by_headers_that_no_page_can_leave_out(header: str, expected: bool) -> None:
    request = Request({"type": "http", "headers": [(header.encode(), b"http://10.0.0.5:8000")]})

    assert is_browser(request) is expected
