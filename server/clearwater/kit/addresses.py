"""What counts as one address, wherever something is counted by address."""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, ip_address, ip_network

from starlette.types import Scope

UNKNOWN = "unknown"


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


def neighbourhood_of(ip: str) -> str:
    """The /24 or /64 network of an address; addresses in it count as one caller."""
    network = network_of(ip)
    try:
        return str(IPv4Network(f"{network}/24", strict=False))
    except ValueError:
        return network[:45]


def network_of_scope(scope: Scope) -> str:
    """The key that limits count a request or socket by before the caller is authenticated."""
    return network_of(scope["client"][0]) if scope.get("client") else UNKNOWN
