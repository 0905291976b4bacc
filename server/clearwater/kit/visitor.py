"""Facts about the sender of a request: address, device and cookies."""

import re
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, ip_address, ip_network
from typing import Annotated

from fastapi import Depends, Request
from starlette.types import Scope

from clearwater.kit.http import own_cookies

BROWSERS = (
    (re.compile(r"Edg(e|A|iOS)?/"), "Edge"),
    (re.compile(r"OPR/|Opera"), "Opera"),
    (re.compile(r"SamsungBrowser/"), "Samsung Internet"),
    (re.compile(r"Firefox/|FxiOS/"), "Firefox"),
    (re.compile(r"Chrome/|CriOS/|Chromium/"), "Chrome"),
    (re.compile(r"Version/.* Safari/"), "Safari"),
)
SYSTEMS = (
    (re.compile(r"iPhone"), "iPhone"),
    (re.compile(r"iPad"), "iPad"),
    (re.compile(r"Android"), "Android"),
    (re.compile(r"Windows"), "Windows"),
    (re.compile(r"CrOS"), "ChromeOS"),
    (re.compile(r"Mac OS X|Macintosh"), "macOS"),
    (re.compile(r"Linux|X11"), "Linux"),
)
PROGRAM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
UNKNOWN = "unknown"
# The web client, and most programs, give up an answer after this.
MAX_PATIENCE_MS = 10_000
# Who closes one direction right after the request, as some programs do, still reads the answer.
MIN_CLOSED_MS = 100
# Of Linux's `tcp_info`: the state, of which 1 is an open connection, and the time since data last came.
TCP_INFO = struct.Struct("B51xI")
TCP_ESTABLISHED = 1


def ip_of(request: Request) -> str:
    return request.client.host[:45] if request.client else "unknown"


def is_browser(request: Request) -> bool:
    """Browsers send one of these with every POST, and no page can keep them from it.

    Older Safari sends only the second, as do all browsers over plain http.
    """
    return "sec-fetch-site" in request.headers or "origin" in request.headers


def device_of(request: Request) -> str:
    """The device in words that its owner would use, such as Chrome on Linux."""
    agent = request.headers.get("user-agent", "")
    system = next((name for pattern, name in SYSTEMS if pattern.search(agent)), None)
    browser = next((name for pattern, name in BROWSERS if pattern.search(agent)), None)
    if browser is None:
        # Only the name of the program: the rest of its header would end up in emails.
        program = PROGRAM.match(agent) if not agent.startswith("Mozilla/") else None
        browser = program.group() if program else "Unknown program"
    return f"{browser} on {system}" if system else browser


@dataclass(frozen=True)
class Visitor:
    """The sender of a request, as far as sign-in needs it."""

    ip: str
    device: str
    is_browser: bool
    # By the names that we gave them.
    cookies: Mapping[str, str]

    @classmethod
    def of(cls, request: Request) -> "Visitor":
        return cls(ip_of(request), device_of(request), is_browser(request), own_cookies(request))


async def _visitor(request: Request) -> Visitor:
    return Visitor.of(request)


CurrentVisitor = Annotated[Visitor, Depends(_visitor)]


@lru_cache(maxsize=10_000)
def network_of(ip: str) -> str:
    """One subscriber has a whole /64 of IPv6, so that is what counts as one address."""
    try:
        address = ip_address(ip)
    except ValueError:
        return ip
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), 64), strict=False))


def subnet_of(ip: str) -> str:
    """The /24 or /64 network of an address; addresses in it count as one caller."""
    network = network_of(ip)
    try:
        return str(IPv4Network(f"{network}/24", strict=False))
    except ValueError:
        return network[:45]


def network_of_scope(scope: Scope) -> str:
    """The key that limits count a request or socket by before the caller is authenticated."""
    return network_of(scope["client"][0]) if scope.get("client") else UNKNOWN


def has_left(scope: Scope) -> bool:
    """Whether the sender of a request closed the connection while it waited, or sent it too long ago.

    The kernel knows, also of the time in which this process did not run or was busy.
    """
    transport = scope.get("transport")
    if transport is None:
        return False
    if transport.is_closing():
        return True
    try:
        found = transport.get_extra_info("socket").getsockopt(
            socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO.size
        )
        state, waited_ms = TCP_INFO.unpack(found)
    except (AttributeError, OSError, struct.error):
        # Not every system tells.
        return False
    is_closed: bool = state != TCP_ESTABLISHED and waited_ms >= MIN_CLOSED_MS
    return is_closed or waited_ms >= MAX_PATIENCE_MS
