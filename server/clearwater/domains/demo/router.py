"""/v1/demo: play money. Exists only in a demo."""

from fastapi import APIRouter, Depends, Request
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

REFUSALS = (TokenInvalid, ScopeMissing, IpNotAllowed, AccountFrozen, EmailUnconfirmed, NotFound)


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
