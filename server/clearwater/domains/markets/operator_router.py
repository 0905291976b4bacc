"""Coins and pairs, for staff."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.domains.markets import listing, queries, service, wire
from clearwater.domains.markets.errors import BadPrecision, PairUnknown, StateConflict
from clearwater.domains.markets.models import CoinDetails
from clearwater.domains.markets.schemas import (
    CoinDraft,
    CoinFace,
    CoinForStaff,
    CoinsForStaff,
    OrdersCanceled,
    PairDraft,
    PairForStaff,
    PairPlace,
    PairRulesDraft,
    PairsForStaff,
    PairStatus,
    ReferencePrice,
)
from clearwater.domains.markets.service import AppBoard, AppDesk, Board
from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, record
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, Overloaded, problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator", tags=["operator"], route_class=UnitOfWorkRoute)

MarketKeeper = Annotated[Operator, Depends(allowed_to("markets"))]
CoinSymbol = Annotated[str, Path(max_length=20, examples=["BTC"])]
PairSymbol = Annotated[str, Path(max_length=41, examples=["BTC-USDT"])]
STAFF_ALONE = (OperatorTokenInvalid, Forbidden)


@dataclass(frozen=True)
class PairConsole:
    """What every change of a pair by an operator needs; it ends with an audit entry."""

    keeper: Operator
    board: Board
    desk: Desk
    session: AsyncSession
    now: datetime

    async def finish(self, act: str, symbol: str, detail: Mapping[str, object]) -> PairForStaff:
        """Record the change and return the pair."""
        await _record(self.session, self.keeper, act, symbol, detail, now=self.now)
        pairs = await _pairs(self.board, self.desk, self.session)
        return next(pair for pair in pairs if pair.symbol == symbol)


async def _pair_console(
    keeper: MarketKeeper, board: AppBoard, desk: AppDesk, clock: AppClock, session: WriteSession
) -> PairConsole:
    return PairConsole(keeper, board, desk, session, clock.now())


CurrentPairConsole = Annotated[PairConsole, Depends(_pair_console)]


@router.get("/coins", responses=problems(*STAFF_ALONE))
async def list_coins_for_staff(keeper: MarketKeeper, session: ReadSession, desk: AppDesk) -> CoinsForStaff:
    """Every coin with its decimals, supply and open functions."""
    details = await queries.list_coin_details(session)
    view = desk.view
    shown = [_coin(view, symbol, details.get(symbol)) for symbol in view.coins]
    return CoinsForStaff(items=sorted(shown, key=lambda coin: (coin.position, coin.symbol)))


@router.post("/coins", status_code=201, responses=problems(*STAFF_ALONE, StateConflict, Overloaded))
async def add_coin(
    draft: CoinDraft, keeper: MarketKeeper, clock: AppClock, desk: AppDesk, session: WriteSession
) -> CoinForStaff:
    """List a coin; its symbol, decimals and supply can never be changed."""
    now = clock.now()
    details = await listing.add_coin(desk, session, draft, now=now)
    detail = draft.model_dump()
    await record(session, keeper, "coin.listed", subject=f"coin:{draft.symbol}", detail=detail, now=now)
    return _coin(desk.view, draft.symbol, details)


@router.put("/coins/{symbol}", responses=problems(*STAFF_ALONE, NotFound))
async def change_coin(
    *,
    symbol: CoinSymbol,
    face: CoinFace,
    keeper: MarketKeeper,
    clock: AppClock,
    desk: AppDesk,
    session: WriteSession,
) -> CoinForStaff:
    """Change name, icon and open functions of a coin."""
    now = clock.now()
    details = await listing.change_coin(desk, session, symbol, face, now=now)
    detail = face.model_dump()
    await record(session, keeper, "coin.changed", subject=f"coin:{symbol}", detail=detail, now=now)
    return _coin(desk.view, symbol, details)


@router.get("/pairs", responses=problems(*STAFF_ALONE))
async def list_pairs_for_staff(
    keeper: MarketKeeper, session: ReadSession, board: AppBoard, desk: AppDesk
) -> PairsForStaff:
    """Every pair with its rules, ticker and state of its book."""
    return PairsForStaff(items=await _pairs(board, desk, session))


@router.post(
    "/pairs", status_code=201, responses=problems(*STAFF_ALONE, StateConflict, BadPrecision, Overloaded)
)
async def add_pair(draft: PairDraft, console: CurrentPairConsole) -> PairForStaff:
    """Open a market between two listed coins."""
    details = await listing.add_pair(console.desk, console.session, draft, now=console.now)
    return await console.finish("pair.listed", details.symbol, draft.model_dump())


@router.patch("/pairs/{symbol}", responses=problems(*STAFF_ALONE, PairUnknown))
async def move_pair(symbol: PairSymbol, place: PairPlace, console: CurrentPairConsole) -> PairForStaff:
    """Change a pair's position in lists."""
    await listing.move_pair(console.desk, console.session, symbol, place.position, now=console.now)
    return await console.finish("pair.moved", symbol, place.model_dump())


