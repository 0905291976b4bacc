"""Whether the clock of this machine can be believed: the engine's time is the exchange's."""

from datetime import timedelta

import structlog

from clearwater.engine.ledger_kind import find_kind
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.config import Settings
from clearwater.kit.database_hosts import DATABASE_LOST, connect
from clearwater.kit.errors import StartupError

log = structlog.get_logger("clearwater.engine")

CONNECT_SECONDS = 5
MAX_DIFFERENCE = timedelta(minutes=5)
# After a longer pause than this, an operator has to confirm the clock before the exchange opens.
MAX_PAUSE = timedelta(days=30)
OTHER_CLOCKS = """
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS database_ms,
           (SELECT at_ms FROM journal ORDER BY seq DESC LIMIT 1) AS journal_ms
"""
ACCEPT = "If it is right, start once with CLEARWATER_ACCEPT_CLOCK=true."


async def require_clock(settings: Settings, database_url: str, clock: Clock) -> None:
    """End the start when the clock is far from the database's, or from the last entry of the journal."""
    try:
        connection = await connect(database_url, timeout_seconds=CONNECT_SECONDS)
    except DATABASE_LOST as error:
        # The database may be on its way. The engine waits for it, and time is bounded while it runs.
        log.warning("clock_not_compared", reason=repr(error))
        return
    try:
        (others,) = await connection.fetch(OTHER_CLOCKS)
        is_demo = await find_kind(connection) == "demo"
    finally:
        await connection.close()
    fault = find_fault(milliseconds(clock.now()), others["database_ms"], others["journal_ms"])
    if fault is None:
        return
    # A demo may be stopped for months, and started with any clock.
    if is_demo or settings.accept_clock:
        log.warning("clock_accepted", fault=fault)
    else:
        raise StartupError(f"{fault} Correct the clock. {ACCEPT}")


def find_fault(now_ms: int, database_ms: int, journal_ms: int | None) -> str | None:
    """What is wrong with the time, in a sentence."""
    off = timedelta(milliseconds=now_ms - database_ms)
    if abs(off) > MAX_DIFFERENCE:
        return f"The clock of this machine is {_duration(off)} the database's."
    if journal_ms is None:
        return None
    passed = timedelta(milliseconds=now_ms - journal_ms)
    if -MAX_DIFFERENCE <= passed <= MAX_PAUSE:
        return None
    return f"The clock of this machine is {_duration(passed)} the last entry of the journal."


def _duration(off: timedelta) -> str:
    side, size = ("ahead of", off) if off > timedelta() else ("behind", -off)
    amount = f"{size.days} days" if size.days else f"{size.seconds // 60} minutes"
    return f"{amount} {side}"
