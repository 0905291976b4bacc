"""SQL of an owner's postings: the list of transactions, and the movements of a time. Read-only.

Postings of trades are in no index by owner: they are found through the fills, which are.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    String,
    any_,
    cast,
    column,
    exists,
    false,
    func,
    literal,
    or_,
    select,
    table,
    text,
    union_all,
)
from sqlalchemy.dialects.postgresql import array
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, joinedload

from clearwater.domains.ledger.models import INDEXED, TRADE_KINDS, PostingRow, Transfer
from clearwater.kit.db import first_id_from, first_id_since
from clearwater.kit.paging import Keyset, Listing, PageRequest

KINDS_OF_TYPE = {
    "fee": ("fee", "withdrawal_fee", "convert_fee"),
    "premarket_lock": ("premarket_hold",),
    "premarket_settlement": ("premarket_payment", "premarket_delivery"),
}
# Kinds of postings that only leave a client's spot wallet for an account beside it, or only come into it.
# Told by kind and not by the purposes of accounts, which the planner takes for independent of it: it read the
# whole table where a client's postings of a kind were all out of those accounts.
DEBITS = frozenset({"earn_subscribe", "premarket_hold"})
CREDITS = frozenset(
    {
        "earn_redeem",
        "earn_interest",
        "premarket_release",
        "premarket_payment",
        "premarket_penalty",
        "premarket_fee",
    }
)
DEPOSIT_STATUSES = {"credited": "credited", "orphaned": "reversed"}
NEWEST_FIRST = Keyset[Any]((PostingRow.id,))
# The table itself, because statements of the model take longer to build.
POSTING = PostingRow.__table__.c
# The model belongs to `orders`, a domain above this one.
FILLS = table(
    "fills",
    *(
        column(name, BigInteger)
        for name in ("id", "quantity", "quote_quantity", "taker_fee", "maker_fee", "at_ms", "posting_id")
    ),
    *(column(name, String) for name in ("pair", "taker_side", "taker_client", "maker_client")),
)
# A fill is settled by two postings of what was traded, and by one for each fee that is not zero.
MAX_POSTINGS_OF_FILL = 4


@dataclass(frozen=True)
class TransactionFilter:
    """Filter for a client's transactions."""

    type: str | None = None
    coin: str | None = None
    status: str | None = None
    from_ms: int | None = None
    to_ms: int | None = None

    @property
    def kinds(self) -> tuple[str, ...] | None:
        """The kinds of postings; None for all."""
        return None if self.type is None else KINDS_OF_TYPE.get(self.type, (self.type,))

    @property
    def trade_kinds(self) -> list[str]:
        """The kinds of postings that are found through fills."""
        if self.status in DEPOSIT_STATUSES:
            return []
        return [kind for kind in TRADE_KINDS if self.kinds is None or kind in self.kinds]


class FillSide(NamedTuple):
    """A side that a client can have in a fill."""

    client: ColumnElement[str]
    fee: ColumnElement[int]
    has_bought: ColumnElement[bool]
    is_taker: bool


SIDES = (
    FillSide(FILLS.c.taker_client, FILLS.c.taker_fee, FILLS.c.taker_side == "buy", is_taker=True),
    FillSide(FILLS.c.maker_client, FILLS.c.maker_fee, FILLS.c.taker_side == "sell", is_taker=False),
)


async def find_transactions(
    session: AsyncSession, owner: str, wanted: TransactionFilter, page: PageRequest
) -> Listing[PostingRow]:
    """One page of the postings that changed an owner's spot wallet (LED-11).

    Debits and credits are read from an index each, those of trades through the fills of each side, no
    further than the page needs, and merged.
    """
    ids = await _find_ids(session, wanted)
    conditions = ids.conditions(POSTING.id)
    if wanted.coin is not None:
        conditions.append(POSTING.coin == wanted.coin)
    arms = [
        NEWEST_FIRST.after(arm.where(*conditions), page.cursor) for arm in _select_untraded(owner, wanted)
    ]
    if wanted.trade_kinds:
        bounds = await _bound_fills(session, ids, page.cursor)
        postings = NEWEST_FIRST.after(_select_traded(owner, wanted).where(*conditions), page.cursor)
        arms += [_join_fills(side, owner, wanted, postings).where(*bounds) for side in SIDES]
    merged = union_all(*(arm.limit(page.limit + 1) for arm in arms))
    found = merged.order_by(column("id").desc()).limit(page.limit + 1).subquery()
    statement = select(PostingRow).join(found, found.c.id == PostingRow.id)
    return Listing(statement.options(joinedload(PostingRow.transfer)), NEWEST_FIRST)


