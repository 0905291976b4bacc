"""SQL of the ledger and its check, but for postings, which `movements` reads.

Read-only: only the engine writes balances, postings and transfers.
"""

import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Numeric,
    Row,
    Select,
    String,
    and_,
    case,
    cast,
    column,
    delete,
    exists,
    func,
    literal,
    null,
    select,
    table,
    text,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.events import OPEN_STATUSES
from clearwater.core.ledger import EXTERNAL, HOUSE
from clearwater.domains.ledger.models import (
    Balance,
    DailyVolume,
    JournalEntry,
    LedgerCheckRow,
    Proposal,
    Transfer,
)
from clearwater.kit.db import literals

IS_OUTSIDE = and_(Balance.owner == HOUSE, Balance.purpose.startswith(EXTERNAL))
SUM = Numeric(38, 0)
# The model belongs to `orders`, a domain above this one.
ORDERS = table(
    "orders",
    column("client", String),
    column("pair", String),
    column("side", String),
    column("held", BigInteger),
)
# So do those of `premarket` and `earn`.
PREMARKETS = table("premarkets", column("symbol", String), column("quote", String))
PREMARKET_ORDERS = table(
    "premarket_orders", column("client", String), column("symbol", String), column("locked", BigInteger)
)
PREMARKET_CONTRACTS = table(
    "premarket_contracts",
    *(column(name, String) for name in ("symbol", "buyer", "seller")),
    *(column(name, BigInteger) for name in ("value", "buyer_fee", "collateral", "seller_fee")),
)
EARN_PRODUCTS = table("earn_products", column("id", String), column("coin", String))
EARN_POSITIONS = table(
    "earn_positions", column("client", String), column("product", String), column("amount", BigInteger)
)
HOLDING_PURPOSES = ("orders", "withdrawals", "premarket", "earn")
# The condition of the partial index.
IS_OPEN = text(f"status IN ({literals(OPEN_STATUSES)})")


async def list_accounts(session: AsyncSession, owner: str) -> Sequence[Balance]:
    """An owner's accounts with a balance."""
    statement = select(Balance).where(Balance.owner == owner, Balance.amount != 0)
    return (await session.scalars(statement.order_by(Balance.coin, Balance.purpose))).all()


SumsByOwner = dict[str, dict[str, int]]


async def sum_balances(session: AsyncSession, owners: Collection[str]) -> SumsByOwner:
    """Total balance of each owner by coin, over all purposes."""
    statement = select(Balance.owner, Balance.coin, func.sum(Balance.amount))
    statement = statement.where(Balance.owner.in_(owners)).group_by(Balance.owner, Balance.coin)
    return _by_owner(await session.execute(statement))


async def sum_withdrawn(session: AsyncSession, owners: Collection[str], *, since_ms: int) -> dict[str, int]:
    """What each owner's withdrawals since a time take of the day's limit, as the core counts it (LED-17)."""
    statement = (
        select(Transfer.client, func.sum(Transfer.value))
        .where(
            Transfer.client.in_(owners),
            Transfer.kind == "withdrawal",
            Transfer.status.in_(("held", "settled")),
            Transfer.held_ms >= since_ms,
        )
        .group_by(Transfer.client)
    )
    return {owner: int(value) for owner, value in await session.execute(statement)}


def _by_owner(rows: Iterable[Any]) -> SumsByOwner:
    sums: SumsByOwner = {}
    for owner, name, amount in rows:
        sums.setdefault(owner, {})[name] = int(amount)
    return sums


async def has_transfer(session: AsyncSession, reference: str) -> bool:
    return await session.get(Transfer, reference) is not None


async def has_balance(session: AsyncSession, owner: str) -> bool:
    """Whether an owner has, or ever had, any coin: balances stay when they are spent."""
    statement = select(Balance.owner).where(Balance.owner == owner).limit(1)
    return await session.scalar(statement) is not None