@router.put("/pairs/{symbol}/rules", responses=problems(*STAFF_ALONE, PairUnknown, BadPrecision, Overloaded))
async def change_pair_rules(
    symbol: PairSymbol, draft: PairRulesDraft, console: CurrentPairConsole
) -> PairForStaff:
    """Change the rules for new orders; open orders are not affected."""
    before = wire.rules_json(listing.get_pair(console.desk.view, symbol))
    pair = await listing.change_rules(console.desk, symbol, draft, now=console.now)
    detail = {"before": before, "after": wire.rules_json(pair)}
    return await console.finish("pair.rules_changed", symbol, detail)


@router.put("/pairs/{symbol}/status", responses=problems(*STAFF_ALONE, PairUnknown, Overloaded))
async def change_pair_status(
    symbol: PairSymbol, change: PairStatus, console: CurrentPairConsole
) -> PairForStaff:
    """Change the state of a market: trading, only cancels (`cancel_only`), or nothing at all (`halted`)."""
    before = listing.get_pair(console.desk.view, symbol).state
    await listing.change_state(console.desk, symbol, change.status, now=console.now)
    detail = {"before": before, "after": change.status}
    return await console.finish("pair.status_changed", symbol, detail)


@router.put(
    "/pairs/{symbol}/reference-price",
    responses=problems(*STAFF_ALONE, PairUnknown, BadPrecision, Overloaded),
)
async def set_pair_reference_price(
    symbol: PairSymbol, change: ReferencePrice, console: CurrentPairConsole
) -> PairForStaff:
    """Set the reference price of the price band, until the next trade."""
    pair = listing.get_pair(console.desk.view, symbol)
    before = to_text(pair.reference_price, pair.price_decimals)
    await listing.set_reference_price(console.desk, symbol, change.reference_price, now=console.now)
    detail = {"before": before, "after": change.reference_price}
    return await console.finish("pair.reference_price_set", symbol, detail)


@router.post("/pairs/{symbol}/cancel-orders", responses=problems(*STAFF_ALONE, PairUnknown, Overloaded))
async def cancel_orders_of_pair(
    symbol: PairSymbol, keeper: MarketKeeper, clock: AppClock, desk: AppDesk, session: WriteSession
) -> OrdersCanceled:
    """Cancel every open order of a pair, whatever its state."""
    now = clock.now()
    canceled = await listing.cancel_orders(desk, symbol, now=now)
    await _record(session, keeper, "pair.orders_canceled", symbol, {"canceled": canceled}, now=now)
    return OrdersCanceled(canceled=canceled)


def _coin(view: View, symbol: str, details: CoinDetails | None) -> CoinForStaff:
    coin = view.coins[symbol]
    # Only the engine has listed it so far: deposits and withdrawals are closed, and saving it completes it.
    face = details or CoinDetails(name=symbol, icon=None, deposit=False, withdraw=False, position=0)
    return CoinForStaff(
        symbol=symbol,
        decimals=coin.decimals,
        supply=to_text(coin.supply_units, coin.decimals),
        name=face.name,
        icon=face.icon,
        deposit=face.deposit,
        withdraw=face.withdraw,
        trading=symbol not in view.untraded,
        position=face.position,
        listed_at=int(details.listed_at.timestamp()) if details is not None else None,
    )


async def _pairs(board: Board, desk: Desk, session: AsyncSession) -> list[PairForStaff]:
    await board.wait_until_loaded()
    view = desk.view
    open_orders = Counter(order.state.pair for order in view.orders.values())
    details = await queries.list_pair_details(session)
    items: list[PairForStaff] = []
    for shown in await service.list_pairs(board, session):
        pair = view.pairs[shown["symbol"]]
        known = details.get(pair.pair)
        items.append(
            PairForStaff(
                **shown | {"status": pair.state},
                untraded_coins=wire.untraded_coins(view, pair),
                position=known.position if known is not None else 0,
                reference_price=to_text(pair.reference_price, pair.price_decimals),
                open_orders=open_orders[pair.pair],
                bids=len(pair.bids.levels),
                asks=len(pair.asks.levels),
                depth_seq=pair.seq,
            )
        )
    return items


async def _record(
    session: AsyncSession,
    keeper: Operator,
    act: str,
    symbol: str,
    detail: Mapping[str, object],
    *,
    now: datetime,
) -> None:
    await record(session, keeper, act, subject=f"pair:{symbol}", detail=detail, now=now)