class IdRange(NamedTuple):
    """Ids from the first one up to, without, the end; None is unbounded."""

    first: int | None
    end: int | None

    def conditions(self, ids: ColumnElement[int] | InstrumentedAttribute[int]) -> list[ColumnElement[bool]]:
        found = [] if self.first is None else [ids >= self.first]
        return found if self.end is None else [*found, ids < self.end]


async def _find_ids(session: AsyncSession, wanted: TransactionFilter) -> IdRange:
    """The postings of the time that is asked for."""
    first, end = [
        None if at_ms is None else await first_id_since(session, PostingRow.__tablename__, at_ms)
        for at_ms in (wanted.from_ms, wanted.to_ms)
    ]
    return IdRange(first, end)


async def _bound_fills(
    session: AsyncSession, postings: IdRange, cursor: str | None
) -> list[ColumnElement[bool]]:
    """The fills that have postings in a range and before a cursor, which may be between those of a fill."""
    ends = [] if cursor is None else NEWEST_FIRST.decode(cursor)
    if postings.end is not None:
        ends.append(postings.end)
    first, end = [
        None if posting_id is None else await first_id_from(session, FILLS.name, "posting_id", posting_id)
        for posting_id in (postings.first, min(ends, default=None))
    ]
    return IdRange(first, end).conditions(FILLS.c.id)


def _select_untraded(owner: str, wanted: TransactionFilter) -> list[Select[Any]]:
    """Debits and credits of an owner's spot wallet, but for those of trades."""
    # A literal condition, because only then the planner uses the partial indexes.
    conditions: list[Any] = [text(INDEXED)]
    if wanted.status in DEPOSIT_STATUSES:
        reached = Transfer.status == DEPOSIT_STATUSES[wanted.status]
        conditions += [
            POSTING.kind == "deposit",
            exists().where(Transfer.reference == POSTING.reference, reached),
        ]
    elif wanted.status is not None:
        conditions.append(POSTING.kind != "deposit")
    sides = ((POSTING.source_owner, CREDITS), (POSTING.target_owner, DEBITS))
    return [
        select(POSTING.id).where(side == owner, _is_of_kind(wanted, hidden), *conditions)
        for side, hidden in sides
    ]


def _is_of_kind(wanted: TransactionFilter, hidden: Collection[str]) -> ColumnElement[bool]:
    """One condition alone: two about the same column make the planner expect too little."""
    if wanted.kinds is None:
        return POSTING.kind.not_in(sorted(hidden))
    shown = [kind for kind in wanted.kinds if kind not in hidden]
    return POSTING.kind.in_(shown) if shown else false()


def _select_traded(owner: str, wanted: TransactionFilter) -> Select[Any]:
    """An owner's postings of one fill, of the table that is joined with them."""
    # An array, because its elements are looked up in the index one by one.
    ids = array([FILLS.c.posting_id + place for place in range(MAX_POSTINGS_OF_FILL)])
    return select(POSTING.id).where(
        POSTING.id == any_(ids),
        POSTING.reference == cast(FILLS.c.id, String),
        POSTING.kind.in_(wanted.trade_kinds),
        POSTING.source_owner != POSTING.target_owner,
        or_(POSTING.source_owner == owner, POSTING.target_owner == owner),
    )