async def find_transfer_status(session: AsyncSession, reference: str) -> str | None:
    """How the ledger has a transfer; None when it has none of that reference."""
    return await session.scalar(select(Transfer.status).where(Transfer.reference == reference))


async def find_last_seq(session: AsyncSession) -> int:
    return await session.scalar(select(func.max(JournalEntry.seq))) or 0


async def find_last_check(session: AsyncSession) -> LedgerCheckRow | None:
    statement = select(LedgerCheckRow).order_by(LedgerCheckRow.checked_at.desc()).limit(1)
    return (await session.scalars(statement)).first()


def select_proposals(
    *, status: str | None, kind: str | None, client_id: uuid.UUID | None
) -> Select[Proposal]:
    statement: Select[Proposal] = select(Proposal)
    for filtered, value in (
        (Proposal.status, status),
        (Proposal.kind, kind),
        (Proposal.client_id, client_id),
    ):
        if value is not None:
            statement = statement.where(filtered == value)
    return statement


async def mark_done_as_in_ledger(session: AsyncSession) -> None:
    """Mark refused proposals as done if the ledger has their reference."""
    reference = func.concat(Proposal.kind, ":", cast(Proposal.id, String))
    is_there = exists().where(Transfer.reference == reference)
    await session.execute(
        update(Proposal)
        .where(Proposal.status == "refused", is_there)
        .values(status="done", refusal=null())
        .execution_options(synchronize_session=False)
    )


async def begin_snapshot(session: AsyncSession) -> None:
    """Read from one snapshot; must be called before the session's first query."""
    await session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


async def sum_coins(session: AsyncSession) -> Sequence[Row[Any]]:
    """By coin: number of accounts, negative accounts, and sums of clients, house and external accounts."""

    def total(*those: Any) -> Any:
        return cast(func.coalesce(func.sum(Balance.amount).filter(*those), 0), SUM)

    statement = (
        select(
            Balance.coin,
            func.count().label("accounts"),
            func.count().filter(Balance.amount < 0, ~IS_OUTSIDE).label("negative"),
            total(Balance.owner != HOUSE).label("clients"),
            total(Balance.owner == HOUSE, ~IS_OUTSIDE).label("house"),
            total(IS_OUTSIDE).label("outside"),
        )
        .group_by(Balance.coin)
        .order_by(Balance.coin)
    )
    return (await session.execute(statement)).all()


async def find_wrong_holds(
    session: AsyncSession, held_by_orders: Select[tuple[str, str, int]]
) -> Sequence[Row[Any]]:
    """Accounts whose holds differ from open orders, held withdrawals, pre-markets or earn positions."""
    orders = held_by_orders.subquery()
    owner, coin, amount = orders.columns
    withdrawals = (
        select(
            Transfer.client,
            Transfer.coin,
            literal("withdrawals"),
            func.sum(Transfer.amount + Transfer.fee),
        )
        .where(Transfer.status == "held")
        .group_by(Transfer.client, Transfer.coin)
    )
    held_now = (select(owner, coin, literal("orders"), amount), withdrawals, *_select_held_by_products())
    expected = union_all(*held_now).subquery()
    expected_owner, expected_coin, expected_purpose, expected_amount = expected.columns
    held = (
        select(Balance.owner, Balance.coin, Balance.purpose, Balance.amount)
        .where(Balance.owner != HOUSE, Balance.purpose.in_(HOLDING_PURPOSES))
        .subquery()
    )
    is_same = and_(
        held.c.owner == expected_owner, held.c.coin == expected_coin, held.c.purpose == expected_purpose
    )
    is_wrong = func.coalesce(held.c.amount, 0) != func.coalesce(expected_amount, 0)
    statement = (
        select(
            func.coalesce(held.c.owner, expected_owner).label("owner"),
            func.coalesce(held.c.coin, expected_coin).label("coin"),
            func.coalesce(held.c.purpose, expected_purpose).label("purpose"),
            func.coalesce(held.c.amount, 0).label("held"),
            cast(func.coalesce(expected_amount, 0), SUM).label("expected"),
        )
        .select_from(held.join(expected, is_same, full=True))
        .where(is_wrong)
        .order_by("owner", "coin", "purpose")
    )
    found: Sequence[Row[Any]] = (await session.execute(statement)).all()
    return found


