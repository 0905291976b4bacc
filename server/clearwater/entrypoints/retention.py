"""What goes when its time is over, and which job sees to it: docs/operating/retention.md has the table."""

from collections.abc import Awaitable, Callable

from clearwater.domains.files import service as files
from clearwater.domains.kyc import tasks as kyc_tasks
from clearwater.domains.markets import tasks as market_tasks
from clearwater.domains.security import tasks as security_tasks
from clearwater.domains.sessions import tasks as session_tasks
from clearwater.entrypoints.wiring import Services
from clearwater.kit import attempts, idempotency, outbox

Purge = Callable[[], Awaitable[None]]


def list_purges(services: Services) -> dict[str, Purge]:
    """Each may be cut off at any point and is done again an hour later."""
    sessions, clock, storage = services.sessions, services.clock, services.storage

    async def purge_sessions() -> None:
        await session_tasks.purge_expired(sessions, now=clock.now())
        await security_tasks.purge_expired(sessions, now=clock.now())

    return {
        "purge_attempts": lambda: attempts.purge_stale(sessions, now=clock.now()),
        "purge_idempotency_keys": lambda: idempotency.purge_expired(sessions, clock.now()),
        "purge_login_events": lambda: session_tasks.purge_login_events(sessions, now=clock.now()),
        "purge_mail": lambda: outbox.purge_old(sessions, clock.now()),
        "purge_market_data": lambda: market_tasks.purge_market_data(sessions, now=clock.now()),
        "purge_refused_pictures": lambda: kyc_tasks.purge_refused_pictures(
            sessions, storage, now=clock.now()
        ),
        "purge_sessions": purge_sessions,
        "purge_unused_files": lambda: files.purge_unused(sessions, storage, now=clock.now()),
    }
