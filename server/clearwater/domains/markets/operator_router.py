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
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, RecordedDesk, allowed_to, stepped_up
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.errors import NotFound, Overloaded, problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator", tags=["operator"], route_class=UnitOfWorkRoute)

MarketReader = Annotated[Operator, Depends(allowed_to("markets"))]
MarketKeeper = Annotated[Operator, Depends(stepped_up("markets"))]
CoinSymbol = Annotated[str, Path(max_length=20, examples=["BTC"])]
PairSymbol = Annotated[str, Path(max_length=41, examples=["BTC-USDT"])]
STAFF_ALONE = (OperatorTokenInvalid, Forbidden)
CHANGES = (*STAFF_ALONE, OperatorStepUpRequired)


@dataclass(frozen=True)
class MarketConsole:
    """What every change by an operator needs: a desk that records it."""

    keeper: Operator
    board: Board
    desk: Desk
    sessions: SessionFactory
    session: AsyncSession
    now: datetime

    def desk_for(self, act: str, subject: str, detail: Mapping[str, object]) -> RecordedDesk:
        return RecordedDesk(self.desk, self.sessions, self.keeper, act, subject, detail, self.now)

    async def show_pair(self, symbol: str) -> PairForStaff:
        pairs = await _pairs(self.board, self.desk, self.session)
        return next(pair for pair in pairs if pair.symbol == symbol)


async def _console(
    *,
    keeper: MarketKeeper,
    board: AppBoard,
    desk: AppDesk,
    clock: AppClock,
    sessions: AppSessions,
    session: WriteSession,
) -> MarketConsole:
    return MarketConsole(keeper, board, desk, sessions, session, clock.now())


CurrentConsole = Annotated[MarketConsole, Depends(_console)]


@router.get("/coins", responses=problems(*STAFF_ALONE))
async def list_coins_for_staff(_: MarketReader, session: ReadSession, desk: AppDesk) -> CoinsForStaff:
    """Every coin with its decimals, supply and open functions."""
    details = await queries.list_coin_details(session)
    view = desk.view
    shown = [_coin(view, symbol, details.get(symbol)) for symbol in view.coins]
    return CoinsForStaff(items=sorted(shown, key=lambda coin: (coin.position, coin.symbol)))


@router.post("/coins", status_code=201, responses=problems(*CHANGES, StateConflict, Overloaded))
async def add_coin(draft: CoinDraft, console: CurrentConsole) -> CoinForStaff:
    """List a coin; its symbol, decimals and supply can never be changed."""
    desk = console.desk_for("coin.listed", f"coin:{draft.symbol}", draft.model_dump())
    details = await listing.add_coin(desk, console.session, draft, now=console.now)
    await desk.finish(console.session)
    return _coin(desk.view, draft.symbol, details)


@router.put("/coins/{symbol}", responses=problems(*CHANGES, NotFound))
async def change_coin(symbol: CoinSymbol, face: CoinFace, console: CurrentConsole) -> CoinForStaff:
    """Change name, icon and open functions of a coin."""
    desk = console.desk_for("coin.changed", f"coin:{symbol}", face.model_dump())
    details = await listing.change_coin(desk, console.session, symbol, face, now=console.now)
    await desk.finish(console.session)
    return _coin(desk.view, symbol, details)


@router.get("/pairs", responses=problems(*STAFF_ALONE))
async def list_pairs_for_staff(
    _: MarketReader, session: ReadSession, board: AppBoard, desk: AppDesk
) -> PairsForStaff:
    """Every pair with its rules, ticker and state of its book."""
    return PairsForStaff(items=await _pairs(board, desk, session))


@router.post("/pairs", status_code=201, responses=problems(*CHANGES, StateConflict, BadPrecision, Overloaded))
async def add_pair(draft: PairDraft, console: CurrentConsole) -> PairForStaff:
    """Open a market between two listed coins."""
    desk = console.desk_for("pair.listed", f"pair:{draft.base}-{draft.quote}", draft.model_dump())
    details = await listing.add_pair(desk, console.session, draft, now=console.now)
    await desk.finish(console.session)
    return await console.show_pair(details.symbol)


@router.patch("/pairs/{symbol}", responses=problems(*CHANGES, PairUnknown))
async def move_pair(symbol: PairSymbol, place: PairPlace, console: CurrentConsole) -> PairForStaff:
    """Change a pair's position in lists."""
    desk = console.desk_for("pair.moved", f"pair:{symbol}", place.model_dump())
    await listing.move_pair(desk, console.session, symbol, place.position, now=console.now)
    await desk.finish(console.session)
    return await console.show_pair(symbol)


@router.put("/pairs/{symbol}/rules", responses=problems(*CHANGES, PairUnknown, BadPrecision, Overloaded))
async def change_pair_rules(
    symbol: PairSymbol, draft: PairRulesDraft, console: CurrentConsole
) -> PairForStaff:
    """Change the rules for new orders; open orders are not affected."""
    before = wire.rules_json(listing.get_pair(console.desk.view, symbol))
    detail = {"before": before, "after": draft.model_dump()}
    desk = console.desk_for("pair.rules_changed", f"pair:{symbol}", detail)
    await listing.change_rules(desk, symbol, draft, now=console.now)
    return await console.show_pair(symbol)


@router.put("/pairs/{symbol}/status", responses=problems(*CHANGES, PairUnknown, Overloaded))
async def change_pair_status(symbol: PairSymbol, change: PairStatus, console: CurrentConsole) -> PairForStaff:
    """Change the state of a market: trading, only cancels (`cancel_only`), or nothing at all (`halted`)."""
    before = listing.get_pair(console.desk.view, symbol).state
    detail = {"before": before, "after": change.status}
    desk = console.desk_for("pair.status_changed", f"pair:{symbol}", detail)
    await listing.change_state(desk, symbol, change.status, now=console.now)
    return await console.show_pair(symbol)


@router.put(
    "/pairs/{symbol}/reference-price",
    responses=problems(*CHANGES, PairUnknown, BadPrecision, Overloaded),
)
async def set_pair_reference_price(
    symbol: PairSymbol, change: ReferencePrice, console: CurrentConsole
) -> PairForStaff:
    """Set the reference price of the price band, until the next trade."""
    pair = listing.get_pair(console.desk.view, symbol)
    before = to_text(pair.reference_price, pair.price_decimals)
    detail = {"before": before, "after": change.reference_price}
    desk = console.desk_for("pair.reference_price_set", f"pair:{symbol}", detail)
    await listing.set_reference_price(desk, symbol, change.reference_price, now=console.now)
    return await console.show_pair(symbol)


@router.post("/pairs/{symbol}/cancel-orders", responses=problems(*CHANGES, PairUnknown, Overloaded))
async def cancel_orders_of_pair(symbol: PairSymbol, console: CurrentConsole) -> OrdersCanceled:
    """Cancel every open order of a pair, whatever its state."""
    listing.get_pair(console.desk.view, symbol)
    detail = {"open_orders": _count_open(console.desk.view)[symbol]}
    desk = console.desk_for("pair.orders_canceled", f"pair:{symbol}", detail)
    return OrdersCanceled(canceled=await listing.cancel_orders(desk, symbol, now=console.now))


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
    open_orders = _count_open(view)
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


def _count_open(view: View) -> Counter[str]:
    return Counter(order.state.pair for order in view.orders.values())
