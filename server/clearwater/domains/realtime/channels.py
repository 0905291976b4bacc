"""The names of channels."""

import re
from typing import NamedTuple

from clearwater.domains.markets.service import INTERVALS

PRIVATE = frozenset({"orders", "balances", "transactions", "account"})
SITE = "site"
TICKER_OF_ALL = "ticker:all"
SYMBOL = r"[A-Z0-9]{1,20}-[A-Z0-9]{1,20}"
OF_A_PAIR = re.compile(rf"(ticker|depth|trades):({SYMBOL})|(candles):({SYMBOL}):({'|'.join(INTERVALS)})")


class Channel(NamedTuple):
    """A channel that can be subscribed to. Its kind is the Socket.IO event of its messages."""

    name: str
    kind: str
    pair: str = ""
    interval: str = ""

    @property
    def is_private(self) -> bool:
        return self.kind in PRIVATE


def find_channel(name: str) -> Channel | None:
    """Parse a channel name; None when it is invalid. Whether the pair exists is not checked."""
    if name in PRIVATE or name == SITE:
        return Channel(name, name)
    if name == TICKER_OF_ALL:
        return Channel(name, "ticker")
    parts = OF_A_PAIR.fullmatch(name)
    if parts is None:
        return None
    if parts[1]:
        return Channel(name, parts[1], parts[2])
    return Channel(name, parts[3], parts[4], parts[5])
