"""The api process: HTTP and sockets for the web client and for programs."""

import asyncio
import re
import signal
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from copy import copy
from functools import cache, partial
from typing import Annotated, Any

import structlog
from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute, request_response
from pydantic import BaseModel
from sqlalchemy import text
from starlette.routing import compile_path
from starlette.types import Receive, Scope, Send

from clearwater.core.desk import Committed
from clearwater.core.views import View
from clearwater.domains.clients.operator_router import router as clients_operator_router
from clearwater.domains.clients.router import router as clients_router
from clearwater.domains.content.feed_router import router as feed_router
from clearwater.domains.content.operator_router import router as content_operator_router
from clearwater.domains.content.router import router as content_router
from clearwater.domains.convert.router import router as convert_router
from clearwater.domains.demo.router import router as demo_router
from clearwater.domains.earn.operator_router import router as earn_operator_router
from clearwater.domains.earn.router import router as earn_router
from clearwater.domains.files.operator_router import router as files_operator_router
from clearwater.domains.files.router import router as files_router
from clearwater.domains.kyc.operator_router import router as kyc_operator_router
from clearwater.domains.kyc.router import router as kyc_router
from clearwater.domains.ledger.operator_router import router as ledger_operator_router
from clearwater.domains.ledger.router import router as ledger_router
from clearwater.domains.markets.operator_router import router as markets_operator_router
from clearwater.domains.markets.router import router as markets_router
from clearwater.domains.membership.operator_router import router as membership_operator_router
from clearwater.domains.membership.router import router as membership_router
from clearwater.domains.notices.router import router as notices_router
from clearwater.domains.orders.placing_router import router as placing_router
from clearwater.domains.orders.router import router as orders_router
from clearwater.domains.premarket.operator_router import router as premarket_operator_router
from clearwater.domains.premarket.router import router as premarket_router
from clearwater.domains.rules.operator_router import router as rules_operator_router
from clearwater.domains.rules.router import router as rules_router
from clearwater.domains.security.router import router as security_router
from clearwater.domains.sessions.operator_router import router as sessions_operator_router
from clearwater.domains.sessions.router import router as sessions_router
from clearwater.domains.sites.operator_router import router as sites_operator_router
from clearwater.domains.sites.router import router as sites_router
from clearwater.domains.staff.operator_router import router as staff_operator_router
from clearwater.domains.support.operator_router import router as support_operator_router
from clearwater.domains.support.router import router as support_router
from clearwater.domains.wallets.address_router import router as address_router
from clearwater.domains.wallets.operator_router import router as wallets_operator_router
from clearwater.domains.wallets.router import router as wallets_router
from clearwater.domains.wallets.withdrawal_operator_router import router as withdrawal_operator_router
from clearwater.domains.wallets.withdrawal_router import router as withdrawal_router
from clearwater.engine.protocol import Alive
from clearwater.entrypoints import documents, openapi, search_engines
from clearwater.entrypoints.metrics_server import serving_metrics
from clearwater.entrypoints.realtime import make_server
from clearwater.entrypoints.visits import VisitGate, app_visits
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.app_services import AppService
from clearwater.kit.concurrency import ConcurrencyGate
from clearwater.kit.config import Settings
from clearwater.kit.db import DATABASE_FAILURES
from clearwater.kit.errors import EngineUnavailable, problems
from clearwater.kit.exception_handlers import add_exception_handlers
from clearwater.kit.gc_tuning import tune_gc
from clearwater.kit.http import BodyGate, RequestFrame
from clearwater.kit.plain_route import PlainRoutes
from clearwater.kit.ratelimit import RateLimitGate
from clearwater.kit.response_cache import InvalidateOnChange, SharedRoute, find_mark
from clearwater.kit.unit_of_work import ReadSession

log = structlog.get_logger("clearwater.api")

# Whether the engine takes commands and a visitor finds a market.
IsOpen = Annotated[bool, Depends(AppService[bool]("is_open"))]

# Probes for supervisors and load balancers.
probes_router = APIRouter(prefix="/health", tags=["health"])

ROUTERS = (
    # First what is called most: routes are tried in their order, but for plain ones.
    sites_router,
    rules_router,
    probes_router,
    placing_router,
    orders_router,
    markets_router,
    convert_router,
    premarket_router,
    earn_router,
    sessions_router,
    clients_router,
    security_router,
    support_router,
    content_router,
    files_router,
    kyc_router,
    ledger_router,
    wallets_router,
    membership_router,
    # Before withdrawals by their ids, which `address` is not.
    address_router,
    withdrawal_router,
    notices_router,
    demo_router,
    # The console, which few people use.
    staff_operator_router,
    sites_operator_router,
    files_operator_router,
    rules_operator_router,
    clients_operator_router,
    sessions_operator_router,
    support_operator_router,
    content_operator_router,
    kyc_operator_router,
    ledger_operator_router,
    markets_operator_router,
    premarket_operator_router,
    membership_operator_router,
    wallets_operator_router,
    withdrawal_operator_router,
    earn_operator_router,
)


class UploadPaths:
    """Uploads: they count their own bytes."""

    _paths = re.compile(r"/api/(v1/file|operator/content/files|operator/sites/[^/]+/files)")

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._paths.fullmatch(path) is not None


UPLOAD_PATHS = UploadPaths()
STOP_SECONDS = 5
# Nobody is served meanwhile.
FILL_SECONDS = 0.5


class Health(BaseModel):
    status: str


