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
from clearwater.core.earn_commands import CreateEarnProduct
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
KINDS_OF: Mapping[str, frozenset[str]] = {
    "api": frozenset(name for name, kind in KINDS.items() if kind not in OF_ENGINE | OF_WORKERS),
    "worker": frozenset(name for name, kind in KINDS.items() if kind not in OF_ENGINE),
}


def kinds_allowed(transport: asyncio.BaseTransport | None) -> frozenset[str] | None:
    """The kinds of commands that the other end may send; None where its certificate names no role."""
    if transport is None:
        return None
    if transport.get_extra_info("socket").family == socket.AF_UNIX:
        return EVERYTHING
    certificate = transport.get_extra_info("peercert") or {}
    names = dict(pair for relative in certificate.get("subject", ()) for pair in relative)
    return KINDS_OF.get(names.get("organizationalUnitName", ""))
