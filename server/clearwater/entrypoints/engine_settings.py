"""Whether a market is a demo is a fact of its ledger; starting it as the other kind is an error."""

import structlog

from clearwater.core.commands import LedgerKind
from clearwater.engine.ledger_kind import find_kind
from clearwater.kit.config import Settings
from clearwater.kit.database_hosts import DATABASE_LOST, connect
from clearwater.kit.errors import StartupError

log = structlog.get_logger("clearwater.engine")

CONNECT_SECONDS = 5
WRONG_KIND: dict[LedgerKind, str] = {
    "demo": "This ledger holds play money and stays a demo; start it without --no-demo and"
    " CLEARWATER_DEMO=false, or give a real market a data folder of its own (CLEARWATER_DATA).",
    "real": "This ledger was opened as a real market and stays one; start it without --demo and"
    " CLEARWATER_DEMO=true, or give a demo a data folder of its own (CLEARWATER_DATA).",
}


async def require_kind(settings: Settings, database_url: str) -> None:
    """End the start when the ledger is not of the requested kind; without a request, any kind is fine."""
    if settings.demo is None:
        return
    try:
        connection = await connect(database_url, timeout_seconds=CONNECT_SECONDS)
    except DATABASE_LOST as error:
        # The database may be on its way. The ledger stays what it is in any case.
        log.warning("ledger_kind_unknown", reason=repr(error))
        return
    try:
        kind = await find_kind(connection)
    finally:
        await connection.close()
    if kind is not None and kind != requested_kind(settings):
        raise StartupError(WRONG_KIND[kind])


def requested_kind(settings: Settings, *, opens_demo: bool = False) -> LedgerKind:
    """The kind of a new ledger."""
    is_demo = opens_demo if settings.demo is None else settings.demo
    return "demo" if is_demo else "real"