@probes_router.get("/live")
async def show_live() -> Health:
    """The process answers."""
    return Health(status="live")


@probes_router.get("/ready", responses=problems(EngineUnavailable))
async def show_ready(is_open: IsOpen, session: ReadSession) -> Health:
    """The process can serve: its database answers, the engine takes commands, and there is a market."""
    await session.execute(text("SELECT 1"))
    if not is_open:
        raise EngineUnavailable(headers={"Retry-After": "1"})
    return Health(status="ready")


class App(FastAPI):
    """The app, with its plain routes in front of all layers: those cost more than such a route does."""

    plain: PlainRoutes
    services: ApiServices

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_plain = scope["type"] == "http" and self.plain.has(scope)
        if is_plain and await self.plain.can_answer(scope):
            await self.plain.serve(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def build_app(*first_routers: APIRouter) -> App:
    """The app without its services: enough to describe itself."""
    app = App(
        title="Clearwater",
        version="1",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    for router in first_routers:
        app.include_router(router)
    for router in ROUTERS:
        _add_routes(app, router, prefix="/api")
    app.plain = PlainRoutes(app, prefix="/api", routers=ROUTERS, on_request=lambda: app_visits.of(app).note())
    add_exception_handlers(app)
    document = openapi.PublishedDocument(app)
    app.add_route("/api/openapi.json", document.answer, include_in_schema=False)
    return app


def _add_routes(app: App, router: APIRouter, *, prefix: str) -> None:
    """Add the routes of a router as they are, below a prefix.

    `include_router` makes each of them anew, which takes as long as importing all of FastAPI, and looks for
    the route of a request in each router.
    """
    if not all(isinstance(route, APIRoute) for route in router.routes):
        app.include_router(router, prefix=prefix)
        return
    for route in router.routes:
        assert isinstance(route, APIRoute)
        added = copy(route)
        added.path = prefix + route.path
        added.path_regex, added.path_format, added.param_convertors = compile_path(added.path)
        added.unique_id = added.name
        mark = find_mark(route)
        if mark is not None:
            added.app = request_response(SharedRoute(route, mark).handle)
        app.router.routes.append(added)


def build_app_with_pages(*extra_routers: APIRouter) -> App:
    """What no other route has matched comes last."""
    app = build_app(*extra_routers, feed_router, search_engines.router, documents.pages_router)
    app.include_router(documents.router)
    app.add_exception_handler(405, documents.answer_wrong_method)
    return app


def create_app(services: ApiServices, *extra_routers: APIRouter) -> App:
    """The app as it is served."""
    return add_services(build_app_with_pages(*extra_routers), services)


@cache
def preload_app() -> App:
    """The app of this process but for its services; a fork server has it ready before there are any."""
    app = build_app_with_pages()
    # FastAPI only makes most of the routes when it first looks for one.
    for route in app.routes:
        route.matches({"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []})
    return app


def add_services(app: App, services: ApiServices) -> App:
    app.services = services
    app.add_middleware(InvalidateOnChange, prefix="/api/operator/")
    app.add_middleware(ConcurrencyGate, free_paths=UPLOAD_PATHS)
    app.add_middleware(BodyGate, large_paths=UPLOAD_PATHS)
    app.add_middleware(RateLimitGate)
    app.add_middleware(VisitGate)
    app.add_middleware(RequestFrame)
    return app


def openapi_document() -> dict[str, Any]:
    return openapi.describe(build_app())


async def serve(
    settings: Settings,
    database_url: str,
    listener: socket.socket,
    metrics_listener: socket.socket | None = None,
) -> None:
    """Serve on a bound socket until a stop signal."""
    async with open_api_services(settings, database_url) as services:
        app = add_services(preload_app(), services)
        server = make_server(app, services, plain=app.plain, stop_seconds=STOP_SECONDS)
        # uvicorn raises the signal that stopped it once more when it is done; with the default
        # handlers that would end the process here, before what is open has been closed.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)
        server.prepare = partial(fill_caches, services)
        services.engine.listen(GcTuner())
        async with (
            following(services),
            serving_metrics(metrics_listener, "api", lambda: services.is_open),
        ):
            await server.serve(sockets=[listener])
    log.info("api_stopped")


async def fill_caches(services: ApiServices) -> None:
    """Look up those who called last before the port is served: they come back together after a restart."""
    try:
        async with asyncio.timeout(FILL_SECONDS):
            await services.traders.fill(await services.callers.fill())
    except DATABASE_FAILURES as error:
        # The others are looked up when they call.
        log.info("caches_filled_in_part", reason=type(error).__name__)


class GcTuner:
    """After each load of the view, freezes it out of garbage collection: a view has no cycles."""

    def on_reset(self, view: View) -> None:
        tune_gc()

    def on_commit(self, entries: Sequence[Committed]) -> None:
        """Nothing of what happens later stays for long."""


@asynccontextmanager
async def following(services: ApiServices) -> AsyncIterator[None]:
    """Follow the engine. It may still be loading when this begins, or wait for its database."""
    services.engine.describe = lambda: Alive(
        has_visitors=services.visits.is_watching(), sockets=len(services.realtime.hub.members)
    )
    tasks = [
        asyncio.create_task(services.engine.run(), name="engine"),
        asyncio.create_task(services.board.run(), name="market-board"),
        asyncio.create_task(services.notices.run(), name="notices"),
        asyncio.create_task(services.realtime.run(), name="realtime"),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
