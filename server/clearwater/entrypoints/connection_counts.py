"""How many connections are open, in all and by address: a process has only so many files to open."""

import resource
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address, ip_network

import structlog

from clearwater.kit.visitor import UNKNOWN, network_of

log = structlog.get_logger("clearwater.http")

# Many people may share an address; each has some connections and a socket.
MAX_CONNECTIONS_PER_ADDRESS = 1_000
# For the database, for files and for what is being accepted.
SPARE_FILES = 200


class ConnectionCounts:
    """Counts connections. Those of a trusted proxy are other people's, and are not counted by address."""

    def __init__(
        self,
        *,
        max_in_all: int,
        max_per_address: int | None = MAX_CONNECTIONS_PER_ADDRESS,
        trusted_proxies: str = "",
    ) -> None:
        self._max_in_all = max_in_all
        self._max_per_address = max_per_address
        self._proxies = [part.strip() for part in trusted_proxies.split(",") if part.strip()]
        self._open: Counter[str] = Counter()

    def enter(self, ip: str | None) -> str | None:
        """Count a connection by its address; None when the limit is reached."""
        address = network_of(ip) if ip else UNKNOWN
        if self._open.total() >= self._max_in_all:
            log.warning("connection_limit_reached", open=self._open.total())
            return None
        is_full = self._max_per_address is not None and self._open[address] >= self._max_per_address
        if is_full and not self._is_proxy(ip):
            return None
        self._open[address] += 1
        return address

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _is_proxy(self, ip: str | None) -> bool:
        if ip is None or "*" in self._proxies or ip in self._proxies:
            return bool(self._proxies)
        for proxy in self._proxies:
            with suppress(ValueError):
                if ip_address(ip) in ip_network(proxy, strict=False):
                    return True
        return False


def raise_file_limit() -> int:
    """Let this process open as many files as it may; returns how many connections leave some to spare."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(files - SPARE_FILES, files // 2)
