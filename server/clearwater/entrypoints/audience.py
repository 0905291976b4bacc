"""Whether somebody is looking: requests and sockets, noticed on their way in."""

from datetime import datetime, timedelta

from starlette.types import ASGIApp, Receive, Scope, Send

from clearwater.kit.clock import Clock
from clearwater.kit.from_app import FromApp

STAYS = timedelta(minutes=1)
# What supervisors and balancers ask all the time, with nobody behind it.
PROBES = "/api/health/"


class Visits:
    """When somebody was last here, and how many keep a socket open."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: datetime | None = None
        self._open_sockets = 0

    def is_watching(self) -> bool:
        if self._open_sockets:
            return True
        return self._last is not None and self._clock.now() - self._last < STAYS

    def note(self) -> None:
        self._last = self._clock.now()

    def enter(self) -> None:
        self._open_sockets += 1

    def leave(self) -> None:
        self._open_sockets -= 1
        self.note()


app_visits = FromApp[Visits]("visits")


class VisitGate:
    """Notices every request to the app but the probes; sockets say so themselves."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith(PROBES):
            app_visits.of(scope["app"]).note()
        await self._app(scope, receive, send)
