"""Whether anyone is watching: counts requests and open sockets."""

from datetime import datetime, timedelta

from starlette.types import ASGIApp, Receive, Scope, Send

from clearwater.kit.app_services import AppService
from clearwater.kit.clock import Clock

ACTIVE_FOR = timedelta(minutes=1)
# Probes of supervisors and load balancers, which are no visitors.
PROBES = "/api/health/"


class Visits:
    """The time of the last request, and the number of open sockets."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: datetime | None = None
        self._open_sockets = 0

    def is_watching(self) -> bool:
        if self._open_sockets:
            return True
        return self._last is not None and self._clock.now() - self._last < ACTIVE_FOR

    def note(self) -> None:
        self._last = self._clock.now()

    def enter(self) -> None:
        self._open_sockets += 1

    def leave(self) -> None:
        self._open_sockets -= 1
        self.note()


app_visits = AppService[Visits]("visits")


class VisitGate:
    """Records every request except probes; sockets report themselves."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith(PROBES):
            app_visits.of(scope["app"]).note()
        await self._app(scope, receive, send)
