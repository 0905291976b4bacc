"""/v1/demo: play money and icons of the demo's coins. Exists only in a demo."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response

from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.domains.demo import service
from clearwater.domains.demo.errors import FaucetUsedUp
from clearwater.domains.demo.schemas import FaucetGift, FaucetRequest
from clearwater.domains.markets.errors import InsufficientBalance
from clearwater.domains.markets.service import AppDesk
from clearwater.domains.sessions.errors import IpNotAllowed, ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import Confirmed
from clearwater.kit.dependencies import AppClock, AppIdempotency, AppSessions, IsDemo
from clearwater.kit.errors import IdempotencyConflict, NotFound, problems
from clearwater.kit.idempotency import find_key
from clearwater.kit.plain_route import json_answer
from clearwater.kit.response_cache import shared_response

REFUSALS = (TokenInvalid, ScopeMissing, IpNotAllowed, AccountFrozen, EmailUnconfirmed, NotFound)
PICTURE_CACHING = "public, max-age=86400"


async def _require_demo(is_demo: IsDemo) -> None:
    if not is_demo:
        raise NotFound


router = APIRouter(prefix="/v1/demo", tags=["demo"], dependencies=[Depends(_require_demo)])


@router.post(
    "/faucet",
    status_code=201,
    response_model=FaucetGift,
    responses=problems(*REFUSALS, IdempotencyConflict, FaucetUsedUp, InsufficientBalance),
)
async def use_faucet(
    *,
    wish: FaucetRequest,
    caller: Confirmed,
    request: Request,
    clock: AppClock,
    desk: AppDesk,
    sessions: AppSessions,
    idempotency: AppIdempotency,
) -> Response:
    """Get play money of a coin, worth about 10,000 USDT; at most ten times a day."""
    client, now = caller.client, clock.now()
    key = find_key(request)

    async def give() -> Response:
        gift = await service.give(desk, sessions, client.id, wish.coin, key=key, now=now)
        answer = FaucetGift(coin=gift.coin, amount=service.amount_of(desk.view, gift))
        return json_answer(answer.model_dump(), status=201)

    return await idempotency.answer(request, give, owner=str(client.id), now=now)


@router.get(
    "/icons/{symbol}.svg",
    response_class=Response,
    responses={**problems(NotFound), 200: {"content": {"image/svg+xml": {}}}},
)
@shared_response()
async def show_icon(symbol: Annotated[str, Path(pattern=r"^[A-Z0-9]{1,20}$")]) -> Response:
    """The icon of a coin as SVG."""
    drawn = service.draw_icon(symbol)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": PICTURE_CACHING})