def _select_held_by_products() -> list[Select[tuple[str, str, str, int]]]:
    """What clients have set aside in pre-markets, for orders and contracts, and in earn."""
    order, contract, position = PREMARKET_ORDERS.c, PREMARKET_CONTRACTS.c, EARN_POSITIONS.c
    quote = PREMARKETS.c.quote
    is_open = text("premarket_contracts.status = 'matched'")
    of_symbol = PREMARKETS.c.symbol
    parts = union_all(
        select(order.client.label("owner"), quote.label("coin"), order.locked.label("amount"))
        .join_from(PREMARKET_ORDERS, PREMARKETS, of_symbol == order.symbol)
        .where(text("premarket_orders.status IN ('open', 'partially_filled')")),
        select(contract.buyer, quote, contract.value + contract.buyer_fee)
        .join_from(PREMARKET_CONTRACTS, PREMARKETS, of_symbol == contract.symbol)
        .where(is_open),
        select(contract.seller, quote, contract.collateral + contract.seller_fee)
        .join_from(PREMARKET_CONTRACTS, PREMARKETS, of_symbol == contract.symbol)
        .where(is_open),
    ).subquery()
    in_earn = (
        select(position.client, EARN_PRODUCTS.c.coin, literal("earn"), func.sum(position.amount))
        .join_from(EARN_POSITIONS, EARN_PRODUCTS, EARN_PRODUCTS.c.id == position.product)
        .where(text("earn_positions.status = 'active'"))
        .group_by(position.client, EARN_PRODUCTS.c.coin)
    )
    in_premarkets = select(
        parts.c.owner, parts.c.coin, literal("premarket"), func.sum(parts.c.amount)
    ).group_by(parts.c.owner, parts.c.coin)
    return [in_premarkets, in_earn]


async def count_held_withdrawals(session: AsyncSession) -> int:
    return await session.scalar(select(func.count()).where(Transfer.status == "held")) or 0


async def delete_checks_before(session: AsyncSession, before: datetime) -> None:
    await session.execute(delete(LedgerCheckRow).where(LedgerCheckRow.checked_at < before))


async def sum_traded(session: AsyncSession, owners: Collection[str], *, since_day: int) -> SumsByOwner:
    """Traded volume since a day (UTC), by owner and quote coin.

    Self-trades do not count, so that they cannot earn a level.
    """
    statement = select(DailyVolume.client, DailyVolume.coin, func.sum(DailyVolume.amount))
    statement = statement.where(DailyVolume.client.in_(owners), DailyVolume.day >= since_day)
    return _by_owner(await session.execute(statement.group_by(DailyVolume.client, DailyVolume.coin)))


def select_held() -> Select[tuple[str, str, int]]:
    """Holds of open orders by owner and coin. Buy orders hold the quote coin."""
    place = case((ORDERS.c.side == "buy", literal(2)), else_=literal(1))
    coin = func.split_part(ORDERS.c.pair, "-", place)
    held = select(ORDERS.c.client.label("owner"), coin.label("coin"), func.sum(ORDERS.c.held).label("amount"))
    return held.where(IS_OPEN).group_by("owner", "coin")


async def count_open(session: AsyncSession, owner: str | None = None) -> int:
    """Number of open orders, of one owner or of all."""
    statement = select(func.count()).select_from(ORDERS).where(IS_OPEN)
    if owner is not None:
        statement = statement.where(ORDERS.c.client == owner)
    return await session.scalar(statement) or 0
