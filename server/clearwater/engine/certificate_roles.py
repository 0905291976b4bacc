"""Over TLS, the certificate of a process says which commands it may send.

On one machine the socket is its user's own, and every process of that user may send all. Between machines an
api that was taken over could otherwise credit itself: what moves money without a client's word, or what two
people of the staff decide, comes from workers alone.
"""

import asyncio
import socket
from collections.abc import Mapping

from clearwater.core.commands import (
    KINDS,
    Adjust,
    Command,
    Defund,
    Deposit,
    Fund,
    MoveHouse,
    OpenLedger,
    PayNetworkFee,
    ReverseDeposit,
    SettleWithdrawal,
)
from clearwater.core.earn_commands import ChangeEarnProduct, CreateEarnProduct
from clearwater.core.earn_rules import costs_more
from clearwater.core.events import Refusal
from clearwater.core.exchange import Exchange
from clearwater.core.premarket_commands import CancelPreMarket, ListPreMarket

# The engine's own.
OF_ENGINE: frozenset[type[Command]] = frozenset({OpenLedger})
OF_WORKERS: frozenset[type[Command]] = frozenset(
    {
        Deposit,
        ReverseDeposit,
        SettleWithdrawal,
        PayNetworkFee,
        Adjust,
        Fund,
        Defund,
        MoveHouse,
        CreateEarnProduct,
        ListPreMarket,
        CancelPreMarket,
    }
)
EVERYTHING = frozenset(KINDS)
OF_APIS = frozenset(name for name, kind in KINDS.items() if kind not in OF_ENGINE | OF_WORKERS)
KINDS_OF: Mapping[str, frozenset[str]] = {
    "api": OF_APIS,
    "worker": frozenset(name for name, kind in KINDS.items() if kind not in OF_ENGINE),
}


def is_for_workers(command: Command, exchange: Exchange | None) -> bool:
    """Whether two people decide on a command, though not on all of its kind."""
    if exchange is None or not isinstance(command, ChangeEarnProduct):
        return False
    product = exchange.state.earn.products.get(command.product)
    try:
        return product is not None and costs_more(product.row, command, exchange.state.now)
    except Refusal:
        # The rules will refuse it, too.
        return False


def kinds_allowed(transport: asyncio.BaseTransport | None) -> frozenset[str] | None:
    """The kinds of commands that the other end may send; None where its certificate names no role."""
    if transport is None:
        return None
    if transport.get_extra_info("socket").family == socket.AF_UNIX:
        return EVERYTHING
    certificate = transport.get_extra_info("peercert") or {}
    names = dict(pair for relative in certificate.get("subject", ()) for pair in relative)
    return KINDS_OF.get(names.get("organizationalUnitName", ""))