def _join_fills(side: FillSide, owner: str, wanted: TransactionFilter, postings: Select[Any]) -> Select[Any]:
    """An owner's postings of trades on one side, newest first; those of a self-trade on the taker's side.

    What a fill tells by itself is asked there, before its postings are read.
    """
    fill = FILLS.c
    # The limit keeps the lookup one for each fill: it stops with the page.
    posting = postings.limit(MAX_POSTINGS_OF_FILL).lateral().c
    conditions: list[Any] = [side.client == owner]
    if not side.is_taker:
        conditions.append(fill.taker_client != fill.maker_client)
    if wanted.coin is not None:
        coins = (func.split_part(fill.pair, "-", place) for place in (1, 2))
        conditions.append(literal(wanted.coin).in_(coins))
    if wanted.trade_kinds == ["fee"]:
        conditions.append(or_(side.fee > 0, fill.taker_client == fill.maker_client))
    newest_first = (fill.id.desc(), posting.id.desc())
    return select(posting.id).select_from(FILLS).where(*conditions).order_by(*newest_first)


async def find_first_movement(session: AsyncSession, owner: str) -> int | None:
    """Time of an owner's first posting; None without any.

    It is none of a trade: whoever trades has received something before.
    """
    firsts = [
        select(PostingRow.at_ms)
        .where(side == owner, text(INDEXED))
        .order_by(PostingRow.id)
        .limit(1)
        .scalar_subquery()
        for side in (PostingRow.source_owner, PostingRow.target_owner)
    ]
    found: int | None = await session.scalar(select(func.least(*firsts)))
    return found


Movements = dict[int, dict[str, int]]


async def sum_movements(
    session: AsyncSession, owner: str, *, since_ms: int, length_ms: int, last: int
) -> Movements:
    """Net change of an owner's balances since a time, by step and coin; the last step has all later ones."""

    def step_of(at_ms: Any) -> ColumnElement[int]:
        return func.least((at_ms - since_ms) // length_ms, last).label("step")

    sums = [
        *await _sum_untraded(session, owner, since_ms, step_of(PostingRow.at_ms)),
        *await _sum_traded(session, owner, since_ms, step_of(FILLS.c.at_ms)),
    ]
    found: Movements = {}
    for step, coin, amount in sums:
        coins = found.setdefault(int(step), {})
        coins[coin] = coins.get(coin, 0) + int(amount)
    return found


async def _sum_untraded(
    session: AsyncSession, owner: str, since_ms: int, step: ColumnElement[int]
) -> Sequence[Any]:
    first = await first_id_since(session, PostingRow.__tablename__, since_ms)
    arms = [
        select(step, PostingRow.coin, (PostingRow.amount * sign).label("amount")).where(
            side == owner,
            text(INDEXED),
            PostingRow.source_owner != PostingRow.target_owner,
            PostingRow.id >= first,
        )
        for side, sign in ((PostingRow.source_owner, -1), (PostingRow.target_owner, 1))
    ]
    moves = union_all(*arms).subquery()
    summed = select(moves.c.step, moves.c.coin, func.sum(moves.c.amount)).group_by(moves.c.step, moves.c.coin)
    return (await session.execute(summed)).all()


async def _sum_traded(
    session: AsyncSession, owner: str, since_ms: int, step: ColumnElement[int]
) -> list[tuple[int, str, int]]:
    """What fills moved, which they tell without their postings (LED-12); a self-trade is on both sides."""
    first, fill = await first_id_since(session, FILLS.name, since_ms), FILLS.c
    sides = [
        select(
            step,
            fill.pair,
            side.has_bought,
            func.sum(fill.quantity),
            func.sum(fill.quote_quantity),
            func.sum(side.fee),
        )
        .where(side.client == owner, fill.id >= first)
        .group_by("step", fill.pair, side.has_bought)
        for side in SIDES
    ]
    found: list[tuple[int, str, int]] = []
    for at, pair, has_bought, quantity, quote_quantity, fee in await session.execute(union_all(*sides)):
        base, _, quote = pair.partition("-")
        if has_bought:
            found += [(at, base, quantity - fee), (at, quote, -quote_quantity)]
        else:
            found += [(at, base, -quantity), (at, quote, quote_quantity - fee)]
    return found
