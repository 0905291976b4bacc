"""The dependencies of routes that `kit` provides. Those of the domains are next to their classes."""

from typing import Annotated

from fastapi import Depends, Request

from clearwater.kit.app_services import AppService
from clearwater.kit.clock import Clock
from clearwater.kit.concurrency import ConcurrencyLimit
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory
from clearwater.kit.exports import Exports
from clearwater.kit.idempotency import IdempotentRequests
from clearwater.kit.paging import wants_csv
from clearwater.kit.passwords import Passwords
from clearwater.kit.prepared_reads import PreparedReads
from clearwater.kit.ratelimit import RateLimiter, app_limiter
from clearwater.kit.secrets import Seal

app_clock = AppService[Clock]("clock")
app_idempotency = AppService[IdempotentRequests]("idempotency")
app_exports = AppService[Exports]("exports")
app_is_demo = AppService[bool]("is_demo")
app_reads = AppService[PreparedReads]("reads")
app_sessions = AppService[SessionFactory]("sessions")

AppClock = Annotated[Clock, Depends(app_clock)]
AppExports = Annotated[Exports, Depends(app_exports)]


async def _csv_exports(request: Request, exports: AppExports) -> Exports | None:
    return exports if wants_csv(request) else None


def find_exports(request: Request) -> Exports | None:
    """What `CsvExports` is, for plain routes."""
    return app_exports.of(request.app) if wants_csv(request) else None


# There where a caller wants a list as a file.
CsvExports = Annotated[Exports | None, Depends(_csv_exports)]
AppIdempotency = Annotated[IdempotentRequests, Depends(app_idempotency)]
AppLimiter = Annotated[RateLimiter, Depends(app_limiter)]
AppPasswords = Annotated[Passwords, Depends(AppService[Passwords]("passwords"))]
AppReads = Annotated[PreparedReads, Depends(app_reads)]
AppSeal = Annotated[Seal, Depends(AppService[Seal]("seal"))]
AppSessions = Annotated[SessionFactory, Depends(app_sessions)]
AppSettings = Annotated[Settings, Depends(AppService[Settings]("settings"))]
AppUploads = Annotated[ConcurrencyLimit, Depends(AppService[ConcurrencyLimit]("uploads"))]
# Fewer threads of their own, so that a flood of sign-ins of clients never keeps the staff out.
StaffPasswords = Annotated[Passwords, Depends(AppService[Passwords]("staff_passwords"))]
# Whether this is play money.
IsDemo = Annotated[bool, Depends(app_is_demo)]
# Which build of the web client is served.
BuildId = Annotated[str, Depends(AppService[str]("build_id"))]
