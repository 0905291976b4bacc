"""/v1/notices, /v1/price-alerts, /v1/push: a client's notices, alerts about prices, and web push."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from clearwater.domains.markets.errors import BadPrecision, PairUnknown
from clearwater.domains.markets.service import AppDesk
from clearwater.domains.notices import alerts, pushing, service
from clearwater.domains.notices.errors import AlertLimit, PushDisabled
from clearwater.domains.notices.pushing import AppWebPush
from clearwater.domains.notices.queries import NoticeFilter
from clearwater.domains.notices.schemas import (
    Kind,
    NoticePage,
    NoticeSettings,
    NoticeSettingsChange,
    PriceAlertDraft,
    PriceAlerts,
    PriceAlertView,
    PushEndpoint,
    PushSubscriptionDraft,
    PushView,
    ReadNotices,
    Symbol,
    UnreadNotices,
)
from clearwater.domains.sessions.errors import CHANGING_REFUSALS, READING_REFUSALS
from clearwater.domains.sessions.service import Confirmed, SignedIn, get_signed_in, signed_in
from clearwater.domains.sites.service import find_site
from clearwater.kit.dependencies import AppClock, app_reads
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import page_request
from clearwater.kit.plain_route import model_answer, plain_get
from clearwater.kit.query_parameters import read_query
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1", tags=["notices"], route_class=UnitOfWorkRoute)


def _notice_filter(kind: Kind | None = None, *, unread: bool = False) -> NoticeFilter:
    return NoticeFilter(kind, unread)


@plain_get(
    router,
    "/notices",
    signed_in,
    _notice_filter,
    page_request,
    response_model=NoticePage,
    responses=problems(*READING_REFUSALS),
)
async def list_notices(request: Request) -> Response:
    """The client's notices, newest first, with the announcements of the site."""
    caller = await get_signed_in(request, await find_site(request))
    page, wanted = read_query(request, page_request, _notice_filter)
    reads = app_reads.of(request.app)
    return model_answer(await service.list_notices(reads, caller.client, wanted, page))


@router.post("/notices/read", responses=problems(*READING_REFUSALS))
async def mark_notices_read(
    read: ReadNotices, caller: SignedIn, session: WriteSession, clock: AppClock
) -> UnreadNotices:
    """Mark some notices, or all, as read."""
    return UnreadNotices(unread=await service.mark_read(session, caller.client, read, now=clock.now()))


@router.get("/client/notice-settings", responses=problems(*READING_REFUSALS))
async def show_notice_settings(caller: SignedIn, session: ReadSession) -> NoticeSettings:
    """How the client is notified of each kind."""
    return await service.show_settings(session, caller.client)


@router.patch("/client/notice-settings", responses=problems(*CHANGING_REFUSALS))
async def change_notice_settings(
    change: NoticeSettingsChange, caller: Confirmed, session: WriteSession
) -> NoticeSettings:
    """Change how the client is notified of some kinds."""
    return await service.change_settings(session, caller.client, change)


@router.get("/price-alerts", responses=problems(*READING_REFUSALS))
async def list_price_alerts(
    caller: SignedIn,
    desk: AppDesk,
    session: ReadSession,
    symbol: Annotated[Symbol | None, Query()] = None,
) -> PriceAlerts:
    """The client's open alerts, newest first."""
    return PriceAlerts(items=await alerts.list_own(session, desk.view, caller.client.id, symbol))


@router.post(
    "/price-alerts",
    status_code=201,
    responses=problems(*CHANGING_REFUSALS, PairUnknown, BadPrecision, AlertLimit),
)
async def create_price_alert(
    draft: PriceAlertDraft, caller: Confirmed, desk: AppDesk, session: WriteSession, clock: AppClock
) -> PriceAlertView:
    """Make an alert that fires when the price reaches a value; at most 100 are open."""
    return await alerts.create(session, desk.view, caller.client.id, draft, now=clock.now())


@router.delete("/price-alerts/{alert_id}", status_code=204, responses=problems(*CHANGING_REFUSALS, NotFound))
async def delete_price_alert(alert_id: uuid.UUID, caller: Confirmed, session: WriteSession) -> None:
    """Delete an alert."""
    await alerts.delete(session, caller.client.id, alert_id)


@router.get("/push")
@shared_response()
async def show_push(web_push: AppWebPush) -> PushView:
    """Whether this exchange sends push messages."""
    key = web_push.public_key
    return PushView(enabled=key is not None, public_key=key)


@router.post("/push/subscriptions", status_code=204, responses=problems(*CHANGING_REFUSALS, PushDisabled))
async def subscribe_to_push(
    draft: PushSubscriptionDraft,
    caller: Confirmed,
    web_push: AppWebPush,
    session: WriteSession,
    clock: AppClock,
) -> None:
    """Send push messages to this browser, until the session ends."""
    await pushing.subscribe(session, web_push, caller, draft, now=clock.now())


@router.delete("/push/subscriptions", status_code=204, responses=problems(*READING_REFUSALS))
async def unsubscribe_from_push(wanted: PushEndpoint, caller: SignedIn, session: WriteSession) -> None:
    """Stop sending push messages to a browser."""
    await pushing.unsubscribe(session, caller.client.id, wanted.endpoint)
